// The cross-section of a block side that is water, at one station: where the lines of quay or bank,
// water and far bank lie and how high. A quay runs on to the walls at the ends of its stretch; a
// pond narrows to a tip there, and wherever its side has too little room. Two segments that share a
// station get the same numbers. Not the faces between the lines (water_side.h).
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"
#include "terrane/city/water_side.h"

namespace terrane::city {

// The lines, from the road outward. Water lies between NearBed and FarBed.
namespace water_line {
enum Line : unsigned {
  Front = 0,    // the frontage line
  Edge = 1,     // where the promenade ends
  Foot = 2,     // of the upper wall or bank
  Brink = 3,    // the water's near edge
  NearBed = 4,  // under water
  FarBed = 5,
  FarBrink = 6,  // the water's far edge
  FarEdge = 7,   // top of the far bank
  Shoulder = 8,  // where the side's end begins
  End = 9,
};
inline constexpr unsigned k_count = 10;
}  // namespace water_line

inline constexpr double k_water_bed_m = 0.7;  // faces go on this far below the water

struct WaterSection {
  std::array<double, water_line::k_count> offset_m{};  // from the road's centre line
  std::array<double, water_line::k_count> height_m{};  // world; of End: its own ground's
  bool open = false;                                   // there is water
  bool hollow = false;  // no water, but the dry hollow at a pond's tip: grass from Edge to FarEdge

  bool has_trough() const { return open || hollow; }
};

// `in_block` 0 to k_block_segments: the station's place in its stretch.
WaterSection water_section(const PieceWriter& out, const EdgePlan& plan, unsigned station,
                           Side side, std::uint64_t block_key, unsigned in_block, WaterStyle style,
                           double level_m);

}  // namespace terrane::city
