#include "terrane/city/overhead_bridge.h"

#include <doctest/doctest.h>

#include <string>

#include "terrane/city/sample_edge.h"
#include "terrane/content/content.h"

using namespace terrane;
using namespace terrane::city;

namespace {

content::Content bridge_on(const EdgePlan& plan, const Ground& ground, unsigned segment,
                           OverheadBridge style, std::uint64_t key, std::uint8_t lod) {
  return sample_piece(plan, ground, segment, lod, [&](PieceWriter& out) {
    build_overhead_bridge(out, plan, segment, style, key);
  });
}

// Where a vertex stands against the road: how far from its centre line, and the road's half-width
// there.
struct RoadPlace {
  double across_m = 0;
  double half_m = 0;
};

RoadPlace road_place(const EdgePlan& plan, unsigned segment, PlanePoint point) {
  RoadPlace best;
  double nearest = 1e9;
  for (unsigned near = segment - 2; near <= segment + 2; ++near) {
    const PlanePoint from = plan.curve.node_world(near);
    const PlaneVector way = between(from, plan.curve.node_world(near + 1));
    const PlaneVector there = between(from, point);
    const double share = std::clamp(dot(there, way) / dot(way, way), 0.0, 1.0);
    const double distance = length(there - way * share);
    if (distance >= nearest) continue;
    nearest = distance;
    best.across_m = distance;
    best.half_m =
        plan.half_width_m[near] + (plan.half_width_m[near + 1] - plan.half_width_m[near]) * share;
  }
  return best;
}

template <typename Visit>
void for_bridges(Visit&& visit) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const double bend = 0.008 * (static_cast<double>(seed % 5) - 2.0) / 2.0;
    const EdgePlan plan = sample_edge(seed, bend, 40, 72);
    const Ground ground(seed);
    for (unsigned style = 0; style < k_overhead_bridge_count; ++style) {
      // A street, a boulevard, and where the one becomes the other.
      for (const unsigned segment : {8u, 15u, 40u}) {
        visit(plan, ground, segment, static_cast<OverheadBridge>(style), base::hash(seed, segment));
      }
    }
  }
}

}  // namespace

TEST_CASE("a bridge keeps its clearance over the whole roadway and stands beside it") {
  for_bridges([](const EdgePlan& plan, const Ground& ground, unsigned segment, OverheadBridge style,
                 std::uint64_t key) {
    const PlanePoint origin = frame_corner(plan.curve.node_world(segment));
    for (std::uint8_t lod = 0; lod < 3; ++lod) {
      const content::Content content = bridge_on(plan, ground, segment, style, key, lod);
      for (const content::MeshPage& page : content.mesh_pages) {
        for (const content::Vertex& vertex : page.vertices) {
          const PlanePoint point{origin.x_mm + vertex.x_mm, origin.z_mm + vertex.z_mm};
          const RoadPlace place = road_place(plan, segment, point);
          const double above_m = base::from_mm(vertex.y_mm - ground.height_mm(point));
          if (place.across_m < place.half_m && above_m < k_bridge_clearance_m) {
            FAIL(overhead_bridge_name(style) << " hangs " << above_m << " m above the road, "
                                             << place.across_m << " m from its centre");
          }
          // Within the frontage line, but for the width that a taper adds.
          REQUIRE(place.across_m < 8.4 + k_bridge_end_m + 0.3);
        }
      }
    }
  });
}

TEST_CASE(
    "between a bridge's vertices nothing sags into the clearance: its underside is flat or "
    "arched") {
  // Triangles over the road are tested at their middles too.
  for_bridges([](const EdgePlan& plan, const Ground& ground, unsigned segment, OverheadBridge style,
                 std::uint64_t key) {
    const PlanePoint origin = frame_corner(plan.curve.node_world(segment));
    const content::Content content = bridge_on(plan, ground, segment, style, key, 2);
    for (const content::MeshPage& page : content.mesh_pages) {
      for (std::size_t at = 0; at < page.indices.size(); at += 3) {
        const content::Vertex& a = page.vertices[page.indices[at]];
        const content::Vertex& b = page.vertices[page.indices[at + 1]];
        const content::Vertex& c = page.vertices[page.indices[at + 2]];
        const PlanePoint point{origin.x_mm + (a.x_mm + b.x_mm + c.x_mm) / 3,
                               origin.z_mm + (a.z_mm + b.z_mm + c.z_mm) / 3};
        const RoadPlace place = road_place(plan, segment, point);
        if (place.across_m >= place.half_m) continue;
        const double above_m =
            base::from_mm((a.y_mm + b.y_mm + c.y_mm) / 3 - ground.height_mm(point));
        CHECK(above_m > k_bridge_clearance_m);
      }
    }
  });
}

TEST_CASE("a bridge's piers reach the ground, and traffic and people may pass between them") {
  for_bridges([](const EdgePlan& plan, const Ground& ground, unsigned segment, OverheadBridge style,
                 std::uint64_t key) {
    const content::Content content = bridge_on(plan, ground, segment, style, key, 0);
    const PlanePoint origin = frame_corner(plan.curve.node_world(segment));
    REQUIRE(content.colliders.size() >= 2);
    bool way_left = false;
    for (const content::Collider& box : content.colliders) {
      const PlanePoint centre{origin.x_mm + box.x_mm, origin.z_mm + box.z_mm};
      const RoadPlace place = road_place(plan, segment, centre);
      const double inner_m = place.across_m - base::from_mm(box.half_along_mm);
      CHECK(inner_m > place.half_m - 0.01);
      CHECK(base::from_mm(box.y_mm) < base::from_mm(ground.height_mm(centre)));
      way_left = way_left || inner_m > place.half_m + 2.0;
    }
    CHECK(way_left);
  });
}

TEST_CASE("a bridge costs what it may, less at each level, and is the same every time") {
  for_bridges([](const EdgePlan& plan, const Ground& ground, unsigned segment, OverheadBridge style,
                 std::uint64_t key) {
    std::array<std::size_t, 3> counts{};
    std::array<std::size_t, 3> colliders{};
    for (std::uint8_t lod = 0; lod < 3; ++lod) {
      const content::Content content = bridge_on(plan, ground, segment, style, key, lod);
      counts[lod] = content.vertex_count();
      colliders[lod] = content.colliders.size();
      REQUIRE(content::digest(content) ==
              content::digest(bridge_on(plan, ground, segment, style, key, lod)));
    }
    CAPTURE(std::string(overhead_bridge_name(style)));
    CHECK(counts[0] <= 3000);
    CHECK(counts[0] > 300);
    CHECK(counts[1] < counts[0]);
    CHECK(counts[2] < counts[1]);
    CHECK(colliders[0] == colliders[1]);
    CHECK(colliders[0] == colliders[2]);
  });
}

TEST_CASE("bridges are drawn by weight: all seven come, plate girders oftenest") {
  std::array<unsigned, k_overhead_bridge_count> drawn{};
  for (std::uint64_t key = 0; key < 7000; ++key) {
    drawn[static_cast<unsigned>(draw_overhead_bridge(base::hash(key, 5)))] += 1;
  }
  for (const unsigned count : drawn) CHECK(count > 400);
  CHECK(drawn[0] == *std::max_element(drawn.begin(), drawn.end()));
}
