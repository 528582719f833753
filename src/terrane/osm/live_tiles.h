// The replies of query tiles as map data: each body read once and shared by all the sectors that
// are built from it, for as long as somebody holds the body; and several of them as one map, the
// same as a file of the whole would give. Any thread.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "terrane/base/result.h"
#include "terrane/fetch/fetcher.h"
#include "terrane/osm/map_world.h"

namespace terrane::osm {

struct LiveTile;  // what one reply holds, immutable

class LiveTiles {
 public:
  using Tile = std::shared_ptr<const LiveTile>;

  LiveTiles();
  ~LiveTiles();

  // `body` holds one reply, or several with fetch::k_body_separator between them.
  base::Result<Tile> read(const fetch::Bytes& body, const std::string& where);

 private:
  struct Entry;
  std::mutex mutex_;  // guards the map; each entry has its own, held while it is read
  std::map<const std::string*, std::shared_ptr<Entry>> entries_;
};

// What the tiles hold that lies in `rect` or touches it, and perhaps more, each object once, in a
// grid that covers `rect` (within the Mercator limit) at least.
MapWorld merge_tiles(std::span<const LiveTiles::Tile> tiles, const RectE7& rect);
// The same without an index.
MapData merge_maps(std::span<const LiveTiles::Tile> tiles, const RectE7& rect);
// Roads and rails alone, all of them, without an index: for names and for following them.
MapData merge_roads(std::span<const LiveTiles::Tile> tiles);

}  // namespace terrane::osm
