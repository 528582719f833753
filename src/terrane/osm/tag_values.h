// The tags of one object that the map's rules read, by key: filled once an object, then asked by
// every rule. Values point into the source's memory. Keys that no rule reads are not kept.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace terrane::osm {

// In the order of their names, so that a name is found by bisection.
enum class Key : std::uint8_t {
  Amenity,
  Area,
  Bridge,
  Building,
  BuildingColour,
  BuildingFacadeColour,
  BuildingHeight,
  BuildingLevels,
  BuildingLevelsUnderground,
  BuildingMaterial,
  BuildingMinLevel,
  BuildingPart,
  Covered,
  Emergency,
  Height,
  Highway,
  Indoor,
  Junction,
  Landuse,
  Lanes,
  Layer,
  LeafType,
  Leisure,
  Location,
  ManMade,
  MinHeight,
  Name,
  Natural,
  Oneway,
  Place,
  RoofAngle,
  RoofColour,
  RoofHeight,
  RoofLevels,
  RoofMaterial,
  RoofShape,
  Service,
  Surface,
  Tunnel,
  Type,
  Water,
  Waterway,
  Width,
};
inline constexpr std::size_t k_key_count = static_cast<std::size_t>(Key::Width) + 1;

class TagValues {
 public:
  // Keeps the tag if a rule reads its key. The text of `value` must outlive this object.
  void add(std::string_view key, std::string_view value);
  void clear() { *this = TagValues(); }
  bool any() const { return any_; }

  bool has(Key key) const { return present_[static_cast<std::size_t>(key)]; }
  // Empty where the tag is absent.
  std::string_view get(Key key) const { return values_[static_cast<std::size_t>(key)]; }
  bool is(Key key, std::string_view value) const { return has(key) && get(key) == value; }
  // Present and not "no".
  bool says(Key key) const { return has(key) && get(key) != "no"; }

 private:
  std::array<std::string_view, k_key_count> values_{};
  std::array<bool, k_key_count> present_{};
  bool any_ = false;
};

// A tag value that could not be used: what a warning says of it.
struct TagFault {
  std::string code;  // snake_case: "height_absurd"
  std::string detail;
};

void add_fault(std::vector<TagFault>& faults, const char* code, Key key, std::string_view value);

std::string_view key_name(Key key);

}  // namespace terrane::osm
