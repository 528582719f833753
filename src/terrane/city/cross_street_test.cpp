#include "terrane/city/cross_street.h"

#include <doctest/doctest.h>

#include "terrane/city/sample_edge.h"
#include "terrane/city/street_clock.h"
#include "terrane/city/street_side.h"
#include "terrane/content/content.h"

using namespace terrane;
using namespace terrane::city;

namespace {

constexpr unsigned k_first = 15;

content::Content third_of(const EdgePlan& plan, const Ground& ground, unsigned third, Side side,
                          StreetEnd end, std::uint8_t lod) {
  return sample_piece(plan, ground, k_first + third, lod, [&](PieceWriter& out) {
    build_cross_street(out, plan, k_first + third, side, third, end, plan.key);
  });
}

template <typename Visit>
void for_streets(Visit&& visit) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const double bend = 0.008 * (static_cast<double>(seed % 5) - 2.0) / 2.0;
    const EdgePlan plan = sample_edge(seed, bend, seed % 2 == 0 ? 72 : 26, 72);
    const Ground ground(seed);
    for (const Side side : {Side::Left, Side::Right}) {
      for (unsigned end = 0; end < k_street_end_count; ++end) {
        visit(plan, ground, side, static_cast<StreetEnd>(end));
      }
    }
  }
}

}  // namespace

TEST_CASE("the thirds of a cross street meet each other bit for bit") {
  for_streets([](const EdgePlan& plan, const Ground& ground, Side side, StreetEnd end) {
    REQUIRE(has_cross_street(plan, k_first, side));
    for (unsigned third = 0; third < 2; ++third) {
      const unsigned station = k_first + third + 1;
      const auto near = ground_at_station(third_of(plan, ground, third, side, end, 0), plan,
                                          k_first + third, station, side);
      REQUIRE(near.size() > 12);
      REQUIRE(near == ground_at_station(third_of(plan, ground, third + 1, side, end, 0), plan,
                                        k_first + third + 1, station, side));
    }
  });
}

TEST_CASE("a cross street meets the kerb, the frontage line and the end of its neighbours' sides") {
  for_streets([](const EdgePlan& plan, const Ground& ground, Side side, StreetEnd end) {
    for (std::uint8_t lod = 0; lod < 3; ++lod) {
      for (const unsigned third : {0u, 2u}) {
        const unsigned station = third == 0 ? k_first : k_first + 3;
        const content::Content content = third_of(plan, ground, third, side, end, lod);
        const auto points = ground_at_station(content, plan, k_first + third, station, side);
        const SideSection section = side_section(plan, station, side);
        for (const SideLine line : {SideLine::KerbBack, SideLine::Frontage, SideLine::Outer}) {
          const unsigned index = static_cast<unsigned>(line);
          const PlanePoint point = section.points[index];
          CAPTURE(index);
          CAPTURE(third);
          REQUIRE(points.count({point.x_mm,
                                ground.height_mm(point) + base::to_mm(section.lifts_m[index]),
                                point.z_mm}) == 1);
        }
      }
    }
  });
}

TEST_CASE("a cross street ends in something solid before its side does") {
  for_streets([](const EdgePlan& plan, const Ground& ground, Side side, StreetEnd end) {
    std::array<std::size_t, 3> counts{};
    for (std::uint8_t lod = 0; lod < 3; ++lod) {
      std::size_t walls = 0;
      for (unsigned third = 0; third < 3; ++third) {
        const content::Content content = third_of(plan, ground, third, side, end, lod);
        counts[lod] += content.vertex_count();
        CHECK(beyond_depth_m(content, plan, k_first + third, side) < 0.1);
        REQUIRE(content::digest(content) ==
                content::digest(third_of(plan, ground, third, side, end, lod)));
        if (third == 1) walls += content.colliders.size();
      }
      CHECK(walls >= 2);
    }
    CHECK(counts[1] < counts[0]);
    CHECK(counts[2] < counts[1]);
    CHECK(counts[0] < 3000);
  });
}

TEST_CASE("all ground of a cross street looks up") {
  for_streets([](const EdgePlan& plan, const Ground& ground, Side side, StreetEnd end) {
    for (unsigned third = 0; third < 3; ++third) {
      const content::Content content = third_of(plan, ground, third, side, end, 0);
      for (const content::MeshPage& page : content.mesh_pages) {
        for (std::size_t at = 0; at < page.indices.size(); at += 3) {
          const content::Vertex& a = page.vertices[page.indices[at]];
          const content::Vertex& b = page.vertices[page.indices[at + 1]];
          const content::Vertex& c = page.vertices[page.indices[at + 2]];
          if (!is_ground(a) && a.material != content::Material::Paint) continue;
          const std::int64_t abx = b.x_mm - a.x_mm, abz = b.z_mm - a.z_mm;
          const std::int64_t acx = c.x_mm - a.x_mm, acz = c.z_mm - a.z_mm;
          CHECK(abz * acx - abx * acz >= -40000);
        }
      }
    }
  });
}

TEST_CASE("a shallow side gets no cross street, and its yard keeps to its depth") {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const EdgePlan plan = sample_edge(seed, 0.004, 9, 23);
    const Ground ground(seed);
    for (const Side side : {Side::Left, Side::Right}) {
      CHECK_FALSE(has_cross_street(plan, k_first, side));
      for (unsigned third = 0; third < 3; ++third) {
        const content::Content content =
            sample_piece(plan, ground, k_first + third, 0, [&](PieceWriter& out) {
              build_street_yard(out, plan, k_first + third, side, third, plan.key);
            });
        CHECK(beyond_depth_m(content, plan, k_first + third, side) < 0.1);
      }
    }
  }
}

TEST_CASE("crosswalks lie on the road, the signals and the clock stand beside it") {
  const EdgePlan plan = sample_edge(3, 0.006, 60, 72);
  const Ground ground(3);
  for (unsigned third = 0; third < 3; ++third) {
    const content::Content content =
        sample_piece(plan, ground, k_first + third, 0,
                     [&](PieceWriter& out) { build_crossing(out, plan, k_first + third, third); });
    CHECK((content.vertex_count() == 0) == (third == 1));
    const PlanePoint origin = frame_corner(plan.curve.node_world(k_first + third));
    for (const content::MeshPage& page : content.mesh_pages) {
      for (const content::Vertex& vertex : page.vertices) {
        if (vertex.material != content::Material::Paint) continue;
        const PlanePoint point{origin.x_mm + vertex.x_mm, origin.z_mm + vertex.z_mm};
        const PlaneVector way = between(plan.curve.node_world(k_first + third), point);
        CHECK(std::fabs(turn(plan.curve.nodes[k_first + third].forward, way)) < 8.4);
        CHECK(vertex.y_mm > ground.height_mm(point));
      }
    }
  }
  for (std::uint8_t lod = 0; lod < 3; ++lod) {
    const content::Content clock = sample_piece(plan, ground, 20, lod, [&](PieceWriter& out) {
      build_street_clock(out, plan, 20, Side::Right, 9);
    });
    CHECK(clock.vertex_count() > 20);
    REQUIRE(clock.colliders.size() == 1);
    const PlanePoint origin = frame_corner(plan.curve.node_world(20));
    const PlanePoint foot{origin.x_mm + clock.colliders[0].x_mm,
                          origin.z_mm + clock.colliders[0].z_mm};
    const PlaneVector way = between(plan.curve.node_world(20), foot);
    const double across = dot(plan.outward(20, Side::Right), way);
    CHECK(across > plan.half_width_m[20] + 0.7);
    CHECK(across < plan.half_width_m[20] + k_building_line_m);
  }
}
