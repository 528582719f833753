// What an area's tags make of it: a building, a part of one, water, or a kind of ground.
// Source: map-rules, https://wiki.openstreetmap.org/wiki/Map_features.
#pragma once

#include <cstdint>
#include <optional>

#include "terrane/content/vertex.h"
#include "terrane/osm/tag_values.h"

namespace terrane::osm {

// Ground kinds are in drawing order, the lowest first.
enum class AreaKind : std::uint8_t {
  Building,
  BuildingPart,
  Farmland,
  Forest,
  Bare,
  Grass,
  Park,
  Pitch,
  Sand,
  Water,
  Pool,
  Paved,
  Pier,
};

// Nothing where the tags name no area that is drawn.
std::optional<AreaKind> read_area_kind(const TagValues& tags);

inline bool is_building(AreaKind kind) {
  return kind <= AreaKind::BuildingPart;
}
inline bool is_water(AreaKind kind) {
  return kind == AreaKind::Water || kind == AreaKind::Pool;
}

// How a ground kind is drawn.
struct GroundLook {
  content::Material material = content::Material::Grass;
  std::uint8_t palette = 0;
  std::uint8_t layer = 0;
  std::int32_t height_mm = 0;  // above the ground's sheet
};
GroundLook ground_look(AreaKind kind);

}  // namespace terrane::osm
