// Looks at the city from many places and finds no spot where the lake shows through the land.
#include <doctest/doctest.h>

#include <cstdio>
#include <memory>

#include "city_eyes.h"
#include "city_view.h"
#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/grown_layout.h"
#include "terrane/city/lattice_layout.h"

using namespace terrane;
using namespace terrane::city;

namespace {

constexpr unsigned k_width = 320;
constexpr unsigned k_height = 200;
constexpr double k_land_m = 70.0;  // from a road: nothing but land
constexpr double k_reach_m = 350.0;
constexpr double k_cover_m = 1000.0;

// The eye, the pixel and the place of a find, as `terrane render` takes them.
void report(const Layout& layout, Stand stand, const Eye& eye, const Hole& hole, bool mixed) {
  std::printf(
      "city:%llu, from a %s%s at %.2f,%.2f height %.2f heading %.1f pitch %.1f: pixel %u,%u"
      " shows the lake through the land at %.2f,%.2f, %.1f m away\n",
      static_cast<unsigned long long>(layout.seed()), stand_name(stand),
      mixed ? " at mixed levels" : "", base::from_mm(eye.place.x_mm), base::from_mm(eye.place.z_mm),
      eye.height_m, eye.heading_rad / base::k_radians_per_degree,
      eye.pitch_rad / base::k_radians_per_degree, hole.column, hole.row,
      base::from_mm(hole.place.x_mm), base::from_mm(hole.place.z_mm), hole.away_m);
}

// Every kind of place once, round a middle that the seed draws. The number of places found.
unsigned look_round(const Layout& layout, double middle_reach_m) {
  const auto draw_m = [&](unsigned axis) {
    return base::draw_between(base::hash(layout.seed(), 201, axis), -middle_reach_m,
                              middle_reach_m);
  };
  const PlanePoint middle = moved({0, 0}, {draw_m(0), draw_m(1)});
  const PlaneVector cover{k_cover_m, k_cover_m};
  layout.cover(moved(middle, -cover), moved(middle, cover));
  CityView view(layout, k_width, k_height);
  unsigned found = 0;
  for (unsigned kind = 0; kind < k_stand_count; ++kind) {
    const auto stand = static_cast<Stand>(kind);
    const std::optional<Eye> eye =
        find_eye(layout, middle, k_reach_m, stand, base::hash(layout.seed(), 202, kind));
    if (!eye) continue;
    ++found;
    for (const bool mixed : {false, true}) {
      view.draw(*eye, mixed);
      const std::vector<Hole> holes = view.holes(k_land_m);
      if (!holes.empty()) report(layout, stand, *eye, holes.front(), mixed);
      CHECK(holes.empty());
    }
  }
  return found;
}

}  // namespace

TEST_CASE("no hole shows in a lattice city, at full detail and where levels meet") {
  unsigned found = 0;
  for (const std::uint64_t seed : {412u, 7u, 99u}) {
    found += look_round(LatticeLayout(seed), 4000);
  }
  CHECK(found >= 30);
}

TEST_CASE("no hole shows in a grown city, at full detail and where levels meet") {
  unsigned found = 0;
  for (const std::uint64_t seed : {412u, 7u, 99u}) {
    found += look_round(GrownLayout(seed), 600);
  }
  CHECK(found >= 30);
}

// Views that once showed one. A slit between two faces is seen from hardly anywhere, so each is
// looked at from a few directions about the one it was seen in.
TEST_CASE("no hole shows where one was found and mended: at the end wall of a basin") {
  // Whose face stopped where the bank had not yet come to it.
  const LatticeLayout layout(1004);
  Eye eye;
  eye.place = {3837175, -2209357};
  eye.height_m = 28.83;
  eye.heading_rad = 3.58;
  eye.pitch_rad = -0.76;
  CityView view(layout, 400, 250);
  view.draw(eye, false);
  const std::vector<Hole> holes = view.holes(k_land_m);
  if (!holes.empty()) report(layout, Stand::Water, eye, holes.front(), false);
  CHECK(holes.empty());
}

TEST_CASE("no hole shows where one was found and mended: beside a cross street") {
  // Whose kerb went on lower than the kerb before it.
  const GrownLayout layout(5);
  Eye eye;
  eye.place = {1484279, 194372};
  eye.height_m = 11.77;
  const PlaneVector cover{k_cover_m, k_cover_m};
  REQUIRE(layout.cover(moved(eye.place, -cover), moved(eye.place, cover)));
  CityView view(layout, 400, 250);
  for (unsigned step = 0; step < 24; ++step) {
    eye.heading_rad = (270.845 + 0.005 * (step % 4)) * base::k_radians_per_degree;
    eye.pitch_rad = (-15.245 + 0.01 * (step / 4)) * base::k_radians_per_degree;
    view.draw(eye, false);
    const std::vector<Hole> holes = view.holes(k_land_m);
    if (!holes.empty()) report(layout, Stand::CrossStreet, eye, holes.front(), false);
    CHECK(holes.empty());
  }
}

TEST_CASE("a hole is seen where a piece is missing") {
  const LatticeLayout layout(412);
  CityView view(layout, 64, 40);
  const std::vector<EdgeNumber> edges = layout.edges_near({-600000, -600000}, {600000, 600000});
  REQUIRE(!edges.empty());
  const std::shared_ptr<const EdgePlan> plan = layout.edge(edges.front());
  const unsigned middle = plan->curve.segment_count / 2;
  Eye eye;
  eye.place = plan->curve.node_world(middle);
  eye.height_m = base::from_mm(layout.ground().height_mm(eye.place)) + 4.0;
  eye.pitch_rad = -0.8;
  view.draw(eye, false);
  CHECK(view.holes(k_land_m).empty());
  view.leave_out(segment_key(edges.front(), middle));
  view.leave_out(segment_key(edges.front(), middle - 1));
  view.draw(eye, false);
  CHECK(view.holes(k_land_m).size() > 100);
}
