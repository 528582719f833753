#include "terrane/city/grown_layout.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <thread>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/city/city_provider.h"
#include "terrane/city/grown_testing.h"
#include "terrane/city/junction.h"
#include "terrane/city/street_names.h"

using namespace terrane;
using namespace terrane::city;

namespace {

constexpr std::int64_t k_everywhere_mm = 40000000;

std::uint64_t hash_of(const EdgePlan& plan) {
  std::uint64_t key =
      base::hash(plan.key, plan.curve.number.value, plan.curve.from.value, plan.curve.to.value,
                 plan.street.street, static_cast<unsigned>(plan.street.district));
  for (unsigned station = 0; station <= plan.curve.segment_count; ++station) {
    const PlanePoint node = plan.curve.node_world(station);
    key = base::hash(key, node.x_mm, node.z_mm, base::to_mm(plan.half_width_m[station]));
    for (unsigned side = 0; side < 2; ++side) {
      key = base::hash(key, base::to_mm(plan.depth_m[side][station]),
                       base::to_mm(plan.land_m[side][station]));
    }
  }
  return key;
}

// All that stands, by number.
std::map<std::uint64_t, std::uint64_t> plans_of(const Layout& layout) {
  std::map<std::uint64_t, std::uint64_t> plans;
  for (const EdgeNumber edge : edges_within(layout, {0, 0}, 40000)) {
    plans[edge.value] = hash_of(*layout.edge(edge));
  }
  return plans;
}

bool segments_cross(PlaneVector a, PlaneVector b, PlaneVector c, PlaneVector d) {
  return turn(b - a, c - a) * turn(b - a, d - a) < 0 && turn(d - c, a - c) * turn(d - c, b - c) < 0;
}

bool curves_cross(const EdgeCurve& a, const EdgeCurve& b) {
  const PlaneVector offset = between(a.start, b.start);
  for (unsigned i = 0; i < a.segment_count; ++i) {
    for (unsigned j = 0; j < b.segment_count; ++j) {
      if (segments_cross(a.node_m(i), a.node_m(i + 1), offset + b.node_m(j),
                         offset + b.node_m(j + 1))) {
        return true;
      }
    }
  }
  return false;
}

std::uint64_t root_of(std::map<std::uint64_t, std::uint64_t>& parents, std::uint64_t of) {
  while (parents.count(of) != 0 && parents[of] != of) of = parents[of];
  return of;
}

}  // namespace

TEST_CASE("the grown city is a forest: no way round a block") {
  for (const std::uint64_t seed : {412u, 7u}) {
    Drive drive(seed);
    drive.go(5000);
    std::map<std::uint64_t, std::uint64_t> parents;
    const std::vector<EdgeNumber> edges = edges_within(drive.layout(), {0, 0}, 40000);
    CHECK(edges.size() > 60);
    unsigned loops = 0;
    for (const EdgeNumber edge : edges) {
      const auto curve = drive.layout().curve(edge);
      const std::uint64_t a = root_of(parents, curve->from.value);
      const std::uint64_t b = root_of(parents, curve->to.value);
      if (a == b) loops += 1;
      parents[a] = b;
      parents.emplace(b, b);
    }
    CHECK(loops == 0);
  }
}

TEST_CASE("a route repeated grows the same city, number for number") {
  Drive first(412);
  Drive second(412);
  Drive other(413);
  first.go(3000);
  second.go(3000);
  other.go(3000);
  CHECK(first.place() == second.place());
  CHECK(plans_of(first.layout()) == plans_of(second.layout()));
  CHECK(plans_of(first.layout()) != plans_of(other.layout()));
}

TEST_CASE("edges have 51 or 69 segments of 4.2 m and leave and reach pads along their arms") {
  Drive drive(77);
  drive.go(2000);
  unsigned longer = 0;
  const std::vector<EdgeNumber> edges = edges_within(drive.layout(), {0, 0}, 40000);
  for (const EdgeNumber edge : edges) {
    const EdgeCurve& curve = *drive.layout().curve(edge);
    REQUIRE(curve.number == edge);
    REQUIRE((curve.segment_count == 51 || curve.segment_count == 69));
    if (curve.segment_count == 69) longer += 1;
    CHECK(curve.segment_length_m == 4.2);
    for (unsigned segment = 0; segment < curve.segment_count; ++segment) {
      const double part_m = length(curve.node_m(segment + 1) - curve.node_m(segment));
      CHECK(std::fabs(part_m - 4.2) < 0.002);
      CHECK(dot(curve.nodes[segment].forward, curve.nodes[segment + 1].forward) > 0.9994);
      // Never more than 0.42 rad from the start.
      CHECK(dot(curve.nodes[segment].forward, curve.nodes[0].forward) > 0.9130);
    }
    for (const bool starts : {true, false}) {
      const JunctionShape shape =
          drive.layout().shape(starts ? curve.from : curve.to).value_or(JunctionShape{});
      const unsigned node = starts ? 0 : curve.segment_count;
      const PlaneVector out = starts ? curve.nodes[node].forward : -curve.nodes[node].forward;
      bool found = false;
      for (const Arm& arm : shape.arms) {
        if (!arm.exists || !(arm.edge == edge)) continue;
        found = true;
        CHECK(arm.starts == starts);
        CHECK(dot(arm.direction, out) > 1 - 1e-12);
        const PlaneVector mouth = between(shape.centre, curve.node_world(node));
        CHECK(length(mouth - arm.direction * shape.radius_m) < 0.002);
      }
      CHECK_MESSAGE(found, "a junction does not know its arm");
    }
  }
  CHECK(longer * 4 > edges.size());
  CHECK(longer * 4 < edges.size() * 3);
}

TEST_CASE("arms are counter-clockwise and keep 68 degrees") {
  Drive drive(5);
  drive.go(4000);
  const std::int64_t far_mm = k_everywhere_mm;
  unsigned counts[5] = {};
  for (const JunctionNumber number :
       drive.layout().junctions_in({-far_mm, -far_mm}, {far_mm, far_mm})) {
    const auto plan = drive.layout().junction(number);
    REQUIRE(plan);
    counts[plan->shape.arm_count] += 1;
    CHECK(plan->shape.radius_m >= k_radius_least_m);
    CHECK(plan->shape.radius_m <= k_radius_most_m);
    for (unsigned a = 0; a < k_arms_most; ++a) {
      if (!plan->shape.arms[a].exists) continue;
      REQUIRE(plan->arms[a]);
      CHECK(plan->arms[a]->curve.number == plan->shape.arms[a].edge);
      for (unsigned step = 1; step < k_arms_most; ++step) {
        const unsigned b = (a + step) % k_arms_most;
        if (!plan->shape.arms[b].exists) continue;
        const PlaneVector first = plan->shape.arms[a].direction;
        const PlaneVector next = plan->shape.arms[b].direction;
        CHECK(dot(first, next) < 0.375);
        if (step == 1) CHECK(turn(first, next) > 0);
        if (step == 3) CHECK(turn(first, next) < 0);
      }
    }
  }
  CHECK(counts[0] == 0);
  CHECK(counts[3] > counts[4]);
}

TEST_CASE("grown roads never cross, and keep 112 m from roads they do not meet") {
  for (const std::uint64_t seed : {412u, 3u, 99u}) {
    Drive drive(seed);
    drive.go(4000);
    std::vector<std::shared_ptr<const EdgeCurve>> curves;
    for (const EdgeNumber edge : edges_within(drive.layout(), drive.place(), 2000)) {
      curves.push_back(drive.layout().curve(edge));
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
      for (std::size_t j = i + 1; j < curves.size(); ++j) {
        if (boxes_apart(*curves[i], *curves[j], 0)) continue;
        CHECK_FALSE(curves_cross(*curves[i], *curves[j]));
      }
    }
  }
}

TEST_CASE("a straight continuation keeps its street, a turn changes name and district") {
  unsigned straights = 0;
  unsigned turns = 0;
  for (const std::uint64_t seed : {412u, 8u}) {
    GrownLayout layout(seed);
    layout.cover({-1500000, -1500000}, {1500000, 1500000});
    bool has_civic = false;
    for (const JunctionNumber number :
         layout.junctions_in({-1500000, -1500000}, {1500000, 1500000})) {
      const auto plan = layout.junction(number);
      const auto street = [&](Way way) -> const StreetIdentity* {
        const auto& arm = plan->arms[static_cast<unsigned>(way)];
        return arm ? &arm->street : nullptr;
      };
      const StreetIdentity* back = street(Way::Back);
      if (plan->shape.centre == PlanePoint{0, 0}) {
        has_civic = back->district == District::CivicAvenue;
      }
      if (back == nullptr) continue;
      if (const StreetIdentity* straight = street(Way::Straight)) {
        straights += 1;
        CHECK(straight->street == back->street);
        CHECK(straight->name == back->name);
        CHECK(straight->district == back->district);
      }
      for (const Way side : {Way::Left, Way::Right}) {
        const StreetIdentity* turned = street(side);
        if (turned == nullptr) continue;
        turns += 1;
        CHECK(turned->name != back->name);
        for (const Way way : {Way::Straight, Way::Back, Way::Left, Way::Right}) {
          if (way != side && street(way) != nullptr) {
            CHECK(turned->district != street(way)->district);
          }
        }
        const PlaneVector direction = plan->shape.arms[static_cast<unsigned>(side)].direction;
        CHECK(is_north_south(direction) != (turned->name[1] == ' '));
      }
    }
    CHECK(has_civic);
  }
  CHECK(straights > 50);
  CHECK(turns > 50);
}

TEST_CASE("what is far behind goes, what is near stays, and memory is bounded") {
  Drive drive(412);
  const std::map<std::uint64_t, std::uint64_t> first = plans_of(drive.layout());
  std::set<std::uint64_t> ever;
  std::size_t most = 0;
  for (unsigned step = 0; step < 150; ++step) {
    drive.go(100);
    std::size_t far_out = 0;
    const std::vector<EdgeNumber> edges = edges_within(drive.layout(), {0, 0}, 40000);
    for (const EdgeNumber edge : edges) {
      ever.insert(edge.value);
      const auto curve = drive.layout().curve(edge);
      const bool origins = curve->start == PlanePoint{0, 0};
      // Driven on by 60 m since the last eviction at most.
      const bool far = length(between(drive.place(), curve->start)) > k_evict_m + 60 &&
                       length(between(drive.place(), moved(curve->start, curve->end_junction_m))) >
                           k_evict_m + 60;
      if (far && !origins &&
          length(between(drive.place(), curve->node_world(curve->segment_count / 2))) >
              k_evict_m + 60) {
        far_out += 1;
      }
    }
    CHECK(far_out == 0);
    most = std::max(most, edges.size());
    for (const stream::WantedPiece& piece : drive.selection().pieces) {
      const PieceId id = piece_of_key(piece.key);
      if (id.kind == PieceKind::Segment) REQUIRE(drive.layout().edge(id.edge()));
      if (id.kind == PieceKind::Junction) REQUIRE(drive.layout().junction(id.junction()));
    }
  }
  CHECK(ever.size() > 2 * most);
  std::size_t kept = 0;
  for (const std::uint64_t number : ever) {
    if (drive.layout().edge({number})) kept += 1;
  }
  CHECK(kept < ever.size() * 3 / 4);
  // The origin's streets always stand: whoever comes back from nowhere finds a city.
  unsigned at_origin = 0;
  for (const EdgeNumber edge : edges_within(drive.layout(), {0, 0}, 1)) {
    CHECK(first.count(edge.value) == 1);
    at_origin += 1;
  }
  CHECK(at_origin == 4);
}

TEST_CASE("the way home from 3 km is the way that was come") {
  for (const std::uint64_t seed : {412u, 7u, 23u}) {
    Drive drive(seed);
    const PlanePoint start = drive.place();
    std::map<std::uint64_t, std::uint64_t> before;
    std::set<std::pair<std::int64_t, std::int64_t>> ends_before;
    const auto note = [&](std::map<std::uint64_t, std::uint64_t>& plans,
                          std::set<std::pair<std::int64_t, std::int64_t>>& ends) {
      for (const EdgeNumber edge : edges_within(drive.layout(), start, 600)) {
        const auto plan = drive.layout().edge(edge);
        const PlanePoint end = moved(plan->curve.start, plan->curve.end_junction_m);
        plans[edge.value] = hash_of(*plan);
        ends.insert({end.x_mm, end.z_mm});
      }
    };
    note(before, ends_before);
    std::set<std::pair<std::int64_t, std::int64_t>> passed;
    double farthest_m = 0;
    while (farthest_m < 3000 && drive.track().size() < 2000) {
      drive.go(20);
      farthest_m = std::max(farthest_m, length(between(start, drive.place())));
      const auto curve = drive.layout().curve(nearest_station(drive.layout(), drive.place()).edge);
      for (const PlanePoint end : {curve->start, moved(curve->start, curve->end_junction_m)}) {
        passed.insert({end.x_mm, end.z_mm});
      }
    }
    REQUIRE(farthest_m >= 3000);
    // Home by the arms that lead back.
    auto curve = drive.layout().curve(nearest_station(drive.layout(), drive.place()).edge);
    PlanePoint at = moved(curve->start, curve->end_junction_m);
    unsigned roads = 0;
    while (!(at == PlanePoint{0, 0})) {
      at = curve->start;
      REQUIRE(++roads < 200);
      CHECK(passed.count({at.x_mm, at.z_mm}) == 1);
      const PlaneVector forward = -curve->nodes[0].forward;
      drive.look({base::from_mm(at.x_mm), 0, base::from_mm(at.z_mm)}, {forward.x, 0, forward.z});
      const auto junction = drive.layout().junction(curve->from);
      REQUIRE(junction);
      if (at == PlanePoint{0, 0}) break;
      const auto& back = junction->arms[static_cast<unsigned>(Way::Back)];
      REQUIRE(back);
      curve = drive.layout().curve(back->curve.number);
    }
    CHECK(roads > 8);
    std::map<std::uint64_t, std::uint64_t> after;
    std::set<std::pair<std::int64_t, std::int64_t>> ends_after;
    drive.look({base::from_mm(start.x_mm), 0, base::from_mm(start.z_mm)}, {0, 0, -1});
    note(after, ends_after);
    std::size_t same = 0;
    for (const auto& [number, plan] : before) {
      if (after.count(number) == 0) continue;
      same += 1;
      CHECK_MESSAGE(after.at(number) == plan, "a number means another plan than before it went");
    }
    std::size_t same_ends = 0;
    for (const auto& end : ends_before) same_ends += ends_after.count(end);
    // What else stands near the start hangs on who came first to a place: a half to two thirds run
    // as before, a third are the same in all.
    CHECK(same_ends * 3 > before.size());
    CHECK(same > 0);
  }
}

TEST_CASE("cover grows the same from a fresh world, whatever the box, and ends") {
  GrownLayout first(412);
  GrownLayout second(412);
  first.cover({-1500000, -1500000}, {1500000, 1500000});
  second.cover({-1500000, -1500000}, {1500000, 1500000});
  CHECK(plans_of(first) == plans_of(second));
  CHECK(first.junctions_in({-1500000, -1500000}, {1500000, 1500000}).size() > 80);
  const std::map<std::uint64_t, std::uint64_t> before = plans_of(first);
  first.cover({-700000, -900000}, {1500000, 300000});
  CHECK(plans_of(first) == before);
  // Far out: along a corridor, not over all that lies between.
  GrownLayout far(412);
  far.cover({20000000, -4000000}, {21000000, -3000000});
  CHECK(far.edges_near({-k_everywhere_mm, -k_everywhere_mm}, {k_everywhere_mm, k_everywhere_mm})
            .size() < 1500);
  // Numbers that are none, and a world's end nobody could walk to.
  CHECK_FALSE(far.edge({12345}));
  CHECK_FALSE(far.curve({12345}));
  CHECK_FALSE(far.junction({12345}));
  CHECK_FALSE(far.shape({12345}));
  far.reach({12345});
}

TEST_CASE("workers build from plans while the owner grows and evicts") {
  auto layout = std::make_shared<GrownLayout>(412);
  std::atomic<bool> done{false};
  std::atomic<std::uint64_t> asked{0};
  std::atomic<unsigned> changed{0};
  const auto work = [&] {
    std::map<std::uint64_t, std::uint64_t> known;
    while (!done) {
      for (const EdgeNumber edge : layout->edges_near({-3000000, -3000000}, {3000000, 3000000})) {
        const auto plan = layout->edge(edge);
        if (!plan) continue;  // evicted and forgotten since
        const std::uint64_t hash = hash_of(*plan);
        const auto [entry, fresh] = known.emplace(edge.value, hash);
        if (entry->second != hash) changed += 1;
        const auto junction = layout->junction(plan->curve.from);
        if (junction) asked += build_junction(*junction, layout->ground(), 1).owned.size();
        asked += 1;
      }
    }
  };
  std::thread first(work);
  std::thread second(work);
  CityRoads roads(*layout);
  stream::RoadWalk walk;
  for (unsigned step = 0; step < 120; ++step) {
    stream::Observer observer;
    observer.position = {step * 25.0, 0, step * -10.0};
    observer.forward = {1, 0, 0};
    std::vector<stream::RoadStart> starts;
    roads.add_starts(observer, 140.0, starts);
    walk.walk(roads, starts, stream::SelectionLimits{});
    const PlanePoint place = plane_point_of(observer.position);
    roads.evict_far({&observer, 1}, k_evict_m);
    layout->evict_far({&place, 1});
  }
  done = true;
  first.join();
  second.join();
  CHECK(asked > 0);
  CHECK_MESSAGE(changed == 0, "a number's plan changed while it stood");
}

TEST_CASE("pieces of the grown city meet at their stations, and neighbours name each other") {
  const auto world = open_city(412, LayoutKind::Grown).value();
  CHECK(world->info().uri == "city:412?layout=grown");
  const stream::Area area{-350, -350, 350, 350};
  const std::vector<stream::PieceKey> keys = world->pieces_in(&area).value();
  CHECK(keys.size() > 200);
  struct Seen {
    stream::PieceKey piece;
    content::BorderPoint point;
  };
  std::map<std::uint64_t, Seen> borders;
  std::size_t met = 0;
  for (const stream::PieceKey key : keys) {
    const content::Content content = world->build_on_worker({key, 2, {}}, {}).value();
    for (const content::BorderPoint& point : content.border_points) {
      const auto [entry, fresh] = borders.emplace(point.identity, Seen{key, point});
      if (fresh) continue;
      met += 1;
      CHECK(entry->second.piece.value == point.other_piece);
      CHECK(entry->second.point.other_piece == key.value);
      for (unsigned value = 0; value < 3; ++value) {
        CHECK(entry->second.point.values[value] == point.values[value]);
      }
    }
    for (const stream::PieceKey other : world->neighbours(key)) {
      const std::vector<stream::PieceKey> back = world->neighbours(other);
      // A junction that nobody reached yet names nobody.
      if (!back.empty()) CHECK(std::binary_search(back.begin(), back.end(), key));
    }
  }
  CHECK(met > 1000);
}
