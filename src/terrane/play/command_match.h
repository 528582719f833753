// A match or a replay as who commands sees it: paced at twenty ticks a second times a speed,
// wherever it runs, without ever waiting for a tick; the moment between the last two snapshots that
// the picture shows; and for a replay any tick of it. A tick is begun one ahead of the moment, so
// that it is there when the picture comes to it; one that is late holds the moment still, and
// nothing else. Owner thread: the drawing one's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "terrane/play/command_recorder.h"
#include "terrane/play/match_host.h"
#include "terrane/rts/replay.h"

namespace terrane::play {

inline constexpr double k_command_speed_max = 8;

class CommandMatch {
 public:
  // As MatchHost::start(). It is recorded, as a match on `area` of its world (rts::ReplayHead), but
  // for one that goes on from a save.
  static base::Result<std::unique_ptr<CommandMatch>> open(MatchRecipe recipe,
                                                          const HostOptions& options,
                                                          WorkerMaker make_worker = {},
                                                          const std::string& area = {});
  // The bytes of a replay (rts/replay.h), whose battlefield is in the recipe; its setup is the
  // replay's. Refused as Replay::open() and ReplayPlayer::open() do.
  static base::Result<std::unique_ptr<CommandMatch>> open_replay(MatchRecipe recipe,
                                                                 std::vector<std::uint8_t> bytes,
                                                                 const HostOptions& options,
                                                                 WorkerMaker make_worker = {});
  CommandMatch(const CommandMatch&) = delete;
  CommandMatch& operator=(const CommandMatch&) = delete;

  // A frame. Incomplete when the match's worker is lost.
  base::Result<void> step(double elapsed_s);
  // Whether the last step brought another snapshot.
  bool advanced() const { return advanced_; }

  // The last two snapshots that the picture shows; valid until the next step or seek.
  const snapshot::Latest& latest() const { return latest_; }
  double moment_tick() const { return moment_tick_; }
  snapshot::Word tick() const { return latest_.current_tick(); }

  // An order for the next tick that has not begun. Nothing in a replay.
  template <typename Payload>
  base::Result<void> give(snapshot::EventKind kind, const Payload& payload,
                          std::span<const snapshot::Word> list = {}) {
    if (is_replay()) return {};
    record_.clear();
    const snapshot::Word asked = host_->tick() + host_->begun();
    TERRANE_TRY(snapshot::append_event(record_, kind, asked + 1, payload, list));
    if (recorder_) recorder_->add_order(asked, record_);
    return host_->give_record(record_);
  }
  // Events since the last call, orders too, each once. None of ticks that a seek passed over.
  template <typename Use>
  void drain(Use&& use) {
    host_->drain(use);
  }

  void set_speed(double speed);  // 0: stands still
  double speed() const { return speed_; }
  bool over() const { return host_->over(); }

  // Of the match so far, or of what is shown; empty when it is not recorded.
  std::vector<std::uint8_t> replay() const;
  bool is_replay() const { return replay_ != nullptr; }
  snapshot::Word tick_last() const { return replay_ ? replay_->ticks() : 0; }
  // Goes to a tick, as near as the replay has it; step() brings it there.
  base::Result<void> seek(snapshot::Word tick);
  bool is_seeking() const { return seeking_; }

  double tick_ms() const { return tick_ms_; }  // of the last tick, where it ran
  const std::string& trouble() const { return host_->trouble(); }
  MatchHost& host() { return *host_; }
  const MatchHost& host() const { return *host_; }

 private:
  // As many as the longest frame at the highest speed lets pass, so that few frames a second make
  // no match slower than it was asked to be.
  static constexpr snapshot::Word k_begun_max = 48;
  static constexpr snapshot::Word k_begun_seeking_max = 64;

  CommandMatch() = default;
  base::Result<void> start(std::vector<std::uint8_t> saved);
  bool is_here() const;  // whether ticks run on this thread
  void take_latest();
  // Asks for ticks up to `wanted` (not itself), `most` of them under way at once.
  void begin_to(double wanted, snapshot::Word most);
  base::Result<void> step_seek();

  MatchRecipe recipe_;  // of a replay, to start again from a keyframe
  HostOptions options_;
  WorkerMaker make_worker_;
  std::vector<std::uint8_t> bytes_;
  std::unique_ptr<rts::Replay> replay_;
  std::unique_ptr<CommandRecorder> recorder_;
  std::vector<snapshot::Word> record_;  // of an order that is being given
  std::unique_ptr<MatchHost> host_;
  snapshot::Latest latest_;
  double moment_tick_ = 0;
  double speed_ = 1;
  double tick_ms_ = 0;
  bool advanced_ = false;
  bool seeking_ = false;
  snapshot::Word seek_tick_ = 0;
};

}  // namespace terrane::play
