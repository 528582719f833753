#include "terrane/rts/march.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "terrane/base/hash.h"
#include "terrane/rts/arena.h"
#include "terrane/rts/testing.h"
#include "terrane/rts/vector_mm.h"
#include "terrane/rts/walk_grid.h"

namespace terrane::rts {
namespace {

constexpr Word word(Going going) {
  return static_cast<Word>(going);
}

// Only the walk of a board runs here.
struct Walk {
  Rules rules = testing::small_rules();
  Battlefield field;
  Board board;

  explicit Walk(Battlefield ground) : field(std::move(ground)), board(rules, field) {}
  explicit Walk(const std::vector<std::string_view>& lines) : Walk(testing::drawn_field(lines)) {}
  Walk(const Walk&) = delete;

  std::size_t put(Role role, std::int32_t x, std::int32_t z, Word owner = 0) {
    return add_unit(board, testing::type_of(owner % 2, role), owner, testing::at(field, x, z));
  }
  // So many soldiers on the cells around the side's start, ring by ring.
  std::vector<std::size_t> muster(Word side, std::size_t count) {
    constexpr Role k_roles[] = {Role::Melee, Role::Ranged, Role::Melee, Role::Cavalry};
    const Cell start = field.cell_of(field.starts[side]);
    const std::uint32_t home = board.paths.region({start.x, start.z - 4}, SizeClass::Large);
    std::vector<std::size_t> units;
    for (std::int32_t ring = 4; units.size() < count && ring < 60; ring += 2) {
      for (std::int32_t z = -ring; z <= ring; z += 2) {
        for (std::int32_t x = -ring; x <= ring; x += z == -ring || z == ring ? 2 : 2 * ring) {
          const Cell cell{start.x + x, start.z + z};
          if (units.size() == count || !field.contains(cell)) continue;
          if (board.paths.region(cell, SizeClass::Large) != home) continue;
          units.push_back(put(k_roles[units.size() % 4], cell.x, cell.z, side));
        }
      }
    }
    return units;
  }
  PointMm place(std::size_t index) const { return place_of(board.state.core[index]); }
  PointMm slot(std::size_t index) const {
    return {board.state.minds[index].slot_x_mm, board.state.minds[index].slot_z_mm};
  }
  bool is(std::size_t index, Going going) const {
    return board.state.minds[index].going == word(going);
  }
  std::size_t count(Going going) const {
    std::size_t sum = 0;
    for (const Mind& mind : board.state.minds) sum += mind.going == word(going) ? 1 : 0;
    return sum;
  }
  void step(int ticks = 1) {
    for (; ticks > 0; --ticks) {
      ++board.state.tick;
      step_march(board);
    }
  }
  // Ticks until nobody walks, or `most`.
  int settle(int most) {
    int ticks = 0;
    while (count(Going::Walking) > 0 && ticks < most) {
      step();
      ++ticks;
    }
    return ticks;
  }
  Word longest_stuck() const {
    Word longest = 0;
    for (const Mind& mind : board.state.minds) longest = std::max(longest, mind.stuck_ticks);
    return longest;
  }
  std::uint64_t digest() const {
    std::uint64_t sum = 0;
    for (const CoreRow& row : board.state.core) {
      sum = base::hash(sum, row.world_x_mm, row.world_z_mm, row.facing_turn16, row.waypoint_x_mm);
    }
    return sum;
  }
};

// A wall from north to south with one gap in its middle.
Battlefield with_gap(std::int32_t width, std::int32_t height, std::int32_t gap) {
  std::vector<std::string> lines(static_cast<std::size_t>(height),
                                 std::string(static_cast<std::size_t>(width), '.'));
  for (std::int32_t z = 0; z < height; ++z) {
    if (z >= (height - gap) / 2 && z < (height + gap) / 2) continue;
    for (std::int32_t x = width / 2 - 1; x <= width / 2 + 1; ++x) {
      lines[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)] = '#';
    }
  }
  return testing::drawn_field({lines.begin(), lines.end()});
}

Battlefield plain(std::int32_t width, std::int32_t height) {
  return with_gap(width, height, height);
}

}  // namespace

TEST_CASE("a unit walks to its place, looks where it goes, and stands there") {
  Walk walk(plain(40, 20));
  const std::size_t unit = walk.put(Role::Melee, 5, 10);
  send(walk.board, unit, testing::at(walk.field, 30, 10), 200);
  CHECK(walk.is(unit, Going::Walking));
  walk.step(10);
  const CoreRow& row = walk.board.state.core[unit];
  CHECK((row.flags & snapshot::k_flag_moving) != 0);
  CHECK(row.animation == static_cast<Word>(snapshot::Animation::Walk));
  CHECK(row.velocity_x_mm == walk.board.type_of(row).speed_mm_per_tick);
  CHECK(row.facing_turn16 == 49152);  // east
  CHECK(row.grid_x == walk.field.cell_of(walk.place(unit)).x);
  walk.settle(400);
  CHECK(walk.is(unit, Going::Arrived));
  CHECK(distance_between(walk.place(unit), testing::at(walk.field, 30, 10)) <= 200);
  walk.step(2);
  CHECK((row.flags & snapshot::k_flag_moving) == 0);
  CHECK(row.animation == static_cast<Word>(snapshot::Animation::Idle));
  CHECK(row.velocity_x_mm == 0);
}

TEST_CASE("rough ground halves the pace") {
  Walk walk({"....................", "....................", ",,,,,,,,,,,,,,,,,,,,",
             ",,,,,,,,,,,,,,,,,,,,", ",,,,,,,,,,,,,,,,,,,,"});
  const std::size_t quick = walk.put(Role::Melee, 1, 0);
  const std::size_t slow = walk.put(Role::Melee, 1, 4);
  const std::int32_t speed = walk.board.type_of(walk.board.state.core[quick]).speed_mm_per_tick;
  send(walk.board, quick, testing::at(walk.field, 18, 0), 200);
  send(walk.board, slow, testing::at(walk.field, 18, 4), 200);
  walk.step(4);
  CHECK(length_mm(walk.board.state.core[quick].velocity_x_mm,
                  walk.board.state.core[quick].velocity_z_mm) >= speed - 1);
  CHECK(length_mm(walk.board.state.core[slow].velocity_x_mm,
                  walk.board.state.core[slow].velocity_z_mm) <= speed / 2);
}

TEST_CASE("a way that is not there is known at once, and the nearest place is taken instead") {
  Walk walk({"..........", "..........", "......####", "......#..#", "......####", ".........."});
  const std::size_t unit = walk.put(Role::Melee, 1, 1);
  const PointMm inside = testing::at(walk.field, 7, 3);
  send(walk.board, unit, inside, 200, true);
  CHECK(walk.is(unit, Going::Unreachable));
  send(walk.board, unit, inside, 200, false);
  CHECK(walk.is(unit, Going::Walking));
  walk.settle(400);
  CHECK(walk.is(unit, Going::Arrived));
  CHECK(distance_between(walk.place(unit), testing::at(walk.field, 7, 1)) <= 300);
}

TEST_CASE("who walks to a building arrives beside it") {
  Walk walk(plain(40, 30));
  walk.board.paths.block({{20, 10}, {25, 15}});
  const PointMm hall = testing::at(walk.field, 22, 12);
  std::vector<std::size_t> units;
  for (int at = 0; at < 12; ++at) units.push_back(walk.put(Role::Worker, 3 + at % 3, 8 + at / 3));
  for (const std::size_t unit : units) send(walk.board, unit, hall, 2500 + 400, true);
  walk.settle(600);
  for (const std::size_t unit : units) {
    CHECK(walk.is(unit, Going::Arrived));
    CHECK(distance_between(walk.place(unit), hall) <= 5500);
  }
}

TEST_CASE("a wall that is built in the way is walked round, one that closes it is noticed") {
  Walk walk(with_gap(60, 40, 20));
  const std::size_t unit = walk.put(Role::Melee, 5, 20);
  send(walk.board, unit, testing::at(walk.field, 55, 20), 200);
  walk.step(20);
  walk.board.paths.block({{28, 8}, {32, 24}});
  walk.step(120);
  walk.board.paths.block({{40, 12}, {42, 28}});
  walk.settle(800);
  CHECK(walk.is(unit, Going::Arrived));
  CHECK(distance_between(walk.place(unit), testing::at(walk.field, 55, 20)) <= 200);
  const std::size_t late = walk.put(Role::Melee, 5, 20);
  send(walk.board, late, testing::at(walk.field, 55, 20), 200);
  walk.step(20);
  walk.board.paths.block({{28, 0}, {32, 40}});
  CHECK(walk.settle(600) < 600);
  CHECK(walk.place(late).x_mm < walk.field.middle_of({28, 0}).x_mm);
}

TEST_CASE("who is built over walks off") {
  Walk walk(plain(30, 30));
  const std::size_t unit = walk.put(Role::Melee, 14, 14);
  walk.board.paths.block({{12, 12}, {16, 17}});
  walk.step(60);
  CHECK(walk.board.paths.may_stand(walk.field.cell_of(walk.place(unit)), SizeClass::Small));
}

TEST_CASE("a group stands in formation: fighters ahead, engines last, nobody on another's place") {
  Walk walk(with_gap(90, 60, 9));
  std::vector<std::size_t> units;
  for (int at = 0; at < 48; ++at) {
    const Role role = at % 4 == 0 ? Role::Ranged : at % 8 == 1 ? Role::Siege : Role::Melee;
    units.push_back(walk.put(role, 6 + 2 * (at % 8), 20 + 2 * (at / 8)));
  }
  const PointMm goal = testing::at(walk.field, 70, 30);
  send_group(walk.board, units, goal, false);
  std::int64_t melee = 0;
  std::int64_t siege = 0;
  std::int64_t melees = 0;
  std::int64_t sieges = 0;
  for (const std::size_t unit : units) {
    CHECK(walk.board.paths.may_stand(walk.field.cell_of(walk.slot(unit)), SizeClass::Small));
    CHECK(walk.board.state.minds[unit].goal_x_mm == goal.x_mm);
    CHECK(walk.board.state.core[unit].group == walk.board.state.core[units[0]].group);
    const Role role = walk.board.type_of(walk.board.state.core[unit]).role;
    if (role == Role::Melee) {
      melee += walk.slot(unit).x_mm;
      ++melees;
    } else if (role == Role::Siege) {
      siege += walk.slot(unit).x_mm;
      ++sieges;
    }
    for (const std::size_t other : units) {
      if (other >= unit) continue;
      const auto radii = static_cast<std::int32_t>(walk.board.state.core[unit].radius_mm +
                                                   walk.board.state.core[other].radius_mm);
      CHECK(distance_between(walk.slot(unit), walk.slot(other)) >= radii);
    }
  }
  CHECK(melee / melees > siege / sieges + 2000);  // they march east
  CHECK(walk.settle(1500) < 1500);
  std::size_t home = 0;
  for (const std::size_t unit : units) {
    home += distance_between(walk.place(unit), walk.slot(unit)) <= 1500 ? 1 : 0;
  }
  CHECK(home >= units.size() - 4);
}

TEST_CASE("two hundred pass a gap three units wide, and two hundred more the other way") {
  for (const bool both : {false, true}) {
    Walk walk(with_gap(100, 60, 3));
    std::vector<std::size_t> east;
    std::vector<std::size_t> west;
    for (int at = 0; at < 200; ++at) {
      east.push_back(walk.put(Role::Melee, 8 + at % 14, 22 + at / 14));
      if (both) west.push_back(walk.put(Role::Melee, 92 - at % 14, 22 + at / 14));
    }
    send_group(walk.board, east, testing::at(walk.field, 84, 30), false);
    if (both) send_group(walk.board, west, testing::at(walk.field, 16, 30), false);
    Word stuck = 0;
    int ticks = 0;
    std::uint32_t closed = 0;
    while (walk.count(Going::Walking) > 0 && ticks < 3000) {
      walk.step();
      ++ticks;
      stuck = std::max(stuck, walk.longest_stuck());
      for (const CoreRow& row : walk.board.state.core) {
        closed += walk.board.paths.may_stand({row.grid_x, row.grid_z}, SizeClass::Small) ? 0 : 1;
      }
    }
    MESSAGE(std::string(both ? "both ways: " : "one way: "), ticks, " ticks, longest wait ", stuck);
    CHECK(closed == 0);
    CHECK(ticks < (both ? 2000 : 1000));
    CHECK(stuck <= 120);  // nobody waits longer than six seconds
    for (const std::size_t unit : east) {
      CHECK(distance_between(walk.place(unit), walk.slot(unit)) <= 4000);
    }
    for (const std::size_t unit : west) {
      CHECK(distance_between(walk.place(unit), walk.slot(unit)) <= 4000);
    }
  }
}

TEST_CASE("everybody of a group that is sent among houses has a place of his own") {
  Walk walk(plain(110, 70));
  // Houses of three cells with streets of two all around the goal, which lies beside one.
  for (std::int32_t x = 60; x < 100; x += 5) {
    for (std::int32_t z = 15; z < 55; z += 5) walk.board.paths.block({{x, z}, {x + 3, z + 3}});
  }
  std::vector<std::size_t> units;
  for (int at = 0; at < 150; ++at) {
    units.push_back(walk.put(at % 3 == 0 ? Role::Ranged : Role::Melee, 5 + at % 15, 25 + at / 15));
  }
  send_group(walk.board, units, testing::at(walk.field, 79, 34), false);
  for (const std::size_t unit : units) {
    CHECK(walk.board.paths.may_stand(walk.field.cell_of(walk.slot(unit)), SizeClass::Small));
    for (const std::size_t other : units) {
      if (other >= unit) continue;
      const auto radii = static_cast<std::int32_t>(walk.board.state.core[unit].radius_mm +
                                                   walk.board.state.core[other].radius_mm);
      CHECK(distance_between(walk.slot(unit), walk.slot(other)) >= radii);
    }
  }
  CHECK(walk.settle(2000) < 2000);
  std::size_t home = 0;
  for (const std::size_t unit : units) {
    home += distance_between(walk.place(unit), walk.slot(unit)) <= 3000 ? 1 : 0;
  }
  CHECK(home * 100 >= units.size() * 95);
}

TEST_CASE("two armies that change places on an arena meet at the same corners and all arrive") {
  Walk walk(make_arena(1, 2, 192).value());
  for (const Spot& spot : walk.field.resources) {
    add_unit(walk.board, spot.kind == 0 ? testing::k_gold_mine : testing::k_tree, k_nature,
             spot.place);
  }
  for (const Spot& spot : walk.field.animals) {
    add_unit(walk.board, testing::k_deer, k_nature, spot.place);
  }
  for (Word side = 0; side < 2; ++side) {
    add_unit(walk.board, testing::type_of(side, Role::TownHall), side, walk.field.starts[side]);
  }
  const std::vector<std::size_t> groups[2] = {walk.muster(0, 200), walk.muster(1, 200)};
  for (std::size_t side = 0; side < 2; ++side) {
    send_group(walk.board, groups[side], walk.field.starts[1 - side], false);
  }
  // As long as the slowest takes alone.
  std::int64_t alone_ticks = 0;
  for (const std::vector<std::size_t>& group : groups) {
    for (const std::size_t unit : group) {
      const CoreRow& row = walk.board.state.core[unit];
      const std::int64_t way_mm =
          walk.board.paths.distance_mm(walk.slot(unit), walk.place(unit),
                                       size_class_of(static_cast<std::int32_t>(row.radius_mm)));
      alone_ticks = std::max(alone_ticks, way_mm / walk.board.state.minds[unit].pace_mm_per_tick);
    }
  }
  const int ticks = walk.settle(static_cast<int>(alone_ticks * 5 / 2));
  std::size_t home = 0;
  for (const std::vector<std::size_t>& group : groups) {
    for (const std::size_t unit : group) {
      home += distance_between(walk.place(unit), walk.slot(unit)) <= 3000 ? 1 : 0;
    }
  }
  MESSAGE(home, " of 400 arrive in ", ticks, " ticks, alone in ", alone_ticks);
  CHECK(home >= 380);
}

TEST_CASE("walkers get past a herd that stands in the way, and past foes side by side") {
  for (const bool animals : {true, false}) {
    Walk walk(plain(60, 40));
    for (std::int32_t z = 18; z < 22; ++z) {
      if (animals) {
        add_unit(walk.board, testing::k_deer, k_nature, testing::at(walk.field, 30, z));
      } else {
        walk.put(Role::Melee, 30, z, 1);
      }
    }
    std::vector<std::size_t> units;
    for (int at = 0; at < 12; ++at) units.push_back(walk.put(Role::Melee, 8 + at % 3, 18 + at / 3));
    send_group(walk.board, units, testing::at(walk.field, 52, 20), false);
    CHECK(walk.settle(900) < 900);
    for (const std::size_t unit : units) {
      CHECK(distance_between(walk.place(unit), walk.slot(unit)) <= 3000);
    }
  }
}

TEST_CASE("no tick works out more than a few new ways, however many are asked for at once") {
  std::vector<std::string> lines(200, std::string(200, '.'));
  for (std::size_t z = 6; z < 194; z += 12) {
    for (std::size_t x = 0; x < 200; ++x) lines[z][x] = x % 24 == z % 24 ? '.' : '#';
  }
  Walk walk(testing::drawn_field({lines.begin(), lines.end()}));
  walk.board.paths.prepare(1000);
  std::vector<std::size_t> units;
  for (int at = 0; at < 300; ++at) {
    units.push_back(walk.put(Role::Melee, 2 + at % 20 * 9, 1 + at / 20 * 12));
  }
  for (std::size_t at = 0; at < units.size(); ++at) {
    const auto to = static_cast<std::int32_t>(at * 7 % 300);
    send(walk.board, units[at], testing::at(walk.field, 4 + to % 20 * 9, 2 + to / 20 * 12), 200);
  }
  std::uint64_t fields = 0;
  std::uint64_t fields_most = 0;
  for (int tick = 0; tick < 100; ++tick) {
    walk.step();
    const std::uint64_t now = walk.board.paths.counters().fields_made;
    fields_most = std::max(fields_most, now - fields);
    fields = now;
  }
  CHECK(fields > 100);
  CHECK(fields_most <= 8);
}

TEST_CASE("a crowd that is sent to one point gathers around it and comes to rest") {
  Walk walk(plain(70, 70));
  std::vector<std::size_t> units;
  for (int at = 0; at < 150; ++at) units.push_back(walk.put(Role::Melee, 4 + at % 15, 4 + at / 15));
  const PointMm goal = testing::at(walk.field, 45, 45);
  for (const std::size_t unit : units) send(walk.board, unit, goal, 200);
  CHECK(walk.settle(1500) < 1500);
  walk.step(400);
  std::int32_t worst = 0;
  std::int32_t moving = 0;
  for (const std::size_t unit : units) {
    CHECK(distance_between(walk.place(unit), goal) < 12'000);
    const CoreRow& row = walk.board.state.core[unit];
    moving += row.velocity_x_mm != 0 || row.velocity_z_mm != 0 ? 1 : 0;
    for (const std::size_t other : units) {
      if (other >= unit) continue;
      const auto radius = static_cast<std::int32_t>(row.radius_mm);
      const std::int32_t overlap =
          2 * radius - distance_between(walk.place(unit), walk.place(other));
      worst = std::max(worst, overlap * 100 / radius);
    }
  }
  CHECK(worst <= 10);
  CHECK(moving == 0);
}

TEST_CASE("walkers pass friends that stand in a street, who step aside and no further") {
  std::vector<std::string> lines(24, std::string(80, '#'));
  for (std::size_t z = 8; z < 18; ++z) lines[z] = std::string(80, '.');
  Walk walk(testing::drawn_field({lines.begin(), lines.end()}));
  std::vector<std::size_t> walkers;
  std::vector<std::size_t> idle;
  for (int at = 0; at < 30; ++at) walkers.push_back(walk.put(Role::Melee, 4 + at % 5, 9 + at / 5));
  for (int at = 0; at < 48; ++at) idle.push_back(walk.put(Role::Melee, 38 + at % 6, 9 + at / 6));
  std::vector<PointMm> before;
  for (const std::size_t unit : idle) before.push_back(walk.place(unit));
  send_group(walk.board, walkers, testing::at(walk.field, 72, 13), false);
  CHECK(walk.settle(900) < 900);
  for (const std::size_t unit : walkers) {
    CHECK(walk.place(unit).x_mm > walk.field.middle_of({60, 0}).x_mm);
  }
  for (std::size_t at = 0; at < idle.size(); ++at) {
    CHECK(distance_between(before[at], walk.place(idle[at])) < 4000);
  }
}

TEST_CASE("who cannot get out costs less than who walks") {
  // Five hundred behind walls, all sent outside again and again; the same without the walls.
  Paths::Counters counters[2];
  for (const bool walled : {false, true}) {
    std::vector<std::string> lines(120, std::string(120, '.'));
    if (walled) {
      for (std::size_t at = 10; at < 50; ++at) {
        for (const std::size_t rim : {10u, 49u}) lines[at][rim] = lines[rim][at] = '#';
      }
    }
    Walk walk(testing::drawn_field({lines.begin(), lines.end()}));
    for (int at = 0; at < 500; ++at) walk.put(Role::Melee, 14 + at % 32, 14 + at / 32);
    for (int round = 0; round < 20; ++round) {
      for (std::size_t unit = 0; unit < 500; ++unit) {
        const auto to = static_cast<std::int32_t>(unit % 25);
        send(walk.board, unit, testing::at(walk.field, 90 + to % 5, 80 + to / 5), 200,
             unit % 2 == 0);
      }
      walk.step(5);
    }
    counters[walled ? 1 : 0] = walk.board.paths.counters();
    if (walled) {
      for (const CoreRow& row : walk.board.state.core) {
        CHECK((row.grid_x > 10 && row.grid_x < 49 && row.grid_z > 10 && row.grid_z < 49));
      }
    }
  }
  CHECK(counters[1].fields_made <= counters[0].fields_made + 4);
  CHECK(counters[1].tiles_made <= 2 * counters[0].tiles_made + 4);
}

TEST_CASE("a walk is the same whatever was asked of the paths before") {
  std::uint64_t digests[2] = {};
  for (const bool asked : {false, true}) {
    Walk walk(with_gap(100, 60, 5));
    std::vector<std::size_t> units;
    for (int at = 0; at < 60; ++at) units.push_back(walk.put(Role::Melee, 5 + at % 8, 5 + at / 8));
    send_group(walk.board, units, testing::at(walk.field, 80, 50), true);
    for (int tick = 0; tick < 300; ++tick) {
      if (asked) {
        for (std::int32_t x = 0; x < 20; ++x) {
          const PointMm from = testing::at(walk.field, x * 5, tick % 60);
          walk.board.paths.toward(testing::at(walk.field, 99 - x, 59 - tick % 60), from,
                                  SizeClass::Small);
        }
      }
      walk.step();
    }
    digests[asked ? 1 : 0] = walk.digest();
  }
  CHECK(digests[0] == digests[1]);
}

}  // namespace terrane::rts
