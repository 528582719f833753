#include "match_run.h"

#include <algorithm>
#include <utility>

#include "terrane/base/digest.h"
#include "terrane/fetch/file.h"
#include "terrane/play/percentile.h"
#include "terrane/rts/outcome.h"
#include "terrane/snapshot/events.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using snapshot::CoreRow;
using snapshot::Word;

constexpr double k_tick_ms = 1000.0 / rts::k_ticks_per_second;
constexpr std::size_t k_ticks_kept_max = std::size_t{1} << 22;  // of timings

// As a report's value.
std::string ending_name(rts::Ending ending) {
  switch (ending) {
    case rts::Ending::None:
      return "none";
    case rts::Ending::Destruction:
      return "destruction";
    case rts::Ending::Surrender:
      return "surrender";
    case rts::Ending::Time:
      return "time";
    case rts::Ending::AllGone:
      return "all_gone";
  }
  return "none";
}

}  // namespace

Result<std::unique_ptr<MatchRun>> MatchRun::start(const MatchArguments& arguments,
                                                  const MatchOptions& options,
                                                  const rts::Rules& rules,
                                                  play::MatchRecipe recipe) {
  std::unique_ptr<MatchRun> run(new MatchRun(arguments, options, rules));
  for (Word player = 0; player < options.setup.players.size(); ++player) {
    run->drawn_.emplace_back(options.setup.seed, player);
  }
  if (!arguments.record_path.empty()) {
    rts::ReplayHead head;
    head.engine_digest = play::match_engine_digest();
    head.rules_digest = rules.digest;
    head.field_digest = rts::digest(recipe.field);
    head.world_uri = recipe.field.world_uri;
    head.area = area_text(arguments.area);
    head.setup = options.setup;
    run->writer_ = std::make_unique<rts::ReplayWriter>(head);
  }
  run->field_ = recipe.field;
  play::HostOptions host = options.host;
  host.checksum_every = rts::k_replay_checksum_ticks;
  if (arguments.host_port != 0 || !arguments.join.empty()) host.checksum_every = 1;
  run->host_ = TERRANE_TRY(play::MatchHost::start(std::move(recipe), host));
  run->first_tick_ = run->host_->tick();
  run->last_tick_ =
      arguments.ticks != 0 ? arguments.ticks : static_cast<Word>(rules.match_ticks_max);
  if (run->last_tick_ <= run->first_tick_) {
    return Error{ErrorCode::OutOfRange, "the save is of tick " + std::to_string(run->first_tick_),
                 "--ticks", "a last tick beyond it"};
  }
  run->count(run->host_->latest().current);
  TERRANE_TRY(run->write_asked_files());
  return run;
}

bool MatchRun::goes_on() const {
  return !host_->over() && host_->tick() < last_tick_;
}

bool MatchRun::is_last() const {
  return !goes_on();
}

std::vector<Word> MatchRun::drawn_orders(bool host_side, bool joined_side) {
  std::vector<Word> records;
  const snapshot::View view = host_->latest().current;
  for (Word player = 0; player < drawn_.size(); ++player) {
    const bool is_ours = player == 0 ? host_side : joined_side;
    if (!is_ours || options_.controllers[player] != Controller::Drawn) continue;
    drawn_[player].play(rules_, view, records);
  }
  return records;
}

Result<void> MatchRun::step(std::span<const Word> records) {
  for (std::size_t at = 0; at < records.size();) {
    const std::size_t began = at;
    TERRANE_TRY(snapshot::read_event(records, at));
    const auto record = records.subspan(began, at - began);
    if (writer_) writer_->add_input(host_->tick(), record);
    TERRANE_TRY(host_->give_record(record));
  }
  TERRANE_TRY(host_->step());
  return after_tick();
}

Result<void> MatchRun::after_tick() {
  const play::TickRecord& tick = host_->last();
  if (step_ms_.size() < k_ticks_kept_max) {
    step_ms_.push_back(tick.step_ms);
    encode_us_.push_back(tick.encode_us);
  }
  host_->drain([&](const snapshot::Event& event) {
    chronicle_.take(event);
    snapshot::OutcomePayload outcome;
    if (!event.get(outcome)) return;
    winners_ = outcome.winners;
    ending_ = ending_name(static_cast<rts::Ending>(outcome.reason));
  });
  if (tick.checksums) checksum_ = tick.checksums->total;
  count(host_->latest().current);
  TERRANE_TRY(write_asked_files());
  return record_tick();
}

void MatchRun::count(const snapshot::View& view) {
  std::uint32_t alive = 0;
  std::uint32_t fighting = 0;
  for (const auto row : view.core().each<CoreRow>()) {
    const Word flags = row.get(&CoreRow::flags);
    const Word still = snapshot::k_flag_building | snapshot::k_flag_resource;
    if (row.get(&CoreRow::owner) >= snapshot::k_owner_nature || (flags & still) != 0) continue;
    alive += 1;
    fighting += (flags & snapshot::k_flag_fighting) != 0 ? 1 : 0;
  }
  if (host_->tick() == first_tick_) units_first_ = alive;
  units_peak_ = std::max(units_peak_, alive);
  snapshot_bytes_ = std::max(snapshot_bytes_, view.words().size_bytes());
  const bool in_battle = alive * 10 >= units_first_ * 9 && fighting * 3 >= alive;
  if (in_battle && !step_ms_.empty()) battle_ms_.push_back(step_ms_.back());
}

Result<void> MatchRun::save_to(const std::string& path) {
  return fetch::write_file(path, TERRANE_TRY(host_->save()));
}

Result<std::uint64_t> MatchRun::start_checksum() {
  return base::digest_of_bytes(TERRANE_TRY(host_->save()));
}

Result<void> MatchRun::write_asked_files() {
  if (!options_.save_at.path.empty() && options_.save_at.tick == host_->tick()) {
    TERRANE_TRY(save_to(options_.save_at.path));
  }
  if (!options_.snapshot_at.path.empty() && options_.snapshot_at.tick == host_->tick()) {
    const std::span<const Word> words = host_->latest().current.words();
    std::vector<std::uint8_t> bytes(words.size_bytes());
    snapshot::words_to_bytes(words, bytes);
    TERRANE_TRY(fetch::write_file(options_.snapshot_at.path, bytes));
  }
  return {};
}

Result<void> MatchRun::record_tick() {
  if (!writer_) return {};
  const play::TickRecord& tick = host_->last();
  if (tick.checksums && (tick.tick % rts::k_replay_checksum_ticks == 0 || is_last())) {
    writer_->add_checksums(tick.tick, *tick.checksums);
  }
  if (tick.tick % rts::k_replay_keyframe_ticks == 0) {
    writer_->add_keyframe(tick.tick, TERRANE_TRY(host_->save()));
  }
  return {};
}

Result<void> MatchRun::finish() {
  const std::vector<std::uint8_t> save = TERRANE_TRY(host_->save());
  const rts::State state = TERRANE_TRY(rts::read_save(save, rules_, field_));
  for (Word player = 0; player < options_.setup.players.size(); ++player) {
    deeds_.push_back(rts::deeds(state, player));
  }
  const auto not_reached = [&](const TickFile& file, const char* option) -> Result<void> {
    if (file.path.empty() || (file.tick >= first_tick_ && file.tick <= host_->tick())) return {};
    return Error{ErrorCode::OutOfRange,
                 "the match has ended at tick " + std::to_string(host_->tick()),
                 std::string(option) + " " + std::to_string(file.tick), "a tick that it reaches"};
  };
  if (writer_) {
    TERRANE_TRY(fetch::write_file(arguments_.record_path, writer_->finish(host_->tick())));
  }
  TERRANE_TRY(not_reached(options_.save_at, "--save-at"));
  return not_reached(options_.snapshot_at, "--snapshot-at");
}

void MatchRun::add_to(Report& report) const {
  report.add_count("ticks", host_->tick());
  report.add_count("units_peak", units_peak_);
  report.add("tick_ms_p50", play::percentile(step_ms_, 0.5));
  report.add("tick_ms_p99", play::percentile(step_ms_, 0.99));
  double battle_ms = 0;
  for (const double ms : battle_ms_) battle_ms += ms;
  const double mean_ms =
      battle_ms_.empty() ? 0 : battle_ms / static_cast<double>(battle_ms_.size());
  report.add("core_share_at_20hz", mean_ms / k_tick_ms);
  report.add_count("battle_ticks", battle_ms_.size());
  report.add_count("snapshot_bytes", snapshot_bytes_);
  report.add("encode_us_p50", play::percentile(encode_us_, 0.5));
  report.add_text("checksum", base::digest_text(checksum_));
  std::string winner = host_->over() ? "draw" : "none";
  for (Word side = 0; side < options_.setup.players.size(); ++side) {
    if ((winners_ >> side & 1u) != 0) winner = std::to_string(side + 1);
  }
  report.add_text("winner", winner);
  report.add_text("ending", ending_);
  report.add_count("shadow_differences", host_->shadow_differences());
  if (!host_->first_difference().empty()) {
    report.add_text("shadow_first_difference", host_->first_difference());
  }
  if (!host_->trouble().empty()) report.add_text("trouble", host_->trouble());
  report.add("cross_us_p50", play::percentile(host_->cross_us(), 0.5));
  report.add("cross_us_p99", play::percentile(host_->cross_us(), 0.99));
  report.add("decode_us_p50", play::percentile(host_->decode_us(), 0.5));
  std::vector<double> made, built, upgrades, halls;
  for (const MatchChronicle::Deeds& deeds : chronicle_.deeds()) {
    made.push_back(deeds.made);
    built.push_back(deeds.built);
    upgrades.push_back(deeds.upgrades);
    halls.push_back(deeds.halls);
  }
  std::vector<double> scouts, expansions, retreats, attacks;
  for (const rts::OpponentDeeds& deeds : deeds_) {
    scouts.push_back(deeds.scouts);
    expansions.push_back(deeds.expansions);
    retreats.push_back(deeds.retreats);
    attacks.push_back(deeds.attacks);
  }
  report.add_numbers("scouts", std::move(scouts));
  report.add_numbers("expansions", std::move(expansions));
  report.add_numbers("retreats", std::move(retreats));
  report.add_numbers("attacks", std::move(attacks));
  report.add_numbers("units_made", std::move(made));
  report.add_numbers("buildings_made", std::move(built));
  report.add_numbers("halls_made", std::move(halls));
  report.add_numbers("upgrades_made", std::move(upgrades));
}

}  // namespace terrane::app
