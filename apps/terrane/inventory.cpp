#include "inventory.h"

#include <algorithm>
#include <map>
#include <set>

#include "build_area.h"
#include "progress.h"
#include "terrane/base/quantise.h"
#include "terrane/city/piece_id.h"
#include "terrane/osm/map_summary.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Result;

void add_warnings(Inventory& inventory, const std::map<std::string, std::size_t>& counts) {
  for (const auto& entry : counts) {
    inventory.warnings += entry.second;
    inventory.warning_counts.push_back(entry.first + ": " + std::to_string(entry.second));
  }
}

Result<Inventory> count_map(const world::WorldName& name) {
  const std::string path = TERRANE_TRY(world::map_path(name));
  const osm::MapSummary summary = TERRANE_TRY(osm::summarise_map(path));
  constexpr double k_degrees = 1e-7;
  Inventory inventory;
  inventory.uri = "osm:" + path;
  inventory.pieces = summary.pieces;
  inventory.bbox = {summary.bbox.west_e7 * k_degrees, summary.bbox.south_e7 * k_degrees,
                    summary.bbox.east_e7 * k_degrees, summary.bbox.north_e7 * k_degrees};
  inventory.buildings = summary.buildings;
  inventory.roads = summary.roads;
  inventory.bridges = summary.bridges;
  add_warnings(inventory, summary.warnings);
  return inventory;
}

// The ground a piece may cover, in metres of the plane.
void include_bounds(stream::Area& box, const stream::Provider& city, stream::PieceKey key) {
  const content::BoundsMm bounds = city.rough_bounds(key);
  const geo::Vec3 origin = city.piece_frame(key).origin;
  box.min_x = std::min(box.min_x, origin.x + base::from_mm(bounds.min_mm[0]));
  box.min_y = std::min(box.min_y, origin.z + base::from_mm(bounds.min_mm[2]));
  box.max_x = std::max(box.max_x, origin.x + base::from_mm(bounds.max_mm[0]));
  box.max_y = std::max(box.max_y, origin.z + base::from_mm(bounds.max_mm[2]));
}

Result<Inventory> count_city(const stream::Provider& city) {
  const std::vector<stream::PieceKey> keys = TERRANE_TRY(city.pieces_in(nullptr));
  Inventory inventory;
  inventory.uri = city.info().uri;
  inventory.pieces = keys.size();
  stream::Area box{1e300, 1e300, -1e300, -1e300};
  std::set<std::uint64_t> roads;
  for (const stream::PieceKey key : keys) {
    include_bounds(box, city, key);
    const city::PieceId id = city::piece_of_key(key);
    if (id.kind == city::PieceKind::Segment) roads.insert(city::edge_number(id.edge));
  }
  if (!keys.empty()) inventory.bbox = {box.min_x, box.min_y, box.max_x, box.max_y};
  inventory.roads = roads.size();

  std::map<std::string, std::size_t> warnings;
  Progress progress("building pieces");
  std::size_t done = 0;
  const auto take = [&](std::size_t, Result<content::Content> built) {
    progress.show(++done, keys.size());
    if (!built.ok()) {
      warnings["piece_failed"] += 1;
      return;
    }
    for (const content::OwnedObject& owned : built.value().owned) {
      if (owned.kind == content::OwnedKind::Lot) inventory.buildings += 1;
    }
    for (const content::Warning& warning : built.value().warnings) warnings[warning.code] += 1;
  };
  build_pieces(city, keys, BuildPlan{}, take);
  add_warnings(inventory, warnings);
  return inventory;
}

}  // namespace

Result<Inventory> take_inventory(const std::string& world_uri) {
  const auto name = TERRANE_TRY(world::parse_world_uri(world_uri, world::draw_seed()));
  if (name.scheme == world::Scheme::Map) return count_map(name);
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(world_uri));
  return count_city(*opened.provider);
}

}  // namespace terrane::app
