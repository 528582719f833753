#include "terrane/snapshot/layout.h"

#include "terrane/base/assert.h"

namespace terrane::snapshot {
namespace {

// The name, place and sign come from the member itself, so that they cannot drift from it.
#define TERRANE_FIELD(Row, member, unit)                                      \
  Field {                                                                     \
#member, unit, static_cast < Word>(offsetof(Row, member) / sizeof(Word)), \
        std::is_signed_v < decltype(Row::member)>                             \
  }

constexpr Field k_core[] = {
    TERRANE_FIELD(CoreRow, identity, "identity"),
    TERRANE_FIELD(CoreRow, world_x_mm, "mm"),
    TERRANE_FIELD(CoreRow, world_y_mm, "mm"),
    TERRANE_FIELD(CoreRow, world_z_mm, "mm"),
    TERRANE_FIELD(CoreRow, grid_x, "cell"),
    TERRANE_FIELD(CoreRow, grid_z, "cell"),
    TERRANE_FIELD(CoreRow, facing_turn16, "turn/65536"),
    TERRANE_FIELD(CoreRow, health_256, "point/256"),
    TERRANE_FIELD(CoreRow, health_max_256, "point/256"),
    TERRANE_FIELD(CoreRow, animation, "Animation"),
    TERRANE_FIELD(CoreRow, animation_tick, "tick"),
    TERRANE_FIELD(CoreRow, owner, "player"),
    TERRANE_FIELD(CoreRow, type, "type"),
    TERRANE_FIELD(CoreRow, flags, "CoreFlag bits"),
    TERRANE_FIELD(CoreRow, velocity_x_mm, "mm a tick"),
    TERRANE_FIELD(CoreRow, velocity_z_mm, "mm a tick"),
    TERRANE_FIELD(CoreRow, target, "identity"),
    TERRANE_FIELD(CoreRow, order, "order kind"),
    TERRANE_FIELD(CoreRow, ready_tick, "tick"),
    TERRANE_FIELD(CoreRow, waypoint_x_mm, "mm"),
    TERRANE_FIELD(CoreRow, waypoint_z_mm, "mm"),
    TERRANE_FIELD(CoreRow, radius_mm, "mm"),
    TERRANE_FIELD(CoreRow, group, "formation"),
    TERRANE_FIELD(CoreRow, action_tick, "tick"),
    TERRANE_FIELD(CoreRow, status, "Status bits"),
    TERRANE_FIELD(CoreRow, status_end, "tick modulo 256, a byte a Status"),
    TERRANE_FIELD(CoreRow, rank, "rank"),
};
constexpr Field k_construction[] = {
    TERRANE_FIELD(ConstructionRow, identity, "identity"),
    TERRANE_FIELD(ConstructionRow, work_done, "worker tick"),
    TERRANE_FIELD(ConstructionRow, work_total, "worker tick"),
    TERRANE_FIELD(ConstructionRow, builders, "unit"),
};
constexpr Field k_production[] = {
    TERRANE_FIELD(ProductionRow, identity, "identity"),
    TERRANE_FIELD(ProductionRow, place, "place in the queue"),
    TERRANE_FIELD(ProductionRow, is_upgrade, "0 or 1"),
    TERRANE_FIELD(ProductionRow, product, "type or upgrade"),
    TERRANE_FIELD(ProductionRow, start_tick, "tick"),
    TERRANE_FIELD(ProductionRow, end_tick, "tick"),
};
constexpr Field k_projectiles[] = {
    TERRANE_FIELD(ProjectileRow, identity, "identity"),
    TERRANE_FIELD(ProjectileRow, serial, "number"),
    TERRANE_FIELD(ProjectileRow, kind, "projectile kind"),
    TERRANE_FIELD(ProjectileRow, target, "identity"),
    TERRANE_FIELD(ProjectileRow, start_tick, "tick"),
    TERRANE_FIELD(ProjectileRow, end_tick, "tick"),
    TERRANE_FIELD(ProjectileRow, from_x_mm, "mm"),
    TERRANE_FIELD(ProjectileRow, from_y_mm, "mm"),
    TERRANE_FIELD(ProjectileRow, from_z_mm, "mm"),
    TERRANE_FIELD(ProjectileRow, to_x_mm, "mm"),
    TERRANE_FIELD(ProjectileRow, to_y_mm, "mm"),
    TERRANE_FIELD(ProjectileRow, to_z_mm, "mm"),
};
constexpr Field k_resources[] = {
    TERRANE_FIELD(ResourceRow, identity, "identity"),
    TERRANE_FIELD(ResourceRow, kind, "0 gold, 1 wood"),
    TERRANE_FIELD(ResourceRow, amount, "gold or wood"),
    TERRANE_FIELD(ResourceRow, amount_max, "gold or wood"),
    TERRANE_FIELD(ResourceRow, gatherers, "unit"),
};
constexpr Field k_effects[] = {
    TERRANE_FIELD(EffectRow, identity, "identity"),  TERRANE_FIELD(EffectRow, status, "Status"),
    TERRANE_FIELD(EffectRow, source, "identity"),    TERRANE_FIELD(EffectRow, end_tick, "tick"),
    TERRANE_FIELD(EffectRow, strength_256, "1/256"),
};
constexpr Field k_orders[] = {
    TERRANE_FIELD(OrderRow, identity, "identity"),
    TERRANE_FIELD(OrderRow, place, "place in the queue"),
    TERRANE_FIELD(OrderRow, kind, "order kind"),
    TERRANE_FIELD(OrderRow, target, "identity"),
    TERRANE_FIELD(OrderRow, x_mm, "mm"),
    TERRANE_FIELD(OrderRow, z_mm, "mm"),
    TERRANE_FIELD(OrderRow, argument, "as the kind says"),
    TERRANE_FIELD(OrderRow, given_tick, "tick"),
};
constexpr Field k_vision[] = {
    TERRANE_FIELD(VisionRow, identity, "player identity"),
    TERRANE_FIELD(VisionRow, width_cells, "cell"),
    TERRANE_FIELD(VisionRow, height_cells, "cell"),
    TERRANE_FIELD(VisionRow, cell_mm, "mm"),
    TERRANE_FIELD(VisionRow, origin_x_mm, "mm"),
    TERRANE_FIELD(VisionRow, origin_z_mm, "mm"),
    TERRANE_FIELD(VisionRow, cells_at, "word of the row"),
    TERRANE_FIELD(VisionRow, cells_words, "word"),
};
constexpr Field k_players[] = {
    TERRANE_FIELD(PlayerRow, identity, "player identity"),
    TERRANE_FIELD(PlayerRow, faction, "faction"),
    TERRANE_FIELD(PlayerRow, controller, "0 a person, else a level"),
    TERRANE_FIELD(PlayerRow, state, "PlayerState"),
    TERRANE_FIELD(PlayerRow, gold, "gold"),
    TERRANE_FIELD(PlayerRow, wood, "wood"),
    TERRANE_FIELD(PlayerRow, supply_used, "supply"),
    TERRANE_FIELD(PlayerRow, supply_max, "supply"),
    TERRANE_FIELD(PlayerRow, colour_rgb, "0xRRGGBB"),
};
constexpr Field k_wildlife[] = {
    TERRANE_FIELD(WildlifeRow, identity, "identity"),
    TERRANE_FIELD(WildlifeRow, mood, "0 grazes, 1 flees, 2 attacks"),
    TERRANE_FIELD(WildlifeRow, home_x_mm, "mm"),
    TERRANE_FIELD(WildlifeRow, home_z_mm, "mm"),
    TERRANE_FIELD(WildlifeRow, calm_tick, "tick"),
};
constexpr Field k_rally_points[] = {
    TERRANE_FIELD(RallyRow, identity, "identity"),
    TERRANE_FIELD(RallyRow, target, "identity"),
    TERRANE_FIELD(RallyRow, x_mm, "mm"),
    TERRANE_FIELD(RallyRow, z_mm, "mm"),
};
constexpr Field k_upgrades[] = {
    TERRANE_FIELD(UpgradeRow, identity, "player identity"),
    TERRANE_FIELD(UpgradeRow, upgrade, "upgrade"),
    TERRANE_FIELD(UpgradeRow, level, "level"),
};
constexpr Field k_corpses[] = {
    TERRANE_FIELD(CorpseRow, identity, "identity"),
    TERRANE_FIELD(CorpseRow, type, "type"),
    TERRANE_FIELD(CorpseRow, owner, "player"),
    TERRANE_FIELD(CorpseRow, x_mm, "mm"),
    TERRANE_FIELD(CorpseRow, y_mm, "mm"),
    TERRANE_FIELD(CorpseRow, z_mm, "mm"),
    TERRANE_FIELD(CorpseRow, facing_turn16, "turn/65536"),
    TERRANE_FIELD(CorpseRow, died_tick, "tick"),
};
constexpr Field k_remembered[] = {
    TERRANE_FIELD(RememberedRow, identity, "identity"),
    TERRANE_FIELD(RememberedRow, viewer, "player"),
    TERRANE_FIELD(RememberedRow, type, "type"),
    TERRANE_FIELD(RememberedRow, owner, "player"),
    TERRANE_FIELD(RememberedRow, x_mm, "mm"),
    TERRANE_FIELD(RememberedRow, y_mm, "mm"),
    TERRANE_FIELD(RememberedRow, z_mm, "mm"),
    TERRANE_FIELD(RememberedRow, facing_turn16, "turn/65536"),
    TERRANE_FIELD(RememberedRow, health_256, "point/256"),
    TERRANE_FIELD(RememberedRow, seen_tick, "tick"),
};
constexpr Field k_scores[] = {
    TERRANE_FIELD(ScoreRow, identity, "player identity"),
    TERRANE_FIELD(ScoreRow, units_made, "unit"),
    TERRANE_FIELD(ScoreRow, units_lost, "unit"),
    TERRANE_FIELD(ScoreRow, units_killed, "unit"),
    TERRANE_FIELD(ScoreRow, buildings_made, "building"),
    TERRANE_FIELD(ScoreRow, buildings_lost, "building"),
    TERRANE_FIELD(ScoreRow, buildings_razed, "building"),
    TERRANE_FIELD(ScoreRow, gold_gathered, "gold"),
    TERRANE_FIELD(ScoreRow, wood_gathered, "wood"),
};
#undef TERRANE_FIELD

struct TableInfo {
  std::string_view name;
  std::span<const Field> fields;
};
constexpr TableInfo k_tables[] = {
    {"construction", k_construction},
    {"production", k_production},
    {"projectiles", k_projectiles},
    {"resources", k_resources},
    {"effects", k_effects},
    {"orders", k_orders},
    {"vision", k_vision},
    {"players", k_players},
    {"wildlife", k_wildlife},
    {"rally_points", k_rally_points},
    {"upgrades", k_upgrades},
    {"corpses", k_corpses},
    {"remembered", k_remembered},
    {"scores", k_scores},
};
static_assert(std::size(k_tables) == k_table_count);

const TableInfo& info(Table table) {
  TERRANE_ASSERT(static_cast<Word>(table) < k_table_count, "a side table's number is below 14");
  return k_tables[static_cast<Word>(table)];
}

}  // namespace

std::span<const Field> core_fields() {
  return k_core;
}
std::span<const Field> table_fields(Table table) {
  return info(table).fields;
}
std::string_view table_name(Table table) {
  return info(table).name;
}
Word table_words(Table table) {
  return static_cast<Word>(info(table).fields.size());
}

}  // namespace terrane::snapshot
