#include "terrane/rts/battlefield.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "terrane/rts/battlefield_parts.h"
#include "terrane/rts/slopes.h"
#include "terrane/rts/testing.h"

namespace terrane::rts {
namespace {

using testing::drawn_field;

// Two starts with mines and trees, a wall with a gap three wide between them.
const std::vector<std::string_view> k_two_camps = {
    "......................#......................",
    "......................#......................",
    "...................T..#..T...................",
    "...................T..#..T...................",
    "......0..........................1...........",
    ".............................................",
    ".............................................",
    "......................#......................",
    "...........G..........#...............G......",
    "......................#......................",
    "......................#......................",
};

std::string fault_of(const Battlefield& field, std::uint32_t sides) {
  const auto verdict = check_battlefield(field, sides);
  return verdict.ok() ? "" : base::to_sentence(verdict.error());
}

}  // namespace

TEST_CASE("a field with two camps and a gap for the largest can be fought on") {
  const Battlefield field = drawn_field(k_two_camps);
  CHECK(fault_of(field, 2) == "");
  CHECK(fault_of(testing::open_field(96, 2), 2) == "");
  CHECK(fault_of(testing::open_field(160, 8), 8) == "");
}

TEST_CASE("what keeps a field from being fought on is named") {
  const Battlefield good = drawn_field(k_two_camps);
  const auto refused = [&](const Battlefield& field, const char* what) {
    const std::string fault = fault_of(field, 2);
    CHECK_MESSAGE(fault.find(what) != std::string::npos,
                  "'" << fault << "' is not '" << std::string(what) << "'");
  };
  Battlefield field = good;
  field.height_mm.pop_back();
  refused(field, "not one a cell");
  field = good;
  field.width_cells = 0;
  refused(field, "cells a side");
  field = good;
  field.width_cells = k_side_cells_max + 1;
  refused(field, "cells a side");
  field = good;
  field.origin_x_mm = INT32_MIN;
  refused(field, "corner lies far off");
  field = good;
  field.ground[7] = static_cast<Ground>(9);
  refused(field, "cell 7");
  field = good;
  field.height_mm[8] = 30'000'000;
  refused(field, "cell 8");
  field = good;
  field.starts.pop_back();
  refused(field, "has 1 starts");
  field = good;
  field.starts[1] = field.middle_of({1, 1});
  refused(field, "a town hall does not fit");
  field = good;
  field.starts[1] = {INT32_MAX, INT32_MAX};
  refused(field, "a town hall does not fit");
  field = good;
  field.starts[1] = field.middle_of({10, 3});
  refused(field, "two town halls overlap");
  field = good;
  field.resources[0].kind = 2;
  refused(field, "a resource is of kind 2");
  field = good;
  field.resources.push_back({field.middle_of({12, 9}), 0});
  refused(field, "a gold mine does not fit");
  field = good;
  field.resources.push_back({field.middle_of({22, 0}), 1});
  refused(field, "a tree does not fit");
  field = good;
  field.animals.push_back({field.middle_of({22, 0}), 1});
  refused(field, "an animal stands where it cannot");
  field = good;
  field.resources.erase(field.resources.begin(), field.resources.begin() + 4);
  refused(field, "a start has no trees");
  field = good;
  field.resources.resize(4);
  refused(field, "a start has no gold mine");
  // A tree in the gap leaves two wide at most.
  field = good;
  field.resources.push_back({field.middle_of({22, 5}), 1});
  refused(field, "there is no way between the sides");
  CHECK(fault_of(good, 3).find("has 2 starts") != std::string::npos);
}

TEST_CASE("a mine behind a wall is none") {
  const Battlefield field = drawn_field({
      "..............#####",
      "..............#...#",
      "...0.......T..#.G.#",
      "..............#...#",
      "..............#####",
      "...................",
      "...................",
  });
  CHECK(fault_of(field, 1).find("town hall does not fit") != std::string::npos);
  Battlefield inside = field;
  inside.starts[0] = inside.middle_of({3, 3});
  CHECK(fault_of(inside, 1).find("no gold mine") != std::string::npos);
}

TEST_CASE("heights lie between the middles of cells and go on level past the rim") {
  Battlefield field = drawn_field({"...", "...", "..."});
  field.height_mm = {0, 1000, 0, 0, 2000, -500, 0, 0, 0};
  CHECK(field.height_at_mm({0, 0}) == 2000);
  CHECK(field.height_at_mm({500, 0}) == 750);
  CHECK(field.height_at_mm({500, -500}) == 625);
  CHECK(field.height_at_mm({999, 0}) == -497);  // -497.5, halves upward
  CHECK(field.height_at_mm({1, 0}) == 1998);
  CHECK(field.height_at_mm({50000, 0}) == -500);
  CHECK(field.height_at_mm({0, -50000}) == 1000);
  CHECK(field.height_at_mm({INT32_MIN, INT32_MIN}) == 0);
  CHECK(field.clamped({-3, 7}) == Cell{0, 2});
}

TEST_CASE("slopes: over 40 % rough, over 80 % blocked, water stays") {
  Battlefield field = drawn_field({"....#", "....#", "..~.#"});
  const auto tilt = [&](std::int32_t per_cell_mm) {
    Battlefield tilted = field;
    for (std::int32_t z = 0; z < 3; ++z) {
      for (std::int32_t x = 0; x < 5; ++x) tilted.height_mm[tilted.index({x, z})] = x * per_cell_mm;
    }
    apply_slopes(tilted);
    return tilted.ground;
  };
  for (const std::size_t at : {std::size_t{0}, std::size_t{6}, std::size_t{13}}) {
    CAPTURE(at);
    CHECK(tilt(400)[at] == Ground::Free);
    CHECK(tilt(401)[at] == Ground::Rough);
    CHECK(tilt(-800)[at] == Ground::Rough);
    CHECK(tilt(801)[at] == Ground::Blocked);
  }
  CHECK(tilt(500)[12] == Ground::Water);
  CHECK(tilt(500)[4] == Ground::Blocked);
}

TEST_CASE("a digest tells every number apart, but not the name") {
  const Battlefield field = drawn_field({"0.T", ".w.", "..G"});
  const std::uint64_t before = digest(field);
  Battlefield named = field;
  named.world_uri = "elsewhere";
  CHECK(digest(named) == before);
  std::vector<Battlefield> others(12, field);
  others[0].ground[3] = Ground::Rough;
  others[1].height_mm[5] += 1;
  others[2].starts[0].x_mm += 1;
  others[3].starts[0].z_mm += 1;
  others[4].resources[1].place.x_mm += 1;
  others[5].resources[0].kind = 0;
  others[6].animals[0].kind = 1;
  others[7].animals.clear();
  others[8].frame_x = 1;
  others[9].frame_z = -1;
  others[10].origin_x_mm += 1;
  others[11].origin_z_mm += 1;
  for (std::size_t at = 0; at < others.size(); ++at) {
    CAPTURE(at);
    CHECK(digest(others[at]) != before);
  }
}

TEST_CASE("parts: large units need three cells, and diagonals do not join") {
  const Battlefield field = drawn_field({
      "...#....",
      "........",
      "...#....",
      "...####.",
      "...##...",
      "...##...",
      "...##...",
  });
  const FieldParts parts = find_parts(field, open_cells(field));
  const auto part = [&](std::int32_t x, std::int32_t z) { return parts.part[field.index({x, z})]; };
  CHECK(part(1, 1) == 1);
  CHECK(part(5, 1) == 2);
  CHECK(part(6, 5) == 3);
  CHECK(part(3, 1) == 0);  // the gap is one wide
  CHECK(part(0, 0) == 0);  // the rim
  CHECK(part(1, 5) == 1);
  CHECK(parts.cells == std::vector<std::uint32_t>{0, 5, 2, 1});
  CHECK(parts.largest == 1);
}

}  // namespace terrane::rts
