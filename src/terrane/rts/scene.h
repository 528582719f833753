// For tests only: a board with players on a drawn field, without a Match around it, so that a test
// of one system can put units where it wants them and run whole ticks. Events that were told are
// kept. Not how a match is set up: that is match.h's.
#pragma once

#include <doctest/doctest.h>

#include <initializer_list>
#include <string_view>
#include <vector>

#include "terrane/rts/behaviour.h"
#include "terrane/rts/economy.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/march.h"
#include "terrane/rts/orders.h"
#include "terrane/rts/outcome.h"
#include "terrane/rts/testing.h"
#include "terrane/rts/vision.h"
#include "terrane/rts/wildlife.h"

namespace terrane::rts::testing {

struct Told {
  snapshot::EventKind kind = snapshot::EventKind::Ready;
  Word tick = 0;
  std::vector<Word> payload;
};

struct Scene {
  Rules rules = small_rules();
  Battlefield field;
  Board board;
  std::vector<Told> told;

  // Player p plays faction p % 2. Nodes and animals stand where they are drawn; no halls.
  explicit Scene(const std::vector<std::string_view>& lines, Word players = 2)
      : Scene(drawn_field(lines), players) {}

  explicit Scene(Battlefield ground, Word players = 2)
      : field(std::move(ground)), board(rules, field) {
    for (Word player = 0; player < players; ++player) add_player(player);
    for (const Spot& spot : field.resources) {
      const Word type = spot.kind == 0 ? rules.gold_mine : rules.tree;
      const std::size_t node = add_unit(board, type, k_nature, spot.place);
      const auto stock = static_cast<Word>(rules.type(type).stock);
      board.state.resources.push_back(
          {board.state.core[node].identity, spot.kind, stock, stock, 0});
    }
    for (const Spot& spot : field.animals) {
      const std::size_t animal = add_unit(board, rules.animals[spot.kind], k_nature, spot.place);
      board.state.wildlife.push_back(
          {board.state.core[animal].identity, 0, spot.place.x_mm, spot.place.z_mm, 0});
    }
    refresh(board);
    start_vision(board);
    settle();
  }
  Scene(const Scene&) = delete;

  // A unit or finished building of the player's faction; its identity.
  Word put(Word player, Role role, PointMm place) {
    const std::size_t index = add_unit(board, type_of(player % 2, role), player, place);
    return board.state.core[index].identity;
  }
  Word put(Word player, Role role, std::int32_t x, std::int32_t z) {
    const UnitType& type = rules.type(type_of(player % 2, role));
    const PointMm middle = at(field, x, z);
    return put(player, role, type.footprint_x_cells > 0 ? snap_site(field, type, middle) : middle);
  }

  // After units were put: who is near whom, who sees what, how much supply there is.
  void settle() {
    board.grid.rebuild(field, board.state.core);
    count_supply(board);
    step_vision(board);
  }

  std::size_t index(Word identity) const { return board.find(identity); }
  bool lives(Word identity) const { return index(identity) != k_no_index; }
  CoreRow& row(Word identity) {
    REQUIRE(lives(identity));
    return board.state.core[index(identity)];
  }
  Mind& mind(Word identity) {
    REQUIRE(lives(identity));
    return board.state.minds[index(identity)];
  }
  snapshot::PlayerRow& player(Word number) { return board.state.players[number]; }
  snapshot::ScoreRow& score_of(Word number) { return board.state.scores[number]; }

  // Gives an order now, as an event from outside.
  void order(snapshot::EventKind kind, Word player_number, std::initializer_list<Word> units,
             Word target = 0, PointMm place = {}, Word argument = 0) {
    const snapshot::OrderPayload payload{player_number, target, place.x_mm, place.z_mm,
                                         argument,      0,      0};
    std::vector<Word> record;
    REQUIRE(snapshot::append_event(record, kind, board.state.tick, payload,
                                   std::span<const Word>(units.begin(), units.size()))
                .ok());
    std::size_t at_word = 0;
    const auto event = snapshot::read_event(record, at_word);
    REQUIRE(event.ok());
    apply(board, event.value());
    collect();
  }

  // Whole ticks, as Match::step() but without opponents and what waits.
  void step(Word ticks = 1) {
    for (; ticks > 0 && board.state.over == 0; --ticks) {
      ++board.state.tick;
      board.died.clear();
      step_statuses(board);
      step_economy(board);
      step_behaviour(board);
      step_march(board);
      step_fights(board);
      step_wildlife(board);
      remove_dead(board);
      step_vision(board);
      if (outcome) step_outcome(board);
      sweep_orders(board);
      collect();
    }
  }
  // Off: a test without bases goes on.
  bool outcome = false;

  std::size_t count_told(snapshot::EventKind kind) const {
    std::size_t count = 0;
    for (const Told& event : told) count += event.kind == kind ? 1 : 0;
    return count;
  }

  void collect() {
    board.port.drain([&](const snapshot::Event& event) {
      told.push_back({event.info->kind, event.tick, {event.payload.begin(), event.payload.end()}});
    });
    board.port.outbox().clear();
  }

 private:
  void add_player(Word number) {
    snapshot::PlayerRow row_of_player;
    row_of_player.identity = snapshot::player_identity(number);
    row_of_player.faction = number % 2;
    row_of_player.gold = 1000;
    row_of_player.wood = 1000;
    board.state.players.push_back(row_of_player);
    PlayerMind mind_of_player;
    mind_of_player.identity = row_of_player.identity;
    if (number < field.starts.size()) {
      mind_of_player.start_x_mm = static_cast<Word>(field.starts[number].x_mm);
      mind_of_player.start_z_mm = static_cast<Word>(field.starts[number].z_mm);
    }
    board.state.player_minds.push_back(mind_of_player);
    snapshot::ScoreRow score_row;
    score_row.identity = row_of_player.identity;
    board.state.scores.push_back(score_row);
  }
};

// A free field of so many cells.
inline Battlefield plain(std::int32_t width, std::int32_t height) {
  const std::string line(static_cast<std::size_t>(width), '.');
  return drawn_field(std::vector<std::string_view>(static_cast<std::size_t>(height), line));
}

}  // namespace terrane::rts::testing
