#include "inventory.h"

#include <algorithm>
#include <map>
#include <set>

#include "live_arrival.h"
#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"
#include "terrane/city/piece_id.h"
#include "terrane/geo/geodetic.h"
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

// The middle of an area, or of the world's start where all was asked for.
geo::Vec3 middle_of(const std::optional<stream::Area>& area, const stream::WorldInfo& info) {
  if (!area) return info.geographic ? info.start.origin : geo::Vec3{};
  const double x = (area->min_x + area->max_x) * 0.5;
  const double y = (area->min_y + area->max_y) * 0.5;
  if (!info.geographic) return {x, 0, y};
  return geo::to_ecef({y * base::k_radians_per_degree, x * base::k_radians_per_degree, 0});
}

std::string city_kind(stream::PieceKey key) {
  return city::piece_of_key(key).kind == city::PieceKind::Segment ? "segment" : "junction";
}

std::string map_kind(stream::PieceKey) {
  return "sector";
}

bool starts_inside(const content::Plan& plan, const content::PlanLine& line) {
  if (line.points.empty()) return false;
  const content::PlanPoint at = line.points.front();
  return at.x_m >= plan.low.x_m && at.x_m < plan.high.x_m && at.z_m >= plan.low.z_m &&
         at.z_m < plan.high.z_m;
}

// By building what lies in the area.
Result<Inventory> count_built(stream::Provider& provider, const AreaOptions& options) {
  const stream::WorldInfo& info = provider.info();
  const std::optional<stream::Area> area = TERRANE_TRY(parse_area(options, info));
  const stream::Area* asked = area ? &*area : nullptr;
  std::vector<stream::PieceKey> keys = TERRANE_TRY(provider.pieces_in(asked));
  TERRANE_TRY(wait_for_pieces(provider, keys, k_area_patience_s));
  const content::Plan plan = TERRANE_TRY(provider.plan_in(asked));
  Inventory inventory;
  inventory.uri = info.uri;
  inventory.pieces = keys.size();
  for (const content::PlanLine& line : plan.lines) {
    // A plan reaches a little over its area.
    if (line.kind == content::PlanLineKind::Bridge && starts_inside(plan, line)) {
      inventory.bridges += 1;
    }
  }
  if (info.geographic) {
    inventory.bbox = {area->min_x, area->min_y, area->max_x, area->max_y};
    for (const content::PlanLine& line : plan.lines) {
      inventory.roads += line.kind != content::PlanLineKind::Bridge ? 1 : 0;
    }
  } else {
    stream::Area box{1e300, 1e300, -1e300, -1e300};
    std::set<std::uint64_t> roads;
    for (const stream::PieceKey key : keys) {
      include_bounds(box, provider, key);
      const city::PieceId id = city::piece_of_key(key);
      if (id.kind == city::PieceKind::Segment) roads.insert(id.edge().value);
    }
    if (!keys.empty()) inventory.bbox = {box.min_x, box.min_y, box.max_x, box.max_y};
    inventory.roads = roads.size();
  }
  const BuiltArea built = build_all_levels(provider, std::move(keys));
  inventory.buildings = info.geographic ? built.buildings : built.lots;
  add_warnings(inventory, built.warnings);
  inventory.sizes = report_sizes(provider, built, info.geographic ? map_kind : city_kind);
  // What lies nearest to a live place's middle may reach out of what was asked for.
  if (provider.fetcher() == nullptr) {
    inventory.nearest =
        TERRANE_TRY(measure_nearest(provider, middle_of(area, info), k_nearest_pieces));
  }
  return inventory;
}

}  // namespace

Result<Inventory> take_inventory(const std::string& world_uri, const AreaOptions& area) {
  const auto name = TERRANE_TRY(world::parse_world_uri(world_uri, world::draw_seed()));
  const bool whole = area.bbox.empty() && area.around.empty();
  if (name.scheme == world::Scheme::Map && whole) return count_map(name);
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(world_uri));
  return count_built(*opened.provider, area);
}

}  // namespace terrane::app
