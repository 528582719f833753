#include "terrane/city/lattice.h"

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_x = 11;
constexpr std::uint64_t k_salt_z = 12;
constexpr std::uint64_t k_salt_edge = 13;
constexpr std::uint64_t k_salt_comb = 14;
constexpr std::uint64_t k_salt_link = 15;

struct SuperCell {
  std::int32_t i = 0;
  std::int32_t j = 0;
};

std::int32_t super_of(std::int32_t cell) {
  return static_cast<std::int32_t>(base::floor_divide(cell, k_super_cell));
}

std::int32_t place_in_super(std::int32_t cell) {
  return cell - super_of(cell) * k_super_cell;
}

// What the comb of one super-cell says of an edge inside it. The comb: one spine kept whole; teeth
// across it at every place, odd ones whole, even ones cut at most once, and what a cut takes off
// the spine is tied to the next tooth, which is whole. `along` runs along the spine, `across`
// across it.
struct Comb {
  std::uint64_t key = 0;
  bool spine_is_east = true;
  std::int32_t spine = 0;  // the place across at which the spine lies

  Comb(std::uint64_t seed, SuperCell cell) : key(base::hash(seed, k_salt_comb, cell.i, cell.j)) {
    spine_is_east = (key & 1u) != 0;
    spine = static_cast<std::int32_t>(base::draw_index(base::hash(key, 1), k_super_cell));
  }
  // Where tooth `along` is cut: between places cut and cut + 1 across; -1 for not at all.
  std::int32_t cut(std::int32_t along) const {
    if (along % 2 != 0) return -1;
    const std::uint64_t tooth = base::hash(key, 2, along);
    if (!base::draw_chance(tooth, 0.85)) return -1;
    return static_cast<std::int32_t>(base::draw_index(base::hash(tooth, 1), k_super_cell - 1));
  }
  // The place across at which the part that a cut took off is tied to the next tooth.
  std::int32_t tie(std::int32_t along, std::int32_t cut_at) const {
    const std::int32_t low = spine <= cut_at ? cut_at + 1 : 0;
    const std::int32_t high = spine <= cut_at ? k_super_cell - 1 : cut_at;
    return static_cast<std::int32_t>(base::draw_integer(base::hash(key, 3, along), low, high));
  }
};

enum class Verdict : std::uint8_t { Keep, Drop, Free };

Verdict verdict_inside(const Comb& comb, EdgeId edge) {
  const std::int32_t east = place_in_super(edge.from.i);
  const std::int32_t south = place_in_super(edge.from.j);
  const std::int32_t along = comb.spine_is_east ? east : south;
  const std::int32_t across = comb.spine_is_east ? south : east;
  if ((edge.axis == Axis::East) == comb.spine_is_east) {
    if (across == comb.spine) return Verdict::Keep;
    if (along % 2 == 0) {
      const std::int32_t cut_at = comb.cut(along);
      if (cut_at >= 0 && comb.tie(along, cut_at) == across) return Verdict::Keep;
    }
    return Verdict::Free;
  }
  return comb.cut(along) == across ? Verdict::Drop : Verdict::Keep;
}

}  // namespace

PlanePoint Lattice::position(JunctionId junction) const {
  const auto offset = [&](std::uint64_t salt) {
    return base::draw_integer(base::hash(seed_, salt, junction.i, junction.j), -k_jitter_mm,
                              k_jitter_mm);
  };
  return {junction.i * k_cell_size_mm + offset(k_salt_x),
          junction.j * k_cell_size_mm + offset(k_salt_z)};
}

bool Lattice::has_edge(EdgeId edge) const {
  const JunctionId to = edge.to();
  if (edge.from.i < -k_cell_limit || edge.from.j < -k_cell_limit || to.i > k_cell_limit ||
      to.j > k_cell_limit) {
    return false;
  }
  const SuperCell cell{super_of(edge.from.i), super_of(edge.from.j)};
  const bool leaves = super_of(to.i) != cell.i || super_of(to.j) != cell.j;
  if (leaves) {
    // One hashed link from each super-cell to the next, east and south.
    const std::int32_t place = place_in_super(edge.axis == Axis::East ? edge.from.j : edge.from.i);
    const std::uint64_t link = base::hash(seed_, k_salt_link, cell.i, cell.j, edge.axis);
    if (static_cast<std::int32_t>(base::draw_index(link, k_super_cell)) == place) return true;
  } else {
    const Verdict verdict = verdict_inside(Comb(seed_, cell), edge);
    if (verdict != Verdict::Free) return verdict == Verdict::Keep;
  }
  return base::draw_chance(base::hash(seed_, k_salt_edge, edge_number(edge)), k_free_edge_chance);
}

EdgeId Lattice::edge_at(JunctionId junction, ArmSide side) {
  switch (side) {
    case ArmSide::East:
      return {junction, Axis::East};
    case ArmSide::South:
      return {junction, Axis::South};
    case ArmSide::West:
      return {{junction.i - 1, junction.j}, Axis::East};
    default:
      return {{junction.i, junction.j - 1}, Axis::South};
  }
}

JunctionId Lattice::cell_of(PlanePoint point) {
  return {static_cast<std::int32_t>(
              base::floor_divide(point.x_mm + k_cell_size_mm / 2, k_cell_size_mm)),
          static_cast<std::int32_t>(
              base::floor_divide(point.z_mm + k_cell_size_mm / 2, k_cell_size_mm))};
}

}  // namespace terrane::city
