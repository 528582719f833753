// arena.h's furnish(): a match's things on ground that was not made for one, a world's. Nothing
// that is put there may cut anything off: each mine and each clump of trees is taken only where it
// keeps a ring of open cells, wide enough for a large unit, to itself.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "terrane/base/hash.h"
#include "terrane/rts/arena.h"
#include "terrane/rts/battlefield_parts.h"

namespace terrane::rts {
namespace {

constexpr std::int32_t k_ring_cells = 3;        // that a large unit passes
constexpr std::int32_t k_start_half_cells = 7;  // a start's open square: 15 x 15 when there is room
constexpr std::int32_t k_mine_half_cells = 1;
// From the middle of the field to a start by way, at most: armies shall meet within two minutes.
constexpr std::uint32_t k_reach_cells = 80;
constexpr std::uint32_t k_reach_cells_a_side = 15;
constexpr std::int32_t k_mine_near_cells = 9;  // best from the hall's middle to its mine's
constexpr std::int32_t k_mine_far_cells = 30;
constexpr std::uint32_t k_far = 0xffffffffu;  // no way
constexpr std::uint32_t k_straight = 5;       // lengths of ways: 5 a cell, 7 a diagonal
constexpr std::uint32_t k_diagonal = 7;
constexpr std::int32_t k_trees_a_side = 160;

// How many open cells any rectangle has, at once: a summed-area table.
class OpenCount {
 public:
  OpenCount(const Battlefield& field, const std::vector<std::uint8_t>& open)
      : width_(field.width_cells), height_(field.height_cells), sums_(open.size(), 0) {
    for (std::int32_t z = 0; z < height_; ++z) {
      std::uint32_t line = 0;
      for (std::int32_t x = 0; x < width_; ++x) {
        line += open[field.index({x, z})];
        sums_[field.index({x, z})] = line + (z > 0 ? sums_[field.index({x, z - 1})] : 0);
      }
    }
  }
  // Whether the square of 2 half + 1 cells around the middle is inside and open.
  bool all_open(Cell middle, std::int32_t half) const {
    const Cell low = {middle.x - half, middle.z - half};
    const Cell high = {middle.x + half, middle.z + half};
    if (low.x < 0 || low.z < 0 || high.x >= width_ || high.z >= height_) return false;
    const std::uint32_t count = sum(high.x, high.z) - sum(low.x - 1, high.z) -
                                sum(high.x, low.z - 1) + sum(low.x - 1, low.z - 1);
    const auto side = static_cast<std::uint32_t>(2 * half + 1);
    return count == side * side;
  }

 private:
  std::uint32_t sum(std::int32_t x, std::int32_t z) const {
    if (x < 0 || z < 0) return 0;
    return sums_[static_cast<std::size_t>(z) * static_cast<std::size_t>(width_) +
                 static_cast<std::size_t>(x)];
  }
  std::int32_t width_;
  std::int32_t height_;
  std::vector<std::uint32_t> sums_;
};

class Furnisher {
 public:
  Furnisher(Battlefield& field, std::uint64_t seed, std::uint32_t sides)
      : field_(field), random_(base::hash(seed, 0x6675726eu)), sides_(sides) {
    field_.starts.clear();
    field_.resources.clear();
    field_.animals.clear();
    const std::vector<std::uint8_t> open = open_cells(field_);
    FieldParts parts = find_parts(field_, open);
    home_.resize(open.size());
    for (std::size_t at = 0; at < open.size(); ++at) {
      home_[at] = parts.largest != 0 && parts.part[at] == parts.largest ? 1 : 0;
    }
    // What may be built on: open cells that a large unit of the largest part touches.
    free_ = touched_by_home();
  }

  base::Result<void> furnish() {
    const std::vector<std::uint32_t> middle_ways = ways_from(middle_of_home());
    const std::uint32_t reach = (k_reach_cells + k_reach_cells_a_side * sides_) * k_straight;
    for (const std::uint32_t reach_now : {reach, k_far - 1}) {
      for (const std::int32_t half : {k_start_half_cells, 5, k_start_room_cells / 2}) {
        if (starts_.empty()) find_starts(half, middle_ways, reach_now);
      }
    }
    if (starts_.empty()) {
      return base::Error{base::ErrorCode::BadData,
                         "there is no room for " + std::to_string(sides_) + " sides", "battlefield",
                         "open ground with room for a town hall and a mine for each"};
    }
    for (std::uint32_t side = 0; side < sides_; ++side) {
      ways_.push_back(ways_from(starts_[side]));
    }
    take_far_mines();
    plant_woods();
    settle_animals();
    return check_battlefield(field_, sides_);
  }

 private:
  std::int32_t draw(std::int32_t low, std::int32_t high) {
    return static_cast<std::int32_t>(base::draw_integer(random_.next(), low, high));
  }

  std::vector<std::uint8_t> touched_by_home() const;
  std::vector<std::uint32_t> ways_from(Cell from) const;
  Cell middle_of_home() const;
  std::vector<Cell> start_candidates(std::int32_t half,
                                     const std::vector<std::uint32_t>& middle_ways,
                                     std::uint32_t reach);
  void find_starts(std::int32_t half, const std::vector<std::uint32_t>& middle_ways,
                   std::uint32_t reach);
  bool settle(const std::vector<Cell>& chosen, std::int32_t half);
  bool near_mine(const OpenCount& count, Cell start, std::int32_t half, Cell& found) const;
  bool is_free(Cell middle, std::int32_t half) const;
  void occupy(Cell middle, std::int32_t half);
  void add_mine(Cell middle);
  void take_far_mines();
  bool plant_wood(std::uint32_t side, std::int32_t& trees);
  void plant_woods();
  void settle_animals();

  Battlefield& field_;
  base::RandomStream random_;
  std::uint32_t sides_;
  std::vector<std::uint8_t> home_;  // 1 where a large unit of the largest part may stand
  std::vector<std::uint8_t> free_;  // 1 where something may still be put
  std::vector<Cell> starts_;
  std::vector<std::vector<std::uint32_t>> ways_;  // [side][cell]: length of the way from its start
};

std::vector<std::uint8_t> Furnisher::touched_by_home() const {
  std::vector<std::uint8_t> touched(home_.size(), 0);
  for (std::int32_t z = 1; z + 1 < field_.height_cells; ++z) {
    for (std::int32_t x = 1; x + 1 < field_.width_cells; ++x) {
      if (home_[field_.index({x, z})] == 0) continue;
      for (std::int32_t near = 0; near < 9; ++near) {
        touched[field_.index({x - 1 + near % 3, z - 1 + near / 3})] = 1;
      }
    }
  }
  return touched;
}

// Lengths of ways for large units over the ground as it came, by Dial's buckets.
std::vector<std::uint32_t> Furnisher::ways_from(Cell from) const {
  std::vector<std::uint32_t> way(home_.size(), k_far);
  std::array<std::vector<Cell>, k_diagonal + 1> buckets;
  way[field_.index(from)] = 0;
  buckets[0].push_back(from);
  std::size_t waiting = 1;
  for (std::uint32_t length = 0; waiting > 0; ++length) {
    std::vector<Cell>& bucket = buckets[length % buckets.size()];
    for (std::size_t at = 0; at < bucket.size(); ++at) {
      const Cell cell = bucket[at];
      waiting -= 1;
      if (way[field_.index(cell)] != length) continue;  // a shorter way came first
      for (std::int32_t step = 0; step < 9; ++step) {
        const Cell next = {cell.x - 1 + step % 3, cell.z - 1 + step / 3};
        if (step == 4 || !field_.contains(next) || home_[field_.index(next)] == 0) continue;
        const std::uint32_t longer = length + (step % 2 == 0 ? k_diagonal : k_straight);
        std::uint32_t& known = way[field_.index(next)];
        if (longer >= known) continue;
        known = longer;
        buckets[longer % buckets.size()].push_back(next);
        waiting += 1;
      }
    }
    bucket.clear();
  }
  return way;
}

// A mine that a hall at `start` would have, as near to the best distance as the ground allows.
bool Furnisher::near_mine(const OpenCount& count, Cell start, std::int32_t half,
                          Cell& found) const {
  // The mine keeps its ring; the hall's own room is apart from it.
  const std::int32_t apart = half + k_mine_half_cells + 1;
  constexpr std::int32_t k_reach = 16;
  std::int64_t best = INT64_MAX;
  for (std::int32_t z = -k_reach; z <= k_reach; ++z) {
    for (std::int32_t x = -k_reach; x <= k_reach; ++x) {
      if (std::max(std::abs(x), std::abs(z)) < apart) continue;
      const std::int64_t squared = std::int64_t{x} * x + std::int64_t{z} * z;
      const std::int64_t off = std::abs(squared - k_mine_near_cells * k_mine_near_cells);
      const Cell mine = {start.x + x, start.z + z};
      if (off >= best || !count.all_open(mine, k_mine_half_cells + k_ring_cells)) continue;
      best = off;
      found = mine;
    }
  }
  return best != INT64_MAX;
}

// The cell of the largest part nearest to the middle of the field; (0, 0) when there is none.
Cell Furnisher::middle_of_home() const {
  Cell best;
  std::int64_t best_squared = INT64_MAX;
  for (std::int32_t z = 0; z < field_.height_cells; ++z) {
    for (std::int32_t x = 0; x < field_.width_cells; ++x) {
      if (home_[field_.index({x, z})] == 0) continue;
      const std::int64_t off_x = 2 * x - field_.width_cells;
      const std::int64_t off_z = 2 * z - field_.height_cells;
      const std::int64_t squared = off_x * off_x + off_z * off_z;
      if (squared >= best_squared) continue;
      best_squared = squared;
      best = {x, z};
    }
  }
  return best;
}

std::vector<Cell> Furnisher::start_candidates(std::int32_t half,
                                              const std::vector<std::uint32_t>& middle_ways,
                                              std::uint32_t reach) {
  // A few thousand at most, wherever the ground has them.
  const OpenCount count(field_, free_);
  const std::int32_t spacing = std::max(3, std::max(field_.width_cells, field_.height_cells) / 128);
  const std::int32_t first_x = draw(0, spacing - 1);
  const std::int32_t first_z = draw(0, spacing - 1);
  std::vector<Cell> candidates;
  for (std::int32_t z = first_z; z < field_.height_cells; z += spacing) {
    for (std::int32_t x = first_x; x < field_.width_cells; x += spacing) {
      Cell mine;
      if (middle_ways[field_.index({x, z})] <= reach && count.all_open({x, z}, half) &&
          near_mine(count, {x, z}, half, mine)) {
        candidates.push_back({x, z});
      }
    }
  }
  return candidates;
}

// Farthest-point choice: each start as far by way from those before it as can be, then each once
// more with the others fixed.
void Furnisher::find_starts(std::int32_t half, const std::vector<std::uint32_t>& middle_ways,
                            std::uint32_t reach) {
  const std::vector<Cell> candidates = start_candidates(half, middle_ways, reach);
  if (candidates.empty()) return;
  std::vector<Cell> chosen;
  std::vector<std::vector<std::uint32_t>> ways;
  const auto farthest = [&](std::size_t without) {
    Cell best = candidates[0];
    std::uint32_t best_way = 0;
    for (const Cell cell : candidates) {
      std::uint32_t nearest = k_far;
      for (std::size_t other = 0; other < ways.size(); ++other) {
        if (other != without) nearest = std::min(nearest, ways[other][field_.index(cell)]);
      }
      if (nearest == k_far || nearest <= best_way) continue;
      best_way = nearest;
      best = cell;
    }
    return best;
  };
  constexpr std::size_t k_nobody = SIZE_MAX;
  // The first is the farthest from a place that a draw chose.
  const auto drawn = static_cast<std::size_t>(
      base::draw_index(random_.next(), static_cast<std::uint32_t>(candidates.size())));
  ways.push_back(ways_from(candidates[drawn]));
  const Cell first = farthest(k_nobody);
  ways.clear();
  for (Cell next = first; chosen.size() < sides_; next = farthest(k_nobody)) {
    chosen.push_back(next);
    ways.push_back(ways_from(next));
  }
  for (std::size_t side = 0; side < chosen.size(); ++side) {
    chosen[side] = farthest(side);
    ways[side] = ways_from(chosen[side]);
  }
  if (!settle(chosen, half)) starts_.clear();
}

// Puts the starts and their mines down; false, with nothing changed, when they are too near one
// another.
bool Furnisher::settle(const std::vector<Cell>& chosen, std::int32_t half) {
  const std::vector<std::uint8_t> before = free_;
  field_.starts.clear();
  field_.resources.clear();
  for (const Cell start : chosen) {
    const OpenCount left(field_, free_);
    Cell mine;
    if (!left.all_open(start, half) || !near_mine(left, start, half, mine)) {
      free_ = before;
      return false;
    }
    occupy(start, half);
    field_.starts.push_back(field_.middle_of(start));
    add_mine(mine);
  }
  starts_ = chosen;
  return true;
}

// As OpenCount::all_open(), for a few squares between changes.
bool Furnisher::is_free(Cell middle, std::int32_t half) const {
  for (std::int32_t z = middle.z - half; z <= middle.z + half; ++z) {
    for (std::int32_t x = middle.x - half; x <= middle.x + half; ++x) {
      if (!field_.contains({x, z}) || free_[field_.index({x, z})] == 0) return false;
    }
  }
  return true;
}

void Furnisher::occupy(Cell middle, std::int32_t half) {
  for (std::int32_t z = middle.z - half; z <= middle.z + half; ++z) {
    for (std::int32_t x = middle.x - half; x <= middle.x + half; ++x) {
      if (field_.contains({x, z})) free_[field_.index({x, z})] = 0;
    }
  }
}

void Furnisher::add_mine(Cell middle) {
  field_.resources.push_back({field_.middle_of(middle), 0});
  occupy(middle, k_mine_half_cells + k_ring_cells);
}

// One mine more for each side, at about the same length of way from its start and nearer to it than
// to anybody else; when somebody finds none, nobody gets one.
void Furnisher::take_far_mines() {
  const std::vector<std::uint8_t> before = free_;
  const std::vector<Spot> resources_before = field_.resources;
  for (std::uint32_t side = 0; side < sides_; ++side) {
    const OpenCount count(field_, free_);
    const auto wanted = static_cast<std::int64_t>(k_mine_far_cells) * k_straight;
    std::int64_t best = INT64_MAX;
    Cell found;
    for (std::int32_t z = 0; z < field_.height_cells; ++z) {
      for (std::int32_t x = 0; x < field_.width_cells; ++x) {
        const std::size_t at = field_.index({x, z});
        const std::uint32_t way = ways_[side][at];
        const std::int64_t off = std::abs(static_cast<std::int64_t>(way) - wanted);
        if (way == k_far || off >= best || off > wanted / 2) continue;
        bool is_nearest = true;
        for (std::uint32_t other = 0; other < sides_; ++other) {
          is_nearest = is_nearest && (other == side || ways_[other][at] > way + way / 4);
        }
        // A hall must fit beside it.
        if (!is_nearest || !count.all_open({x, z}, k_mine_half_cells + k_start_room_cells))
          continue;
        best = off;
        found = {x, z};
      }
    }
    if (best == INT64_MAX) {
      free_ = before;
      field_.resources = resources_before;
      return;
    }
    add_mine(found);
  }
}

// A clump of trees for a side where the ground allows; false when it allows none.
bool Furnisher::plant_wood(std::uint32_t side, std::int32_t& trees) {
  for (std::int32_t radius = draw(2, 4); radius >= 0; --radius) {
    for (std::int32_t tries = 0; tries < 300; ++tries) {
      const std::int32_t reach = 12 + tries / 8;
      const std::int32_t x = draw(-reach, reach);
      const std::int32_t z = draw(-reach, reach);
      const Cell middle = {starts_[side].x + x, starts_[side].z + z};
      if (!is_free(middle, radius + k_ring_cells)) continue;
      const std::uint64_t key = random_.next();
      for (std::int32_t at_z = -radius; at_z <= radius; ++at_z) {
        for (std::int32_t at_x = -radius; at_x <= radius; ++at_x) {
          const bool in = at_x * at_x + at_z * at_z <= radius * radius + 1;
          if (!in || (radius > 0 && base::draw_index(base::hash(key, at_x, at_z), 100) >= 75)) {
            continue;
          }
          field_.resources.push_back({field_.middle_of({middle.x + at_x, middle.z + at_z}), 1});
          trees += 1;
        }
      }
      occupy(middle, radius + k_ring_cells);
      return true;
    }
  }
  return false;
}

// In turns, so that nobody has many more than another.
void Furnisher::plant_woods() {
  std::vector<std::int32_t> trees(sides_, 0);
  for (;;) {
    const std::int32_t fewest = *std::min_element(trees.begin(), trees.end());
    if (fewest >= k_trees_a_side) return;
    for (std::uint32_t side = 0; side < sides_; ++side) {
      if (trees[side] > fewest) continue;
      if (!plant_wood(side, trees[side])) return;
      break;
    }
  }
}

void Furnisher::settle_animals() {
  constexpr std::uint32_t k_away = 24 * k_straight;
  for (std::uint32_t camp = 0; camp < 2 * sides_; ++camp) {
    const std::uint32_t kind = camp % 2;
    const std::int32_t count = kind == 0 ? draw(3, 5) : draw(2, 3);
    for (std::int32_t tries = 0; tries < 200; ++tries) {
      const std::int32_t x = draw(0, field_.width_cells - 1);
      const std::int32_t z = draw(0, field_.height_cells - 1);
      const auto is_away = [&](const std::vector<std::uint32_t>& ways) {
        return ways[field_.index({x, z})] > k_away;
      };
      if (home_[field_.index({x, z})] == 0 || free_[field_.index({x, z})] == 0 ||
          !std::all_of(ways_.begin(), ways_.end(), is_away)) {
        continue;
      }
      for (std::int32_t animal = 0; animal < count; ++animal) {
        const Cell cell = {x - 1 + animal % 3, z - 1 + animal / 3};
        if (field_.contains(cell) && free_[field_.index(cell)] != 0) {
          field_.animals.push_back({field_.middle_of(cell), kind});
        }
      }
      break;
    }
  }
}

}  // namespace

base::Result<void> furnish(Battlefield& field, std::uint64_t seed, std::uint32_t sides) {
  if (sides < 2 || sides > 8) {
    return base::Error{base::ErrorCode::OutOfRange,
                       "a battlefield for " + std::to_string(sides) + " sides", "battlefield",
                       "2 to 8"};
  }
  return Furnisher(field, seed, sides).furnish();
}

}  // namespace terrane::rts
