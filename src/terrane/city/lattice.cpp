#include "terrane/city/lattice.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_place = 11;
constexpr std::uint64_t k_salt_edge = 13;
constexpr std::uint64_t k_salt_comb = 14;
constexpr std::uint64_t k_salt_link = 15;

constexpr std::uint64_t k_lake_chance_65536 = 22000;  // a third of the super-cells
constexpr std::uint64_t k_cut_chance_65536 = 55700;   // 0.85 of the even teeth

constexpr std::uint64_t cell_pair(std::int32_t i, std::int32_t j) {
  return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(i)) << 32) |
         static_cast<std::uint32_t>(j);
}

std::int32_t super_of(std::int32_t cell) {
  return static_cast<std::int32_t>(base::floor_divide(cell, k_super_cell));
}

}  // namespace

// What the comb of one super-cell says of the edges inside it. The comb: one spine kept whole;
// teeth across it at every place, odd ones whole, even ones cut at most once, and what a cut takes
// off the spine is tied to the next tooth, which is whole. A lake may take away the ends of a few
// teeth that lie far from the spine, which parts nothing. `along` runs along the spine, `across`
// across it.
class Lattice::Comb {
 public:
  Comb(std::uint64_t comb_seed, SuperCell cell)
      : key_(base::hash_combine(comb_seed, cell_pair(cell.i, cell.j))),
        spine_is_east_((key_ & 1u) != 0),
        spine_(static_cast<std::int32_t>((key_ >> 1) & 7u)) {
    if (((key_ >> 8) & 0xffffu) >= k_lake_chance_65536) return;
    // Two or three teeth wide, one or two places deep, at the end that is farther from the spine.
    const auto width = static_cast<std::int32_t>(2 + ((key_ >> 24) & 1u));
    const auto depth = static_cast<std::int32_t>(1 + ((key_ >> 25) & 1u));
    lake_along_ = static_cast<std::int32_t>(
        base::draw_index(base::mix64(key_), static_cast<std::uint32_t>(k_super_cell - width + 1)));
    lake_along_end_ = lake_along_ + width;
    lake_across_ = spine_ < k_super_cell / 2 ? k_super_cell - depth : 0;
    lake_across_end_ = lake_across_ + depth;
  }

  bool has_lake_at(std::int32_t east, std::int32_t south) const {
    const std::int32_t along = spine_is_east_ ? east : south;
    const std::int32_t across = spine_is_east_ ? south : east;
    return is_lake_tooth(along) && is_lake_place(across);
  }

  // Of an edge inside the super-cell whose ends no lake takes.
  Verdict verdict(std::int32_t east, std::int32_t south, Axis axis) const {
    const std::int32_t along = spine_is_east_ ? east : south;
    const std::int32_t across = spine_is_east_ ? south : east;
    if ((axis == Axis::East) != spine_is_east_) {
      return cut_of(along).at == across ? Verdict::Drop : Verdict::Keep;
    }
    if (across == spine_) return Verdict::Keep;
    if (along % 2 != 0) return Verdict::Free;
    const Cut cut = cut_of(along);
    return cut.at >= 0 && cut.tie == across ? Verdict::Keep : Verdict::Free;
  }

 private:
  // Between places `at` and at + 1 across; -1 for none. What it takes off the spine is tied to the
  // next tooth at place `tie`.
  struct Cut {
    std::int32_t at = -1;
    std::int32_t tie = -1;
  };

  bool is_lake_tooth(std::int32_t along) const {
    return along >= lake_along_ && along < lake_along_end_;
  }
  bool is_lake_place(std::int32_t across) const {
    return across >= lake_across_ && across < lake_across_end_;
  }

  Cut cut_of(std::int32_t along) const {
    if (along % 2 != 0) return {};
    const std::uint64_t tooth =
        base::mix64(key_ + 0x9e3779b97f4a7c15ULL * (static_cast<std::uint64_t>(along) + 1));
    if ((tooth >> 48) >= k_cut_chance_65536) return {};
    Cut cut;
    const std::uint64_t drawn = base::mix64(tooth);
    cut.at = static_cast<std::int32_t>(
        base::draw_index(drawn, static_cast<std::uint32_t>(k_super_cell - 1)));
    std::int32_t low = spine_ <= cut.at ? cut.at + 1 : 0;
    std::int32_t high = spine_ <= cut.at ? k_super_cell - 1 : cut.at;
    if (is_lake_tooth(along) || is_lake_tooth(along + 1)) {
      if (lake_across_ == 0) {
        low = std::max(low, lake_across_end_);
      } else {
        high = std::min(high, lake_across_ - 1);
      }
      if (low > high) return {};
    }
    cut.tie = static_cast<std::int32_t>(base::draw_integer(base::mix64(drawn), low, high));
    return cut;
  }

  std::uint64_t key_ = 0;
  bool spine_is_east_ = true;
  std::int32_t spine_ = 0;  // the place across at which the spine lies
  std::int32_t lake_along_ = 0;
  std::int32_t lake_along_end_ = 0;  // no lake while equal to the begin
  std::int32_t lake_across_ = 0;
  std::int32_t lake_across_end_ = 0;
};

Lattice::Lattice(std::uint64_t seed)
    : seed_(seed),
      place_seed_(base::hash(seed, k_salt_place)),
      edge_seed_(base::hash(seed, k_salt_edge)),
      comb_seed_(base::hash(seed, k_salt_comb)),
      link_seed_(base::hash(seed, k_salt_link)) {}

PlanePoint Lattice::position(JunctionId junction) const {
  // One hash, a half of it for each axis.
  const std::uint64_t key = base::hash_combine(place_seed_, cell_pair(junction.i, junction.j));
  constexpr std::uint64_t k_range = 2 * k_jitter_mm + 1;
  const auto x_mm = static_cast<std::int64_t>(((key & 0xffffffffu) * k_range) >> 32);
  const auto z_mm = static_cast<std::int64_t>(((key >> 32) * k_range) >> 32);
  return {junction.i * k_cell_size_mm - k_jitter_mm + x_mm,
          junction.j * k_cell_size_mm - k_jitter_mm + z_mm};
}

bool Lattice::has_edge(EdgeId edge) const {
  const Edges both = edges_from(edge.from);
  return edge.axis == Axis::East ? both.east : both.south;
}

Lattice::Edges Lattice::edges_from(JunctionId from) const {
  if (from.i < -k_cell_limit || from.j < -k_cell_limit || from.i > k_cell_limit ||
      from.j > k_cell_limit) {
    return {};
  }
  const SuperCell cell{super_of(from.i), super_of(from.j)};
  const std::int32_t east = from.i - cell.i * k_super_cell;
  const std::int32_t south = from.j - cell.j * k_super_cell;
  const Comb comb(comb_seed_, cell);
  if (comb.has_lake_at(east, south)) return {};
  Edges edges;
  edges.east = from.i < k_cell_limit &&
               (east + 1 < k_super_cell
                    ? !comb.has_lake_at(east + 1, south) &&
                          is_kept(comb.verdict(east, south, Axis::East), {from, Axis::East})
                    : is_linked(comb, cell, {from, Axis::East}, south));
  edges.south = from.j < k_cell_limit &&
                (south + 1 < k_super_cell
                     ? !comb.has_lake_at(east, south + 1) &&
                           is_kept(comb.verdict(east, south, Axis::South), {from, Axis::South})
                     : is_linked(comb, cell, {from, Axis::South}, east));
  return edges;
}

bool Lattice::is_kept(Verdict verdict, EdgeId edge) const {
  if (verdict != Verdict::Free) return verdict == Verdict::Keep;
  return (base::hash_combine(edge_seed_, edge_number(edge).value) >> 48) < k_free_edge_65536;
}

// One hashed link from each super-cell to the next, east and south, where no lake lies at either
// end (two lakes leave at least two of the eight places); any other edge is free.
bool Lattice::is_linked(const Comb& comb, SuperCell cell, EdgeId edge, std::int32_t place) const {
  const bool to_east = edge.axis == Axis::East;
  const Comb next(comb_seed_, {cell.i + (to_east ? 1 : 0), cell.j + (to_east ? 0 : 1)});
  const auto is_open = [&](std::int32_t at) {
    return to_east ? !comb.has_lake_at(k_super_cell - 1, at) && !next.has_lake_at(0, at)
                   : !comb.has_lake_at(at, k_super_cell - 1) && !next.has_lake_at(at, 0);
  };
  if (!is_open(place)) return false;
  const std::uint64_t link = base::hash_combine(
      link_seed_, cell_pair(cell.i, cell.j) * 2 + static_cast<std::uint64_t>(edge.axis));
  auto linked = static_cast<std::int32_t>(link % k_super_cell);
  while (!is_open(linked)) linked = (linked + 1) % k_super_cell;
  return linked == place || is_kept(Verdict::Free, edge);
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
