// A match: two to eight sides, twenty ticks a second, rules from data, a battlefield, and one
// integer state that is the same on every machine. This is the whole interface to it: orders go in
// as events (snapshot/events.h), a snapshot and events come out. It knows no thread, file, clock or
// picture. Owner thread; different matches share nothing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/rts/board.h"

namespace terrane::rts {

// Rises with every change after which a match goes on otherwise than before: replays, saves and
// peers of another number are refused by name instead of drifting.
inline constexpr Word k_simulation_version = 3;

struct PlayerSetup {
  Word faction = 0;
  Word level = k_none;  // of the computer opponent (Rules::opponents), k_none: a person
};

struct MatchSetup {
  std::uint64_t seed = 0;
  std::vector<PlayerSetup> players;  // 2 to k_players_max
  // Mobile units at the start in all: as many workers as a side's opponent wants (a person: as many
  // as any), then armies of all roles that are worth the same: the cheaper a faction's soldiers,
  // the more it has. 0: what a town begins with (a hall, five workers). Each side also
  // has its hall, and with an army as many houses as it needs.
  Word units = 0;
  Word ticks_max = 0;  // then the score decides; 0: Rules::match_ticks_max
};

// A digest of every word of the state by subsystem, for desyncs: what a snapshot shows by table,
// and what it does not.
struct StateChecksums {
  static constexpr std::size_t k_parts = 21;
  std::array<std::uint64_t, k_parts> parts{};
  std::uint64_t total = 0;
  friend bool operator==(const StateChecksums&, const StateChecksums&) = default;
};
std::string_view checksum_part_name(std::size_t part);
StateChecksums checksums(const State& state);

class Match {
 public:
  // Borrows rules and field, which must outlive it. BadData for a setup or field that cannot be
  // played (check_battlefield).
  static base::Result<std::unique_ptr<Match>> start(const Rules& rules, const Battlefield& field,
                                                    const MatchSetup& setup);
  // Goes on from a saved state (save.h reads it, checked).
  static base::Result<std::unique_ptr<Match>> resume(const Rules& rules, const Battlefield& field,
                                                     State state);

  // Takes an order or other event to the match, to run at `record`'s tick (the next one at the
  // earliest). BadData for what is not one, OutOfRange for a tick that is past or more than 200
  // ahead. What the order asks for is validated when it runs: a bad one is refused then, with an
  // event that gives the reason.
  base::Result<void> give(std::span<const Word> record);

  // Runs one tick. Does nothing once over().
  void step();

  Word tick() const { return board_.state.tick; }
  bool over() const { return board_.state.over != 0; }
  const State& state() const { return board_.state; }
  const Rules& rules() const { return board_.rules; }
  const Battlefield& field() const { return board_.field; }
  // Events of the match for the outside: drain() or outbox().
  snapshot::EventPort& port() { return board_.port; }
  // For benches and planted faults in tests.
  Board& board() { return board_; }

 private:
  Match(const Rules& rules, const Battlefield& field) : board_(rules, field) {}
  Board board_;
};

}  // namespace terrane::rts
