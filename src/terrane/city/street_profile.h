// The cross-section of a street in numbers: half-widths, kerb, sidewalk, building line, how far its
// sides may reach. One table, so that roads, junctions and lots agree.
// Source: article "Building a procedural city in WebGPU" (5.6 m streets, 8.4 m boulevards).
#pragma once

namespace terrane::city {

inline constexpr double k_segment_length_m = 4.2;     // nominal; 4.0 to 4.4 in an edge
inline constexpr double k_street_half_width_m = 5.6;  // centre to kerb
inline constexpr double k_boulevard_half_width_m = 8.4;
inline constexpr double k_kerb_width_m = 0.3;
inline constexpr double k_kerb_height_m = 0.15;
inline constexpr double k_sidewalk_lift_m = 0.17;  // sidewalks and yards above road ground
inline constexpr double k_building_line_m = 5.0;   // kerb to frontage: kerb and sidewalk
inline constexpr double k_side_depth_m = 60.0;     // from the road's centre: no side goes deeper
inline constexpr double k_bank_width_m = 2.4;      // a side's last stretch, falling to the base
inline constexpr double k_base_drop_m = 0.4;       // base ground below street ground

// Segments at each end of an edge that belong to the junction's corners: no lot reaches into them.
inline constexpr unsigned k_corner_segments = 3;

}  // namespace terrane::city
