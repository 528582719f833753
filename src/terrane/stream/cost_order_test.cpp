#include "terrane/stream/cost_order.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "terrane/base/hash.h"

namespace terrane::stream {
namespace {

std::vector<WantedPiece> pieces_with(std::size_t count, double (*cost)(std::uint64_t draw)) {
  std::vector<WantedPiece> pieces;
  base::RandomStream random(count);
  for (std::size_t piece = 0; piece < count; ++piece) {
    const PieceKey key{random.next()};
    const auto lod = static_cast<std::uint8_t>(piece % 3);
    pieces.push_back({key, lod, piece % 2 == 0, cost(random.next())});
  }
  return pieces;
}

void check_order(std::vector<WantedPiece> pieces) {
  std::vector<WantedPiece> expected = pieces;
  std::sort(expected.begin(), expected.end(), [](const WantedPiece& a, const WantedPiece& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.key < b.key;
  });
  CostOrder order;
  order.sort(pieces);
  REQUIRE(pieces.size() == expected.size());
  for (std::size_t place = 0; place < pieces.size(); ++place) {
    REQUIRE_MESSAGE(pieces[place].key == expected[place].key, "a piece is out of order");
    REQUIRE(pieces[place].cost == expected[place].cost);
    REQUIRE(pieces[place].lod == expected[place].lod);
    REQUIRE(pieces[place].within_reach == expected[place].within_reach);
  }
}

}  // namespace

TEST_CASE("the order by cost is that of a plain sort, however the costs lie") {
  for (const std::size_t count : {0u, 1u, 2u, 100u, 129u, 5000u}) {
    INFO(count, " pieces");
    check_order(pieces_with(count, [](std::uint64_t d) { return base::draw_unit(d) * 1444.0; }));
    check_order(pieces_with(count, [](std::uint64_t) { return 0.0; }));
    // All in one bucket but one.
    check_order(pieces_with(
        count, [](std::uint64_t d) { return d % 999 == 0 ? 1e9 : base::draw_unit(d) * 0.001; }));
    // Many ties, so that keys decide.
    check_order(pieces_with(count, [](std::uint64_t d) { return static_cast<double>(d % 7); }));
  }
}

}  // namespace terrane::stream
