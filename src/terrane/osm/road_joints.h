// How roads meet at a node: worked out in whole millimetres east and north of the node, from every
// arm that ends there, so that each sector that sees the node gets the same numbers. Two arms of
// equal width are mitred; more, unequal or sharply turning ones end square and a disc fills the
// gap. Nodes are one by position, never by nearness.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/geo/geodetic.h"
#include "terrane/osm/road_rules.h"

namespace terrane::osm {

// From the node, in whole millimetres.
struct OffsetMm {
  std::int32_t east = 0;
  std::int32_t north = 0;
  OffsetMm operator-() const { return {-east, -north}; }
  friend bool operator==(const OffsetMm&, const OffsetMm&) = default;
};

// An end of a pair of nodes.
struct ArmId {
  std::uint32_t road = 0;  // index into the map's roads
  std::uint32_t pair = 0;
  bool at_end = false;  // the node is the pair's second one
  friend bool operator==(const ArmId&, const ArmId&) = default;
};

struct Arm {
  geo::PositionE7 node;
  Stratum stratum = Stratum::Road;
  ArmId id;
  geo::PositionE7 other;     // the pair's other node
  geo::PositionE7 midpoint;  // of the pair's piece at this end: decides its owner
  std::int32_t half_width_mm = 0;
};

enum class JointKind : std::uint8_t { End, Mitre, Disc };

struct Joint {
  geo::PositionE7 node;
  Stratum stratum = Stratum::Road;
  JointKind kind = JointKind::End;
  std::uint32_t first_arm = 0;  // its arms among the sorted arms
  std::uint32_t arm_count = 0;
  OffsetMm left;               // Mitre: the left edge, travelling from the first arm to the second
  std::int32_t radius_mm = 0;  // Disc
};

// Metres east and north along a segment, as a unit vector, by the scale at `from`.
struct Heading {
  double east = 0;
  double north = 0;
};
Heading heading_between(geo::PositionE7 from, geo::PositionE7 to);
// The left edge of a road of a half-width, travelling that way.
OffsetMm left_edge(Heading heading, std::int32_t half_width_mm);

class RoadJoints {
 public:
  // Takes every arm whose node may matter. Arms of one node and stratum make one joint.
  explicit RoadJoints(std::vector<Arm> arms);

  std::span<const Joint> joints() const { return joints_; }
  std::span<const Arm> arms_of(const Joint& joint) const {
    return std::span<const Arm>(arms_).subspan(joint.first_arm, joint.arm_count);
  }
  // Null where no arm was given at the node.
  const Joint* find(geo::PositionE7 node, Stratum stratum) const;
  // The left edge of the road at this end of a pair, travelling along the pair from its first node.
  OffsetMm left_at(const Arm& arm) const;

 private:
  std::vector<Arm> arms_;  // sorted by node, stratum, then by what they are
  std::vector<Joint> joints_;
};

}  // namespace terrane::osm
