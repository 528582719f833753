#include "terrane/rts/wavefront.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

#include "terrane/base/hash.h"

namespace terrane::rts {
namespace {

struct Square {
  std::int32_t cells = 0;
  std::vector<int> weight;  // 0 closed, 1 free, 2 rough

  int at(std::int32_t x, std::int32_t z) const {
    if (x < 0 || z < 0 || x >= cells || z >= cells) return 0;
    return weight[static_cast<std::size_t>(z * cells + x)];
  }
};

Square random_square(std::uint64_t seed, std::int32_t cells) {
  Square square;
  square.cells = cells;
  square.weight.assign(static_cast<std::size_t>(cells * cells), 1);
  const std::uint32_t boxes = base::draw_index(base::hash(seed, 1), 30);
  for (std::uint32_t box = 0; box < boxes; ++box) {
    const auto number = [&](std::uint64_t which, std::uint32_t past) {
      return static_cast<std::int32_t>(base::draw_index(base::hash(seed, box, which), past));
    };
    const std::int32_t x0 = number(2, static_cast<std::uint32_t>(cells));
    const std::int32_t z0 = number(3, static_cast<std::uint32_t>(cells));
    const std::int32_t wide = 1 + number(4, 8);
    const std::int32_t deep = 1 + number(5, 8);
    const int kind = number(6, 3) == 0 ? 2 : 0;
    for (std::int32_t z = z0; z < std::min(z0 + deep, cells); ++z) {
      for (std::int32_t x = x0; x < std::min(x0 + wide, cells); ++x) {
        square.weight[static_cast<std::size_t>(z * cells + x)] = kind;
      }
    }
  }
  return square;
}

// The same by the textbook: every neighbour of every cell.
std::vector<PathCost> plain_costs(const Square& square, const std::vector<WaySeed>& seeds) {
  std::vector<PathCost> costs(square.weight.size(), k_no_way);
  using Entry = std::pair<PathCost, std::int32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto offer = [&](std::int32_t cell, PathCost cost) {
    PathCost& known = costs[static_cast<std::size_t>(cell)];
    if (cost >= known || square.weight[static_cast<std::size_t>(cell)] == 0) return;
    known = cost;
    queue.push({cost, cell});
  };
  for (const WaySeed& seed : seeds) offer(seed.cell, seed.cost);
  while (!queue.empty()) {
    const Entry entry = queue.top();
    queue.pop();
    if (costs[static_cast<std::size_t>(entry.second)] != entry.first) continue;
    const std::int32_t x = entry.second % square.cells;
    const std::int32_t z = entry.second / square.cells;
    for (std::size_t way = 0; way < 8; ++way) {
      const std::int32_t to_x = x + k_way_x[way];
      const std::int32_t to_z = z + k_way_z[way];
      if (square.at(to_x, to_z) == 0 || square.at(x, to_z) == 0 || square.at(to_x, z) == 0)
        continue;
      const PathCost half = way % 2 == 0 ? k_half_straight : k_half_diagonal;
      offer(to_z * square.cells + to_x,
            entry.first + half * static_cast<PathCost>(square.at(x, z) + square.at(to_x, to_z)));
    }
  }
  return costs;
}

void open_cells(const Square& square, Wavefront& wavefront) {
  for (std::int32_t z = 0; z < square.cells; ++z) {
    for (std::int32_t column = 0; column < square.cells / 32; ++column) {
      std::uint32_t open = 0;
      std::uint32_t rough = 0;
      for (std::int32_t x = 0; x < 32; ++x) {
        const int weight = square.at(column * 32 + x, z);
        open |= (weight != 0 ? 1u : 0u) << x;
        rough |= (weight == 2 ? 1u : 0u) << x;
      }
      wavefront.set_open(column, z, open, rough);
    }
  }
  wavefront.close_rows();
}

}  // namespace

TEST_CASE("a wavefront's costs are the textbook's, and its ways fall by what they cost") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::int32_t cells = seed % 2 == 0 ? 32 : 64;
    const Square square = random_square(seed, cells);
    Wavefront wavefront(cells);
    open_cells(square, wavefront);
    std::vector<WaySeed> seeds;
    const std::uint32_t count = 1 + base::draw_index(base::hash(seed, 7), 40);
    for (std::uint32_t at = 0; at < count; ++at) {
      const std::uint64_t key = base::hash(seed, 8, at);
      seeds.push_back({base::draw_index(key, seed % 5 == 0 ? 1 : 400),
                       static_cast<std::uint16_t>(base::draw_index(
                           base::hash(key), static_cast<std::uint32_t>(cells * cells)))});
    }
    std::sort(seeds.begin(), seeds.end(), [](const WaySeed& a, const WaySeed& b) {
      return std::tie(a.cost, a.cell) < std::tie(b.cost, b.cell);
    });
    wavefront.spread(seeds);
    const std::vector<PathCost> wanted = plain_costs(square, seeds);
    std::uint32_t wrong_costs = 0;
    std::uint32_t wrong_ways = 0;
    for (std::int32_t cell = 0; cell < cells * cells; ++cell) {
      const PathCost cost = wavefront.cost(cell);
      wrong_costs += cost != wanted[static_cast<std::size_t>(cell)] ? 1 : 0;
      const Way way = wavefront.way(cell);
      if (cost == k_no_way) {
        wrong_ways += way != k_way_none ? 1 : 0;
      } else if (way != k_way_here) {
        const std::int32_t x = cell % cells;
        const std::int32_t z = cell / cells;
        const std::int32_t to = (z + k_way_z[way]) * cells + x + k_way_x[way];
        const PathCost half = way % 2 == 0 ? k_half_straight : k_half_diagonal;
        const auto weights =
            static_cast<PathCost>(square.at(x, z) + square.at(x + k_way_x[way], z + k_way_z[way]));
        wrong_ways += wavefront.cost(to) + half * weights != cost ? 1 : 0;
      }
    }
    REQUIRE_MESSAGE(wrong_costs == 0, "square ", seed);
    REQUIRE_MESSAGE(wrong_ways == 0, "square ", seed);
  }
}

TEST_CASE("a wavefront that stops at wanted cells knows their costs, and can be used again") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Square square = random_square(seed, 32);
    const auto open_cell = [&](std::uint64_t which) {
      std::uint64_t key = base::hash(seed, which);
      while (square.weight[base::draw_index(key, 1024)] == 0) key = base::hash(key);
      return static_cast<std::uint16_t>(base::draw_index(key, 1024));
    };
    Wavefront wavefront(32);
    open_cells(square, wavefront);
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::vector<WaySeed> seeds{{0, open_cell(round), k_way_here}};
      std::vector<std::uint16_t> wanted;
      for (std::uint64_t at = 0; at < round * 3; ++at) {
        const std::uint16_t cell = open_cell(100 + round * 10 + at);
        const bool is_new = std::find(wanted.begin(), wanted.end(), cell) == wanted.end();
        if (cell != seeds[0].cell && is_new) wanted.push_back(cell);
      }
      wavefront.clear_ways();
      wavefront.spread_to(wanted, seeds);
      const std::vector<PathCost> costs = plain_costs(square, seeds);
      for (const std::uint16_t cell : wanted) REQUIRE(wavefront.cost(cell) == costs[cell]);
      if (!wanted.empty()) continue;
      for (std::int32_t cell = 0; cell < 1024; ++cell) {
        REQUIRE(wavefront.cost(cell) == costs[static_cast<std::size_t>(cell)]);
      }
    }
  }
}

}  // namespace terrane::rts
