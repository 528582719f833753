#include "terrane/osm/map_provider.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"
#include "terrane/osm/map_plan.h"
#include "terrane/osm/map_world.h"
#include "terrane/osm/projector.h"
#include "terrane/osm/road_follower.h"
#include "terrane/osm/road_name.h"
#include "terrane/osm/road_stations.h"
#include "terrane/osm/sector_build.h"
#include "terrane/osm/start_place.h"
#include "terrane/stream/ring_selector.h"

namespace terrane::osm {
namespace {

using base::Error;
using base::ErrorCode;
using geo::PositionE7;
using stream::PieceKey;

// Rises with every rule that changes what is built.
constexpr std::uint64_t k_rules_version = 1;
// How far buildings and ribbons may reach out of their sector, for rough bounds.
constexpr std::int32_t k_overhang_mm = 150000;

PositionE7 position_of(geo::Vec3 world) {
  const geo::Geodetic place = geo::to_geodetic(world);
  return geo::to_position_e7(place.lat_rad / base::k_radians_per_degree,
                             place.lon_rad / base::k_radians_per_degree);
}

class SectorGrid final : public stream::RingGrid {
 public:
  explicit SectorGrid(const SectorIndex& index) : index_(index) {}

  void pieces_near(geo::Vec3 position, double radius_m,
                   std::vector<stream::RingCandidate>& pieces) override {
    if (index_.pieces.empty()) return;
    const PositionE7 centre = position_of(position);
    const RectE7 around =
        padded_rect({centre.lat_e7, centre.lon_e7, centre.lat_e7, centre.lon_e7}, radius_m);
    const LocalScale scale = local_scale(centre.lat_e7);
    const TileGrid::Span span = index_.grid.span(around);
    for (std::uint32_t x = span.first_x; x <= span.last_x; ++x) {
      for (std::uint32_t y = span.first_y; y <= span.last_y; ++y) {
        const geo::Tile tile{geo::k_sector_zoom, x, y};
        if (!index_.is_piece(geo::sector_key(tile))) continue;
        const geo::BoundsE7 bounds = geo::bounds_of(tile);
        const double east_m =
            outside(centre.lon_e7, bounds.west_e7, bounds.east_e7) * scale.east_m_per_e7;
        const double north_m =
            outside(centre.lat_e7, bounds.south_e7, bounds.north_e7) * scale.north_m_per_e7;
        pieces.push_back(
            {PieceKey{geo::sector_key(tile)}, std::sqrt(east_m * east_m + north_m * north_m), 0});
      }
    }
  }

 private:
  static double outside(std::int32_t value, std::int32_t low, std::int32_t high) {
    if (value < low) return static_cast<double>(static_cast<std::int64_t>(low) - value);
    if (value > high) return static_cast<double>(static_cast<std::int64_t>(value) - high);
    return 0;
  }

  const SectorIndex& index_;
};

class MapProvider final : public stream::Provider {
 public:
  MapProvider(MapWorld world, const std::string& path) : world_(std::move(world)) {
    info_.uri = "osm:" + path;
    info_.geographic = true;
    info_.attribution = "© OpenStreetMap contributors";
    info_.rules_digest = base::hash(base::hash_text("osm"), k_rules_version);
    const StartPlace start = start_place(world_.map, world_.index);
    info_.start = start.frame;
    info_.start_heading_rad = start.heading_rad;
    info_.surround =
        world_.map.coasts.empty() ? content::Material::Grass : content::Material::Water;
    info_.surround_height_m = -1.5;  // below all ground, so that it shows only where none is
    for (const std::uint64_t key : world_.index.pieces) {
      frames_.push_back(geo::sector_frame(geo::sector_of_key(key)));
    }
  }

  const stream::WorldInfo& info() const override { return info_; }

  geo::Frame piece_frame(PieceKey key) const override {
    const std::size_t at = piece_index(key);
    return at < frames_.size() ? frames_[at] : geo::sector_frame(geo::sector_of_key(key.value));
  }

  geo::Frame frame_at(geo::Vec3 position) const override {
    return geo::tangent_frame(geo::to_geodetic(position));
  }

  double ground_height_m(geo::Vec3) const override { return 0; }

  content::BoundsMm rough_bounds(PieceKey key) const override {
    const geo::BoundsE7 bounds = geo::bounds_of(geo::sector_of_key(key.value));
    const Projector projector(piece_frame(key));
    content::BoundsMm rough;
    for (const std::int32_t lat : {bounds.south_e7, bounds.north_e7}) {
      for (const std::int32_t lon : {bounds.west_e7, bounds.east_e7}) {
        const geo::Vec3 corner = projector.place({lat, lon});
        const std::int32_t x_mm = base::to_mm32(corner.x);
        const std::int32_t z_mm = base::to_mm32(corner.z);
        rough.include(x_mm - k_overhang_mm, -2000, z_mm - k_overhang_mm);
        rough.include(x_mm + k_overhang_mm, 1000, z_mm + k_overhang_mm);
      }
    }
    const std::size_t at = piece_index(key);
    // Trees and lamps stand up to 15 m high.
    const std::int32_t buildings_mm = at < frames_.size() ? world_.index.piece_height_mm[at] : 0;
    rough.max_mm[1] = std::max(buildings_mm, 15000);
    return rough;
  }

  base::Result<stream::Selection> select(std::span<const stream::Observer> observers,
                                         const stream::SelectionLimits& limits,
                                         std::span<const PieceKey> resident) override {
    for (const stream::Observer& observer : observers) {
      if (geo::is_finite(observer.position) && geo::is_finite(observer.velocity)) continue;
      return Error{ErrorCode::BadUsage, "an observer's position is not a finite number",
                   "selection of " + info_.uri, "finite positions and velocities were expected"};
    }
    SectorGrid grid(world_.index);
    return stream::select_ring(grid, observers, limits, resident);
  }

  base::Result<content::Content> build_on_worker(const stream::BuildRequest& request,
                                                 std::span<const fetch::Bytes>) const override {
    if (!world_.index.is_piece(request.key.value)) {
      return Error{ErrorCode::NotFound, "the map has no such sector",
                   info_.uri + " sector " + std::to_string(request.key.value),
                   "the key of a sector that owns an object was expected"};
    }
    return build_sector(world_.map,
                        gather_input(world_.map, world_.index, request.key.value, request.scope));
  }

  base::Result<std::vector<PieceKey>> pieces_in(const stream::Area* area) const override {
    if (area != nullptr) {
      const bool finite = std::isfinite(area->min_x) && std::isfinite(area->min_y) &&
                          std::isfinite(area->max_x) && std::isfinite(area->max_y);
      if (!finite || area->min_x > area->max_x || area->min_y > area->max_y) {
        return Error{ErrorCode::BadUsage, "the area has no inside", info_.uri,
                     "west <= east and south <= north in degrees were expected"};
      }
    }
    std::vector<PieceKey> keys;
    for (const std::uint64_t key : world_.index.pieces) {
      if (area == nullptr || touches(geo::bounds_of(geo::sector_of_key(key)), *area)) {
        keys.push_back(PieceKey{key});
      }
    }
    return keys;
  }

  std::vector<PieceKey> neighbours(PieceKey key) const override {
    std::vector<PieceKey> around;
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const auto tile = geo::neighbour(geo::sector_of_key(key.value), dx, dy);
        if ((dx == 0 && dy == 0) || !tile) continue;
        if (world_.index.is_piece(geo::sector_key(*tile))) {
          around.push_back(PieceKey{geo::sector_key(*tile)});
        }
      }
    }
    std::sort(around.begin(), around.end());
    return around;
  }

  std::vector<content::OwnedObject> objects_in(std::span<const PieceKey> pieces) const override {
    std::vector<std::uint64_t> wanted;
    for (const PieceKey key : pieces) wanted.push_back(key.value);
    std::sort(wanted.begin(), wanted.end());
    const auto is_wanted = [&wanted](std::uint64_t key) {
      return std::binary_search(wanted.begin(), wanted.end(), key);
    };
    std::vector<content::OwnedObject> objects;
    const MapData& map = world_.map;
    const TileGrid& grid = world_.index.grid;
    for (std::size_t at = 0; at < map.areas.size(); ++at) {
      if (!is_wanted(world_.index.area_owner[at])) continue;
      objects.push_back({is_building(map.areas[at].kind) ? content::OwnedKind::Building
                                                         : content::OwnedKind::Area,
                         map.areas[at].id});
    }
    for (const Road& road : map.roads) add_road_objects(road, is_wanted, objects);
    for (const Furniture& thing : map.furniture) {
      if (!is_wanted(grid.key(thing.position))) continue;
      objects.push_back({content::OwnedKind::Tree, static_cast<std::uint64_t>(thing.node_id)});
    }
    for (const SectorLists::Pair& pair : world_.index.labels.all()) {
      if (!is_wanted(pair.sector)) continue;
      objects.push_back(
          {content::OwnedKind::Label, static_cast<std::uint64_t>(map.roads[pair.object].way_id)});
    }
    std::sort(objects.begin(), objects.end(), [](const auto& a, const auto& b) {
      return a.kind != b.kind ? a.kind < b.kind : a.id < b.id;
    });
    return objects;
  }

  base::Result<content::Plan> plan_in(const stream::Area* area) const override {
    return plan_of_map(world_.map, area);
  }
  stream::RoadName road_name_at(geo::Vec3 position) const override {
    return osm::road_name_at(world_.map, info(), position);
  }

  std::unique_ptr<stream::RoadFollower> follow_roads(geo::Vec3 start, double heading_rad,
                                                     std::uint64_t seed) const override {
    return make_road_follower(world_.map, start, heading_rad, seed);
  }

 private:
  std::size_t piece_index(PieceKey key) const {
    const std::vector<std::uint64_t>& pieces = world_.index.pieces;
    const auto found = std::lower_bound(pieces.begin(), pieces.end(), key.value);
    const bool known = found != pieces.end() && *found == key.value;
    return known ? static_cast<std::size_t>(found - pieces.begin()) : pieces.size();
  }

  // An area is half-open; one without extent is a point.
  static bool touches(const geo::BoundsE7& bounds, const stream::Area& area) {
    const auto overlaps = [](double low, double high, double from, double to) {
      return from < high && (to > low || (from == to && from >= low));
    };
    return overlaps(bounds.west_e7 * 1e-7, bounds.east_e7 * 1e-7, area.min_x, area.max_x) &&
           overlaps(bounds.south_e7 * 1e-7, bounds.north_e7 * 1e-7, area.min_y, area.max_y);
  }

  template <typename IsWanted>
  void add_road_objects(const Road& road, const IsWanted& is_wanted,
                        std::vector<content::OwnedObject>& objects) const {
    const std::span<const PositionE7> line = world_.map.at(road.positions);
    for (std::uint32_t at = 1; at < line.size(); ++at) {
      const NodePair pair =
          make_pair_of_nodes(line[at - 1], line[at], distance_m(line[at - 1], line[at]));
      for (std::uint32_t piece = 0; piece < pair.pieces; ++piece) {
        if (!is_wanted(world_.index.grid.key(pair.midpoint(piece)))) continue;
        objects.push_back(
            {content::OwnedKind::Road, road_piece_id(road.way_id, road.run, at - 1, piece)});
      }
    }
  }

  MapWorld world_;
  stream::WorldInfo info_;
  std::vector<geo::Frame> frames_;  // of each piece
};

}  // namespace

base::Result<std::unique_ptr<stream::Provider>> open_map(const std::string& path) {
  MapWorld world = TERRANE_TRY(open_map_world(path));
  return std::unique_ptr<stream::Provider>(std::make_unique<MapProvider>(std::move(world), path));
}

}  // namespace terrane::osm
