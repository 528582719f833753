#include "terrane/gpu/window.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

namespace terrane::gpu {
namespace {

TEST_CASE("without a display opening a window is an error that says so") {
  const char* x11 = std::getenv("DISPLAY");
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  if ((x11 != nullptr && *x11 != 0) || (wayland != nullptr && *wayland != 0)) return;
  const auto window = Window::open({});
  REQUIRE_FALSE(window.ok());
  CHECK(window.error().code == base::ErrorCode::Unavailable);
  CHECK(base::to_sentence(window.error()).find("no display") != std::string::npos);
}

TEST_CASE("keys are named by what is printed on them") {
  CHECK(key_of('A') == Key::A);
  CHECK(key_of('0') == Key::Digit0);
  CHECK(static_cast<int>(Key::F12) - static_cast<int>(Key::F1) == 11);
}

}  // namespace
}  // namespace terrane::gpu
