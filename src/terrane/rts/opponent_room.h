// What an opponent's thought notes down while it lasts: room that is reused, so that a thought
// allocates nothing once grown. Of no meaning between thoughts (what lasts is opponent_plan.h's).
// Owner thread of the match.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules.h"

namespace terrane::rts {

// A squad is a control group, 1 to k_squads; soldiers in none are the reserve.
inline constexpr std::size_t k_squads = 8;

// A foe's unit or building that is seen now.
struct SeenFoe {
  PointMm place;
  Word identity = 0;
  std::int32_t power = 0;  // what it costs, by its health; workers a fifth, buildings but towers 0
  std::int32_t health_256 = 0;
  Role role = Role::Worker;
};

// A foe's building, seen now or remembered.
struct Lair {
  PointMm place;
  Word identity = 0;
  Role role = Role::TownHall;
};

// One of the player's own soldiers.
struct OwnSoldier {
  PointMm place;
  std::uint32_t index = 0;  // in the core
  Word identity = 0;
  std::int32_t power = 0;
  Role role = Role::Melee;
  std::uint8_t squad = 0;    // 0: the reserve
  bool is_idle = false;      // without an order, nobody to fight
  bool is_fighting = false;  // strikes, or was struck a moment ago
};

struct Census {
  std::vector<SeenFoe> foes;
  std::vector<Lair> lairs;
  std::vector<std::uint32_t> mines;  // of gold, those that the player has seen
  std::vector<OwnSoldier> soldiers;  // by identity
  std::vector<std::uint32_t> idle_workers;
  std::vector<std::uint32_t> gold_workers;
  std::vector<std::uint32_t> wood_workers;
  std::vector<std::uint32_t> buildings;  // finished
  std::vector<std::uint32_t> sites;      // under construction
  std::vector<Word> worked_at;           // where each worker who builds or repairs does so
  std::array<Word, k_role_count> finished{};
  std::array<Word, k_role_count> begun{};     // sites
  std::array<Word, k_role_count> queued{};    // in the queues
  std::array<Word, k_role_count> standing{};  // mobile units by role, the scout with them
  Word upgrades = 0;                          // levels known and being researched
  std::int64_t reserve_power = 0;
  // Foes among the player's buildings.
  std::int64_t threat_power = 0;
  PointMm threat_place;
  std::uint32_t scout_index = k_none;
};

struct OpponentRoom {
  Census census;
  std::vector<Word> list;    // identities of an order
  std::vector<Word> record;  // its event
  // Places in Census::soldiers of each squad's; 0: the reserve's.
  std::array<std::vector<std::uint32_t>, k_squads + 1> members;
  std::vector<std::uint32_t> picks;
};

}  // namespace terrane::rts
