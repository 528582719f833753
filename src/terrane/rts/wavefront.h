// The cost of the way to given seeds from every cell of a small square of cells, and which of the
// eight neighbours leads there: Dijkstra's algorithm with a queue of buckets (Dial 1969). It knows
// squares only; what lies around them comes in as seeds (flow.h). Where nothing but free ground is
// near, it follows canonical ways only, diagonal before straight, so that most cells are offered
// once (Sturtevant and Rabin, "Canonical Orderings on Grids", 2016). Integers; the same for the
// same square and seeds. Owner thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace terrane::rts {

// Cost of a step from cell to cell: half of it lies in either, and a rough half counts double. A
// hundred millimetres of free ground cost 1.
using PathCost = std::uint32_t;
inline constexpr PathCost k_no_way = 0xffffffffu;
inline constexpr PathCost k_half_straight = 5;
inline constexpr PathCost k_half_diagonal = 7;
inline constexpr std::int32_t k_mm_per_cost = 100;

// Clockwise from north; odd ones are diagonal.
using Way = std::uint8_t;
inline constexpr Way k_way_north = 0;
inline constexpr Way k_way_east = 2;
inline constexpr Way k_way_south = 4;
inline constexpr Way k_way_west = 6;
inline constexpr Way k_way_here = 8;    // a goal
inline constexpr Way k_way_none = 255;  // no way
inline constexpr std::array<std::int32_t, 8> k_way_x = {0, 1, 1, 1, 0, -1, -1, -1};
inline constexpr std::array<std::int32_t, 8> k_way_z = {-1, -1, 0, 1, 1, 1, 0, -1};

struct WaySeed {
  PathCost cost = 0;
  std::uint16_t cell = 0;  // z * cells + x
  Way way = k_way_here;    // from there on
  friend constexpr bool operator==(const WaySeed&, const WaySeed&) = default;
};

class Wavefront {
 public:
  // `cells` a side, 32 or 64.
  explicit Wavefront(std::int32_t cells);

  std::int32_t cells() const { return cells_; }

  // Everything closed, nothing reached.
  void clear();
  // Nothing reached; what is open stays.
  void clear_ways();
  // 32 cells of row z from x = 32 * column on: which are open, and which of these are rough.
  void set_open(std::int32_t column, std::int32_t z, std::uint32_t open, std::uint32_t rough) {
    const auto row = static_cast<std::size_t>(z);
    open_[row] |= std::uint64_t{open} << (column * 32);
    rough_[row] |= std::uint64_t{open & rough} << (column * 32);
  }
  // After the last set_open().
  void close_rows();

  // A way that is known before the seeds; its neighbours must be as good already or follow in the
  // seeds.
  void preset(std::int32_t cell, PathCost cost, Way way) {
    costs_[padded(cell)] = cost;
    ways_[padded(cell)] = way;
  }
  // Spreads from the seeds, which must be sorted by cost, cell, way.
  void spread(std::span<const WaySeed> seeds);
  // The same until every wanted cell is reached; what costs more than they may be left out. They
  // are open, each named once, and no seeds.
  void spread_to(std::span<const std::uint16_t> wanted, std::span<const WaySeed> seeds);

  PathCost cost(std::int32_t cell) const { return costs_[padded(cell)]; }
  Way way(std::int32_t cell) const { return ways_[padded(cell)]; }
  // A whole row from west to east.
  std::span<const PathCost> costs_of_row(std::int32_t z) const {
    return {&costs_[padded(z * cells_)], static_cast<std::size_t>(cells_)};
  }
  std::span<const Way> ways_of_row(std::int32_t z) const {
    return {&ways_[padded(z * cells_)], static_cast<std::size_t>(cells_)};
  }

 private:
  static constexpr std::uint32_t k_buckets = 32;  // more than the dearest step, a power of two

  std::size_t padded(std::int32_t cell) const {  // a closed rim saves asking for borders
    return static_cast<std::size_t>((cell / cells_ + 1) * (cells_ + 2) + cell % cells_ + 1);
  }
  void offer(std::size_t at, PathCost cost, Way way) {
    if (cost >= costs_[at]) return;
    costs_[at] = cost;
    ways_[at] = way;
    const std::size_t bucket = cost % k_buckets;
    queue_[bucket * capacity_ + counts_[bucket]++] = static_cast<std::uint16_t>(at);
    ++waiting_;
  }
  void expand(std::size_t at, PathCost cost);
  void expand_plain(std::size_t at, PathCost cost);

  static constexpr std::uint8_t k_weight = 3;  // 0 closed, 1 free, 2 rough
  static constexpr std::uint8_t k_plain = 4;   // free, and so are the eight around it
  static constexpr std::uint8_t k_wanted = 8;  // spread_to() waits for it

  std::int32_t cells_ = 0;
  std::size_t waiting_ = 0;
  std::size_t wanted_left_ = 0;
  std::array<std::uint64_t, 64> open_{};  // by row
  std::array<std::uint64_t, 64> rough_{};
  std::vector<std::uint8_t> grounds_;
  std::vector<PathCost> costs_;
  std::vector<Way> ways_;
  // By cost modulo their number; each holds a place once for each cost, so never more than all.
  std::vector<std::uint16_t> queue_;
  std::array<std::size_t, k_buckets> counts_{};
  std::size_t capacity_ = 0;
  std::array<std::int32_t, 8> steps_{};  // to the neighbours, by way
  std::vector<std::uint16_t> sources_;   // seeds of the cost that is spread
};

}  // namespace terrane::rts
