// Keeps bodies apart: makes what everybody wishes to walk in one tick into where everybody is after
// it. Circles on the walk grid, nothing else: it knows no goal, order or match. Each body looks at
// the others where they wish to be and gives way to whom it would overlap, by a share that depends
// on what both do; all read the same places and write their own, so no order of bodies shows. After
// position-based crowds (Weiss, Litteneker, Jiang, Terzopoulos 2017), in integers. Owner thread; no
// allocation once grown.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/rts/vector_mm.h"
#include "terrane/rts/walk_grid.h"

namespace terrane::rts {

enum class Stance : std::uint8_t {
  Walks,
  Stands,  // steps aside for its own side's walkers, of nobody's side for all
  Holds,   // fights or works: walked round
};

inline constexpr std::uint32_t k_nobodys_side = 0xffffffffu;

// Round which side of those that stand in the way a walker goes.
enum class Passing : std::uint8_t {
  Nearest,  // where less of each is
  Right,    // always: who stands before a gap between two would go to and fro
  Left,
};

struct Body {
  PointMm place;
  VectorMm wish;  // to walk in this tick; (0, 0) unless it walks
  std::int32_t radius_mm = 0;
  std::int32_t step_max_mm = 0;  // furthest it gets in this tick
  std::uint32_t side = 0;
  Stance stance = Stance::Stands;
  Passing passing = Passing::Nearest;
  // A walker in a jam makes itself small: this much of its radius counts against other walkers.
  std::uint8_t width_256ths = 255;
};

struct Moved {
  PointMm place;
  bool touches_standing = false;  // somebody ahead stands in the way
  bool hit_ground = false;        // closed cells took something off the step
};

class Crowd {
 public:
  // The caller fills it, one a body that is somewhere on the ground.
  std::vector<Body> bodies;
  // One a body, same order, after step().
  std::vector<Moved> moved;

  void step(const WalkGrid& grid);

 private:
  static constexpr std::int32_t k_bucket_mm = 3000;

  // What is read of a neighbour, sorted by bucket.
  struct Near {
    std::int32_t x = 0;  // where it wishes to be
    std::int32_t z = 0;
    std::int32_t radius = 0;
    std::uint32_t body = 0;
  };
  struct Push {
    std::int32_t x = 0;
    std::int32_t z = 0;
    std::int32_t contacts = 0;
    bool touches_standing = false;
  };

  void sort_into_buckets();
  void push_apart(const Near& own, std::int32_t reach_mm, Push& push) const;
  void add_contact(const Body& own, const Near& at, const Near& other, Push& push) const;

  std::vector<Near> near_;
  std::vector<std::uint32_t> bucket_of_;  // by body
  std::vector<std::uint32_t> starts_;     // first of each bucket in near_
  std::int32_t origin_x_ = 0;
  std::int32_t origin_z_ = 0;
  std::int32_t columns_ = 0;
  std::int32_t rows_ = 0;
  std::int32_t radius_max_ = 0;
};

// The end of a step over open cells: the whole of it, or along one axis, or none. Bodies that stand
// on closed ground may step anywhere.
PointMm step_on_ground(const WalkGrid& grid, PointMm from, VectorMm step, SizeClass size);

}  // namespace terrane::rts
