// All that a map source holds of what is drawn, in compact structs: positions in 1e-7 degrees, tags
// already read. Immutable after loading; every thread may read it. Nothing here depends on the
// order in which the source listed its objects: each list is sorted by id.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "terrane/content/content.h"
#include "terrane/osm/area_rules.h"
#include "terrane/osm/building_heights.h"
#include "terrane/osm/local_scale.h"
#include "terrane/osm/road_rules.h"

namespace terrane::osm {

// A stretch of the pool of positions.
struct PositionRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// A run of a way's present nodes, without repeated positions, in the way's canonical direction
// (from the end with the smaller position), so that a reversed way gives the same road.
struct Road {
  std::int64_t way_id = 0;
  std::uint32_t run = 0;  // which run of present nodes of its way
  RoadTags tags;
  PositionRange positions;
  RectE7 box;
  std::uint32_t name = 0;  // index into names; 0: none
};

// A coastline run: land on the left, water on the right, never reversed.
struct Coast {
  std::int64_t way_id = 0;
  PositionRange positions;
  RectE7 box;
};

// Open (the first position is not repeated), starts at its smallest position.
struct Ring {
  PositionRange positions;
  bool outer = true;  // outer rings run counter-clockwise (north up), inner ones clockwise
};

// An assembled area. Each outer ring is followed by its inner rings.
struct Area {
  std::uint64_t id = 0;  // unique among areas: twice the object's id, plus one for relations
  AreaKind kind = AreaKind::Building;
  std::uint32_t first_ring = 0;
  std::uint32_t ring_count = 0;
  std::uint32_t building = 0;  // index into buildings, for buildings and parts
  RectE7 box;
  geo::PositionE7 owner;  // the footprint vertex nearest the centroid
  double area_m2 = 0;
};

// Things that stand at a node.
struct Furniture {
  std::int64_t node_id = 0;
  content::InstanceKind kind = content::InstanceKind::BroadleafTree;
  geo::PositionE7 position;
};

// A remark on the source; `placed` ones are repeated in the content of the sector that owns them.
struct PlacedWarning {
  content::Warning warning;
  geo::PositionE7 position;
  bool placed = false;
};

struct MapData {
  std::vector<geo::PositionE7> positions;  // the pool
  std::vector<Road> roads;                 // sorted by way, then run
  std::vector<Coast> coasts;
  std::vector<Ring> rings;
  std::vector<Area> areas;  // sorted by id
  std::vector<BuildingTags> buildings;
  std::vector<Furniture> furniture;  // sorted by node
  std::vector<std::string> names;    // [0] is empty
  std::vector<PlacedWarning> warnings;
  RectE7 box = RectE7::nothing();  // of all nodes

  std::span<const geo::PositionE7> at(PositionRange range) const {
    return std::span<const geo::PositionE7>(positions).subspan(range.first, range.count);
  }
  std::span<const Ring> rings_of(const Area& area) const {
    return std::span<const Ring>(rings).subspan(area.first_ring, area.ring_count);
  }
};

// "way 17", "relation 4" from an area's id.
std::string area_object(std::uint64_t area_id);

}  // namespace terrane::osm
