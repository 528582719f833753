#include "match_chronicle.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "terrane/rts/outcome.h"

namespace terrane::app {
namespace {

using snapshot::EventKind;
using snapshot::Word;

constexpr Word k_battle_gap_ticks = 20 * rts::k_ticks_per_second;
constexpr std::int64_t k_battle_mm = 60000;
constexpr std::uint32_t k_battle_fallen_min = 5;  // fewer is a skirmish and is not told
constexpr Word k_minute_ticks = 60 * rts::k_ticks_per_second;

std::string time_text(Word tick) {
  char text[16];
  const Word seconds = tick / rts::k_ticks_per_second;
  std::snprintf(text, sizeof(text), "%3u:%02u", seconds / 60, seconds % 60);
  return text;
}

std::string count_text(std::uint32_t count, const std::string& name) {
  return count == 1 ? "a " + name : std::to_string(count) + " x " + name;
}

}  // namespace

MatchChronicle::MatchChronicle(const rts::Rules& rules, const rts::MatchSetup& setup)
    : rules_(rules), setup_(setup), deeds_(setup.players.size()) {}

std::string MatchChronicle::player_name(Word player) const {
  if (player >= setup_.players.size()) return "nature";
  const rts::PlayerSetup& setup = setup_.players[player];
  std::string name = "side " + std::to_string(player + 1);
  if (setup.faction < rules_.factions.size()) {
    name += " (" + rules_.factions[setup.faction].name;
    if (setup.level < rules_.opponents.size()) name += ", " + rules_.opponents[setup.level].name;
    name += ")";
  }
  return name;
}

std::string MatchChronicle::type_name(Word type) const {
  return type < rules_.types.size() ? rules_.types[type].name : "something";
}

std::string MatchChronicle::place_text(std::int64_t x_mm, std::int64_t z_mm) {
  return std::to_string(x_mm / 1000) + "," + std::to_string(z_mm / 1000);
}

void MatchChronicle::take(const snapshot::Event& event) {
  snapshot::UnitPayload unit;
  if (event.get(unit)) {
    take_unit(event.info->kind, event.tick, unit);
    return;
  }
  snapshot::PlayerPayload player;
  if (event.info->kind == EventKind::PlayerDefeated && event.get(player)) {
    lines_.push_back({event.tick, player_name(player.player) + " is beaten"});
  }
  if (event.info->kind == EventKind::PlayerLeft && event.get(player)) {
    lines_.push_back({event.tick, player_name(player.player) + " leaves"});
  }
  // Once a time: it is told again while it lasts.
  snapshot::AlertPayload alert;
  const auto homeless_ticks = static_cast<Word>(rules_.homeless_ticks);
  if (event.info->kind == EventKind::AlertHomeless && event.get(alert) &&
      alert.value == homeless_ticks) {
    lines_.push_back({event.tick, player_name(alert.player) +
                                      " has nothing left that makes units, and " +
                                      std::to_string(homeless_ticks / rts::k_ticks_per_second) +
                                      " s to finish something that does"});
  }
  snapshot::OutcomePayload outcome;
  if (event.get(outcome)) {
    std::string words = "it ends (" +
                        std::string(rts::ending_text(static_cast<rts::Ending>(outcome.reason))) +
                        "): ";
    if (outcome.winners == 0) words += "a draw";
    for (Word side = 0; side < setup_.players.size(); ++side) {
      if ((outcome.winners >> side & 1u) != 0) words += player_name(side) + " wins";
    }
    lines_.push_back({event.tick, std::move(words)});
  }
}

void MatchChronicle::take_unit(EventKind kind, Word tick, const snapshot::UnitPayload& unit) {
  const bool of_player = unit.owner < deeds_.size();
  const auto tell = [&](const std::string& words) {
    if (!of_player) return;
    lines_.push_back(
        {tick, player_name(unit.owner) + " " + words + " at " + place_text(unit.x_mm, unit.z_mm)});
  };
  switch (kind) {
    case EventKind::UnitMade: {
      if (!of_player) return;
      deeds_[unit.owner].made += 1;
      const Word minute = tick / k_minute_ticks;
      const auto same = std::find_if(made_.rbegin(), made_.rend(), [&](const Made& made) {
        return made.player == unit.owner && made.type == unit.type && made.minute == minute;
      });
      if (same != made_.rend()) {
        same->count += 1;
        same->last_tick = tick;
      } else {
        made_.push_back({unit.owner, unit.type, minute, tick, 1});
      }
      return;
    }
    case EventKind::UnitDied:
      take_death(tick, unit, false);
      return;
    case EventKind::BuildingStarted:
      tell("lays the ground of a " + type_name(unit.type));
      return;
    case EventKind::BuildingFinished:
      if (of_player) {
        deeds_[unit.owner].built += 1;
        const bool is_hall =
            unit.type < rules_.types.size() && rules_.types[unit.type].role == rts::Role::TownHall;
        deeds_[unit.owner].halls += is_hall ? 1 : 0;
      }
      tell("finishes a " + type_name(unit.type));
      return;
    case EventKind::BuildingLost:
      take_death(tick, unit, true);
      tell("loses a " + type_name(unit.type));
      return;
    case EventKind::UpgradeFinished:
      if (of_player) deeds_[unit.owner].upgrades += 1;
      if (of_player && unit.type < rules_.upgrades.size()) {
        lines_.push_back({tick, player_name(unit.owner) + " has " +
                                    rules_.upgrades[unit.type].name + " " +
                                    std::to_string(unit.value)});
      }
      return;
    default:
      return;
  }
}

void MatchChronicle::take_death(Word tick, const snapshot::UnitPayload& unit, bool is_building) {
  const std::size_t side = std::min<std::size_t>(unit.owner, deeds_.size());
  if (side < deeds_.size()) {
    (is_building ? deeds_[side].razed : deeds_[side].lost) += 1;
  }
  Battle* battle = nullptr;
  for (std::size_t at = battles_.size(); at-- > 0 && battle == nullptr;) {
    Battle& other = battles_[at];
    const bool near = std::llabs(other.x_mm - unit.x_mm) < k_battle_mm &&
                      std::llabs(other.z_mm - unit.z_mm) < k_battle_mm;
    if (near && tick - other.last_tick <= k_battle_gap_ticks) battle = &other;
  }
  if (battle == nullptr) {
    battles_.emplace_back();
    battle = &battles_.back();
    battle->first_tick = tick;
    battle->fallen.resize(deeds_.size() + 1);
    battle->razed.resize(deeds_.size() + 1);
  }
  battle->last_tick = tick;
  battle->x_mm = unit.x_mm;
  battle->z_mm = unit.z_mm;
  (is_building ? battle->razed : battle->fallen)[side] += 1;
}

std::string MatchChronicle::battle_text(const Battle& battle) const {
  std::string words =
      "a battle near " + place_text(battle.x_mm, battle.z_mm) + ", " +
      std::to_string((battle.last_tick - battle.first_tick) / rts::k_ticks_per_second + 1) + " s:";
  for (Word side = 0; side <= deeds_.size(); ++side) {
    if (battle.fallen[side] == 0 && battle.razed[side] == 0) continue;
    words += " " + player_name(side) + " loses " + std::to_string(battle.fallen[side]) + " units";
    if (battle.razed[side] > 0) {
      words += " and " + std::to_string(battle.razed[side]) + " buildings";
    }
    words += ";";
  }
  words.back() = '.';
  return words;
}

void MatchChronicle::add_made_lines(std::vector<Line>& lines) const {
  for (const Made& made : made_) {
    lines.push_back({made.last_tick, player_name(made.player) + " has trained " +
                                         count_text(made.count, type_name(made.type))});
  }
}

std::string MatchChronicle::text() const {
  std::vector<Line> lines = lines_;
  add_made_lines(lines);
  for (const Battle& battle : battles_) {
    std::uint32_t fallen = 0;
    for (const std::uint32_t count : battle.fallen) fallen += count;
    if (fallen >= k_battle_fallen_min) lines.push_back({battle.first_tick, battle_text(battle)});
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.tick < b.tick; });
  std::string text;
  for (const Line& line : lines) text += time_text(line.tick) + "  " + line.words + "\n";
  return text;
}

}  // namespace terrane::app
