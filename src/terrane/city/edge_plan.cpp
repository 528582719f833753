#include "terrane/city/edge_plan.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/street_profile.h"
#include "terrane/city/water_side.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_block = 42;
// The article's rates; there they came round by block number, here each is drawn by hash.
constexpr double k_boulevard_chance = 2.0 / 3.0;
constexpr double k_water_chance = 1.0 / 9.0;  // of a block: on one of its sides
constexpr std::array<double, 2> k_park_chance{1.0 / 5.0, 1.0 / 7.0};  // by Side
constexpr double k_field_chance = 0.2;
constexpr double k_bridge_chance = 0.6;
constexpr unsigned k_bridge_first_place = 7;
constexpr unsigned k_bridge_last_place = 11;
constexpr unsigned k_style_count = 3;  // of water sides, and of park themes
constexpr unsigned k_taper_segments = 3;
constexpr std::size_t k_run_points = 12;
constexpr double k_run_step_m = 20.0;     // a run's points are no farther apart
constexpr double k_run_margin_m = 0.001;  // of its circle, for what rounding takes away

// Whole millimetres, so that shared points are rounded once.
double whole_mm(double metres) {
  return base::from_mm(base::to_mm(metres));
}

BlockSide draw_side(const Block& block, unsigned side, bool is_water) {
  BlockSide drawn;
  const std::uint64_t key = base::hash(block.key, 2, side);
  if (is_water) {
    drawn.kind = SideKind::Water;
  } else if (base::draw_chance(base::hash(key, 1), k_park_chance[side])) {
    drawn.kind = SideKind::Park;
  } else if (base::draw_chance(base::hash(key, 2), k_field_chance)) {
    drawn.kind = SideKind::Field;
  }
  drawn.style = static_cast<std::uint8_t>(base::draw_index(base::hash(key, 3), k_style_count));
  return drawn;
}

void plan_blocks(EdgePlan& plan) {
  plan.block_count = EdgePlan::block_index(plan.curve.segment_count - 1) + 1;
  for (unsigned index = 0; index < plan.block_count; ++index) {
    Block& block = plan.blocks[index];
    block.key = base::hash(plan.key, k_salt_block, index);
    block.boulevard = base::draw_chance(base::hash(block.key, 1), k_boulevard_chance);
    // The first and last block of an edge keep junctions tidy.
    if (!plan.is_ordinary(index)) continue;
    const bool has_water = base::draw_chance(base::hash(block.key, 3), k_water_chance);
    const unsigned water_side = base::draw_index(base::hash(block.key, 4), 2);
    for (unsigned side = 0; side < 2; ++side) {
      block.sides[side] = draw_side(block, side, has_water && side == water_side);
    }
    if (base::draw_chance(base::hash(block.key, 5), k_bridge_chance)) {
      block.bridge_place = static_cast<std::uint8_t>(
          base::draw_integer(base::hash(block.key, 6), k_bridge_first_place, k_bridge_last_place));
    }
  }
}

double block_half_width_m(const Block& block) {
  return block.boulevard ? k_boulevard_half_width_m : k_street_half_width_m;
}

void plan_widths(EdgePlan& plan) {
  for (unsigned station = 0; station <= plan.curve.segment_count; ++station) {
    const unsigned block = std::min(EdgePlan::block_index(station), plan.block_count - 1);
    double width_m = block_half_width_m(plan.blocks[block]);
    const unsigned inside = station + k_first_place - block * k_block_segments;
    if (block > 0 && inside < k_taper_segments) {
      const double before_m = block_half_width_m(plan.blocks[block - 1]);
      const double share = static_cast<double>(inside) / k_taper_segments;
      width_m = before_m + (width_m - before_m) * (share * share * (3.0 - 2.0 * share));
    }
    plan.half_width_m[station] = whole_mm(width_m);
  }
}

void plan_depths(EdgePlan& plan, const Obstacles& obstacles) {
  const EdgeCurve& curve = plan.curve;
  for (unsigned station = 0; station <= curve.segment_count; ++station) {
    for (const Side side : {Side::Left, Side::Right}) {
      const unsigned index = static_cast<unsigned>(side);
      const double free_m = obstacles.free_depth_m(curve.node_m(station),
                                                   plan.outward(station, side), k_land_reach_m);
      // Never behind the own kerb: where roads meet at the sharpest angles the sidewalk narrows.
      const double least_m = plan.half_width_m[station] + k_kerb_width_m + 0.2;
      plan.land_m[index][station] = whole_mm(std::max(least_m, free_m));
      plan.depth_m[index][station] = std::min(plan.land_m[index][station], k_side_depth_m);
    }
  }
}

void plan_water(EdgePlan& plan, const Ground& ground) {
  for (unsigned block = 0; block < plan.block_count; ++block) {
    for (const Side side : {Side::Left, Side::Right}) {
      BlockSide& of = plan.blocks[block].sides[static_cast<unsigned>(side)];
      if (of.kind != SideKind::Water) continue;
      // Only an ordinary block has water, and it is whole.
      const unsigned first = block * k_block_segments - k_first_place;
      of.water_level_m = water_level_m(plan, ground, first, first + k_block_segments - 1, side);
    }
  }
}

}  // namespace

void Obstacles::add(PlaneVector point) {
  const std::size_t first = runs_.size() > 1 ? runs_[runs_.size() - 2].end : 0;
  bool joins = !runs_.empty() && points_.size() - first < k_run_points;
  if (joins) {
    const PlaneVector step = point - points_.back();
    joins = dot(step, step) < k_run_step_m * k_run_step_m;
  }
  if (!joins) {
    Run run;
    run.low = point;
    run.high = point;
    runs_.push_back(run);
  }
  points_.push_back(point);
  Run& run = runs_.back();
  run.end = points_.size();
  run.low = {std::min(run.low.x, point.x), std::min(run.low.z, point.z)};
  run.high = {std::max(run.high.x, point.x), std::max(run.high.z, point.z)};
  run.centre = (run.low + run.high) * 0.5;
  run.radius_m = length(run.high - run.low) * 0.5 + k_run_margin_m;
}

double Obstacles::free_depth_m(PlaneVector place, PlaneVector direction, double limit_m) const {
  double depth_m = limit_m;
  std::size_t first = 0;
  for (const Run& run : runs_) {
    const std::size_t begin = first;
    first = run.end;
    // Apart from the circle that is free so far, centre and radius added: nothing in it counts.
    const PlaneVector to_run = run.centre - place;
    if (dot(to_run, to_run) - run.radius_m * run.radius_m >=
        2.0 * depth_m * (dot(to_run, direction) + run.radius_m)) {
      continue;
    }
    for (std::size_t index = begin; index < run.end; ++index) {
      const PlaneVector way = points_[index] - place;
      const double ahead = 2.0 * dot(way, direction);
      const double squared = dot(way, way);
      if (ahead > 0 && squared < depth_m * ahead) depth_m = squared / ahead;
    }
  }
  return depth_m;
}

EdgePlan plan_edge(std::uint64_t seed, std::uint64_t key, const EdgeCurve& curve,
                   const std::array<EdgeEnd, 2>& ends, StreetIdentity street,
                   const Obstacles& obstacles, const Ground& ground) {
  EdgePlan plan;
  plan.seed = seed;
  plan.key = key;
  plan.curve = curve;
  plan.ends = ends;
  plan.street = std::move(street);
  plan_blocks(plan);
  plan_widths(plan);
  plan_depths(plan, obstacles);
  plan_water(plan, ground);
  return plan;
}

}  // namespace terrane::city
