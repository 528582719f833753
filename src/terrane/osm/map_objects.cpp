#include "terrane/osm/map_objects.h"

#include <algorithm>

#include "terrane/osm/road_stations.h"

namespace terrane::osm {
namespace {

using content::OwnedKind;

// The sectors asked about.
class Wanted {
 public:
  explicit Wanted(std::span<const stream::PieceKey> pieces) {
    for (const stream::PieceKey key : pieces) keys_.push_back(key.value);
    std::sort(keys_.begin(), keys_.end());
  }
  bool has(std::uint64_t key) const { return std::binary_search(keys_.begin(), keys_.end(), key); }

 private:
  std::vector<std::uint64_t> keys_;
};

void add_road(const MapWorld& world, const Road& road, const Wanted& wanted,
              std::vector<content::OwnedObject>& objects) {
  const std::span<const geo::PositionE7> line = world.map.at(road.positions);
  for (std::uint32_t at = 1; at < line.size(); ++at) {
    const NodePair pair =
        make_pair_of_nodes(line[at - 1], line[at], distance_m(line[at - 1], line[at]));
    for (std::uint32_t piece = 0; piece < pair.pieces; ++piece) {
      if (!wanted.has(world.index.grid.key(pair.midpoint(piece)))) continue;
      objects.push_back({OwnedKind::Road, road_piece_id(road.way_id, road.run, at - 1, piece)});
    }
  }
}

}  // namespace

std::vector<content::OwnedObject> objects_of_map(const MapWorld& world,
                                                 std::span<const stream::PieceKey> pieces) {
  const Wanted wanted(pieces);
  const MapData& map = world.map;
  std::vector<content::OwnedObject> objects;
  for (std::size_t at = 0; at < map.areas.size(); ++at) {
    if (!wanted.has(world.index.area_owner[at])) continue;
    objects.push_back({is_building(map.areas[at].kind) ? OwnedKind::Building : OwnedKind::Area,
                       map.areas[at].id});
  }
  for (const Road& road : map.roads) add_road(world, road, wanted, objects);
  for (const Furniture& thing : map.furniture) {
    if (!wanted.has(world.index.grid.key(thing.position))) continue;
    objects.push_back({OwnedKind::Tree, static_cast<std::uint64_t>(thing.node_id)});
  }
  for (const SectorLists::Pair& pair : world.index.labels.all()) {
    if (!wanted.has(pair.sector)) continue;
    objects.push_back(
        {OwnedKind::Label, static_cast<std::uint64_t>(map.roads[pair.object].way_id)});
  }
  std::sort(objects.begin(), objects.end(), [](const auto& a, const auto& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.id < b.id;
  });
  return objects;
}

}  // namespace terrane::osm
