#include "terrane/city/lots.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

#include "terrane/base/quantise.h"
#include "terrane/city/city_provider.h"
#include "terrane/city/lattice_layout.h"
#include "terrane/city/street_profile.h"

using namespace terrane;
using namespace terrane::city;

namespace {

// A collider on the plane: centre, half-axes and corners.
struct Box {
  std::uint64_t piece = 0;
  PlanePoint centre;
  PlaneVector along;  // unit, of its heading
  double half_along_m = 0;
  double half_across_m = 0;
  std::array<PlaneVector, 4> corners;  // from the plane's origin
};

std::vector<Box> boxes_in(const stream::Provider& world, const stream::Area& area) {
  std::vector<Box> boxes;
  const std::vector<stream::PieceKey> keys = world.pieces_in(&area).value();
  for (const stream::PieceKey key : keys) {
    const content::Content content = world.build_on_worker({key, 0, {}}, {}).value();
    const geo::Vec3 origin = world.piece_frame(key).origin;
    for (const content::Collider& collider : content.colliders) {
      Box box;
      box.piece = key.value;
      box.centre = {base::to_mm(origin.x) + collider.x_mm, base::to_mm(origin.z) + collider.z_mm};
      const geo::Vec3 heading = geo::direction_of(base::from_turn16(collider.heading_turn16), 0);
      box.along = {heading.x, heading.z};
      box.half_along_m = base::from_mm(collider.half_along_mm);
      box.half_across_m = base::from_mm(collider.half_across_mm);
      const PlaneVector middle = between({0, 0}, box.centre);
      const PlaneVector a = box.along * box.half_along_m;
      const PlaneVector b = right_of(box.along) * box.half_across_m;
      box.corners = {middle + a + b, middle + a - b, middle - a - b, middle - a + b};
      boxes.push_back(box);
    }
  }
  return boxes;
}

// How far two boxes are apart along the axes of both (separating axes); negative when they overlap.
double gap_m(const Box& a, const Box& b) {
  double gap = -1e9;
  for (const PlaneVector axis : {a.along, right_of(a.along), b.along, right_of(b.along)}) {
    double a_low = 1e18, a_high = -1e18, b_low = 1e18, b_high = -1e18;
    for (unsigned corner = 0; corner < 4; ++corner) {
      a_low = std::min(a_low, dot(a.corners[corner], axis));
      a_high = std::max(a_high, dot(a.corners[corner], axis));
      b_low = std::min(b_low, dot(b.corners[corner], axis));
      b_high = std::max(b_high, dot(b.corners[corner], axis));
    }
    gap = std::max(gap, std::max(b_low - a_high, a_low - b_high));
  }
  return gap;
}

// The distance of a point from a box; 0 inside.
double distance_m(const Box& box, PlaneVector point) {
  const PlaneVector way = point - between({0, 0}, box.centre);
  const double along = std::max(0.0, std::fabs(dot(way, box.along)) - box.half_along_m);
  const double across = std::max(0.0, std::fabs(dot(way, right_of(box.along))) - box.half_across_m);
  return std::sqrt(along * along + across * across);
}

}  // namespace

TEST_CASE("no building stands in another or on a road in a square kilometre") {
  for (const std::uint64_t seed : {412u, 77u}) {
    const auto world = open_city(seed, LayoutKind::Lattice).value();
    const std::vector<Box> boxes = boxes_in(*world, {-500, -500, 500, 500});
    CHECK(boxes.size() > 150);
    for (std::size_t a = 0; a < boxes.size(); ++a) {
      for (std::size_t b = a + 1; b < boxes.size(); ++b) {
        // The parts of one building may reach into each other; every lot is its own piece's.
        if (boxes[a].piece == boxes[b].piece) continue;
        const PlaneVector way = between(boxes[a].centre, boxes[b].centre);
        if (dot(way, way) > 80.0 * 80.0) continue;
        // A wall goes on from one segment to the next, and its parts may overlap a little.
        const bool one_wall = boxes[b].piece - boxes[a].piece + 1 <= 2;
        if (gap_m(boxes[a], boxes[b]) < (one_wall ? -1.0 : 0.0)) {
          FAIL("buildings of pieces " << boxes[a].piece << " and " << boxes[b].piece
                                      << " overlap near " << boxes[a].centre.x_mm << ", "
                                      << boxes[a].centre.z_mm << " by " << gap_m(boxes[a], boxes[b])
                                      << " m");
        }
      }
    }
    const LatticeLayout layout(seed);
    for (const EdgeNumber edge : layout.edges_near({-900000, -900000}, {900000, 900000})) {
      const std::shared_ptr<const EdgePlan> plan = layout.edge(edge);
      for (unsigned node = 0; node <= plan->curve.segment_count; ++node) {
        const PlaneVector place = between({0, 0}, plan->curve.node_world(node));
        for (const Box& box : boxes) {
          // Piers, walls and poles stand on sidewalks; buildings do not.
          if (std::min(box.half_along_m, box.half_across_m) < 2.5) continue;
          const double clear_m = distance_m(box, place) - plan->half_width_m[node];
          if (clear_m < 3.0) {
            FAIL("a building stands " << clear_m << " m from a kerb near " << place.x << ", "
                                      << place.z);
          }
        }
      }
    }
  }
}

TEST_CASE("a double lot is planned once: its second place owns nothing") {
  const LatticeLayout layout(412);
  unsigned doubles = 0;
  unsigned singles = 0;
  for (const EdgeNumber edge : layout.edges_near({-1900000, -1900000}, {1900000, 1900000})) {
    const std::shared_ptr<const EdgePlan> plan = layout.edge(edge);
    for (unsigned segment = 0; segment < plan->curve.segment_count; ++segment) {
      for (const Side side : {Side::Left, Side::Right}) {
        const std::optional<Lot> lot = frontage_lot(*plan, segment, side);
        if (!lot) continue;
        const unsigned place = EdgePlan::place_in_block(segment);
        CHECK((place == 5 || place == 9 || place == 13 || place == 17));
        CHECK(is_double_lot_style(lot->style) == lot->wide);
        if (lot->wide) {
          doubles += 1;
          CHECK((place == 5 || place == 13));
          CHECK_FALSE(frontage_lot(*plan, segment + 4, side).has_value());
        } else {
          singles += 1;
          CHECK(lot->half_width_m <= k_lot_width_m * 0.5);
        }
      }
    }
  }
  CHECK(doubles > 50);
  CHECK(singles > 200);
}
