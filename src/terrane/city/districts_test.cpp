#include "terrane/city/districts.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>

#include "terrane/base/hash.h"

namespace terrane::city {
namespace {

constexpr unsigned k_draws = 100000;

std::array<unsigned, k_building_style_count> draws_of(District district, bool double_lot) {
  std::array<unsigned, k_building_style_count> drawn{};
  for (std::uint64_t draw = 0; draw < k_draws; ++draw) {
    const double roll = base::draw_unit(base::hash(77, static_cast<unsigned>(district), draw));
    drawn[static_cast<unsigned>(draw_style(district, double_lot, roll))] += 1;
  }
  return drawn;
}

}  // namespace

TEST_CASE("districts: the article's double-lot chances and backdrop heights") {
  constexpr double k_expected[k_district_count][3] = {
      {0.12, 14, 32},  {0.5, 60, 130}, {0.15, 22, 48}, {0.4, 34, 68},
      {0.55, 70, 140}, {0.1, 0, 0},    {0.14, 18, 40}};
  for (unsigned index = 0; index < k_district_count; ++index) {
    const DistrictTraits& traits = traits_of(static_cast<District>(index));
    INFO(traits.name);
    CHECK(traits.double_lot_chance == k_expected[index][0]);
    CHECK(traits.backdrop_low_m == k_expected[index][1]);
    CHECK(traits.backdrop_high_m == k_expected[index][2]);
  }
}

TEST_CASE("districts: styles are drawn by their weights") {
  for (unsigned index = 0; index < k_district_count; ++index) {
    const District district = static_cast<District>(index);
    const DistrictTraits& traits = traits_of(district);
    for (const bool double_lot : {false, true}) {
      const auto drawn = draws_of(district, double_lot);
      double total = 0;
      for (unsigned style = 0; style < k_building_style_count; ++style) {
        if (is_double_lot_style(static_cast<BuildingStyle>(style)) == double_lot) {
          total += traits.weights[style];
        }
      }
      for (unsigned style = 0; style < k_building_style_count; ++style) {
        const bool fits = is_double_lot_style(static_cast<BuildingStyle>(style)) == double_lot;
        const double share = fits ? traits.weights[style] / total : 0;
        // Five standard deviations of a binomial draw.
        const double allowed = 5.0 * std::sqrt(k_draws * share * (1 - share));
        INFO(traits.name << " " << std::string(style_name(static_cast<BuildingStyle>(style))));
        CHECK(std::fabs(drawn[style] - k_draws * share) <= allowed);
      }
    }
  }
}

TEST_CASE("districts: the suburban home stands only where it is listed, all else everywhere") {
  for (unsigned index = 0; index < k_district_count; ++index) {
    const District district = static_cast<District>(index);
    const auto single = draws_of(district, false);
    const auto doubled = draws_of(district, true);
    INFO(traits_of(district).name);
    const bool maple = district == District::MapleHeights;
    CHECK((single[static_cast<unsigned>(BuildingStyle::SuburbanHome)] > 0) == maple);
    for (unsigned style = 0; style < k_building_style_count; ++style) {
      if (static_cast<BuildingStyle>(style) == BuildingStyle::SuburbanHome) continue;
      const bool large = is_double_lot_style(static_cast<BuildingStyle>(style));
      CHECK((large ? doubled : single)[style] > 0);
      CHECK((large ? single : doubled)[style] == 0);
    }
  }
}

TEST_CASE("districts: the ends of the roll give styles of the right kind") {
  for (unsigned index = 0; index < k_district_count; ++index) {
    const District district = static_cast<District>(index);
    const double last = 1.0 - 0x1.0p-53;
    CHECK(!is_double_lot_style(draw_style(district, false, 0.0)));
    CHECK(!is_double_lot_style(draw_style(district, false, last)));
    CHECK(is_double_lot_style(draw_style(district, true, 0.0)));
    CHECK(is_double_lot_style(draw_style(district, true, last)));
  }
}

TEST_CASE("building styles: names are distinct") {
  for (unsigned a = 0; a < k_building_style_count; ++a) {
    for (unsigned b = 0; b < a; ++b) {
      CHECK(std::string(style_name(static_cast<BuildingStyle>(a))) !=
            std::string(style_name(static_cast<BuildingStyle>(b))));
    }
  }
}

}  // namespace terrane::city
