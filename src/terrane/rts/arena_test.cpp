#include "terrane/rts/arena.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "terrane/base/digest.h"
#include "terrane/rts/battlefield_parts.h"
#include "terrane/rts/testing.h"

namespace terrane::rts {
namespace {

Battlefield arena(std::uint64_t seed, std::uint32_t sides, std::int32_t side_cells) {
  auto made = make_arena(seed, sides, side_cells);
  REQUIRE_MESSAGE(made.ok(), base::to_sentence(made.error()));
  return std::move(made).value();
}

std::size_t count_of(const Battlefield& field, std::uint32_t kind) {
  return static_cast<std::size_t>(
      std::count_if(field.resources.begin(), field.resources.end(),
                    [kind](const Spot& spot) { return spot.kind == kind; }));
}

using Places = std::multiset<std::tuple<std::int32_t, std::int32_t, std::uint32_t>>;
template <typename Turn>
Places places(const std::vector<Spot>& spots, Turn&& turn) {
  Places made;
  for (const Spot& spot : spots) {
    const PointMm place = turn(spot.place);
    made.insert({place.x_mm, place.z_mm, spot.kind});
  }
  return made;
}

// Everything but the order of lists is the same after the turn of cells and points.
template <typename TurnCell, typename TurnPoint>
void check_symmetric(const Battlefield& field, TurnCell&& turn_cell, TurnPoint&& turn_point) {
  bool same = true;
  for (std::int32_t z = 0; z < field.height_cells; ++z) {
    for (std::int32_t x = 0; x < field.width_cells; ++x) {
      const std::size_t there = field.index(turn_cell(Cell{x, z}));
      same = same && field.ground[field.index({x, z})] == field.ground[there] &&
             std::abs(field.height_mm[field.index({x, z})] - field.height_mm[there]) == 0;
    }
  }
  CHECK_MESSAGE(same, "ground or heights favour a side");
  const auto stay = [](PointMm point) { return point; };
  CHECK(places(field.resources, stay) == places(field.resources, turn_point));
  CHECK(places(field.animals, stay) == places(field.animals, turn_point));
  for (const PointMm& start : field.starts) {
    CHECK(std::find(field.starts.begin(), field.starts.end(), turn_point(start)) !=
          field.starts.end());
  }
}

}  // namespace

TEST_CASE("arenas can be fought on, at every size and number of sides") {
  for (const std::int32_t side_cells : {96, 97, 128, 200}) {
    for (std::uint32_t sides = 2; sides <= 8; ++sides) {
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        CAPTURE(side_cells);
        CAPTURE(sides);
        CAPTURE(seed);
        const Battlefield field = arena(seed, sides, side_cells);
        const auto verdict = check_battlefield(field, sides);
        CHECK_MESSAGE(verdict.ok(), base::to_sentence(verdict.error()));
        CHECK(field.starts.size() >= sides);
        const std::size_t images = field.starts.size();
        CHECK(count_of(field, 0) >= 2 * images);
        CHECK(count_of(field, 1) >= 30 * images);
        CHECK(count_of(field, 1) <= 400 * images);
        CHECK(field.world_uri == "arena:" + std::to_string(seed));
      }
    }
  }
}

TEST_CASE("an arena favours nobody") {
  const auto half_point = [](PointMm point) { return PointMm{-point.x_mm, -point.z_mm}; };
  const auto quarter_point = [](PointMm point) { return PointMm{-point.z_mm, point.x_mm}; };
  const auto mirror_point = [](PointMm point) { return PointMm{point.z_mm, point.x_mm}; };
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const std::int32_t side_cells : {96, 131}) {
      CAPTURE(seed);
      const std::int32_t last = side_cells - 1;
      const auto half = [last](Cell cell) { return Cell{last - cell.x, last - cell.z}; };
      const auto quarter = [last](Cell cell) { return Cell{last - cell.z, cell.x}; };
      const auto mirror = [](Cell cell) { return Cell{cell.z, cell.x}; };
      check_symmetric(arena(seed, 2, side_cells), half, half_point);
      check_symmetric(arena(seed, 4, side_cells), quarter, quarter_point);
      const Battlefield eight = arena(seed, 8, side_cells);
      check_symmetric(eight, quarter, quarter_point);
      check_symmetric(eight, mirror, mirror_point);
    }
  }
}

TEST_CASE("an arena is its seed's, everywhere") {
  CHECK(digest(arena(7, 2, 128)) == digest(arena(7, 2, 128)));
  CHECK(digest(arena(7, 2, 128)) != digest(arena(8, 2, 128)));
  // The same on every compiler and platform; changes with any rule of arenas.
  CHECK(base::digest_text(digest(arena(7, 2, 128))) == "3b6ddf626235d899");
  CHECK(base::digest_text(digest(arena(7, 8, 160))) == "994616c0bfb5e0a9");
}

TEST_CASE("arenas that cannot be are refused") {
  for (const auto& [sides, side_cells] :
       {std::pair{1u, 128}, {9u, 128}, {2u, 95}, {2u, k_side_cells_max + 1}, {2u, -5}}) {
    const auto made = make_arena(1, sides, side_cells);
    REQUIRE(!made.ok());
    CHECK(made.error().code == base::ErrorCode::OutOfRange);
  }
}

namespace {

// Blocks of houses with streets between them, a park, a river with one bridge: like a world's.
Battlefield town(std::int32_t side_cells) {
  Battlefield field = testing::open_field(side_cells, 0);
  field.world_uri = "town:";
  for (std::int32_t z = 0; z < side_cells; ++z) {
    for (std::int32_t x = 0; x < side_cells; ++x) {
      const bool in_park = x > 20 && x < 70 && z > 20 && z < 60;
      const bool is_house = x % 40 >= 16 && z % 36 >= 14 && !in_park && (x / 40 + z / 36) % 3 != 0;
      Ground& ground = field.ground[field.index({x, z})];
      if (is_house) ground = Ground::Blocked;
      if (x >= side_cells / 2 && x < side_cells / 2 + 8 && (z < 80 || z > 88)) {
        ground = Ground::Water;
      }
    }
  }
  return field;
}

}  // namespace

TEST_CASE("a world's ground is furnished so that it can be fought on") {
  for (const std::uint32_t sides : {2u, 3u, 4u, 8u}) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      CAPTURE(sides);
      CAPTURE(seed);
      Battlefield field = town(240);
      const std::vector<Ground> ground = field.ground;
      const auto furnished = furnish(field, seed, sides);
      REQUIRE_MESSAGE(furnished.ok(), base::to_sentence(furnished.error()));
      CHECK(check_battlefield(field, sides).ok());
      CHECK(field.ground == ground);
      CHECK(field.starts.size() == sides);
      CHECK(count_of(field, 0) >= sides);
      CHECK(count_of(field, 1) >= 60 * sides);
      CHECK(field.animals.size() >= 2);

      Battlefield again = town(240);
      REQUIRE(furnish(again, seed, sides).ok());
      CHECK(digest(again) == digest(field));
    }
  }
}

TEST_CASE("furnishing cuts nothing off") {
  Battlefield field = town(240);
  const FieldParts before = find_parts(field, open_cells(field));
  REQUIRE(furnish(field, 3, 4).ok());
  const FieldParts after = find_parts(field, open_cells(field));
  const std::uint32_t home = after.part[field.index(field.cell_of(field.starts[0]))];
  // Each cell of the largest part is one of it still, or lies beside something that was put there.
  std::size_t lost = 0;
  for (std::size_t at = 0; at < before.part.size(); ++at) {
    if (before.part[at] == before.largest && after.part[at] != 0 && after.part[at] != home) ++lost;
  }
  CHECK(lost == 0);
}

TEST_CASE("ground without room for so many is refused") {
  Battlefield field = testing::open_field(96, 0);
  for (Ground& ground : field.ground) ground = Ground::Water;
  const auto furnished = furnish(field, 1, 2);
  REQUIRE(!furnished.ok());
  CHECK(furnished.error().code == base::ErrorCode::BadData);
  CHECK(furnished.error().what == "there is no room for 2 sides");

  Battlefield small =
      testing::drawn_field(std::vector<std::string_view>(20, "...................."));
  CHECK(!furnish(small, 1, 8).ok());
  CHECK(!furnish(small, 1, 1).ok());
}

}  // namespace terrane::rts
