#include "terrane/osm/road_rules.h"

#include <doctest/doctest.h>

#include <utility>

namespace terrane::osm {
namespace {

using Tag = std::pair<const char*, const char*>;

std::optional<RoadTags> read(std::initializer_list<Tag> list,
                             std::vector<TagFault>* faults = nullptr) {
  TagValues tags;
  for (const Tag& tag : list) tags.add(tag.first, tag.second);
  std::vector<TagFault> ignored;
  return read_road_tags(tags, faults != nullptr ? *faults : ignored);
}

double width_m(std::initializer_list<Tag> list) {
  return read(list).value().half_width_mm * 0.002;
}

}  // namespace

TEST_CASE("a width is its tag, else its lanes, else its class (case D26)") {
  CHECK(width_m({{"highway", "residential"}}) == doctest::Approx(6.5));
  CHECK(width_m({{"highway", "residential"}, {"width", "7"}}) == doctest::Approx(7.0));
  CHECK(width_m({{"highway", "residential"}, {"width", "7 m"}}) == doctest::Approx(7.0));
  CHECK(width_m({{"highway", "residential"}, {"width", "23'"}}) ==
        doctest::Approx(7.01).epsilon(0.01));
  CHECK(width_m({{"highway", "primary"}, {"lanes", "3"}}) == doctest::Approx(9.75).epsilon(0.001));
  CHECK(width_m({{"highway", "primary"}, {"lanes", "3;2"}}) ==
        doctest::Approx(9.75).epsilon(0.001));
  CHECK(width_m(
            {{"highway", "primary"}, {"lanes", "3"}, {"lanes:forward", "2"}, {"oneway", "yes"}}) ==
        doctest::Approx(9.75).epsilon(0.001));
  CHECK(width_m({{"highway", "footway"}}) == doctest::Approx(2.0));
  CHECK(width_m({{"highway", "steps"}}) == doctest::Approx(2.0));
}

TEST_CASE("absurd widths and lanes leave a sane road and a report (case D26)") {
  const Tag absurd[] = {{"width", "-1"}, {"width", "1000"}, {"width", "wide"}, {"width", "NaN"},
                        {"lanes", "0"},  {"lanes", "99"},   {"lanes", "many"}};
  for (const Tag& tag : absurd) {
    std::vector<TagFault> faults;
    const RoadTags road = read({{"highway", "residential"}, tag}, &faults).value();
    CHECK_MESSAGE(road.half_width_mm == 3250, tag.second);
    CHECK_MESSAGE(faults.size() == 1, tag.second);
  }
  CHECK(width_m({{"highway", "service"}, {"width", "0.1"}}) == doctest::Approx(1.0));
  CHECK(width_m({{"highway", "service"}, {"width", "80"}}) == doctest::Approx(40.0));
}

TEST_CASE("what does not stand, or not on the surface, is no road (case D25)") {
  for (const char* value :
       {"proposed", "construction", "razed", "abandoned", "elevator", "corridor", ""}) {
    CHECK_MESSAGE(!read({{"highway", value}}).has_value(), value);
  }
  CHECK(!read({{"highway", "primary"}, {"tunnel", "yes"}}).has_value());
  CHECK(!read({{"highway", "footway"}, {"indoor", "yes"}}).has_value());
  CHECK(!read({{"highway", "pedestrian"}, {"area", "yes"}}).has_value());
  CHECK(read({{"highway", "service"}, {"tunnel", "building_passage"}}).has_value());
  CHECK(read({{"highway", "steps"}}).value().road_class == RoadClass::Steps);
}

TEST_CASE("a layer alone makes no bridge (case D3)") {
  CHECK(!read({{"highway", "primary"}, {"layer", "1"}}).value().bridge);
  CHECK(read({{"highway", "primary"}, {"bridge", "viaduct"}}).value().bridge);
  CHECK(!read({{"highway", "primary"}, {"bridge", "no"}}).value().bridge);
}

}  // namespace terrane::osm
