// `terrane bench match`: what a match costs, against the clock and against libraries that do parts
// of the same (bench/rivals). Its parts are files of their own, bench_match_*.cpp. Owner thread.
#pragma once

#include <memory>

#include "bench_figures.h"
#include "terrane/base/result.h"
#include "terrane/rts/match.h"

namespace terrane::app {

// All of it, with the bars of the issue.
base::Result<void> bench_match(Report& report);

// The ground and the rules of a bench's match; a match borrows them.
struct BenchMatch {
  rts::Rules rules;
  rts::Battlefield field;
  rts::MatchSetup setup;
};
// Two opponents of the highest level and `units` in all on a generated arena.
base::Result<BenchMatch> make_bench_match(std::uint32_t units, std::uint64_t seed);

// The match at its start, its armies face to face in the middle of the field, with orders to fight
// their way to the other side's start.
base::Result<std::unique_ptr<rts::Match>> start_battle(const BenchMatch& bench);

// Of people's and opponents' units that are no buildings.
struct ArmyCount {
  std::uint32_t alive = 0;
  std::uint32_t fighting = 0;
};
ArmyCount count_armies(const rts::State& state);

// The parts: ticks and the delta of their snapshots, the snapshot of a battle, the walk.
base::Result<void> bench_ticks(Figures& figures);
base::Result<void> bench_snapshots(Figures& figures);
base::Result<void> bench_walk(Figures& figures);

}  // namespace terrane::app
