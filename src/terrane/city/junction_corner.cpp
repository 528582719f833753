#include "terrane/city/junction_corner.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/density.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_corner = 81;
constexpr unsigned k_corner_segments =
    3;  // of an arm that belong to the corner, as lots leave them
constexpr double k_park_chance = 0.22;

// The next point where the lines at the two offsets cross, from the junction's centre.
PlaneVector kerb_lines_cross(const Corner& corner, double first_offset_m, double next_offset_m) {
  const PlaneVector a = corner.first->direction;
  const PlaneVector b = corner.next->direction;
  const PlaneVector on_first = left_of(a) * first_offset_m;
  const PlaneVector on_next = right_of(b) * next_offset_m;
  // on_first + a t lies on the line through on_next along b.
  const double t = turn(on_next - on_first, b) / turn(a, b);
  return on_first + a * t;
}

// A point at a share of the way round, by angle and distance from the centre.
PlaneVector swept(PlaneVector from, PlaneVector to, double angle_rad, double share) {
  const double size = length(from) + (length(to) - length(from)) * share;
  const base::SinCos turned = base::sin_cos(angle_rad * share);
  const PlaneVector unit = normalised(from);
  return (unit * turned.cos + left_of(unit) * turned.sin) * size;
}

double angle_from(PlaneVector a, PlaneVector b) {
  const double angle = base::atan2(turn(a, b), dot(a, b));
  return angle > 0 ? angle : angle + 2.0 * base::k_pi;
}

}  // namespace

ArmMouths arm_mouths(const Lattice& lattice, const JunctionShape& shape) {
  ArmMouths mouths;
  for (unsigned index = 0; index < k_arm_side_count; ++index) {
    if (!shape.arms[index].exists) continue;
    const ArmSide side = static_cast<ArmSide>(index);
    const bool starts = Lattice::edge_starts_at(side);
    ArmMouth& mouth = mouths[index];
    mouth.exists = true;
    mouth.direction = shape.arms[index].direction;
    mouth.plan = shared_plan(lattice, Lattice::edge_at(shape.id, side));
    mouth.station = starts ? 0 : mouth.plan->curve.segment_count;
    mouth.half_width_m = mouth.plan->half_width_m[mouth.station];
    for (unsigned seen = 0; seen < 2; ++seen) {
      // From the end of an edge its left is the edge's right.
      const unsigned own = starts ? seen : 1 - seen;
      mouth.sides[seen] = side_section(*mouth.plan, mouth.station, static_cast<Side>(own));
      mouth.depth_m[seen] = mouth.plan->depth_m[own][mouth.station];
    }
  }
  return mouths;
}

std::vector<Corner> corners_of(const Lattice& lattice, const JunctionShape& shape,
                               const ArmMouths& mouths) {
  std::vector<Corner> corners;
  for (unsigned index = 0; index < k_arm_side_count; ++index) {
    if (!mouths[index].exists) continue;
    unsigned next = (index + 1) % k_arm_side_count;
    while (!mouths[next].exists) next = (next + 1) % k_arm_side_count;
    Corner corner;
    corner.first = &mouths[index];
    corner.next = &mouths[next];
    corner.angle_rad = next == index ? 2.0 * base::k_pi
                                     : angle_from(mouths[index].direction, mouths[next].direction);
    corner.key = base::hash(lattice.seed(), k_salt_corner, shape.id.i, shape.id.j, index);
    corners.push_back(corner);
  }
  return corners;
}

unsigned corner_steps(const Corner& corner) {
  if (corner.angle_rad > k_outward_rad) return k_corner_steps_most;
  return corner.angle_rad > k_wide_rad ? 4 : 6;
}

CornerLine corner_line(const JunctionShape& shape, const Corner& corner, SideLine line,
                       const Obstacles& obstacles) {
  const unsigned index = static_cast<unsigned>(line);
  const SideSection& first = corner.first->sides[static_cast<unsigned>(Side::Left)];
  const SideSection& next = corner.next->sides[static_cast<unsigned>(Side::Right)];
  const PlaneVector from = between(shape.centre, first.points[index]);
  const PlaneVector to = between(shape.centre, next.points[index]);
  const unsigned steps = corner_steps(corner);
  const bool outward = corner.angle_rad > k_outward_rad;
  const double sweep_rad = outward ? angle_from(from, to) : 0.0;
  PlaneVector control = (from + to) * 0.5;
  if (corner.angle_rad <= k_wide_rad) {
    // Offsets of the line's own ends, which differ where the arms' widths do.
    const double first_m = dot(from, left_of(corner.first->direction));
    const double next_m = dot(to, right_of(corner.next->direction));
    const PlaneVector cross = kerb_lines_cross(corner, first_m, next_m);
    // Lines that would cross only beyond the mouths have no corner to round.
    if (dot(cross - from, corner.first->direction) < 0 &&
        dot(cross - to, corner.next->direction) < 0) {
      control = cross;
    }
  }
  CornerLine result;
  for (unsigned step = 0; step <= steps; ++step) {
    const double share = static_cast<double>(step) / steps;
    result.lifts_m[step] =
        first.lifts_m[index] + (next.lifts_m[index] - first.lifts_m[index]) * share;
    PlaneVector place;
    if (outward) {
      place = swept(from, to, sweep_rad, share);
      if (line == SideLine::Outer || line == SideLine::Bank) {
        const double most_m = free_depth_m(obstacles, {0, 0}, normalised(place), length(place));
        place = normalised(place) * most_m;
        if (line == SideLine::Outer) result.lifts_m[step] = outer_lift_m(most_m);
      }
    } else {
      const double s = 1.0 - share;
      place = (from * (s * s) + control * (2.0 * s * share)) + to * (share * share);
    }
    result.points[step] = moved(shape.centre, place);
  }
  // The ends are the segments' own points, not their rounded images.
  result.points[0] = first.points[index];
  result.points[steps] = next.points[index];
  result.lifts_m[0] = first.lifts_m[index];
  result.lifts_m[steps] = next.lifts_m[index];
  return result;
}

namespace {

// How far along an arm its corner reaches: to the normal of the station where lots begin, which on
// a bend is not the same at all depths.
double corner_reach_m(const JunctionShape& shape, const ArmMouth& mouth, Side side) {
  const EdgePlan& plan = *mouth.plan;
  const bool starts = mouth.station == 0;
  const unsigned station = starts ? k_corner_segments : mouth.station - k_corner_segments;
  const Side own = starts == (side == Side::Left) ? Side::Left : Side::Right;
  double reach_m = 1e9;
  for (const double depth_m : {mouth.half_width_m, 27.0}) {
    const PlanePoint point = plan.beside(station, own, depth_m);
    reach_m = std::min(reach_m, dot(between(shape.centre, point), mouth.direction));
  }
  return reach_m;
}

// Between the arms of an ordinary corner: a kite with one tip at the frontage lines' crossing. The
// tip is cut, which gives the corner door its wall.
std::optional<CornerLot> kite_lot(const JunctionShape& shape, const Corner& corner) {
  const double first_line_m = corner.first->half_width_m + k_building_line_m;
  const double next_line_m = corner.next->half_width_m + k_building_line_m;
  const PlaneVector tip = kerb_lines_cross(corner, first_line_m, next_line_m);
  const PlaneVector a = corner.first->direction;
  const PlaneVector b = corner.next->direction;
  const double margin_m = 0.5;
  const double first_end_m = corner_reach_m(shape, *corner.first, Side::Left) - margin_m;
  const double next_end_m = corner_reach_m(shape, *corner.next, Side::Right) - margin_m;
  const double first_side_m = first_end_m - dot(tip, a);
  const double next_side_m = next_end_m - dot(tip, b);
  if (std::min(first_side_m, next_side_m) < 8.0) return {};
  const PlaneVector right = tip + a * first_side_m;  // along the first arm
  const PlaneVector left = tip + b * next_side_m;
  // The far tip: square to each arm at its end. Where the arms spread widely it is cut short.
  const PlaneVector on_first = a * first_end_m;
  const double t = (next_end_m - dot(on_first, b)) / dot(left_of(a), b);
  PlaneVector far = on_first + left_of(a) * t;
  const PlaneVector middle = (left + right) * 0.5;
  const double limit_m = 16.0;
  if (!(t > 0) || length(far - tip) > limit_m + length(middle - tip)) {
    const PlaneVector way = normalised(middle - tip);
    far = middle + way * std::min(limit_m, length(middle - tip));
  }

  CornerLot result;
  Lot& lot = result.lot;
  lot.inward = normalised(middle - tip);
  const double cut_m = 3.0;
  const PlaneVector near_right = tip + a * cut_m;
  const PlaneVector near_left = tip + b * cut_m;
  const PlaneVector front = (near_left + near_right) * 0.5;
  lot.front = moved(shape.centre, front);
  const PlaneVector right_way = right_of(lot.inward);
  const auto lot_point = [&](PlaneVector p) {
    return LotPoint{dot(p - front, right_way), dot(p - front, lot.inward)};
  };
  // Seen from the pad, the next arm lies to the left; counter-clockwise from above.
  result.footprint.count = 5;
  result.footprint.points[0] = lot_point(near_left);
  result.footprint.points[1] = lot_point(near_right);
  result.footprint.points[2] = lot_point(right);
  result.footprint.points[3] = lot_point(far);
  result.footprint.points[4] = lot_point(left);
  lot.half_width_m = length(right - left) * 0.5;
  lot.depth_m = dot(far - front, lot.inward);
  return result;
}

// Where a road is missing, the side between two arms that run on in one line: a building that
// closes the view.
std::optional<CornerLot> straight_lot(const JunctionShape& shape, const Corner& corner) {
  const double line_m =
      std::max(corner.first->half_width_m, corner.next->half_width_m) + k_building_line_m + 1.0;
  const double depth_m = std::min(corner.first->depth_m[0], corner.next->depth_m[1]) - 2.0;
  const PlaneVector inward =
      normalised(left_of(corner.first->direction) + right_of(corner.next->direction));
  const double half_m = shape.radius_m - 2.0;
  const double deep_m = std::min(depth_m - line_m, 22.0);
  if (deep_m < 8.0) return {};
  CornerLot result;
  result.lot.inward = inward;
  result.lot.front = moved(shape.centre, inward * line_m);
  result.lot.half_width_m = half_m;
  result.lot.depth_m = deep_m;
  result.lot.wide = true;
  // Between the lines square to the arms at their mouths, with room to spare.
  double least_m = half_m;
  for (const double at_m : {line_m, line_m + deep_m}) {
    for (const ArmMouth* arm : {corner.first, corner.next}) {
      const PlaneVector along = arm == corner.first ? right_of(inward) : left_of(inward);
      const double reach_m =
          (shape.radius_m - dot(inward, arm->direction) * at_m) / dot(along, arm->direction);
      least_m = std::min(least_m, reach_m - 1.0);
    }
  }
  if (least_m < 6.0) return {};
  result.lot.half_width_m = least_m;
  result.footprint = footprint_of(result.lot);
  return result;
}

}  // namespace

std::optional<CornerLot> corner_lot(const Lattice& lattice, const JunctionShape& shape,
                                    const Corner& corner) {
  if (base::draw_chance(base::hash(corner.key, 1), k_park_chance)) return {};
  std::optional<CornerLot> result;
  if (corner.angle_rad <= k_wide_rad) {
    result = kite_lot(shape, corner);
  } else if (corner.angle_rad <= k_outward_rad) {
    result = straight_lot(shape, corner);
  }
  if (!result) return {};
  Lot& lot = result->lot;
  lot.key = base::hash(corner.key, 2);
  lot.density = density_at(lattice.seed(), lot.front);
  lot.style = draw_style(base::hash(corner.key, 3), lot.density, false, true);
  return result;
}

}  // namespace terrane::city
