#include "terrane/play/command_mirror.h"

#include <algorithm>

namespace terrane::play {
namespace {

using snapshot::Table;
using snapshot::Word;

template <typename Row>
void copy_rows(const snapshot::Rows& from, std::vector<Row>& to) {
  to.clear();
  to.reserve(from.count());
  for (Word row = 0; row < from.count(); ++row) to.push_back(from.get<Row>(row));
}

bool is_same(const rts::CellRect& a, const rts::CellRect& b) {
  return a.first == b.first && a.past == b.past;
}

}  // namespace

MatchMirror::MatchMirror(const rts::Rules& rules, const rts::Battlefield& field)
    : board_(rules, field) {}

void MatchMirror::follow(const snapshot::View& view) {
  rts::State& state = board_.state;
  if (follows_ && state.tick == view.tick()) return;
  state.tick = view.tick();
  copy_rows(view.core(), state.core);
  copy_rows(view.table(Table::Construction), state.construction);
  copy_rows(view.table(Table::Production), state.production);
  copy_rows(view.table(Table::Resources), state.resources);
  copy_rows(view.table(Table::Players), state.players);
  copy_rows(view.table(Table::Upgrades), state.upgrades);
  copy_rows(view.table(Table::Remembered), state.remembered);
  const snapshot::Rows& vision = view.table(Table::Vision);
  state.vision_stride = vision.stride();
  state.vision.clear();
  for (Word row = 0; row < vision.count(); ++row) {
    const std::span<const Word> words = vision.row(row);
    state.vision.insert(state.vision.end(), words.begin(), words.end());
  }
  state.minds.resize(state.core.size());
  state.next_identity = snapshot::k_first_unit_identity;
  if (!state.core.empty()) {
    state.next_identity = std::max(state.next_identity, state.core.back().identity + 1);
  }
  board_.index_of.assign(state.next_identity - snapshot::k_first_unit_identity, rts::k_none);
  for (std::size_t index = 0; index < state.core.size(); ++index) {
    const Word identity = state.core[index].identity;
    if (identity < snapshot::k_first_unit_identity) continue;
    board_.index_of[identity - snapshot::k_first_unit_identity] = static_cast<Word>(index);
    state.minds[index] = {};
    state.minds[index].identity = identity;
  }
  board_.grid.rebuild(board_.field, state.core);
  follow_ground();
  follow_loads();
  if (!follows_) board_.paths.prepare(rts::k_none);
  follows_ = true;
}

// Only what has come or gone since, so that only those sectors are measured again.
void MatchMirror::follow_ground() {
  next_.clear();
  for (const rts::CoreRow& row : board_.state.core) {
    if (!rts::blocks_ground(row)) continue;
    next_.push_back(
        {row.identity, rts::footprint(board_.field, board_.type_of(row), rts::place_of(row))});
  }
  std::size_t before = 0;
  std::size_t after = 0;
  while (before < standing_.size() || after < next_.size()) {
    const bool has_before = before < standing_.size();
    const bool has_after = after < next_.size();
    if (has_before && has_after && standing_[before].identity == next_[after].identity &&
        is_same(standing_[before].cells, next_[after].cells)) {
      before += 1;
      after += 1;
    } else if (has_before && (!has_after || standing_[before].identity <= next_[after].identity)) {
      board_.paths.unblock(standing_[before++].cells);
    } else {
      board_.paths.block(next_[after++].cells);
    }
  }
  standing_.swap(next_);
}

void MatchMirror::follow_loads() {
  for (const snapshot::ResourceRow& row : board_.state.resources) {
    const std::size_t index = board_.find(row.identity);
    if (index == rts::k_no_index) continue;
    if ((board_.state.core[index].flags & snapshot::k_flag_carrying) == 0) continue;
    board_.state.minds[index].load_kind = row.kind;
    board_.state.minds[index].load = row.amount;
  }
}

rts::Refusal MatchMirror::ask(snapshot::EventKind kind, const snapshot::OrderPayload& order,
                              std::span<const Word> units) {
  record_.clear();
  const std::size_t count = std::min<std::size_t>(units.size(), snapshot::k_event_list_max);
  const auto appended =
      snapshot::append_event(record_, kind, board_.state.tick + 1, order, units.first(count));
  if (!appended.ok() || !follows_) return rts::Refusal::BadArgument;
  std::size_t at = 0;
  const auto event = snapshot::read_event(record_, at);
  return event.ok() ? rts::check(board_, event.value()) : rts::Refusal::BadArgument;
}

}  // namespace terrane::play
