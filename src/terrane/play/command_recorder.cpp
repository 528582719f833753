#include "terrane/play/command_recorder.h"

#include <algorithm>
#include <utility>

namespace terrane::play {
namespace {

rts::ReplayHead head_of(const MatchRecipe& recipe, const rts::Rules& rules, std::string area) {
  rts::ReplayHead head;
  head.engine_digest = match_engine_digest();
  head.rules_digest = rules.digest;
  head.field_digest = rts::digest(recipe.field);
  head.world_uri = recipe.field.world_uri;
  head.area = std::move(area);
  head.setup = recipe.setup;
  return head;
}

}  // namespace

CommandRecorder::CommandRecorder(const MatchRecipe& recipe, const rts::Rules& rules,
                                 std::string area)
    : writer_(head_of(recipe, rules, std::move(area))) {}

void CommandRecorder::add(Part part) {
  const auto place =
      std::upper_bound(waiting_.begin(), waiting_.end(), part, [](const Part& a, const Part& b) {
        return a.tick != b.tick ? a.tick < b.tick : a.kind < b.kind;
      });
  waiting_.insert(place, std::move(part));
}

void CommandRecorder::write(const Part& part, rts::ReplayWriter& writer) {
  switch (part.kind) {
    case Kind::Checksums:
      return writer.add_checksums(part.tick, part.checksums);
    case Kind::Keyframe:
      return writer.add_keyframe(part.tick, part.save);
    case Kind::Order:
      return writer.add_input(part.tick, part.record);
  }
}

void CommandRecorder::add_order(snapshot::Word tick, std::span<const snapshot::Word> record) {
  Part part;
  part.tick = tick;
  part.record.assign(record.begin(), record.end());
  add(std::move(part));
}

void CommandRecorder::before_tick(MatchHost& host) {
  const snapshot::Word asked = host.tick() + host.begun();
  if (asked == 0 || asked % rts::k_replay_keyframe_ticks != 0) return;
  host.begin_save();
  saves_.push_back(asked);
}

void CommandRecorder::after_ticks(MatchHost& host) {
  const TickRecord& checked = host.last_checked();
  if (checked.tick > checked_tick_ && checked.checksums &&
      checked.tick % rts::k_replay_checksum_ticks == 0) {
    checked_tick_ = checked.tick;
    Part part;
    part.tick = checked.tick;
    part.kind = Kind::Checksums;
    part.checksums = *checked.checksums;
    add(std::move(part));
  }
  while (!saves_.empty()) {
    auto save = host.take_save();
    if (!save) break;
    Part part;
    part.tick = saves_.front();
    part.kind = Kind::Keyframe;
    part.save = std::move(*save);
    add(std::move(part));
    saves_.pop_front();
  }
  const snapshot::Word open_tick =
      saves_.empty() ? host.tick() : std::min(host.tick(), saves_.front());
  while (!waiting_.empty() && waiting_.front().tick < open_tick) {
    write(waiting_.front(), writer_);
    waiting_.pop_front();
  }
}

std::vector<std::uint8_t> CommandRecorder::replay(snapshot::Word tick) const {
  rts::ReplayWriter copy = writer_;
  for (const Part& part : waiting_) {
    if (part.tick <= tick) write(part, copy);
  }
  return copy.finish(tick);
}

}  // namespace terrane::play
