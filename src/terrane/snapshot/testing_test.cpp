#include "terrane/snapshot/testing.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace terrane::snapshot::testing {
namespace {

template <typename Row>
void add_row(std::vector<Row>& rows, Word identity) {
  Row row;
  row.identity = identity;
  rows.push_back(row);
}

void set_vision(SampleWorld& world, Word cells_a_side) {
  const auto cells = static_cast<Word>(vision_cell_words(cells_a_side, cells_a_side));
  world.vision_stride = k_vision_head_words + cells;
  for (Word player = 0; player < 2; ++player) {
    const std::size_t first = world.vision.size();
    world.vision.resize(first + world.vision_stride);
    world.vision[first] = player_identity(player);
    world.vision[first + 1] = cells_a_side;
    world.vision[first + 2] = cells_a_side;
    world.vision[first + 3] = 2000;
    world.vision[first + 6] = k_vision_head_words;
    world.vision[first + 7] = cells;
    for (Word word = 0; word < cells; ++word) {
      // Of 16 cells: the first 4 visible, the next 4 remembered.
      world.vision[first + k_vision_head_words + word] = 0x000055aau + player * 0x10000u;
    }
  }
}

void set_tables(SampleWorld& world) {
  constexpr Word k_first = k_first_unit_identity;  // of units 0, 1 and 2; 17 has died
  constexpr Word k_second = k_first + 2;
  constexpr Word k_third = k_first + 4;
  constexpr Word k_dead = k_first + 1;
  world.construction.push_back({k_first, 120, 600, 2});
  world.production.push_back({k_second, 0, 0, 3, 70, 270});
  world.production.push_back({k_second, 1, 1, 2, 0, 0});
  world.projectiles.push_back(
      {k_dead, 9, 1, k_second, 90, 104, -500, 1600, 700, 9000, 1200, -8000});
  world.resources.push_back({k_third, 1, 8, 10, 0});
  world.effects.push_back({k_first, 3, k_second, 140, 256});
  world.orders.push_back({k_first, 0, 3, 0, 1500, -2500, 0, 88});
  world.orders.push_back({k_first, 1, 2, k_third, 0, 0, 0, 91});
  world.wildlife.push_back({k_third, 1, -4000, 4000, 130});
  world.rally_points.push_back({k_second, 0, 7000, 7500});
  world.upgrades.push_back({player_identity(1), 4, 2});
  world.corpses.push_back({k_dead, 5, 1, 100, 0, -100, 0x4000, 99});
  world.remembered.push_back({k_second, 0, 6, 1, -30000, 0, 42000, 0x8000, 25600, 77});
  for (Word player = 0; player < 2; ++player) {
    world.players.push_back(
        {player_identity(player), player, player * 2, 0, 400 + player, 150, 12, 20, 0xc03020});
    world.scores.push_back({player_identity(player), 14, 3, 2 + player, 4, 0, 1, 2400, 900});
  }
}

}  // namespace

Source SampleWorld::source() const {
  Source source;
  source.tick = tick;
  source.core = core;
  source.construction = construction;
  source.production = production;
  source.projectiles = projectiles;
  source.resources = resources;
  source.effects = effects;
  source.orders = orders;
  source.vision = vision;
  source.vision_stride = vision_stride;
  source.players = players;
  source.wildlife = wildlife;
  source.rally_points = rally_points;
  source.upgrades = upgrades;
  source.corpses = corpses;
  source.remembered = remembered;
  source.scores = scores;
  return source;
}

CoreRow sample_unit(Word number) {
  const auto signed_number = static_cast<std::int32_t>(number);
  CoreRow row;
  row.identity = k_first_unit_identity + 2 * number;
  row.world_x_mm = -1500 + 2100 * signed_number;
  row.world_y_mm = 30 * signed_number;
  row.world_z_mm = 8000 - 1700 * signed_number;
  row.grid_x = row.world_x_mm / 1000;
  row.grid_z = row.world_z_mm / 1000;
  row.facing_turn16 = (number * 4099) & 0xffff;
  row.health_256 = 256 * (40 + signed_number % 50);
  row.health_max_256 = 256 * 100;
  row.animation = number % 6;
  row.animation_tick = 80 + number % 20;
  row.owner = number % 2;
  row.type = number % 12;
  row.flags = number % 3 == 0 ? k_flag_moving : 0;
  row.velocity_x_mm = number % 3 == 0 ? 120 : 0;
  row.velocity_z_mm = number % 3 == 0 ? -45 : 0;
  row.target = number % 5 == 0 ? k_first_unit_identity : 0;
  row.order = 1 + number % 4;
  row.ready_tick = 100 + number % 30;
  row.waypoint_x_mm = row.world_x_mm + 4000;
  row.waypoint_z_mm = row.world_z_mm - 1500;
  row.radius_mm = 400;
  row.group = number / 20;
  row.action_tick = 110 + number % 10;
  row.status = number % 7 == 0 ? status_bit(Status::Poisoned) : 0;
  row.status_end = number % 7 == 0 ? 0x8c000000u : 0;
  row.rank = 1 + number % 3;
  return row;
}

SampleWorld sample_world(Word units, Word vision_cells_a_side) {
  SampleWorld world;
  world.tick = 100;
  for (Word number = 0; number < units; ++number) world.core.push_back(sample_unit(number));
  set_tables(world);
  set_vision(world, vision_cells_a_side);
  return world;
}

void step_at_rest(SampleWorld& world) {
  world.tick += 1;
  for (CoreRow& unit : world.core) {
    unit.world_x_mm += unit.velocity_x_mm;
    unit.world_z_mm += unit.velocity_z_mm;
  }
}

void step(SampleWorld& world, base::RandomStream& random) {
  step_at_rest(world);
  for (CoreRow& unit : world.core) {
    const std::uint64_t draw = random.next();
    if (draw % 4 == 0) {
      unit.velocity_x_mm = static_cast<std::int32_t>(draw >> 8 & 0xff) - 128;
      unit.velocity_z_mm = static_cast<std::int32_t>(draw >> 16 & 0xff) - 128;
      unit.facing_turn16 = static_cast<Word>(draw >> 24 & 0xffff);
    }
    if (draw % 5 == 0) unit.health_256 -= static_cast<std::int32_t>(draw >> 40 & 0xfff);
    if (draw % 11 == 0) unit.ready_tick = world.tick + 20;
    if (draw % 13 == 0) unit.animation_tick = world.tick;
  }
  // The first three stay, since side tables tell of them.
  for (std::size_t at = 3; at < world.core.size();) {
    if (random.next() % 100 != 0) {
      at += 1;
      continue;
    }
    const Word dead = world.core[at].identity;
    world.core.erase(world.core.begin() + static_cast<std::ptrdiff_t>(at));
    std::erase_if(world.orders, [dead](const OrderRow& order) { return order.identity == dead; });
    add_row(world.corpses, dead);
    std::sort(world.corpses.begin(), world.corpses.end(),
              [](const CorpseRow& a, const CorpseRow& b) { return a.identity < b.identity; });
  }
  for (std::uint64_t made = random.next() % 3; made > 0; --made) {
    CoreRow unit = sample_unit(static_cast<Word>(random.next() % 100));
    unit.identity = world.next_identity();
    world.core.push_back(unit);
    add_row(world.orders, unit.identity);
  }
  const std::uint64_t draw = random.next();
  world.vision[k_vision_head_words + draw % (world.vision_stride - k_vision_head_words)] =
      static_cast<Word>(draw >> 32) & 0xaaaaaaaau;
  world.players[draw % 2].gold += static_cast<Word>(draw & 0xf);
  world.construction[0].work_done += 2;
  if (draw % 3 == 0 && world.corpses.size() > 2) world.corpses.erase(world.corpses.begin());
  if (draw % 7 == 0) world.projectiles[0].serial += 1;
  if (draw % 9 == 0) world.scores[1].units_lost += 1;
}

std::vector<Word> encoded(const SampleWorld& world) {
  Buffer buffer;
  encode(world.source(), buffer);
  return {buffer.words().begin(), buffer.words().end()};
}

namespace {

// The words of rows, each cut to or filled up to `stride`.
void append_rows(std::vector<Word>& out, const Rows& rows, Word stride, Word filling) {
  for (Word row = 0; row < rows.count(); ++row) {
    for (Word word = 0; word < stride; ++word) {
      out.push_back(word < rows.stride() ? rows.word(row, word) : filling);
    }
  }
}

}  // namespace

std::vector<Word> as_version(std::span<const Word> today, Word version) {
  const auto view = View::open(today);
  TERRANE_ASSERT(view.ok(), "today's snapshot opens");
  std::vector<Word> words(today.begin(), today.begin() + k_header_words);
  words[0] = k_magic << 16 | version;
  words[3] = core_words_of(version);
  append_rows(words, view.value().core(), words[3], 0);
  for (Word number = 0; number < tables_of(version); ++number) {
    const Rows& rows = view.value().table(static_cast<Table>(number));
    words.push_back(rows.stride());
    if (number >= k_counted_tables) words.push_back(rows.count());
    append_rows(words, rows, rows.stride(), 0);
  }
  return words;
}

std::vector<Word> as_future(std::span<const Word> today) {
  constexpr Word k_more = 2;
  constexpr Word k_filling = 0xabcdef01u;
  const auto view = View::open(today);
  TERRANE_ASSERT(view.ok(), "today's snapshot opens");
  std::vector<Word> words(today.begin(), today.begin() + k_header_words);
  words[0] = k_magic << 16 | (k_version + 1);
  words[3] += k_more;
  append_rows(words, view.value().core(), words[3], k_filling);
  for (Word number = 0; number < k_table_count; ++number) {
    const Rows& rows = view.value().table(static_cast<Table>(number));
    words.push_back(rows.stride() + k_more);
    if (number >= k_counted_tables) words.push_back(rows.count());
    append_rows(words, rows, rows.stride() + k_more, k_filling);
  }
  words.insert(words.end(), {3, 1, 16, 7, 8});  // a fifteenth table of one row
  return words;
}

TEST_CASE("testing: the worlds that the other tests use are valid snapshots") {
  base::RandomStream random(3);
  SampleWorld world = sample_world(40);
  for (int tick = 0; tick < 200; ++tick) {
    const auto checked = check_source(world.source());
    REQUIRE_MESSAGE(checked.ok(), "tick " << tick);
    step(world, random);
  }
}

}  // namespace terrane::snapshot::testing
