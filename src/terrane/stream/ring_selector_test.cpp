#include "terrane/stream/ring_selector.h"

#include <doctest/doctest.h>

#include "terrane/stream/testing.h"

namespace terrane::stream {
namespace {

using testing::Cell;
using testing::observer_at;
using testing::ScriptedProvider;

std::vector<PieceKey> sorted_keys(const Selection& selection) {
  std::vector<PieceKey> keys;
  for (const WantedPiece& piece : selection.pieces) keys.push_back(piece.key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

bool has(const Selection& selection, Cell cell) {
  const PieceKey key = ScriptedProvider::key_of(cell);
  return std::any_of(selection.pieces.begin(), selection.pieces.end(),
                     [&](const WantedPiece& piece) { return piece.key == key; });
}

SelectionLimits limits_of(double load_m, double unload_m) {
  SelectionLimits limits;
  limits.load_radius_m = load_m;
  limits.unload_radius_m = unload_m;
  return limits;
}

}  // namespace

TEST_CASE("the ring wants what lies within the load radius, nearest first, ties by key") {
  ScriptedProvider grid;
  const Observer observer = observer_at(0, 0);
  const Selection selection = select_ring(grid, {&observer, 1}, limits_of(100, 130), {});
  // Cells of 20 m whose nearest point is within 100 m: cell 5 along an axis begins at 90 m.
  CHECK(has(selection, {5, 0}));
  CHECK_FALSE(has(selection, {6, 0}));
  CHECK(selection.pieces.front().key == ScriptedProvider::key_of({0, 0}));
  CHECK(selection.end == SelectionEnd::ReachedCostLimit);
  for (std::size_t next = 1; next < selection.pieces.size(); ++next) {
    const WantedPiece& a = selection.pieces[next - 1];
    const WantedPiece& b = selection.pieces[next];
    CHECK((a.cost < b.cost || (a.cost == b.cost && a.key < b.key)));
    CHECK(b.within_reach);
  }
}

TEST_CASE("between the two radii a piece that is held is kept, and no other") {
  ScriptedProvider grid;
  const Observer observer = observer_at(0, 0);
  const PieceKey between[] = {ScriptedProvider::key_of({6, 0})};
  const Selection held = select_ring(grid, {&observer, 1}, limits_of(100, 130), between);
  CHECK_MESSAGE(has(held, {6, 0}), "a held piece inside the unload radius was let go");
  CHECK_FALSE(has(held, {-6, 0}));
  const PieceKey beyond[] = {ScriptedProvider::key_of({8, 0})};
  const Selection far = select_ring(grid, {&observer, 1}, limits_of(100, 130), beyond);
  CHECK_MESSAGE(!has(far, {8, 0}), "a piece beyond the unload radius is kept for ever");
}

TEST_CASE("the ring looks ahead along the velocity, but reach is measured from where one is") {
  ScriptedProvider grid;
  Observer observer = observer_at(0, 0);
  observer.velocity = {8, 0, 0};  // 48 m in the look-ahead time, below half the load radius
  const Selection selection = select_ring(grid, {&observer, 1}, limits_of(100, 130), {});
  CHECK_MESSAGE(has(selection, {7, 0}), "nothing was asked for ahead of a moving observer");
  CHECK_FALSE(has(selection, {-7, 0}));
  for (const WantedPiece& piece : selection.pieces) {
    const double x_m = ScriptedProvider::cell_of(piece.key).x * 20.0;
    if (x_m > 115) CHECK_FALSE(piece.within_reach);
  }
  observer.velocity = {1e9, 0, 0};
  const geo::Vec3 ahead = ring_look_ahead(observer, 100);
  CHECK_MESSAGE(ahead.x == doctest::Approx(50), "the look-ahead leaves its limit");
}

TEST_CASE("several observers: each piece once, as wanted as the most eager one says") {
  ScriptedProvider grid;
  const Observer observers[] = {observer_at(0, 0), observer_at(60, 0), observer_at(0, 0)};
  const Selection selection = select_ring(grid, observers, limits_of(100, 130), {});
  const std::vector<PieceKey> keys = sorted_keys(selection);
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
  CHECK(has(selection, {-5, 0}));
  CHECK(has(selection, {8, 0}));
  for (const WantedPiece& piece : selection.pieces) {
    if (piece.key == ScriptedProvider::key_of({3, 0})) CHECK(piece.cost == 0);
  }
  const Observer swapped[] = {observers[1], observers[0]};
  CHECK_MESSAGE(sorted_keys(select_ring(grid, swapped, limits_of(100, 130), {})) == keys,
                "the selection depends on the order of the observers");
}

TEST_CASE("where no piece lies the ring says that it ran out of world") {
  ScriptedProvider grid;
  grid.half_cells = 3;
  const Observer observer = observer_at(5000, 0);
  const Selection selection = select_ring(grid, {&observer, 1}, limits_of(100, 130), {});
  CHECK(selection.pieces.empty());
  CHECK(selection.end == SelectionEnd::RanOutOfWorld);
}

}  // namespace terrane::stream
