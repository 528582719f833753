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

double view_weight(RoadSide side) {
  switch (side) {
    case RoadSide::Ahead:
      return k_weight_ahead;
    case RoadSide::Sideways:
      return k_weight_sideways;
    default:
      return k_weight_behind;
  }
}

double fetch_weight(RoadSide side) {
  return side == RoadSide::Behind ? k_fetch_weight_behind : k_weight_ahead;
}

}  // namespace

RoadSide road_side(geo::Vec3 direction, geo::Vec3 forward) {
  const double cosine = dot(direction, forward);
  if (cosine >= k_cos_45) return RoadSide::Ahead;
  return cosine <= -k_cos_45 ? RoadSide::Behind : RoadSide::Sideways;
}

double RoadWalk::weight_of(geo::Vec3 direction, geo::Vec3 forward) const {
  const RoadSide side = road_side(direction, forward);
  return pass_ == Pass::Fetch ? fetch_weight(side) : view_weight(side);
}

std::uint32_t RoadWalk::visit(std::uint64_t chain_id) {
  const auto fresh = static_cast<std::uint32_t>(visits_.size());
  const std::uint32_t found = chain_index_.find_or_add(chain_id, fresh);
  if (found == fresh) {
    const RoadChain chain = graph_->chain(chain_id);
    TERRANE_ASSERT(chain.segment_count > 0 && chain.segment_length_m > 0,
                   "a chain has segments of some length");
    visits_.push_back({chain_id, chain, static_cast<std::uint32_t>(costs_.size())});
    costs_.resize(costs_.size() + chain.segment_count, {k_never, k_never});
  }
  return found;
}

std::uint32_t RoadWalk::crossing(PieceKey junction) {
  const auto fresh = static_cast<std::uint32_t>(crossings_.size());
  const std::uint32_t found = junction_index_.find_or_add(junction.value, fresh);
  if (found == fresh) {
    Crossing reached;
    reached.junction = junction;
    reached.costs = {k_never, k_never};
    reached.lightest = k_never;
    crossings_.push_back(reached);
  }
  return found;
}

// Asks for the junction's arms, and for their chains.
void RoadWalk::open(Crossing& crossing) {
  if (crossing.is_open) return;
  crossing.is_open = true;
  const RoadJunction junction = graph_->junction(crossing.junction, growth_left_ > 0);
  if (junction.has_grown) growth_left_ -= 1;
  crossing.is_known = junction.is_known;
  is_partial_ = is_partial_ || !junction.is_known;
  crossing.crossing_m = junction.crossing_m;
  crossing.first_arm = static_cast<std::uint32_t>(arms_.size());
  crossing.arm_count = static_cast<std::uint32_t>(junction.arms.size());
  // The graph's span does not outlive its next call.
  asked_arms_.assign(junction.arms.begin(), junction.arms.end());
  for (const RoadArm& arm : asked_arms_) {
    arms_.push_back({visit(arm.chain_id), arm.at_start, arm.direction});
  }
}

// From a place on the walker's chain to its end or start, lowering the segments' costs on the way.
void RoadWalk::walk_chain(double along_m, bool towards_end, Walker walker) {
  const Visit& visit = visits_[walker.visit];
  const RoadChain& chain = visit.chain;
  const double length_m = chain.segment_length_m * chain.segment_count;
  const double from_m = std::clamp(towards_end ? along_m : length_m - along_m, 0.0, length_m);
  const auto last = chain.segment_count - 1;
  const auto own = std::min(static_cast<std::uint32_t>(from_m / chain.segment_length_m), last);
  Costs* costs = costs_.data() + visit.first_cost;
  for (std::uint32_t step = own; step <= last; ++step) {
    const double way_m = std::max(0.0, step * chain.segment_length_m - from_m);
    const double cost = walker.cost + walker.weight * way_m;
    if (cost > cost_limit_) return;
    double& known = costs[towards_end ? step : last - step].of(pass_);
    known = std::min(known, cost);
  }
  const PieceKey junction = towards_end ? chain.end_junction : chain.start_junction;
  if (junction == k_no_junction) return;
  // The view looks no farther than what is fetched.
  const std::uint32_t reached =
      pass_ == Pass::Fetch ? crossing(junction) : junction_index_.find(junction.value);
  if (reached == FlatIndex::k_absent) return;
  walker.cost += walker.weight * (length_m - from_m);
  heap_.push_back({walker, reached});
  std::push_heap(heap_.begin(), heap_.end(),
                 [this](const Arrival& a, const Arrival& b) { return later(a, b); });
}

void RoadWalk::enter(const Arm& arm, Walker walker) {
  walker.visit = arm.visit;
  const RoadChain& chain = visits_[arm.visit].chain;
  const double length_m = chain.segment_length_m * chain.segment_count;
  walk_chain(arm.at_start ? 0.0 : length_m, arm.at_start, walker);
}

void RoadWalk::set_out(const RoadStart& start) {
  if (start.on_junction) {
    // Its arms differ in weight, so whoever arrives later may still have a lighter way out of it.
    Crossing& here = crossings_[crossing(start.junction)];
    double& known = here.costs.of(pass_);
    known = std::min(known, start.cost_m);
    open(here);
    const std::uint32_t end = here.first_arm + here.arm_count;
    for (std::uint32_t index = here.first_arm; index < end; ++index) {
      const Arm arm = arms_[index];
      enter(arm, {start.cost_m, weight_of(arm.direction, start.forward), arm.visit});
    }
    return;
  }
  const std::uint32_t chain = visit(start.chain_id);
  const double to_end = weight_of(start.direction, start.forward);
  const double to_start = weight_of(-start.direction, start.forward);
  walk_chain(start.along_m, true, {start.cost_m, to_end, chain});
  walk_chain(start.along_m, false, {start.cost_m, to_start, chain});
}

void RoadWalk::cross(const Arrival& arrival) {
  const Walker walker = arrival.walker;
  Crossing& here = crossings_[arrival.crossing];
  double& known = here.costs.of(pass_);
  known = std::min(known, walker.cost);
  if (walker.cost > cost_limit_) return;
  // Whoever crossed before had no higher cost; only a lighter walker can still get anywhere sooner.
  if (walker.weight >= here.lightest) return;
  here.lightest = walker.weight;
  if (pass_ == Pass::Fetch) open(here);
  Walker onward = walker;
  onward.cost += walker.weight * here.crossing_m;
  const std::uint32_t end = here.first_arm + here.arm_count;
  for (std::uint32_t index = here.first_arm; index < end; ++index) {
    const Arm arm = arms_[index];
    if (arm.visit != walker.visit) enter(arm, onward);  // nobody turns round
  }
}

void RoadWalk::run(Pass pass, std::span<const RoadStart> starts, double cost_limit) {
  pass_ = pass;
  cost_limit_ = cost_limit;
  heap_.clear();
  for (Crossing& crossing : crossings_) crossing.lightest = k_never;
  for (const RoadStart& start : starts) set_out(start);
  while (!heap_.empty()) {
    if (pass == Pass::Fetch && costs_.size() > touched_limit_) return;
    std::pop_heap(heap_.begin(), heap_.end(),
                  [this](const Arrival& a, const Arrival& b) { return later(a, b); });
    const Arrival arrival = heap_.back();
    heap_.pop_back();
    cross(arrival);
  }
}

bool RoadWalk::later(const Arrival& a, const Arrival& b) const {
  if (a.walker.cost != b.walker.cost) return a.walker.cost > b.walker.cost;
  if (a.walker.weight != b.walker.weight) return a.walker.weight > b.walker.weight;
  const PieceKey at_a = crossings_[a.crossing].junction;
  const PieceKey at_b = crossings_[b.crossing].junction;
  if (!(at_a == at_b)) return at_b < at_a;
  return visits_[a.walker.visit].chain_id > visits_[b.walker.visit].chain_id;
}

// The fetched segments of a chain, and those just beyond them.
void RoadWalk::collect_chain(const Visit& visit, const SelectionLimits& limits,
                             Selection& selection) const {
  const Costs* costs = costs_.data() + visit.first_cost;
  bool was_fetched = false;
  for (std::uint32_t segment = 0; segment < visit.chain.segment_count; ++segment) {
    const PieceKey key{visit.chain.first_key.value + segment};
    const bool is_fetched = costs[segment].fetch <= fetch_limit_;
    if (is_fetched) {
      const double cost = costs[segment].view;
      selection.pieces.push_back({key, 0, cost <= limits.reach_m, cost});
    }
    if (segment > 0 && is_fetched != was_fetched) {
      selection.beyond.push_back(is_fetched ? PieceKey{key.value - 1} : key);
    }
    if (!is_fetched) selection.end = SelectionEnd::ReachedCostLimit;  // there is more, farther away
    was_fetched = is_fetched;
  }
}

Selection RoadWalk::gather(const SelectionLimits& limits) {
  Selection selection;
  std::vector<WantedPiece>& pieces = selection.pieces;
  pieces.reserve(costs_.size() + crossings_.size());
  selection.end = SelectionEnd::RanOutOfWorld;
  for (const Visit& visit : visits_) collect_chain(visit, limits, selection);
  for (const Crossing& crossing : crossings_) {
    if (crossing.is_known && crossing.costs.fetch <= fetch_limit_) {
      const double cost = crossing.costs.view;
      pieces.push_back({crossing.junction, 0, cost <= limits.reach_m, cost});
    } else {
      selection.end = SelectionEnd::ReachedCostLimit;
      selection.beyond.push_back(crossing.junction);
    }
  }
  order_.sort(pieces);
  selection.is_partial = is_partial_;

  if (stopped_early_) selection.end = SelectionEnd::ReachedPieceLimit;
  if (pieces.size() > limits.piece_limit) {
    selection.end = SelectionEnd::ReachedPieceLimit;
    const auto first_left_out = pieces.begin() + static_cast<std::ptrdiff_t>(limits.piece_limit);
    std::copy_if(first_left_out, pieces.end(), std::back_inserter(selection.left_out),
                 [](const WantedPiece& piece) { return piece.within_reach; });
    pieces.erase(first_left_out, pieces.end());
  }
  return selection;
}

Selection RoadWalk::walk(RoadGraph& graph, std::span<const RoadStart> starts,
                         const SelectionLimits& limits) {
  graph_ = &graph;
  fetch_limit_ = limits.reach_m * std::max(1.0, limits.prefetch_factor);
  touched_limit_ = k_touched_per_piece * std::size_t{limits.piece_limit};
  growth_left_ = limits.growth_limit;
  is_partial_ = false;
  chain_index_.clear();
  junction_index_.clear();
  visits_.clear();
  costs_.clear();
  crossings_.clear();
  arms_.clear();
  run(Pass::Fetch, starts, fetch_limit_);
  stopped_early_ = !heap_.empty();
  run(Pass::View, starts, k_never);
  return gather(limits);
}

}  // namespace terrane::stream
