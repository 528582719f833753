#include <algorithm>
#include <optional>

#include "bench_match.h"
#include "rivals/detour_rival.h"
#include "terrane/rts/apart.h"
#include "terrane/rts/march.h"
#include "terrane/rts/vector_mm.h"

namespace terrane::app {
namespace {

using base::Result;
using rivals::DetourWalk;
using rivals::Walker;
using snapshot::CoreRow;

// The few walk until most of them stand; the many are still on their way when it ends.
struct WalkSize {
  std::uint32_t units = 0;
  std::size_t ticks_max = 0;
};
constexpr WalkSize k_walks[] = {{400, 4000}, {5000, 600}};
constexpr std::int32_t k_arrived_mm = 3000;  // a crowd stands around its goal

// Two armies that change places, in formation, in a match that does nothing else.
struct Walk {
  std::vector<std::size_t> indices;
  std::vector<Walker> walkers;
};

Walk send_armies(rts::Match& match) {
  rts::Board& board = match.board();
  Walk walk;
  for (snapshot::Word player = 0; player < board.state.players.size(); ++player) {
    std::vector<std::size_t> army;
    for (std::size_t index = 0; index < board.state.core.size(); ++index) {
      const CoreRow& row = board.state.core[index];
      const bool walks = row.owner == player && rts::is_mobile(board.type_of(row).role);
      if (walks) army.push_back(index);
    }
    const std::size_t other = (player + 1) % board.state.players.size();
    rts::send_group(board, army, match.field().starts[other], true);
    walk.indices.insert(walk.indices.end(), army.begin(), army.end());
  }
  for (const std::size_t index : walk.indices) {
    const CoreRow& row = board.state.core[index];
    const rts::Mind& mind = board.state.minds[index];
    walk.walkers.push_back({rts::place_of(row),
                            {mind.slot_x_mm, mind.slot_z_mm},
                            static_cast<std::int32_t>(row.radius_mm),
                            board.type_of(row).speed_mm_per_tick});
  }
  return walk;
}

std::vector<std::uint8_t> open_cells(const rts::Board& board) {
  const rts::Battlefield& field = board.field;
  std::vector<std::uint8_t> open(field.ground.size());
  for (std::int32_t z = 0; z < field.height_cells; ++z) {
    for (std::int32_t x = 0; x < field.width_cells; ++x) {
      open[field.index({x, z})] = board.paths.may_stand({x, z}, rts::SizeClass::Small) ? 1 : 0;
    }
  }
  return open;
}

template <typename PlaceOf>
std::size_t count_arrived(const Walk& walk, PlaceOf&& place_of) {
  std::size_t arrived = 0;
  for (std::size_t at = 0; at < walk.walkers.size(); ++at) {
    arrived += rts::within(place_of(at), walk.walkers[at].to, k_arrived_mm) ? 1 : 0;
  }
  return arrived;
}

// How much of the straight way from start to goal everybody has behind them, and how many are
// there.
template <typename PlaceOf>
void add_progress(const Walk& walk, PlaceOf&& place_of, const std::string& prefix,
                  Figures& figures) {
  double whole_mm = 0;
  double left_mm = 0;
  for (std::size_t at = 0; at < walk.walkers.size(); ++at) {
    whole_mm += rts::distance_between(walk.walkers[at].from, walk.walkers[at].to);
    left_mm += rts::distance_between(place_of(at), walk.walkers[at].to);
  }
  figures.add(prefix + "_way_share", 1 - left_mm / whole_mm);
  figures.add(prefix + "_arrived_share", static_cast<double>(count_arrived(walk, place_of)) /
                                             static_cast<double>(walk.walkers.size()));
}

// Of the match's own: who stands costs less.
bool do_most_walk(const rts::Board& board, const Walk& walk) {
  std::size_t walking = 0;
  for (const std::size_t index : walk.indices) {
    walking += board.state.minds[index].going == static_cast<rts::Word>(rts::Going::Walking);
  }
  return walking * 2 >= walk.indices.size();
}

// Tick by tick in turns, while most of the match's walk.
Result<void> walk_against_detour(WalkSize size, Figures& figures) {
  const std::string prefix = "match_walk_" + std::to_string(size.units);
  const BenchMatch bench = TERRANE_TRY(make_bench_match(size.units, 1));
  const std::unique_ptr<rts::Match> match =
      TERRANE_TRY(rts::Match::start(bench.rules, bench.field, bench.setup));
  rts::Board& board = match->board();
  const Walk walk = send_armies(*match);
  std::optional<DetourWalk> detour;
  if (DetourWalk::is_in_build()) {
    detour = TERRANE_TRY(DetourWalk::make(bench.field, open_cells(board), walk.walkers));
  }
  const auto our_place = [&](std::size_t at) {
    return rts::place_of(board.state.core[walk.indices[at]]);
  };
  std::vector<double> our_us, detour_us, ratios;
  while (our_us.size() < size.ticks_max && do_most_walk(board, walk)) {
    const double from_us = cpu_us();
    board.state.tick += 1;
    rts::step_march(board);
    our_us.push_back(cpu_us() - from_us);
    if (!detour) continue;
    const double detour_from_us = cpu_us();
    detour->step();
    detour_us.push_back(cpu_us() - detour_from_us);
    ratios.push_back(detour_us.back() / our_us.back());
  }
  const double count = static_cast<double>(walk.walkers.size());
  figures.add_count(prefix + "_ticks", our_us.size());
  figures.add(prefix + "_us_per_unit", mean(our_us) / count);
  add_progress(walk, our_place, prefix, figures);
  std::optional<double> ratio;
  if (detour) {
    const auto place = [&](std::size_t at) { return detour->place(at); };
    figures.add(prefix + "_detour_us_per_unit", mean(detour_us) / count);
    add_progress(walk, place, prefix + "_detour", figures);
    figures.add(prefix + "_detour_total_ratio", mean(detour_us) / mean(our_us));
    ratio = median(std::move(ratios));
  }
  figures.add_at_least(prefix + "_detour_ratio", ratio, 4.0);
  return {};
}

}  // namespace

Result<void> bench_walk(Figures& figures) {
  for (const WalkSize& size : k_walks) TERRANE_TRY(walk_against_detour(size, figures));
  return {};
}

}  // namespace terrane::app
