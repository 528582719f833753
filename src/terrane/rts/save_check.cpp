#include "terrane/rts/save_check.h"

#include <algorithm>
#include <string>

#include "terrane/rts/match.h"
#include "terrane/rts/order_checks.h"
#include "terrane/rts/outcome.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/vision.h"
#include "terrane/snapshot/events.h"

namespace terrane::rts {
namespace {

using base::Error;
using base::ErrorCode;
using snapshot::Table;

constexpr Word k_identities_max = 1u << 24;
constexpr Word k_core_rows_max = 0xffff;  // Board::seen counts in 16 bits
constexpr Word k_tick_max = 1u << 30;
constexpr Word k_ahead_ticks_max = 1u << 20;
constexpr std::int32_t k_beyond_mm = 256'000;  // a formation may reach out of the field
constexpr Word k_speed_max = 1u << 16;
constexpr Word k_amount_max = 1u << 30;

Error bad(std::string_view part, std::size_t row, std::string_view field, std::string expected) {
  return Error{ErrorCode::BadData, "the " + std::string(field) + " cannot be",
               "state, " + std::string(part) + " row " + std::to_string(row), std::move(expected)};
}

// What all checks ask.
struct Given {
  const State& state;
  const Rules& rules;
  const Battlefield& field;

  std::size_t players() const { return state.players.size(); }
  const CoreRow* unit(Word identity) const { return find_row(state.core, identity); }
  const UnitType& type(const CoreRow& row) const { return rules.types[row.type]; }
  bool is_inside(std::int32_t x_mm, std::int32_t z_mm) const {
    return field.contains(field.cell_of({x_mm, z_mm}));
  }
  bool is_near(std::int32_t x_mm, std::int32_t z_mm) const {
    const std::int64_t x = std::int64_t{x_mm} - field.origin_x_mm + k_beyond_mm;
    const std::int64_t z = std::int64_t{z_mm} - field.origin_z_mm + k_beyond_mm;
    return x >= 0 && z >= 0 && x < std::int64_t{field.width_cells} * k_cell_mm + 2 * k_beyond_mm &&
           z < std::int64_t{field.height_cells} * k_cell_mm + 2 * k_beyond_mm;
  }
  bool is_soon(Word tick) const { return tick <= state.tick + k_ahead_ticks_max; }
  bool is_past(Word tick) const { return tick <= state.tick; }
};

base::Result<void> check_head(const Given& given) {
  const State& state = given.state;
  if (state.tick > k_tick_max) return bad("head", 0, "tick", "at most 2^30");
  if (state.next_identity < snapshot::k_first_unit_identity ||
      state.next_identity > k_identities_max) {
    return bad("head", 0, "next_identity", "16 to 2^24");
  }
  if (state.over > 1) return bad("head", 0, "over", "0 or 1");
  if (state.winners >> given.players() != 0) return bad("head", 0, "winners", "a bit a player");
  if (state.ending > static_cast<Word>(Ending::AllGone)) {
    return bad("head", 0, "ending", "one of the list of endings");
  }
  return {};
}

base::Result<void> check_players(const Given& given) {
  const State& state = given.state;
  const std::size_t count = state.players.size();
  if (count < 2 || count > k_players_max || count > given.field.starts.size()) {
    return bad("players", count, "count", "2 to 8, and a start for each");
  }
  if (state.player_minds.size() != count) return bad("player_minds", 0, "count", "the players'");
  if (state.scores.size() != count) return bad("scores", 0, "count", "the players'");
  std::size_t plans = 0;
  for (std::size_t player = 0; player < count; ++player) {
    const snapshot::PlayerRow& row = state.players[player];
    const PlayerMind& mind = state.player_minds[player];
    const Word identity = snapshot::player_identity(static_cast<Word>(player));
    if (row.identity != identity || mind.identity != identity ||
        state.scores[player].identity != identity) {
      return bad("players", player, "identity", std::to_string(identity));
    }
    if (row.faction >= given.rules.factions.size()) return bad("players", player, "faction", "one");
    if (row.state > static_cast<Word>(snapshot::PlayerState::Left)) {
      return bad("players", player, "state", "a PlayerState");
    }
    if (row.gold > k_amount_max || row.wood > k_amount_max || row.supply_used > k_amount_max ||
        row.supply_max > k_amount_max) {
      return bad("players", player, "means", "at most 2^30");
    }
    const bool is_person = mind.level == k_none;
    if (!is_person && mind.level >= given.rules.opponents.size()) {
      return bad("player_minds", player, "level", "one of the rules' opponents");
    }
    if (row.controller != (is_person ? 0 : mind.level + 1)) {
      return bad("players", player, "controller", "1 + the level of its mind, 0 for a person");
    }
    if (!given.is_inside(static_cast<std::int32_t>(mind.start_x_mm),
                         static_cast<std::int32_t>(mind.start_z_mm))) {
      return bad("player_minds", player, "start", "a place of the field");
    }
    if (mind.homeless_tick > state.tick) {
      return bad("player_minds", player, "homeless_tick", "not later than the state's tick");
    }
    if (is_person) continue;
    if (plans >= state.plans.size() || state.plans[plans].identity != identity) {
      return bad("plans", plans, "identity", "one row a computer opponent");
    }
    plans += 1;
  }
  if (plans != state.plans.size()) return bad("plans", plans, "count", "a row an opponent");
  return {};
}

// Flags that say what the type says.
Word type_flags(const UnitType& type) {
  Word flags = is_building(type.role) ? snapshot::k_flag_building : 0;
  if (type.role == Role::Hero) flags |= snapshot::k_flag_hero;
  if (type.role == Role::Animal) flags |= snapshot::k_flag_wildlife;
  if (is_resource(type.role)) flags |= snapshot::k_flag_resource;
  return flags;
}

base::Result<void> check_flags(const CoreRow& row, const UnitType& type, std::size_t at) {
  constexpr Word k_by_type = snapshot::k_flag_building | snapshot::k_flag_hero |
                             snapshot::k_flag_wildlife | snapshot::k_flag_resource;
  constexpr Word k_of_mobile =
      snapshot::k_flag_moving | snapshot::k_flag_carrying | snapshot::k_flag_inside;
  constexpr Word k_all = k_by_type | k_of_mobile | snapshot::k_flag_fighting |
                         snapshot::k_flag_under_construction | snapshot::k_flag_gate_open;
  const Word flags = row.flags;
  const bool fits =
      (flags & ~k_all) == 0 && (flags & k_by_type) == type_flags(type) &&
      (is_mobile(type.role) || (flags & k_of_mobile) == 0) &&
      (is_building(type.role) || (flags & snapshot::k_flag_under_construction) == 0) &&
      (type.role == Role::Gate || (flags & snapshot::k_flag_gate_open) == 0);
  return fits ? base::Result<void>() : bad("core", at, "flags", "those that its type can have");
}

bool owner_fits(const Given& given, const CoreRow& row) {
  const UnitType& type = given.type(row);
  if (row.owner == k_nature) return type.faction == k_none;
  return row.owner < given.players() && type.faction == given.state.players[row.owner].faction;
}

base::Result<void> check_core_row(const Given& given, const CoreRow& row, std::size_t at) {
  if (row.type >= given.rules.types.size()) return bad("core", at, "type", "one of the rules'");
  if (!owner_fits(given, row)) return bad("core", at, "owner", "one whose faction has the type");
  const UnitType& type = given.type(row);
  TERRANE_TRY(check_flags(row, type, at));
  if (!given.is_inside(row.world_x_mm, row.world_z_mm)) {
    return bad("core", at, "place", "inside the field");
  }
  const Cell cell = given.field.cell_of({row.world_x_mm, row.world_z_mm});
  if (row.grid_x != cell.x || row.grid_z != cell.z) {
    return bad("core", at, "grid cell", "that of its place");
  }
  if (row.radius_mm != static_cast<Word>(type.radius_mm)) {
    return bad("core", at, "radius_mm", "its type's");
  }
  if (row.health_256 <= 0 || row.health_max_256 <= 0 || row.health_max_256 > (1 << 28) ||
      row.health_256 > row.health_max_256) {
    return bad("core", at, "health_256", "above 0, at most health_max_256");
  }
  const auto speed = static_cast<std::int32_t>(k_speed_max);
  if (std::abs(std::int64_t{row.velocity_x_mm}) > speed ||
      std::abs(std::int64_t{row.velocity_z_mm}) > speed) {
    return bad("core", at, "velocity", "at most 2^16 mm a tick");
  }
  if (!given.is_near(row.waypoint_x_mm, row.waypoint_z_mm)) {
    return bad("core", at, "waypoint", "near the field");
  }
  if (row.animation > static_cast<Word>(snapshot::Animation::Produce)) {
    return bad("core", at, "animation", "an Animation");
  }
  if (row.facing_turn16 > 0xffff) return bad("core", at, "facing_turn16", "below 65536");
  if (row.status > 0xf) return bad("core", at, "status", "the bits of four statuses");
  if (row.rank > given.rules.ranks.size()) return bad("core", at, "rank", "one of the rules'");
  if (!given.is_soon(row.ready_tick) || !given.is_soon(row.action_tick)) {
    return bad("core", at, "ready_tick or action_tick", "at most 2^20 ahead");
  }
  return {};
}

bool is_work(Word activity) {
  return activity >= static_cast<Word>(Activity::ToResource) &&
         activity <= static_cast<Word>(Activity::Working);
}

base::Result<void> check_mind(const Given& given, const Mind& mind, const CoreRow& row,
                              std::size_t at) {
  const auto wrong = [&](std::string_view field, std::string expected) {
    return bad("minds", at, field, std::move(expected));
  };
  const UnitType& type = given.type(row);
  if (mind.identity != row.identity) return wrong("identity", "the core row's");
  if (mind.going > static_cast<Word>(Going::Unreachable)) return wrong("going", "a Going");
  if (!is_mobile(type.role) && mind.going != 0) return wrong("going", "Nowhere of a building");
  if (mind.activity > static_cast<Word>(Activity::Fleeing)) return wrong("activity", "an Activity");
  if (is_work(mind.activity) && type.role != Role::Worker) {
    return wrong("activity", "of work for workers alone");
  }
  if (mind.activity == static_cast<Word>(Activity::Striking) && !type.weapon.has) {
    return wrong("activity", "striking for who has a weapon");
  }
  if (!given.is_inside(mind.goal_x_mm, mind.goal_z_mm)) return wrong("goal", "inside the field");
  if (!given.is_near(mind.slot_x_mm, mind.slot_z_mm)) return wrong("slot", "near the field");
  if (!given.is_near(mind.post_x_mm, mind.post_z_mm)) return wrong("post", "near the field");
  if (std::abs(std::int64_t{mind.offset_x_mm}) > k_beyond_mm * 16 ||
      std::abs(std::int64_t{mind.offset_z_mm}) > k_beyond_mm * 16) {
    return wrong("offset", "within the field's size");
  }
  if (mind.arrive_mm > k_amount_max || mind.pace_mm_per_tick > k_speed_max) {
    return wrong("arrive_mm or pace_mm_per_tick", "a distance of the field");
  }
  if (mind.leg > 1) return wrong("leg", "0 or 1");
  if (!given.is_past(mind.hit_tick)) return wrong("hit_tick", "no later than now");
  if (mind.experience > k_amount_max) return wrong("experience", "at most 2^30");
  if (mind.load_kind > 1 || mind.load > k_amount_max) return wrong("load", "of gold or wood");
  const std::int64_t along = k_vision_cell_mm / k_cell_mm;
  const std::int64_t cells = ((given.field.width_cells + along - 1) / along) *
                             ((given.field.height_cells + along - 1) / along);
  if (mind.seen_from > cells || (row.owner == k_nature && mind.seen_from != 0)) {
    return wrong("seen_from", "1 + a vision cell, 0 for nature");
  }
  if (mind.seen_m > static_cast<Word>(k_seen_m_max)) return wrong("seen_m", "a radius of sight");
  return {};
}

base::Result<void> check_units(const Given& given) {
  const State& state = given.state;
  if (state.core.size() > k_core_rows_max) return bad("core", 0, "count", "at most 65,535");
  if (state.minds.size() != state.core.size()) return bad("minds", 0, "count", "the core's");
  Word above = snapshot::k_first_unit_identity;
  for (std::size_t at = 0; at < state.core.size(); ++at) {
    const CoreRow& row = state.core[at];
    if (row.identity < above || row.identity >= state.next_identity) {
      return bad("core", at, "identity", "ascending, below next_identity");
    }
    above = row.identity + 1;
    TERRANE_TRY(check_core_row(given, row, at));
    TERRANE_TRY(check_mind(given, state.minds[at], row, at));
  }
  return {};
}

// Rows ascend by identity; strictly when each unit has at most one.
template <typename Row>
base::Result<void> check_order(const std::vector<Row>& rows, std::string_view part, bool strict) {
  for (std::size_t at = 1; at < rows.size(); ++at) {
    const bool fits = strict ? rows[at - 1].identity < rows[at].identity
                             : rows[at - 1].identity <= rows[at].identity;
    if (!fits) return bad(part, at, "identity", "ascending");
  }
  return {};
}

// Each row is of a unit that `fits`, and there are `wanted` of them.
template <typename Row, typename Fits>
base::Result<void> check_owners(const Given& given, const std::vector<Row>& rows,
                                std::string_view part, Fits&& fits) {
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const CoreRow* unit = given.unit(rows[at].identity);
    if (unit == nullptr || !fits(*unit)) {
      return bad(part, at, "identity", "of a unit that has such rows");
    }
  }
  return {};
}

template <typename Fits>
std::size_t count_core(const Given& given, Fits&& fits) {
  return static_cast<std::size_t>(
      std::count_if(given.state.core.begin(), given.state.core.end(), fits));
}

base::Result<void> check_sites(const Given& given) {
  const State& state = given.state;
  const auto is_site = [](const CoreRow& row) {
    return (row.flags & snapshot::k_flag_under_construction) != 0;
  };
  TERRANE_TRY(check_order(state.construction, "construction", true));
  TERRANE_TRY(check_owners(given, state.construction, "construction", is_site));
  if (count_core(given, is_site) != state.construction.size()) {
    return bad("construction", 0, "count", "a row for each site");
  }
  for (std::size_t at = 0; at < state.construction.size(); ++at) {
    const snapshot::ConstructionRow& row = state.construction[at];
    if (row.work_total == 0 || row.work_total > k_amount_max || row.work_done > row.work_total) {
      return bad("construction", at, "work_done", "at most work_total");
    }
  }
  return {};
}

base::Result<void> check_queues(const Given& given) {
  const std::vector<snapshot::ProductionRow>& rows = given.state.production;
  const auto makes = [&](const CoreRow& row) {
    return (row.flags & snapshot::k_flag_building) != 0 &&
           (row.flags & snapshot::k_flag_under_construction) == 0;
  };
  TERRANE_TRY(check_order(rows, "production", false));
  TERRANE_TRY(check_owners(given, rows, "production", makes));
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const snapshot::ProductionRow& row = rows[at];
    const bool follows = at > 0 && rows[at - 1].identity == row.identity;
    const Word place = follows ? rows[at - 1].place + 1 : 0;
    if (row.place != place || place >= static_cast<Word>(given.rules.queue_places)) {
      return bad("production", at, "place", "from 0 on, as many as the rules allow");
    }
    const UnitType& type = given.type(*given.unit(row.identity));
    const std::vector<Word>& list = row.is_upgrade == 1 ? type.researches : type.trains;
    if (row.is_upgrade > 1 || std::find(list.begin(), list.end(), row.product) == list.end()) {
      return bad("production", at, "product", "something that is made there");
    }
    if (!given.is_soon(row.end_tick)) return bad("production", at, "end_tick", "soon");
  }
  return {};
}

base::Result<void> check_projectiles(const Given& given) {
  const std::vector<snapshot::ProjectileRow>& rows = given.state.projectiles;
  TERRANE_TRY(check_order(rows, "projectiles", false));
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const snapshot::ProjectileRow& row = rows[at];
    // As harm.h packs a Striker: type, owner, rank, statuses.
    const Word type = row.kind & 0xffff;
    if (type >= given.rules.types.size() || !given.rules.types[type].weapon.has ||
        ((row.kind >> 16) & 0xf) > k_nature ||
        ((row.kind >> 20) & 0xff) > given.rules.ranks.size()) {
      return bad("projectiles", at, "kind", "a striker of the rules");
    }
    if (((row.kind >> 16) & 0xf) >= given.players() && ((row.kind >> 16) & 0xf) != k_nature) {
      return bad("projectiles", at, "kind", "a player's");
    }
    if (row.identity >= given.state.next_identity || !given.is_soon(row.end_tick) ||
        !given.is_near(row.from_x_mm, row.from_z_mm) || !given.is_near(row.to_x_mm, row.to_z_mm)) {
      return bad("projectiles", at, "flight", "over the field, from somebody, to end soon");
    }
  }
  return {};
}

base::Result<void> check_nature(const Given& given) {
  const State& state = given.state;
  const auto is_node = [&](const CoreRow& row) { return is_resource(given.type(row).role); };
  const auto has_stock = [&](const CoreRow& row) {
    return is_node(row) || given.type(row).role == Role::Worker;
  };
  TERRANE_TRY(check_order(state.resources, "resources", true));
  TERRANE_TRY(check_owners(given, state.resources, "resources", has_stock));
  std::size_t nodes = 0;
  for (std::size_t at = 0; at < state.resources.size(); ++at) {
    const snapshot::ResourceRow& row = state.resources[at];
    const CoreRow& unit = *given.unit(row.identity);
    if (row.kind > 1 || row.amount > row.amount_max || row.amount_max > k_amount_max ||
        row.gatherers > k_core_rows_max) {
      return bad("resources", at, "amount", "at most amount_max of gold or wood");
    }
    if (!is_node(unit)) continue;
    nodes += 1;
    if (row.kind != (given.type(unit).role == Role::GoldMine ? 0u : 1u)) {
      return bad("resources", at, "kind", "gold of mines, wood of trees");
    }
  }
  if (nodes != count_core(given, is_node)) return bad("resources", 0, "count", "a row a node");
  const auto is_animal = [&](const CoreRow& row) { return given.type(row).role == Role::Animal; };
  TERRANE_TRY(check_order(state.wildlife, "wildlife", true));
  TERRANE_TRY(check_owners(given, state.wildlife, "wildlife", is_animal));
  if (count_core(given, is_animal) != state.wildlife.size()) {
    return bad("wildlife", 0, "count", "a row an animal");
  }
  for (std::size_t at = 0; at < state.wildlife.size(); ++at) {
    const snapshot::WildlifeRow& row = state.wildlife[at];
    if (row.mood > 2 || !given.is_inside(row.home_x_mm, row.home_z_mm)) {
      return bad("wildlife", at, "mood or home", "a mood, and a place of the field");
    }
  }
  return {};
}

base::Result<void> check_effects(const Given& given) {
  const std::vector<snapshot::EffectRow>& rows = given.state.effects;
  const auto bears = [](const CoreRow& row) { return row.status != 0; };
  TERRANE_TRY(check_owners(given, rows, "effects", bears));
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const snapshot::EffectRow& row = rows[at];
    const bool ascends =
        at == 0 || rows[at - 1].identity < row.identity ||
        (rows[at - 1].identity == row.identity && rows[at - 1].status < row.status);
    if (!ascends || row.status > 3) return bad("effects", at, "status", "ascending, 0 to 3");
    if ((given.unit(row.identity)->status >> row.status & 1) == 0) {
      return bad("effects", at, "status", "a bit of the core row's status");
    }
    if (!given.is_soon(row.end_tick) || row.strength_256 > k_speed_max) {
      return bad("effects", at, "end_tick or strength_256", "soon, at most 2^16");
    }
  }
  return {};
}

base::Result<void> check_order_row(const Given& given, const snapshot::OrderRow& row,
                                   std::size_t at) {
  const auto kind = static_cast<snapshot::EventKind>(row.kind);
  const UnitType& type = given.type(*given.unit(row.identity));
  if (!is_order(kind) || is_for_buildings(kind)) {
    return bad("orders", at, "kind", "an order of mobile units");
  }
  const bool is_work =
      kind >= snapshot::EventKind::OrderGather && kind <= snapshot::EventKind::OrderRepair;
  if ((is_work && type.role != Role::Worker) ||
      (kind == snapshot::EventKind::OrderAttack && !type.weapon.has)) {
    return bad("orders", at, "kind", "something that its unit can do");
  }
  if (!given.is_inside(row.x_mm, row.z_mm) && row.target == 0 &&
      kind != snapshot::EventKind::OrderHold && kind != snapshot::EventKind::OrderStop &&
      kind != snapshot::EventKind::OrderReturnLoad) {
    return bad("orders", at, "place", "inside the field");
  }
  if (!given.is_past(row.given_tick)) return bad("orders", at, "given_tick", "no later than now");
  return {};
}

base::Result<void> check_orders(const Given& given) {
  const State& state = given.state;
  const auto obeys = [&](const CoreRow& row) {
    return row.owner != k_nature && is_mobile(given.type(row).role);
  };
  TERRANE_TRY(check_order(state.orders, "orders", false));
  TERRANE_TRY(check_owners(given, state.orders, "orders", obeys));
  for (std::size_t at = 0; at < state.orders.size(); ++at) {
    const snapshot::OrderRow& row = state.orders[at];
    const bool follows = at > 0 && state.orders[at - 1].identity == row.identity;
    const Word place = follows ? state.orders[at - 1].place + 1 : 0;
    if (row.place != place || place > k_orders_queued_max) {
      return bad("orders", at, "place", "from 0 on, as many as a queue holds");
    }
    TERRANE_TRY(check_order_row(given, row, at));
  }
  for (std::size_t at = 0; at < state.core.size(); ++at) {
    const CoreRow& row = state.core[at];
    if (row.order == 0) continue;
    const snapshot::OrderRow* order = find_row(state.orders, row.identity);
    if (order == nullptr || order->kind != row.order) {
      return bad("core", at, "order", "the kind of its first order row");
    }
  }
  return {};
}

base::Result<void> check_vision(const Given& given) {
  const State& state = given.state;
  const Battlefield& field = given.field;
  constexpr std::int32_t k_along = k_vision_cell_mm / k_cell_mm;
  const auto width = static_cast<Word>((field.width_cells + k_along - 1) / k_along);
  const auto height = static_cast<Word>((field.height_cells + k_along - 1) / k_along);
  const auto words = static_cast<Word>(snapshot::vision_cell_words(width, height));
  const std::size_t stride = snapshot::k_vision_head_words + std::size_t{words};
  if (state.vision_stride != stride || state.vision.size() != stride * given.players()) {
    return bad("vision", 0, "stride or count", "a row a player, as wide as the field's cells");
  }
  for (std::size_t player = 0; player < given.players(); ++player) {
    const Word* row = state.vision.data() + player * stride;
    const Word head[snapshot::k_vision_head_words] = {
        snapshot::player_identity(static_cast<Word>(player)),
        width,
        height,
        static_cast<Word>(k_vision_cell_mm),
        static_cast<Word>(field.origin_x_mm),
        static_cast<Word>(field.origin_z_mm),
        snapshot::k_vision_head_words,
        words};
    if (!std::equal(std::begin(head), std::end(head), row)) {
      return bad("vision", player, "head", "the field's cells");
    }
    for (std::size_t at = snapshot::k_vision_head_words; at < stride; ++at) {
      if ((row[at] & row[at] >> 1 & 0x55555555u) != 0) {
        return bad("vision", player, "cells", "a CellSight each");
      }
    }
  }
  return {};
}

base::Result<void> check_side_rows(const Given& given) {
  const State& state = given.state;
  const auto trains = [&](const CoreRow& row) { return !given.type(row).trains.empty(); };
  TERRANE_TRY(check_order(state.rally_points, "rally_points", true));
  TERRANE_TRY(check_owners(given, state.rally_points, "rally_points", trains));
  for (std::size_t at = 0; at < state.rally_points.size(); ++at) {
    const snapshot::RallyRow& row = state.rally_points[at];
    if (!given.is_inside(row.x_mm, row.z_mm)) {
      return bad("rally_points", at, "place", "inside the field");
    }
  }
  for (std::size_t at = 0; at < state.upgrades.size(); ++at) {
    const snapshot::UpgradeRow& row = state.upgrades[at];
    const bool ascends = at == 0 || state.upgrades[at - 1].identity < row.identity ||
                         (state.upgrades[at - 1].identity == row.identity &&
                          state.upgrades[at - 1].upgrade < row.upgrade);
    if (!ascends || row.identity == 0 || row.identity > given.players() ||
        row.upgrade >= given.rules.upgrades.size() ||
        row.level > static_cast<Word>(given.rules.upgrades[row.upgrade].levels)) {
      return bad("upgrades", at, "upgrade", "ascending, of the rules, at most its levels");
    }
  }
  TERRANE_TRY(check_order(state.corpses, "corpses", true));
  for (std::size_t at = 0; at < state.corpses.size(); ++at) {
    const snapshot::CorpseRow& row = state.corpses[at];
    if (row.type >= given.rules.types.size() || row.owner > k_nature ||
        !given.is_past(row.died_tick)) {
      return bad("corpses", at, "type, owner or died_tick", "of the rules, no later than now");
    }
  }
  for (std::size_t at = 0; at < state.remembered.size(); ++at) {
    const snapshot::RememberedRow& row = state.remembered[at];
    const bool ascends = at == 0 || state.remembered[at - 1].identity < row.identity ||
                         (state.remembered[at - 1].identity == row.identity &&
                          state.remembered[at - 1].viewer < row.viewer);
    if (!ascends || row.viewer >= given.players() || row.type >= given.rules.types.size() ||
        row.owner > k_nature || !given.is_inside(row.x_mm, row.z_mm)) {
      return bad("remembered", at, "row", "ascending, a player's memory of a place of the field");
    }
  }
  return {};
}

base::Result<void> check_groups(const Given& given) {
  const std::vector<GroupRow>& rows = given.state.groups;
  const auto key = [](const GroupRow& row) {
    return (std::uint64_t{row.player} << 36) | (std::uint64_t{row.group} << 32) | row.unit;
  };
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const GroupRow& row = rows[at];
    const CoreRow* unit = given.unit(row.unit);
    const bool fits = row.player < given.players() && row.group >= 1 &&
                      row.group <= k_control_groups && unit != nullptr &&
                      unit->owner == row.player && (at == 0 || key(rows[at - 1]) < key(row));
    if (!fits) return bad("control_groups", at, "row", "ascending, of the player's own units");
  }
  return {};
}

base::Result<void> check_pending(const Given& given) {
  const State& state = given.state;
  std::uint64_t before = 0;
  std::size_t at = 0;
  while (at < state.pending.size()) {
    const std::size_t first = at;
    const auto event = snapshot::read_event(state.pending, at);
    if (!event.ok()) return event.error();
    const auto& info = *event.value().info;
    const Word tick = event.value().tick;
    if (event.value().tagged || info.direction != snapshot::Direction::ToMatch ||
        event.value().payload.empty() || event.value().payload[0] >= given.players() ||
        tick <= state.tick || tick - state.tick > k_pending_ahead_ticks_max) {
      return bad("pending", first, "record", "an order of a player for a later tick");
    }
    const std::uint64_t key = std::uint64_t{tick} << 32 | event.value().payload[0];
    if (key < before) return bad("pending", first, "tick", "ascending, then by player");
    before = key;
  }
  return {};
}

}  // namespace

base::Result<void> check_state(const State& state, const Rules& rules, const Battlefield& field) {
  const Given given{state, rules, field};
  TERRANE_TRY(check_players(given));
  TERRANE_TRY(check_head(given));
  TERRANE_TRY(check_units(given));
  TERRANE_TRY(check_sites(given));
  TERRANE_TRY(check_queues(given));
  TERRANE_TRY(check_projectiles(given));
  TERRANE_TRY(check_nature(given));
  TERRANE_TRY(check_effects(given));
  TERRANE_TRY(check_orders(given));
  TERRANE_TRY(check_vision(given));
  TERRANE_TRY(check_side_rows(given));
  TERRANE_TRY(check_groups(given));
  return check_pending(given);
}

}  // namespace terrane::rts
