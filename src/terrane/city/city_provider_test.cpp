#include "terrane/city/city_provider.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "terrane/city/city_roads.h"
#include "terrane/city/lattice_layout.h"

using namespace terrane;
using namespace terrane::city;

namespace {

stream::Observer observer_at(geo::Vec3 position, double heading_rad) {
  stream::Observer observer;
  observer.position = position;
  observer.forward = geo::direction_of(heading_rad, 0);
  return observer;
}

bool holds(const stream::Selection& selection, stream::PieceKey key) {
  return std::any_of(selection.pieces.begin(), selection.pieces.end(),
                     [&](const stream::WantedPiece& piece) { return piece.key == key; });
}

}  // namespace

TEST_CASE("a selection is sorted, holds what lies under the observer, and can all be built") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  const LatticeLayout layout(412);
  for (unsigned place = 0; place < 40; ++place) {
    const geo::Vec3 position{place * 173.0 - 3000.0, 0, place * -91.0 + 700.0};
    const stream::Observer observer = observer_at(position, place * 0.7);
    const stream::Selection selection =
        world->select({&observer, 1}, stream::SelectionLimits{}, {}).value();
    REQUIRE(selection.pieces.size() > 300);  // a dead end by a lake has few roads round it
    for (std::size_t index = 1; index < selection.pieces.size(); ++index) {
      const stream::WantedPiece& a = selection.pieces[index - 1];
      const stream::WantedPiece& b = selection.pieces[index];
      REQUIRE((a.cost < b.cost || (a.cost == b.cost && a.key < b.key)));
    }
    const NearestStation nearest = nearest_station(layout, plane_point_of(position));
    REQUIRE(nearest.found);
    const unsigned count = layout.curve(nearest.edge)->segment_count;
    CHECK(holds(selection, segment_key(nearest.edge, std::min(nearest.station, count - 1))));
  }
}

TEST_CASE("near pieces are at full detail, far ones are not, and detail does not flicker") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  const LatticeLayout layout(412);
  stream::Observer observer =
      observer_at(world->info().start.origin, world->info().start_heading_rad);
  const stream::Selection first = world->select({&observer, 1}, {}, {}).value();
  REQUIRE(first.pieces.size() > 1000);
  std::map<std::uint64_t, std::uint8_t> had;
  std::size_t coarsest = 0;
  for (std::size_t rank = 0; rank < first.pieces.size(); ++rank) {
    const stream::WantedPiece& piece = first.pieces[rank];
    had[piece.key.value] = piece.lod;
    if (rank < 180) CHECK(piece.lod == 0);
    if (piece.cost > 500) CHECK(piece.lod != 1);
    coarsest += piece.lod == 2 ? 1 : 0;
    const PieceId id = piece_of_key(piece.key);
    const PlanePoint place = id.kind == PieceKind::Junction
                                 ? layout.shape(id.junction())->centre
                                 : layout.curve(id.edge())->node_world(id.index);
    const double away_m = length(between(plane_point_of(observer.position), place));
    if (away_m < 149.9) CHECK(piece.lod == 0);
  }
  CHECK(coarsest * 2 > first.pieces.size());
  // A few metres on, next to nothing has lost its detail.
  observer.position = observer.position + observer.forward * 6.0;
  const stream::Selection second = world->select({&observer, 1}, {}, {}).value();
  std::size_t lost = 0;
  for (const stream::WantedPiece& piece : second.pieces) {
    const auto before = had.find(piece.key.value);
    if (before != had.end() && piece.lod > before->second) lost += 1;
  }
  CHECK(lost <= 2);
}

TEST_CASE("observers that are nowhere are refused by name") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  const stream::Observer observer = observer_at({std::nan(""), 0, 0}, 0);
  const auto selection = world->select({&observer, 1}, {}, {});
  REQUIRE_FALSE(selection.ok());
  CHECK(selection.error().code == base::ErrorCode::OutOfRange);
}

TEST_CASE("keys that name nothing are refused, areas that are none too") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{UINT64_MAX},
                                  junction_key(junction_number({3, 3})).value | 5u,
                                  segment_key(edge_number({{1, 1}, Axis::East}), 126).value}) {
    const auto content = world->build_on_worker({{key}, 0, {}}, {});
    REQUIRE_FALSE(content.ok());
    CHECK(content.error().code == base::ErrorCode::NotFound);
    CHECK(world->neighbours({key}).empty());
  }
  for (const stream::Area area : {stream::Area{5, 0, 5, 10}, stream::Area{0, 0, std::nan(""), 1},
                                  stream::Area{0, 0, 1e9, 1}, stream::Area{4e9, 0, 4e9 + 10, 10}}) {
    const auto keys = world->pieces_in(&area);
    REQUIRE_FALSE(keys.ok());
    CHECK(keys.error().code == base::ErrorCode::OutOfRange);
  }
}

TEST_CASE("areas side by side share no piece and leave none out") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  const stream::Area whole{-300, -300, 300, 300};
  const std::vector<stream::PieceKey> all = world->pieces_in(&whole).value();
  std::vector<stream::PieceKey> parts;
  for (const double x : {-300.0, 0.0}) {
    for (const double z : {-300.0, 0.0}) {
      const stream::Area part{x, z, x + 300, z + 300};
      const std::vector<stream::PieceKey> keys = world->pieces_in(&part).value();
      parts.insert(parts.end(), keys.begin(), keys.end());
    }
  }
  std::sort(parts.begin(), parts.end());
  CHECK(std::equal(parts.begin(), parts.end(), all.begin(), all.end()));
  CHECK(std::adjacent_find(parts.begin(), parts.end()) == parts.end());
}

TEST_CASE("all that a piece holds lies within its rough bounds") {
  for (const LayoutKind layout : {LayoutKind::Lattice, LayoutKind::Grown}) {
    for (const std::uint64_t seed : {412u, 7u}) {
      const auto world = open_city(seed, layout).value();
      const stream::Area area{-900, -900, 900, 900};
      const std::vector<stream::PieceKey> keys = world->pieces_in(&area).value();
      for (const stream::PieceKey key : keys) {
        const content::BoundsMm rough = world->rough_bounds(key);
        for (std::uint8_t lod = 0; lod < world->info().lod_count; lod += 2) {
          const stream::BuildRequest request{key, lod, stream::InputScope::Padded};
          const content::BoundsMm built = world->build_on_worker(request, {}).value().bounds();
          if (built.empty()) continue;
          for (int axis = 0; axis < 3; ++axis) {
            INFO("seed ", seed, " piece ", key.value, " lod ", int{lod}, " axis ", axis);
            REQUIRE_MESSAGE(built.min_mm[axis] >= rough.min_mm[axis],
                            "a piece reaches beyond its rough bounds: it may vanish while in view");
            REQUIRE(built.max_mm[axis] <= rough.max_mm[axis]);
          }
        }
      }
    }
  }
}

TEST_CASE("neighbours name each other") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  const stream::Area area{-200, -200, 200, 200};
  const std::vector<stream::PieceKey> keys = world->pieces_in(&area).value();
  for (const stream::PieceKey key : keys) {
    for (const stream::PieceKey other : world->neighbours(key)) {
      const std::vector<stream::PieceKey> back = world->neighbours(other);
      CHECK(std::binary_search(back.begin(), back.end(), key));
    }
  }
}

TEST_CASE("the world says what repeats it, and starts on a street") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  const stream::WorldInfo& info = world->info();
  CHECK(info.uri == "city:412");
  CHECK_FALSE(info.geographic);
  CHECK(info.lod_count == 3);
  const NearestStation nearest =
      nearest_station(LatticeLayout(412), plane_point_of(info.start.origin));
  CHECK(nearest.distance_m < 0.01);
  CHECK(std::fabs(world->ground_height_m(info.start.origin) - info.start.origin.y) < 0.002);
}
