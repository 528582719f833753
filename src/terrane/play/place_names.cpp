#include "terrane/play/place_names.h"

#include <cmath>
#include <limits>

#include "terrane/base/trig.h"
#include "terrane/content/plan.h"
#include "terrane/geo/geodetic.h"

namespace terrane::play {
namespace {

constexpr double k_ask_interval_s = 0.5;
constexpr double k_ask_m = 6;
constexpr double k_near_m = 30;           // roads farther away are not the one somebody is on
constexpr double k_m_per_degree = 111e3;  // of latitude, roughly: the box need not be exact

// A box of k_near_m around the position, as plan_in() wants it.
stream::Area box_around(const stream::Provider& provider, geo::Vec3 position) {
  if (!provider.info().geographic) {
    return {position.x - k_near_m, position.z - k_near_m, position.x + k_near_m,
            position.z + k_near_m};
  }
  const geo::Geodetic place = geo::to_geodetic(position);
  const double latitude_deg = place.lat_rad * 180 / base::k_pi;
  const double longitude_deg = place.lon_rad * 180 / base::k_pi;
  const double north_deg = k_near_m / k_m_per_degree;
  const double east_deg = north_deg / std::fmax(std::cos(place.lat_rad), 0.05);
  return {longitude_deg - east_deg, latitude_deg - north_deg, longitude_deg + east_deg,
          latitude_deg + north_deg};
}

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

void PlaceNames::update(geo::Vec3 position, double now_s) {
  if (asked_) {
    const geo::Vec3 moved = position - asked_at_;
    if (now_s - asked_at_s_ < k_ask_interval_s || geo::length(moved) < k_ask_m) return;
  }
  asked_ = true;
  asked_at_ = position;
  asked_at_s_ = now_s;
  ask(position);
}

void PlaceNames::ask(geo::Vec3 position) {
  street_.clear();
  place_.clear();
  const stream::Area box = box_around(provider_, position);
  const auto plan = provider_.plan_in(&box);
  if (!plan.ok()) return;  // a world without a map has no names
  const geo::Vec3 local = plan.value().frame.to_local(position);
  const content::PlanPoint here{local.x, local.z};
  double nearest_m = k_near_m;
  for (const content::PlanLine& line : plan.value().lines) {
    if (line.kind == content::PlanLineKind::Land) continue;
    const double away_m = distance_m(here, line);
    if (away_m >= nearest_m) continue;
    nearest_m = away_m;
    street_ = line.name;
    place_.clear();
    const bool is_district = plan.value().grouping == content::PlanGrouping::District;
    if (is_district && line.group < plan.value().groups.size()) {
      place_ = plan.value().groups[line.group];
    }
  }
}

}  // namespace terrane::play
