#include "terrane/city/grown_graph.h"

#include <algorithm>
#include <utility>

#include "terrane/base/assert.h"
#include "terrane/base/hash.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_number = 95;
constexpr std::int64_t k_cell_mm = 256000;
constexpr unsigned k_sample_stride = 4;
constexpr double k_relaxations[] = {0.7, 0.45, 0.0};  // of the straight arm

constexpr unsigned index_of(Way way) {
  return static_cast<unsigned>(way);
}

// Every fourth node and the last one.
std::vector<PlaneVector> sampled(const EdgeCurve& curve) {
  std::vector<PlaneVector> samples;
  samples.reserve(curve.segment_count / k_sample_stride + 4);
  for (unsigned node = 0; node < curve.segment_count; node += k_sample_stride) {
    samples.push_back(curve.node_m(node));
  }
  samples.push_back(curve.node_m(curve.segment_count));
  return samples;
}

bool is_apart(PlaneVector low, PlaneVector high, PlaneVector other_low, PlaneVector other_high,
              double margin_m) {
  return low.x > other_high.x + margin_m || high.x < other_low.x - margin_m ||
         low.z > other_high.z + margin_m || high.z < other_low.z - margin_m;
}

// Whether a course, whose last sample is its probe, keeps its distance from a laid edge.
bool keeps_clear(const std::vector<PlaneVector>& course, PlaneVector offset, const GrownEdge& edge,
                 double wanted_m) {
  const double least_m = edge.plan ? k_clearance_standing_m : k_clearance_road_m;
  const double pad_least_m = edge.plan ? k_clearance_standing_m : k_clearance_pad_m;
  const double road_m = std::max(wanted_m, least_m);
  const double pad_m = std::max(wanted_m, pad_least_m);
  for (std::size_t i = 0; i < course.size(); ++i) {
    const PlaneVector place = course[i] - offset;
    const bool course_pad = i + 1 == course.size();
    for (std::size_t j = 0; j < edge.samples.size(); ++j) {
      const bool pad = course_pad || j == 0 || j + 1 == edge.samples.size();
      const double keep_m = pad ? pad_m : road_m;
      const PlaneVector way = edge.samples[j] - place;
      if (dot(way, way) < keep_m * keep_m) return false;
    }
  }
  return true;
}

}  // namespace

GrownCells GrownGraph::cells_of(PlanePoint low, PlanePoint high) {
  return {base::floor_divide(low.x_mm, k_cell_mm), base::floor_divide(high.x_mm, k_cell_mm),
          base::floor_divide(low.z_mm, k_cell_mm), base::floor_divide(high.z_mm, k_cell_mm)};
}

std::uint64_t GrownGraph::cell_key(std::int64_t x, std::int64_t z) {
  return (static_cast<std::uint64_t>(x) << 32) ^ (static_cast<std::uint64_t>(z) & 0xffffffffu);
}

GrownGraph::GrownGraph(std::uint64_t seed) : seed_(seed) {
  const GrownPlace place = draw_origin(seed);
  origin_ = &junctions_[place.identity];
  origin_->place = place;
}

GrownJunction* GrownGraph::find(JunctionNumber number) const {
  const auto found = numbers_.find(number.value);
  return found == numbers_.end() ? nullptr : found->second;
}

void GrownGraph::lay_arms(GrownJunction& junction) {
  if (junction.laid) return;
  for (const Way way : {Way::Straight, Way::Left, Way::Back, Way::Right}) {
    if (way == Way::Back && junction.parent != nullptr) continue;
    try_arm(junction, way, 1.0);
  }
  for (const double relax : k_relaxations) try_arm(junction, Way::Straight, relax);
  junction.laid = true;
  give_number(junction);
}

void GrownGraph::try_arm(GrownJunction& junction, Way way, double relax) {
  if (!junction.place.drawn[index_of(way)] || junction.edges[index_of(way)] != nullptr) return;
  for (unsigned attempt = 0; attempt < k_attempts; ++attempt) {
    EdgeCurve course = draw_course(junction.place, way, attempt);
    if (!is_clear(course, junction, relax)) continue;
    const GrownPlace end = draw_end(seed_, junction.place, way, attempt, course);
    GrownJunction& to = junctions_[end.identity];
    to.place = end;
    to.parent = &junction;
    to.way = way;
    junction.children += 1;
    add_edge(junction, to, course);
    return;
  }
}

bool GrownGraph::is_clear(const EdgeCurve& curve, const GrownJunction& from, double relax) const {
  std::vector<PlaneVector> course = sampled(curve);
  course.push_back(course.back() + curve.nodes[curve.segment_count].forward * k_probe_m);
  constexpr double k_margin_m = k_clearance_m + k_probe_m;
  const PlaneVector margin{k_margin_m, k_margin_m};
  const PlanePoint low = moved(curve.start, curve.low_m - margin);
  const PlanePoint high = moved(curve.start, curve.high_m + margin);
  bool clear = true;
  visit_near(low, high, [&](const GrownEdge& edge) {
    if (!clear || edge.touches(from)) return;
    const PlaneVector offset = between(curve.start, edge.curve.start);
    if (is_apart(curve.low_m, curve.high_m, offset + edge.curve.low_m, offset + edge.curve.high_m,
                 k_margin_m)) {
      return;
    }
    clear = keeps_clear(course, offset, edge, k_clearance_m * relax);
  });
  return clear;
}

void GrownGraph::add_edge(GrownJunction& from, GrownJunction& to, const EdgeCurve& curve) {
  GrownEdge& edge = edges_[to.place.identity];
  edge.from = &from;
  edge.to = &to;
  edge.curve = curve;
  edge.laid_at = ++step_;
  edge.samples = sampled(curve);
  edge.samples.insert(edge.samples.begin(), PlaneVector{0, 0});
  edge.samples.push_back(curve.end_junction_m);
  from.edges[index_of(to.way)] = &edge;
  to.edges[index_of(Way::Back)] = &edge;
  const GrownCells own =
      cells_of(moved(curve.start, curve.low_m), moved(curve.start, curve.high_m));
  edge.cells = own;
  for (std::int64_t z = own.z_low; z <= own.z_high; ++z) {
    for (std::int64_t x = own.x_low; x <= own.x_high; ++x) {
      cells_[cell_key(x, z)].push_back(&edge);
    }
  }
}

void GrownGraph::remove_edge(GrownEdge& edge) {
  const GrownCells own = edge.cells;
  for (std::int64_t z = own.z_low; z <= own.z_high; ++z) {
    for (std::int64_t x = own.x_low; x <= own.x_high; ++x) {
      const auto cell = cells_.find(cell_key(x, z));
      cell->second.erase(std::find(cell->second.begin(), cell->second.end(), &edge));
      if (cell->second.empty()) cells_.erase(cell);
    }
  }
  edge.from->edges[index_of(edge.to->way)] = nullptr;
  edge.to->edges[index_of(Way::Back)] = nullptr;
  edges_.erase(edge.to->place.identity);
}

void GrownGraph::give_number(GrownJunction& junction) {
  // Also from which arms found room, and how: under one number a junction has one shape.
  std::uint64_t name = base::hash(seed_, k_salt_number, junction.place.identity);
  for (const GrownEdge* edge : junction.edges) {
    name = base::hash(name, edge == nullptr ? 0 : edge->to->place.identity);
  }
  junction.number = {name >> (64 - k_number_bits)};
  while (numbers_.count(junction.number.value) != 0) {
    name = base::hash(name);
    junction.number = {name >> (64 - k_number_bits)};
  }
  numbers_[junction.number.value] = &junction;
}

void GrownGraph::set_standing(GrownEdge& edge, std::shared_ptr<const EdgePlan> plan) {
  TERRANE_ASSERT(!edge.plan && plan, "an edge is given out once");
  edge.plan = std::move(plan);
  edge.given_out_at = ++step_;
  edge.from->standing += 1;
  edge.to->standing += 1;
}

void GrownGraph::unset_standing(GrownEdge& edge) {
  TERRANE_ASSERT(edge.plan != nullptr, "an edge that stands can be evicted");
  edge.plan = nullptr;
  for (GrownJunction* junction : {edge.from, edge.to}) {
    junction->standing -= 1;
    junction->reached = false;
  }
}

void GrownGraph::release_unused() {
  std::vector<std::uint64_t> ends;  // by identity: a release takes ancestors along
  for (auto& [identity, junction] : junctions_) {
    if (junction.standing > 0) continue;
    if (junction.laid) numbers_.erase(junction.number.value);
    junction.laid = false;
    if (junction.children == 0) ends.push_back(identity);
  }
  for (const std::uint64_t identity : ends) {
    const auto found = junctions_.find(identity);
    if (found != junctions_.end()) release(&found->second);
  }
}

// Backwards to the first junction that something hangs on: what is left is the way home of what
// stands, and the arms of junctions where a road stands.
void GrownGraph::release(GrownJunction* junction) {
  while (junction->standing == 0 && junction->children == 0) {
    GrownJunction* parent = junction->parent;
    if (parent == nullptr || parent->standing > 0) return;
    remove_edge(*junction->edges[index_of(Way::Back)]);
    junctions_.erase(junction->place.identity);
    parent->children -= 1;
    junction = parent;
  }
}

}  // namespace terrane::city
