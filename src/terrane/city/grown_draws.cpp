#include "terrane/city/grown_draws.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/street_names.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_origin = 91;
constexpr std::uint64_t k_salt_course = 92;
constexpr std::uint64_t k_salt_arms = 93;
constexpr std::uint64_t k_salt_street = 94;

// The article's numbers.
constexpr double k_straight_spread_rad = 0.22;
constexpr double k_side_spread_rad = 0.4;
constexpr double k_both_sides_below = 0.55;  // of the roll
constexpr double k_left_side_below = 0.78;
constexpr double k_four_blocks_chance = 0.5;
constexpr double k_no_bend_chance = 0.45;
// Of drift from the arm's direction, in quarters of what a bend of 0.008 rad/m turns in a segment.
constexpr double k_drift_unit_rad = 0.008 * k_grown_segment_m / 4.0;
constexpr int k_bend = 4;         // a segment
constexpr int k_steer_back = 30;  // beyond: 0.26 rad is 30.95 units
constexpr int k_drift_most = 50;  // 0.42 rad
// Ours: the origin's streets lie near the compass, so that its first street has a name.
constexpr double k_origin_turn_most_rad = 0.35;
constexpr unsigned k_name_tries = 8;

constexpr double k_quarter_rad = base::k_pi * 0.5;

PlaneVector turned(PlaneVector way, double angle_rad) {
  const base::SinCos angle = base::sin_cos(angle_rad);
  return way * angle.cos + left_of(way) * angle.sin;
}

PlaneVector jittered(PlaneVector way, double angle_rad, double spread_rad, std::uint64_t key) {
  return normalised(turned(way, angle_rad + (base::draw_unit(key) - 0.5) * spread_rad));
}

void draw_way(GrownPlace& place, Way way, PlaneVector direction) {
  place.drawn[static_cast<unsigned>(way)] = true;
  place.ways[static_cast<unsigned>(way)] = direction;
}

void size_pad(GrownPlace& place) {
  JunctionShape shape;
  for (unsigned way = 0; way < k_arms_most; ++way) {
    shape.arms[way].exists = place.drawn[way];
    shape.arms[way].direction = place.ways[way];
  }
  place.radius_m = radius_for(shape);
}

// The angles that drift takes on a node or, between two, on a segment.
base::SinCos angle_of_drift(int drift) {
  static const std::array<base::SinCos, 2 * k_drift_most + 1> angles = [] {
    std::array<base::SinCos, 2 * k_drift_most + 1> all;
    for (int unit = -k_drift_most; unit <= k_drift_most; ++unit) {
      all[static_cast<std::size_t>(unit + k_drift_most)] = base::sin_cos(unit * k_drift_unit_rad);
    }
    return all;
  }();
  return angles[static_cast<std::size_t>(drift + k_drift_most)];
}

PlaneVector drifted(PlaneVector way, int drift) {
  const base::SinCos angle = angle_of_drift(drift);
  return way * angle.cos + left_of(way) * angle.sin;
}

// A block goes straight or bends one way, and back where it has drifted far.
int bend_of_block(std::uint64_t key, int drift) {
  if (drift > k_steer_back) return -k_bend;
  if (drift < -k_steer_back) return k_bend;
  if (base::draw_chance(base::hash(key, 1), k_no_bend_chance)) return 0;
  return base::draw_index(base::hash(key, 2), 2) == 0 ? k_bend : -k_bend;
}

}  // namespace

GrownPlace draw_origin(std::uint64_t seed) {
  GrownPlace origin;
  origin.key = base::hash(seed, k_salt_origin);
  origin.identity = origin.key;
  const std::uint64_t key = base::hash(origin.key, k_salt_arms);
  const PlaneVector north = turned(
      {0, -1},
      base::draw_between(base::hash(key, 1), -k_origin_turn_most_rad, k_origin_turn_most_rad));
  draw_way(origin, Way::Straight, jittered(north, 0, k_straight_spread_rad, base::hash(key, 2)));
  draw_way(origin, Way::Left,
           jittered(north, k_quarter_rad, k_side_spread_rad, base::hash(key, 3)));
  draw_way(origin, Way::Back,
           jittered(north, base::k_pi, k_straight_spread_rad, base::hash(key, 4)));
  draw_way(origin, Way::Right,
           jittered(north, -k_quarter_rad, k_side_spread_rad, base::hash(key, 5)));
  size_pad(origin);
  origin.street.street = base::hash(seed, k_salt_street, origin.key);
  origin.street.district = District::CivicAvenue;
  origin.street.name =
      named_avenue(static_cast<std::int64_t>(base::hash(origin.street.street, 2) >> 16));
  return origin;
}

std::uint64_t key_along(const GrownPlace& from, Way way) {
  return base::hash(from.key, way);
}

std::uint64_t identity_along(const GrownPlace& from, Way way, unsigned attempt) {
  return base::hash(from.identity, way, attempt);
}

EdgeCurve draw_course(const GrownPlace& from, Way way, unsigned attempt) {
  const std::uint64_t key = base::hash(key_along(from, way), k_salt_course, attempt);
  const PlaneVector direction = from.ways[static_cast<unsigned>(way)];
  EdgeCurve course;
  course.start = from.centre;
  const bool four = base::draw_chance(base::hash(key, 1), k_four_blocks_chance);
  course.segment_count = (four ? 4u : 3u) * k_block_segments - k_first_place;
  course.segment_length_m = k_grown_segment_m;
  PlaneVector place = direction * from.radius_m;
  int drift = 0;
  int bend = 0;
  for (unsigned node = 0; node <= course.segment_count; ++node) {
    course.nodes[node] = {base::to_mm32(place.x), base::to_mm32(place.z),
                          drifted(direction, drift)};
    if (node == 0 || EdgePlan::place_in_block(node) == 0) {
      bend = bend_of_block(base::hash(key, 2, EdgePlan::block_index(node)), drift);
    }
    const int next = std::clamp(drift + bend, -k_drift_most, k_drift_most);
    // A segment lies between the headings at its ends, so that these are the curve's own.
    place = place + drifted(direction, (drift + next) / 2) * k_grown_segment_m;
    drift = next;
  }
  course.end_junction_m = course.node_m(course.segment_count);
  measure_box(course);
  return course;
}

GrownPlace draw_end(std::uint64_t seed, const GrownPlace& from, Way way, unsigned attempt,
                    EdgeCurve& course) {
  GrownPlace end;
  end.key = key_along(from, way);
  end.identity = identity_along(from, way, attempt);
  PlaneVector& ahead = course.nodes[course.segment_count].forward;
  ahead = normalised(ahead);
  const std::uint64_t key = base::hash(end.key, k_salt_arms);
  const double roll = base::draw_unit(base::hash(key, 1));
  draw_way(end, Way::Back, -ahead);
  draw_way(end, Way::Straight, jittered(ahead, 0, k_straight_spread_rad, base::hash(key, 2)));
  if (roll < k_left_side_below) {
    draw_way(end, Way::Left, jittered(ahead, k_quarter_rad, k_side_spread_rad, base::hash(key, 3)));
  }
  if (roll < k_both_sides_below || roll >= k_left_side_below) {
    draw_way(end, Way::Right,
             jittered(ahead, -k_quarter_rad, k_side_spread_rad, base::hash(key, 4)));
  }
  size_pad(end);
  end.centre = moved(course.node_world(course.segment_count), ahead * end.radius_m);
  end.street = street_along(seed, from, way);
  course.end_junction_m = between(course.start, end.centre);
  measure_box(course);
  return end;
}

EdgeCurve redraw_course(const GrownPlace& from, Way way, unsigned attempt,
                        PlaneVector end_junction_m) {
  EdgeCurve course = draw_course(from, way, attempt);
  PlaneVector& ahead = course.nodes[course.segment_count].forward;
  ahead = normalised(ahead);
  course.end_junction_m = end_junction_m;
  measure_box(course);
  return course;
}

StreetIdentity street_along(std::uint64_t seed, const GrownPlace& from, Way way) {
  if (way == Way::Straight || way == Way::Back) return from.street;
  std::vector<StreetIdentity> taken{from.street};
  // The left is named first, whether or not it finds room: a name must not hang on that.
  if (way == Way::Right && from.drawn[static_cast<unsigned>(Way::Left)]) {
    taken.push_back(street_along(seed, from, Way::Left));
  }
  StreetIdentity fresh;
  fresh.street = base::hash(seed, k_salt_street, key_along(from, way));
  std::vector<District> free;
  for (unsigned index = 0; index < k_district_count; ++index) {
    const District district = static_cast<District>(index);
    const bool is_taken =
        std::any_of(taken.begin(), taken.end(),
                    [&](const StreetIdentity& street) { return street.district == district; });
    if (!is_taken) free.push_back(district);
  }
  fresh.district =
      free[base::draw_index(base::hash(fresh.street, 1), static_cast<std::uint32_t>(free.size()))];
  const bool named = is_north_south(from.ways[static_cast<unsigned>(way)]);
  for (unsigned attempt = 0; attempt < k_name_tries; ++attempt) {
    const std::uint64_t key = base::hash(fresh.street, 2, attempt);
    fresh.name =
        named ? named_avenue(static_cast<std::int64_t>(key >> 16))
              : numbered_street(1 + base::draw_index(key, k_street_numbers), from.centre.x_mm < 0);
    const bool is_taken =
        std::any_of(taken.begin(), taken.end(),
                    [&](const StreetIdentity& street) { return street.name == fresh.name; });
    if (!is_taken) break;
  }
  return fresh;
}

}  // namespace terrane::city
