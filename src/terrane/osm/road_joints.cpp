#include "terrane/osm/road_joints.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/quantise.h"
#include "terrane/osm/local_scale.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

// Below this cosine of half the turn, squared and doubled, a mitre would be longer than twice the
// half-width: 1 + cos(turn) = 2 cos^2(turn / 2) >= 0.5.
constexpr double k_mitre_limit = 0.5;

// By what the arm is on the map, never by where it stands in a list. Two ways may run over the same
// nodes: then they are told apart by their road, which is in the order of way ids.
bool arm_before(const Arm& a, const Arm& b) {
  if (!(a.node == b.node)) return a.node < b.node;
  if (a.stratum != b.stratum) return a.stratum < b.stratum;
  if (!(a.other == b.other)) return a.other < b.other;
  if (a.half_width_mm != b.half_width_mm) return a.half_width_mm < b.half_width_mm;
  if (a.id.road != b.id.road) return a.id.road < b.id.road;
  if (a.id.pair != b.id.pair) return a.id.pair < b.id.pair;
  return a.id.at_end < b.id.at_end;
}

std::int32_t whole(double value) {
  return static_cast<std::int32_t>(base::round_to_integer(value));
}

void shape_joint(Joint& joint, std::span<const Arm> arms) {
  if (arms.size() == 1) return;
  joint.kind = JointKind::Disc;
  for (const Arm& arm : arms) joint.radius_mm = std::max(joint.radius_mm, arm.half_width_mm);
  if (arms.size() != 2 || arms[0].half_width_mm != arms[1].half_width_mm) return;
  const Heading from = heading_between(joint.node, arms[0].other);
  const Heading to = heading_between(joint.node, arms[1].other);
  // Travelling in by the first arm and out by the second.
  const double in_east = -from.east;
  const double in_north = -from.north;
  const double spread = 1.0 + (in_east * to.east + in_north * to.north);
  if (!(spread >= k_mitre_limit)) return;
  joint.kind = JointKind::Mitre;
  const double reach = arms[0].half_width_mm / spread;
  joint.left.east = whole((-in_north - to.north) * reach);
  joint.left.north = whole((in_east + to.east) * reach);
  joint.radius_mm = 0;
}

}  // namespace

Heading heading_between(PositionE7 from, PositionE7 to) {
  const LocalScale scale = local_scale(from.lat_e7);
  const double east =
      static_cast<double>(static_cast<std::int64_t>(to.lon_e7) - from.lon_e7) * scale.east_m_per_e7;
  const double north = static_cast<double>(static_cast<std::int64_t>(to.lat_e7) - from.lat_e7) *
                       scale.north_m_per_e7;
  const double length = std::sqrt(east * east + north * north);
  if (!(length > 0)) return {};
  return {east / length, north / length};
}

OffsetMm left_edge(Heading heading, std::int32_t half_width_mm) {
  return {whole(-heading.north * half_width_mm), whole(heading.east * half_width_mm)};
}

RoadJoints::RoadJoints(std::vector<Arm> arms) : arms_(std::move(arms)) {
  std::sort(arms_.begin(), arms_.end(), arm_before);
  for (std::uint32_t first = 0; first < arms_.size();) {
    std::uint32_t end = first + 1;
    while (end < arms_.size() && arms_[end].node == arms_[first].node &&
           arms_[end].stratum == arms_[first].stratum) {
      ++end;
    }
    Joint joint;
    joint.node = arms_[first].node;
    joint.stratum = arms_[first].stratum;
    joint.first_arm = first;
    joint.arm_count = end - first;
    shape_joint(joint, arms_of(joint));
    joints_.push_back(joint);
    first = end;
  }
}

const Joint* RoadJoints::find(PositionE7 node, Stratum stratum) const {
  const auto found = std::lower_bound(joints_.begin(), joints_.end(), node,
                                      [stratum](const Joint& joint, PositionE7 wanted) {
                                        if (!(joint.node == wanted)) return joint.node < wanted;
                                        return joint.stratum < stratum;
                                      });
  if (found == joints_.end() || !(found->node == node) || found->stratum != stratum) return nullptr;
  return &*found;
}

OffsetMm RoadJoints::left_at(const Arm& arm) const {
  const Joint* joint = find(arm.node, arm.stratum);
  if (joint == nullptr || joint->kind != JointKind::Mitre) {
    const Heading away = heading_between(arm.node, arm.other);
    const OffsetMm left = left_edge(away, arm.half_width_mm);
    return arm.id.at_end ? -left : left;
  }
  // Travelling along the pair: out by this arm at its first node, in by it at its second.
  const bool is_second = arms_of(*joint)[1].id == arm.id;
  const bool same_way = is_second != arm.id.at_end;
  return same_way ? joint->left : -joint->left;
}

}  // namespace terrane::osm
