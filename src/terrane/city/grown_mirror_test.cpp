// The grown city in workers that share no memory with it: after any growth and eviction, whatever a
// worker was told before, it holds what the original holds, to the bit, and nothing else.
#include "terrane/city/grown_mirror.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/city/city_provider.h"
#include "terrane/city/grown_testing.h"
#include "terrane/city/junction.h"
#include "terrane/city/segment.h"

using namespace terrane;
using namespace terrane::city;

namespace {

constexpr std::int64_t k_world_mm = 40000000;
constexpr PlanePoint k_low{-k_world_mm, -k_world_mm};
constexpr PlanePoint k_high{k_world_mm, k_world_mm};

bool same(double a, double b) {
  return __builtin_bit_cast(std::uint64_t, a) == __builtin_bit_cast(std::uint64_t, b);
}
bool same(PlaneVector a, PlaneVector b) {
  return same(a.x, b.x) && same(a.z, b.z);
}

// The first field that differs; empty where none does.
std::string difference(const EdgeCurve& a, const EdgeCurve& b) {
  if (!(a.number == b.number)) return "number";
  if (!(a.from == b.from) || !(a.to == b.to)) return "junctions";
  if (!(a.start == b.start)) return "start";
  if (!same(a.end_junction_m, b.end_junction_m)) return "end junction";
  if (!same(a.segment_length_m, b.segment_length_m)) return "segment length";
  if (a.segment_count != b.segment_count) return "segment count";
  for (std::size_t node = 0; node < a.nodes.size(); ++node) {
    const EdgeNode& one = a.nodes[node];
    const EdgeNode& other = b.nodes[node];
    if (one.x_mm != other.x_mm || one.z_mm != other.z_mm) return "node " + std::to_string(node);
    if (!same(one.forward, other.forward)) return "heading " + std::to_string(node);
  }
  if (!same(a.low_m, b.low_m) || !same(a.high_m, b.high_m)) return "box";
  return {};
}

std::string difference(const Block& a, const Block& b) {
  if (a.boulevard != b.boulevard || a.bridge_place != b.bridge_place || a.key != b.key) {
    return "block";
  }
  for (unsigned side = 0; side < 2; ++side) {
    const BlockSide& one = a.sides[side];
    const BlockSide& other = b.sides[side];
    if (one.kind != other.kind || one.style != other.style) return "side of a block";
    if (!same(one.water_level_m, other.water_level_m)) return "water level";
  }
  return {};
}

std::string difference(const EdgePlan& a, const EdgePlan& b) {
  if (std::string field = difference(a.curve, b.curve); !field.empty()) return field;
  if (a.street.street != b.street.street || a.street.district != b.street.district ||
      a.street.name != b.street.name) {
    return "street";
  }
  if (a.seed != b.seed || a.key != b.key) return "key";
  for (unsigned end = 0; end < 2; ++end) {
    if (a.ends[end].arm_count != b.ends[end].arm_count ||
        a.ends[end].wide_corner != b.ends[end].wide_corner) {
      return "end";
    }
  }
  if (a.block_count != b.block_count) return "block count";
  for (std::size_t block = 0; block < a.blocks.size(); ++block) {
    if (std::string field = difference(a.blocks[block], b.blocks[block]); !field.empty()) {
      return field;
    }
  }
  for (std::size_t station = 0; station < a.half_width_m.size(); ++station) {
    if (!same(a.half_width_m[station], b.half_width_m[station])) return "width";
    for (unsigned side = 0; side < 2; ++side) {
      if (!same(a.depth_m[side][station], b.depth_m[side][station])) return "depth";
      if (!same(a.land_m[side][station], b.land_m[side][station])) return "land";
    }
  }
  return {};
}

std::string difference(const JunctionShape& a, const JunctionShape& b) {
  if (!(a.number == b.number) || !(a.centre == b.centre)) return "place";
  if (!same(a.radius_m, b.radius_m)) return "radius";
  if (a.arm_count != b.arm_count) return "arm count";
  for (unsigned arm = 0; arm < k_arms_most; ++arm) {
    if (a.arms[arm].exists != b.arms[arm].exists || !(a.arms[arm].edge == b.arms[arm].edge) ||
        a.arms[arm].starts != b.arms[arm].starts ||
        !same(a.arms[arm].direction, b.arms[arm].direction)) {
      return "arm " + std::to_string(arm);
    }
  }
  return {};
}

std::string difference(const JunctionPlan& a, const JunctionPlan& b) {
  if (std::string field = difference(a.shape, b.shape); !field.empty()) return field;
  if (a.seed != b.seed || a.key != b.key) return "key";
  for (unsigned arm = 0; arm < k_arms_most; ++arm) {
    if ((a.arms[arm] == nullptr) != (b.arms[arm] == nullptr)) return "plan of an arm";
    if (a.arms[arm] == nullptr) continue;
    if (std::string field = difference(*a.arms[arm], *b.arms[arm]); !field.empty()) {
      return field + " of an arm";
    }
  }
  const std::vector<PlaneVector>& points = a.obstacles.points();
  const std::vector<PlaneVector>& others = b.obstacles.points();
  if (!std::equal(points.begin(), points.end(), others.begin(), others.end(),
                  [](PlaneVector one, PlaneVector other) { return same(one, other); })) {
    return "obstacles";
  }
  // Their runs, which nobody sees otherwise.
  for (int turn = 0; turn < 8; ++turn) {
    const PlaneVector way = normalised({turn - 3.5, 1.0});
    if (!same(a.obstacles.free_depth_m({0, 0}, way, k_land_reach_m),
              b.obstacles.free_depth_m({0, 0}, way, k_land_reach_m))) {
      return "free depth";
    }
  }
  return {};
}

// A worker without its code: what the owner thinks it knows, and what it holds.
struct Worker {
  explicit Worker(std::uint64_t seed) : mirror(std::make_unique<GrownMirror>(seed)) {}

  std::size_t update(const GrownLayout& layout) {
    if (layout.change_count() == knowledge.signature) return 0;
    const std::vector<std::uint8_t> changes = layout.changes_for(knowledge);
    const base::Result<void> applied = mirror->apply(changes);
    REQUIRE_MESSAGE(applied.ok(), base::to_sentence(applied.error()));
    CHECK(knowledge.signature == layout.change_count());
    return changes.size();
  }

  stream::WorkerKnowledge knowledge;
  std::unique_ptr<GrownMirror> mirror;
};

// Somebody who wanders from junction to junction between far places, out of sight of where he was
// and back; roads grow round him and go behind him.
class Wanderer {
 public:
  explicit Wanderer(std::uint64_t seed) : layout_(seed), random_(seed) {
    here_ = layout_.junctions_in(k_low, k_high).front();
    home_ = here_;
    note();
  }

  const GrownLayout& layout() const { return layout_; }
  const std::set<std::uint64_t>& edges() const { return edges_; }
  const std::set<std::uint64_t>& junctions() const { return junctions_; }
  // Junctions that came to have another plan under their number.
  unsigned renewed() const { return renewed_; }
  std::uint64_t draw() { return random_.next(); }
  bool chance(double share) { return base::draw_chance(draw(), share); }

  void step() {
    if (steps_left_ == 0) choose_goal();
    steps_left_ -= 1;
    const PlanePoint place = layout_.junction(here_)->shape.centre;
    std::vector<JunctionNumber> next = beyond(here_);
    for (const JunctionNumber junction : next) {
      // Some stay as they are, so that arms come late.
      if (chance(0.7)) layout_.reach(junction);
    }
    std::erase_if(next, [&](JunctionNumber junction) { return !layout_.junction(junction); });
    note();
    if (!next.empty()) here_ = towards_goal(next);
    const PlanePoint now = layout_.junction(here_)->shape.centre;
    if (chance(0.3)) {
      std::vector<PlanePoint> observers{now};
      if (chance(0.2)) observers.push_back(place);
      layout_.evict_far(observers);
    }
    note();
  }

 private:
  std::vector<JunctionNumber> beyond(JunctionNumber junction) const {
    std::vector<JunctionNumber> found;
    const auto plan = layout_.junction(junction);
    for (const auto& arm : plan->arms) {
      if (!arm) continue;
      found.push_back(arm->curve.from == junction ? arm->curve.to : arm->curve.from);
    }
    return found;
  }
  void choose_goal() {
    steps_left_ = static_cast<unsigned>(base::draw_integer(draw(), 3, 16));
    const auto far = [&] { return base::draw_integer(draw(), -4000000, 4000000); };
    goal_.x_mm = far();
    goal_.z_mm = far();
    // Somewhere else at once, as by a link; the origin's streets stand for ever.
    if (chance(0.1)) here_ = home_;
    if (chance(0.3)) goal_ = {0, 0};
  }
  JunctionNumber towards_goal(const std::vector<JunctionNumber>& next) {
    if (chance(0.2)) {
      return next[base::draw_index(draw(), static_cast<std::uint32_t>(next.size()))];
    }
    JunctionNumber best = next.front();
    double best_m = 1e12;
    for (const JunctionNumber junction : next) {
      const double way_m = length(between(layout_.junction(junction)->shape.centre, goal_));
      if (way_m < best_m) {
        best_m = way_m;
        best = junction;
      }
    }
    return best;
  }
  void note() {
    for (const EdgeNumber edge : layout_.edges_near(k_low, k_high)) edges_.insert(edge.value);
    for (const JunctionNumber junction : layout_.junctions_in(k_low, k_high)) {
      junctions_.insert(junction.value);
      const auto plan = layout_.junction(junction);
      auto& had = plans_[junction.value];
      if (had && had != plan && !difference(*had, *plan).empty()) renewed_ += 1;
      had = plan;
    }
  }

  GrownLayout layout_;
  base::RandomStream random_;
  JunctionNumber here_;
  JunctionNumber home_;
  PlanePoint goal_;
  unsigned steps_left_ = 0;
  unsigned renewed_ = 0;
  // All that ever stood.
  std::set<std::uint64_t> edges_;
  std::set<std::uint64_t> junctions_;
  std::map<std::uint64_t, std::shared_ptr<const JunctionPlan>> plans_;
};

void check_same_edges(const Wanderer& city, const GrownMirror& mirror, std::size_t& count) {
  for (const std::uint64_t number : city.edges()) {
    const auto original = city.layout().edge({number});
    const auto copy = mirror.edge({number});
    CHECK_MESSAGE((original == nullptr) == (copy == nullptr),
                  (copy ? "a road that is gone stayed" : "a road was not sent"));
    CHECK((mirror.curve({number}) == nullptr) == (original == nullptr));
    if (!original || !copy) continue;
    count += 1;
    CHECK(difference(*original, *copy) == "");
    CHECK(mirror.curve({number}).get() == &copy->curve);
  }
}

void check_same_junctions(const Wanderer& city, const GrownMirror& mirror, std::size_t& count) {
  for (const std::uint64_t number : city.junctions()) {
    const auto original = city.layout().junction({number});
    const auto copy = mirror.junction({number});
    CHECK_MESSAGE((original == nullptr) == (copy == nullptr),
                  (copy ? "a junction that is gone stayed" : "a junction was not sent"));
    if (!original || !copy) continue;
    count += 1;
    CHECK(difference(*original, *copy) == "");
    CHECK(difference(*city.layout().shape({number}), *mirror.shape({number})) == "");
    for (unsigned arm = 0; arm < k_arms_most; ++arm) {
      if (!original->arms[arm]) continue;
      const EdgeNumber edge = original->shape.arms[arm].edge;
      const bool is_shared = city.layout().edge(edge) == original->arms[arm];
      CHECK_MESSAGE((!is_shared || mirror.edge(edge) == copy->arms[arm]),
                    "an arm has a plan of its own");
    }
  }
}

void check_same(const Wanderer& city, const GrownMirror& mirror) {
  std::size_t count = 0;
  check_same_edges(city, mirror, count);
  check_same_junctions(city, mirror, count);
  CHECK_MESSAGE(mirror.size() == count, "the mirror holds what never stood");
  CHECK(mirror.edges_near(k_low, k_high) == city.layout().edges_near(k_low, k_high));
  CHECK(mirror.junctions_in(k_low, k_high) == city.layout().junctions_in(k_low, k_high));
}

}  // namespace

TEST_CASE("workers of any age mirror a city that grows and goes, field by field") {
  unsigned renewed = 0;
  for (const std::uint64_t seed : {412u, 7u, 99u}) {
    CAPTURE(seed);
    Wanderer city(seed);
    std::vector<Worker> workers;
    workers.emplace_back(seed);
    for (unsigned step = 0; step < 250; ++step) {
      CAPTURE(step);
      city.step();
      if (workers.size() < 4 && city.chance(0.03)) workers.emplace_back(seed);
      if (city.chance(0.01)) workers.front() = Worker(seed);  // it died and was replaced
      for (std::size_t index = 0; index < workers.size(); ++index) {
        // The first hears of everything at once, the last once in a long while.
        if (!city.chance(1.0 / static_cast<double>(1 + index * 6))) continue;
        workers[index].update(city.layout());
        check_same(city, *workers[index].mirror);
      }
    }
    CHECK(city.edges().size() > 120);
    CHECK_MESSAGE(city.layout().edges_near(k_low, k_high).size() < city.edges().size() / 2,
                  "nothing was let go of");
    renewed += city.renewed();
  }
  CHECK_MESSAGE(renewed > 5, "no junction's arms came late, so nothing was shown of it");
}

TEST_CASE("pieces built in a worker's mirror have the digests of the owner's, gone ones errors") {
  const auto owner = open_city(412, LayoutKind::Grown).value();
  const auto worker = open_city(412, LayoutKind::Grown).value();
  stream::WorkerKnowledge knowledge;
  base::RandomStream random(3);
  std::vector<stream::PieceKey> seen;
  const auto follower =
      owner->follow_roads(owner->info().start.origin, owner->info().start_heading_rad, 1);
  stream::Observer observer;
  unsigned gone = 0;
  const auto look = [&] {
    const stream::Selection selection = owner->select({&observer, 1}, {}, {}).value();
    for (const stream::WantedPiece& piece : selection.pieces) {
      if (base::draw_chance(random.next(), 0.01)) seen.push_back(piece.key);
    }
    owner->evict_far({&observer, 1});
  };
  for (unsigned step = 0; step < 45; ++step) {
    follower->advance(100);
    observer.position = follower->place().position;
    observer.forward = follower->place().forward;
    look();
    if (step % 3 != 0) continue;
    REQUIRE(owner->change_signature() != 0);
    if (owner->change_signature() != knowledge.signature) {
      REQUIRE(worker->apply_changes(owner->changes_for(knowledge)).ok());
    }
    for (unsigned build = 0; build < 25; ++build) {
      const stream::PieceKey key =
          seen[base::draw_index(random.next(), static_cast<std::uint32_t>(seen.size()))];
      const auto lod = static_cast<std::uint8_t>(base::draw_index(random.next(), 3));
      const auto here = owner->build_on_worker({key, lod, {}}, {});
      const auto there = worker->build_on_worker({key, lod, {}}, {});
      REQUIRE(here.ok() == there.ok());
      if (!here.ok()) {
        gone += 1;
        CHECK(base::to_sentence(here.error()) == base::to_sentence(there.error()));
        continue;
      }
      CHECK(content::digest(here.value()) == content::digest(there.value()));
      CHECK(owner->neighbours(key) == worker->neighbours(key));
      CHECK(owner->piece_frame(key).origin.x == worker->piece_frame(key).origin.x);
      CHECK(owner->rough_bounds(key) == worker->rough_bounds(key));
    }
  }
  CHECK_MESSAGE(gone > 10, "nothing was let go of");
}

TEST_CASE("nothing is sent twice, and what did not change is not sent") {
  Drive drive(77);
  drive.go(600);
  Worker worker(77);
  const std::size_t first = worker.update(drive.layout());
  CHECK(worker.update(drive.layout()) == 0);
  const std::size_t empty = drive.layout().changes_for(worker.knowledge).size();
  CHECK_MESSAGE(empty < 32, "a difference to the same state is not empty");
  drive.go(300);
  CHECK_MESSAGE(worker.update(drive.layout()) < first / 2, "more was sent than is new");
}

TEST_CASE("the lattice never changes, and takes no changes") {
  const auto owner = open_city(412, LayoutKind::Lattice).value();
  const auto grown = open_city(412, LayoutKind::Grown).value();
  CHECK(owner->change_signature() == 0);
  stream::WorkerKnowledge knowledge;
  CHECK_FALSE(owner->apply_changes(grown->changes_for(knowledge)).ok());
}

TEST_CASE(
    "changes that were cut, flipped or meant for another are refused, and nothing is applied") {
  Drive drive(5);
  drive.go(400);
  Worker worker(5);
  worker.update(drive.layout());
  const std::size_t held = worker.mirror->size();
  stream::WorkerKnowledge before = worker.knowledge;
  drive.go(3000);
  const std::vector<std::uint8_t> changes = drive.layout().changes_for(worker.knowledge);
  REQUIRE(changes.size() > 1000);
  const std::size_t stride = 1 + changes.size() / 700;
  for (std::size_t size = 0; size < changes.size(); size += size < 300 ? 1 : stride) {
    const std::vector<std::uint8_t> cut(changes.begin(),
                                        changes.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK_FALSE(worker.mirror->apply(cut).ok());
    CHECK(worker.mirror->size() == held);
  }
  CHECK_MESSAGE(!GrownMirror(6).apply(changes).ok(), "another seed's roads were taken");
  CHECK_MESSAGE(!GrownMirror(5).apply(changes).ok(),
                "a difference to what a new worker never had was taken");
  CHECK(worker.mirror->apply(changes).ok());
}

TEST_CASE("whatever flips in the changes of a city, what is taken can be built from") {
  Drive drive(5);
  drive.go(400);
  stream::WorkerKnowledge nothing;
  const std::vector<std::uint8_t> changes = drive.layout().changes_for(nothing);
  REQUIRE(changes.size() > 5000);
  unsigned taken = 0;
  for (std::size_t at = 0; at < changes.size(); at += at < 300 ? 1 : 23) {
    std::vector<std::uint8_t> flipped = changes;
    flipped[at] = static_cast<std::uint8_t>(flipped[at] ^ (1u << at % 8));
    GrownMirror mirror(5);
    if (!mirror.apply(flipped).ok()) continue;
    taken += 1;
    if (taken % 8 != 0) continue;
    for (const EdgeNumber edge : mirror.edges_near(k_low, k_high)) {
      const auto plan = mirror.edge(edge);
      build_segment(*plan, mirror.ground(), taken % plan->curve.segment_count, 0);
    }
    for (const JunctionNumber junction : mirror.junctions_in(k_low, k_high)) {
      build_junction(*mirror.junction(junction), mirror.ground(), 0);
    }
  }
  CHECK(taken > 50);
}
