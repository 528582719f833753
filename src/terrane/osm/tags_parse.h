// Numbers and colours of OpenStreetMap tags with their wiki meaning. A value is read, or it is
// absent and faulty: never a guess, never a number that is not finite, negative or above its cap.
// Source: https://wiki.openstreetmap.org/wiki/Map_features/Units
#pragma once

#include <optional>
#include <string_view>

#include "terrane/content/palette.h"

namespace terrane::osm {

struct TagNumber {
  std::optional<double> value;
  bool faulty = false;  // there was a text, and it (or an entry of its list) could not be used
};

inline constexpr double k_height_cap_m = 1000.0;
inline constexpr double k_levels_cap = 250.0;
inline constexpr double k_lanes_cap = 24.0;
inline constexpr double k_width_cap_m = 100.0;

// Metres: `12`, `12.5 m`, `0,8`, `40 ft`, `7'4"`, `0.2 km`, `1 mi`; of a list (`3;4`) the largest.
TagNumber parse_length_m(std::string_view text, double cap_m);
// A bare number: `3`, `2.5`, `3;4`.
TagNumber parse_count(std::string_view text, double cap);
// `layer`: the leading integer, clamped to [-5, 5]; 0 where there is none.
int parse_layer(std::string_view text);
// A CSS colour name, `#rgb` or `#rrggbb`.
std::optional<content::Rgb8> parse_colour(std::string_view text);

}  // namespace terrane::osm
