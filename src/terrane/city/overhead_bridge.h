// A bridge over the street from sidewalk to sidewalk, in seven styles. The one segment that owns it
// builds it whole. It keeps k_bridge_clearance_m above the roadway over its full width, stands on
// the sidewalks only, leaves a way past its piers, and ends inside the frontage line in a stair
// tower or an abutment, so that it never enters a building. Not part of the road graph.
// Source: article "Building a procedural city in WebGPU" (60 % of blocks, segments 7 to 11).
#pragma once

#include <cstdint>

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

enum class OverheadBridge : std::uint8_t {
  SteelGirder = 0,   // plate girders on steel legs
  StoneArch = 1,     // a flat arch with parapet and lamps
  Suspension = 2,    // footbridge hung from two portals
  GlassSkywalk = 3,  // closed corridor of glass between two lifts
  TrussRailway = 4,  // truss with rails, at times a carriage
  BrickViaduct = 5,  // a high round arch with buttresses
  CableStayed = 6,   // footbridge hung from one mast
};
inline constexpr unsigned k_overhead_bridge_count = 7;
inline constexpr double k_bridge_clearance_m = 5.0;
inline constexpr double k_bridge_end_m = 4.6;  // from the kerb to where every bridge ends
const char* overhead_bridge_name(OverheadBridge style);

// By weight.
OverheadBridge draw_overhead_bridge(std::uint64_t key);

// Over the middle of the segment.
void build_overhead_bridge(PieceWriter& out, const EdgePlan& plan, unsigned segment,
                           OverheadBridge style, std::uint64_t key);

}  // namespace terrane::city
