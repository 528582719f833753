// The replies that a live world holds at the moment, by query tile, and what is asked of the map
// around: names, roads to follow, plans, the whole. What was made of the same replies is made once.
// Any thread.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "terrane/geo/sector.h"
#include "terrane/osm/live_tiles.h"

namespace terrane::osm {

class LiveStore {
 public:
  void add(geo::Tile tile, fetch::Bytes body);
  void keep_only(const std::function<bool(geo::Tile)>& wanted);

  LiveTiles& tiles() { return tiles_; }
  // Roads and rails of the held tiles within `rings` of the position's own; null where none is.
  std::shared_ptr<const MapData> roads_around(geo::PositionE7 position, std::uint32_t rings);
  // What lies in the rectangle, of the held tiles that touch it; nothing where none does. Quick for
  // a small one.
  std::optional<MapData> map_in(const RectE7& rect);
  // Everything of the held tiles; null where there is none.
  std::shared_ptr<const MapWorld> world();

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // row, column
  using Bodies = std::vector<fetch::Bytes>;
  template <typename Map>
  struct Made {
    Bodies from;
    std::shared_ptr<const Map> map;
  };

  Bodies bodies_where(const std::function<bool(geo::Tile)>& wanted) const;
  std::vector<LiveTiles::Tile> read(const Bodies& bodies);

  LiveTiles tiles_;
  mutable std::mutex mutex_;  // guards what is held
  std::map<Place, fetch::Bytes> held_;
  std::mutex making_;                             // guards what was made
  std::map<std::uint32_t, Made<MapData>> roads_;  // by rings
  Made<MapWorld> world_;
};

}  // namespace terrane::osm
