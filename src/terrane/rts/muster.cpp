#include "terrane/rts/muster.h"

#include <algorithm>
#include <array>

#include "terrane/rts/match.h"
#include "terrane/rts/orders.h"

namespace terrane::rts {
namespace {

constexpr Word k_town_workers = 5;
constexpr std::int32_t k_rings_max = 160;

constexpr std::array<Word, k_players_max> k_colours = {0x2a5fd6, 0xd63a2a, 0x2fa84a, 0xe0b020,
                                                       0x8a3fc0, 0x22a8a8, 0xe07a20, 0xb8b8c0};

// How an army is made up: the roles come round in this order.
constexpr std::array<Role, 10> k_army = {Role::Melee,  Role::Ranged, Role::Melee, Role::Cavalry,
                                         Role::Ranged, Role::Melee,  Role::Siege, Role::Melee,
                                         Role::Ranged, Role::Cavalry};
constexpr Word k_army_with_hero = 10;

// Hands out places for bodies around a middle, ring by ring, each cell once.
class Places {
 public:
  Places(Board& board, std::vector<std::uint8_t>& taken, PointMm middle, PointMm reached_from)
      : board_(board), taken_(taken), middle_(board.field.clamped(board.field.cell_of(middle))) {
    for (std::size_t size = 0; size < k_size_classes; ++size) {
      Cell cell;
      const auto size_class = static_cast<SizeClass>(size);
      if (board.paths.nearest_reachable(reached_from, middle, size_class, k_rings_max, cell)) {
        region_[size] = board.paths.region(cell, size_class);
      }
    }
  }

  // False when all of the rings are full.
  bool next(SizeClass size, PointMm& place) {
    std::int32_t& ring = ring_[static_cast<std::size_t>(size)];
    for (; ring <= k_rings_max; ++ring) {
      for (std::int32_t z = -ring; z <= ring; ++z) {
        const std::int32_t step = z == -ring || z == ring ? 1 : std::max(1, 2 * ring);
        for (std::int32_t x = -ring; x <= ring; x += step) {
          const Cell cell{middle_.x + x, middle_.z + z};
          if (!take(cell, size)) continue;
          place = board_.field.middle_of(cell);
          return true;
        }
      }
    }
    return false;
  }

 private:
  bool take(Cell cell, SizeClass size) {
    const std::int32_t around = size == SizeClass::Large ? 1 : 0;
    if (!board_.field.contains(cell) || !board_.paths.may_stand(cell, size)) return false;
    if (board_.paths.region(cell, size) != region_[static_cast<std::size_t>(size)]) return false;
    const auto each = [&](auto&& use) {
      for (std::int32_t z = cell.z - around; z <= cell.z + around; ++z) {
        for (std::int32_t x = cell.x - around; x <= cell.x + around; ++x) {
          if (board_.field.contains({x, z})) use(taken_[board_.field.index({x, z})]);
        }
      }
    };
    bool is_free = true;
    each([&](std::uint8_t taken) { is_free = is_free && taken == 0; });
    if (is_free) each([](std::uint8_t& taken) { taken = 1; });
    return is_free;
  }

  Board& board_;
  std::vector<std::uint8_t>& taken_;
  Cell middle_;
  std::array<std::uint32_t, k_size_classes> region_{};
  std::array<std::int32_t, k_size_classes> ring_{};
};

PointMm middle_of(const Battlefield& field) {
  return {field.origin_x_mm + field.width_cells * (k_cell_mm / 2),
          field.origin_z_mm + field.height_cells * (k_cell_mm / 2)};
}

// From `from`, `ahead_mm` towards `to`; the larger of the two ways along the axes counts as length.
PointMm ahead_of(PointMm from, PointMm to, std::int32_t ahead_mm) {
  const std::int64_t x = std::int64_t{to.x_mm} - from.x_mm;
  const std::int64_t z = std::int64_t{to.z_mm} - from.z_mm;
  const std::int64_t length = std::max<std::int64_t>({std::abs(x), std::abs(z), 1});
  return {static_cast<std::int32_t>(from.x_mm + x * ahead_mm / length),
          static_cast<std::int32_t>(from.z_mm + z * ahead_mm / length)};
}

void add_nature(Board& board) {
  const Battlefield& field = board.field;
  for (const Spot& spot : field.resources) {
    const Word type = spot.kind == 0 ? board.rules.gold_mine : board.rules.tree;
    const std::size_t index = add_unit(board, type, k_nature, spot.place);
    const auto stock = static_cast<Word>(board.rules.type(type).stock);
    board.state.resources.push_back({board.state.core[index].identity, spot.kind, stock, stock, 0});
  }
  for (const Spot& spot : field.animals) {
    if (spot.kind >= board.rules.animals.size()) continue;  // rules with fewer kinds
    const std::size_t index = add_unit(board, board.rules.animals[spot.kind], k_nature, spot.place);
    board.state.wildlife.push_back(
        {board.state.core[index].identity, 0, spot.place.x_mm, spot.place.z_mm, 0});
  }
}

void add_player(State& state, const Rules& rules, const PlayerSetup& setup, PointMm start) {
  const auto player = static_cast<Word>(state.players.size());
  const Word identity = snapshot::player_identity(player);
  snapshot::PlayerRow row;
  row.identity = identity;
  row.faction = setup.faction;
  row.controller = setup.level == k_none ? 0 : setup.level + 1;
  row.gold = static_cast<Word>(rules.start_gold);
  row.wood = static_cast<Word>(rules.start_wood);
  row.colour_rgb = k_colours[player];
  state.players.push_back(row);
  PlayerMind mind;
  mind.identity = identity;
  mind.level = setup.level;
  mind.start_x_mm = static_cast<Word>(start.x_mm);
  mind.start_z_mm = static_cast<Word>(start.z_mm);
  state.player_minds.push_back(mind);
  snapshot::ScoreRow score;
  score.identity = identity;
  state.scores.push_back(score);
  if (setup.level == k_none) return;
  PlanRow plan;
  plan.identity = identity;
  state.plans.push_back(plan);
}

// Free and `k_margin` cells from everything, so that the widest unit walks round it.
bool has_room(const Board& board, const UnitType& type, PointMm place) {
  constexpr std::int32_t k_margin = 3;
  const CellRect cells = footprint(board.field, type, place);
  for (std::int32_t z = cells.first.z - k_margin; z < cells.past.z + k_margin; ++z) {
    for (std::int32_t x = cells.first.x - k_margin; x < cells.past.x + k_margin; ++x) {
      if (!board.field.contains({x, z}) || !is_walkable(board.paths.ground({x, z})) ||
          !board.paths.may_stand({x, z}, SizeClass::Small)) {
        return false;
      }
    }
  }
  return true;
}

// Behind the hall, as seen from the field's middle. As many as the ground holds.
void add_houses(Board& board, Word player, const UnitType& house, Word type, Word count,
                PointMm start) {
  constexpr std::int32_t k_behind_mm = 14'000;
  constexpr std::int32_t k_reach_cells = 40;
  const PointMm middle = ahead_of(start, middle_of(board.field), -k_behind_mm);
  const Cell around = board.field.cell_of(middle);
  for (std::int32_t ring = 0; ring <= k_reach_cells && count > 0; ++ring) {
    for (std::int32_t z = -ring; z <= ring && count > 0; ++z) {
      const std::int32_t step = z == -ring || z == ring ? 1 : std::max(1, 2 * ring);
      for (std::int32_t x = -ring; x <= ring && count > 0; x += step) {
        const PointMm place =
            snap_site(board.field, house, board.field.middle_of({around.x + x, around.z + z}));
        if (!has_room(board, house, place)) continue;
        add_unit(board, type, player, place);
        count -= 1;
      }
    }
  }
}

struct Army {
  std::vector<Word> types;
  std::int32_t supply = 0;
};

// With an army as many as its opponent wants, and a person as many as any does.
Word town_workers(const Rules& rules, Word level, Word units) {
  if (units == 0) return k_town_workers;
  Word wanted = 0;
  for (Word at = 0; at < rules.opponents.size(); ++at) {
    if (level != k_none && level != at) continue;
    wanted = std::max(wanted, static_cast<Word>(rules.opponents[at].workers));
  }
  return std::min(wanted, units);
}

// The soldier, or worker where it has none, that comes at a place of an army.
Word soldier_at(const Faction& faction, Word place, bool with_hero) {
  const Role role = with_hero && place == 0 ? Role::Hero : k_army[place % k_army.size()];
  const Word type = faction.types[static_cast<std::size_t>(role)];
  return type != k_none ? type : faction.types[static_cast<std::size_t>(Role::Worker)];
}

Army plan_army(const Rules& rules, const Faction& faction, Word workers, Word soldiers) {
  Army army;
  const bool with_hero = soldiers >= k_army_with_hero;
  for (Word unit = 0; unit < workers + soldiers; ++unit) {
    const Word type = unit < workers ? faction.types[static_cast<std::size_t>(Role::Worker)]
                                     : soldier_at(faction, unit - workers, with_hero);
    if (type == k_none) continue;
    army.types.push_back(type);
    army.supply += rules.type(type).cost.supply;
  }
  return army;
}

// Gold and wood that a round of an army's roles costs.
std::int64_t price_of_round(const Rules& rules, const Faction& faction) {
  std::int64_t price = 0;
  for (Word place = 0; place < k_army.size(); ++place) {
    const Word type = soldier_at(faction, place, false);
    if (type != k_none) price += rules.type(type).cost.gold + rules.type(type).cost.wood;
  }
  return std::max<std::int64_t>(1, price);
}

// Of so many soldiers for all sides each has as many as make the armies worth the same: the cheaper
// a faction's, the more. What does not come out even goes to the first sides.
std::array<Word, k_players_max> share_soldiers(const Rules& rules,
                                               std::span<const PlayerSetup> players,
                                               Word soldiers) {
  constexpr std::int64_t k_one = std::int64_t{1} << 32;
  std::array<std::int64_t, k_players_max> parts{};
  std::int64_t all = 0;
  for (std::size_t player = 0; player < players.size(); ++player) {
    parts[player] = k_one / price_of_round(rules, rules.factions[players[player].faction]);
    all += parts[player];
  }
  std::array<Word, k_players_max> shares{};
  Word given = 0;
  for (std::size_t player = 0; player < players.size(); ++player) {
    shares[player] = static_cast<Word>(soldiers * parts[player] / all);
    given += shares[player];
  }
  for (std::size_t player = 0; given < soldiers; player = (player + 1) % players.size()) {
    ++shares[player];
    ++given;
  }
  return shares;
}

void add_side(Board& board, Word player, Word workers, Word soldiers,
              std::vector<std::uint8_t>& taken) {
  constexpr std::int32_t k_army_ahead_mm = 12'000;
  const Rules& rules = board.rules;
  const Faction& faction = rules.factions[board.state.players[player].faction];
  const PointMm start = board.field.starts[player];
  const std::size_t sides = board.state.players.size();
  const PointMm other = board.field.starts[(player + 1) % sides];
  const Army army = plan_army(rules, faction, workers, soldiers);
  const Word house = faction.types[static_cast<std::size_t>(Role::House)];
  const Word hall = faction.types[static_cast<std::size_t>(Role::TownHall)];
  const std::int32_t missing =
      std::min(army.supply, rules.supply_limit) - rules.type(hall).supply_given;
  if (house != k_none && missing > 0) {
    const std::int32_t given = std::max(1, rules.type(house).supply_given);
    add_houses(board, player, rules.type(house), house,
               static_cast<Word>((missing + given - 1) / given), start);
  }
  Places town(board, taken, start, other);
  Places camp(board, taken, ahead_of(start, middle_of(board.field), k_army_ahead_mm), other);
  for (const Word type : army.types) {
    const SizeClass size = size_class_of(rules.type(type).radius_mm);
    PointMm place;
    Places& places = rules.type(type).role == Role::Worker ? town : camp;
    if (places.next(size, place)) add_unit(board, type, player, place);
  }
}

}  // namespace

void muster(Board& board, std::span<const PlayerSetup> players, Word units) {
  const Battlefield& field = board.field;
  add_nature(board);
  for (std::size_t player = 0; player < players.size(); ++player) {
    add_player(board.state, board.rules, players[player], field.starts[player]);
  }
  // All halls first, so that nobody's ways depend on who comes after.
  for (Word player = 0; player < players.size(); ++player) {
    const Faction& faction = board.rules.factions[players[player].faction];
    const Word hall = faction.types[static_cast<std::size_t>(Role::TownHall)];
    add_unit(board, hall, player, snap_site(field, board.rules.type(hall), field.starts[player]));
  }
  const auto sides = static_cast<Word>(players.size());
  std::array<Word, k_players_max> workers{};
  Word soldiers = units / sides * sides;
  for (Word player = 0; player < sides; ++player) {
    workers[player] = town_workers(board.rules, players[player].level, units / sides);
    soldiers -= std::min(soldiers, workers[player]);
  }
  const auto shares = share_soldiers(board.rules, players, soldiers);
  std::vector<std::uint8_t> taken(field.ground.size(), 0);
  for (Word player = 0; player < sides; ++player) {
    add_side(board, player, workers[player], shares[player], taken);
  }
}

}  // namespace terrane::rts
