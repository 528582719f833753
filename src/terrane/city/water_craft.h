// What floats and grows in the water of a side: barges, boats, a jetty, reeds, stones. Each is one
// small thing at one place; which stands where is water_side.h.
#pragma once

#include <cstdint>

#include "terrane/city/side_strip.h"

namespace terrane::city {

// A house boat of about 13 m and a moored boat of 5 to 7 m, the middle of their waterline at
// `place`, lying along `forward`. World height of the water. Any draws come from `key`.
void build_barge(PieceWriter& out, PlanePoint place, PlaneVector forward, double water_level_m,
                 std::uint64_t key);
void build_boat(PieceWriter& out, PlanePoint place, PlaneVector forward, double water_level_m,
                std::uint64_t key);
// A wooden walk on posts, from one offset to another, in the middle of the segment.
void build_jetty(const SideStrip& strip, double from_m, double to_m, double water_level_m);
void build_reeds(PieceWriter& out, PlanePoint place, double water_level_m, std::uint64_t key);
void build_stones(PieceWriter& out, PlanePoint place, double water_level_m, std::uint64_t key);

}  // namespace terrane::city
