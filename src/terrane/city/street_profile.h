// The cross-section of a street in numbers: half-widths, kerb, sidewalk, building line, how far its
// sides and its land may reach. One table, so that roads, junctions and lots agree.
// Source: article "Building a procedural city in WebGPU" (5.6 m streets, 8.4 m boulevards, a cross
// street's end 64 m away, the shore at 112 m).
#pragma once

namespace terrane::city {

inline constexpr double k_segment_length_m = 4.2;     // nominal; 4.0 to 4.4 in a lattice's edge
inline constexpr double k_street_half_width_m = 5.6;  // centre to kerb
inline constexpr double k_boulevard_half_width_m = 8.4;
inline constexpr double k_kerb_width_m = 0.3;
inline constexpr double k_kerb_height_m = 0.15;
inline constexpr double k_sidewalk_lift_m = 0.17;  // sidewalks and yards above road ground
inline constexpr double k_building_line_m = 5.0;   // kerb to frontage: kerb and sidewalk
inline constexpr double k_side_depth_m = 72.0;   // from the road's centre: nothing is built beyond
inline constexpr double k_bank_width_m = 2.4;    // a side's last stretch
inline constexpr double k_land_depth_m = 112.0;  // from the road's centre: the shore
// The farthest that a beach runs out into the lake. Where another road's land begins before that,
// the beach is narrower, or the two meet and no lake lies between (land_side.cpp).
inline constexpr double k_land_reach_m = 122.0;

// Segments at an end of an edge that belong to the junction's corner, unless that is wide.
inline constexpr unsigned k_corner_segments = 3;

}  // namespace terrane::city
