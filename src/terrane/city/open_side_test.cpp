// Tests what parks, fields and water sides have in common: that they meet, keep to their side and
// cost what they may.
#include <doctest/doctest.h>

#include "terrane/city/field_side.h"
#include "terrane/city/park_side.h"
#include "terrane/city/sample_edge.h"
#include "terrane/city/water_side.h"
#include "terrane/content/content.h"

using namespace terrane;
using namespace terrane::city;

namespace {

constexpr unsigned k_first = 15;  // of the ordinary block of a sample edge
constexpr unsigned k_kinds = k_water_style_count + k_park_theme_count + k_field_kind_count;

SideBlock block_at(std::uint64_t key, unsigned segment) {
  SideBlock block;
  block.key = key;
  block.in_block = segment - k_first;
  block.first = block.in_block == 0;
  block.last = block.in_block == k_block_segments - 1;
  return block;
}

content::Content open_side(const EdgePlan& plan, const Ground& ground, unsigned segment, Side side,
                           unsigned kind, std::uint8_t lod) {
  return sample_piece(plan, ground, segment, lod, [&](PieceWriter& out) {
    const SideBlock block = block_at(plan.key, segment);
    if (kind < k_water_style_count) {
      const double level_m =
          water_level_m(plan, ground, k_first, k_first + k_block_segments - 1, side);
      build_water_side(out, plan, segment, side, block, static_cast<WaterStyle>(kind), level_m);
    } else if (kind < k_water_style_count + k_park_theme_count) {
      build_park_side(out, plan, segment, side, block,
                      static_cast<ParkTheme>(kind - k_water_style_count));
    } else {
      build_field_side(out, plan, segment, side, block,
                       static_cast<FieldKind>(kind - k_water_style_count - k_park_theme_count));
    }
  });
}

// Whether the side goes on behind the sidewalk.
bool has_room(const EdgePlan& plan, unsigned station, Side side) {
  return plan.depth_m[static_cast<unsigned>(side)][station] >
         plan.half_width_m[station] + k_building_line_m + 0.01;
}

template <typename Visit>
void for_sides(Visit&& visit) {
  struct Sample {
    double bend;
    double shallow;
    double deep;
  };
  constexpr Sample k_samples[] = {
      {0.0, 72, 72}, {0.008, 30, 72}, {-0.008, 9, 40}, {0.004, 9, 14}, {-0.006, 20, 30}};
  std::uint64_t seed = 1;
  for (const Sample& sample : k_samples) {
    const EdgePlan plan = sample_edge(seed, sample.bend, sample.shallow, sample.deep);
    const Ground ground(seed);
    for (const Side side : {Side::Left, Side::Right}) {
      for (unsigned kind = 0; kind < k_kinds; ++kind) visit(plan, ground, side, kind);
    }
    seed += 1;
  }
}

}  // namespace

TEST_CASE("the ground of an open side meets the next segment's bit for bit, at any two levels") {
  for_sides([](const EdgePlan& plan, const Ground& ground, Side side, unsigned kind) {
    for (unsigned segment = k_first; segment + 1 < k_first + k_block_segments; ++segment) {
      if (!has_room(plan, segment + 1, side)) continue;
      const auto points = [&](unsigned of) {
        auto all = ground_at_station(open_side(plan, ground, of, side, kind, 0), plan, of,
                                     segment + 1, side);
        // A trench that closes to a line at a shallow station may go on below ground on one side.
        if (plan.depth_m[static_cast<unsigned>(side)][segment + 1] > 34.0) return all;
        for (auto point = all.begin(); point != all.end();) {
          const bool below = (*point)[1] < ground.height_mm({(*point)[0], (*point)[2]}) - 300;
          point = below ? all.erase(point) : std::next(point);
        }
        return all;
      };
      const auto near = points(segment);
      CAPTURE(kind);
      CAPTURE(segment);
      REQUIRE(near.size() >= 2);
      REQUIRE(near == points(segment + 1));
    }
  });
}

TEST_CASE("the ground of an open side is the same at every level of detail") {
  for_sides([](const EdgePlan& plan, const Ground& ground, Side side, unsigned kind) {
    for (unsigned segment = k_first; segment < k_first + k_block_segments; segment += 3) {
      const auto strip = [&](std::uint8_t lod) {
        // Sheets that are only looks (paths' paint, beds) may go; what closes the ground may not.
        return ground_at_station(open_side(plan, ground, segment, side, kind, lod), plan, segment,
                                 segment, side);
      };
      const auto full = strip(0);
      for (const std::uint8_t lod : {std::uint8_t{1}, std::uint8_t{2}}) {
        for (const auto& point : strip(lod)) {
          CAPTURE(kind);
          REQUIRE(full.count(point) == 1);
        }
      }
      if (has_room(plan, segment, side)) REQUIRE(strip(2).size() >= 2);
    }
  });
}

TEST_CASE("an open side begins at the frontage line and ends where the side ends") {
  for_sides([](const EdgePlan& plan, const Ground& ground, Side side, unsigned kind) {
    for (unsigned segment = k_first; segment < k_first + k_block_segments; segment += 2) {
      for (std::uint8_t lod = 0; lod < 3; ++lod) {
        const content::Content content = open_side(plan, ground, segment, side, kind, lod);
        const auto points = ground_at_station(content, plan, segment, segment + 1, side);
        const SideSection section = side_section(plan, segment + 1, side);
        if (!has_room(plan, segment + 1, side)) continue;
        for (const SideLine line : {SideLine::Frontage, SideLine::Outer}) {
          const unsigned index = static_cast<unsigned>(line);
          const PlanePoint point = section.points[index];
          CAPTURE(kind);
          REQUIRE(points.count({point.x_mm,
                                ground.height_mm(point) + base::to_mm(section.lifts_m[index]),
                                point.z_mm}) == 1);
        }
      }
    }
  });
}

TEST_CASE("nothing of an open side lies beyond its depth") {
  for_sides([](const EdgePlan& plan, const Ground& ground, Side side, unsigned kind) {
    for (unsigned segment = k_first; segment < k_first + k_block_segments; ++segment) {
      const content::Content content = open_side(plan, ground, segment, side, kind, 0);
      CAPTURE(kind);
      CAPTURE(segment);
      // Depths jump here as they never do beside a road; what is swept follows them.
      CHECK(beyond_depth_m(content, plan, segment, side) < 0.8);
    }
  });
}

TEST_CASE("an open side is cheap, cheaper at each level, and the same every time") {
  std::array<std::size_t, 3> total{};
  for_sides([&](const EdgePlan& plan, const Ground& ground, Side side, unsigned kind) {
    for (unsigned segment = k_first; segment < k_first + k_block_segments; ++segment) {
      std::array<std::size_t, 3> counts{};
      std::array<std::size_t, 3> colliders{};
      for (std::uint8_t lod = 0; lod < 3; ++lod) {
        const content::Content content = open_side(plan, ground, segment, side, kind, lod);
        counts[lod] = content.vertex_count();
        colliders[lod] = content.colliders.size();
        total[lod] += counts[lod];
        REQUIRE(content::digest(content) ==
                content::digest(open_side(plan, ground, segment, side, kind, lod)));
      }
      CAPTURE(kind);
      CAPTURE(segment);
      CHECK(counts[0] <= 1800);
      CHECK(counts[1] <= counts[0]);
      CHECK(counts[2] <= counts[1]);
      CHECK(colliders[0] == colliders[1]);
      CHECK(colliders[0] == colliders[2]);
    }
  });
  CHECK(total[1] * 10 < total[0] * 8);
  CHECK(total[2] * 10 < total[1] * 9);
}

TEST_CASE("water lies level along its block, below all ground of its side") {
  for_sides([](const EdgePlan& plan, const Ground& ground, Side side, unsigned kind) {
    if (kind >= k_water_style_count) return;
    std::set<std::int32_t> levels;
    std::size_t wet = 0;
    for (unsigned segment = k_first; segment < k_first + k_block_segments; ++segment) {
      const content::Content content = open_side(plan, ground, segment, side, kind, 0);
      for (const content::MeshPage& page : content.mesh_pages) {
        for (const content::Vertex& vertex : page.vertices) {
          if (vertex.material != content::Material::Water) continue;
          wet += 1;
          levels.insert(vertex.y_mm);
          const PlanePoint origin = frame_corner(plan.curve.node_world(segment));
          const PlanePoint point{origin.x_mm + vertex.x_mm, origin.z_mm + vertex.z_mm};
          CHECK(ground.height_mm(point) > vertex.y_mm + 1000);
        }
      }
    }
    CHECK(levels.size() <= 1);
    const double deepest = plan.depth_m[static_cast<unsigned>(side)][k_first + 8];
    if (deepest > 60) CHECK(wet > 0);
  });
}
