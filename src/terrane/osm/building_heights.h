// A building's tags as numbers, and the heights that follow from them by the map's rules: `height`
// is from the ground to the top, roof included; levels leave the roof out; a level is 3 m. Source:
// map-rules ("Tags"), https://wiki.openstreetmap.org/wiki/Simple_3D_Buildings.
#pragma once

#include <cstdint>
#include <optional>

#include "terrane/osm/tag_values.h"

namespace terrane::osm {

enum class BuildingUse : std::uint8_t {
  Other,
  Small,
  House,
  Apartments,
  Office,
  Retail,
  Industrial,
  Religious,
  Slab,
};

struct BuildingTags {
  BuildingUse use = BuildingUse::Other;
  bool slab = false;  // `roof`: a slab one can walk under
  bool roof_is_flat = true;
  std::optional<double> height_m;
  std::optional<double> min_height_m;
  std::optional<double> levels;
  std::optional<double> min_level;
  std::optional<double> roof_height_m;
  std::optional<double> roof_levels;
  std::int16_t wall_palette = -1;  // of the palette's cube; -1: the facade style's
  std::int16_t roof_palette = -1;
};

// `part`: read `building:part` for the use and the slab.
BuildingTags read_building_tags(const TagValues& tags, bool part, std::vector<TagFault>& faults);

// What a part lacks it has from its outline: heights, levels, colours.
void inherit(BuildingTags& part, const BuildingTags& outline);

struct BuildingHeights {
  double bottom_m = 0;  // of the walls; 0 stands on the ground
  double eaves_m = 0;   // where the roof begins; >= bottom
  double top_m = 0;     // >= eaves, > bottom
  double storey_m = 3;  // for the windows
};

inline constexpr double k_level_m = 3.0;
inline constexpr double k_low_roof_levels = 0.6;  // `roof:levels=0` is a low roof, not none
inline constexpr double k_slab_m = 0.3;

// `area_m2` of the footprint and `hash` of the owner point decide where no tag does.
BuildingHeights building_heights(const BuildingTags& tags, double area_m2, std::uint64_t hash);

}  // namespace terrane::osm
