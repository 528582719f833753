#include "terrane/osm/building_heights.h"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

namespace terrane::osm {
namespace {

using Tag = std::pair<const char*, const char*>;

BuildingTags read(std::initializer_list<Tag> list, std::vector<TagFault>& faults,
                  bool part = false) {
  TagValues tags;
  for (const Tag& tag : list) tags.add(tag.first, tag.second);
  return read_building_tags(tags, part, faults);
}

BuildingHeights heights(std::initializer_list<Tag> list, double area_m2 = 100,
                        std::uint64_t hash = 7) {
  std::vector<TagFault> faults;
  return building_heights(read(list, faults), area_m2, hash);
}

}  // namespace

TEST_CASE("height beats levels, and a level is three metres") {
  CHECK(heights({{"height", "12"}, {"building:levels", "9"}}).top_m == doctest::Approx(12.0));
  CHECK(heights({{"building:levels", "3"}}).top_m == doctest::Approx(9.0));
  CHECK(heights({{"building:levels", "2.5"}}).top_m == doctest::Approx(7.5));
  CHECK(heights({{"building:levels", "3;4"}}).top_m == doctest::Approx(12.0));
}

TEST_CASE("without tags a building has one documented, positive height (case C1)") {
  for (const auto& [use, levels] :
       {std::pair{"garage", 1.0}, {"house", 2.0}, {"apartments", 4.0}}) {
    CHECK(heights({{"building", use}}).top_m == doctest::Approx(levels * 3.0));
  }
  for (std::uint64_t hash = 0; hash < 50; ++hash) {
    const double small_m = heights({{"building", "yes"}}, 100, hash).top_m;
    CHECK(small_m >= 3.0);
    CHECK(small_m <= 9.0);
    const double large_m = heights({{"building", "yes"}}, 900, hash).top_m;
    CHECK(large_m >= 9.0);
    CHECK(large_m <= 15.0);
  }
}

TEST_CASE("absurd heights count as absent and are reported (cases C6, C7)") {
  for (const char* text : {"-5", "0", "NaN", "Infinity", "1e9", "99999", "abc"}) {
    std::vector<TagFault> faults;
    const BuildingTags tags = read({{"building", "house"}, {"height", text}}, faults);
    CHECK_MESSAGE(faults.size() == 1, text);
    CHECK(faults[0].code == "height_absurd");
    CHECK(building_heights(tags, 100, 1).top_m == doctest::Approx(6.0));
  }
  std::vector<TagFault> faults;
  CHECK(building_heights(read({{"building", "house"}, {"building:levels", "G+2"}}, faults), 100, 1)
            .top_m == doctest::Approx(6.0));
  CHECK(faults.size() == 1);
}

TEST_CASE("levels of zero: a roof on the ground, or one level (case C7)") {
  CHECK(heights({{"building:levels", "0"}}).top_m == doctest::Approx(3.0));
  const BuildingHeights roof =
      heights({{"building:levels", "0"}, {"roof:levels", "2"}, {"roof:shape", "gabled"}});
  CHECK(roof.top_m == doctest::Approx(6.0));
  CHECK(roof.eaves_m == doctest::Approx(0.0));
}

TEST_CASE("roof levels of zero are a low roof, not none (case C9)") {
  const BuildingHeights house =
      heights({{"building:levels", "2"}, {"roof:levels", "0"}, {"roof:shape", "hipped"}});
  CHECK(house.eaves_m == doctest::Approx(6.0));
  CHECK(house.top_m == doctest::Approx(7.8));
}

TEST_CASE("roofs stay between bottom and top (cases C11, C13)") {
  const BuildingHeights high =
      heights({{"height", "8.7"}, {"min_height", "5.7"}, {"roof:shape", "gabled"}});
  CHECK(high.bottom_m == doctest::Approx(5.7));
  CHECK(high.eaves_m >= high.bottom_m);
  CHECK(high.top_m - high.eaves_m <= 3.0 + 1e-9);
  const BuildingHeights tent =
      heights({{"height", "5"}, {"roof:height", "9"}, {"roof:shape", "pyramidal"}});
  CHECK(tent.eaves_m == doctest::Approx(0.0));
  CHECK(tent.top_m == doctest::Approx(5.0));
}

TEST_CASE("a min level is a share of the walls (case C15)") {
  const BuildingHeights part = heights({{"building:levels", "7"}, {"building:min_level", "4"}});
  CHECK(part.bottom_m == doctest::Approx(12.0));
  CHECK(part.top_m == doctest::Approx(21.0));
}

TEST_CASE("a roof is a slab at its top (case C16)") {
  const BuildingHeights slab = heights({{"building", "roof"}, {"height", "5"}});
  CHECK(slab.top_m == doctest::Approx(5.0));
  CHECK(slab.bottom_m == doctest::Approx(4.7));
}

TEST_CASE("a bottom above the top stands on the ground instead") {
  const BuildingHeights odd = heights({{"height", "5"}, {"min_height", "8"}});
  CHECK(odd.bottom_m == 0.0);
  CHECK(odd.top_m == doctest::Approx(5.0));
}

TEST_CASE("a part has from its outline what it lacks (case C21)") {
  std::vector<TagFault> faults;
  const BuildingTags outline =
      read({{"building", "office"}, {"height", "12.5"}, {"building:colour", "red"}}, faults);
  BuildingTags part = read({{"building:part", "yes"}}, faults, true);
  inherit(part, outline);
  CHECK(building_heights(part, 50, 1).top_m == doctest::Approx(12.5));
  CHECK(part.wall_palette == outline.wall_palette);
  CHECK(part.use == BuildingUse::Office);
  BuildingTags levels = read({{"building:part", "yes"}, {"building:levels", "2"}}, faults, true);
  inherit(levels, outline);
  CHECK(building_heights(levels, 50, 1).top_m == doctest::Approx(6.0));
}

}  // namespace terrane::osm
