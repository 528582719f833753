#include "terrane/osm/area_rules.h"

#include <algorithm>
#include <iterator>

#include "terrane/content/palette.h"

namespace terrane::osm {
namespace {

struct ValueRule {
  std::string_view value;
  AreaKind kind;
};

constexpr ValueRule k_natural[] = {
    {"water", AreaKind::Water},     {"wood", AreaKind::Forest},  {"scrub", AreaKind::Forest},
    {"grassland", AreaKind::Grass}, {"heath", AreaKind::Grass},  {"wetland", AreaKind::Grass},
    {"sand", AreaKind::Sand},       {"beach", AreaKind::Sand},   {"bare_rock", AreaKind::Bare},
    {"scree", AreaKind::Bare},      {"shingle", AreaKind::Bare}, {"mud", AreaKind::Bare},
    {"fell", AreaKind::Grass},      {"tundra", AreaKind::Grass},
};
constexpr ValueRule k_landuse[] = {
    {"grass", AreaKind::Grass},        {"meadow", AreaKind::Grass},
    {"village_green", AreaKind::Park}, {"recreation_ground", AreaKind::Park},
    {"cemetery", AreaKind::Park},      {"flowerbed", AreaKind::Park},
    {"orchard", AreaKind::Grass},      {"vineyard", AreaKind::Grass},
    {"allotments", AreaKind::Grass},   {"greenery", AreaKind::Park},
    {"forest", AreaKind::Forest},      {"farmland", AreaKind::Farmland},
    {"farmyard", AreaKind::Bare},      {"quarry", AreaKind::Bare},
    {"brownfield", AreaKind::Bare},    {"construction", AreaKind::Bare},
    {"greenfield", AreaKind::Grass},   {"railway", AreaKind::Bare},
    {"reservoir", AreaKind::Water},    {"basin", AreaKind::Water},
};
constexpr ValueRule k_leisure[] = {
    {"park", AreaKind::Park},         {"garden", AreaKind::Park},
    {"golf_course", AreaKind::Grass}, {"playground", AreaKind::Sand},
    {"pitch", AreaKind::Pitch},       {"dog_park", AreaKind::Park},
    {"common", AreaKind::Park},       {"swimming_pool", AreaKind::Pool},
    {"track", AreaKind::Bare},
};
constexpr ValueRule k_amenity[] = {
    {"parking", AreaKind::Paved},
    {"fountain", AreaKind::Pool},
    {"grave_yard", AreaKind::Park},
    {"marketplace", AreaKind::Paved},
};
constexpr ValueRule k_waterway[] = {
    {"riverbank", AreaKind::Water},
    {"dock", AreaKind::Water},
};
constexpr ValueRule k_highway_areas[] = {
    {"pedestrian", AreaKind::Paved}, {"footway", AreaKind::Paved},   {"service", AreaKind::Paved},
    {"platform", AreaKind::Paved},   {"rest_area", AreaKind::Paved}, {"services", AreaKind::Paved},
};

template <std::size_t Count>
std::optional<AreaKind> find_kind(const ValueRule (&rules)[Count], std::string_view value) {
  const auto* const found =
      std::find_if(std::begin(rules), std::end(rules),
                   [value](const ValueRule& rule) { return rule.value == value; });
  if (found == std::end(rules)) return std::nullopt;
  return found->kind;
}

// Values that say a thing does not stand (yet, or any more).
bool stands(std::string_view value) {
  for (const std::string_view gone :
       {"no", "proposed", "planned", "construction", "razed", "abandoned", "disused", "demolished",
        "destroyed", "removed"}) {
    if (value == gone) return false;
  }
  return true;
}

bool is_underground(const TagValues& tags) {
  const bool only_cellars = tags.has(Key::BuildingLevelsUnderground) &&
                            !tags.has(Key::BuildingLevels) && !tags.has(Key::Height);
  const std::string_view layer = tags.get(Key::Layer);
  return tags.is(Key::Location, "underground") || (!layer.empty() && layer.front() == '-') ||
         only_cellars;
}

std::optional<AreaKind> building_kind(const TagValues& tags) {
  const bool whole = tags.has(Key::Building) && stands(tags.get(Key::Building));
  const bool part = tags.has(Key::BuildingPart) && stands(tags.get(Key::BuildingPart));
  if ((!whole && !part) || is_underground(tags)) return std::nullopt;
  return whole ? AreaKind::Building : AreaKind::BuildingPart;
}

}  // namespace

std::optional<AreaKind> read_area_kind(const TagValues& tags) {
  if (tags.has(Key::Building) || tags.has(Key::BuildingPart)) {
    if (const std::optional<AreaKind> kind = building_kind(tags)) return kind;
  }
  if (tags.is(Key::Location, "underground") || tags.says(Key::Tunnel) || tags.says(Key::Indoor)) {
    return std::nullopt;
  }
  if (const auto kind = find_kind(k_natural, tags.get(Key::Natural))) return kind;
  if (const auto kind = find_kind(k_leisure, tags.get(Key::Leisure))) return kind;
  if (const auto kind = find_kind(k_landuse, tags.get(Key::Landuse))) return kind;
  if (const auto kind = find_kind(k_waterway, tags.get(Key::Waterway))) return kind;
  if (tags.is(Key::ManMade, "pier")) return AreaKind::Pier;
  if (tags.is(Key::Place, "square")) return AreaKind::Paved;
  if (tags.is(Key::Area, "yes")) {
    if (const auto kind = find_kind(k_highway_areas, tags.get(Key::Highway))) return kind;
  }
  return find_kind(k_amenity, tags.get(Key::Amenity));
}

GroundLook ground_look(AreaKind kind) {
  using content::Material;
  namespace palette = content::palette;
  constexpr std::uint8_t k_land = content::k_ground_layer_land_cover;
  constexpr std::uint8_t k_land_upper = content::k_ground_layer_land_cover + 1;
  constexpr std::uint8_t k_water = content::k_ground_layer_water;
  switch (kind) {
    case AreaKind::Farmland:
      return {Material::Soil, palette::k_grass_dry, k_land, 20};
    case AreaKind::Forest:
      return {Material::Grass, palette::k_forest_floor, k_land, 22};
    case AreaKind::Bare:
      return {Material::Soil, palette::k_soil, k_land, 24};
    case AreaKind::Grass:
      return {Material::Grass, palette::k_grass, k_land, 26};
    case AreaKind::Park:
      return {Material::Grass, palette::k_grass, k_land, 28};
    case AreaKind::Pitch:
      return {Material::Grass, palette::k_leaf_green, k_land_upper, 32};
    case AreaKind::Sand:
      return {Material::Soil, palette::k_sand, k_land_upper, 34};
    case AreaKind::Water:
      return {Material::Water, palette::k_water, k_water, 40};
    case AreaKind::Pool:
      return {Material::Water, palette::k_water, k_water + 1, 50};
    case AreaKind::Paved:
      return {Material::Paving, palette::k_paving_cool, k_water + 1, 46};
    default:
      return {Material::Paving, palette::k_paving_warm, k_water + 1, 48};
  }
}

}  // namespace terrane::osm
