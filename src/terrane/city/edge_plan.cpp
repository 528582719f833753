#include "terrane/city/edge_plan.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_edge_plan = 41;
constexpr std::uint64_t k_salt_block = 42;
constexpr double k_boulevard_chance = 2.0 / 3.0;
constexpr double k_park_chance = 0.16;
constexpr double k_field_chance = 0.07;
constexpr unsigned k_taper_segments = 3;

// A small direct-mapped store of the last things made by this thread. What it returns is what
// `make` would make again, so its state never shows.
template <typename Thing, std::size_t slot_count>
class RecentStore {
 public:
  template <typename Make>
  std::shared_ptr<const Thing> get(std::uint64_t seed, EdgeId edge, Make&& make) {
    const std::uint64_t number = edge_number(edge);
    Slot& slot = slots_[base::hash(seed, number) % slot_count];
    if (!slot.thing || slot.seed != seed || slot.number != number) {
      std::shared_ptr<const Thing> made = std::make_shared<const Thing>(make());
      slot = {seed, number, std::move(made)};
    }
    return slot.thing;
  }

 private:
  struct Slot {
    std::uint64_t seed = 0;
    std::uint64_t number = 0;
    std::shared_ptr<const Thing> thing;
  };
  std::array<Slot, slot_count> slots_;
};

SideKind draw_side(std::uint64_t key) {
  const double roll = base::draw_unit(key);
  if (roll < k_park_chance) return SideKind::Park;
  return roll < k_park_chance + k_field_chance ? SideKind::Field : SideKind::Buildings;
}

void plan_blocks(EdgePlan& plan) {
  plan.block_count = (plan.curve.segment_count + k_block_segments - 1) / k_block_segments;
  for (unsigned index = 0; index < plan.block_count; ++index) {
    Block& block = plan.blocks[index];
    block.key = base::hash(plan.key, k_salt_block, index);
    block.boulevard = base::draw_chance(base::hash(block.key, 1), k_boulevard_chance);
    // The first and last block of an edge keep junctions tidy.
    if (index == 0 || index + 1 == plan.block_count) continue;
    block.sides[0] = draw_side(base::hash(block.key, 2));
    block.sides[1] = draw_side(base::hash(block.key, 3));
  }
}

double block_half_width_m(const Block& block) {
  return block.boulevard ? k_boulevard_half_width_m : k_street_half_width_m;
}

// Whole millimetres, so that kerb points are rounded once.
double whole_mm(double metres) {
  return base::from_mm(base::to_mm(metres));
}

void plan_widths(EdgePlan& plan) {
  for (unsigned station = 0; station <= plan.curve.segment_count; ++station) {
    const unsigned block = std::min(station / k_block_segments, plan.block_count - 1);
    double width_m = block_half_width_m(plan.blocks[block]);
    const unsigned inside = station - block * k_block_segments;
    if (block > 0 && inside < k_taper_segments) {
      const double before_m = block_half_width_m(plan.blocks[block - 1]);
      const double share = static_cast<double>(inside) / k_taper_segments;
      width_m = before_m + (width_m - before_m) * (share * share * (3.0 - 2.0 * share));
    }
    plan.half_width_m[station] = whole_mm(width_m);
  }
}

void plan_depths(const Lattice& lattice, EdgePlan& plan) {
  const EdgeCurve& curve = plan.curve;
  Obstacles obstacles;
  gather_obstacles(lattice, curve.id.from, curve.start, curve.low_m, curve.high_m,
                   2.0 * k_side_depth_m, nullptr, obstacles);
  for (unsigned station = 0; station <= curve.segment_count; ++station) {
    for (const Side side : {Side::Left, Side::Right}) {
      const double free_m = free_depth_m(obstacles, curve.node_m(station),
                                         plan.outward(station, side), k_side_depth_m);
      // Never behind the own kerb: where roads meet at the sharpest angles the sidewalk narrows.
      const double least_m = plan.half_width_m[station] + k_kerb_width_m + 0.2;
      plan.depth_m[static_cast<unsigned>(side)][station] = whole_mm(std::max(least_m, free_m));
    }
  }
}

}  // namespace

void gather_obstacles(const Lattice& lattice, JunctionId around, PlanePoint origin,
                      PlaneVector low_m, PlaneVector high_m, double reach_m,
                      const JunctionId* except, Obstacles& obstacles) {
  const PlaneVector low = low_m - PlaneVector{reach_m, reach_m};
  const PlaneVector high = high_m + PlaneVector{reach_m, reach_m};
  const auto inside = [&](PlaneVector p) {
    return p.x >= low.x && p.x <= high.x && p.z >= low.z && p.z <= high.z;
  };
  // Roads two cells away keep at least 350 m; those of the cells round about may come near.
  for (std::int32_t j = around.j - 2; j <= around.j + 2; ++j) {
    for (std::int32_t i = around.i - 2; i <= around.i + 2; ++i) {
      for (const Axis axis : {Axis::East, Axis::South}) {
        const EdgeId edge{{i, j}, axis};
        if (!lattice.has_edge(edge)) continue;
        if (except != nullptr && (edge.from == *except || edge.to() == *except)) continue;
        const std::shared_ptr<const EdgeCurve> other = shared_curve(lattice, edge);
        const PlaneVector offset = between(origin, other->start);
        const PlaneVector other_low = offset + other->low_m;
        const PlaneVector other_high = offset + other->high_m;
        if (other_low.x > high.x || other_high.x < low.x || other_low.z > high.z ||
            other_high.z < low.z) {
          continue;
        }
        for (const PlaneVector end : {offset, offset + other->end_junction_m}) {
          if (inside(end)) obstacles.points.push_back(end);
        }
        for (unsigned node = 0; node <= other->segment_count; ++node) {
          const PlaneVector place = offset + other->node_m(node);
          if (inside(place)) obstacles.points.push_back(place);
        }
      }
    }
  }
}

double free_depth_m(const Obstacles& obstacles, PlaneVector place, PlaneVector direction,
                    double limit_m) {
  double depth_m = limit_m;
  for (const PlaneVector point : obstacles.points) {
    const PlaneVector way = point - place;
    const double ahead = 2.0 * dot(way, direction);
    const double squared = dot(way, way);
    if (ahead > 0 && squared < depth_m * ahead) depth_m = squared / ahead;
  }
  return depth_m;
}

EdgePlan make_edge_plan(const Lattice& lattice, EdgeId edge) {
  EdgePlan plan;
  plan.key = base::hash(lattice.seed(), k_salt_edge_plan, edge_number(edge));
  plan.curve = *shared_curve(lattice, edge);
  plan_blocks(plan);
  plan_widths(plan);
  plan_depths(lattice, plan);
  return plan;
}

std::shared_ptr<const EdgePlan> shared_plan(const Lattice& lattice, EdgeId edge) {
  thread_local RecentStore<EdgePlan, 512> store;
  return store.get(lattice.seed(), edge, [&] { return make_edge_plan(lattice, edge); });
}

std::shared_ptr<const EdgeCurve> shared_curve(const Lattice& lattice, EdgeId edge) {
  thread_local RecentStore<EdgeCurve, 1024> store;
  return store.get(lattice.seed(), edge, [&] { return edge_curve(lattice, edge); });
}

}  // namespace terrane::city
