#include "terrane/osm/live_provider.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/osm/live_follower.h"
#include "terrane/osm/live_query.h"
#include "terrane/osm/live_store.h"
#include "terrane/osm/map_objects.h"
#include "terrane/osm/map_plan.h"
#include "terrane/osm/map_provider.h"
#include "terrane/osm/road_name.h"
#include "terrane/osm/sector_build.h"
#include "terrane/osm/sector_place.h"
#include "terrane/stream/ring_selector.h"

namespace terrane::osm {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using geo::PositionE7;
using stream::PieceKey;

// Where one stands who names no place: the harbour of Monaco.
constexpr PositionE7 k_start{437347000, 74214000};
// Before a sector is built nobody knows how high its houses are.
constexpr std::int32_t k_height_mm = 40000;
// What one command may ask for at once.
constexpr std::size_t k_sectors_max = 4096;
// Beyond the unload radius tiles are still needed as far as the pad and the tile's own size.
constexpr double k_tile_reach_m = 2200.0;

class LiveGrid final : public stream::RingGrid {
 public:
  void pieces_near(geo::Vec3 position, double radius_m,
                   std::vector<stream::RingCandidate>& pieces) override {
    const PositionE7 centre = map_position(position);
    const LocalScale scale = local_scale(centre.lat_e7);
    const auto middle = geo::tile_of(centre);
    if (!middle) return;
    const geo::BoundsE7 bounds = geo::bounds_of(*middle);
    const double wide_m =
        (static_cast<double>(bounds.east_e7) - bounds.west_e7) * scale.east_m_per_e7;
    const double high_m =
        (static_cast<double>(bounds.north_e7) - bounds.south_e7) * scale.north_m_per_e7;
    const int columns = static_cast<int>(radius_m / wide_m) + 1;
    const int rows = static_cast<int>(radius_m / high_m) + 2;  // their height changes
    for (int dx = -columns; dx <= columns; ++dx) {
      for (int dy = -rows; dy <= rows; ++dy) {
        const auto tile = geo::neighbour(*middle, dx, dy);
        if (!tile) continue;
        const double distance_m = sector_distance_m(centre, scale, *tile);
        if (distance_m > radius_m) continue;
        pieces.push_back({PieceKey{geo::sector_key(*tile)}, distance_m, 0});
      }
    }
  }
};

RectE7 area_rect(const stream::Area& area) {
  const auto e7 = [](double degrees) {
    return static_cast<std::int32_t>(std::clamp(degrees * 1e7, -2.1e9, 2.1e9));
  };
  return {e7(area.min_y), e7(area.min_x), e7(area.max_y), e7(area.max_x)};
}

class LiveProvider final : public stream::Provider {
 public:
  explicit LiveProvider(LiveOptions options) : endpoint_(std::move(options.endpoint)) {
    info_.uri = "osm:overpass" + (endpoint_.empty() ? "" : "?endpoint=" + endpoint_);
    if (endpoint_.empty()) endpoint_ = k_public_overpass;
    info_.geographic = true;
    info_.attribution = "© OpenStreetMap contributors";
    info_.rules_digest = base::hash(base::hash_text("osm"), k_map_rules_version);
    info_.start = geo::tangent_frame(geo::to_geodetic(k_start));
    info_.surround = content::Material::Grass;
    info_.surround_height_m = -1.5;  // below all ground, so that it shows only where none is
    if (options.transport != nullptr) open_fetcher(std::move(options));
  }

  const stream::WorldInfo& info() const override { return info_; }
  geo::Frame piece_frame(PieceKey key) const override {
    return geo::sector_frame(geo::sector_of_key(key.value));
  }
  geo::Frame frame_at(geo::Vec3 position) const override {
    return geo::tangent_frame(geo::to_geodetic(position));
  }
  double ground_height_m(geo::Vec3) const override { return 0; }
  content::BoundsMm rough_bounds(PieceKey key) const override {
    return rough_sector_bounds(key.value, piece_frame(key), k_height_mm);
  }

  Result<stream::Selection> select(std::span<const stream::Observer> observers,
                                   const stream::SelectionLimits& limits,
                                   std::span<const PieceKey> resident) override {
    TERRANE_TRY(check_observers(observers, info_.uri));
    if (has_coast_) info_.surround = content::Material::Water;
    keep_radius_m_ = std::max(limits.load_radius_m, limits.unload_radius_m) *
                         (1 + stream::k_ring_look_ahead_radii) +
                     k_tile_reach_m;
    LiveGrid grid;
    return stream::select_ring(grid, observers, limits, resident);
  }

  void evict_far(std::span<const stream::Observer> observers) override {
    const auto is_near = [&](geo::Tile tile) {
      return std::any_of(observers.begin(), observers.end(), [&](const stream::Observer& observer) {
        const PositionE7 centre = map_position(observer.position);
        return sector_distance_m(centre, local_scale(centre.lat_e7), tile) < keep_radius_m_;
      });
    };
    store_.keep_only(is_near);
    if (fetcher_ == nullptr) return;
    fetcher_->keep_only([&](const fetch::Request& request) {
      const auto tile = tile_of_request(request);
      return tile && is_near(*tile);
    });
  }

  std::vector<fetch::Request> needs(PieceKey key) const override {
    std::vector<fetch::Request> requests;
    for (const geo::Tile tile : query_tiles_of(key.value)) {
      requests.push_back(query_request(tile, endpoint_));
    }
    return requests;
  }
  fetch::Fetcher* fetcher() const override { return fetcher_.get(); }

  Result<content::Content> build_on_worker(const stream::BuildRequest& request,
                                           std::span<const fetch::Bytes> inputs) const override {
    const std::uint64_t key = request.key.value;
    const auto world = TERRANE_TRY(world_of(key, inputs));
    // Nothing is owned here: the backdrop shows, as where a file has no piece.
    if (!world->index.is_piece(key)) return content::Content{};
    SectorInput input = gather_input(world->map, world->index, key, stream::InputScope::Padded);
    const bool has_coast = !input.coasts.empty();
    if (request.scope == stream::InputScope::Everything) {
      const auto whole = store_.world();
      if (whole == nullptr) return no_data(key);
      input = gather_input(whole->map, whole->index, key, stream::InputScope::Everything);
      input.world_has_coast = has_coast;
      return build_sector(whole->map, input);
    }
    input.world_has_coast = has_coast;
    return build_sector(world->map, input);
  }

  Result<std::vector<PieceKey>> pieces_in(const stream::Area* area) const override {
    if (area == nullptr) {
      return Error{ErrorCode::BadUsage, "a live place has no end", info_.uri,
                   "an area: --bbox WEST,SOUTH,EAST,NORTH, or --around LAT,LON with --radius"};
    }
    TERRANE_TRY(check_area(*area, info_.uri));
    const RectE7 rect = area_rect(*area);
    const auto corner = [](std::int32_t lat_e7, std::int32_t lon_e7) {
      constexpr std::int32_t k_lat_limit_e7 = geo::k_mercator_limit_lat_e7 - 10;
      return *geo::tile_of({std::clamp(lat_e7, -k_lat_limit_e7, k_lat_limit_e7),
                            std::clamp(lon_e7, -1800000000, 1799999999)});
    };
    const geo::Tile first = corner(rect.north_e7, rect.west_e7);
    const geo::Tile last = corner(rect.south_e7, rect.east_e7);
    const std::uint64_t count = static_cast<std::uint64_t>(last.x - first.x + 1) *
                                static_cast<std::uint64_t>(last.y - first.y + 1);
    if (count > k_sectors_max) {
      return Error{ErrorCode::OutOfRange, "too large an area to ask a public server for",
                   std::to_string(count) + " sectors",
                   "at most " + std::to_string(k_sectors_max) + " sectors of about 500 m"};
    }
    std::vector<PieceKey> keys;
    for (std::uint32_t x = first.x; x <= last.x; ++x) {
      for (std::uint32_t y = first.y; y <= last.y; ++y) {
        const geo::Tile tile{geo::k_sector_zoom, x, y};
        if (touches(geo::bounds_of(tile), *area)) keys.push_back(PieceKey{geo::sector_key(tile)});
      }
    }
    return keys;
  }

  std::vector<PieceKey> neighbours(PieceKey key) const override {
    std::vector<PieceKey> around;
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const auto tile = geo::neighbour(geo::sector_of_key(key.value), dx, dy);
        if ((dx != 0 || dy != 0) && tile) around.push_back(PieceKey{geo::sector_key(*tile)});
      }
    }
    std::sort(around.begin(), around.end());
    return around;
  }

  std::vector<content::OwnedObject> objects_in(std::span<const PieceKey> pieces) const override {
    const auto whole = store_.world();
    if (whole == nullptr) return {};
    return objects_of_map(*whole, pieces);
  }

  Result<content::Plan> plan_in(const stream::Area* area) const override {
    if (area != nullptr) {
      TERRANE_TRY(check_area(*area, info_.uri));
      if (const auto map = store_.map_in(area_rect(*area))) return plan_of_map(*map, area);
    } else if (const auto world = store_.world()) {
      return plan_of_map(world->map, nullptr);
    }
    return Error{ErrorCode::Unavailable, "nothing of the map is here yet", info_.uri,
                 "a map tile that has arrived"};
  }

  stream::RoadName road_name_at(geo::Vec3 position) const override {
    const auto roads = store_.roads_around(map_position(position), 0);
    if (roads == nullptr) return {};
    return osm::road_name_at(*roads, info_, position);
  }

  std::unique_ptr<stream::RoadFollower> follow_roads(geo::Vec3 start, double heading_rad,
                                                     std::uint64_t seed) const override {
    return make_live_follower(store_, start, heading_rad, seed);
  }

 private:
  void open_fetcher(LiveOptions options) {
    fetch::ServiceHooks hooks;
    hooks.now_s = std::move(options.now_s);
    hooks.seed = options.seed;
    hooks.make_check = [this] { return make_reply_check(&has_coast_); };
    hooks.split = [this](const fetch::Request& request) { return split_query(request, endpoint_); };
    hooks.arrived = [this](const fetch::Request& request, const fetch::Bytes& body) {
      if (const auto tile = tile_of_request(request)) store_.add(*tile, body);
    };
    fetcher_ = std::make_unique<fetch::ServiceFetcher>(std::move(options.transport),
                                                       fetch::ServiceRules{}, std::move(hooks));
  }

  Error no_data(std::uint64_t key) const {
    return {ErrorCode::Unavailable, "the sector's map data is not here",
            info_.uri + " sector " + std::to_string(key), "the replies of its query tiles"};
  }

  Result<std::shared_ptr<const MapWorld>> world_of(std::uint64_t key,
                                                   std::span<const fetch::Bytes> inputs) const {
    const std::vector<geo::Tile> wanted = query_tiles_of(key);
    const bool is_here = std::all_of(inputs.begin(), inputs.end(),
                                     [](const fetch::Bytes& body) { return body != nullptr; });
    if (inputs.size() != wanted.size() || !is_here) return no_data(key);
    std::vector<LiveTiles::Tile> tiles;
    for (std::size_t at = 0; at < inputs.size(); ++at) {
      tiles.push_back(
          TERRANE_TRY(store_.tiles().read(inputs[at], query_request(wanted[at], endpoint_).name)));
    }
    return std::make_shared<const MapWorld>(merge_tiles(tiles, sector_reach(key)));
  }

  std::string endpoint_;
  stream::WorldInfo info_;
  double keep_radius_m_ = 0;
  bool has_coast_ = false;  // of any tile so far
  mutable LiveStore store_;
  std::unique_ptr<fetch::ServiceFetcher> fetcher_;
};

}  // namespace

Result<std::unique_ptr<stream::Provider>> open_live_map(LiveOptions options) {
  if (!options.endpoint.empty()) {
    TERRANE_TRY(fetch::check_service_url(options.endpoint, "endpoint=" + options.endpoint));
  }
  return std::unique_ptr<stream::Provider>(std::make_unique<LiveProvider>(std::move(options)));
}

}  // namespace terrane::osm
