#include "terrane/city/corner_place.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/city/grown_layout.h"
#include "terrane/city/junction.h"
#include "terrane/city/lattice_layout.h"
#include "terrane/city/turning_circle.h"

using namespace terrane;
using namespace terrane::city;

namespace {

// How far a point lies outside a ring; negative within.
double outside_m(const Ring& ring, LotPoint point) {
  double most = -1e9;
  for (unsigned side = 0; side < ring.count; ++side) {
    const LotPoint from = ring.points[side];
    const LotPoint way = minus(ring.points[(side + 1) % ring.count], from);
    most = std::max(most, -cross_of(way, minus(point, from)) / size_of(way));
  }
  return most;
}

content::Content built(const CornerLot& site, const Ground& ground, CornerPlace place,
                       std::uint8_t lod) {
  content::Content content;
  PieceWriter out(content, frame_corner(site.lot.front), ground, lod);
  build_corner_place(out, site, place, base::hash(5, static_cast<unsigned>(place)));
  out.finish();
  return content;
}

}  // namespace

TEST_CASE("what lies on a corner without a building keeps to the corner's plot") {
  const LatticeLayout layout(7);
  unsigned sites = 0;
  for (const JunctionNumber number : layout.junctions_in({-700000, -700000}, {700000, 700000})) {
    const std::shared_ptr<const JunctionPlan> plan = layout.junction(number);
    const ArmMouths mouths = arm_mouths(*plan, layout.ground());
    for (const Corner& corner : corners_of(*plan, mouths)) {
      if (corner_lot(*plan, corner)) continue;
      const std::optional<CornerLot> site = corner_site(*plan, corner);
      if (!site) continue;
      ++sites;
      const PlanePoint origin = frame_corner(site->lot.front);
      const PlaneVector right = right_of(site->lot.inward);
      for (unsigned kind = 0; kind < k_corner_place_count; ++kind) {
        const auto place = static_cast<CornerPlace>(kind);
        INFO(corner_place_name(place));
        std::size_t counts[3];
        for (std::uint8_t lod = 0; lod < 3; ++lod) {
          const content::Content content = built(*site, layout.ground(), place, lod);
          counts[lod] = content.vertex_count();
          const auto within = [&](std::int32_t x_mm, std::int32_t z_mm) {
            const PlaneVector way =
                between(site->lot.front, {origin.x_mm + x_mm, origin.z_mm + z_mm});
            const LotPoint point{dot(way, right), dot(way, site->lot.inward)};
            return outside_m(site->footprint, point) < 0.3;
          };
          bool all = true;
          for (const content::MeshPage& page : content.mesh_pages) {
            for (const content::Vertex& vertex : page.vertices) {
              all = all && within(vertex.x_mm, vertex.z_mm);
            }
          }
          for (const content::Instance& instance : content.instances) {
            all = all && within(instance.x_mm, instance.z_mm);
          }
          CHECK_MESSAGE(all, "a corner's garden reaches over its plot");
        }
        CHECK(counts[0] > 0);
        CHECK(counts[2] <= counts[1]);
        CHECK(counts[1] <= counts[0]);
      }
    }
  }
  CHECK(sites > 20);
}

TEST_CASE("houses go on up to a junction where its corner is wide, and nowhere else") {
  const LatticeLayout layout(7);
  unsigned beside = 0;
  for (const EdgeNumber edge : layout.edges_near({-1200000, -1200000}, {1200000, 1200000})) {
    const std::shared_ptr<const EdgePlan> plan = layout.edge(edge);
    for (const Side side : {Side::Left, Side::Right}) {
      const bool wide = plan->ends[0].wide_corner[static_cast<unsigned>(side)];
      const bool has_lot = frontage_lot(*plan, 2, side).has_value();
      CHECK_FALSE((has_lot && !wide));
      if (has_lot) ++beside;
    }
    for (const unsigned end : {0u, 1u}) {
      const JunctionNumber number = end == 0 ? plan->curve.from : plan->curve.to;
      CHECK(plan->ends[end].arm_count == layout.shape(number)->arm_count);
    }
  }
  CHECK(beside > 20);
}

TEST_CASE("an edge knows which corners at its ends are wide, as the junctions there do") {
  GrownLayout layout(7);
  REQUIRE(layout.cover({-500000, -500000}, {500000, 500000}));
  unsigned wide = 0;
  for (const JunctionNumber number : layout.junctions_in({-500000, -500000}, {500000, 500000})) {
    const std::shared_ptr<const JunctionPlan> plan = layout.junction(number);
    const ArmMouths mouths = arm_mouths(*plan, layout.ground());
    for (const Corner& corner : corners_of(*plan, mouths)) {
      const bool is_wide = corner.angle_rad > k_wide_rad;
      // As the edges see it: the corner lies left of the first arm and right of the next.
      const bool first_starts = corner.first->station == 0;
      const bool next_starts = corner.next->station == 0;
      CHECK(corner.first->plan->ends[first_starts ? 0 : 1].wide_corner[first_starts ? 0 : 1] ==
            is_wide);
      CHECK(corner.next->plan->ends[next_starts ? 0 : 1].wide_corner[next_starts ? 1 : 0] ==
            is_wide);
      if (is_wide) ++wide;
    }
  }
  CHECK(wide > 5);
}

TEST_CASE("a dead end has an island, and nothing else stands on its pad") {
  GrownLayout layout(7);
  REQUIRE(layout.cover({-800000, -800000}, {800000, 800000}));
  unsigned ends = 0;
  for (const JunctionNumber number : layout.junctions_in({-800000, -800000}, {800000, 800000})) {
    const std::shared_ptr<const JunctionPlan> plan = layout.junction(number);
    if (plan->shape.arm_count != 1) continue;
    ++ends;
    const content::Content content = build_junction(*plan, layout.ground(), 0);
    const PlanePoint origin = frame_corner(plan->shape.centre);
    unsigned on_island = 0;
    for (const content::Collider& collider : content.colliders) {
      const PlaneVector way =
          between(plan->shape.centre, {origin.x_mm + collider.x_mm, origin.z_mm + collider.z_mm});
      if (length(way) < 0.01) {
        ++on_island;
      } else {
        CHECK(length(way) > plan->shape.radius_m);
      }
    }
    CHECK(on_island == 1);
  }
  CHECK(ends > 0);
}
