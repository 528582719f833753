#include "terrane/play/command_match.h"

#include <algorithm>
#include <utility>

#include "terrane/rts/save.h"

namespace terrane::play {

using base::Result;
using snapshot::Word;

namespace {

constexpr double k_elapsed_s_max = 0.25;  // a frame that took longer lets no more time pass
constexpr double k_seek_ms_a_frame = 12;  // of ticks that run on this thread

}  // namespace

Result<std::unique_ptr<CommandMatch>> CommandMatch::open(MatchRecipe recipe,
                                                         const HostOptions& options,
                                                         WorkerMaker make_worker,
                                                         const std::string& area) {
  std::unique_ptr<CommandMatch> match(new CommandMatch);
  match->options_ = options;
  match->make_worker_ = std::move(make_worker);
  if (recipe.saved.empty()) {
    const rts::Rules rules = TERRANE_TRY(rts::load_rules(recipe.rules));
    match->recorder_ = std::make_unique<CommandRecorder>(recipe, rules, area);
    if (match->options_.checksum_every == 0) {
      match->options_.checksum_every = rts::k_replay_checksum_ticks;
    }
  }
  match->host_ =
      TERRANE_TRY(MatchHost::start(std::move(recipe), match->options_, match->make_worker_));
  match->take_latest();
  match->moment_tick_ = match->tick();
  return match;
}

Result<std::unique_ptr<CommandMatch>> CommandMatch::open_replay(MatchRecipe recipe,
                                                                std::vector<std::uint8_t> bytes,
                                                                const HostOptions& options,
                                                                WorkerMaker make_worker) {
  std::unique_ptr<CommandMatch> match(new CommandMatch);
  match->options_ = options;
  match->make_worker_ = std::move(make_worker);
  match->bytes_ = std::move(bytes);
  match->replay_ = std::make_unique<rts::Replay>(TERRANE_TRY(rts::Replay::open(match->bytes_)));
  const rts::Rules rules = TERRANE_TRY(rts::load_rules(recipe.rules));
  // Refuses another engine, other rules, other ground.
  TERRANE_TRY(rts::ReplayPlayer::open(*match->replay_, rules, recipe.field, match_engine_digest()));
  match->recipe_ = std::move(recipe);
  match->recipe_.setup = match->replay_->head().setup;
  TERRANE_TRY(match->start({}));
  return match;
}

Result<void> CommandMatch::start(std::vector<std::uint8_t> saved) {
  MatchRecipe recipe = recipe_;
  recipe.saved = std::move(saved);
  host_ = TERRANE_TRY(MatchHost::start(std::move(recipe), options_, make_worker_));
  take_latest();
  moment_tick_ = tick();
  return {};
}

bool CommandMatch::is_here() const {
  return options_.thread != MatchThread::Worker || !host_->trouble().empty();
}

void CommandMatch::take_latest() {
  if (recorder_) recorder_->after_ticks(*host_);
  const Word before = latest_.current_tick();
  const bool had = latest_.ready();
  latest_ = host_->latest();
  advanced_ = advanced_ || !had || latest_.current_tick() != before;
  tick_ms_ = host_->last().step_ms;
}

void CommandMatch::begin_to(double wanted, Word most) {
  if (replay_) wanted = std::min(wanted, static_cast<double>(replay_->ticks()));
  while (host_->begun() < most && !host_->over()) {
    const Word asked = host_->tick() + host_->begun();
    if (asked >= wanted) break;
    if (replay_) {
      const std::span<const Word> records = replay_->inputs(asked);
      std::size_t at = 0;
      while (at < records.size()) {
        const std::size_t began = at;
        if (!snapshot::read_event(records, at).ok()) break;  // they were checked when it was opened
        // Refused now where it was refused then.
        static_cast<void>(host_->give_record(records.subspan(began, at - began)));
      }
    }
    if (recorder_) recorder_->before_tick(*host_);
    host_->begin_step();
  }
}

std::vector<std::uint8_t> CommandMatch::replay() const {
  return recorder_ ? recorder_->replay(tick()) : bytes_;
}

Result<void> CommandMatch::step(double elapsed_s) {
  advanced_ = false;
  if (seeking_) return step_seek();
  const double passed =
      std::clamp(elapsed_s, 0.0, k_elapsed_s_max) * rts::k_ticks_per_second * speed_;
  moment_tick_ += passed;
  // A worker's tick is asked for one ahead, and as far again as the next frame will go.
  if (passed > 0) begin_to(moment_tick_ + (is_here() ? 0 : 1 + passed), k_begun_max);
  if (moment_tick_ >= tick() && TERRANE_TRY(host_->poll())) take_latest();
  moment_tick_ = std::min(moment_tick_, static_cast<double>(tick()));
  return {};
}

void CommandMatch::set_speed(double speed) {
  speed_ = std::clamp(speed, 0.0, k_command_speed_max);
}

Result<void> CommandMatch::seek(Word wanted) {
  if (!replay_) return {};
  wanted = std::min(wanted, replay_->ticks());
  Word keyframe_tick = 0;
  const auto keyframe = replay_->keyframe(wanted, keyframe_tick);
  const Word asked = host_->tick() + host_->begun();
  const bool is_ahead = asked <= wanted && asked >= keyframe_tick;
  if (!is_ahead) {
    std::vector<std::uint8_t> save;
    if (!keyframe.empty()) save = TERRANE_TRY(rts::unpack_save(keyframe));
    TERRANE_TRY(start(std::move(save)));
  }
  seeking_ = true;
  seek_tick_ = wanted;
  return {};
}

Result<void> CommandMatch::step_seek() {
  const double began_s = match_clock_s();
  // Ticks of a worker are asked for in bulk; those of this thread stop when the frame has had its
  // share.
  do {
    begin_to(seek_tick_, is_here() ? 1 : k_begun_seeking_max);
    if (TERRANE_TRY(host_->poll())) take_latest();
  } while (is_here() && tick() < seek_tick_ && !host_->over() &&
           (match_clock_s() - began_s) * 1000 < k_seek_ms_a_frame);
  moment_tick_ = tick();
  if (tick() >= seek_tick_ || host_->over()) {
    seeking_ = host_->begun() > 0;
    host_->drain([](const snapshot::Event&) {});
  }
  return {};
}

}  // namespace terrane::play
