#include "terrane/osm/map_provider.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "terrane/fetch/file.h"
#include "terrane/osm/detail/test_data.h"
#include "terrane/osm/map_summary.h"

namespace terrane::osm {
namespace {

using stream::PieceKey;

// Two streets that cross, four houses and a tree, over a sector border.
std::string town_file() {
  const std::string path = scratch_path("town.json");
  std::string text = R"({"elements":[
{"type":"node","id":1,"lat":43.7300,"lon":7.4000},{"type":"node","id":2,"lat":43.7300,"lon":7.4100},
{"type":"node","id":3,"lat":43.7300,"lon":7.4050},{"type":"node","id":4,"lat":43.7260,"lon":7.4050},
{"type":"node","id":5,"lat":43.7340,"lon":7.4050},
{"type":"node","id":6,"lat":43.7310,"lon":7.4060,"tags":{"natural":"tree"}},
{"type":"way","id":1,"nodes":[1,3,2],"tags":{"highway":"primary","name":"Main"}},
{"type":"way","id":2,"nodes":[4,3,5],"tags":{"highway":"residential","name":"Side"}})";
  for (int house = 0; house < 4; ++house) {
    const int id = 100 + house * 10;
    const double lat = 43.7305 + house * 0.0003;
    const double corners[4][2] = {
        {lat, 7.4052}, {lat, 7.4054}, {lat + 0.0001, 7.4054}, {lat + 0.0001, 7.4052}};
    std::string refs;
    for (int corner = 0; corner < 4; ++corner) {
      text += ",\n{\"type\":\"node\",\"id\":" + std::to_string(id + corner) +
              ",\"lat\":" + std::to_string(corners[corner][0]) +
              ",\"lon\":" + std::to_string(corners[corner][1]) + "}";
      refs += std::to_string(id + corner) + ",";
    }
    text += ",\n{\"type\":\"way\",\"id\":" + std::to_string(id) + ",\"nodes\":[" + refs +
            std::to_string(id) + "],\"tags\":{\"building\":\"house\"}}";
  }
  REQUIRE(fetch::write_file(path, text + "]}").ok());
  return path;
}

std::unique_ptr<stream::Provider> open(const std::string& path) {
  auto opened = open_map(path);
  REQUIRE(opened.ok());
  return std::move(opened).value();
}

}  // namespace

TEST_CASE("a map world says what it is, where to stand and who made it") {
  const auto world = open(town_file());
  CHECK(world->info().geographic);
  CHECK(world->info().attribution == "© OpenStreetMap contributors");
  CHECK(world->info().uri.rfind("osm:", 0) == 0);
  CHECK(world->info().surround == content::Material::Grass);
  const geo::Geodetic start = geo::to_geodetic(world->info().start.origin);
  CHECK(std::fabs(start.lat_rad - 43.73 * 3.14159265358979 / 180.0) < 1e-4);
  CHECK(world->ground_height_m(world->info().start.origin) == 0.0);
}

TEST_CASE("an area is the sectors that it touches; bad areas are refused") {
  const auto world = open(town_file());
  auto all = world->pieces_in(nullptr);
  REQUIRE(all.ok());
  CHECK(std::is_sorted(all.value().begin(), all.value().end()));
  const stream::Area point{7.4053, 43.7306, 7.4053, 43.7306};
  auto one = world->pieces_in(&point);
  REQUIRE(one.ok());
  CHECK(one.value().size() == 1);
  const stream::Area far{1, 1, 2, 2};
  CHECK(world->pieces_in(&far).value().empty());
  const stream::Area wrong{2, 1, 1, 2};
  CHECK(!world->pieces_in(&wrong).ok());
  const stream::Area nan{std::nan(""), 1, 1, 2};
  CHECK(!world->pieces_in(&nan).ok());
  for (const PieceKey key : all.value()) {
    for (const PieceKey other : world->neighbours(key)) {
      CHECK(std::binary_search(all.value().begin(), all.value().end(), other));
      const std::vector<PieceKey> back = world->neighbours(other);
      CHECK(std::binary_search(back.begin(), back.end(), key));
    }
  }
  CHECK(!world->build_on_worker({PieceKey{12345}, 0, {}}, {}).ok());
}

TEST_CASE("a piece lies within its rough bounds") {
  const auto world = open(town_file());
  auto all = world->pieces_in(nullptr);
  REQUIRE(all.ok());
  for (const PieceKey key : all.value()) {
    const content::BoundsMm rough = world->rough_bounds(key);
    auto built = world->build_on_worker({key, 0, stream::InputScope::Padded}, {});
    REQUIRE(built.ok());
    content::BoundsMm joined = rough;
    joined.include(built.value().bounds());
    CHECK(joined == rough);
  }
}

TEST_CASE("the ring wants what is near, and refuses an observer that is nowhere") {
  const auto world = open(town_file());
  stream::Observer observer;
  observer.position = world->info().start.origin;
  auto selection = world->select(std::span(&observer, 1), {}, {});
  REQUIRE(selection.ok());
  REQUIRE(!selection.value().pieces.empty());
  CHECK(selection.value().pieces[0].cost == 0.0);
  CHECK(selection.value().pieces.size() == world->pieces_in(nullptr).value().size());
  observer.position = geo::to_ecef({0.5, 0.5, 0});
  auto far = world->select(std::span(&observer, 1), {}, {});
  REQUIRE(far.ok());
  CHECK(far.value().pieces.empty());
  observer.position.x = std::numeric_limits<double>::quiet_NaN();
  CHECK(!world->select(std::span(&observer, 1), {}, {}).ok());
}

TEST_CASE("a traveller stays on the road, turns round at its end and is repeated by his seed") {
  const auto world = open(town_file());
  auto follower = world->follow_roads(world->info().start.origin, 0, 7);
  auto twin = world->follow_roads(world->info().start.origin, 0, 7);
  REQUIRE(follower != nullptr);
  geo::Vec3 last = follower->place().position;
  for (int step = 0; step < 4000; ++step) {
    follower->advance(0.5);
    twin->advance(0.5);
    const stream::RoadPlace place = follower->place();
    CHECK(place.position == twin->place().position);
    CHECK(geo::length(place.position - last) <= 0.5001);
    CHECK(geo::length(place.forward) == doctest::Approx(1.0));
    const geo::Geodetic here = geo::to_geodetic(place.position);
    const double degree = 180.0 / 3.14159265358979323846;
    const bool on_main = std::fabs(here.lat_rad * degree - 43.73) < 2e-6;
    const bool on_side = std::fabs(here.lon_rad * degree - 7.405) < 2e-6;
    CHECK((on_main || on_side));
    last = place.position;
  }
}

TEST_CASE("a summary counts what the file holds") {
  auto summary = summarise_map(town_file());
  REQUIRE(summary.ok());
  CHECK(summary.value().buildings == 4);
  CHECK(summary.value().roads == 2);
  CHECK(summary.value().bridges == 0);
  CHECK(summary.value().furniture == 1);
  CHECK(summary.value().bbox.west_e7 == 74000000);
  CHECK(!summarise_map("/no/such/file").ok());
}

TEST_CASE("Monaco is told by its coast and its bridges") {
  const auto path = shared_data("osm/monaco-2025-02-15.osm.pbf", "summary of Monaco");
  if (!path) return;
  auto summary = summarise_map(*path);
  REQUIRE(summary.ok());
  CHECK(summary.value().coast_lines == 23);
  CHECK(summary.value().buildings > 1500);
  CHECK(summary.value().bridges > 20);
}

}  // namespace terrane::osm
