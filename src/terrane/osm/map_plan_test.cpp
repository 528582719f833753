#include "terrane/osm/map_plan.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "terrane/osm/map_world.h"

namespace terrane::osm {
namespace {

const MapWorld& town() {
  static const MapWorld world = [] {
    auto opened = open_map_world(std::string(TERRANE_SOURCE_DIR) + "/data/town.osm");
    REQUIRE(opened.ok());
    return std::move(opened).value();
  }();
  return world;
}

std::size_t count(const content::Plan& plan, content::PlanAreaKind kind) {
  return static_cast<std::size_t>(
      std::count_if(plan.areas.begin(), plan.areas.end(),
                    [kind](const content::PlanArea& area) { return area.kind == kind; }));
}

TEST_CASE("a map's plan shows its roads with names, its buildings, green, water and sea") {
  const auto made = plan_of_map(town().map, nullptr);
  REQUIRE(made.ok());
  const content::Plan& plan = made.value();
  CHECK(count(plan, content::PlanAreaKind::Building) >= 150);
  CHECK(count(plan, content::PlanAreaKind::Park) > 2);
  CHECK(count(plan, content::PlanAreaKind::Water) > 1);
  bool quay = false;
  bool bridge = false;
  for (const content::PlanLine& line : plan.lines) {
    quay = quay || line.name == "North Quay";
    bridge = bridge || line.kind == content::PlanLineKind::Bridge;
    CHECK(line.group < plan.groups.size());
    CHECK(line.points.size() >= 2);
  }
  CHECK(quay);
  CHECK(bridge);
}

TEST_CASE("north is up: of two places the northern one has the smaller z") {
  const auto made = plan_of_map(town().map, nullptr);
  REQUIRE(made.ok());
  double upper = 0;
  double lower = 0;
  for (const content::PlanLine& line : made.value().lines) {
    if (line.name == "Upper Street") upper = line.points[0].z_m;
    if (line.name == "Lower Street") lower = line.points[0].z_m;
  }
  CHECK(upper < lower - 100);
}

TEST_CASE("a part of the map has fewer roads, and no area is refused by name") {
  const auto whole = plan_of_map(town().map, nullptr);
  REQUIRE(whole.ok());
  const RectE7& box = town().map.box;
  const double west = box.west_e7 * 1e-7;
  const double south = box.south_e7 * 1e-7;
  const double middle_x =
      (box.west_e7 + (static_cast<double>(box.east_e7) - box.west_e7) / 2) * 1e-7;
  const double middle_y =
      (box.south_e7 + (static_cast<double>(box.north_e7) - box.south_e7) / 2) * 1e-7;
  const stream::Area quarter{west, south, middle_x, middle_y};
  const auto part = plan_of_map(town().map, &quarter);
  REQUIRE(part.ok());
  CHECK(part.value().lines.size() < whole.value().lines.size());
  CHECK_FALSE(part.value().lines.empty());

  const stream::Area turned{middle_x, south, west, middle_y};
  const stream::Area nowhere{std::nan(""), south, middle_x, middle_y};
  for (const stream::Area& area : {turned, nowhere}) {
    const auto refused = plan_of_map(town().map, &area);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == base::ErrorCode::OutOfRange);
  }
}

}  // namespace
}  // namespace terrane::osm
