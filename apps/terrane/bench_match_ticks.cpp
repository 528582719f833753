#include <algorithm>
#include <array>
#include <iterator>

#include "bench_match.h"
#include "terrane/play/percentile.h"
#include "terrane/rts/behaviour.h"
#include "terrane/rts/economy.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/march.h"
#include "terrane/rts/opponent.h"
#include "terrane/rts/orders.h"
#include "terrane/rts/outcome.h"
#include "terrane/rts/vision.h"
#include "terrane/rts/wildlife.h"
#include "terrane/snapshot/delta.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double k_tick_us = 1e6 / rts::k_ticks_per_second;

// What Match::step() does, in its order, so that each can be timed; the end of a match that was
// played so is compared with one that Match::step() played.
struct System {
  const char* name;
  void (*run)(rts::Board& board);
};
constexpr System k_systems[] = {
    {"orders", rts::apply_due},         {"opponents", rts::step_opponents},
    {"statuses", rts::step_statuses},   {"economy", rts::step_economy},
    {"behaviour", rts::step_behaviour}, {"march", rts::step_march},
    {"fights", rts::step_fights},       {"wildlife", rts::step_wildlife},
    {"dead", rts::remove_dead},         {"vision", rts::step_vision},
    {"outcome", rts::step_outcome},     {"sweep", rts::sweep_orders},
};
constexpr std::size_t k_system_count = std::size(k_systems);
constexpr std::size_t k_opponents = 1;

// One tick; times are medians over rounds of the very same match.
struct TickTimes {
  std::array<double, k_system_count> system_us{};
  double total_us = 0;
  ArmyCount armies;
};

void drop_events(rts::Match& match) {
  match.port().drain([](const snapshot::Event&) {});
  match.port().outbox().clear();
}

// Each system by itself. The clock is read once between two of them.
TickTimes step_systems(rts::Match& match) {
  rts::Board& board = match.board();
  TickTimes times;
  board.state.tick += 1;
  board.died.clear();
  double from_us = cpu_us();
  for (std::size_t system = 0; system < k_system_count; ++system) {
    k_systems[system].run(board);
    const double now_us = cpu_us();
    times.system_us[system] = now_us - from_us;
    from_us = now_us;
  }
  return times;
}

TickTimes step_whole(rts::Match& match) {
  TickTimes times;
  const double from_us = cpu_us();
  match.step();
  times.total_us = cpu_us() - from_us;
  times.armies = count_armies(match.state());
  return times;
}

struct Played {
  std::vector<TickTimes> ticks;
  std::uint64_t checksum = 0;
};

Result<Played> play(const BenchMatch& bench, rts::Word ticks, TickTimes (*step)(rts::Match&)) {
  const std::unique_ptr<rts::Match> match = TERRANE_TRY(start_battle(bench));
  Played played;
  while (!match->over() && match->tick() < ticks) {
    played.ticks.push_back(step(*match));
    drop_events(*match);
  }
  played.checksum = rts::checksums(match->state()).total;
  return played;
}

// Medians of the rounds, tick by tick: the match is the same in each of them, so what differs is
// the machine.
template <typename ValueOf>
double over_rounds(const std::vector<Played>& rounds, std::size_t tick, ValueOf&& value_of) {
  std::vector<double> values;
  for (const Played& round : rounds) values.push_back(value_of(round.ticks[tick]));
  return median(std::move(values));
}

Result<std::vector<TickTimes>> play_rounds(const BenchMatch& bench, rts::Word ticks,
                                           std::size_t rounds) {
  std::vector<Played> whole, by_system;
  for (std::size_t round = 0; round < rounds; ++round) {
    whole.push_back(TERRANE_TRY(play(bench, ticks, step_whole)));
    by_system.push_back(TERRANE_TRY(play(bench, ticks, step_systems)));
    if (by_system.back().checksum != whole[0].checksum ||
        whole.back().checksum != whole[0].checksum) {
      return Error{ErrorCode::BadData, "the bench's tick is not the match's", "bench match",
                   "the systems of Match::step() in its order"};
    }
  }
  std::vector<TickTimes> times = whole[0].ticks;
  for (std::size_t tick = 0; tick < times.size(); ++tick) {
    times[tick].total_us = over_rounds(whole, tick, [](const TickTimes& t) { return t.total_us; });
    for (std::size_t system = 0; system < k_system_count; ++system) {
      times[tick].system_us[system] = over_rounds(
          by_system, tick, [system](const TickTimes& t) { return t.system_us[system]; });
    }
  }
  return times;
}

bool is_in_battle(ArmyCount armies, std::uint32_t units) {
  return armies.alive * 10 >= units * 9 && armies.fighting * 3 >= armies.alive;
}

void add_systems(const std::vector<TickTimes>& times, const std::string& prefix, Figures& figures) {
  for (std::size_t system = 0; system < k_system_count; ++system) {
    std::vector<double> us;
    for (const TickTimes& tick : times) us.push_back(tick.system_us[system]);
    figures.add(prefix + "_us_" + k_systems[system].name, mean(us));
  }
}

double opponents_share(const std::vector<TickTimes>& times) {
  double opponents_us = 0;
  double systems_us = 0;
  for (const TickTimes& tick : times) {
    opponents_us += tick.system_us[k_opponents];
    for (const double us : tick.system_us) systems_us += us;
  }
  return systems_us > 0 ? opponents_us / systems_us : 0;
}

// 400 units in battle, in matches of a few seeds.
Result<void> bench_battle(Figures& figures) {
  constexpr std::uint32_t k_units = 400;
  constexpr rts::Word k_ticks = 900;
  constexpr std::uint64_t k_seeds = 3;
  constexpr std::size_t k_rounds = 3;
  std::vector<TickTimes> battle, all;
  for (std::uint64_t seed = 1; seed <= k_seeds; ++seed) {
    const BenchMatch bench = TERRANE_TRY(make_bench_match(k_units, seed));
    for (const TickTimes& tick : TERRANE_TRY(play_rounds(bench, k_ticks, k_rounds))) {
      all.push_back(tick);
      if (is_in_battle(tick.armies, k_units)) battle.push_back(tick);
    }
  }
  if (battle.empty()) {
    return Error{ErrorCode::BadData, "the armies do not fight", "bench match, 400 units",
                 "ticks with nine in ten alive and a third in combat"};
  }
  std::vector<double> us;
  for (const TickTimes& tick : battle) us.push_back(tick.total_us);
  figures.add_count("match_400_battle_ticks", battle.size());
  figures.add("match_400_tick_ms_mean", mean(us) / 1000);
  figures.add("match_400_tick_ms_p99", play::percentile(us, 0.99) / 1000);
  figures.add_at_most("match_400_core_share_at_20hz", mean(us) / k_tick_us, 0.006);
  figures.add_at_most("match_400_opponents_share", opponents_share(battle), 0.10);
  figures.add_at_most("match_400_opponents_share_whole", opponents_share(all), 0.10);
  add_systems(battle, "match_400", figures);
  return {};
}

// All ticks of the first 20 seconds: orders, ways, walk and battle.
Result<void> bench_crowd(std::uint32_t units, std::size_t rounds, Figures& figures,
                         std::vector<double>& tick_us) {
  constexpr rts::Word k_ticks = 400;
  const std::string prefix = "match_" + std::to_string(units);
  const BenchMatch bench = TERRANE_TRY(make_bench_match(units, 1));
  const std::vector<TickTimes> times = TERRANE_TRY(play_rounds(bench, k_ticks, rounds));
  std::vector<double> unit_us;
  std::uint32_t fighting_max = 0;
  for (const TickTimes& tick : times) {
    tick_us.push_back(tick.total_us);
    unit_us.push_back(tick.total_us / std::max(tick.armies.alive, 1u));
    fighting_max = std::max(fighting_max, tick.armies.fighting);
  }
  figures.add_count(prefix + "_fighting_max", fighting_max);
  figures.add_count(prefix + "_alive_at_end", times.back().armies.alive);
  figures.add(prefix + "_tick_ms_p50", play::percentile(tick_us, 0.5) / 1000);
  figures.add(prefix + "_tick_ms_p99", play::percentile(tick_us, 0.99) / 1000);
  figures.add(prefix + "_tick_ms_first", tick_us.front() / 1000);
  figures.add(prefix + "_opponents_share", opponents_share(times));
  add_systems(times, prefix, figures);
  // Per unit, as armies shrink.
  figures.add(prefix + "_us_per_unit_p50", play::percentile(unit_us, 0.5));
  return {};
}

// The bytes that a spectator is sent who acknowledges each snapshot before the next one.
Result<void> bench_delta(Figures& figures) {
  constexpr std::uint32_t k_units = 400;
  constexpr rts::Word k_ticks = 900;
  constexpr std::size_t k_second = rts::k_ticks_per_second;
  const BenchMatch bench = TERRANE_TRY(make_bench_match(k_units, 1));
  const std::unique_ptr<rts::Match> match = TERRANE_TRY(start_battle(bench));
  snapshot::DeltaSender sender;
  snapshot::DeltaReceiver receiver;
  snapshot::Buffer buffer;
  std::vector<std::uint8_t> delta;
  std::vector<double> bytes, battle_bytes;
  while (!match->over() && match->tick() < k_ticks) {
    match->step();
    drop_events(*match);
    snapshot::encode(match->state().source(), buffer);
    const snapshot::View view = TERRANE_TRY(snapshot::View::open(buffer.words()));
    TERRANE_TRY(sender.encode(view, delta));
    TERRANE_TRY(receiver.decode(delta));
    sender.acknowledge(match->tick());
    if (match->tick() == 1) continue;  // whole, for who has just come
    bytes.push_back(static_cast<double>(delta.size()));
    if (is_in_battle(count_armies(match->state()), k_units)) battle_bytes.push_back(bytes.back());
  }
  double heaviest = 0;
  for (std::size_t first = 0; first + k_second <= bytes.size(); ++first) {
    double second = 0;
    for (std::size_t tick = first; tick < first + k_second; ++tick) second += bytes[tick];
    heaviest = std::max(heaviest, second);
  }
  figures.add("match_delta_battle_kb_per_second", mean(battle_bytes) * k_second / 1000);
  figures.add_at_most("match_delta_kb_per_second", heaviest / 1000, 50);
  return {};
}

}  // namespace

Result<void> bench_ticks(Figures& figures) {
  TERRANE_TRY(bench_battle(figures));
  TERRANE_TRY(bench_delta(figures));
  std::vector<double> of_5000, of_20000;
  TERRANE_TRY(bench_crowd(5000, 3, figures, of_5000));
  figures.add_at_most("match_5000_us_per_unit_tick", play::percentile(of_5000, 0.5) / 5000, 1.2);
  figures.add_at_most("match_5000_p99_ratio",
                      play::percentile(of_5000, 0.99) / play::percentile(of_5000, 0.5), 2.0);
  TERRANE_TRY(bench_crowd(20000, 1, figures, of_20000));
  figures.add_at_most("match_20000_tick_ms_max", play::percentile(of_20000, 1) / 1000, 50);
  return {};
}

}  // namespace terrane::app
