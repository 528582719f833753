#include "terrane/stream/road_walk.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

namespace terrane::stream {
namespace {

constexpr std::uint64_t k_junction_bit = std::uint64_t{1} << 63;

// A square lattice of roads: junctions every 240 m, each chain 60 segments of 4 m. Chain (i, j, 0)
// runs east from junction (i, j), chain (i, j, 1) north.
class Lattice final : public RoadGraph {
 public:
  int half_size = 50;  // junctions lie within; roads end there
  double crossing_m = 0;
  std::size_t chain_calls = 0;
  std::size_t junction_calls = 0;
  std::set<std::uint64_t> grown;  // junctions that somebody was at

  static std::uint64_t pack(int i, int j) {
    return (static_cast<std::uint64_t>(i + 1000) << 16) | static_cast<std::uint64_t>(j + 1000);
  }
  static PieceKey junction_at(int i, int j) { return {k_junction_bit | pack(i, j)}; }
  static std::uint64_t chain_at(int i, int j, int way) {
    return (pack(i, j) << 1) | static_cast<std::uint64_t>(way);
  }
  static PieceKey segment_of(std::uint64_t chain_id, unsigned segment) {
    return {chain_id * 128 + segment};
  }

  RoadChain chain(std::uint64_t id) override {
    chain_calls += 1;
    const bool north = (id & 1) != 0;
    const auto [i, j] = unpack(id >> 1);
    return {{id * 128},
            60,
            4.0,
            junction_at(i, j),
            north ? junction_at(i, j + 1) : junction_at(i + 1, j)};
  }
  RoadJunction junction(PieceKey key, bool may_grow) override {
    junction_calls += 1;
    const bool has_grown = grown.count(key.value) == 0;
    if (has_grown && !may_grow) return {0, {}, false, false};
    grown.insert(key.value);
    const auto [i, j] = unpack(key.value & ~k_junction_bit);
    arms_.clear();
    if (i < half_size) arms_.push_back({chain_at(i, j, 0), true, {1, 0, 0}});
    if (j < half_size) arms_.push_back({chain_at(i, j, 1), true, {0, 0, -1}});
    if (i > -half_size) arms_.push_back({chain_at(i - 1, j, 0), false, {-1, 0, 0}});
    if (j > -half_size) arms_.push_back({chain_at(i, j - 1, 1), false, {0, 0, 1}});
    return {crossing_m, arms_, true, has_grown};
  }

 private:
  static std::pair<int, int> unpack(std::uint64_t packed) {
    return {static_cast<int>(packed >> 16) - 1000, static_cast<int>(packed & 0xffff) - 1000};
  }
  std::vector<RoadArm> arms_;
};

// In the middle of chain (0, 0, 0), looking east along it.
RoadStart mid_chain() {
  RoadStart start;
  start.chain_id = Lattice::chain_at(0, 0, 0);
  start.along_m = 120;
  start.direction = {1, 0, 0};
  start.forward = {1, 0, 0};
  return start;
}

RoadStart on_junction(geo::Vec3 forward) {
  RoadStart start;
  start.on_junction = true;
  start.junction = Lattice::junction_at(0, 0);
  start.forward = forward;
  return start;
}

std::map<std::uint64_t, double> costs_of(const Selection& selection) {
  std::map<std::uint64_t, double> costs;
  for (const WantedPiece& piece : selection.pieces) costs[piece.key.value] = piece.cost;
  return costs;
}

}  // namespace

TEST_CASE("a road within 45 degrees of the view is ahead, of its back behind, else to the side") {
  const geo::Vec3 north{0, 0, -1};
  CHECK(road_side({0, 0, -1}, north) == RoadSide::Ahead);
  CHECK(road_side({0.6, 0, -0.8}, north) == RoadSide::Ahead);
  CHECK(road_side({1, 0, 0}, north) == RoadSide::Sideways);
  CHECK(road_side({-1, 0, 0}, north) == RoadSide::Sideways);
  CHECK(road_side({0.6, 0, 0.8}, north) == RoadSide::Behind);
  CHECK(road_side({0, 0, 1}, north) == RoadSide::Behind);
}

TEST_CASE(
    "from the middle of a road every junction costs what the best way without turning costs") {
  Lattice graph;
  RoadWalk walk;
  const RoadStart start = mid_chain();
  SelectionLimits limits;
  limits.prefetch_factor = 1.5;
  limits.piece_limit = 20000;
  const Selection selection = walk.walk(graph, {&start, 1}, limits);
  const auto costs = costs_of(selection);
  CHECK(costs.size() == selection.pieces.size());
  CHECK(selection.end == SelectionEnd::ReachedCostLimit);
  const double limit = limits.reach_m * limits.prefetch_factor;
  for (int i = -8; i <= 8; ++i) {
    for (int j = -8; j <= 8; ++j) {
      // Nobody comes back through the road he set out on, so straight back means round a block.
      const int ahead = std::abs(i - 1) + std::abs(j) + (j == 0 && i <= 0 ? 2 : 0);
      const int behind = std::abs(i) + std::abs(j) + (j == 0 && i >= 1 ? 2 : 0);
      const double fetch = 120.0 + 240.0 * ahead;
      const double expected = std::min(fetch, 2.6 * (120.0 + 240.0 * behind));
      const double nearest = std::min(fetch, 1.4 * (120.0 + 240.0 * behind));
      const auto found = costs.find(Lattice::junction_at(i, j).value);
      INFO("junction ", i, ",", j);
      if (nearest > limit) {
        CHECK_MESSAGE(found == costs.end(), "a junction beyond the limit was fetched");
      } else {
        REQUIRE_MESSAGE(found != costs.end(), "a junction within the limit was not fetched");
        CHECK(found->second == doctest::Approx(expected));
      }
    }
  }
}

TEST_CASE("whichever way he turns, all that comes within reach was fetched before") {
  Lattice graph;
  RoadWalk walk;
  const geo::Vec3 ways[] = {{1, 0, 0}, {0, 0, -1}, {-1, 0, 0}, {0, 0, 1}};
  for (const geo::Vec3 before : ways) {
    SelectionLimits limits;
    limits.piece_limit = 20000;
    RoadStart start = on_junction(before);
    const auto fetched = costs_of(walk.walk(graph, {&start, 1}, limits));
    for (const geo::Vec3 after : ways) {
      start = on_junction(after);
      for (const WantedPiece& piece : walk.walk(graph, {&start, 1}, limits).pieces) {
        if (!piece.within_reach) continue;
        REQUIRE_MESSAGE(fetched.count(piece.key.value) == 1,
                        "a turn brings a piece within reach that nobody had fetched");
      }
    }
  }
}

TEST_CASE("to the side it fetches as far as ahead, behind enough for turning right round") {
  Lattice graph;
  RoadWalk walk;
  SelectionLimits limits;
  limits.piece_limit = 20000;
  const RoadStart start = on_junction({0, 0, -1});
  const auto costs = costs_of(walk.walk(graph, {&start, 1}, limits));
  const auto fetched = [&](int i, int j) {
    return costs.count(Lattice::junction_at(i, j).value) == 1;
  };
  CHECK(fetched(0, 4));  // 960 of 1,140 m
  CHECK_FALSE(fetched(0, 5));
  CHECK(fetched(4, 0));
  CHECK(fetched(-4, 0));
  CHECK(costs.at(Lattice::junction_at(4, 0).value) == doctest::Approx(960 * 1.4));
  CHECK(fetched(0, -3));  // 720 of 814 m
  CHECK_FALSE(fetched(0, -4));
}

TEST_CASE("what lies just beyond the walk is named, so that fog can close before it") {
  Lattice graph;
  RoadWalk walk;
  const RoadStart start = mid_chain();
  SelectionLimits limits;
  limits.piece_limit = 20000;
  const Selection selection = walk.walk(graph, {&start, 1}, limits);
  const auto costs = costs_of(selection);
  CHECK_FALSE(selection.beyond.empty());
  std::map<std::uint64_t, int> beyond;
  for (const PieceKey key : selection.beyond) {
    CHECK_MESSAGE(costs.count(key.value) == 0, "a selected piece is not beyond the selection");
    beyond[key.value] += 1;
  }
  for (const auto& [key, cost] : costs) {
    if ((key & k_junction_bit) != 0) continue;
    const std::uint64_t segment = key % 128;
    for (const std::uint64_t next : {key + 1, key - 1}) {
      const bool same_chain = segment > 0 ? true : next > key;
      if (!same_chain || next % 128 >= 60 || costs.count(next) != 0) continue;
      CHECK_MESSAGE(beyond.count(next) == 1, "a road is cut off and nothing says where");
    }
  }
}

TEST_CASE("segments cost their nearest end; the one under the observer costs nothing") {
  Lattice graph;
  RoadWalk walk;
  const RoadStart start = mid_chain();
  const auto costs = costs_of(walk.walk(graph, {&start, 1}, {}));
  const auto cost = [&](unsigned segment) {
    return costs.at(Lattice::segment_of(start.chain_id, segment).value);
  };
  CHECK(cost(30) == 0);
  CHECK(cost(31) == doctest::Approx(4.0));
  CHECK(cost(59) == doctest::Approx(116.0));
  CHECK(cost(29) == 0);  // the observer stands on its end
  CHECK(cost(28) == doctest::Approx(4.0 * 2.6));
  CHECK(cost(0) == doctest::Approx(116.0 * 2.6));
}

TEST_CASE("on a junction the view decides: 760 m ahead, 543 m to the side, 292 m behind") {
  Lattice graph;
  RoadWalk walk;
  const RoadStart start = on_junction({0, 0, -1});
  SelectionLimits limits;
  limits.prefetch_factor = 1.0;
  const auto costs = costs_of(walk.walk(graph, {&start, 1}, limits));
  CHECK(costs.at(Lattice::junction_at(0, 0).value) == 0);
  CHECK(costs.at(Lattice::junction_at(0, 3).value) == doctest::Approx(720));
  CHECK(costs.at(Lattice::junction_at(1, 0).value) == doctest::Approx(240 * 1.4));
  CHECK(costs.at(Lattice::junction_at(-2, 0).value) == doctest::Approx(480 * 1.4));
  CHECK(costs.at(Lattice::junction_at(0, -1).value) == doctest::Approx(240 * 2.6));
  CHECK(costs.at(Lattice::junction_at(0, -2).value) == doctest::Approx(480 * 2.6));
  // A lighter walker that arrives later overtakes: (1, 2) is reached ahead first, not sideways.
  CHECK(costs.at(Lattice::junction_at(1, 2).value) == doctest::Approx(720));
}

TEST_CASE("the way over a junction counts with the walker's weight") {
  Lattice graph;
  graph.crossing_m = 10;
  RoadWalk walk;
  const RoadStart start = mid_chain();
  const auto costs = costs_of(walk.walk(graph, {&start, 1}, {}));
  CHECK(costs.at(Lattice::junction_at(1, 0).value) == doctest::Approx(120));
  CHECK(costs.at(Lattice::junction_at(2, 0).value) == doctest::Approx(120 + 10 + 240));
  CHECK(costs.at(Lattice::junction_at(-1, 0).value) == doctest::Approx(2.6 * (120 + 10 + 240)));
}

TEST_CASE("the selection is sorted by cost, ties by key, and each piece is in it once") {
  Lattice graph;
  RoadWalk walk;
  const RoadStart starts[] = {mid_chain(), on_junction({1, 0, 0})};
  const Selection selection = walk.walk(graph, starts, {});
  for (std::size_t next = 1; next < selection.pieces.size(); ++next) {
    const WantedPiece& a = selection.pieces[next - 1];
    const WantedPiece& b = selection.pieces[next];
    REQUIRE((a.cost < b.cost || (a.cost == b.cost && a.key < b.key)));
    REQUIRE(b.within_reach == (b.cost <= SelectionLimits{}.reach_m));
  }
  CHECK(costs_of(selection).size() == selection.pieces.size());
}

TEST_CASE("beyond the piece limit the dearest are left off, named, and the end says so") {
  Lattice graph;
  RoadWalk walk;
  const RoadStart start = mid_chain();
  const Selection all = walk.walk(graph, {&start, 1}, {});
  SelectionLimits limits;
  limits.piece_limit = 500;
  const Selection some = walk.walk(graph, {&start, 1}, limits);
  CHECK(some.end == SelectionEnd::ReachedPieceLimit);
  REQUIRE(some.pieces.size() == 500);
  std::size_t within_reach = 0;
  for (const WantedPiece& piece : all.pieces) within_reach += piece.within_reach ? 1 : 0;
  CHECK_MESSAGE(some.left_out.size() == within_reach - 500,
                "pieces within reach were left out without being named");
  CHECK(some.left_out.front().key == all.pieces[500].key);
  for (std::size_t place = 0; place < 500; ++place) {
    REQUIRE(some.pieces[place].key == all.pieces[place].key);
  }
}

TEST_CASE("a reach of a thousand kilometres ends at the piece limit, not at the end of the world") {
  Lattice graph;
  RoadWalk walk;
  const RoadStart start = mid_chain();
  SelectionLimits limits;
  limits.reach_m = 1e6;
  limits.piece_limit = 300;
  const Selection selection = walk.walk(graph, {&start, 1}, limits);
  CHECK(selection.end == SelectionEnd::ReachedPieceLimit);
  CHECK(selection.pieces.size() == 300);
  CHECK_MESSAGE(graph.chain_calls < 100, "the walk grew far more than it may return");
}

TEST_CASE("where all roads end before the limit, the walk ran out of world") {
  Lattice graph;
  graph.half_size = 1;
  RoadWalk walk;
  const RoadStart start = on_junction({0, 0, -1});
  const Selection selection = walk.walk(graph, {&start, 1}, {});
  CHECK(selection.end == SelectionEnd::RanOutOfWorld);
  CHECK(selection.pieces.size() == 9 + 12 * 60);
}

TEST_CASE("the walk depends neither on the order of its starts nor on the walk before") {
  Lattice graph;
  RoadWalk used;
  RoadStart far = mid_chain();
  far.chain_id = Lattice::chain_at(1, 2, 1);
  far.forward = {0, 0, 1};
  far.direction = {0, 0, -1};
  far.cost_m = 35;
  const RoadStart forward[] = {mid_chain(), on_junction({0, 0, -1}), far};
  const RoadStart backward[] = {forward[2], forward[1], forward[0]};
  const auto first = costs_of(used.walk(graph, forward, {}));
  CHECK(first == costs_of(used.walk(graph, backward, {})));
  RoadWalk fresh;
  CHECK(first == costs_of(fresh.walk(graph, forward, {})));
}

TEST_CASE("growth is bounded in each walk, nearest first, and after some walks all is there") {
  const RoadStart start = on_junction({0, 0, -1});
  SelectionLimits limits;
  limits.piece_limit = 20000;
  Lattice grown_at_once;
  RoadWalk walk;
  const Selection whole = walk.walk(grown_at_once, {&start, 1}, limits);
  CHECK_FALSE(whole.is_partial);
  Lattice graph;
  limits.growth_limit = 5;
  std::size_t walks = 0;
  Selection selection;
  do {
    const std::size_t before = graph.grown.size();
    selection = walk.walk(graph, {&start, 1}, limits);
    CHECK_MESSAGE(graph.grown.size() - before <= 5, "a walk grew more than it may");
    CHECK_MESSAGE((!selection.is_partial || graph.grown.size() - before == 5),
                  "a walk left growing for later that it might have done");
    for (const WantedPiece& piece : selection.pieces) {
      if ((piece.key.value & k_junction_bit) == 0) continue;
      CHECK_MESSAGE(graph.grown.count(piece.key.value) == 1,
                    "a junction is wanted that is not known");
    }
    walks += 1;
  } while (selection.is_partial && walks < 100);
  CHECK(walks >= graph.grown.size() / 5);
  CHECK(costs_of(selection) == costs_of(whole));
}

TEST_CASE("each chain and each junction is asked for once, so a walk is cheap") {
  Lattice graph;
  RoadWalk walk;
  const RoadStart start = on_junction({0, 0, -1});
  SelectionLimits limits;
  limits.piece_limit = 20000;
  const Selection selection = walk.walk(graph, {&start, 1}, limits);
  std::size_t junctions = 0;
  for (const WantedPiece& piece : selection.pieces) {
    junctions += (piece.key.value & k_junction_bit) != 0 ? 1 : 0;
  }
  CHECK(graph.junction_calls <= junctions);
  CHECK(graph.chain_calls <= 4 * junctions);
}

}  // namespace terrane::stream
