// The layout of a snapshot, version 3: every field of the core rows and of the side tables, by
// name, type and unit. docs/formats/snapshot_v3.md is the same as a page. It is not a reader
// (view.h) and not a writer (encode.h). The hybrid of one hot core and side tables by identity, the
// counts in the header and the three rules (stride in the header, append never insert, later tables
// count their own rows) come from the article "Running an RTS simulation off the main thread".
//
// A snapshot is one buffer of 32-bit words; a file holds them little end first. No field is a
// float. Words are unsigned or two's complement as the member's type says; positions are whole
// millimetres, angles 65,536ths of a turn, health 256ths of a point, and moments are absolute
// ticks, so that a thing that only waits does not change. A field that a buffer is too old to have
// reads as 0, which every appended field must therefore mean as "none".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace terrane::snapshot {

using Word = std::uint32_t;

// Header: word 0 is magic << 16 | epoch << 8 | version, word 1 the tick, word 2 the number of core
// rows, word 3 their stride, words 4 to 15 the row counts of the first twelve side tables.
inline constexpr Word k_magic = 0x5453;  // "ST" as two little-end bytes
inline constexpr Word k_epoch = 0;       // changes when a rule of the layout is broken
inline constexpr Word k_version = 3;     // 1: 24 words a core row, 2: 26, 3: 27
inline constexpr Word k_header_words = 16;
inline constexpr Word k_counted_tables = 12;

// Limits, checked before anything is read. A row count or stride beyond is refused.
inline constexpr Word k_rows_max = 1u << 20;
inline constexpr Word k_core_stride_max = 1024;
inline constexpr Word k_table_stride_max = 1u << 20;
inline constexpr Word k_words_max = 1u << 25;  // 128 MiB

// Identities are given in ascending order and never twice in a match. Rows of every table ascend by
// identity; in the core strictly. A row about player p carries identity p + 1 and has no core row.
inline constexpr Word k_players_max = 8;
inline constexpr Word k_first_unit_identity = 16;
inline constexpr Word k_owner_nature = 8;  // owner of wildlife and resource nodes
constexpr Word player_identity(Word player) {
  return player + 1;
}

enum class Animation : Word { Idle, Walk, Attack, Gather, Build, Repair, Die, Produce };

// Bits of CoreRow::flags.
inline constexpr Word k_flag_building = 1u << 0;
inline constexpr Word k_flag_hero = 1u << 1;
inline constexpr Word k_flag_moving = 1u << 2;
inline constexpr Word k_flag_fighting = 1u << 3;
inline constexpr Word k_flag_carrying = 1u << 4;  // a worker with a row in the resources table
inline constexpr Word k_flag_under_construction = 1u << 5;
inline constexpr Word k_flag_gate_open = 1u << 6;
inline constexpr Word k_flag_inside = 1u << 7;  // in a mine or tower: not drawn, not hit
inline constexpr Word k_flag_wildlife = 1u << 8;
inline constexpr Word k_flag_resource = 1u << 9;  // a gold mine or tree

// Bits of CoreRow::status, and the number of their byte in CoreRow::status_end.
enum class Status : Word { Burning = 0, Slowed = 1, Inspired = 2, Poisoned = 3 };
constexpr Word status_bit(Status status) {
  return 1u << static_cast<Word>(status);
}

// One unit, building, animal or resource node. 27 words.
struct CoreRow {
  std::uint32_t identity = 0;
  std::int32_t world_x_mm = 0;  // east
  std::int32_t world_y_mm = 0;  // up
  std::int32_t world_z_mm = 0;  // south
  std::int32_t grid_x = 0;      // cell of the navigation grid
  std::int32_t grid_z = 0;
  std::uint32_t facing_turn16 = 0;  // 65,536ths of a turn, 0 north, growing to the left
  std::int32_t health_256 = 0;      // 256ths of a point
  std::int32_t health_max_256 = 0;
  std::uint32_t animation = 0;       // an Animation
  std::uint32_t animation_tick = 0;  // when it began
  std::uint32_t owner = 0;           // 0 to 7, or 8 for nature
  std::uint32_t type = 0;            // place in the rules' list of types
  std::uint32_t flags = 0;           // CoreFlag bits
  std::int32_t velocity_x_mm = 0;    // mm a tick, as moved in this tick
  std::int32_t velocity_z_mm = 0;
  std::uint32_t target = 0;        // identity of what it follows, attacks, gathers; 0 none
  std::uint32_t order = 0;         // EventKind of the order in execution, 0 none
  std::uint32_t ready_tick = 0;    // when it may strike again
  std::int32_t waypoint_x_mm = 0;  // where its path leads next
  std::int32_t waypoint_z_mm = 0;
  std::uint32_t radius_mm = 0;
  std::uint32_t group = 0;        // formation it walks in, 0 none
  std::uint32_t action_tick = 0;  // when the running action (blow, load, repair) takes effect
  // Since version 2.
  std::uint32_t status = 0;      // Status bits
  std::uint32_t status_end = 0;  // a byte a Status: the tick it ends, modulo 256
  // Since version 3.
  std::uint32_t rank = 0;
};

// Side tables. The first twelve are counted in the header, the last two count their own rows.
enum class Table : Word {
  Construction,
  Production,
  Projectiles,
  Resources,
  Effects,
  Orders,
  Vision,
  Players,
  Wildlife,
  RallyPoints,
  Upgrades,
  Corpses,
  Remembered,  // inline count, since version 2
  Scores,      // inline count, since version 3
};
inline constexpr Word k_table_count = 14;

struct ConstructionRow {
  std::uint32_t identity = 0;   // the building
  std::uint32_t work_done = 0;  // worker ticks
  std::uint32_t work_total = 0;
  std::uint32_t builders = 0;  // at work in this tick
};

struct ProductionRow {
  std::uint32_t identity = 0;    // the building; one row a place in its queue
  std::uint32_t place = 0;       // 0 is in production
  std::uint32_t is_upgrade = 0;  // 0: `product` is a unit type, 1: an upgrade
  std::uint32_t product = 0;
  std::uint32_t start_tick = 0;  // of place 0, otherwise 0
  std::uint32_t end_tick = 0;
};

struct ProjectileRow {
  std::uint32_t identity = 0;  // who shot; it may have died since
  std::uint32_t serial = 0;    // tells two of one shooter apart
  std::uint32_t kind = 0;
  std::uint32_t target = 0;  // identity, 0 when aimed at the ground
  std::uint32_t start_tick = 0;
  std::uint32_t end_tick = 0;  // a renderer places it between from and to by the tick
  std::int32_t from_x_mm = 0;
  std::int32_t from_y_mm = 0;
  std::int32_t from_z_mm = 0;
  std::int32_t to_x_mm = 0;
  std::int32_t to_y_mm = 0;
  std::int32_t to_z_mm = 0;
};

struct ResourceRow {
  std::uint32_t identity = 0;  // a mine or tree, or a worker that carries
  std::uint32_t kind = 0;      // 0 gold, 1 wood
  std::uint32_t amount = 0;
  std::uint32_t amount_max = 0;
  std::uint32_t gatherers = 0;
};

struct EffectRow {
  std::uint32_t identity = 0;  // who bears it
  std::uint32_t status = 0;    // a Status
  std::uint32_t source = 0;    // identity of who caused it
  std::uint32_t end_tick = 0;
  std::uint32_t strength_256 = 0;  // 256 = as the rules say
};

struct OrderRow {
  std::uint32_t identity = 0;  // who is to do it
  std::uint32_t place = 0;     // 0 in execution, then the queue
  std::uint32_t kind = 0;
  std::uint32_t target = 0;  // identity, 0 none
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
  std::uint32_t argument = 0;  // type to build, end of a patrol, as the kind says
  std::uint32_t given_tick = 0;
};

// One row a player: these eight words, then the cells, row by row from the north-west, two bits
// each, the first in the lowest bits (a CellSight). The table's stride is the widest row's.
struct VisionRow {
  std::uint32_t identity = 0;  // of the player
  std::uint32_t width_cells = 0;
  std::uint32_t height_cells = 0;
  std::uint32_t cell_mm = 0;
  std::int32_t origin_x_mm = 0;  // north-west corner
  std::int32_t origin_z_mm = 0;
  std::uint32_t cells_at = 0;     // word of the row where the cells begin; 8 today
  std::uint32_t cells_words = 0;  // vision_cell_words(width_cells, height_cells)
};
enum class CellSight : Word { Unseen = 0, Remembered = 1, Visible = 2 };
inline constexpr Word k_vision_head_words = 8;
constexpr std::uint64_t vision_cell_words(std::uint64_t width_cells, std::uint64_t height_cells) {
  return (width_cells * height_cells + 15) / 16;
}

struct PlayerRow {
  std::uint32_t identity = 0;  // of the player
  std::uint32_t faction = 0;
  std::uint32_t controller = 0;  // 0 a person, else the opponent's level
  std::uint32_t state = 0;       // a PlayerState
  std::uint32_t gold = 0;
  std::uint32_t wood = 0;
  std::uint32_t supply_used = 0;
  std::uint32_t supply_max = 0;
  std::uint32_t colour_rgb = 0;
};
enum class PlayerState : Word { Playing, Won, Lost, Drawn, Left };

struct WildlifeRow {
  std::uint32_t identity = 0;
  std::uint32_t mood = 0;  // 0 grazes, 1 flees, 2 attacks
  std::int32_t home_x_mm = 0;
  std::int32_t home_z_mm = 0;
  std::uint32_t calm_tick = 0;  // when the mood ends
};

struct RallyRow {
  std::uint32_t identity = 0;  // the building
  std::uint32_t target = 0;    // identity, 0 for the place
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
};

struct UpgradeRow {
  std::uint32_t identity = 0;  // of the player; one row an upgrade
  std::uint32_t upgrade = 0;
  std::uint32_t level = 0;
};

struct CorpseRow {
  std::uint32_t identity = 0;  // of who died; it has no core row any more
  std::uint32_t type = 0;
  std::uint32_t owner = 0;
  std::int32_t x_mm = 0;
  std::int32_t y_mm = 0;
  std::int32_t z_mm = 0;
  std::uint32_t facing_turn16 = 0;
  std::uint32_t died_tick = 0;
};

// What a player last saw of a building that is out of sight now. It came when fog did: a cell of
// `vision` says that it is remembered, and only this says what stands there, or stood.
struct RememberedRow {
  std::uint32_t identity = 0;  // of the building, one row for each player who remembers it
  std::uint32_t viewer = 0;    // player
  std::uint32_t type = 0;
  std::uint32_t owner = 0;
  std::int32_t x_mm = 0;
  std::int32_t y_mm = 0;
  std::int32_t z_mm = 0;
  std::uint32_t facing_turn16 = 0;
  std::int32_t health_256 = 0;
  std::uint32_t seen_tick = 0;
};

// What the end of a match and a spectator's bar show; nothing in a running match is drawn from it,
// so the first readers never missed it.
struct ScoreRow {
  std::uint32_t identity = 0;  // of the player
  std::uint32_t units_made = 0;
  std::uint32_t units_lost = 0;
  std::uint32_t units_killed = 0;
  std::uint32_t buildings_made = 0;
  std::uint32_t buildings_lost = 0;
  std::uint32_t buildings_razed = 0;
  std::uint32_t gold_gathered = 0;
  std::uint32_t wood_gathered = 0;
};

template <typename Row>
inline constexpr Word k_row_words = static_cast<Word>(sizeof(Row) / sizeof(Word));

// Words that every buffer has of a row, whatever its version: those of the table's first version.
template <typename Row>
inline constexpr Word k_first_words = k_row_words<Row>;
template <>
inline constexpr Word k_first_words<CoreRow> = 24;

static_assert(sizeof(CoreRow) == 27 * sizeof(Word) && std::is_trivially_copyable_v<CoreRow>);
static_assert(offsetof(CoreRow, status) == 24 * sizeof(Word));
static_assert(offsetof(CoreRow, rank) == 26 * sizeof(Word));
static_assert(k_row_words<VisionRow> == k_vision_head_words);

// Words of a core row that a version has at least; later versions count as today's.
constexpr Word core_words_of(Word version) {
  return version == 1 ? k_first_words<CoreRow> : version == 2 ? 26 : 27;
}
// Side tables that a version has at least.
constexpr Word tables_of(Word version) {
  return version == 1 ? 12 : version == 2 ? 13 : 14;
}

// One field of a row, for printing and for naming a difference.
struct Field {
  std::string_view name;  // as the member above
  std::string_view unit;  // "mm", "tick", "identity", … or empty for a plain number
  Word word = 0;          // place in the row
  bool is_signed = false;
};

// The fields of a core row, in order of their words.
std::span<const Field> core_fields();
// The fields of a side table's row; vision's are its head, cells follow.
std::span<const Field> table_fields(Table table);
// "construction", …; k_core_name for the core.
std::string_view table_name(Table table);
inline constexpr std::string_view k_core_name = "core";
// Smallest stride a table may have: the words of its row when it first appeared.
Word table_words(Table table);

}  // namespace terrane::snapshot
