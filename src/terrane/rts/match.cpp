#include "terrane/rts/match.h"

#include <string>
#include <utility>

#include "terrane/base/hash.h"
#include "terrane/rts/behaviour.h"
#include "terrane/rts/economy.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/march.h"
#include "terrane/rts/muster.h"
#include "terrane/rts/opponent.h"
#include "terrane/rts/orders.h"
#include "terrane/rts/outcome.h"
#include "terrane/rts/vision.h"
#include "terrane/rts/wildlife.h"

namespace terrane::rts {
namespace {

using base::Error;
using base::ErrorCode;
using snapshot::EventKind;

constexpr std::size_t k_pending_words_max = std::size_t{1} << 18;

base::Result<void> check_setup(const Rules& rules, const MatchSetup& setup) {
  constexpr Word k_units_max = 40'000;
  if (setup.players.size() < 2 || setup.players.size() > k_players_max) {
    return Error{ErrorCode::BadData, std::to_string(setup.players.size()) + " players",
                 "match setup", "2 to " + std::to_string(k_players_max)};
  }
  if (setup.units > k_units_max) {
    return Error{ErrorCode::BadData, std::to_string(setup.units) + " units", "match setup",
                 "at most " + std::to_string(k_units_max)};
  }
  for (std::size_t player = 0; player < setup.players.size(); ++player) {
    const PlayerSetup& wanted = setup.players[player];
    const std::string where = "player " + std::to_string(player) + " of the match setup";
    if (wanted.faction >= rules.factions.size()) {
      return Error{ErrorCode::BadData, "there is no faction " + std::to_string(wanted.faction),
                   where, "below " + std::to_string(rules.factions.size())};
    }
    if (wanted.level != k_none && wanted.level >= rules.opponents.size()) {
      return Error{ErrorCode::BadData,
                   "there is no opponent of level " + std::to_string(wanted.level), where,
                   "below " + std::to_string(rules.opponents.size())};
    }
  }
  return {};
}

bool is_for_the_match(EventKind kind) {
  switch (kind) {
    case EventKind::StartMatch:
    case EventKind::StopMatch:
    case EventKind::Acknowledge:
    case EventKind::RequestKeyframe:
      return false;  // of whoever runs it
    default:
      return true;
  }
}

void announce(Board& board, std::uint64_t seed, std::size_t players) {
  snapshot::StartPayload start;
  const std::uint64_t grid = digest(board.field);
  start.seed_low = static_cast<Word>(seed);
  start.seed_high = static_cast<Word>(seed >> 32);
  start.players = static_cast<Word>(players);
  start.rules_low = static_cast<Word>(board.rules.digest);
  start.rules_high = static_cast<Word>(board.rules.digest >> 32);
  start.grid_low = static_cast<Word>(grid);
  start.grid_high = static_cast<Word>(grid >> 32);
  static_cast<void>(board.port.emit(EventKind::MatchStarted, board.state.tick, start));
}

}  // namespace

base::Result<std::unique_ptr<Match>> Match::start(const Rules& rules, const Battlefield& field,
                                                  const MatchSetup& setup) {
  TERRANE_TRY(check_setup(rules, setup));
  TERRANE_TRY(check_battlefield(field, static_cast<std::uint32_t>(setup.players.size())));
  std::unique_ptr<Match> match(new Match(rules, field));
  Board& board = match->board_;
  board.state.random = base::hash(setup.seed);
  board.state.ticks_max =
      setup.ticks_max != 0 ? setup.ticks_max : static_cast<Word>(rules.match_ticks_max);
  muster(board, setup.players, setup.units);
  refresh(board);
  board.paths.prepare(k_none);
  start_vision(board);
  count_supply(board);
  step_vision(board);
  announce(board, setup.seed, setup.players.size());
  return match;
}

base::Result<std::unique_ptr<Match>> Match::resume(const Rules& rules, const Battlefield& field,
                                                   State state) {
  std::unique_ptr<Match> match(new Match(rules, field));
  match->board_.state = std::move(state);
  refresh(match->board_);
  return match;
}

base::Result<void> Match::give(std::span<const Word> record) {
  std::size_t at = 0;
  const snapshot::Event event = TERRANE_TRY(snapshot::read_event(record, at));
  const std::string where = "event " + std::string(event.info->name);
  if (at != record.size()) {
    return Error{ErrorCode::BadData, "there is more behind the record", where, "one record"};
  }
  if (event.info->direction != snapshot::Direction::ToMatch ||
      !is_for_the_match(event.info->kind)) {
    return Error{ErrorCode::BadData, "the match takes no such event", where,
                 "an order or another event that runs at a tick"};
  }
  State& state = board_.state;
  const Word player = event.payload[0];  // of every such payload
  if (player >= state.players.size()) {
    return Error{ErrorCode::BadData, "there is no player " + std::to_string(player), where,
                 "below " + std::to_string(state.players.size())};
  }
  if (event.tick <= state.tick || event.tick - state.tick > k_pending_ahead_ticks_max) {
    return Error{ErrorCode::OutOfRange, "it is for tick " + std::to_string(event.tick), where,
                 "after " + std::to_string(state.tick) + ", at most " +
                     std::to_string(k_pending_ahead_ticks_max) + " later"};
  }
  if (state.pending.size() + record.size() > k_pending_words_max) {
    return Error{ErrorCode::OutOfRange, "too many orders wait", where,
                 "at most " + std::to_string(k_pending_words_max) + " words of them"};
  }
  queue_pending(state, event);
  return {};
}

void Match::step() {
  if (over()) return;
  board_.state.tick += 1;
  board_.died.clear();
  apply_due(board_);
  step_opponents(board_);
  step_statuses(board_);
  step_economy(board_);
  step_behaviour(board_);
  step_march(board_);
  step_fights(board_);
  step_wildlife(board_);
  remove_dead(board_);
  step_vision(board_);
  step_outcome(board_);
  sweep_orders(board_);
}

}  // namespace terrane::rts
