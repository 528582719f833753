#include "terrane/rts/wavefront.h"

#include <algorithm>
#include <cstring>

#include "terrane/base/assert.h"

namespace terrane::rts {
namespace {

// Eight bits as eight bytes of 0 or 1, the lowest bit where memory has the first byte.
constexpr std::array<std::uint64_t, 256> make_spread() {
  constexpr bool k_little_end = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  std::array<std::uint64_t, 256> spread{};
  for (std::uint32_t bits = 0; bits < 256; ++bits) {
    for (std::uint32_t bit = 0; bit < 8; ++bit) {
      const std::uint32_t byte = k_little_end ? bit : 7 - bit;
      spread[bits] |= std::uint64_t{bits >> bit & 1u} << (8 * byte);
    }
  }
  return spread;
}
constexpr std::array<std::uint64_t, 256> k_spread = make_spread();

}  // namespace

Wavefront::Wavefront(std::int32_t cells) : cells_(cells) {
  TERRANE_ASSERT(cells == 32 || cells == 64, "rows are filled a word at a time");
  const auto side = static_cast<std::size_t>(cells + 2);
  grounds_.resize(side * side);
  costs_.resize(side * side);
  ways_.resize(side * side);
  capacity_ = side * side;
  queue_.resize(capacity_ * k_buckets);
  for (std::size_t way = 0; way < 8; ++way) {
    steps_[way] = k_way_z[way] * (cells + 2) + k_way_x[way];
  }
  clear();
}

void Wavefront::clear() {
  open_.fill(0);
  rough_.fill(0);
  clear_ways();
}

void Wavefront::clear_ways() {
  std::fill(costs_.begin(), costs_.end(), k_no_way);
  std::fill(ways_.begin(), ways_.end(), k_way_none);
}

void Wavefront::close_rows() {
  const auto free = [&](std::int32_t z) {
    const auto row = static_cast<std::size_t>(z);
    return z < 0 || z >= cells_ ? 0 : open_[row] & ~rough_[row];
  };
  for (std::int32_t z = 0; z < cells_; ++z) {
    const std::uint64_t open = open_[static_cast<std::size_t>(z)];
    const std::uint64_t rough = rough_[static_cast<std::size_t>(z)];
    const std::uint64_t three = free(z - 1) & free(z) & free(z + 1);
    const std::uint64_t plain = three & three << 1 & three >> 1;
    std::uint8_t* grounds = &grounds_[padded(z * cells_)];
    for (std::int32_t x = 0; x < cells_; x += 8) {
      const std::uint64_t eight = k_spread[open >> x & 0xffu] + k_spread[rough >> x & 0xffu] +
                                  k_spread[plain >> x & 0xffu] * k_plain;
      std::memcpy(grounds + x, &eight, sizeof(eight));
    }
  }
}

// On plain ground whatever else lies around is reached as well without this cell.
void Wavefront::expand_plain(std::size_t at, PathCost cost) {
  const std::size_t way = ways_[at];
  const auto onward = [&](std::size_t back, PathCost half) {
    const auto to = static_cast<std::size_t>(static_cast<std::int32_t>(at) - steps_[back]);
    const PathCost there = grounds_[to] & k_weight;
    offer(to, cost + half * (1 + there), static_cast<Way>(back));
  };
  if (way % 2 == 0) {
    onward(way, k_half_straight);
    return;
  }
  onward(way, k_half_diagonal);
  onward((way + 1) & 7, k_half_straight);
  onward((way + 7) & 7, k_half_straight);
}

void Wavefront::expand(std::size_t at, PathCost cost) {
  const std::size_t side = static_cast<std::size_t>(cells_) + 2;
  const PathCost here = grounds_[at] & k_weight;
  const std::size_t north = at - side;
  const std::size_t south = at + side;
  const PathCost to_north = grounds_[north] & k_weight;
  const PathCost to_east = grounds_[at + 1] & k_weight;
  const PathCost to_south = grounds_[south] & k_weight;
  const PathCost to_west = grounds_[at - 1] & k_weight;
  // The way of a neighbour leads back here.
  if (to_north != 0) offer(north, cost + k_half_straight * (here + to_north), k_way_south);
  if (to_east != 0) offer(at + 1, cost + k_half_straight * (here + to_east), k_way_west);
  if (to_south != 0) offer(south, cost + k_half_straight * (here + to_south), k_way_north);
  if (to_west != 0) offer(at - 1, cost + k_half_straight * (here + to_west), k_way_east);
  // Never across the corner of a closed cell.
  const auto diagonal = [&](PathCost one_side, PathCost other_side, std::size_t to, Way way) {
    const PathCost there = grounds_[to] & k_weight;
    if (one_side == 0 || other_side == 0 || there == 0) return;
    offer(to, cost + k_half_diagonal * (here + there), way);
  };
  diagonal(to_north, to_east, north + 1, Way{5});
  diagonal(to_south, to_east, south + 1, Way{7});
  diagonal(to_south, to_west, south - 1, Way{1});
  diagonal(to_north, to_west, north - 1, Way{3});
}

void Wavefront::spread(std::span<const WaySeed> seeds) {
  std::size_t next = 0;
  PathCost cost = 0;
  for (;;) {
    if (waiting_ == 0) {  // nothing but seeds is left
      if (next == seeds.size()) return;
      cost = seeds[next].cost;
    }
    for (; next < seeds.size() && seeds[next].cost == cost; ++next) {
      const std::size_t at = padded(seeds[next].cell);
      if (grounds_[at] == 0 || cost >= costs_[at]) continue;
      costs_[at] = cost;
      ways_[at] = seeds[next].way;
      sources_.push_back(static_cast<std::uint16_t>(at));
    }
    // What is offered meanwhile goes to other buckets: no step is as dear as they are many.
    const std::size_t bucket = cost % k_buckets;
    const std::size_t first = bucket * capacity_;
    const std::size_t count = counts_[bucket];
    counts_[bucket] = 0;
    waiting_ -= count;
    for (std::size_t place = first; place < first + count; ++place) {
      const std::size_t at = queue_[place];
      if (costs_[at] != cost) continue;  // it came nearer since
      if ((grounds_[at] & k_wanted) != 0) {
        grounds_[at] &= static_cast<std::uint8_t>(~k_wanted);
        if (--wanted_left_ == 0) {
          counts_.fill(0);
          waiting_ = 0;
          sources_.clear();
          return;
        }
      }
      if ((grounds_[at] & k_plain) != 0) {
        expand_plain(at, cost);
      } else {
        expand(at, cost);
      }
    }
    // A seed spreads to all sides.
    for (const std::uint16_t at : sources_) expand(at, cost);
    sources_.clear();
    ++cost;
  }
}

void Wavefront::spread_to(std::span<const std::uint16_t> wanted, std::span<const WaySeed> seeds) {
  for (const std::uint16_t cell : wanted) grounds_[padded(cell)] |= k_wanted;
  wanted_left_ = wanted.size();
  spread(seeds);
  for (const std::uint16_t cell : wanted) {  // that there is no way to
    grounds_[padded(cell)] &= static_cast<std::uint8_t>(~k_wanted);
  }
  wanted_left_ = 0;
}

}  // namespace terrane::rts
