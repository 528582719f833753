#include "terrane/rts/outcome.h"

#include <algorithm>
#include <array>

#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using snapshot::PlayerState;

constexpr Word k_check_ticks = static_cast<Word>(k_ticks_per_second);
constexpr Word k_warn_ticks =
    10 * k_check_ticks;  // from one warning of a homeless side to the next

bool plays(const snapshot::PlayerRow& row) {
  return row.state == static_cast<Word>(PlayerState::Playing);
}

// What keeps a player in the match. An army does not: without a town it only hides.
struct Hope {
  bool stands = false;  // any building but walls and gates, or its site
  bool trains = false;  // a finished building makes a unit, or could pay for one
  bool builds = false;  // a worker would have a hall to bring gold to, or a site to finish
  bool has_worker = false;
  bool has_home = false;  // a finished building that makes units
};

bool affords(const Board& board, Word player, Word type) {
  const snapshot::PlayerRow& row = board.state.players[player];
  const Cost& cost = board.rules.type(type).cost;
  return row.gold >= static_cast<Word>(cost.gold) && row.wood >= static_cast<Word>(cost.wood);
}

// The cheapest building of the player's that makes units, by gold and wood.
bool affords_a_start(const Board& board, Word player) {
  for (const Word type : board.rules.factions[board.state.players[player].faction].types) {
    if (type == k_none || !is_building(board.rules.type(type).role)) continue;
    const UnitType& building = board.rules.type(type);
    if (building.trains.empty() || building.requires_role != k_none) continue;
    if (affords(board, player, type)) return true;
  }
  return false;
}

bool trains(const Board& board, const CoreRow& row) {
  const RowRange queue = rows_of(board.state.production, row.identity);
  for (std::size_t at = queue.first; at < queue.past; ++at) {
    if (board.state.production[at].is_upgrade == 0) return true;
  }
  const std::vector<Word>& list = board.type_of(row).trains;
  return std::any_of(list.begin(), list.end(),
                     [&](Word type) { return affords(board, row.owner, type); });
}

std::array<Hope, k_players_max> hopes_of_all(const Board& board) {
  std::array<Hope, k_players_max> hopes;
  const auto players = static_cast<Word>(board.state.players.size());
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    const CoreRow& row = board.state.core[index];
    if (row.owner >= players || is_dead(board, index)) continue;
    const UnitType& type = board.type_of(row);
    Hope& hope = hopes[row.owner];
    hope.has_worker = hope.has_worker || type.role == Role::Worker;
    hope.stands = hope.stands || (is_building(type.role) && type.role < Role::Wall);
    if (type.trains.empty()) continue;
    const bool site = (row.flags & snapshot::k_flag_under_construction) != 0;
    hope.builds = hope.builds || site || type.role == Role::TownHall;
    hope.has_home = hope.has_home || !site;
    if (!site && !hope.trains) hope.trains = trains(board, row);
  }
  return hopes;
}

// Whether a side was without a home for too long. While it has none, it is told how long it has.
bool is_homeless_too_long(Board& board, Word player, const Hope& hope) {
  Word& since = board.state.player_minds[player].homeless_tick;
  const auto limit = static_cast<Word>(board.rules.homeless_ticks);
  if (hope.has_home || limit == 0) {
    since = 0;
    return false;
  }
  if (since == 0) since = board.state.tick;
  const Word gone = board.state.tick - since;
  if (gone >= limit) return true;
  if (gone % k_warn_ticks < k_check_ticks) {
    tell(board, EventKind::AlertHomeless, snapshot::AlertPayload{player, 0, limit - gone, 0, 0});
  }
  return false;
}

bool is_beaten(const Board& board, Word player, const Hope& hope) {
  if (!hope.stands) return true;
  if (hope.trains) return false;
  return !hope.has_worker || !(hope.builds || affords_a_start(board, player));
}

void fall_out(Board& board, Word player, PlayerState state, EventKind kind) {
  board.state.players[player].state = static_cast<Word>(state);
  board.state.player_minds[player].left_tick = board.state.tick;
  tell(board, kind, snapshot::PlayerPayload{player});
}

void end(Board& board, Word winners, Ending ending) {
  State& state = board.state;
  state.over = 1;
  state.winners = winners;
  state.ending = static_cast<Word>(ending);
  for (Word player = 0; player < state.players.size(); ++player) {
    snapshot::PlayerRow& row = state.players[player];
    if ((winners >> player & 1) != 0) {
      row.state = static_cast<Word>(PlayerState::Won);
    } else if (plays(row)) {
      row.state = static_cast<Word>(PlayerState::Lost);
    }
  }
  tell(board, winners == 0 ? EventKind::Draw : EventKind::Victory,
       snapshot::OutcomePayload{winners, static_cast<Word>(ending)});
}

// Nobody is left, or time is up with several equal: those share it.
void end_in_draw(Board& board, Word sharers, Ending ending) {
  for (Word player = 0; player < board.state.players.size(); ++player) {
    if ((sharers >> player & 1) != 0) {
      board.state.players[player].state = static_cast<Word>(PlayerState::Drawn);
    }
  }
  end(board, 0, ending);
}

void end_by_score(Board& board) {
  std::uint64_t best = 0;
  Word leaders = 0;
  for (Word player = 0; player < board.state.players.size(); ++player) {
    if (!plays(board.state.players[player])) continue;
    const std::uint64_t points = score(board, player);
    if (leaders == 0 || points > best) {
      best = points;
      leaders = 1u << player;
    } else if (points == best) {
      leaders |= 1u << player;
    }
  }
  const bool alone = (leaders & (leaders - 1)) == 0;
  if (alone) {
    end(board, leaders, Ending::Time);
  } else {
    end_in_draw(board, leaders, Ending::Time);
  }
}

}  // namespace

std::string_view ending_text(Ending ending) {
  switch (ending) {
    case Ending::None:
      return "the match goes on";
    case Ending::Destruction:
      return "the others were destroyed";
    case Ending::Surrender:
      return "the last of the others surrendered or left";
    case Ending::Time:
      return "time was up and the score decided";
    case Ending::AllGone:
      return "nobody was left";
  }
  return "no ending of the list";
}

void surrender(Board& board, Word player, bool left) {
  if (player >= board.state.players.size() || !plays(board.state.players[player])) return;
  fall_out(board, player, left ? PlayerState::Left : PlayerState::Lost,
           left ? EventKind::PlayerLeft : EventKind::PlayerDefeated);
}

std::uint64_t score(const Board& board, Word player) {
  std::uint64_t points = 0;
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    const CoreRow& row = board.state.core[index];
    if (row.owner != player || is_dead(board, index)) continue;
    const Cost& cost = board.type_of(row).cost;
    const auto price = static_cast<std::uint64_t>(cost.gold + cost.wood);
    const bool site = (row.flags & snapshot::k_flag_under_construction) != 0;
    points += site ? price / 2 : price;
  }
  const snapshot::ScoreRow& sum = board.state.scores[player];
  return points + sum.gold_gathered + sum.wood_gathered;
}

void step_outcome(Board& board) {
  State& state = board.state;
  if (state.over != 0) return;
  const auto players = static_cast<Word>(state.players.size());
  bool someone_gave_up = false;
  for (const PlayerMind& mind : state.player_minds) {
    someone_gave_up = someone_gave_up || (mind.left_tick != 0 && mind.left_tick == state.tick);
  }
  const bool time_is_up = state.tick >= state.ticks_max;
  if (state.tick % k_check_ticks != 0 && !someone_gave_up && !time_is_up) return;

  const auto hopes = hopes_of_all(board);
  bool someone_was_beaten = false;
  for (Word player = 0; player < players; ++player) {
    if (!plays(state.players[player])) continue;
    if (!is_beaten(board, player, hopes[player]) &&
        !is_homeless_too_long(board, player, hopes[player])) {
      continue;
    }
    fall_out(board, player, PlayerState::Lost, EventKind::PlayerDefeated);
    someone_was_beaten = true;
  }
  Word left = 0;
  Word fallen_now = 0;
  for (Word player = 0; player < players; ++player) {
    if (plays(state.players[player])) left |= 1u << player;
    if (state.player_minds[player].left_tick == state.tick) fallen_now |= 1u << player;
  }
  if (left == 0) {
    end_in_draw(board, fallen_now, Ending::AllGone);
  } else if ((left & (left - 1)) == 0) {
    end(board, left, someone_was_beaten ? Ending::Destruction : Ending::Surrender);
  } else if (time_is_up) {
    end_by_score(board);
  }
}

}  // namespace terrane::rts
