#include "terrane/rts/wildlife.h"

#include <algorithm>

#include "terrane/rts/apart.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/march.h"
#include "terrane/rts/telling.h"
#include "terrane/rts/vector_mm.h"

namespace terrane::rts {
namespace {

constexpr Word k_look_ticks = 16;
constexpr std::int32_t k_wary_mm = 7000;      // who comes so near is fled from
constexpr std::int32_t k_angry_mm = 6000;     // … or attacked
constexpr std::int32_t k_herd_mm = 12000;     // who is so near to one that was hit does as it does
constexpr std::int32_t k_flight_mm = 18000;   // a flight's length
constexpr std::int32_t k_graze_mm = 6000;     // a stroll's length
constexpr std::int32_t k_pasture_mm = 30000;  // nobody grazes further from home
constexpr std::int32_t k_chase_mm = 25000;    // … or chases further
constexpr Word k_mood_ticks = 240;
constexpr Word k_stroll_one_in = 12;  // looks that begin one
constexpr Word k_arrive_mm = 700;

enum class Mood : Word { Grazes, Flees, Attacks };

Mood mood_of(const snapshot::WildlifeRow& row) {
  return static_cast<Mood>(row.mood);
}

PointMm home_of(const snapshot::WildlifeRow& row) {
  return {row.home_x_mm, row.home_z_mm};
}

bool was_hit(const Board& board, std::size_t index) {
  const Mind& mind = board.state.minds[index];
  return mind.hit_by != 0 && mind.hit_tick == board.state.tick;
}

// The nearest person within a radius that it can see coming.
std::size_t nearest_stranger(const Board& board, std::size_t index, std::int32_t radius_mm) {
  const PointMm place = place_of(board.state.core[index]);
  std::size_t best = k_no_index;
  std::int64_t best_distance2 = 0;
  board.grid.for_each_near(place, radius_mm, [&](std::size_t other) {
    const CoreRow& row = board.state.core[other];
    if (row.owner == k_nature || (row.flags & snapshot::k_flag_inside) != 0) return;
    if (!is_mobile(board.type_of(row).role)) return;
    const std::int64_t distance2 = distance2_mm(place_of(row), place);
    if (distance2 > std::int64_t{radius_mm} * radius_mm) return;
    if (best != k_no_index &&
        (distance2 > best_distance2 ||
         (distance2 == best_distance2 && row.identity > board.state.core[best].identity))) {
      return;
    }
    if (is_dead(board, other)) return;
    best = other;
    best_distance2 = distance2;
  });
  return best;
}

void set_activity(Board& board, std::size_t index, Activity activity) {
  board.state.minds[index].activity = static_cast<Word>(activity);
}

void flee(Board& board, snapshot::WildlifeRow& row, std::size_t index, PointMm from) {
  const PointMm place = place_of(board.state.core[index]);
  if (mood_of(row) != Mood::Flees) sound(board, Noise::HerdFlees, board.state.core[index]);
  row.mood = static_cast<Word>(Mood::Flees);
  row.calm_tick = board.state.tick + k_mood_ticks;
  VectorMm away = with_length(place.x_mm - from.x_mm, place.z_mm - from.z_mm, k_flight_mm);
  if (away.x == 0 && away.z == 0) away.x = k_flight_mm;
  board.state.minds[index].foe = 0;
  set_activity(board, index, Activity::Fleeing);
  const Cell to =
      board.field.clamped(board.field.cell_of({place.x_mm + away.x, place.z_mm + away.z}));
  send(board, index, board.field.middle_of(to), k_arrive_mm);
}

void attack(Board& board, snapshot::WildlifeRow& row, std::size_t index, std::size_t foe) {
  if (mood_of(row) != Mood::Attacks) sound(board, Noise::BeastGrowls, board.state.core[index]);
  row.mood = static_cast<Word>(Mood::Attacks);
  row.calm_tick = board.state.tick + k_mood_ticks;
  board.state.minds[index].foe = board.state.core[foe].identity;
  // From now on people strike it unasked.
  board.state.core[index].flags |= snapshot::k_flag_fighting;
  set_activity(board, index, Activity::Chasing);
}

void calm(Board& board, snapshot::WildlifeRow& row, std::size_t index) {
  row.mood = static_cast<Word>(Mood::Grazes);
  row.calm_tick = 0;
  board.state.minds[index].foe = 0;
  board.state.core[index].target = 0;
  board.state.core[index].flags &= ~snapshot::k_flag_fighting;
  set_activity(board, index, Activity::Moving);
  send(board, index, home_of(row), 2000);
}

void graze(Board& board, const snapshot::WildlifeRow& row, std::size_t index) {
  const PointMm place = place_of(board.state.core[index]);
  if (board.state.minds[index].going == static_cast<Word>(Going::Walking)) return;
  if (!within(place, home_of(row), k_pasture_mm)) {
    send(board, index, home_of(row), 2000);  // something drove or pushed it out
    return;
  }
  const std::uint64_t drawn = draw(board);
  if (drawn % k_stroll_one_in != 0) return;
  const auto offset = [](std::uint64_t bits) {
    return static_cast<std::int32_t>(bits % (2 * k_graze_mm + 1)) - k_graze_mm;
  };
  const PointMm to{place.x_mm + offset(drawn >> 16 & 0xffffff), place.z_mm + offset(drawn >> 40)};
  const bool stays = within(to, home_of(row), k_pasture_mm - 2000);
  if (!stays || !board.field.contains(board.field.cell_of(to))) return;
  if (!board.paths.may_stand(board.field.cell_of(to), SizeClass::Large)) return;
  set_activity(board, index, Activity::Moving);
  send(board, index, to, k_arrive_mm);
}

// One of the herd was hit: it and all of its kind near it flee from, or go for, who did it.
void rouse_herd(Board& board, std::size_t hit) {
  const Word type = board.state.core[hit].type;
  const PointMm middle = place_of(board.state.core[hit]);
  const std::size_t foe = board.find(board.state.minds[hit].hit_by);
  const bool attacks = board.rules.type(type).mood_attacks != 0 && foe != k_no_index;
  const PointMm from = foe == k_no_index ? middle : place_of(board.state.core[foe]);
  for (snapshot::WildlifeRow& row : board.state.wildlife) {
    const std::size_t index = board.find(row.identity);
    if (index == k_no_index || board.state.core[index].type != type) continue;
    if (!within(place_of(board.state.core[index]), middle, k_herd_mm)) continue;
    if (!attacks) {
      flee(board, row, index, from);
    } else if (board.state.minds[index].foe == 0) {
      attack(board, row, index, foe);
    }
  }
}

// Each tick of a hunt: strike when it can, follow now and then, give up far from home.
void hunt(Board& board, snapshot::WildlifeRow& row, std::size_t index) {
  Mind& mind = board.state.minds[index];
  if (mind.activity == static_cast<Word>(Activity::Striking)) return;
  std::size_t foe = board.find(mind.foe);
  if (foe != k_no_index && !may_strike(board, index, foe)) foe = k_no_index;
  const PointMm place = place_of(board.state.core[index]);
  if (foe == k_no_index || !within(place, home_of(row), k_chase_mm) ||
      board.state.tick >= row.calm_tick) {
    calm(board, row, index);
    return;
  }
  if (in_range(board, index, foe)) {
    if (mind.going != static_cast<Word>(Going::Nowhere)) halt(board, index);
    if (start_blow(board, index, foe)) row.calm_tick = board.state.tick + k_mood_ticks;
    return;
  }
  const bool follows =
      mind.going == static_cast<Word>(Going::Nowhere) || (board.state.tick + row.identity) % 8 == 0;
  if (follows) send(board, index, place_of(board.state.core[foe]), 300);
}

void look(Board& board, snapshot::WildlifeRow& row, std::size_t index) {
  const bool beast = board.type_of(board.state.core[index]).mood_attacks != 0;
  if (mood_of(row) == Mood::Attacks) return;
  if (mood_of(row) == Mood::Flees && board.state.tick >= row.calm_tick) {
    calm(board, row, index);
    return;
  }
  const std::size_t stranger = nearest_stranger(board, index, beast ? k_angry_mm : k_wary_mm);
  if (stranger != k_no_index) {
    if (!beast) {
      flee(board, row, index, place_of(board.state.core[stranger]));
    } else if (within(place_of(board.state.core[index]), home_of(row), k_chase_mm)) {
      attack(board, row, index, stranger);
    }
  } else if (mood_of(row) == Mood::Grazes) {
    graze(board, row, index);
  }
}

}  // namespace

void step_wildlife(Board& board) {
  auto& rows = board.state.wildlife;
  for (snapshot::WildlifeRow& row : rows) {
    const std::size_t index = board.find(row.identity);
    if (index != k_no_index && was_hit(board, index)) rouse_herd(board, index);
  }
  for (snapshot::WildlifeRow& row : rows) {
    const std::size_t index = board.find(row.identity);
    if (index == k_no_index) continue;
    if (mood_of(row) == Mood::Attacks) hunt(board, row, index);
    if ((board.state.tick + row.identity) % k_look_ticks == 0) look(board, row, index);
  }
}

}  // namespace terrane::rts
