// Keys on the page: the same names, actions and stored text as the native window's settings
// (play/settings.h), so that the page keeps no table of its own.
#include <emscripten.h>

#include <string>
#include <vector>

#include "page_way.h"
#include "terrane/play/ride_way.h"

namespace terrane::web {
namespace {

std::string& key_text() {
  static std::string the_text;
  return the_text;
}

}  // namespace
}  // namespace terrane::web

extern "C" {

using terrane::web::key_text;
using terrane::web::page_settings;

// Settings as the native window would store them.
EMSCRIPTEN_KEEPALIVE const char* terrane_default_settings() {
  key_text() = terrane::play::write_settings({});
  return key_text().c_str();
}

// Takes the keys of what was stored, for this way and the next; what cannot be meant is a line of
// the answer each.
EMSCRIPTEN_KEEPALIVE const char* terrane_set_settings(const char* json) {
  std::vector<std::string> ignored;
  page_settings() = terrane::play::read_settings(json, ignored);
  if (auto* ride = dynamic_cast<terrane::play::RideWay*>(terrane::web::current_way())) {
    ride->set_bindings(page_settings().bindings);
  }
  key_text().clear();
  for (const std::string& line : ignored) key_text() += line + "\n";
  return key_text().c_str();
}

// "W", "Up"; of gpu::Key's numbers.
EMSCRIPTEN_KEEPALIVE const char* terrane_key_name(unsigned key) {
  key_text() = terrane::play::name_of(static_cast<terrane::gpu::Key>(key));
  return key_text().c_str();
}

}  // extern "C"
