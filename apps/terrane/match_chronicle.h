// The story of a match, told from its events: who built what and when, the battles, why it ended.
// It knows no rule of the game beyond names. Owner thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terrane/rts/match.h"
#include "terrane/snapshot/events.h"

namespace terrane::app {

class MatchChronicle {
 public:
  // Borrows the rules.
  MatchChronicle(const rts::Rules& rules, const rts::MatchSetup& setup);

  void take(const snapshot::Event& event);

  // Lines for people, by time; whole after the match.
  std::string text() const;

  // What a side did at least once, for reports over many matches.
  struct Deeds {
    std::uint32_t made = 0;
    std::uint32_t lost = 0;
    std::uint32_t killed = 0;
    std::uint32_t built = 0;
    std::uint32_t razed = 0;
    std::uint32_t halls = 0;  // finished after the start: it expanded
    std::uint32_t upgrades = 0;
  };
  const std::vector<Deeds>& deeds() const { return deeds_; }

 private:
  struct Line {
    snapshot::Word tick = 0;
    std::string words;
  };
  // A fight in one place: deaths that follow each other within k_battle_gap_ticks and k_battle_m.
  struct Battle {
    snapshot::Word first_tick = 0;
    snapshot::Word last_tick = 0;
    std::int64_t x_mm = 0;  // of the last death
    std::int64_t z_mm = 0;
    std::vector<std::uint32_t> fallen;  // by player, nature last
    std::vector<std::uint32_t> razed;
  };

  void take_unit(snapshot::EventKind kind, snapshot::Word tick, const snapshot::UnitPayload& unit);
  void take_death(snapshot::Word tick, const snapshot::UnitPayload& unit, bool is_building);
  std::string player_name(snapshot::Word player) const;
  std::string type_name(snapshot::Word type) const;
  static std::string place_text(std::int64_t x_mm, std::int64_t z_mm);
  std::string battle_text(const Battle& battle) const;
  void add_made_lines(std::vector<Line>& lines) const;

  // Units of one type that one side made within a minute.
  struct Made {
    snapshot::Word player = 0;
    snapshot::Word type = 0;
    snapshot::Word minute = 0;
    snapshot::Word last_tick = 0;
    std::uint32_t count = 0;
  };

  const rts::Rules& rules_;
  rts::MatchSetup setup_;
  std::vector<Line> lines_;
  std::vector<Made> made_;
  std::vector<Battle> battles_;
  std::vector<Deeds> deeds_;
};

}  // namespace terrane::app
