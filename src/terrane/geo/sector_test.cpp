#include "terrane/geo/sector.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"

namespace terrane::geo {
namespace {

std::int32_t wrapped_lon_e7(std::int64_t lon_e7) {
  return static_cast<std::int32_t>(lon_e7 >= 1800000000 ? lon_e7 - 3600000000 : lon_e7);
}

std::uint32_t draw_place(std::uint64_t key, unsigned zoom) {
  return base::draw_index(key, std::uint32_t{1} << zoom);
}

// Every corner, inside and outside, belongs to the tile that the half-open intervals say.
void check_borders(Tile tile) {
  const BoundsE7 bounds = bounds_of(tile);
  CHECK(bounds.south_e7 < bounds.north_e7);
  CHECK(bounds.west_e7 < bounds.east_e7);
  CHECK(tile_of({bounds.south_e7, bounds.west_e7}, tile.zoom) == tile);
  CHECK(tile_of({bounds.north_e7 - 1, bounds.east_e7 - 1}, tile.zoom) == tile);
  CHECK(tile_of({bounds.north_e7 - 1, bounds.west_e7}, tile.zoom) == tile);
  CHECK(tile_of({bounds.south_e7, bounds.east_e7 - 1}, tile.zoom) == tile);
  const std::int32_t east_e7 = wrapped_lon_e7(bounds.east_e7);
  CHECK(tile_of({bounds.south_e7, east_e7}, tile.zoom) == neighbour(tile, 1, 0));
  CHECK(tile_of({bounds.north_e7, bounds.west_e7}, tile.zoom) == neighbour(tile, 0, -1));
  CHECK(tile_of({bounds.north_e7, east_e7}, tile.zoom) == neighbour(tile, 1, -1));
  CHECK(tile_of({bounds.south_e7 - 1, bounds.west_e7}, tile.zoom) == neighbour(tile, 0, 1));
  const std::int32_t west_e7 = bounds.west_e7 == -1800000000 ? 1799999999 : bounds.west_e7 - 1;
  CHECK(tile_of({bounds.south_e7, west_e7}, tile.zoom) == neighbour(tile, -1, 0));
}

}  // namespace

TEST_CASE("known tiles") {
  // Monaco's harbour and the Golden Gate, by OpenStreetMap's published formula.
  CHECK(tile_of({437347000, 74206000}, 16) == Tile{16, 34118, 23897});
  CHECK(tile_of({378199000, -1224783000}, 16) == Tile{16, 10471, 25320});
  CHECK(tile_of({0, 0}, 16) == Tile{16, 32768, 32767});
  CHECK(tile_of({-1, -1}, 16) == Tile{16, 32767, 32768});
  CHECK(tile_of({0, 0}, 0) == Tile{0, 0, 0});
}

TEST_CASE("every point at a border has exactly one owner, at every zoom") {
  for (unsigned zoom = 0; zoom <= 20; ++zoom) {
    CAPTURE(zoom);
    const std::uint32_t last = (std::uint32_t{1} << zoom) - 1;
    for (const std::uint32_t x : {0u, last / 2, last}) {
      for (const std::uint32_t y : {0u, last / 2, last}) check_borders({zoom, x, y});
    }
    for (std::uint64_t place = 0; place < 200; ++place) {
      check_borders({zoom, draw_place(base::hash(zoom, place, 1), zoom),
                     draw_place(base::hash(zoom, place, 2), zoom)});
    }
  }
}

TEST_CASE("neighbours share their borders to the integer") {
  for (std::uint64_t place = 0; place < 500; ++place) {
    const Tile tile{16, draw_place(base::hash(8, place), 16), draw_place(base::hash(9, place), 16)};
    const BoundsE7 bounds = bounds_of(tile);
    if (const auto south = neighbour(tile, 0, 1)) {
      CHECK(bounds_of(*south).north_e7 == bounds.south_e7);
      CHECK(bounds_of(*south).west_e7 == bounds.west_e7);
    }
    const Tile east = *neighbour(tile, 1, 0);
    CHECK(bounds_of(east).west_e7 == wrapped_lon_e7(bounds.east_e7));
  }
}

TEST_CASE("random points lie in the bounds of their tile") {
  for (std::uint64_t place = 0; place < 50'000; ++place) {
    const PositionE7 position{
        static_cast<std::int32_t>(base::draw_integer(base::hash(1, place), -850511287, 850511287)),
        static_cast<std::int32_t>(
            base::draw_integer(base::hash(2, place), -1800000000, 1799999999))};
    const std::optional<Tile> tile = tile_of(position);
    REQUIRE(tile);
    CHECK(bounds_of(*tile).contains(position));
  }
}

TEST_CASE("the antimeridian: 180 is -180, and neighbours wrap round") {
  CHECK(tile_of({100, 1800000000}) == tile_of({100, -1800000000}));
  CHECK(tile_of({100, -1800000000})->x == 0);
  CHECK(tile_of({100, 1799999999})->x == 65535);
  CHECK(neighbour({16, 65535, 7}, 1, 0) == Tile{16, 0, 7});
  CHECK(neighbour({16, 0, 7}, -1, 0) == Tile{16, 65535, 7});
  CHECK(neighbour({16, 5, 7}, -65536 * 2, 0) == Tile{16, 5, 7});
  CHECK(bounds_of({16, 65535, 7}).east_e7 == 1800000000);
}

TEST_CASE("beyond the Mercator limit there is no tile") {
  CHECK(tile_of({k_mercator_limit_lat_e7, 0}));
  CHECK(!tile_of({k_mercator_limit_lat_e7 + 1, 0}));
  CHECK(tile_of({-k_mercator_limit_lat_e7, 0}));
  CHECK(!tile_of({-k_mercator_limit_lat_e7 - 2, 0}));
  CHECK(!tile_of({900000000, 0}));
  CHECK(!tile_of({-900000000, 0}));
  CHECK(!neighbour({16, 5, 0}, 0, -1));
  CHECK(!neighbour({16, 5, 65535}, 0, 1));
}

TEST_CASE("a sector's key names it alone") {
  const Tile tile{16, 34118, 23897};
  CHECK(sector_of_key(sector_key(tile)) == tile);
  CHECK(sector_key({16, 1, 2}) != sector_key({16, 2, 1}));
}

TEST_CASE("a sector's frame stands at its middle") {
  const Tile tile{16, 34118, 23897};
  const BoundsE7 bounds = bounds_of(tile);
  const Frame frame = sector_frame(tile);
  const auto local = [&](std::int32_t lat_e7, std::int32_t lon_e7) {
    return frame.to_local(to_ecef(to_geodetic(PositionE7{lat_e7, lon_e7})));
  };
  const Vec3 south_west = local(bounds.south_e7, bounds.west_e7);
  const Vec3 north_east = local(bounds.north_e7, bounds.east_e7);
  // A zoom-16 tile is 611.5 m times the cosine of its latitude.
  CHECK(north_east.x - south_west.x == doctest::Approx(611.5 * base::cos(0.76332)).epsilon(0.01));
  CHECK(std::fabs(north_east.x + south_west.x) < 0.1);
  CHECK(std::fabs(north_east.z + south_west.z) < 0.1);
  CHECK(south_west.z > 200.0);
  CHECK(std::fabs(south_west.y) < 0.02);
}

}  // namespace terrane::geo
