#include "terrane/city/junction_corner.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/density.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr double k_park_chance = 0.22;
constexpr double k_lot_side_least_m = 8.0;  // along either arm
constexpr double k_site_side_least_m = 4.5;

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

}  // namespace

ArmMouths arm_mouths(const JunctionPlan& plan, const Ground& ground) {
  ArmMouths mouths;
  for (unsigned index = 0; index < k_arms_most; ++index) {
    const Arm& arm = plan.shape.arms[index];
    if (!arm.exists) continue;
    ArmMouth& mouth = mouths[index];
    mouth.exists = true;
    mouth.direction = arm.direction;
    mouth.plan = plan.arms[index];
    mouth.station = arm.starts ? 0 : mouth.plan->curve.segment_count;
    mouth.half_width_m = mouth.plan->half_width_m[mouth.station];
    for (unsigned seen = 0; seen < 2; ++seen) {
      // From the end of an edge its left is the edge's right.
      const unsigned own = arm.starts ? seen : 1 - seen;
      mouth.sides[seen] = side_section(*mouth.plan, mouth.station, static_cast<Side>(own));
      mouth.land[seen] = land_section(*mouth.plan, ground, mouth.station, static_cast<Side>(own));
      mouth.depth_m[seen] = mouth.plan->depth_m[own][mouth.station];
    }
  }
  return mouths;
}

std::vector<Corner> corners_of(const JunctionPlan& plan, const ArmMouths& mouths) {
  std::vector<Corner> corners;
  for (unsigned index = 0; index < k_arms_most; ++index) {
    if (!mouths[index].exists) continue;
    unsigned next = (index + 1) % k_arms_most;
    while (!mouths[next].exists) next = (next + 1) % k_arms_most;
    Corner corner;
    corner.first = &mouths[index];
    corner.next = &mouths[next];
    corner.angle_rad = next == index
                           ? 2.0 * base::k_pi
                           : corner_angle_rad(mouths[index].direction, mouths[next].direction);
    corner.key = base::hash(plan.key, index);
    corners.push_back(corner);
  }
  return corners;
}

namespace {

unsigned corner_steps(const Corner& corner) {
  if (corner.angle_rad > k_outward_rad) return k_corner_steps_most;
  return corner.angle_rad > k_wide_rad ? 4 : 6;
}

// From the first arm's point to the next one's, relative to the centre, without its lifts: round
// the kerb corner, straight across a wide one, or (`sweep_rad` > 0) round the pad.
CornerLine line_between(const JunctionShape& shape, const Corner& corner, PlanePoint first,
                        PlanePoint next, unsigned steps) {
  const PlaneVector from = between(shape.centre, first);
  const PlaneVector to = between(shape.centre, next);
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
  const bool outward = corner.angle_rad > k_outward_rad;
  const double sweep_rad = outward ? corner_angle_rad(from, to) : 0.0;
  CornerLine line;
  for (unsigned step = 0; step <= steps; ++step) {
    const double share = static_cast<double>(step) / steps;
    const double s = 1.0 - share;
    const PlaneVector place =
        outward ? swept(from, to, sweep_rad, share)
                : (from * (s * s) + control * (2.0 * s * share)) + to * (share * share);
    line.points[step] = moved(shape.centre, place);
  }
  // The ends are the segments' own points, not their rounded images.
  line.points[0] = first;
  line.points[steps] = next;
  return line;
}

// Round a dead end the side and the land go as far as other roads let them. Each line keeps the
// directions it was swept by, so that none overtakes the next.
void sweep_outward(const JunctionPlan& plan, const Ground& ground, CornerLines& lines) {
  const PlanePoint centre = plan.shape.centre;
  for (SideLine line = SideLine::Back;; line = next_line(line)) {
    CornerLine& of = lines.lines[static_cast<unsigned>(line)];
    const double before_end_m = line == SideLine::Outer ? 0.0 : k_bank_width_m;
    for (unsigned step = 1; step < lines.steps; ++step) {
      const PlaneVector from = between(centre, of.points[step]);
      const PlaneVector way = normalised(from);
      const double free_m = plan.obstacles.free_depth_m({0, 0}, way, k_side_depth_m);
      const bool at_end = line == SideLine::Outer || line == SideLine::Bank;
      const double wanted_m = at_end ? k_side_depth_m : length(from);
      of.points[step] = moved(centre, way * std::min(wanted_m, free_m - before_end_m));
    }
    if (line == SideLine::Outer) break;
  }
  for (unsigned line = 0; line < k_land_line_count; ++line) {
    CornerLine& of = lines.land[line];
    for (unsigned step = 1; step < lines.steps; ++step) {
      const PlaneVector way = normalised(between(centre, of.points[step]));
      const double land_m = plan.obstacles.free_depth_m({0, 0}, way, k_land_reach_m);
      const LandSection land =
          land_section(ground, centre, way, std::min(land_m, k_side_depth_m), land_m);
      of.points[step] = land.points[line];
      of.lifts_m[step] = land.lifts_m[line];
      lines.has_shore[step] = land.has_shore;
    }
  }
}

}  // namespace

LandSection CornerLines::land_at(unsigned step) const {
  LandSection section;
  section.has_shore = has_shore[step];
  for (unsigned line = 0; line < k_land_line_count; ++line) {
    section.points[line] = land[line].points[step];
    section.lifts_m[line] = land[line].lifts_m[step];
  }
  return section;
}

CornerLines corner_lines(const JunctionPlan& plan, const Corner& corner, const Ground& ground) {
  const unsigned left = static_cast<unsigned>(Side::Left);
  const unsigned right = static_cast<unsigned>(Side::Right);
  const auto blend = [](double from, double to, double share) {
    return from + (to - from) * share;
  };
  CornerLines result;
  result.steps = corner_steps(corner);
  for (unsigned step = 0; step <= result.steps; ++step) {
    const ArmMouth& arm = step * 2 <= result.steps ? *corner.first : *corner.next;
    result.has_shore[step] = arm.land[&arm == corner.first ? left : right].has_shore;
  }
  for (unsigned line = 0; line < k_side_line_count; ++line) {
    const SideSection& first = corner.first->sides[left];
    const SideSection& next = corner.next->sides[right];
    result.lines[line] =
        line_between(plan.shape, corner, first.points[line], next.points[line], result.steps);
    for (unsigned step = 0; step <= result.steps; ++step) {
      result.lines[line].lifts_m[step] =
          blend(first.lifts_m[line], next.lifts_m[line], static_cast<double>(step) / result.steps);
    }
  }
  for (unsigned line = 0; line < k_land_line_count; ++line) {
    const LandSection& first = corner.first->land[left];
    const LandSection& next = corner.next->land[right];
    CornerLine& of = result.land[line];
    of = line_between(plan.shape, corner, first.points[line], next.points[line], result.steps);
    // Heights above sea, not above the ground, go evenly from one end to the other: the shore's
    // and the bed's are the lake's at both.
    const double from_m = base::from_mm(ground.height_mm(first.points[line])) + first.lifts_m[line];
    const double to_m = base::from_mm(ground.height_mm(next.points[line])) + next.lifts_m[line];
    for (unsigned step = 0; step <= result.steps; ++step) {
      const double share = static_cast<double>(step) / result.steps;
      of.lifts_m[step] =
          line < 1 ? blend(first.lifts_m[line], next.lifts_m[line], share)
                   : blend(from_m, to_m, share) - base::from_mm(ground.height_mm(of.points[step]));
    }
    of.lifts_m[0] = first.lifts_m[line];
    of.lifts_m[result.steps] = next.lifts_m[line];
  }
  if (corner.angle_rad > k_outward_rad) sweep_outward(plan, ground, result);
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
  for (const double depth_m : {mouth.half_width_m, 27.0, k_frontage_depth_m + 3.0}) {
    const PlanePoint point = plan.beside(station, own, depth_m);
    reach_m = std::min(reach_m, dot(between(shape.centre, point), mouth.direction));
  }
  return reach_m;
}

// Between the arms of an ordinary corner: a kite with one tip at the frontage lines' crossing. The
// tip is cut, which gives the corner door its wall.
std::optional<CornerLot> kite_lot(const JunctionShape& shape, const Corner& corner,
                                  double side_least_m) {
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
  if (std::min(first_side_m, next_side_m) < side_least_m) return {};
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

// Between an ordinary corner's arms, or where a road is missing; nothing round a dead end.
std::optional<CornerLot> plot_of(const JunctionShape& shape, const Corner& corner,
                                 double side_least_m) {
  if (corner.angle_rad <= k_wide_rad) return kite_lot(shape, corner, side_least_m);
  if (corner.angle_rad <= k_outward_rad) return straight_lot(shape, corner);
  return {};
}

// A style of the district that stands on any footprint: a home would lie askew in a tight corner,
// and a plaza needs a double lot's room.
BuildingStyle draw_corner_style(const Lot& lot, std::uint64_t key) {
  const BuildingStyle style = draw_style(lot.district, false, base::draw_unit(key));
  return style == BuildingStyle::SuburbanHome || style == BuildingStyle::TempleBank
             ? BuildingStyle::PrewarApartment
             : style;
}

}  // namespace

std::optional<CornerLot> corner_site(const JunctionPlan& plan, const Corner& corner) {
  std::optional<CornerLot> site = plot_of(plan.shape, corner, k_site_side_least_m);
  if (site) site->lot.district = corner.first->plan->street.district;
  return site;
}

std::optional<CornerLot> corner_lot(const JunctionPlan& plan, const Corner& corner) {
  if (base::draw_chance(base::hash(corner.key, 1), k_park_chance)) return {};
  std::optional<CornerLot> result = plot_of(plan.shape, corner, k_lot_side_least_m);
  if (!result) return {};
  Lot& lot = result->lot;
  lot.key = base::hash(corner.key, 2);
  lot.density = density_at(plan.seed, lot.front);
  lot.district = corner.first->plan->street.district;
  lot.style = draw_corner_style(lot, base::hash(corner.key, 3));
  return result;
}

}  // namespace terrane::city
