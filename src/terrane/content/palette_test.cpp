#include "terrane/content/palette.h"

#include <doctest/doctest.h>

#include <cstdlib>

namespace terrane::content {

TEST_CASE("the cube's colours are found again, and every other colour goes to its nearest") {
  const std::array<Rgb8, 256>& colours = palette_colours();
  for (unsigned index = 0; index < 216; ++index) {
    CHECK(nearest_cube_colour(colours[index]) == index);
  }
  for (int value = 0; value < 256; ++value) {
    const auto byte = static_cast<std::uint8_t>(value);
    const Rgb8 found = colours[nearest_cube_colour({byte, byte, byte})];
    CHECK(std::abs(found.r - value) <= 25);
  }
}

TEST_CASE("the named colours stand where stored contents expect them") {
  const std::array<Rgb8, 256>& colours = palette_colours();
  CHECK(palette::k_asphalt == 216);
  CHECK(palette::k_lamp_warm == 255);
  CHECK(colours[palette::k_asphalt] == Rgb8{62, 64, 68});
  CHECK(colours[palette::k_grass] == Rgb8{96, 124, 62});
  CHECK(colours[palette::k_roof_tile] == Rgb8{156, 88, 64});
  CHECK(colours[palette::k_lamp_warm] == Rgb8{255, 222, 168});
}

}  // namespace terrane::content
