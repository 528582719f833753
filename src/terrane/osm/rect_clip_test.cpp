#include "terrane/osm/rect_clip.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "terrane/osm/detail/wide.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

// The rectangle 0 … 100 in both directions; borders lie at -1/2 and 100 1/2 of a 1e-7 degree.
constexpr RectE7 k_rect = {0, 0, 100, 100};

double area_of(const std::vector<ClippedPolygon>& polygons) {
  double sum = 0;
  for (const ClippedPolygon& polygon : polygons) {
    for (const std::vector<PointHalves>& ring : polygon.rings) {
      Wide doubled = 0;
      for (std::size_t at = 0; at < ring.size(); ++at) {
        const PointHalves a = ring[at];
        const PointHalves b = ring[(at + 1) % ring.size()];
        doubled += static_cast<Wide>(a.x) * b.y - static_cast<Wide>(a.y) * b.x;
      }
      sum += static_cast<double>(doubled) / 8.0;  // halves in both directions, doubled
    }
  }
  return sum;
}

constexpr double k_whole = 101.0 * 101.0;

std::vector<Chain> clipped(const std::vector<std::vector<PositionE7>>& lines, bool closed) {
  std::vector<Chain> chains;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    clip_line(lines[at], closed, clip_rect(k_rect), static_cast<std::int64_t>(at), chains);
  }
  return chains;
}

// The area left of the lines, as a coast makes land; loose chains are left out.
double left_of(const std::vector<std::vector<PositionE7>>& lines, std::size_t expected_loose = 0,
               double gap_m = 0.1) {
  std::vector<Chain> chains = clipped(lines, false);
  std::vector<Chain> loose;
  stitch_chains(chains, gap_m, loose);
  CHECK(loose.size() == expected_loose);
  return area_of(close_chains(chains, clip_rect(k_rect), true));
}

}  // namespace

TEST_CASE("one coast across the sector: land is exactly what lies left of it (case E1)") {
  CHECK(left_of({{{50, -200}, {50, 300}}}) == doctest::Approx(101.0 * 50.5));  // land in the north
  CHECK(left_of({{{50, 300}, {50, -200}}}) == doctest::Approx(101.0 * 50.5));  // in the south
  CHECK(left_of({{{25, -200}, {25, 300}}}) == doctest::Approx(101.0 * 75.5));
}

TEST_CASE("a coast in several ways, in any order, is one coast (case E3)") {
  const std::vector<std::vector<PositionE7>> ways = {
      {{60, 70}, {40, 300}}, {{50, -200}, {50, 20}}, {{50, 20}, {60, 70}}};
  const double whole = left_of({{{50, -200}, {50, 20}, {60, 70}, {40, 300}}});
  CHECK(left_of(ways) == doctest::Approx(whole));
  CHECK(left_of({ways[2], ways[0], ways[1]}) == doctest::Approx(whole));
  // One reversed: never turned round to fit; nothing is left that reaches from border to border.
  CHECK(left_of({ways[0], ways[1], {{60, 70}, {50, 20}}}, 3) == doctest::Approx(k_whole));
}

TEST_CASE("a gap under a metre closes, a wider one does not (case E4)") {
  // 1e-7 degree is about 11 mm.
  CHECK(left_of({{{50, -200}, {50, 20}}, {{50, 60}, {50, 300}}}, 0, 1.0) ==
        doctest::Approx(101.0 * 50.5));
  const std::vector<PositionE7> west = {{5000, -20000}, {5000, 2000}};
  const std::vector<PositionE7> east = {{5000, 2400}, {5000, 30000}};
  std::vector<Chain> chains;
  const ClipRect large = clip_rect({0, 0, 10000, 10000});
  clip_line(west, false, large, 1, chains);
  clip_line(east, false, large, 2, chains);
  std::vector<Chain> loose;
  stitch_chains(chains, 1.0, loose);
  CHECK(loose.size() == 2);
  CHECK(chains.empty());
}

TEST_CASE("an island in the sea, and a fragment beside a good coast (cases E6, E7)") {
  const std::vector<PositionE7> island = {{40, 40}, {40, 60}, {60, 60}, {60, 40}, {40, 40}};
  CHECK(left_of({island}) == doctest::Approx(400.0));
  CHECK(left_of({{{50, -200}, {50, 300}}, {{10, 10}, {20, 60}}}, 1) ==
        doctest::Approx(101.0 * 50.5));
}

TEST_CASE("a coast that leaves and enters many times pairs right (cases E10, E12)") {
  // A comb along the southern border: teeth of land.
  std::vector<PositionE7> comb;
  comb.push_back({-50, -50});
  for (std::int32_t tooth = 0; tooth < 6; ++tooth) {
    comb.push_back({-50, tooth * 16 + 2});
    comb.push_back({30, tooth * 16 + 2});
    comb.push_back({30, tooth * 16 + 10});
    comb.push_back({-50, tooth * 16 + 10});
  }
  comb.push_back({-50, 200});
  // Left of the comb, travelling east, is the rectangle without the teeth.
  CHECK(left_of({comb}) == doctest::Approx(k_whole - 6 * 8 * 30.5));
  // Two peninsulas from opposite sides.
  CHECK(left_of({{{-10, 40}, {-10, 60}}, {{-10, 60}, {80, 60}, {80, 40}, {-10, 40}}}) ==
        doctest::Approx(20 * 80.5));
}

TEST_CASE("through a corner, along the border, touching it (case E10)") {
  CHECK(left_of({{{-100, -100}, {200, 200}}}) == doctest::Approx(k_whole / 2).epsilon(0.001));
  CHECK(left_of({{{0, -50}, {0, 150}}}) == doctest::Approx(k_whole - 101 * 0.5));
  CHECK(left_of({{{-1, -50}, {-1, 150}}}) == doctest::Approx(k_whole));
  CHECK(left_of({{{-50, 50}, {0, 50}, {-50, 60}}}) == doctest::Approx(k_whole).epsilon(0.001));
}

TEST_CASE("a polygon with a hole is cut exactly, also where it covers the sector") {
  const std::vector<PositionE7> outer = {{-50, -50}, {-50, 50}, {150, 50}, {150, -50}};
  const std::vector<PositionE7> hole = {{20, 20}, {60, 20}, {60, 40}, {20, 40}};  // clockwise
  CHECK(area_of(close_chains(clipped({outer, hole}, true), clip_rect(k_rect), false)) ==
        doctest::Approx(50.5 * 101.0 - 40 * 20));
  // Only the hole's ring reaches into the sector: the rectangle is inside but for it.
  CHECK(area_of(close_chains(clipped({hole}, true), clip_rect(k_rect), true)) ==
        doctest::Approx(k_whole - 40 * 20));
  CHECK(area_of(close_chains({}, clip_rect(k_rect), true)) == doctest::Approx(k_whole));
  CHECK(close_chains({}, clip_rect(k_rect), false).empty());
}

TEST_CASE("neighbouring sectors cut a line at the same numbers") {
  const std::vector<PositionE7> line = {{13, -977}, {71, 1033}};
  std::vector<PositionE7> back(line.rbegin(), line.rend());
  std::vector<Chain> there;
  std::vector<Chain> again;
  clip_line(line, false, clip_rect(k_rect), 0, there);
  clip_line(back, false, clip_rect(k_rect), 0, again);
  REQUIRE(there.size() == 1);
  REQUIRE(again.size() == 1);
  std::reverse(again[0].points.begin(), again[0].points.end());
  CHECK(there[0].points == again[0].points);
}

TEST_CASE(
    "coast that crosses itself or is there twice ends in something, never in a crash (case E14)") {
  left_of({{{50, -200}, {50, 300}}, {{50, -200}, {50, 300}}});
  left_of({{{50, -200}, {80, 80}, {20, 80}, {60, 20}, {30, 300}}});
  left_of({{{40, 40}, {40, 60}, {60, 60}, {60, 40}, {40, 40}},
           {{50, 50}, {50, 70}, {70, 70}, {70, 50}, {50, 50}}});
}

}  // namespace terrane::osm
