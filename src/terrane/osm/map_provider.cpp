#include "terrane/osm/map_provider.h"

#include <algorithm>
#include <utility>

#include "terrane/base/hash.h"
#include "terrane/osm/map_objects.h"
#include "terrane/osm/map_plan.h"
#include "terrane/osm/map_world.h"
#include "terrane/osm/road_follower.h"
#include "terrane/osm/road_name.h"
#include "terrane/osm/sector_build.h"
#include "terrane/osm/sector_place.h"
#include "terrane/osm/start_place.h"
#include "terrane/stream/ring_selector.h"

namespace terrane::osm {
namespace {

using base::Error;
using base::ErrorCode;
using geo::PositionE7;
using stream::PieceKey;

class SectorGrid final : public stream::RingGrid {
 public:
  explicit SectorGrid(const SectorIndex& index) : index_(index) {}

  void pieces_near(geo::Vec3 position, double radius_m,
                   std::vector<stream::RingCandidate>& pieces) override {
    if (index_.pieces.empty()) return;
    const PositionE7 centre = map_position(position);
    const RectE7 around =
        padded_rect({centre.lat_e7, centre.lon_e7, centre.lat_e7, centre.lon_e7}, radius_m);
    const LocalScale scale = local_scale(centre.lat_e7);
    const TileGrid::Span span = index_.grid.span(around);
    for (std::uint32_t x = span.first_x; x <= span.last_x; ++x) {
      for (std::uint32_t y = span.first_y; y <= span.last_y; ++y) {
        const geo::Tile tile{geo::k_sector_zoom, x, y};
        if (!index_.is_piece(geo::sector_key(tile))) continue;
        pieces.push_back(
            {PieceKey{geo::sector_key(tile)}, sector_distance_m(centre, scale, tile), 0});
      }
    }
  }

 private:
  const SectorIndex& index_;
};

class MapProvider final : public stream::Provider {
 public:
  MapProvider(MapWorld world, const std::string& path) : world_(std::move(world)) {
    info_.uri = "osm:" + path;
    info_.geographic = true;
    info_.attribution = "© OpenStreetMap contributors";
    info_.rules_digest = base::hash(base::hash_text("osm"), k_map_rules_version);
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
    const std::size_t at = piece_index(key);
    const std::int32_t buildings_mm = at < frames_.size() ? world_.index.piece_height_mm[at] : 0;
    return rough_sector_bounds(key.value, piece_frame(key), buildings_mm);
  }

  base::Result<stream::Selection> select(std::span<const stream::Observer> observers,
                                         const stream::SelectionLimits& limits,
                                         std::span<const PieceKey> resident) override {
    TERRANE_TRY(check_observers(observers, info_.uri));
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
    if (area != nullptr) TERRANE_TRY(check_area(*area, info_.uri));
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
    return objects_of_map(world_, pieces);
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
