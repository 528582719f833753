#include "terrane/rts/arena.h"

#include <algorithm>
#include <array>
#include <string>

#include "terrane/base/hash.h"
#include "terrane/rts/battlefield_parts.h"
#include "terrane/rts/slopes.h"

namespace terrane::rts {
namespace {

constexpr std::int32_t k_arena_side_min = 96;
constexpr std::uint32_t k_attempts = 64;
// Cells from a start that nothing but its own mine and woods may fill.
constexpr std::int32_t k_start_clear_cells = 13;
constexpr std::int32_t k_mine_clear_cells = 6;

// A square's images under half turns, quarter turns, or quarter turns and a mirror.
struct Symmetry {
  std::int32_t side_cells = 0;
  std::uint32_t order = 1;  // 2, 4 or 8

  Cell image(Cell cell, std::uint32_t number) const {
    const std::int32_t last = side_cells - 1;
    if (order == 2) return number == 0 ? cell : Cell{last - cell.x, last - cell.z};
    if (number >= 4) cell = {cell.z, cell.x};
    for (std::uint32_t turn = 0; turn < number % 4; ++turn) cell = {last - cell.z, cell.x};
    return cell;
  }
};

std::int64_t distance_squared(Cell a, Cell b) {
  const std::int64_t x = a.x - b.x;
  const std::int64_t z = a.z - b.z;
  return x * x + z * z;
}

bool nearer_than(Cell a, Cell b, std::int64_t cells) {
  return distance_squared(a, b) < cells * cells;
}

// Value noise: 0 to 65535, smooth over `period` cells; integers only.
std::int64_t noise(std::uint64_t seed, Cell cell, std::int32_t period) {
  const std::int64_t x = base::floor_divide(cell.x, period);
  const std::int64_t z = base::floor_divide(cell.z, period);
  const auto eased = [period](std::int64_t along) {  // 0 to 1024, 3t^2 - 2t^3
    const std::int64_t t = along * 1024 / period;
    return t * t * (3 * 1024 - 2 * t) / (1024 * 1024);
  };
  const std::int64_t along_x = eased(cell.x - x * period);
  const std::int64_t along_z = eased(cell.z - z * period);
  const auto corner = [seed](std::int64_t at_x, std::int64_t at_z) {
    return static_cast<std::int64_t>(base::hash(seed, at_x, at_z) >> 48);
  };
  const std::int64_t north = corner(x, z) * (1024 - along_x) + corner(x + 1, z) * along_x;
  const std::int64_t south = corner(x, z + 1) * (1024 - along_x) + corner(x + 1, z + 1) * along_x;
  return (north * (1024 - along_z) + south * along_z) / (1024 * 1024);
}

// One try at an arena; every choice is made once and stamped at all its images.
class ArenaDraft {
 public:
  ArenaDraft(std::uint64_t seed, Symmetry symmetry) : random_(seed), symmetry_(symmetry) {
    const std::int32_t side = symmetry.side_cells;
    field_.width_cells = side;
    field_.height_cells = side;
    field_.origin_x_mm = -side * k_cell_mm / 2;
    field_.origin_z_mm = field_.origin_x_mm;
    field_.ground.assign(static_cast<std::size_t>(side) * static_cast<std::size_t>(side),
                         Ground::Free);
  }

  // False when the draws left no room; another seed may do better.
  bool make() {
    if (!place_starts()) return false;
    if (!place_mines()) return false;
    raise_hills();
    level_ground();
    apply_slopes(field_);
    place_ponds();
    place_rocks();
    place_woods();
    place_animals();
    return all_mines_reached();
  }

  Battlefield take() { return std::move(field_); }

 private:
  std::int32_t side() const { return symmetry_.side_cells; }
  std::int32_t cells_a_side() const {
    return side() * side() / static_cast<std::int32_t>(symmetry_.order);
  }
  std::int32_t draw(std::int32_t low, std::int32_t high) {
    return static_cast<std::int32_t>(base::draw_integer(random_.next(), low, high));
  }
  Cell draw_cell(std::int32_t margin) {
    const std::int32_t x = draw(margin, side() - 1 - margin);
    const std::int32_t z = draw(margin, side() - 1 - margin);
    return {x, z};
  }
  // Whether all images of the cell are that far from one another.
  bool images_apart(Cell cell, std::int64_t cells) const {
    for (std::uint32_t number = 1; number < symmetry_.order; ++number) {
      if (nearer_than(cell, symmetry_.image(cell, number), cells)) return false;
    }
    return true;
  }
  // By symmetry the distance to all starts (mines) is that of one image to all of them.
  bool away_from_starts(Cell cell, std::int64_t cells) const {
    return std::none_of(starts_.begin(), starts_.end(),
                        [&](Cell start) { return nearer_than(cell, start, cells); });
  }
  bool away_from_mines(Cell cell, std::int64_t cells) const {
    return std::none_of(mines_.begin(), mines_.end(),
                        [&](Cell mine) { return nearer_than(cell, mine, cells); });
  }

  bool place_starts();
  bool place_mines();
  bool place_mine(std::int32_t low_cells, std::int32_t high_cells, std::int32_t apart_cells);
  void raise_hills();
  void level_ground();
  void stamp(Cell middle, std::int32_t radius, std::uint64_t key, Ground ground);
  void place_ponds();
  void place_rocks();
  std::int32_t place_wood(Cell middle, std::int32_t radius);
  void place_woods();
  void place_animals();
  bool all_mines_reached() const;

  base::RandomStream random_;
  Symmetry symmetry_;
  Battlefield field_;
  std::vector<Cell> starts_;
  std::vector<Cell> mines_;
  std::vector<std::uint8_t> is_tree_ = {};
};

bool ArenaDraft::place_starts() {
  // Far out, and as far apart as so many can be.
  const std::int64_t apart = symmetry_.order == 2   ? side() * 62 / 100
                             : symmetry_.order == 4 ? side() * 48 / 100
                                                    : side() * 25 / 100;
  const std::int32_t last = side() - 1;
  for (std::int32_t tries = 0; tries < 2000; ++tries) {
    const Cell cell = draw_cell(k_start_clear_cells + 2);
    // Doubled, so that the middle between cells is a whole number.
    const Cell from_middle = {2 * cell.x - last, 2 * cell.z - last};
    if (distance_squared(from_middle, {0, 0}) < std::int64_t{side()} * side() * 36 / 100) continue;
    if (!images_apart(cell, apart)) continue;
    for (std::uint32_t number = 0; number < symmetry_.order; ++number) {
      const Cell start = symmetry_.image(cell, number);
      starts_.push_back(start);
      field_.starts.push_back(field_.middle_of(start));
    }
    return true;
  }
  return false;
}

bool ArenaDraft::place_mine(std::int32_t low_cells, std::int32_t high_cells,
                            std::int32_t apart_cells) {
  for (std::int32_t tries = 0; tries < 4000; ++tries) {
    const Cell cell = draw_cell(4);
    const bool in_ring = !nearer_than(cell, starts_[0], low_cells) &&
                         nearer_than(cell, starts_[0], high_cells) &&
                         away_from_starts(cell, low_cells);
    if (!in_ring || !images_apart(cell, 2 * k_mine_clear_cells) ||
        !away_from_mines(cell, apart_cells)) {
      continue;
    }
    for (std::uint32_t number = 0; number < symmetry_.order; ++number) {
      const Cell mine = symmetry_.image(cell, number);
      mines_.push_back(mine);
      field_.resources.push_back({field_.middle_of(mine), 0});
    }
    return true;
  }
  return false;
}

bool ArenaDraft::place_mines() {
  // One beside the hall, one to expand to, and on wide ground one more to fight over.
  if (!place_mine(9, 11, 0)) return false;
  if (!place_mine(18, side() * 32 / 100, 12)) return false;
  if (cells_a_side() > 6000 && !place_mine(26, side(), 16)) return false;
  return true;
}

void ArenaDraft::raise_hills() {
  const std::uint64_t seed = random_.next();
  std::vector<std::int64_t> raw(field_.ground.size());
  for (std::int32_t z = 0; z < side(); ++z) {
    for (std::int32_t x = 0; x < side(); ++x) {
      raw[field_.index({x, z})] = noise(seed, {x, z}, 40) * 5 + noise(seed + 1, {x, z}, 19) * 2 +
                                  noise(seed + 2, {x, z}, 8);
    }
  }
  std::vector<std::int64_t> even(raw.size(), 0);
  std::int64_t low = INT64_MAX;
  std::int64_t high = INT64_MIN;
  for (std::int32_t z = 0; z < side(); ++z) {
    for (std::int32_t x = 0; x < side(); ++x) {
      std::int64_t& sum = even[field_.index({x, z})];
      for (std::uint32_t number = 0; number < symmetry_.order; ++number) {
        sum += raw[field_.index(symmetry_.image({x, z}, number))];
      }
      low = std::min(low, sum);
      high = std::max(high, sum);
    }
  }
  // Low ground, a slope that is a cliff where the noise is steep and a ramp where it is not, and a
  // plateau; some waves on all of it.
  const std::int64_t range = std::max<std::int64_t>(1, high - low);
  field_.height_mm.resize(even.size());
  for (std::size_t at = 0; at < even.size(); ++at) {
    const std::int64_t share = (even[at] - low) * 1000 / range;  // 0 to 1000
    const std::int64_t step = std::clamp<std::int64_t>(share - 560, 0, 140);
    field_.height_mm[at] = static_cast<std::int32_t>(share * 2 + step * 36);
  }
}

// Halls and mines stand on level ground, which goes over into the land around it.
void ArenaDraft::level_ground() {
  struct Place {
    Cell middle;
    std::int32_t flat_cells;
    std::int32_t blend_cells;
  };
  std::vector<Place> places;
  for (const Cell start : starts_) places.push_back({start, k_start_clear_cells, 10});
  for (const Cell mine : mines_) places.push_back({mine, k_mine_clear_cells, 7});
  const std::vector<std::int32_t> before = field_.height_mm;
  for (std::int32_t z = 0; z < side(); ++z) {
    for (std::int32_t x = 0; x < side(); ++x) {
      // Weights of all places near, so that the result does not depend on their order.
      std::int64_t weights = 0;
      std::int64_t heights = 0;
      std::int64_t strongest = 0;
      for (const Place& place : places) {
        const std::int64_t flat = std::int64_t{place.flat_cells} * place.flat_cells;
        const std::int64_t reach = place.flat_cells + place.blend_cells;
        const std::int64_t squared = distance_squared({x, z}, place.middle);
        if (squared >= reach * reach) continue;
        const std::int64_t share =
            squared <= flat ? 1000 : 1000 * (reach * reach - squared) / (reach * reach - flat);
        weights += share;
        heights += share * before[field_.index(place.middle)];
        strongest = std::max(strongest, share);
      }
      if (weights == 0) continue;
      std::int32_t& height_mm = field_.height_mm[field_.index({x, z})];
      height_mm = static_cast<std::int32_t>(
          (heights / weights * strongest + height_mm * (1000 - strongest)) / 1000);
    }
  }
}

// A blob with a ragged rim, at all images of its middle.
void ArenaDraft::stamp(Cell middle, std::int32_t radius, std::uint64_t key, Ground ground) {
  for (std::int32_t z = -radius; z <= radius; ++z) {
    for (std::int32_t x = -radius; x <= radius; ++x) {
      const Cell cell = {middle.x + x, middle.z + z};
      const std::int64_t reach = 55 + noise(key, {x + 64, z + 64}, 3) * 45 / 65536;
      const std::int64_t rim = std::int64_t{radius} * radius * reach / 100;
      if (!field_.contains(cell) || std::int64_t{x} * x + std::int64_t{z} * z > rim) continue;
      if (!away_from_starts(cell, k_start_clear_cells) ||
          !away_from_mines(cell, k_mine_clear_cells)) {
        continue;
      }
      for (std::uint32_t number = 0; number < symmetry_.order; ++number) {
        field_.ground[field_.index(symmetry_.image(cell, number))] = ground;
      }
    }
  }
}

void ArenaDraft::place_ponds() {
  const std::int32_t count = std::clamp(cells_a_side() / 4000, 1, 24);
  for (std::int32_t pond = 0; pond < count; ++pond) {
    const Cell middle = draw_cell(6);
    const std::int32_t radius = draw(4, 9);
    stamp(middle, radius, random_.next(), Ground::Water);
  }
}

void ArenaDraft::place_rocks() {
  const std::int32_t count = std::clamp(cells_a_side() / 700, 2, 160);
  for (std::int32_t rock = 0; rock < count; ++rock) {
    const Cell middle = draw_cell(2);
    const std::int32_t radius = draw(1, 3);
    const std::uint64_t key = random_.next();
    stamp(middle, radius, key, draw(0, 3) == 0 ? Ground::Rough : Ground::Blocked);
  }
}

// How many trees a side got. They stand on some two of three cells.
std::int32_t ArenaDraft::place_wood(Cell middle, std::int32_t radius) {
  std::int32_t trees = 0;
  const std::uint64_t key = random_.next();
  for (std::int32_t z = -radius; z <= radius; ++z) {
    for (std::int32_t x = -radius; x <= radius; ++x) {
      const Cell cell = {middle.x + x, middle.z + z};
      const std::int64_t reach = 50 + noise(key, {x + 64, z + 64}, 3) * 50 / 65536;
      if (std::int64_t{x} * x + std::int64_t{z} * z > std::int64_t{radius} * radius * reach / 100 ||
          base::draw_index(base::hash(key, x, z), 100) >= 68 || !field_.contains(cell)) {
        continue;
      }
      if (!is_walkable(field_.ground[field_.index(cell)]) ||
          !away_from_starts(cell, k_start_room_cells + 2) ||
          !away_from_mines(cell, k_mine_clear_cells - 1) || is_tree_[field_.index(cell)] != 0) {
        continue;
      }
      if (!images_apart(cell, 1)) continue;  // a cell that is its own image
      trees += 1;
      for (std::uint32_t number = 0; number < symmetry_.order; ++number) {
        const Cell tree = symmetry_.image(cell, number);
        is_tree_[field_.index(tree)] = 1;
        field_.resources.push_back({field_.middle_of(tree), 1});
      }
    }
  }
  return trees;
}

void ArenaDraft::place_woods() {
  is_tree_.assign(field_.ground.size(), 0);
  const std::int32_t wanted = std::clamp(cells_a_side() / 28, 50, 320);
  std::int32_t trees = 0;
  // First some near each hall, then all over.
  for (std::int32_t tries = 0; tries < 400 && trees < wanted / 3; ++tries) {
    const Cell middle = draw_cell(3);
    if (nearer_than(middle, starts_[0], 21) && away_from_starts(middle, 14)) {
      trees += place_wood(middle, draw(3, 4));
    }
  }
  for (std::int32_t tries = 0; tries < 400 && trees < wanted; ++tries) {
    const Cell middle = draw_cell(3);
    const std::int32_t radius = draw(3, 7);
    if (away_from_starts(middle, 18)) trees += place_wood(middle, radius);
  }
}

void ArenaDraft::place_animals() {
  const std::int32_t camps = std::clamp(cells_a_side() / 2500, 1, 12);
  for (std::int32_t camp = 0; camp < 2 * camps; ++camp) {
    const auto kind = static_cast<std::uint32_t>(camp % 2);
    const std::int32_t count = kind == 0 ? draw(3, 5) : draw(2, 3);
    Cell middle = draw_cell(5);
    for (std::int32_t tries = 0; tries < 50 && !away_from_starts(middle, 22); ++tries) {
      middle = draw_cell(5);
    }
    if (!away_from_starts(middle, 22)) continue;
    for (std::int32_t animal = 0; animal < count; ++animal) {
      const std::int32_t x = draw(-2, 2);
      const std::int32_t z = draw(-2, 2);
      const Cell cell = {middle.x + x, middle.z + z};
      if (!is_walkable(field_.ground[field_.index(cell)]) || is_tree_[field_.index(cell)] != 0 ||
          !away_from_mines(cell, 3)) {
        continue;
      }
      for (std::uint32_t number = 0; number < symmetry_.order; ++number) {
        const Cell place = symmetry_.image(cell, number);
        field_.animals.push_back({field_.middle_of(place), kind});
      }
    }
  }
}

bool ArenaDraft::all_mines_reached() const {
  const FieldParts parts = find_parts(field_, open_cells(field_));
  const std::uint32_t home = parts.part[field_.index(starts_[0])];
  // Wide ground within a hall's reach on all sides of the mine.
  return home != 0 && std::all_of(mines_.begin(), mines_.end(), [&](Cell mine) {
           return parts.part[field_.index(field_.clamped({mine.x - 4, mine.z}))] == home ||
                  parts.part[field_.index(field_.clamped({mine.x + 4, mine.z}))] == home;
         });
}

}  // namespace

base::Result<Battlefield> make_arena(std::uint64_t seed, std::uint32_t sides,
                                     std::int32_t side_cells) {
  if (sides < 2 || sides > 8) {
    return base::Error{base::ErrorCode::OutOfRange,
                       "an arena for " + std::to_string(sides) + " sides", "arena", "2 to 8"};
  }
  if (side_cells < k_arena_side_min || side_cells > k_side_cells_max) {
    return base::Error{
        base::ErrorCode::OutOfRange, "an arena of " + std::to_string(side_cells) + " cells a side",
        "arena", std::to_string(k_arena_side_min) + " to " + std::to_string(k_side_cells_max)};
  }
  const Symmetry symmetry = {side_cells, sides == 2 ? 2u : sides <= 4 ? 4u : 8u};
  for (std::uint32_t attempt = 0; attempt < k_attempts; ++attempt) {
    ArenaDraft draft(base::hash(seed, sides, side_cells, attempt), symmetry);
    if (!draft.make()) continue;
    Battlefield field = draft.take();
    field.world_uri = "arena:" + std::to_string(seed);
    if (check_battlefield(field, symmetry.order).ok()) return field;
  }
  return base::Error{base::ErrorCode::BadData, "no arena came out", "arena:" + std::to_string(seed),
                     "one within " + std::to_string(k_attempts) + " attempts"};
}

}  // namespace terrane::rts
