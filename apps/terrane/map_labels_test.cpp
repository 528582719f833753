#include "map_labels.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"

namespace terrane::app {
namespace {

// A fixed pitch: seven pixels a letter.
TextSize measure(const NamedCourse& course) {
  return {7.0 * static_cast<double>(course.name.size()), 12.0};
}

LabelRules rules_of(double side) {
  LabelRules rules;
  rules.high = {side, side};
  return rules;
}

std::vector<NamedCourse> drawn_courses(unsigned count, double side) {
  std::vector<NamedCourse> courses;
  for (unsigned index = 0; index < count; ++index) {
    NamedCourse course;
    course.name = "Street " + std::to_string(index);
    course.importance = base::draw_unit(base::hash(index, 1));
    for (unsigned end = 0; end < 2; ++end) {
      course.points.push_back({base::draw_between(base::hash(index, 2, end), 0, side),
                               base::draw_between(base::hash(index, 3, end), 0, side)});
    }
    courses.push_back(course);
  }
  return courses;
}

TEST_CASE("no label lies over another, outside the picture, upside down or on what is taken") {
  LabelRules rules = rules_of(800);
  rules.taken.push_back({{400, 400}, {1, 0}, 120, 90});
  const std::vector<PlacedLabel> labels = place_labels(drawn_courses(300, 800), rules, measure);
  CHECK(labels.size() > 40);
  for (std::size_t a = 0; a < labels.size(); ++a) {
    INFO(labels[a].text);
    CHECK_FALSE(overlap(labels[a].box, rules.taken[0]));
    CHECK(labels[a].box.along.x >= -1e-6);
    CHECK(labels[a].box.middle.x > 0);
    CHECK(labels[a].box.middle.y < 800);
    for (std::size_t b = a + 1; b < labels.size(); ++b) {
      CHECK_FALSE(overlap(labels[a].box, labels[b].box));
    }
  }
}

TEST_CASE("the more important of two streets that cross keeps its name") {
  NamedCourse lesser{"Lesser Street", {{50, 100}, {150, 100}}, 1, 0};
  NamedCourse greater{"Great Avenue", {{100, 50}, {100, 150}}, 2, 0};
  const std::vector<PlacedLabel> labels = place_labels({lesser, greater}, rules_of(200), measure);
  REQUIRE(labels.size() == 1);
  CHECK(labels[0].text == "Great Avenue");
  // Upwards, as maps have it.
  CHECK(labels[0].box.along.y == doctest::Approx(-1));
}

TEST_CASE("a street that winds more than its name is high has no name there") {
  NamedCourse winding{"Winding Way", {}, 1, 0};
  for (int point = 0; point <= 20; ++point) {
    winding.points.push_back({20.0 + point * 10.0, 100.0 + (point % 2 == 0 ? 20.0 : -20.0)});
  }
  CHECK(place_labels({winding}, rules_of(300), measure).empty());
}

TEST_CASE("boxes of any turn overlap exactly where they share a point") {
  const double half = std::sqrt(0.5);
  const LabelBox flat{{0, 0}, {1, 0}, 10, 2};
  CHECK(overlap(flat, {{0, 3.5}, {1, 0}, 10, 2}));
  CHECK_FALSE(overlap(flat, {{0, 4.5}, {1, 0}, 10, 2}));
  // A turned box whose upright bounds overlap although it does not.
  CHECK_FALSE(overlap(flat, {{12, 10}, {half, half}, 10, 1}));
  CHECK(overlap(flat, {{6, 6}, {half, half}, 10, 1}));
}

TEST_CASE("courses of one name become one street whatever their directions") {
  std::vector<NamedCourse> parts{{"A", {{10, 0}, {0, 0}}, 1, 0},
                                 {"A", {{20, 0}, {30, 0}}, 3, 0},
                                 {"B", {{0, 0}, {0, 9}}, 1, 0},
                                 {"A", {{20, 0}, {10, 0}}, 1, 0},
                                 {"A", {{90, 0}, {99, 0}}, 1, 0}};
  const std::vector<NamedCourse> streets = join_courses(parts);
  REQUIRE(streets.size() == 3);
  CHECK(streets[0].points.size() == 4);
  CHECK(streets[0].importance == 3);
  CHECK(streets[1].name == "B");
  CHECK(streets[2].points.size() == 2);
}

TEST_CASE("names from a file are made printable: no bad bytes, no control characters") {
  const std::string bad = "\xef\xbf\xbd";
  CHECK(printable("Stra\xc3\x9f\x65 \xe2\x82\xac \xf0\x9f\x98\x80") ==
        "Stra\xc3\x9f\x65 \xe2\x82\xac \xf0\x9f\x98\x80");
  CHECK(printable("a\nb\tc\x7f") == "a b c ");
  CHECK(printable("<b>&amp;</b>") == "<b>&amp;</b>");  // never read as markup
  CHECK(printable("\xff") == bad);
  CHECK(printable("x\xc3") == "x" + bad);                         // cut short
  CHECK(printable("\xc0\xaf") == bad + bad);                      // too long a form
  CHECK(printable("\xed\xa0\x80") == bad + bad + bad);            // half a surrogate pair
  CHECK(printable("\xf4\x90\x80\x80") == bad + bad + bad + bad);  // beyond the last character
}

}  // namespace
}  // namespace terrane::app
