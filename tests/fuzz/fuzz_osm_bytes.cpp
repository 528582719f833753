// An OpenStreetMap file in any of its forms, from bytes to the map's own data; and the same bytes
// as a server's reply, which is judged alike in slices of any size.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "terrane/osm/live_query.h"
#include "terrane/osm/map_load.h"
#include "terrane/osm/osm_file.h"

namespace {

terrane::fetch::BodyCheck::Verdict judged(std::string_view text, std::size_t slice) {
  const auto check = terrane::osm::make_reply_check();
  for (std::size_t at = 0; at < text.size(); at += slice) check->look(text.substr(at, slice));
  return check->verdict();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view reply(reinterpret_cast<const char*>(data), size);
  const auto whole = judged(reply, size + 1);
  const auto sliced = judged(reply, 3);
  if (whole.is_good != sliced.is_good || whole.what != sliced.what) std::abort();
  auto objects =
      terrane::osm::read_osm_bytes(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
  if (objects.ok()) terrane::osm::load_map(objects.value());
  return 0;
}
