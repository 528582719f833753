#include "terrane/osm/live_tiles.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "terrane/fetch/service_fetcher.h"
#include "terrane/osm/detail/osm_objects.h"
#include "terrane/osm/map_load.h"
#include "terrane/osm/overpass_json.h"

namespace terrane::osm {

struct LiveTile {
  OsmObjects objects;  // of the nodes those that have tags
  // Beside objects.ways and objects.relations: where each lies.
  std::vector<RectE7> way_boxes;
  std::vector<RectE7> relation_boxes;
  std::vector<bool> way_is_member;  // of a relation here
};

struct LiveTiles::Entry {
  std::weak_ptr<const std::string> body;  // an address may be given out again
  std::mutex mutex;
  std::optional<base::Result<Tile>> tile;
};

namespace {

using RoadWays = std::vector<osmium::Way*>;

void include(RectE7& box, const RectE7& other) {
  if (other.empty()) return;
  box.include({other.south_e7, other.west_e7});
  box.include({other.north_e7, other.east_e7});
}

RectE7 box_of(const osmium::Way& way) {
  RectE7 box = RectE7::nothing();
  for (const osmium::NodeRef& node : way.nodes()) {
    if (node.location().valid()) box.include({node.location().y(), node.location().x()});
  }
  return box;
}

void measure(LiveTile& tile) {
  const OsmObjects& objects = tile.objects;
  for (const osmium::Way* way : objects.ways) tile.way_boxes.push_back(box_of(*way));
  tile.way_is_member.assign(objects.ways.size(), false);
  for (const osmium::Relation* relation : objects.relations) {
    RectE7 box = RectE7::nothing();
    for (const osmium::RelationMember& member : relation->members()) {
      if (member.type() != osmium::item_type::way) continue;
      const auto found = std::lower_bound(
          objects.ways.begin(), objects.ways.end(), member.ref(),
          [](const osmium::Way* way, osmium::object_id_type id) { return way->id() < id; });
      if (found == objects.ways.end() || (*found)->id() != member.ref()) continue;
      const auto at = static_cast<std::size_t>(found - objects.ways.begin());
      include(box, tile.way_boxes[at]);
      tile.way_is_member[at] = true;
    }
    tile.relation_boxes.push_back(box);
  }
}

base::Result<LiveTiles::Tile> read_tile(const std::string& body, const std::string& where) {
  auto tile = std::make_shared<LiveTile>();
  OsmObjects& all = tile->objects;
  for (std::size_t begin = 0; begin <= body.size();) {
    const std::size_t end = std::min(body.find(fetch::k_body_separator, begin), body.size());
    OsmObjects part =
        TERRANE_TRY(read_overpass_json(std::string_view(body).substr(begin, end - begin), where));
    for (osmium::memory::Buffer& buffer : part.buffers) all.buffers.push_back(std::move(buffer));
    begin = end + 1;
  }
  sort_and_locate(all);
  const auto has_no_tags = [](const osmium::Node* node) { return node->tags().empty(); };
  all.nodes.erase(std::remove_if(all.nodes.begin(), all.nodes.end(), has_no_tags), all.nodes.end());
  measure(*tile);
  return LiveTiles::Tile(std::move(tile));
}

// The tile's objects that touch the rectangle, and all that their relations are made of.
OsmObjects cut(const LiveTile& tile, const RectE7& rect) {
  OsmObjects part;
  part.nodes = tile.objects.nodes;
  for (std::size_t at = 0; at < tile.objects.ways.size(); ++at) {
    if (tile.way_is_member[at] || tile.way_boxes[at].overlaps(rect)) {
      part.ways.push_back(tile.objects.ways[at]);
    }
  }
  for (std::size_t at = 0; at < tile.objects.relations.size(); ++at) {
    if (tile.relation_boxes[at].overlaps(rect)) {
      part.relations.push_back(tile.objects.relations[at]);
    }
  }
  return part;
}

RoadWays roads_of(const LiveTile& tile) {
  RoadWays roads;
  for (osmium::Way* way : tile.objects.ways) {
    if (way->tags().has_key("highway") || way->tags().has_key("railway")) roads.push_back(way);
  }
  return roads;
}

// A map without its plain nodes does not know its own box.
void include_lines(MapData& map) {
  for (const Road& road : map.roads) include(map.box, road.box);
  for (const Coast& coast : map.coasts) include(map.box, coast.box);
  for (const Area& area : map.areas) include(map.box, area.box);
}

}  // namespace

LiveTiles::LiveTiles() = default;
LiveTiles::~LiveTiles() = default;

base::Result<LiveTiles::Tile> LiveTiles::read(const fetch::Bytes& body, const std::string& where) {
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    for (auto at = entries_.begin(); at != entries_.end();) {
      at = at->second->body.expired() ? entries_.erase(at) : std::next(at);
    }
    std::shared_ptr<Entry>& slot = entries_[body.get()];
    if (slot == nullptr) {
      slot = std::make_shared<Entry>();
      slot->body = body;
    }
    entry = slot;
  }
  const std::lock_guard lock(entry->mutex);
  if (!entry->tile) entry->tile = read_tile(*body, where);
  return *entry->tile;
}

MapData merge_maps(std::span<const LiveTiles::Tile> tiles, const RectE7& rect) {
  std::vector<OsmObjects> parts;
  for (const LiveTiles::Tile& tile : tiles) parts.push_back(cut(*tile, rect));
  OsmObjects all = merge_objects(parts);
  MapData map = load_map(all);
  include_lines(map);
  include(map.box, rect);
  return map;
}

MapWorld merge_tiles(std::span<const LiveTiles::Tile> tiles, const RectE7& rect) {
  MapWorld world;
  world.map = merge_maps(tiles, rect);
  world.index = index_sectors(world.map);
  return world;
}

MapData merge_roads(std::span<const LiveTiles::Tile> tiles) {
  std::vector<OsmObjects> parts(tiles.size());
  for (std::size_t at = 0; at < tiles.size(); ++at) parts[at].ways = roads_of(*tiles[at]);
  OsmObjects all = merge_objects(parts);
  MapData map = load_map(all);
  include_lines(map);
  return map;
}

}  // namespace terrane::osm
