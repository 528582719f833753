#include "terrane/stream/road_walk.h"

#include <algorithm>
#include <limits>

#include "terrane/base/assert.h"

namespace terrane::stream {
namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();
// A walk that has touched this many times its piece limit ends, whatever its cost limit: a reach of
// a thousand kilometres must not grow a graph of that size.
constexpr std::size_t k_touched_per_piece = 8;
constexpr double k_cos_45 = 0.70710678118654752440;

bool cheaper(const WantedPiece& a, const WantedPiece& b) {
  return a.cost != b.cost ? a.cost < b.cost : a.key < b.key;
}

}  // namespace

double road_weight(geo::Vec3 direction, geo::Vec3 forward) {
  const double cosine = dot(direction, forward);
  if (cosine >= k_cos_45) return k_weight_ahead;
  return cosine <= -k_cos_45 ? k_weight_behind : k_weight_sideways;
}

RoadWalk::Visit RoadWalk::visit(RoadGraph& graph, std::uint64_t chain_id) {
  const auto fresh = static_cast<std::uint32_t>(visits_.size());
  const std::uint32_t found = chain_index_.find_or_add(chain_id, fresh);
  if (found == fresh) {
    const RoadChain chain = graph.chain(chain_id);
    TERRANE_ASSERT(chain.segment_count > 0 && chain.segment_length_m > 0,
                   "a chain has segments of some length");
    visits_.push_back({chain, static_cast<std::uint32_t>(costs_.size())});
    costs_.resize(costs_.size() + chain.segment_count, k_never);
  }
  return visits_[found];
}

RoadWalk::Crossing& RoadWalk::crossing(PieceKey junction) {
  const auto fresh = static_cast<std::uint32_t>(crossings_.size());
  const std::uint32_t found = junction_index_.find_or_add(junction.value, fresh);
  if (found == fresh) crossings_.push_back({junction, k_never, k_never});
  return crossings_[found];
}

// From a place on the chain to its end or start, lowering the segments' costs on the way.
void RoadWalk::walk_chain(const Visit& visit, double along_m, bool towards_end, Walker walker) {
  const RoadChain& chain = visit.chain;
  const double length_m = chain.segment_length_m * chain.segment_count;
  const double from_m = std::clamp(towards_end ? along_m : length_m - along_m, 0.0, length_m);
  const auto last = chain.segment_count - 1;
  const auto own = std::min(static_cast<std::uint32_t>(from_m / chain.segment_length_m), last);
  double* costs = costs_.data() + visit.first_cost;
  for (std::uint32_t step = own; step <= last; ++step) {
    const double way_m = std::max(0.0, step * chain.segment_length_m - from_m);
    const double cost = walker.cost + walker.weight * way_m;
    if (cost > cost_limit_) return;
    double& known = costs[towards_end ? step : last - step];
    known = std::min(known, cost);
  }
  const PieceKey junction = towards_end ? chain.end_junction : chain.start_junction;
  if (junction == k_no_junction) return;
  walker.cost += walker.weight * (length_m - from_m);
  heap_.push_back({walker, junction});
  std::push_heap(heap_.begin(), heap_.end(), later);
}

void RoadWalk::enter(RoadGraph& graph, const RoadArm& arm, Walker walker) {
  const Visit visited = visit(graph, arm.chain_id);
  walker.chain_id = arm.chain_id;
  const double length_m = visited.chain.segment_length_m * visited.chain.segment_count;
  walk_chain(visited, arm.at_start ? 0.0 : length_m, arm.at_start, walker);
}

void RoadWalk::set_out(RoadGraph& graph, const RoadStart& start) {
  if (start.on_junction) {
    // Its arms differ in weight, so whoever arrives later may still have a lighter way out of it.
    Crossing& here = crossing(start.junction);
    here.cost = std::min(here.cost, start.cost_m);
    // The graph's span does not outlive its next call, which enter() may make.
    const RoadJunction junction = graph.junction(start.junction);
    arms_.assign(junction.arms.begin(), junction.arms.end());
    for (const RoadArm& arm : arms_) {
      enter(graph, arm, {start.cost_m, road_weight(arm.direction, start.forward), arm.chain_id});
    }
    return;
  }
  const Visit visited = visit(graph, start.chain_id);
  const double to_end = road_weight(start.direction, start.forward);
  const double to_start = road_weight(-start.direction, start.forward);
  walk_chain(visited, start.along_m, true, {start.cost_m, to_end, start.chain_id});
  walk_chain(visited, start.along_m, false, {start.cost_m, to_start, start.chain_id});
}

void RoadWalk::cross(RoadGraph& graph, const Arrival& arrival) {
  const Walker walker = arrival.walker;
  Crossing& here = crossing(arrival.junction);
  here.cost = std::min(here.cost, walker.cost);
  if (walker.cost > cost_limit_) return;
  // Whoever crossed before had no higher cost; only a lighter walker can still get anywhere sooner.
  if (walker.weight >= here.weight) return;
  here.weight = walker.weight;
  const RoadJunction junction = graph.junction(arrival.junction);
  arms_.assign(junction.arms.begin(), junction.arms.end());
  Walker onward = walker;
  onward.cost += walker.weight * junction.crossing_m;
  for (const RoadArm& arm : arms_) {
    if (arm.chain_id != walker.chain_id) enter(graph, arm, onward);  // nobody turns round
  }
}

Selection RoadWalk::gather(const SelectionLimits& limits) {
  Selection selection;
  std::vector<WantedPiece>& pieces = selection.pieces;
  pieces.reserve(costs_.size() + crossings_.size());
  selection.end = SelectionEnd::RanOutOfWorld;
  const auto add = [&](PieceKey key, double cost) {
    if (cost <= cost_limit_) {
      pieces.push_back({key, 0, cost <= limits.reach_m, cost});
    } else {
      selection.end = SelectionEnd::ReachedCostLimit;  // there is more, too far away
    }
  };
  for (const Visit& visit : visits_) {
    const double* costs = costs_.data() + visit.first_cost;
    for (std::uint32_t segment = 0; segment < visit.chain.segment_count; ++segment) {
      add({visit.chain.first_key.value + segment}, costs[segment]);
      if (segment == 0) continue;
      const bool ends_before = costs[segment - 1] <= cost_limit_ && costs[segment] > cost_limit_;
      const bool begins_here = costs[segment - 1] > cost_limit_ && costs[segment] <= cost_limit_;
      if (ends_before) selection.beyond.push_back({visit.chain.first_key.value + segment});
      if (begins_here) selection.beyond.push_back({visit.chain.first_key.value + segment - 1});
    }
  }
  for (const Crossing& crossing : crossings_) {
    add(crossing.junction, crossing.cost);
    if (crossing.cost > cost_limit_) selection.beyond.push_back(crossing.junction);
  }
  std::sort(pieces.begin(), pieces.end(), cheaper);

  if (!heap_.empty()) selection.end = SelectionEnd::ReachedPieceLimit;
  if (pieces.size() > limits.piece_limit) {
    selection.end = SelectionEnd::ReachedPieceLimit;
    const auto first_left_out = pieces.begin() + static_cast<std::ptrdiff_t>(limits.piece_limit);
    std::copy_if(first_left_out, pieces.end(), std::back_inserter(selection.left_out),
                 [](const WantedPiece& piece) { return piece.within_reach; });
    pieces.erase(first_left_out, pieces.end());
  }
  return selection;
}

bool RoadWalk::later(const Arrival& a, const Arrival& b) {
  if (a.walker.cost != b.walker.cost) return a.walker.cost > b.walker.cost;
  if (a.walker.weight != b.walker.weight) return a.walker.weight > b.walker.weight;
  if (!(a.junction == b.junction)) return b.junction < a.junction;
  return a.walker.chain_id > b.walker.chain_id;
}

Selection RoadWalk::walk(RoadGraph& graph, std::span<const RoadStart> starts,
                         const SelectionLimits& limits) {
  cost_limit_ = limits.reach_m * std::max(1.0, limits.prefetch_factor);
  chain_index_.clear();
  junction_index_.clear();
  visits_.clear();
  costs_.clear();
  crossings_.clear();
  heap_.clear();
  for (const RoadStart& start : starts) set_out(graph, start);
  const std::size_t touched_limit = k_touched_per_piece * std::size_t{limits.piece_limit};
  while (!heap_.empty() && costs_.size() <= touched_limit) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Arrival arrival = heap_.back();
    heap_.pop_back();
    cross(graph, arrival);
  }
  return gather(limits);
}

}  // namespace terrane::stream
