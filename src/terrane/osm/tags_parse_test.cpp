#include "terrane/osm/tags_parse.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace terrane::osm {
namespace {

double length_of(const char* text) {
  const TagNumber number = parse_length_m(text, k_height_cap_m);
  CHECK_MESSAGE(number.value.has_value(), text);
  CHECK_MESSAGE(!number.faulty, text);
  return number.value.value_or(-1);
}

}  // namespace

TEST_CASE("a length is read with its unit (cases C2, C3)") {
  for (const char* text : {"12", "12 m", "12m", "12.0", " 12 "}) {
    CHECK_MESSAGE(length_of(text) == doctest::Approx(12.0), text);
  }
  CHECK(length_of("0,8") == doctest::Approx(0.8));
  CHECK(length_of("7'4\"") == doctest::Approx(2.2352));
  CHECK(length_of("7' 4\"") == doctest::Approx(2.2352));
  CHECK(length_of("574'") == doctest::Approx(174.9552));
  CHECK(length_of("40 ft") == doctest::Approx(12.192));
  CHECK(length_of("0.5 km") == doctest::Approx(500.0));
  CHECK(length_of("6\"") == doctest::Approx(0.1524));
  CHECK(length_of(".5") == doctest::Approx(0.5));
}

TEST_CASE("of a list the largest counts (case C5)") {
  CHECK(length_of("3;4") == doctest::Approx(4.0));
  CHECK(length_of("4; 3") == doctest::Approx(4.0));
  const TagNumber half = parse_length_m("3;tall", k_height_cap_m);
  CHECK(half.value == 3.0);
  CHECK(half.faulty);
}

TEST_CASE("what is no usable number is absent and said to be faulty (cases C5, C6)") {
  for (const char* text : {"3-4",
                           "~12",
                           "12..15",
                           "abc",
                           "",
                           "-5",
                           "NaN",
                           "Infinity",
                           "inf",
                           "1e9",
                           "99999",
                           "12 parsecs",
                           "m",
                           "1.2.3",
                           "+3",
                           "0x10",
                           "12345678901234567890",
                           "5'x",
                           "5' 3",
                           ";",
                           "1 2"}) {
    const TagNumber number = parse_length_m(text, k_height_cap_m);
    CHECK_MESSAGE(!number.value.has_value(), text);
    CHECK_MESSAGE(number.faulty, text);
  }
  CHECK(parse_length_m("1000", k_height_cap_m).value == 1000.0);
  CHECK(parse_length_m("0", k_height_cap_m).value == 0.0);
}

TEST_CASE("level counts are bare numbers (case C7)") {
  CHECK(parse_count("3", k_levels_cap).value == 3.0);
  CHECK(parse_count("2.5", k_levels_cap).value == 2.5);
  CHECK(parse_count("3;4", k_levels_cap).value == 4.0);
  CHECK(parse_count("0", k_levels_cap).value == 0.0);
  for (const char* text : {"-1", "1000000", "G+2", "3 m", "two"}) {
    CHECK_MESSAGE(!parse_count(text, k_levels_cap).value.has_value(), text);
    CHECK_MESSAGE(parse_count(text, k_levels_cap).faulty, text);
  }
}

TEST_CASE("a layer is its leading integer, within five") {
  const std::pair<const char*, int> layers[] = {{"1", 1},  {"-2", -2},  {" 3 ", 3},
                                                {"99", 5}, {"-99", -5}, {"1;2", 1},
                                                {"", 0},   {"x", 0},    {"+1", 1}};
  for (const auto& expected : layers) {
    CHECK_MESSAGE(parse_layer(expected.first) == expected.second, expected.first);
  }
}

TEST_CASE("colours are CSS names or hexadecimal") {
  CHECK(parse_colour("red") == content::Rgb8{255, 0, 0});
  CHECK(parse_colour("LightGrey") == content::Rgb8{211, 211, 211});
  CHECK(parse_colour("#fa8") == content::Rgb8{255, 170, 136});
  CHECK(parse_colour("#1A2b3C") == content::Rgb8{26, 43, 60});
  for (const char* text : {"", "#", "#12", "#12345", "#gggggg", "reddish", "123456"}) {
    CHECK_MESSAGE(!parse_colour(text).has_value(), text);
  }
}

}  // namespace terrane::osm
