// One headless match from its start to its end or its last tick: the loop of `match`, with what is
// recorded, saved and counted on the way. Owner thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "match_chronicle.h"
#include "match_options.h"
#include "report.h"
#include "terrane/base/result.h"
#include "terrane/play/drawn_player.h"
#include "terrane/play/match_host.h"
#include "terrane/rts/opponent.h"
#include "terrane/rts/replay.h"

namespace terrane::app {

class MatchRun {
 public:
  // `recipe` as opened; `head` for a recording.
  static base::Result<std::unique_ptr<MatchRun>> start(const MatchArguments& arguments,
                                                       const MatchOptions& options,
                                                       const rts::Rules& rules,
                                                       play::MatchRecipe recipe);

  // Whether another tick is to be run.
  bool goes_on() const;
  // Orders of the drawn players that see the present snapshot, stamped with the next tick.
  std::vector<snapshot::Word> drawn_orders(bool host_side, bool joined_side);
  // Gives the records for the next tick and runs it.
  base::Result<void> step(std::span<const snapshot::Word> records);
  // Writes what was recorded.
  base::Result<void> finish();

  play::MatchHost& host() { return *host_; }
  const MatchChronicle& chronicle() const { return chronicle_; }
  void add_to(Report& report) const;
  std::uint64_t checksum() const { return checksum_; }
  bool over() const { return host_->over(); }
  base::Result<void> save_to(const std::string& path);
  // Of the state it stands at; for peers to compare before their first tick.
  base::Result<std::uint64_t> start_checksum();

 private:
  MatchRun(const MatchArguments& arguments, const MatchOptions& options, const rts::Rules& rules)
      : arguments_(arguments), options_(options), rules_(rules), chronicle_(rules, options.setup) {}
  base::Result<void> after_tick();
  base::Result<void> write_asked_files();
  base::Result<void> record_tick();
  void count(const snapshot::View& view);
  bool is_last() const;

  const MatchArguments& arguments_;
  const MatchOptions& options_;
  const rts::Rules& rules_;
  MatchChronicle chronicle_;
  std::unique_ptr<play::MatchHost> host_;
  std::unique_ptr<rts::ReplayWriter> writer_;
  std::vector<play::DrawnPlayer> drawn_;  // one a player; only Controller::Drawn ones are asked
  snapshot::Word first_tick_ = 0;
  snapshot::Word last_tick_ = 0;
  std::uint64_t checksum_ = 0;
  rts::Battlefield field_;                 // what a save is read with, for the deeds
  std::vector<rts::OpponentDeeds> deeds_;  // one a player, when it is over
  std::uint32_t winners_ = 0;
  std::string ending_ = "none";
  std::uint32_t units_first_ = 0;
  std::uint32_t units_peak_ = 0;
  std::size_t snapshot_bytes_ = 0;
  std::vector<double> step_ms_;
  std::vector<double> battle_ms_;  // of ticks with nearly all alive and a third in combat
  std::vector<double> encode_us_;
};

}  // namespace terrane::app
