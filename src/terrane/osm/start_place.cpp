#include "terrane/osm/start_place.h"

#include <tuple>

#include "terrane/osm/projector.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

PositionE7 middle_of(PositionE7 a, PositionE7 b) {
  const auto middle = [](std::int32_t x, std::int32_t y) {
    return static_cast<std::int32_t>((static_cast<std::int64_t>(x) + y) / 2);
  };
  return {middle(a.lat_e7, b.lat_e7), middle(a.lon_e7, b.lon_e7)};
}

// The piece that most areas touch; ties: the smallest key.
std::uint64_t densest_piece(const SectorIndex& index) {
  std::uint64_t densest = index.pieces.front();
  std::size_t most = 0;
  for (const std::uint64_t key : index.pieces) {
    const std::size_t count = index.areas.of(key).size() + index.roads.of(key).size();
    if (count > most) {
      most = count;
      densest = key;
    }
  }
  return densest;
}

StartPlace stand_at(PositionE7 position) {
  return {geo::tangent_frame(geo::to_geodetic(position)), 0};
}

}  // namespace

StartPlace start_place(const MapData& map, const SectorIndex& index) {
  if (index.pieces.empty()) {
    return stand_at(
        middle_of({map.box.south_e7, map.box.west_e7}, {map.box.north_e7, map.box.east_e7}));
  }
  const std::uint64_t key = densest_piece(index);
  const geo::BoundsE7 bounds = geo::bounds_of(geo::sector_of_key(key));
  const PositionE7 centre =
      middle_of({bounds.south_e7, bounds.west_e7}, {bounds.north_e7, bounds.east_e7});
  // The most important road, of these the one that passes nearest to the sector's middle. Roads for
  // cars come before paths by their class.
  bool found = false;
  std::tuple<RoadClass, double, PositionE7, PositionE7> best;
  for (const SectorLists::Pair& pair : index.roads.of(key)) {
    const Road& road = map.roads[pair.object];
    if (road.tags.bridge) continue;
    const std::span<const PositionE7> line = map.at(road.positions);
    for (std::size_t at = 1; at < line.size(); ++at) {
      const PositionE7 middle = middle_of(line[at - 1], line[at]);
      if (!bounds.contains(middle)) continue;
      // A motorway is no place to stand while there are streets.
      const RoadClass rank =
          road.tags.road_class < RoadClass::Primary ? RoadClass::Tertiary : road.tags.road_class;
      const std::tuple candidate(rank, distance_m(middle, centre), line[at - 1], line[at]);
      if (!found || candidate < best) {
        best = candidate;
        found = true;
      }
    }
  }
  if (!found) return stand_at(centre);
  StartPlace start = stand_at(middle_of(std::get<2>(best), std::get<3>(best)));
  const Projector projector(start.frame);
  const geo::Vec3 along = projector.place(std::get<3>(best)) - projector.place(std::get<2>(best));
  start.heading_rad = geo::heading_of(along);
  return start;
}

}  // namespace terrane::osm
