#include "terrane/osm/live_store.h"

#include <algorithm>

#include "terrane/osm/live_query.h"

namespace terrane::osm {
namespace {

RectE7 rect_of(geo::Tile tile) {
  const geo::BoundsE7 bounds = geo::bounds_of(tile);
  return {bounds.south_e7, bounds.west_e7, bounds.north_e7, bounds.east_e7};
}

std::uint32_t away(std::uint32_t a, std::uint32_t b) {
  return a > b ? a - b : b - a;
}

}  // namespace

void LiveStore::add(geo::Tile tile, fetch::Bytes body) {
  const std::lock_guard lock(mutex_);
  held_[{tile.y, tile.x}] = std::move(body);
}

void LiveStore::keep_only(const std::function<bool(geo::Tile)>& wanted) {
  {
    const std::lock_guard lock(mutex_);
    for (auto at = held_.begin(); at != held_.end();) {
      const bool stays = wanted({k_query_zoom, at->first.second, at->first.first});
      at = stays ? std::next(at) : held_.erase(at);
    }
  }
  // What was made holds on to what it was made from.
  const std::lock_guard lock(making_);
  roads_.clear();
  world_ = {};
}

LiveStore::Bodies LiveStore::bodies_where(const std::function<bool(geo::Tile)>& wanted) const {
  const std::lock_guard lock(mutex_);
  Bodies bodies;
  for (const auto& [place, body] : held_) {
    if (wanted({k_query_zoom, place.second, place.first})) bodies.push_back(body);
  }
  return bodies;
}

// What cannot be read is left out here; the sectors that need it say why.
std::vector<LiveTiles::Tile> LiveStore::read(const Bodies& bodies) {
  std::vector<LiveTiles::Tile> tiles;
  for (const fetch::Bytes& body : bodies) {
    auto tile = tiles_.read(body, "a map tile");
    if (tile.ok()) tiles.push_back(std::move(tile).value());
  }
  return tiles;
}

std::shared_ptr<const MapData> LiveStore::roads_around(geo::PositionE7 position,
                                                       std::uint32_t rings) {
  const auto middle = geo::tile_of(position, k_query_zoom);
  if (!middle) return nullptr;
  Bodies bodies = bodies_where([&](geo::Tile tile) {
    return std::max(away(tile.x, middle->x), away(tile.y, middle->y)) <= rings;
  });
  if (bodies.empty()) return nullptr;
  const std::lock_guard lock(making_);
  Made<MapData>& made = roads_[rings];
  if (made.from != bodies) {
    made.map = std::make_shared<const MapData>(merge_roads(read(bodies)));
    made.from = std::move(bodies);
  }
  return made.map;
}

std::optional<MapData> LiveStore::map_in(const RectE7& rect) {
  const Bodies bodies = bodies_where([&](geo::Tile tile) { return rect_of(tile).overlaps(rect); });
  if (bodies.empty()) return std::nullopt;
  return merge_maps(read(bodies), rect);
}

std::shared_ptr<const MapWorld> LiveStore::world() {
  RectE7 cover = RectE7::nothing();
  Bodies bodies = bodies_where([&](geo::Tile tile) {
    const RectE7 of_tile = rect_of(tile);
    cover.include({of_tile.south_e7, of_tile.west_e7});
    cover.include({of_tile.north_e7 - 1, of_tile.east_e7 - 1});
    return true;
  });
  if (bodies.empty()) return nullptr;
  const std::lock_guard lock(making_);
  if (world_.from != bodies) {
    world_.map = std::make_shared<const MapWorld>(merge_tiles(read(bodies), cover));
    world_.from = std::move(bodies);
  }
  return world_.map;
}

}  // namespace terrane::osm
