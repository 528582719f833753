// Everything that a match is at one tick: the rows of the snapshot as hot state, so that encoding
// is a copy, and beside them what is not drawn: minds, orders that wait, control groups, the
// opponents' plans, the random streams. All of it is words, so that it can be hashed, compared and
// saved whole (save.h): whatever influences a later tick is in here or is a pure function of it.
// Owner thread of the match.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules.h"
#include "terrane/snapshot/compare.h"
#include "terrane/snapshot/encode.h"
#include "terrane/snapshot/layout.h"

namespace terrane::rts {

using snapshot::CoreRow;

inline constexpr Word k_players_max = snapshot::k_players_max;
inline constexpr Word k_nature = snapshot::k_owner_nature;
inline constexpr Word k_control_groups = 10;

// How a unit's walk stands; march.h moves it.
enum class Going : Word {
  Nowhere,      // stands; may be pushed
  Walking,      // towards slot by way of goal
  Arrived,      // within arrive_mm of its slot, or as near as the crowd lets it
  Unreachable,  // no way; stands where it is
};

// What a unit does within its order; behaviour.h moves it on.
enum class Activity : Word {
  Idle,
  Moving,
  Chasing,     // towards Mind::foe
  Striking,    // a blow is under way; CoreRow::action_tick is when it lands
  ToResource,  // a worker on its way out
  Gathering,   // CoreRow::action_tick is when the load is full
  ToHall,      // a worker on its way home
  ToSite,      // a worker on its way to what it builds or repairs
  Working,     // builds or repairs
  Inside,      // in a mine or tower; not drawn, not hit
  Fleeing,
};

// What is not drawn of one unit, building or node; State::minds[i] belongs to State::core[i].
struct Mind {
  Word identity = 0;  // the same as the core row's, checked
  // The walk.
  Word going = 0;              // a Going
  std::int32_t goal_x_mm = 0;  // of the whole group: one flow field serves all who share it
  std::int32_t goal_z_mm = 0;
  std::int32_t slot_x_mm = 0;  // its own place in the formation around the goal
  std::int32_t slot_z_mm = 0;
  Word arrive_mm = 0;         // near enough
  Word stuck_ticks = 0;       // without getting nearer
  Word best_mm = 0;           // nearest to the slot so far
  Word pace_mm_per_tick = 0;  // of a formation: its slowest; 0: its own
  // The deed.
  Word activity = 0;           // an Activity
  Word foe = 0;                // whom it fights, 0 none
  Word look_tick = 0;          // when it next looks round for a foe
  std::int32_t post_x_mm = 0;  // where it stood when it began to chase; it returns there
  std::int32_t post_z_mm = 0;
  Word leg = 0;       // of a patrol: 0 out, 1 back
  Word hit_tick = 0;  // when it was last hit
  Word hit_by = 0;    // by whom
  Word experience = 0;
  Word shots = 0;  // serial of its next projectile
  // The load.
  Word load_kind = 0;  // 0 gold, 1 wood
  Word load = 0;       // of a worker; of a building: how many are inside it
  Word site = 0;       // mine, tree or building it works at
  Word inside = 0;     // building it is in
  // Seen from.
  Word seen_from = 0;  // 1 + vision cell whose circle it is counted in, 0 none
  // Of its slot from its goal in the formation it was sent in: kept while it chases.
  std::int32_t offset_x_mm = 0;
  std::int32_t offset_z_mm = 0;
  // More of what sees and is seen (vision.h).
  Word seen_m = 0;  // radius of that circle, metres
  Word seen_by =
      0;  // buildings, mines, heroes: bit p: player p sees it now; bit 8 + p: has seen it
};

// What is not drawn of one player.
struct PlayerMind {
  Word identity = 0;    // snapshot::player_identity
  Word level = k_none;  // of the computer opponent, k_none for a person
  Word start_x_mm = 0;  // two's complement
  Word start_z_mm = 0;
  Word halls = 0;          // counts of what stands and is finished
  Word alert_tick = 0;     // when it may be alerted again
  Word serial = 0;         // of its next order
  Word left_tick = 0;      // when it left or was beaten, 0 while it plays
  Word homeless_tick = 0;  // since when no finished building of it makes units, 0 while one does
};

// A control group's members, by identity.
struct GroupRow {
  Word player = 0;
  Word group = 0;  // 1 to k_control_groups
  Word unit = 0;
};

// A computer opponent's memory. Words with names in opponent.h, so that it is hashed and saved like
// the rest.
inline constexpr std::size_t k_plan_words = 256;
struct PlanRow {
  Word identity = 0;  // of the player
  std::array<Word, k_plan_words> words{};
};

struct State {
  Word tick = 0;
  Word next_identity = snapshot::k_first_unit_identity;
  Word next_formation = 1;
  Word ticks_max = 36000;    // the last tick: then the score decides; from the setup or the rules
  Word over = 0;             // 1: decided
  Word winners = 0;          // a bit a player; 0 with over: a draw
  Word ending = 0;           // an Ending of outcome.h
  std::uint64_t random = 0;  // of RandomStream: the match's one stream

  // As drawn. Each ascends by identity.
  std::vector<CoreRow> core;
  std::vector<snapshot::ConstructionRow> construction;
  std::vector<snapshot::ProductionRow> production;
  std::vector<snapshot::ProjectileRow> projectiles;
  std::vector<snapshot::ResourceRow> resources;
  std::vector<snapshot::EffectRow> effects;
  std::vector<snapshot::OrderRow> orders;
  std::vector<Word> vision;
  Word vision_stride = snapshot::k_vision_head_words;
  std::vector<snapshot::PlayerRow> players;
  std::vector<snapshot::WildlifeRow> wildlife;
  std::vector<snapshot::RallyRow> rally_points;
  std::vector<snapshot::UpgradeRow> upgrades;
  std::vector<snapshot::CorpseRow> corpses;
  std::vector<snapshot::RememberedRow> remembered;
  std::vector<snapshot::ScoreRow> scores;

  // Not drawn.
  std::vector<Mind> minds;  // one a core row, same order
  std::vector<PlayerMind> player_minds;
  std::vector<GroupRow> groups;  // sorted by player, group, unit
  std::vector<PlanRow> plans;    // one a computer opponent, by identity
  std::vector<Word> pending;     // records (snapshot/events.h) of orders for later ticks, as given

  snapshot::Source source() const;
};

// The first word in which two states differ, by part (checksum_part_name of match.h), row and
// field; none when they are the same. snapshot::to_sentence() makes it a sentence.
std::optional<snapshot::Difference> first_difference(const State& a, const State& b);

}  // namespace terrane::rts
