#include "terrane/rts/vision.h"

#include <algorithm>
#include <array>

#include "terrane/rts/fight.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"

namespace terrane::rts {
namespace {

using snapshot::CellSight;
using snapshot::EventKind;

constexpr std::int32_t k_cell_m = k_vision_cell_mm / 1000;
constexpr std::int32_t k_sight_m_max = k_seen_m_max;
constexpr std::int32_t k_sight_rows_max = k_sight_m_max / k_cell_m;  // on either side of the middle
constexpr std::int32_t k_site_sight_m = 6;                           // of what is still being built
constexpr Word k_sight_again_ticks = 32;  // a unit that stands asks again how far it sees
constexpr Word k_memory_ticks = 4;        // between two looks at what fog covers or gives back
constexpr Word k_noted_flags =
    snapshot::k_flag_building | snapshot::k_flag_resource | snapshot::k_flag_hero;

// For a radius in metres: how many cells to either side of the middle are seen in each row of
// cells, -1 none. A cell is seen when its middle is within the radius of the middle of the cell
// that the unit is in.
using Circle = std::array<std::int8_t, k_sight_rows_max + 1>;
constexpr std::array<Circle, k_sight_m_max + 1> make_circles() {
  std::array<Circle, k_sight_m_max + 1> circles{};
  for (std::int32_t radius = 0; radius <= k_sight_m_max; ++radius) {
    for (std::int32_t row = 0; row <= k_sight_rows_max; ++row) {
      std::int32_t half = -1;
      while ((half + 1) * (half + 1) * k_cell_m * k_cell_m + row * row * k_cell_m * k_cell_m <=
             radius * radius) {
        ++half;
      }
      circles[static_cast<std::size_t>(radius)][static_cast<std::size_t>(row)] =
          static_cast<std::int8_t>(half);
    }
  }
  return circles;
}
constexpr auto k_circles = make_circles();

std::int32_t cells_along(std::int32_t ground_cells) {
  return (ground_cells * k_cell_mm + k_vision_cell_mm - 1) / k_vision_cell_mm;
}

// The vision table of one player.
struct Sight {
  Word* cells = nullptr;
  std::uint16_t* seen = nullptr;
  std::int32_t width = 0;
  std::int32_t height = 0;
};

std::int32_t width_of(const Board& board) {
  return cells_along(board.field.width_cells);
}
std::int32_t height_of(const Board& board) {
  return cells_along(board.field.height_cells);
}
std::size_t cells_of(const Board& board) {
  return static_cast<std::size_t>(width_of(board)) * static_cast<std::size_t>(height_of(board));
}

Sight sight_of(Board& board, Word player) {
  return {board.state.vision.data() + std::size_t{player} * board.state.vision_stride +
              snapshot::k_vision_head_words,
          board.seen.data() + player * cells_of(board), width_of(board), height_of(board)};
}

void write_cell(Word* cells, std::size_t cell, CellSight sight) {
  const Word shift = static_cast<Word>(cell % 16) * 2;
  Word& word = cells[cell / 16];
  word = (word & ~(3u << shift)) | static_cast<Word>(sight) << shift;
}

CellSight read_cell(const Board& board, Word player, PointMm place) {
  const std::int64_t x = std::int64_t{place.x_mm} - board.field.origin_x_mm;
  const std::int64_t z = std::int64_t{place.z_mm} - board.field.origin_z_mm;
  if (x < 0 || z < 0) return CellSight::Unseen;
  const std::int64_t column = x / k_vision_cell_mm;
  const std::int64_t line = z / k_vision_cell_mm;
  if (column >= width_of(board) || line >= height_of(board)) return CellSight::Unseen;
  const auto cell = static_cast<std::size_t>(line * width_of(board) + column);
  const std::size_t row = std::size_t{player} * board.state.vision_stride;
  const Word word = board.state.vision[row + snapshot::k_vision_head_words + cell / 16];
  return static_cast<CellSight>(word >> (cell % 16 * 2) & 3);
}

// Calls use(first cell, how many) for each row of the circle around a cell, cut at the rim.
template <typename Use>
void for_each_line(const Sight& sight, Word cell, Word radius_m, Use&& use) {
  const Circle& circle = k_circles[radius_m];
  const auto column = static_cast<std::int32_t>(cell) % sight.width;
  const auto line = static_cast<std::int32_t>(cell) / sight.width;
  for (std::int32_t row = -k_sight_rows_max; row <= k_sight_rows_max; ++row) {
    const std::int32_t half = circle[static_cast<std::size_t>(row < 0 ? -row : row)];
    const std::int32_t z = line + row;
    if (half < 0 || z < 0 || z >= sight.height) continue;
    const std::int32_t first = std::max(0, column - half);
    const std::int32_t last = std::min(sight.width - 1, column + half);
    use(static_cast<std::size_t>(z * sight.width + first),
        static_cast<std::size_t>(last - first + 1));
  }
}

void add_circle(const Sight& sight, Word cell, Word radius_m) {
  for_each_line(sight, cell, radius_m, [&](std::size_t first, std::size_t count) {
    for (std::size_t at = first; at < first + count; ++at) {
      if (sight.seen[at]++ == 0) write_cell(sight.cells, at, CellSight::Visible);
    }
  });
}

void take_circle(const Sight& sight, Word cell, Word radius_m) {
  for_each_line(sight, cell, radius_m, [&](std::size_t first, std::size_t count) {
    for (std::size_t at = first; at < first + count; ++at) {
      if (--sight.seen[at] == 0) write_cell(sight.cells, at, CellSight::Remembered);
    }
  });
}

// 1 + the vision cell of a unit's cell, which may lie a little outside.
Word seen_from(const CoreRow& row, std::int32_t width, std::int32_t height) {
  static_assert(k_vision_cell_mm % k_cell_mm == 0);
  constexpr std::int32_t k_cells = k_vision_cell_mm / k_cell_mm;
  const std::int32_t column = std::clamp(row.grid_x / k_cells, 0, width - 1);
  const std::int32_t line = std::clamp(row.grid_z / k_cells, 0, height - 1);
  return 1 + static_cast<Word>(line * width + column);
}

Word radius_m_of(const Board& board, std::size_t index) {
  const CoreRow& row = board.state.core[index];
  std::int32_t radius = sight_mm(board, index) / 1000;
  if ((row.flags & snapshot::k_flag_under_construction) != 0) {
    radius = std::min(radius, k_site_sight_m);
  }
  return static_cast<Word>(std::clamp(radius, 0, k_sight_m_max));
}

void step_circles(Board& board) {
  const Word tick = board.state.tick;
  const Word players = static_cast<Word>(board.state.players.size());
  const std::int32_t width = width_of(board);
  const std::int32_t height = height_of(board);
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    const CoreRow& row = board.state.core[index];
    if (row.owner >= players) continue;
    Mind& mind = board.state.minds[index];
    if ((row.flags & snapshot::k_flag_inside) != 0) {
      drop_sight(board, index);
      continue;
    }
    const Word from = seen_from(row, width, height);
    const bool asks = (tick + row.identity) % k_sight_again_ticks == 0;
    if (from == mind.seen_from && !asks) continue;
    const Word radius_m = radius_m_of(board, index);
    if (from == mind.seen_from && radius_m == mind.seen_m) continue;
    // First the new circle: cells that are in both stay seen without being written.
    const Sight sight = sight_of(board, row.owner);
    add_circle(sight, from - 1, radius_m);
    if (mind.seen_from != 0) take_circle(sight, mind.seen_from - 1, mind.seen_m);
    mind.seen_from = from;
    mind.seen_m = radius_m;
  }
}

auto memory_at(Board& board, Word identity, Word viewer) {
  auto& rows = board.state.remembered;
  return std::lower_bound(
      rows.begin(), rows.end(), std::pair(identity, viewer),
      [](const snapshot::RememberedRow& a, const std::pair<Word, Word>& wanted) {
        return std::pair(a.identity, a.viewer) < wanted;
      });
}

void remember(Board& board, const CoreRow& row, Word viewer) {
  const auto at = memory_at(board, row.identity, viewer);
  if (at != board.state.remembered.end() && at->identity == row.identity && at->viewer == viewer) {
    return;
  }
  board.state.remembered.insert(
      at, {row.identity, viewer, row.type, row.owner, row.world_x_mm, row.world_y_mm,
           row.world_z_mm, row.facing_turn16, row.health_256, board.state.tick});
}

// What each player has just come to see or lost sight of among buildings, mines and heroes.
void note_sightings(Board& board) {
  const Word players = static_cast<Word>(board.state.players.size());
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    const CoreRow& row = board.state.core[index];
    if ((row.flags & k_noted_flags) == 0) continue;
    if (board.type_of(row).role == Role::Tree) continue;
    Mind& mind = board.state.minds[index];
    for (Word player = 0; player < players; ++player) {
      if (player == row.owner) continue;
      const Word now = 1u << player;
      const Word ever = now << 8;
      const bool sees_it = sees_unit(board, player, index);
      if (sees_it == ((mind.seen_by & now) != 0)) continue;
      mind.seen_by ^= now;
      if (sees_it && (mind.seen_by & ever) == 0) {
        mind.seen_by |= ever;
        alert(board, EventKind::SeenFirst, player, row, row.type);
      }
      if (!sees_it && (row.flags & snapshot::k_flag_building) != 0) remember(board, row, player);
    }
  }
}

// Fog that lifts shows what stands there now: its core row, or nothing.
void forget_seen(Board& board) {
  drop_rows(board.state.remembered, [&](const snapshot::RememberedRow& row) {
    return sees(board, row.viewer, {row.x_mm, row.z_mm});
  });
}

}  // namespace

void start_vision(Board& board) {
  State& state = board.state;
  const auto width = static_cast<Word>(width_of(board));
  const auto height = static_cast<Word>(height_of(board));
  const auto words = static_cast<Word>(snapshot::vision_cell_words(width, height));
  state.vision_stride = snapshot::k_vision_head_words + words;
  state.vision.assign(state.players.size() * state.vision_stride, 0);
  for (std::size_t player = 0; player < state.players.size(); ++player) {
    const snapshot::VisionRow head{state.players[player].identity,
                                   width,
                                   height,
                                   static_cast<Word>(k_vision_cell_mm),
                                   board.field.origin_x_mm,
                                   board.field.origin_z_mm,
                                   snapshot::k_vision_head_words,
                                   words};
    std::memcpy(state.vision.data() + player * state.vision_stride, &head, sizeof(head));
  }
  for (Mind& mind : state.minds) {
    mind.seen_from = 0;
    mind.seen_m = 0;
    mind.seen_by = 0;
  }
  board.seen.assign(state.players.size() * cells_of(board), 0);
}

void count_sight(Board& board) {
  State& state = board.state;
  if (state.vision.empty()) return;  // not started
  board.seen.assign(state.players.size() * cells_of(board), 0);
  for (std::size_t index = 0; index < state.core.size(); ++index) {
    const Mind& mind = state.minds[index];
    if (mind.seen_from == 0) continue;
    const Sight sight = sight_of(board, state.core[index].owner);
    for_each_line(sight, mind.seen_from - 1, mind.seen_m,
                  [&](std::size_t first, std::size_t count) {
                    for (std::size_t at = first; at < first + count; ++at) ++sight.seen[at];
                  });
  }
}

void drop_sight(Board& board, std::size_t index) {
  Mind& mind = board.state.minds[index];
  if (mind.seen_from == 0) return;
  take_circle(sight_of(board, board.state.core[index].owner), mind.seen_from - 1, mind.seen_m);
  mind.seen_from = 0;
  mind.seen_m = 0;
}

void step_vision(Board& board) {
  step_circles(board);
  if (board.state.tick % k_memory_ticks != 0) return;
  note_sightings(board);
  forget_seen(board);
}

bool sees(const Board& board, Word player, PointMm place) {
  return player >= board.state.players.size() ||
         read_cell(board, player, place) == CellSight::Visible;
}

bool has_seen(const Board& board, Word player, PointMm place) {
  return player >= board.state.players.size() ||
         read_cell(board, player, place) != CellSight::Unseen;
}

bool sees_unit(const Board& board, Word player, std::size_t index) {
  const CoreRow& row = board.state.core[index];
  if (row.owner == player) return true;
  return (row.flags & snapshot::k_flag_inside) == 0 && sees(board, player, place_of(row));
}

}  // namespace terrane::rts
