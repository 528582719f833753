#include "terrane/content/triangulate.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"

namespace terrane::content {
namespace {

using Ring = std::vector<PointMm>;
using Rings = std::vector<Ring>;

std::vector<PointMm> concatenated(const Rings& rings) {
  std::vector<PointMm> points;
  for (const Ring& ring : rings) points.insert(points.end(), ring.begin(), ring.end());
  return points;
}

std::int64_t magnitude(std::int64_t value) {
  return value < 0 ? -value : value;
}

// What the triangles of a valid polygon must cover, twice.
std::int64_t expected_doubled_area(const Rings& rings) {
  std::int64_t area = magnitude(doubled_area(rings[0]));
  for (std::size_t hole = 1; hole < rings.size(); ++hole)
    area -= magnitude(doubled_area(rings[hole]));
  return area;
}

struct Cover {
  std::int64_t doubled_area = 0;
  std::size_t triangles = 0;
  bool indices_valid = true;
  bool all_counter_clockwise = true;
};

Cover cover_of(const Rings& rings) {
  const std::vector<PointMm> points = concatenated(rings);
  const std::vector<std::uint32_t> indices = triangulate(rings);
  Cover cover;
  cover.triangles = indices.size() / 3;
  cover.indices_valid = indices.size() % 3 == 0;
  for (const std::uint32_t index : indices) {
    if (index >= points.size()) cover.indices_valid = false;
  }
  if (!cover.indices_valid) return cover;
  for (std::size_t first = 0; first < indices.size(); first += 3) {
    const PointMm corners[3] = {points[indices[first]], points[indices[first + 1]],
                                points[indices[first + 2]]};
    const std::int64_t area = doubled_area(corners);
    if (area <= 0) cover.all_counter_clockwise = false;
    cover.doubled_area += area;
  }
  return cover;
}

void check_exact(const Rings& rings) {
  const Cover cover = cover_of(rings);
  CHECK(cover.indices_valid);
  CHECK(cover.all_counter_clockwise);
  CHECK(cover.doubled_area == expected_doubled_area(rings));
}

Ring square(std::int32_t x, std::int32_t z, std::int32_t side) {
  return {{x, z}, {x, z + side}, {x + side, z + side}, {x + side, z}};
}

// A star-shaped ring about a centre: radii between the two given, angles in order.
Ring star(std::uint64_t seed, std::size_t count, PointMm centre, double inner_mm, double outer_mm) {
  Ring ring;
  for (std::size_t place = 0; place < count; ++place) {
    const double angle = 2.0 * base::k_pi * static_cast<double>(place) / static_cast<double>(count);
    const double radius = base::draw_between(base::hash(seed, place), inner_mm, outer_mm);
    const base::SinCos turn = base::sin_cos(angle);
    ring.push_back({centre.x_mm + static_cast<std::int32_t>(std::floor(radius * turn.cos)),
                    centre.z_mm + static_cast<std::int32_t>(std::floor(radius * turn.sin))});
  }
  return ring;
}

Ring reversed(Ring ring) {
  return {ring.rbegin(), ring.rend()};
}

}  // namespace

TEST_CASE("area is positive counter-clockwise from above, with z to the south") {
  CHECK(doubled_area(square(0, 0, 10)) == 200);
  CHECK(doubled_area(reversed(square(0, 0, 10))) == -200);
  Ring closed = square(-500'000'000, -500'000'000, 1'000'000'000);
  closed.push_back(closed.front());
  CHECK(doubled_area(closed) == 2'000'000'000'000'000'000);
  CHECK(doubled_area(Ring{}) == 0);
}

TEST_CASE("a convex ring becomes n - 2 triangles, open or closed, in either direction") {
  Ring ring = square(0, 0, 1000);
  CHECK(triangulate(Rings{ring}).size() == 6);
  check_exact({ring});
  check_exact({reversed(ring)});
  ring.push_back(ring.front());
  CHECK(triangulate(Rings{ring}).size() == 6);
  check_exact({ring});
}

TEST_CASE("straight vertices are kept, so that a neighbour with the same vertices has no gap") {
  const Ring ring = {{0, 0}, {0, 5}, {0, 10}, {5, 10}, {10, 10}, {10, 5}, {10, 0}, {5, 0}};
  CHECK(triangulate(Rings{ring}).size() == 6 * 3);
  check_exact({ring});
}

TEST_CASE("repeated points and spikes do not disturb the area") {
  check_exact({{{0, 0}, {0, 0}, {0, 10}, {10, 10}, {10, 10}, {10, 0}, {0, 0}, {0, 0}}});
  check_exact({{{0, 0}, {0, 10}, {10, 10}, {30, 10}, {10, 10}, {10, 0}}});
  check_exact({{{0, 0}, {0, 10}, {5, 10}, {5, 5}, {5, 10}, {10, 10}, {10, 0}}});
}

TEST_CASE("holes are left open in either direction, and several in one outer ring") {
  check_exact({square(0, 0, 100), square(10, 10, 20)});
  check_exact({square(0, 0, 100), reversed(square(10, 10, 20)), square(50, 10, 20),
               square(10, 50, 20), reversed(square(50, 50, 20))});
  // In a row along one line, so that every ray meets the vertices of the hole before.
  Rings row = {square(0, 0, 1000)};
  for (std::int32_t place = 0; place < 9; ++place) row.push_back(square(50 + place * 100, 500, 50));
  check_exact(row);
}

TEST_CASE("touching holes: at a vertex, on an edge, at each other, along an edge") {
  const Ring outer = square(0, 0, 100);
  const Ring diamond = {{0, 50}, {20, 70}, {40, 50}, {20, 30}};
  check_exact({outer, diamond});                                        // tip on the west edge
  check_exact({outer, Ring{{100, 50}, {80, 70}, {60, 50}, {80, 30}}});  // tip on the east edge
  check_exact({outer, Ring{{0, 0}, {20, 50}, {50, 20}}});               // at the outer corner
  check_exact({outer, Ring{{100, 100}, {20, 50}, {50, 20}}});           // at the far corner
  check_exact({outer, Ring{{0, 50}, {50, 100}, {100, 50}, {50, 0}}});   // cuts it into four
  check_exact({outer, square(10, 10, 20), square(30, 30, 20)});         // corner to corner
  check_exact({outer, square(10, 10, 20), square(30, 10, 20)});         // edge to edge
  check_exact({outer, square(10, 10, 20), square(30, 15, 10)});         // edge within an edge
  check_exact({outer, square(0, 20, 20)});                              // along the outer edge
  check_exact({outer, Ring{{20, 50}, {50, 80}, {50, 50}}, Ring{{20, 50}, {50, 40}, {50, 10}}});
}

TEST_CASE("a hole that fills its ring leaves nothing") {
  CHECK(triangulate(Rings{square(0, 0, 100), square(0, 0, 100)}).empty());
}

TEST_CASE("a ring that touches itself keeps its area") {
  // Two squares that meet at a corner, run round as one ring.
  check_exact({{{0, 0}, {0, 10}, {10, 10}, {10, 20}, {20, 20}, {20, 10}, {10, 10}, {10, 0}}});
  // A courtyard drawn as part of the outer ring, joined by a passage of no width.
  check_exact({{{0, 0},
                {0, 30},
                {30, 30},
                {30, 0},
                {10, 0},
                {10, 10},
                {20, 10},
                {20, 20},
                {10, 20},
                {10, 10},
                {10, 0}}});
}

TEST_CASE("bad rings give nothing or less, never a crash") {
  CHECK(triangulate(Rings{}).empty());
  CHECK(triangulate(Rings{Ring{}}).empty());
  CHECK(triangulate(Rings{Ring{{1, 1}}}).empty());
  CHECK(triangulate(Rings{Ring{{1, 1}, {2, 2}}}).empty());
  CHECK(triangulate(Rings{Ring{{0, 0}, {5, 5}, {10, 10}}}).empty());
  CHECK(triangulate(Rings{Ring{{3, 3}, {3, 3}, {3, 3}, {3, 3}}}).empty());
  CHECK(triangulate(Rings{Ring{{0, 0}, {10, 10}, {10, 0}, {0, 10}}}).empty());
  CHECK(triangulate(Rings{Ring{{INT32_MIN, 0}, {INT32_MAX, INT32_MAX}, {0, INT32_MIN}}}).empty());
  // A hole outside, or without area, or absurd, is as if it were not there.
  const Ring outer = square(0, 0, 100);
  for (const Ring& hole : {square(200, 0, 10), square(-90, 0, 10), Ring{{10, 10}, {20, 20}}, Ring{},
                           Ring{{INT32_MIN, 0}, {10, 10}, {20, 10}}}) {
    const Cover cover = cover_of({outer, hole});
    CHECK(cover.all_counter_clockwise);
    CHECK(cover.doubled_area == 20000);
  }
}

TEST_CASE("random star polygons with holes are covered exactly") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    const auto count = static_cast<std::size_t>(base::draw_integer(base::hash(seed, 1), 3, 300));
    const double size_mm = base::draw_between(base::hash(seed, 2), 2e3, 2e8);
    Rings rings = {star(seed, count, {0, 0}, size_mm, 2.0 * size_mm)};
    // The outer ring's chords stay outside the circle of a cosine of its radius; a square grid of
    // cells inside, one small star each.
    const double room_mm = count < 8 ? 0.3 * size_mm : 0.6 * size_mm;
    const std::int64_t side = base::draw_integer(base::hash(seed, 3), 0, 6);
    for (std::int64_t cell = 0; cell < side * side; ++cell) {
      const double step_mm = 2.0 * room_mm / static_cast<double>(side);
      const double x_mm = -room_mm + (static_cast<double>(cell % side) + 0.5) * step_mm;
      const double z_mm = -room_mm + (static_cast<double>(cell / side) + 0.5) * step_mm;
      const std::uint64_t key = base::hash(seed, 4, cell);
      rings.push_back(star(key, static_cast<std::size_t>(base::draw_integer(key, 3, 20)),
                           {static_cast<std::int32_t>(x_mm), static_cast<std::int32_t>(z_mm)},
                           0.1 * step_mm, 0.45 * step_mm));
      if (base::draw_chance(key, 0.5)) rings.back() = reversed(rings.back());
    }
    if (count >= 6) check_exact(rings);
  }
}

TEST_CASE("holes carved from a lattice touch in every way and are still covered exactly") {
  // Unit cells of a lattice, joined into nothing larger: neighbours touch at corners and along
  // edges.
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Rings rings = {square(0, 0, 60)};
    for (std::int32_t cell = 0; cell < 36; ++cell) {
      if (!base::draw_chance(base::hash(seed, cell), 0.3)) continue;
      Ring hole = square(cell % 6 * 10, cell / 6 * 10, 10);
      // Some are triangles, so that touching chains meet at slants too.
      if (base::draw_chance(base::hash(seed, cell, 1), 0.5)) {
        hole.erase(hole.begin() + base::draw_integer(base::hash(seed, cell, 2), 0, 3));
      }
      rings.push_back(hole);
    }
    check_exact(rings);
  }
}

TEST_CASE("rings of random points cross themselves and end all the same") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    Rings rings;
    const std::int64_t extent = base::draw_integer(base::hash(seed, 9), 2, 1000);
    for (std::uint64_t ring = 0; ring < 4; ++ring) {
      Ring points;
      for (std::uint64_t place = 0; place < 3 + seed; ++place) {
        const std::uint64_t key = base::hash(seed, ring, place);
        points.push_back({static_cast<std::int32_t>(base::draw_integer(key, 0, extent)),
                          static_cast<std::int32_t>(base::draw_integer(~key, 0, extent))});
      }
      rings.push_back(points);
    }
    const Cover cover = cover_of(rings);
    CHECK(cover.indices_valid);
    CHECK(cover.all_counter_clockwise);
  }
}

TEST_CASE("a ring of 10,000 vertices is quick, and a hostile one ends") {
  const auto milliseconds = [](const Rings& rings) {
    const auto start = std::chrono::steady_clock::now();
    const std::size_t count = triangulate(rings).size();
    const auto end = std::chrono::steady_clock::now();
    MESSAGE("", count / 3, " triangles in ",
            std::chrono::duration<double, std::milli>(end - start).count(), " ms");
    return std::chrono::duration<double, std::milli>(end - start).count();
  };
  const Rings rings = {star(5, 10'000, {0, 0}, 5e6, 1e7)};
  check_exact(rings);
  // 50 ms on the machine it was written on; the bound here is loose because a test must not be a
  // benchmark, and still far below what a quadratic walk takes.
  CHECK(milliseconds(rings) < 2000);
  Ring comb = {{0, 0}};
  for (std::int32_t tooth = 0; tooth < 5000; ++tooth) {
    comb.push_back({tooth * 100 + 10, 1'000'000});
    comb.push_back({tooth * 100 + 60, 100});
  }
  comb.push_back({500'000, 0});
  check_exact({comb});
  CHECK(milliseconds({comb}) < 2000);
  Ring hostile;
  for (std::uint64_t place = 0; place < 10'000; ++place) {
    hostile.push_back(
        {static_cast<std::int32_t>(base::draw_integer(base::hash(7, place), 0, 1'000'000)),
         static_cast<std::int32_t>(base::draw_integer(base::hash(8, place), 0, 1'000'000))});
  }
  CHECK(milliseconds({hostile}) < 20'000);
}

}  // namespace terrane::content
