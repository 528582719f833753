#include "terrane/osm/road_joints.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/osm/local_scale.h"
#include "terrane/osm/road_stations.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

constexpr PositionE7 k_node = {437300000, 74200000};

// An arm that leaves the node in a direction (metres east, north).
Arm arm(std::uint32_t road, double east_m, double north_m, std::int32_t half_width_mm = 3000,
        bool at_end = false) {
  const LocalScale scale = local_scale(k_node.lat_e7);
  Arm made;
  made.node = k_node;
  made.other = {k_node.lat_e7 + static_cast<std::int32_t>(north_m / scale.north_m_per_e7),
                k_node.lon_e7 + static_cast<std::int32_t>(east_m / scale.east_m_per_e7)};
  made.id = {road, 0, at_end};
  made.half_width_mm = half_width_mm;
  return made;
}

double size_m(OffsetMm offset) {
  return std::sqrt(static_cast<double>(offset.east) * offset.east +
                   static_cast<double>(offset.north) * offset.north) /
         1000.0;
}

}  // namespace

TEST_CASE("a straight road keeps its width, a bend is mitred") {
  const RoadJoints straight({arm(1, -50, 0, 3000, true), arm(2, 50, 0)});
  REQUIRE(straight.joints().size() == 1);
  CHECK(straight.joints()[0].kind == JointKind::Mitre);
  const OffsetMm left = straight.left_at(arm(2, 50, 0));
  CHECK(std::abs(left.north - 3000) <= 1);
  CHECK(std::abs(left.east) <= 1);
  const RoadJoints bend({arm(1, -50, 0, 3000, true), arm(2, 0, 50)});
  CHECK(size_m(bend.left_at(arm(2, 0, 50))) ==
        doctest::Approx(3.0 * std::sqrt(2.0)).epsilon(0.001));
}

TEST_CASE("both arms of a mitre share their edges, whatever their directions") {
  const Arm in = arm(1, -40, 13, 3000, true);  // a road that ends here
  const Arm out = arm(2, 31, 22);              // one that begins here
  const RoadJoints joints({in, out});
  CHECK(joints.left_at(in) == joints.left_at(out));
  const Arm other = arm(2, 31, 22, 3000, true);  // one that ends here: it travels the other way
  const RoadJoints against({in, other});
  CHECK(against.left_at(in) == -against.left_at(other));
  const RoadJoints swapped({out, in});
  CHECK(swapped.left_at(in) == joints.left_at(in));
}

TEST_CASE("a hairpin, doubling back or unequal widths end square under a disc (case A8)") {
  for (const RoadJoints& joints :
       {RoadJoints({arm(1, 50, 0, 3000, true), arm(2, 50, 0.05)}),
        RoadJoints({arm(1, 50, 0, 3000, true), arm(1, 50, 0, 3000, false)}),
        RoadJoints({arm(1, -50, 0, 3000, true), arm(2, 50, 0, 1000)}),
        RoadJoints({arm(1, -50, 0), arm(2, 50, 0), arm(3, 0, 50, 2000)})}) {
    REQUIRE(joints.joints().size() == 1);
    CHECK(joints.joints()[0].kind == JointKind::Disc);
    CHECK(joints.joints()[0].radius_mm == 3000);
    for (const Arm& each : joints.arms_of(joints.joints()[0])) {
      CHECK(size_m(joints.left_at(each)) <= 3.002);
    }
  }
}

TEST_CASE("no mitre is longer than twice the half-width (case A8)") {
  for (int degrees = 0; degrees <= 180; ++degrees) {
    const double turn = degrees * 3.14159265358979 / 180.0;
    const RoadJoints joints(
        {arm(1, -60, 0, 3000, true), arm(2, 60 * std::cos(turn), 60 * std::sin(turn))});
    const OffsetMm left = joints.left_at(arm(2, 60 * std::cos(turn), 60 * std::sin(turn)));
    CHECK(size_m(left) <= 6.01);
    CHECK(size_m(left) >= 2.99);
  }
}

TEST_CASE("strata do not join: a path meets a road without shaping it") {
  Arm path = arm(3, 0, 50, 1000);
  path.stratum = Stratum::Path;
  const RoadJoints joints({arm(1, -50, 0, 3000, true), arm(2, 50, 0), path});
  CHECK(joints.find(k_node, Stratum::Road)->kind == JointKind::Mitre);
  CHECK(joints.find(k_node, Stratum::Path)->kind == JointKind::End);
  CHECK(joints.find({0, 0}, Stratum::Road) == nullptr);
}

TEST_CASE("a pair is cut at the same stations in both directions") {
  const PositionE7 a{437300000, 74200000};
  const PositionE7 b{437345671, 74251237};
  const double length_m = distance_m(a, b);
  CHECK(length_m == distance_m(b, a));
  const NodePair there = make_pair_of_nodes(a, b, length_m);
  const NodePair back = make_pair_of_nodes(b, a, length_m);
  REQUIRE(there.pieces == back.pieces);
  CHECK(there.pieces == static_cast<std::uint32_t>(std::ceil(length_m / 100.0)));
  for (std::uint32_t at = 0; at <= there.pieces; ++at) {
    CHECK(there.station(at) == back.station(there.pieces - at));
  }
  for (std::uint32_t at = 0; at < there.pieces; ++at) {
    CHECK(there.midpoint(at) == back.midpoint(there.pieces - 1 - at));
  }
  CHECK(make_pair_of_nodes(a, {437300001, 74200000}, 0.011).pieces == 1);
}

}  // namespace terrane::osm
