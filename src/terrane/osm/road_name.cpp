#include "terrane/osm/road_name.h"

#include <cmath>
#include <limits>

#include "terrane/content/plan.h"
#include "terrane/osm/map_plan.h"
#include "terrane/stream/area.h"

namespace terrane::osm {
namespace {

double distance_m(content::PlanPoint point, content::PlanPoint from, content::PlanPoint to) {
  const double along_x = to.x_m - from.x_m;
  const double along_z = to.z_m - from.z_m;
  const double length2 = along_x * along_x + along_z * along_z;
  double share = 0;
  if (length2 > 0) {
    share = ((point.x_m - from.x_m) * along_x + (point.z_m - from.z_m) * along_z) / length2;
    share = std::fmin(std::fmax(share, 0.0), 1.0);
  }
  const double x = from.x_m + share * along_x - point.x_m;
  const double z = from.z_m + share * along_z - point.z_m;
  return std::sqrt(x * x + z * z);
}

// From the edge of the line; below 0 on it.
double distance_m(content::PlanPoint point, const content::PlanLine& line) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t at = 1; at < line.points.size(); ++at) {
    least = std::fmin(least, distance_m(point, line.points[at - 1], line.points[at]));
  }
  return least - line.width_m / 2;
}

}  // namespace

stream::RoadName road_name_at(const MapData& map, const stream::WorldInfo& info,
                              geo::Vec3 position) {
  const stream::Area box = stream::area_around(info, position, stream::k_on_road_m);
  const auto plan = plan_of_map(map, &box);
  if (!plan.ok()) return {};
  const geo::Vec3 local = plan.value().frame.to_local(position);
  const content::PlanPoint here{local.x, local.z};
  double nearest_m = stream::k_on_road_m;
  stream::RoadName name;
  for (const content::PlanLine& line : plan.value().lines) {
    if (line.kind == content::PlanLineKind::Land) continue;
    const double away_m = distance_m(here, line);
    if (away_m >= nearest_m) continue;
    nearest_m = away_m;
    name.street = line.name;
  }
  return name;
}

}  // namespace terrane::osm
