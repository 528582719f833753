#include "bench_match.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "match_ground.h"
#include "report.h"
#include "terrane/play/rules_files.h"
#include "terrane/rts/apart.h"
#include "terrane/snapshot/events.h"

namespace terrane::app {
namespace {

using base::Result;
using snapshot::CoreRow;
using snapshot::Word;

constexpr std::size_t k_sides = 2;

std::vector<std::size_t> soldiers_of(const rts::Board& board, Word player) {
  std::vector<std::size_t> soldiers;
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    const CoreRow& row = board.state.core[index];
    if (row.owner == player && rts::is_soldier(board.type_of(row).role)) soldiers.push_back(index);
  }
  return soldiers;
}

// All cells of the field, nearest to the place first.
std::vector<rts::Cell> cells_around(const rts::Battlefield& field, rts::PointMm place) {
  std::vector<std::pair<std::int64_t, rts::Cell>> ranked;
  for (std::int32_t z = 0; z < field.height_cells; ++z) {
    for (std::int32_t x = 0; x < field.width_cells; ++x) {
      ranked.push_back({rts::distance2_mm(field.middle_of({x, z}), place), {x, z}});
    }
  }
  std::sort(ranked.begin(), ranked.end(), [](const auto& one, const auto& other) {
    return std::tie(one.first, one.second.z, one.second.x) <
           std::tie(other.first, other.second.z, other.second.x);
  });
  std::vector<rts::Cell> cells;
  for (const auto& [distance2, cell] : ranked) cells.push_back(cell);
  return cells;
}

// One a cell of the field: somebody stands there already.
class TakenCells {
 public:
  explicit TakenCells(const rts::Board& board) : board_(board), taken_(board.field.ground.size()) {}

  // A cell, and for a large body those around it.
  bool take(rts::Cell cell, rts::SizeClass size) {
    const std::int32_t around = size == rts::SizeClass::Large ? 1 : 0;
    if (!board_.paths.may_stand(cell, size)) return false;
    for (std::int32_t z = cell.z - around; z <= cell.z + around; ++z) {
      for (std::int32_t x = cell.x - around; x <= cell.x + around; ++x) {
        if (!board_.field.contains({x, z}) || taken_[board_.field.index({x, z})] != 0) return false;
      }
    }
    for (std::int32_t z = cell.z - around; z <= cell.z + around; ++z) {
      for (std::int32_t x = cell.x - around; x <= cell.x + around; ++x) {
        taken_[board_.field.index({x, z})] = 1;
      }
    }
    return true;
  }

 private:
  const rts::Board& board_;
  std::vector<std::uint8_t> taken_;
};

// Puts the armies opposite each other in the middle of the field, a few metres apart: from their
// halls they would walk for minutes and meet one by one.
void bring_armies_together(rts::Board& board) {
  constexpr double k_gap_mm = 8000;
  constexpr double k_cell_share = 2.0;  // of a soldier, with the gaps between
  TakenCells taken(board);
  for (Word player = 0; player < k_sides; ++player) {
    const std::vector<std::size_t> soldiers = soldiers_of(board, player);
    const rts::PointMm start = board.field.starts[player];
    const double away_mm =
        k_gap_mm / 2 +
        std::sqrt(static_cast<double>(soldiers.size()) * k_cell_share / 3.14) * rts::k_cell_mm;
    const double start_mm = std::sqrt(static_cast<double>(rts::distance2_mm(start, {})));
    const auto toward_start = [&](std::int32_t mm) {
      return static_cast<std::int32_t>(mm / start_mm * away_mm);
    };
    const rts::PointMm place{toward_start(start.x_mm), toward_start(start.z_mm)};
    auto soldier = soldiers.begin();
    for (const rts::Cell cell : cells_around(board.field, place)) {
      if (soldier == soldiers.end()) break;
      CoreRow& row = board.state.core[*soldier];
      if (!taken.take(cell, rts::size_class_of(static_cast<std::int32_t>(row.radius_mm)))) continue;
      rts::put_at(board.field, row, board.field.middle_of(cell));
      ++soldier;
    }
  }
  rts::refresh(board);
}

Result<void> order_attack(rts::Match& match, Word player) {
  std::vector<Word> soldiers;
  for (const std::size_t index : soldiers_of(match.board(), player)) {
    soldiers.push_back(match.state().core[index].identity);
  }
  const rts::PointMm goal = match.field().starts[(player + 1) % k_sides];
  snapshot::OrderPayload order;
  order.player = player;
  order.x_mm = goal.x_mm;
  order.z_mm = goal.z_mm;
  for (std::size_t first = 0; first < soldiers.size(); first += snapshot::k_event_list_max) {
    const std::size_t count =
        std::min<std::size_t>(snapshot::k_event_list_max, soldiers.size() - first);
    const std::span<const Word> list(soldiers.data() + first, count);
    std::vector<Word> record;
    TERRANE_TRY(snapshot::append_event(record, snapshot::EventKind::OrderAttackMove,
                                       match.tick() + 1, order, list));
    TERRANE_TRY(match.give(record));
  }
  return {};
}

}  // namespace

Result<BenchMatch> make_bench_match(std::uint32_t units, std::uint64_t seed) {
  BenchMatch bench;
  const std::vector<rts::RulesText> texts = TERRANE_TRY(play::read_rules());
  bench.rules = TERRANE_TRY(rts::load_rules(texts));
  GroundOptions ground;
  ground.seed = seed;
  ground.sides = k_sides;
  ground.units = units;
  bench.field = TERRANE_TRY(make_ground(ground));
  bench.setup.seed = seed;
  bench.setup.units = units;
  const auto level = static_cast<Word>(bench.rules.opponents.size() - 1);
  for (Word player = 0; player < k_sides; ++player) {
    bench.setup.players.push_back({player % static_cast<Word>(bench.rules.factions.size()), level});
  }
  return bench;
}

Result<std::unique_ptr<rts::Match>> start_battle(const BenchMatch& bench) {
  std::unique_ptr<rts::Match> match =
      TERRANE_TRY(rts::Match::start(bench.rules, bench.field, bench.setup));
  bring_armies_together(match->board());
  for (Word player = 0; player < k_sides; ++player) TERRANE_TRY(order_attack(*match, player));
  return match;
}

ArmyCount count_armies(const rts::State& state) {
  constexpr Word k_still = snapshot::k_flag_building | snapshot::k_flag_resource;
  ArmyCount count;
  for (const CoreRow& row : state.core) {
    if (row.owner >= snapshot::k_owner_nature || (row.flags & k_still) != 0) continue;
    count.alive += 1;
    count.fighting += (row.flags & snapshot::k_flag_fighting) != 0 ? 1 : 0;
  }
  return count;
}

Result<void> bench_match(Report& report) {
  Figures figures(report);
  TERRANE_TRY(bench_ticks(figures));
  TERRANE_TRY(bench_snapshots(figures));
  TERRANE_TRY(bench_walk(figures));
  report.add_texts("match_bars_missed", figures.missed());
  return {};
}

}  // namespace terrane::app
