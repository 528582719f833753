// One world of a match that shares no memory with another: its own rules, battlefield and state,
// made from a recipe of plain values. Two of them, made from copies of one recipe, play the same
// match; shadow mode depends on it. It runs on whatever thread calls it. Owner thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/rts/match.h"
#include "terrane/rts/save.h"
#include "terrane/snapshot/buffer.h"

namespace terrane::play {

// Everything that decides a match, as values that can be copied or posted.
struct MatchRecipe {
  std::vector<rts::RulesText> rules;
  rts::Battlefield field;
  rts::MatchSetup setup;
  // Goes on from these bytes (rts/save.h), of the setup only with its ticks_max; empty: starts.
  std::vector<std::uint8_t> saved;
};

class MatchWorld {
 public:
  // As load_rules(), read_save() and Match::start() refuse.
  static base::Result<std::unique_ptr<MatchWorld>> open(MatchRecipe recipe);
  MatchWorld(const MatchWorld&) = delete;
  MatchWorld& operator=(const MatchWorld&) = delete;

  rts::Match& match() { return *match_; }
  const rts::Match& match() const { return *match_; }
  // The snapshot of the tick it stands at.
  void encode(snapshot::Buffer& buffer) const;
  // Replaces `out` by a save of the tick it stands at.
  void save(std::vector<std::uint8_t>& out) const;

 private:
  MatchWorld() = default;

  rts::Rules rules_;
  rts::Battlefield field_;
  std::uint64_t field_digest_ = 0;
  std::uint64_t seed_ = 0;
  std::unique_ptr<rts::Match> match_;  // borrows the two above
};

}  // namespace terrane::play
