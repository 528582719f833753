#include "terrane/osm/building_heights.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/osm/tags_parse.h"

namespace terrane::osm {
namespace {

struct UseRule {
  std::string_view value;
  BuildingUse use;
};

constexpr UseRule k_uses[] = {
    {"garage", BuildingUse::Small},
    {"garages", BuildingUse::Small},
    {"shed", BuildingUse::Small},
    {"carport", BuildingUse::Small},
    {"hut", BuildingUse::Small},
    {"kiosk", BuildingUse::Small},
    {"cabin", BuildingUse::Small},
    {"greenhouse", BuildingUse::Small},
    {"toilets", BuildingUse::Small},
    {"roof", BuildingUse::Slab},
    {"house", BuildingUse::House},
    {"detached", BuildingUse::House},
    {"bungalow", BuildingUse::House},
    {"semidetached_house", BuildingUse::House},
    {"terrace", BuildingUse::House},
    {"farm", BuildingUse::House},
    {"apartments", BuildingUse::Apartments},
    {"residential", BuildingUse::Apartments},
    {"dormitory", BuildingUse::Apartments},
    {"hotel", BuildingUse::Apartments},
    {"hospital", BuildingUse::Office},
    {"office", BuildingUse::Office},
    {"commercial", BuildingUse::Office},
    {"government", BuildingUse::Office},
    {"university", BuildingUse::Office},
    {"public", BuildingUse::Office},
    {"civic", BuildingUse::Office},
    {"school", BuildingUse::Office},
    {"retail", BuildingUse::Retail},
    {"supermarket", BuildingUse::Retail},
    {"industrial", BuildingUse::Industrial},
    {"warehouse", BuildingUse::Industrial},
    {"hangar", BuildingUse::Industrial},
    {"manufacture", BuildingUse::Industrial},
    {"barn", BuildingUse::Industrial},
    {"church", BuildingUse::Religious},
    {"cathedral", BuildingUse::Religious},
    {"chapel", BuildingUse::Religious},
    {"mosque", BuildingUse::Religious},
    {"synagogue", BuildingUse::Religious},
    {"temple", BuildingUse::Religious},
};

BuildingUse use_of(std::string_view value) {
  for (const UseRule& rule : k_uses) {
    if (rule.value == value) return rule.use;
  }
  return BuildingUse::Other;
}

std::optional<double> read_length(const TagValues& tags, Key key, const char* code,
                                  std::vector<TagFault>& faults) {
  if (!tags.has(key)) return std::nullopt;
  const TagNumber number = parse_length_m(tags.get(key), k_height_cap_m);
  if (number.faulty) add_fault(faults, code, key, tags.get(key));
  return number.value;
}

std::optional<double> read_levels(const TagValues& tags, Key key, std::vector<TagFault>& faults) {
  if (!tags.has(key)) return std::nullopt;
  const TagNumber number = parse_count(tags.get(key), k_levels_cap);
  if (number.faulty) add_fault(faults, "levels_absurd", key, tags.get(key));
  return number.value;
}

std::int16_t read_colour(const TagValues& tags, Key key, std::vector<TagFault>& faults) {
  if (!tags.has(key)) return -1;
  const std::optional<content::Rgb8> colour = parse_colour(tags.get(key));
  if (!colour) {
    add_fault(faults, "colour_unknown", key, tags.get(key));
    return -1;
  }
  return content::nearest_cube_colour(*colour);
}

double levels_by_kind(BuildingUse use, double area_m2, std::uint64_t hash) {
  switch (use) {
    case BuildingUse::Small:
    case BuildingUse::Slab:
      return 1;
    case BuildingUse::House:
      return 2;
    case BuildingUse::Apartments:
    case BuildingUse::Office:
      return 4;
    default:
      break;
  }
  const double by_area = area_m2 < 150 ? 2 : area_m2 < 400 ? 3 : 4;
  if (use != BuildingUse::Other) return by_area;  // church, industrial, retail: by footprint alone
  return by_area + static_cast<double>(base::draw_integer(base::hash(hash, 1), -1, 1));
}

// The roof's height where it is tagged or follows from roof levels; 0 for a flat roof without
// either.
double roof_of(const BuildingTags& tags) {
  if (tags.roof_height_m) return *tags.roof_height_m;
  if (tags.roof_levels) {
    const double levels = *tags.roof_levels > 0 ? *tags.roof_levels : k_low_roof_levels;
    if (*tags.roof_levels > 0 || !tags.roof_is_flat) return levels * k_level_m;
  }
  return tags.roof_is_flat ? 0.0 : k_level_m;
}

}  // namespace

BuildingTags read_building_tags(const TagValues& tags, bool part, std::vector<TagFault>& faults) {
  BuildingTags building;
  building.use = use_of(tags.get(part ? Key::BuildingPart : Key::Building));
  building.slab = building.use == BuildingUse::Slab;
  building.roof_is_flat = !tags.has(Key::RoofShape) || tags.is(Key::RoofShape, "flat");
  building.height_m = read_length(tags, Key::Height, "height_absurd", faults);
  if (!building.height_m) {
    building.height_m = read_length(tags, Key::BuildingHeight, "height_absurd", faults);
  }
  if (building.height_m && !(*building.height_m > 0)) {
    add_fault(faults, "height_absurd", Key::Height, tags.get(Key::Height));
    building.height_m.reset();
  }
  building.min_height_m = read_length(tags, Key::MinHeight, "min_height_absurd", faults);
  building.levels = read_levels(tags, Key::BuildingLevels, faults);
  building.min_level = read_levels(tags, Key::BuildingMinLevel, faults);
  building.roof_height_m = read_length(tags, Key::RoofHeight, "roof_height_absurd", faults);
  building.roof_levels = read_levels(tags, Key::RoofLevels, faults);
  building.wall_palette = read_colour(tags, Key::BuildingColour, faults);
  if (building.wall_palette < 0) {
    building.wall_palette = read_colour(tags, Key::BuildingFacadeColour, faults);
  }
  building.roof_palette = read_colour(tags, Key::RoofColour, faults);
  return building;
}

void inherit(BuildingTags& part, const BuildingTags& outline) {
  if (!part.height_m && !part.levels) {
    part.height_m = outline.height_m;
    part.levels = outline.levels;
    if (!part.roof_height_m && !part.roof_levels) {
      part.roof_height_m = outline.roof_height_m;
      part.roof_levels = outline.roof_levels;
    }
  }
  if (part.use == BuildingUse::Other) part.use = outline.use;
  if (part.wall_palette < 0) part.wall_palette = outline.wall_palette;
  if (part.roof_palette < 0) part.roof_palette = outline.roof_palette;
}

BuildingHeights building_heights(const BuildingTags& tags, double area_m2, std::uint64_t hash) {
  BuildingHeights heights;
  double roof_m = roof_of(tags);
  double levels = tags.levels ? *tags.levels : levels_by_kind(tags.use, area_m2, hash);
  if (tags.levels && *tags.levels == 0 && !(tags.roof_levels && *tags.roof_levels > 0)) levels = 1;
  heights.top_m = tags.height_m ? *tags.height_m : levels * k_level_m + roof_m;
  const double walls_m = std::max(heights.top_m - roof_m, 0.0);
  double bottom_m = 0;
  if (tags.min_height_m) {
    bottom_m = *tags.min_height_m;
  } else if (tags.min_level) {
    const bool share = tags.levels && *tags.levels > 0 && *tags.min_level <= *tags.levels;
    bottom_m = share ? walls_m * *tags.min_level / *tags.levels : *tags.min_level * k_level_m;
  }
  // A bottom at or above the top cannot be meant: the thing stands on the ground instead.
  heights.bottom_m = bottom_m < heights.top_m ? bottom_m : 0.0;
  if (tags.slab) heights.bottom_m = std::max(heights.top_m - k_slab_m, heights.bottom_m);
  roof_m = std::min(roof_m, heights.top_m - heights.bottom_m);
  heights.eaves_m = heights.top_m - roof_m;
  const double wall_levels = std::max(std::floor(levels + 0.5), 1.0);
  heights.storey_m = tags.levels && walls_m > 0 ? walls_m / wall_levels : k_level_m;
  heights.storey_m = std::clamp(heights.storey_m, 2.2, 8.0);
  return heights;
}

}  // namespace terrane::osm
