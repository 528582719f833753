#include "terrane/city/water_section.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/city/sample_edge.h"
#include "terrane/content/palette.h"

using namespace terrane;
using namespace terrane::city;

namespace {

constexpr unsigned k_first = 15;  // of the ordinary block of a sample edge

struct Sample {
  double bend;
  double shallow;
  double deep;
};
constexpr Sample k_samples[] = {
    {0.0, 72, 72}, {0.008, 40, 72}, {-0.008, 16, 60}, {0.004, 9, 50}, {-0.006, 30, 34}};

// Calls visit(plan, ground, side, level_m) for ponds on several edges.
template <typename Visit>
void for_ponds(Visit&& visit) {
  std::uint64_t seed = 1;
  for (const Sample& sample : k_samples) {
    const EdgePlan plan = sample_edge(seed, sample.bend, sample.shallow, sample.deep);
    const Ground ground(seed);
    for (const Side side : {Side::Left, Side::Right}) {
      visit(plan, ground, side,
            water_level_m(plan, ground, k_first, k_first + k_block_segments - 1, side));
    }
    seed += 1;
  }
}

WaterSection pond_section(const EdgePlan& plan, const Ground& ground, Side side, unsigned in_block,
                          double level_m) {
  content::Content content;
  const unsigned station = k_first + in_block;
  PieceWriter out(content, frame_corner(plan.curve.node_world(station)), ground, 0);
  return water_section(out, plan, station, side, plan.key, in_block, WaterStyle::Bank, level_m);
}

}  // namespace

TEST_CASE("a pond has a dry hollow for two stations before its water, wherever it ends") {
  unsigned ponds = 0;
  for_ponds([&](const EdgePlan& plan, const Ground& ground, Side side, double level_m) {
    for (unsigned at = 0; at <= k_block_segments; ++at) {
      const WaterSection section = pond_section(plan, ground, side, at, level_m);
      if (!section.open) continue;
      ponds += 1;
      REQUIRE_MESSAGE((at >= 3 && at + 3 <= k_block_segments), "water stands at a stretch's end");
      for (const unsigned near : {at - 1, at + 1}) {
        CHECK_MESSAGE(pond_section(plan, ground, side, near, level_m).has_trough(),
                      "water stands beside a station that has no room for it");
      }
    }
  });
  CHECK(ponds > 50);
}

TEST_CASE("a pond's lines go outward in order, and its floor climbs no cliff") {
  for_ponds([](const EdgePlan& plan, const Ground& ground, Side side, double level_m) {
    double last_floor_m = NAN;
    for (unsigned at = 0; at <= k_block_segments; ++at) {
      const WaterSection section = pond_section(plan, ground, side, at, level_m);
      for (unsigned line = 0; line + 1 < water_line::k_count; ++line) {
        CHECK(section.offset_m[line] <= section.offset_m[line + 1] + 1e-9);
      }
      const double floor_m = section.height_m[water_line::NearBed];
      const double climb_m = std::fabs(floor_m - last_floor_m);
      last_floor_m = floor_m;
      const double deep_m = section.height_m[water_line::Edge] - level_m;
      if (at > 0 && section.has_trough()) CHECK(climb_m < 0.75 * deep_m + 1.0);
    }
  });
}

TEST_CASE("a pond's sand lies at its water: none climbs the meadow") {
  const auto sandy = [](const content::Vertex& vertex) {
    return vertex.palette == content::palette::k_sand;
  };
  unsigned found = 0;
  for_ponds([&](const EdgePlan& plan, const Ground& ground, Side side, double level_m) {
    for (unsigned in_block = 0; in_block < k_block_segments; ++in_block) {
      SideBlock block;
      block.key = plan.key;
      block.in_block = in_block;
      block.first = in_block == 0;
      block.last = in_block + 1 == k_block_segments;
      const unsigned segment = k_first + in_block;
      const content::Content content =
          sample_piece(plan, ground, segment, 2, [&](PieceWriter& out) {
            build_water_side(out, plan, segment, side, block, WaterStyle::Bank, level_m);
          });
      for (const content::MeshPage& page : content.mesh_pages) {
        for (const content::Vertex& vertex : page.vertices) {
          if (!sandy(vertex)) continue;
          found += 1;
          REQUIRE(vertex.y_mm <= base::to_mm32(level_m + 0.4));
        }
      }
    }
  });
  CHECK(found > 100);
}
