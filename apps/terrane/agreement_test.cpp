#include "agreement.h"

#include <doctest/doctest.h>

namespace terrane::app {
namespace {

using content::BorderKind;
using content::BorderPoint;
using content::OwnedKind;
using content::OwnedObject;

BorderPoint point(std::uint64_t other, std::uint64_t identity, std::int64_t value,
                  BorderKind kind = BorderKind::RoadEdge) {
  BorderPoint made;
  made.kind = kind;
  made.identity = identity;
  made.other_piece = other;
  made.values[0] = value;
  return made;
}

// Pieces 1 and 2 share two points, pieces 2 and 3 one; piece 3 also has one with a piece outside.
struct Area {
  std::vector<stream::PieceKey> keys{{1}, {2}, {3}};
  std::vector<PieceFacts> facts{
      {11, {point(2, 70, 5), point(2, 71, 6)}, {{OwnedKind::Lot, 1}}},
      {22, {point(1, 71, 6), point(3, 70, 9), point(1, 70, 5)}, {{OwnedKind::Lot, 2}}},
      {33, {point(2, 70, 9), point(4, 90, 1)}, {{OwnedKind::Building, 1}}},
  };
  std::vector<OwnedObject> objects{
      {OwnedKind::Building, 1}, {OwnedKind::Lot, 1}, {OwnedKind::Lot, 2}};

  Agreement compare() const {
    Agreement agreement;
    compare_borders(keys, facts, agreement);
    compare_owners(keys, facts, objects, agreement);
    return agreement;
  }
};

TEST_CASE("pieces that agree have borders, points and no difference") {
  const Agreement agreement = Area{}.compare();
  CHECK(agreement.borders == 2);
  CHECK(agreement.border_points == 3);
  CHECK(agreement.differences == 0);
  CHECK(agreement.unowned == 0);
  CHECK(agreement.owned_twice == 0);
  CHECK(agreement.named.empty());
}

TEST_CASE("one millimetre at one border is found and named") {
  Area area;
  area.facts[1].border_points[1].values[0] += 1;
  const Agreement agreement = area.compare();
  CHECK(agreement.differences == 1);
  REQUIRE(agreement.named.size() == 1);
  CHECK(agreement.named[0].find("road edge") != std::string::npos);
  CHECK(agreement.named[0].find("10") != std::string::npos);
}

TEST_CASE("a point that only one side names is a difference, unless the other side is outside") {
  Area area;
  area.facts[0].border_points.pop_back();
  CHECK(area.compare().differences == 1);
  Area kinds;
  kinds.facts[2].border_points[0].kind = BorderKind::WaterOutline;
  CHECK(kinds.compare().differences == 2);  // a road edge and a water outline, each one-sided
}

TEST_CASE(
    "two builds of a piece with different digests are a difference that says how they were built") {
  const Area area;
  Area other;
  other.facts[2].digest = 34;
  Agreement agreement;
  compare_builds(area.keys, area.facts, other.facts, "in reverse", agreement);
  CHECK(agreement.differences == 1);
  REQUIRE(agreement.named.size() == 1);
  CHECK(agreement.named[0].find("in reverse") != std::string::npos);
}

TEST_CASE("owners: nobody, and two") {
  Area area;
  area.facts[0].owned.clear();
  CHECK(area.compare().unowned == 1);
  area.facts[0].owned = {{OwnedKind::Lot, 2}};
  const Agreement agreement = area.compare();
  CHECK(agreement.unowned == 1);
  CHECK(agreement.owned_twice == 1);
  CHECK(agreement.named[0].find("lot 2") != std::string::npos);
}

TEST_CASE("whatever can be planted is found, and what cannot is refused") {
  for (const char* kind : {"road", "owner"}) {
    const Area area;
    const PlantKind plant_kind = parse_plant(kind).value();
    auto plant = place_plant(plant_kind, area.keys, area.facts);
    REQUIRE_MESSAGE(plant.ok(), kind);
    Area planted;
    content::Content content;
    content.border_points = planted.facts[plant.value().piece].border_points;
    content.owned = planted.facts[plant.value().piece].owned;
    apply_plant(plant_kind, plant.value(), content);
    planted.facts[plant.value().piece].border_points = content.border_points;
    planted.facts[plant.value().piece].owned = content.owned;
    const Agreement agreement = planted.compare();
    CHECK_MESSAGE(agreement.differences + agreement.owned_twice == 1, kind);
    CHECK_MESSAGE(agreement.named.size() == 1, kind);
  }
  const Area area;
  for (const char* kind : {"station", "edge", "water"}) {
    const auto plant = place_plant(parse_plant(kind).value(), area.keys, area.facts);
    REQUIRE_MESSAGE(!plant.ok(), kind);
    CHECK_MESSAGE(plant.error().where == std::string("--plant ") + kind, kind);
  }
  CHECK_FALSE(parse_plant("hole").ok());
}

TEST_CASE("a long list of differences is counted in full and named in part") {
  std::vector<stream::PieceKey> keys;
  std::vector<PieceFacts> first(100);
  std::vector<PieceFacts> second(100);
  for (std::uint64_t key = 0; key < 100; ++key) {
    keys.push_back({key});
    second[key].digest = 1;
  }
  Agreement agreement;
  compare_builds(keys, first, second, "again", agreement);
  CHECK(agreement.differences == 100);
  CHECK(agreement.named.size() == k_named_max);
}

}  // namespace
}  // namespace terrane::app
