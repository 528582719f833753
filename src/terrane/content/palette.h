// The one palette: 256 sRGB colours, indexed by a vertex's `palette` byte. Indices 0 to 215 are a
// 6 x 6 x 6 cube (for colours that come from data), 216 to 255 are named city colours.
// Indices are part of every digest: append, never reorder.
#pragma once

#include <array>
#include <cstdint>

namespace terrane::content {

struct Rgb8 {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  friend constexpr bool operator==(const Rgb8&, const Rgb8&) = default;
};

namespace palette {
inline constexpr std::uint8_t k_asphalt = 216;
inline constexpr std::uint8_t k_asphalt_light = 217;
inline constexpr std::uint8_t k_paving_warm = 218;
inline constexpr std::uint8_t k_paving_cool = 219;
inline constexpr std::uint8_t k_kerb = 220;
inline constexpr std::uint8_t k_grass = 221;
inline constexpr std::uint8_t k_grass_dry = 222;
inline constexpr std::uint8_t k_forest_floor = 223;
inline constexpr std::uint8_t k_soil = 224;
inline constexpr std::uint8_t k_sand = 225;
inline constexpr std::uint8_t k_water = 226;
inline constexpr std::uint8_t k_water_deep = 227;
inline constexpr std::uint8_t k_brick_red = 228;
inline constexpr std::uint8_t k_brick_brown = 229;
inline constexpr std::uint8_t k_brownstone = 230;
inline constexpr std::uint8_t k_limestone = 231;
inline constexpr std::uint8_t k_sandstone = 232;
inline constexpr std::uint8_t k_concrete = 233;
inline constexpr std::uint8_t k_concrete_dark = 234;
inline constexpr std::uint8_t k_plaster_white = 235;
inline constexpr std::uint8_t k_plaster_cream = 236;
inline constexpr std::uint8_t k_plaster_ochre = 237;
inline constexpr std::uint8_t k_plaster_rose = 238;
inline constexpr std::uint8_t k_glass_blue = 239;
inline constexpr std::uint8_t k_glass_green = 240;
inline constexpr std::uint8_t k_glass_bronze = 241;
inline constexpr std::uint8_t k_roof_tile = 242;
inline constexpr std::uint8_t k_roof_slate = 243;
inline constexpr std::uint8_t k_roof_tar = 244;
inline constexpr std::uint8_t k_roof_gravel = 245;
inline constexpr std::uint8_t k_copper_green = 246;
inline constexpr std::uint8_t k_metal_dark = 247;
inline constexpr std::uint8_t k_metal_light = 248;
inline constexpr std::uint8_t k_bark = 249;
inline constexpr std::uint8_t k_leaf_green = 250;
inline constexpr std::uint8_t k_leaf_yellow = 251;
inline constexpr std::uint8_t k_leaf_dark = 252;
inline constexpr std::uint8_t k_paint_white = 253;
inline constexpr std::uint8_t k_paint_yellow = 254;
inline constexpr std::uint8_t k_lamp_warm = 255;
}  // namespace palette

const std::array<Rgb8, 256>& palette_colours();
// The index of the cube colour nearest to `colour`.
std::uint8_t nearest_cube_colour(Rgb8 colour);

}  // namespace terrane::content
