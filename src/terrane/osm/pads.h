// How far a map rule may look past its sector: the input of a sector is padded by exactly this, and
// more data than the pad never changes what is built (agreement rules 2 and 3). Each number is the
// horizon of the rules that read that kind of object; 0 means that only what touches the sector
// counts.
#pragma once

namespace terrane::osm {

// Roads: the bridge solver's horizon and half of its smoothing window.
inline constexpr double k_road_pad_m = 742.0;
// Coast and water areas: the larger of the shoreline carve distance and the roads' pad, because
// bridges clear water.
inline constexpr double k_water_pad_m = 742.0;
// Buildings and their parts: a part whose owner point lies within this of the sector that owns its
// outline is built there, so both must be seen that far.
inline constexpr double k_building_pad_m = 150.0;
// Land cover and furniture.
inline constexpr double k_object_pad_m = 0.0;

// Sheets of ground reach this far past their sector, so that neighbours overlap instead of meeting
// in a hairline crack.
inline constexpr double k_sheet_overlap_m = 0.5;

}  // namespace terrane::osm
