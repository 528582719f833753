#include "terrane/content/palette.h"

namespace terrane::content {
namespace {

constexpr std::array<Rgb8, 40> k_named = {{
    {62, 64, 68},    {92, 94, 97},    {176, 166, 152}, {160, 162, 164}, {148, 146, 140},
    {96, 124, 62},   {148, 142, 84},  {74, 92, 52},    {122, 98, 72},   {214, 198, 158},
    {70, 112, 134},  {44, 82, 110},   {142, 74, 58},   {118, 84, 66},   {112, 78, 62},
    {206, 196, 174}, {190, 160, 118}, {164, 164, 160}, {118, 118, 116}, {228, 224, 214},
    {226, 210, 176}, {208, 172, 108}, {206, 164, 148}, {96, 132, 158},  {100, 140, 132},
    {120, 98, 72},   {156, 88, 64},   {84, 90, 98},    {66, 66, 66},    {136, 132, 126},
    {110, 152, 132}, {52, 56, 60},    {168, 172, 176}, {92, 74, 58},    {86, 126, 54},
    {158, 148, 58},  {56, 92, 48},    {236, 236, 230}, {226, 184, 64},  {255, 222, 168},
}};

constexpr std::array<Rgb8, 256> make_palette() {
  std::array<Rgb8, 256> colours{};
  for (unsigned index = 0; index < 216; ++index) {
    colours[index] = {static_cast<std::uint8_t>(index / 36 * 51),
                      static_cast<std::uint8_t>(index / 6 % 6 * 51),
                      static_cast<std::uint8_t>(index % 6 * 51)};
  }
  for (unsigned index = 0; index < k_named.size(); ++index) colours[216 + index] = k_named[index];
  return colours;
}

constexpr std::array<Rgb8, 256> k_palette = make_palette();

}  // namespace

const std::array<Rgb8, 256>& palette_colours() {
  return k_palette;
}

std::uint8_t nearest_cube_colour(Rgb8 colour) {
  const auto step = [](std::uint8_t value) { return (value + 25u) / 51u; };
  return static_cast<std::uint8_t>(step(colour.r) * 36 + step(colour.g) * 6 + step(colour.b));
}

}  // namespace terrane::content
