#include "terrane/world/world_uri.h"

#include <doctest/doctest.h>

#include <string>

#include "terrane/base/hash.h"

namespace terrane::world {
namespace {

WorldName parsed(std::string_view uri) {
  auto name = parse_world_uri(uri, 77);
  REQUIRE_MESSAGE(name.ok(), std::string(uri));
  return name.value();
}

base::Error refused(std::string_view uri) {
  auto name = parse_world_uri(uri, 77);
  REQUIRE_MESSAGE(!name.ok(), std::string(uri));
  return name.error();
}

TEST_CASE("a city is named by a number or by a text, which is hashed") {
  CHECK(parsed("city:412").seed == 412);
  CHECK(parsed("city:412").scheme == Scheme::City);
  CHECK(parsed("city:0").seed == 0);
  CHECK(parsed("city:18446744073709551615").seed == UINT64_MAX);
  CHECK(parsed("city:Görlitz").seed == base::hash_text("Görlitz"));
  CHECK(parsed("city:-5").seed == base::hash_text("-5"));
  for (const char* slip : {"city:412 ", "city: 412", "city:4\n12", "city:412#x", "city:a=b"}) {
    CHECK_MESSAGE(!parse_world_uri(slip, 1).ok(), slip);
  }
  CHECK_FALSE(parsed("city:412").seed_was_drawn);
}

TEST_CASE("a city without a seed takes the drawn one and says so") {
  CHECK(parsed("city:").seed == 77);
  CHECK(parsed("city:").seed_was_drawn);
  CHECK(parsed("city:?layout=lattice").seed_was_drawn);
}

TEST_CASE("a city's layout is lattice, whether it is named or not") {
  CHECK(parsed("city:1?layout=lattice").seed == 1);
  CHECK_FALSE(parsed("city:1").grown);
  CHECK(parsed("city:1?layout=grown").grown);
  CHECK(refused("city:1?layout=spiral").code == base::ErrorCode::BadUri);
}

TEST_CASE("a map is named by its file, whose name may hold a question mark") {
  CHECK(parsed("osm:").path.empty());
  CHECK(parsed("osm:a/b.osm.pbf").path == "a/b.osm.pbf");
  CHECK(parsed("osm:a/b.osm.pbf").scheme == Scheme::Map);
  CHECK(parsed("osm:why?.osm").path == "why?.osm");
  CHECK(parsed("osm:b.osm?elevation=flat").path == "b.osm");
  CHECK(parsed("osm:why?.osm?elevation=flat").path == "why?.osm");
}

TEST_CASE("what cannot be meant is refused by name") {
  for (const char* uri : {"", "412", "town.osm", "planet:1", ":", "city:1?layout=", "city:1?seed=2",
                          "city:18446744073709551616", "osm:b.osm?height=2"}) {
    const base::Error error = refused(uri);
    CHECK_MESSAGE(error.code == base::ErrorCode::BadUri, uri);
    CHECK_MESSAGE(!error.where.empty(), uri);
    CHECK_MESSAGE(!error.expected.empty(), uri);
  }
  CHECK(refused(std::string("osm:a\0b", 7)).code == base::ErrorCode::BadUri);
  CHECK(refused("osm:" + std::string(5000, 'a')).where.size() < 100);
}

TEST_CASE("worlds of later versions say that they are not built yet") {
  for (const char* uri :
       {"cooked:out", "scene:a.glb", "osm:overpass?elevation=tiles", "osm:b.osm?elevation=tiles"}) {
    const base::Error error = refused(uri);
    CHECK_MESSAGE(error.code == base::ErrorCode::Unavailable, uri);
    CHECK_MESSAGE(error.what.find("not built yet") != std::string::npos, uri);
  }
}

}  // namespace
TEST_CASE("a live place names its server, once, by an address of the web") {
  const auto parse = [](const char* uri) { return parse_world_uri(uri, 0); };
  REQUIRE(parse("osm:overpass").ok());
  CHECK(parse("osm:overpass").value().scheme == Scheme::Live);
  CHECK(parse("osm:overpass").value().endpoint.empty());
  const auto own = parse("osm:overpass?endpoint=http://localhost:8080/api&elevation=flat");
  REQUIRE(own.ok());
  CHECK(own.value().endpoint == "http://localhost:8080/api");
  // A file may be called so.
  CHECK(parse("osm:./overpass").value().scheme == Scheme::Map);
  CHECK(parse("osm:overpass.json").value().scheme == Scheme::Map);
  for (const char* bad :
       {"osm:overpass?endpoint=", "osm:overpass?endpoint=file:///etc/passwd",
        "osm:overpass?endpoint=http://a/&endpoint=http://b/", "osm:overpass?speed=3",
        "osm:overpass?endpoint=http://user@host/", "osm:overpass?endpoint=http://a b/"}) {
    CHECK_MESSAGE(refused(bad).code == base::ErrorCode::BadUri, bad);
  }
  const base::Error elevation = refused("osm:overpass?endpoint=http://a/&elevation=http://b/");
  CHECK(elevation.expected.find("elevation comes with the ground") != std::string::npos);
}

}  // namespace terrane::world
