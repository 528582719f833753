// Ways over the battlefield for units of two sizes: what is reachable (known at once, by region),
// and which way to go from a place towards a goal (flow field tiles, made when first asked for and
// kept). Not the crowd (crowd.h): nobody stands in anybody's way here. After "Crowd Pathfinding and
// Steering Using Flow Field Tiles" (Emerson, Game AI Pro 2013): sectors of 32 x 32 cells, portals
// between them, a search over the portals from the goal, then one tile a sector.
//
// Every answer is a pure function of the ground as it is now and of the question: what is cached
// never shows, so it is neither saved nor hashed. Owner thread of the match; caches are bounded.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "terrane/rts/battlefield.h"

namespace terrane::rts {

// By radius: up to half a cell, and up to one and a half.
enum class SizeClass : std::uint8_t { Small = 0, Large = 1 };
inline constexpr std::size_t k_size_classes = 2;
constexpr SizeClass size_class_of(std::int32_t radius_mm) {
  return radius_mm <= 500 ? SizeClass::Small : SizeClass::Large;
}

// Half-open: cells x0 <= x < x1.
struct CellRect {
  Cell first;
  Cell past;
};

// A direction as a vector of length 1024 or (0, 0): there, or no way.
struct Bearing {
  std::int32_t x_1024 = 0;
  std::int32_t z_1024 = 0;
  bool none() const { return x_1024 == 0 && z_1024 == 0; }
};

class WalkGrid;

// What is kept of earlier questions; answers do not depend on it. Large battlefields keep fewer
// goals.
struct PathLimits {
  std::uint32_t fields = 256;   // goals whose search is kept
  std::uint32_t tiles = 32768;  // of all goals, for each size, 1 kB each
};

class Paths {
 public:
  // Borrows the battlefield.
  explicit Paths(const Battlefield& field, PathLimits limits = {});
  ~Paths();
  Paths(Paths&&) noexcept;
  Paths& operator=(Paths&&) noexcept;

  // A building or node stands on these cells, or no longer does. Counted: two on one cell need two
  // removals. Parts outside the grid are ignored. Regions and tiles follow at the next question.
  void block(CellRect cells);
  void unblock(CellRect cells);
  // Takes all buildings off (before the state's own are put on again).
  void unblock_all();

  // Whether the middle of a unit of that size may be in the cell.
  bool may_stand(Cell cell, SizeClass size) const;
  // Whether any ground but buildings' allows it: free, or rough (half speed).
  Ground ground(Cell cell) const;
  // Whether a straight walk between the points stays where may_stand() is true.
  bool clear_line(PointMm from, PointMm to, SizeClass size) const;

  // Region of a cell: equal for two cells exactly when there is a way; 0 where nobody may stand.
  std::uint32_t region(Cell cell, SizeClass size);
  bool reachable(PointMm from, PointMm to, SizeClass size);
  // The cell nearest to `wanted` (level distance, ties by z then x) that lies in `from`'s region;
  // `from` itself is moved to the nearest standable cell first. False when there is none within
  // `radius_cells` of wanted.
  bool nearest_reachable(PointMm from, PointMm wanted, SizeClass size, std::int32_t radius_cells,
                         Cell& found);

  // Which way to go from `at` to reach the cell of `goal`; smoothed between cells. None when `at`
  // lies in the goal's cell or there is no way. A goal where nobody may stand (a building, a mine)
  // means any cell beside it. Where `at` itself may not be stood on: the way to the nearest cell
  // that may.
  Bearing toward(PointMm goal, PointMm at, SizeClass size);
  // The furthest point of that way, a few dozen metres ahead at most, to which one may walk
  // straight without entering more rough ground than the way does. `goal` itself when it is seen.
  enum class Lead : std::uint8_t {
    Onward,  // `point` is where to walk
    There,   // `at` lies in the goal's cell, or beside what stands on the goal
    NoWay,
  };
  Lead lead(PointMm goal, PointMm at, SizeClass size, PointMm& point);
  // Length of that way in mm (diagonals count 1.4, rough ground double), -1: none. Within a few
  // percent.
  std::int64_t distance_mm(PointMm goal, PointMm at, SizeClass size);
  // Whether there is a way that is no longer; follows it no further.
  bool is_within(PointMm goal, PointMm at, SizeClass size, std::int64_t most_mm);

  // Works ahead of the questions: measures up to so many sectors, for one size of unit each, that
  // changed since or that nobody asked for yet. All before a match begins, one a tick afterwards.
  // Shows in no answer.
  void prepare(std::uint32_t sectors);

  const WalkGrid& grid() const;

  // Changes whenever an answer may: block and unblock.
  std::uint32_t generation() const;
  struct Counters {
    std::uint64_t tiles_made = 0;
    std::uint64_t fields_made = 0;  // searches over the portals
    std::uint64_t sectors_made = 0;
  };
  Counters counters() const;

 private:
  struct Detail;
  std::unique_ptr<Detail> detail_;
};

}  // namespace terrane::rts
