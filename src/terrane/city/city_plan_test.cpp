#include "terrane/city/city_plan.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>

#include "terrane/city/lattice_layout.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

using content::PlanLine;
using content::PlanLineKind;
using content::PlanPoint;

double distance_m(PlanPoint a, PlanPoint b) {
  const double x = a.x_m - b.x_m;
  const double z = a.z_m - b.z_m;
  return std::sqrt(x * x + z * z);
}

content::Plan plan_around(double x, double z, double reach_m, std::uint64_t seed = 412) {
  const LatticeLayout layout(seed);
  const stream::Area area{x - reach_m, z - reach_m, x + reach_m, z + reach_m};
  auto plan = plan_of_city(layout, &area);
  REQUIRE(plan.ok());
  return std::move(plan).value();
}

std::vector<PlanLine> lines_of(const content::Plan& plan, PlanLineKind kind) {
  std::vector<PlanLine> lines;
  for (const PlanLine& line : plan.lines) {
    if (line.kind == kind) lines.push_back(line);
  }
  return lines;
}

TEST_CASE("a city's plan has each road once, named, in a district, as wide as a street is") {
  const content::Plan plan = plan_around(0, 0, 900);
  const std::vector<PlanLine> roads = lines_of(plan, PlanLineKind::Road);
  const LatticeLayout layout(412);
  const std::int64_t reach_mm = 900000 + base::to_mm(k_land_depth_m);
  CHECK(roads.size() == layout.edges_near({-reach_mm, -reach_mm}, {reach_mm, reach_mm}).size());
  CHECK(plan.groups.size() == k_district_count);
  for (const PlanLine& road : roads) {
    INFO(road.name);
    CHECK_FALSE(road.name.empty());
    CHECK(road.group < k_district_count);
    CHECK(road.width_m >= 2 * k_street_half_width_m - 0.01);
    CHECK(road.width_m <= 2 * k_boulevard_half_width_m + 0.01);
    CHECK(road.points.size() > 20);
  }
  CHECK(lines_of(plan, PlanLineKind::Land).size() == roads.size());
  CHECK(plan.water_around);
}

TEST_CASE("a road that ends inside the plan ends at a junction that the plan has") {
  const content::Plan plan = plan_around(0, 0, 900);
  std::size_t ends = 0;
  for (const PlanLine& road : lines_of(plan, PlanLineKind::Road)) {
    for (const PlanPoint end : {road.points.front(), road.points.back()}) {
      if (std::fabs(end.x_m) > 890 || std::fabs(end.z_m) > 890) continue;
      double nearest_m = 1e9;
      for (const content::PlanJunction& junction : plan.junctions) {
        nearest_m = std::min(nearest_m, distance_m(end, junction.middle));
      }
      CHECK(nearest_m < 0.002);
      ++ends;
    }
  }
  CHECK(ends > 50);
}

TEST_CASE("two plans that overlap show the same roads in the same places") {
  const content::Plan west = plan_around(0, 0, 600);
  const content::Plan east = plan_around(500, 300, 600);
  const auto world = [](const content::Plan& plan, PlanPoint point) {
    return std::pair(base::to_mm(point.x_m + plan.frame.origin.x),
                     base::to_mm(point.z_m + plan.frame.origin.z));
  };
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> names;
  for (const PlanLine& road : lines_of(west, PlanLineKind::Road)) {
    names[world(west, road.points[5])] = road.name;
  }
  std::size_t shared = 0;
  for (const PlanLine& road : lines_of(east, PlanLineKind::Road)) {
    const auto found = names.find(world(east, road.points[5]));
    if (found == names.end()) continue;
    CHECK(found->second == road.name);
    ++shared;
  }
  CHECK(shared > 10);
}

TEST_CASE("sides that are water, park or field begin behind the sidewalk and end within the side") {
  const content::Plan plan = plan_around(0, 0, 900);
  std::map<content::PlanAreaKind, std::size_t> counts;
  for (const content::PlanArea& area : plan.areas) {
    counts[area.kind] += 1;
    REQUIRE(area.rings.size() == 1);
    CHECK(area.rings[0].size() >= 4);
    if (area.kind == content::PlanAreaKind::Building) continue;
    double reach_m = 0;
    for (const PlanPoint point : area.rings[0]) {
      reach_m = std::max(reach_m, distance_m(point, area.rings[0].front()));
    }
    // A stretch of road at most, as deep as a side.
    CHECK(reach_m < k_edge_segment_limit * 4.5 + k_side_depth_m);
  }
  CHECK(counts[content::PlanAreaKind::Building] > 100);
  CHECK(counts[content::PlanAreaKind::Park] > 0);
  CHECK(counts[content::PlanAreaKind::Field] > 0);
  CHECK(counts[content::PlanAreaKind::Water] > 0);
}

TEST_CASE("a plan far from the origin has small numbers") {
  const content::Plan plan = plan_around(1.0e7, -1.0e7, 500);
  CHECK(lines_of(plan, PlanLineKind::Road).size() > 4);
  for (const PlanLine& line : plan.lines) {
    for (const PlanPoint point : line.points) {
      CHECK(std::fabs(point.x_m) < 1500);
      CHECK(std::fabs(point.z_m) < 1500);
    }
  }
}

TEST_CASE("what is no area of the city is refused by name") {
  const LatticeLayout layout(412);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const stream::Area& area :
       {stream::Area{0, 0, 0, 10}, stream::Area{10, 0, 0, 10}, stream::Area{nan, 0, 10, 10},
        stream::Area{0, 0, 50000, 10}, stream::Area{3e9, 0, 3.00000001e9, 10}}) {
    const auto plan = plan_of_city(layout, &area);
    REQUIRE_FALSE(plan.ok());
    CHECK(plan.error().code == base::ErrorCode::OutOfRange);
  }
}

}  // namespace
}  // namespace terrane::city
