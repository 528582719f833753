#include "terrane/osm/osm_file.h"

#include <doctest/doctest.h>

#include "terrane/fetch/file.h"
#include "terrane/osm/detail/test_data.h"
#include "terrane/osm/map_load.h"
#include "terrane/osm/map_provider.h"

namespace terrane::osm {
namespace {

using base::ErrorCode;

base::Error refused(const std::string& bytes) {
  auto read = read_osm_bytes(bytes, "some.osm");
  REQUIRE_MESSAGE(!read.ok(), bytes.substr(0, 60));
  CHECK(read.error().where.find("some.osm") != std::string::npos);
  CHECK(!read.error().what.empty());
  CHECK(!read.error().expected.empty());
  return read.error();
}

MapData loaded(const std::string& text) {
  auto read = read_osm_bytes(text, "some.osm");
  REQUIRE_MESSAGE(read.ok(), (read.ok() ? "" : base::to_sentence(read.error())));
  return load_map(read.value());
}

unsigned warned(const MapData& map, const std::string& code, const std::string& object) {
  unsigned count = 0;
  for (const PlacedWarning& placed : map.warnings) {
    count += placed.warning.code == code && placed.warning.object == object ? 1 : 0;
  }
  return count;
}

const std::string k_reply = R"({"version":0.6,"elements":[
{"type":"node","id":1,"lat":43.73,"lon":7.42},
{"type":"node","id":2,"lat":43.731,"lon":7.42},
{"type":"node","id":3,"lat":43.731,"lon":7.421},
{"type":"way","id":10,"nodes":[1,2,3],"tags":{"highway":"residential","name":"Rue"}},
{"type":"way","id":11,"nodes":[1,2,3,1],"tags":{"building":"yes"}}
]})";

}  // namespace

TEST_CASE("a file that is not there, a folder, an empty file: one clear error") {
  CHECK(open_map("/no/such/file.osm.pbf").error().code == ErrorCode::NotFound);
  CHECK(!open_map("/tmp").ok());
  CHECK(refused("").what == "file is empty");
  CHECK(refused("hello, world").code == ErrorCode::BadData);
  CHECK(refused(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)).code == ErrorCode::BadData);
  const std::string empty = scratch_path("empty.osm");
  REQUIRE(fetch::write_file(empty, "").ok());
  CHECK(open_map(empty).error().what == "file is empty");
  REQUIRE(fetch::write_file(empty, "<osm version=\"0.6\"></osm>").ok());
  CHECK(open_map(empty).error().what.find("no node") != std::string::npos);
  std::filesystem::remove(empty);
}

TEST_CASE("a file cut anywhere is an error, never half a map") {
  for (const char* name : {"osm/small-cases/mp_two_holes.osm", "osm/levittown-suburb.osm.gz",
                           "osm/west-oakland.osm.bz2", "osm/london-moorgate.osm.pbf",
                           "osm/overpass-json/sf-streets-rails-a.overpass.json.gz"}) {
    const auto path = shared_data(name, name);
    if (!path) continue;
    const std::string bytes = fetch::read_file(*path).value();
    for (const unsigned percent : {1u, 30u, 60u, 99u}) {
      const std::string cut = bytes.substr(0, bytes.size() * percent / 100);
      CHECK_MESSAGE(!read_osm_bytes(cut, "some.osm").ok(), name);
    }
    std::string damaged = bytes;
    for (std::size_t at = bytes.size() / 2; at < bytes.size() / 2 + 40; ++at) damaged[at] = '\x5a';
    const auto read = read_osm_bytes(damaged, "some.osm");  // may be legal text by luck
    if (read.ok()) CHECK(bytes[0] == '<');
  }
}

TEST_CASE("errors say where a text breaks") {
  CHECK(refused("<osm version=\"0.6\">\n<node id=\"1\"").what.find("line 2") != std::string::npos);
  CHECK(refused(k_reply.substr(0, 100)).what.find("byte") != std::string::npos);
  CHECK(refused(k_reply.substr(0, 100)).code == ErrorCode::Incomplete);
  for (const char* text : {"{", "{\"elements\":[", "{}", "{\"elements\":3}", "{\"elements\":[}]}",
                           "<html><body>504</body></html>", "<osm version=\"0.6\"><way></osm>"}) {
    refused(text);
  }
}

TEST_CASE("a reply that speaks of an error is a failure even with elements (case H1)") {
  for (const char* remark : {"runtime error: Query timed out in \\\"query\\\" at line 3",
                             "Query TIMED OUT", "runtime Error: out of memory"}) {
    std::string text = k_reply;
    text.insert(1, "\"remark\":\"" + std::string(remark) + "\",");
    CHECK(refused(text).what.find("Overpass reports a failure") != std::string::npos);
  }
  std::string harmless = k_reply;
  harmless.insert(1, "\"remark\":\"have a nice day\",");
  CHECK(read_osm_bytes(harmless, "some.osm").ok());
}

TEST_CASE("ids of 64 bits pass through JSON exactly (case A14)") {
  const MapData map = loaded(R"({"elements":[
{"type":"node","id":9007199254740993,"lat":1.0,"lon":1.0},
{"type":"node","id":-4611686018427387905,"lat":1.001,"lon":1.0},
{"type":"way","id":9007199254740995,"nodes":[9007199254740993,-4611686018427387905],
 "tags":{"highway":"primary"}}]})");
  REQUIRE(map.roads.size() == 1);
  CHECK(map.roads[0].way_id == 9007199254740995);
  CHECK(map.roads[0].positions.count == 2);
}

TEST_CASE("JSON is read with unknown keys, escapes, any order of keys and a byte order mark") {
  const MapData map =
      loaded("\xef\xbb\xbf" + std::string(R"({"generator":{"a":[1,{"b":null}]},"elements":[
{"tags":{"name":"Stra\u00dfe \ud83c\udf33","highway":"service","x":"y"},"bounds":{"minlat":1},
 "nodes":[1,2],"id":7,"type":"way","geometry":[{"lat":1,"lon":2}]},
{"lon":1.0,"lat":1e0,"id":1,"type":"node"},{"type":"node","id":2,"lat":1.001,"lon":1.0},
{"type":"count","id":0,"tags":{"total":"3"}}],"osm3s":{}})"));
  REQUIRE(map.roads.size() == 1);
  CHECK(map.names[map.roads[0].name] ==
        "Stra\xc3\x9f"
        "e \xf0\x9f\x8c\xb3");
}

TEST_CASE("nodes that are nowhere are left out by name (case A16)") {
  const MapData map = loaded(R"({"elements":[
{"type":"node","id":1,"lat":91,"lon":0},{"type":"node","id":2,"lat":1,"lon":181},
{"type":"node","id":3,"lat":"NaN","lon":0},{"type":"node","id":4,"lon":0},
{"type":"node","id":5,"lat":89,"lon":0},{"type":"node","id":6,"lat":1,"lon":0},
{"type":"node","lat":1,"lon":0}]})");
  for (const char* node : {"node 1", "node 2", "node 3", "node 4", "node 5"}) {
    CHECK_MESSAGE(warned(map, "node_position_invalid", node) == 1, node);
  }
  CHECK(warned(map, "element_without_id", "node without id") == 1);
  CHECK(map.box.contains(geo::PositionE7{10000000, 0}));
  const MapData xml = loaded(
      "<osm version=\"0.6\"><node id=\"1\" lat=\"91\" lon=\"0\"/>"
      "<node id=\"2\" lat=\"1\" lon=\"1\"/></osm>");
  CHECK(warned(xml, "node_position_invalid", "node 1") == 1);
}

TEST_CASE("a road with missing nodes is drawn in runs, an area is left out (case A6)") {
  const MapData map = loaded(R"({"elements":[
{"type":"node","id":1,"lat":1,"lon":1},{"type":"node","id":2,"lat":1.001,"lon":1},
{"type":"node","id":3,"lat":1.002,"lon":1},{"type":"node","id":4,"lat":1.003,"lon":1},
{"type":"way","id":20,"nodes":[99,1,2,98,3,4,97],"tags":{"highway":"primary"}},
{"type":"way","id":21,"nodes":[1,2,98,1],"tags":{"building":"yes"}},
{"type":"way","id":22,"nodes":[95,96],"tags":{"highway":"primary"}},
{"type":"way","id":23,"nodes":[],"tags":{"highway":"primary"}},
{"type":"way","id":24,"nodes":[1],"tags":{"highway":"primary"}},
{"type":"way","id":25,"nodes":[1,2,2,3],"tags":{"highway":"primary"}}]})");
  REQUIRE(map.roads.size() == 3);
  CHECK(map.roads[0].run == 0);
  CHECK(map.roads[1].run == 1);
  CHECK(map.roads[0].positions.count == 2);
  CHECK(map.roads[2].positions.count == 3);
  CHECK(warned(map, "node_missing", "way 20") == 1);
  CHECK(warned(map, "area_node_missing", "way 21") == 1);
  for (const char* way : {"way 22", "way 23", "way 24"}) {
    CHECK_MESSAGE(warned(map, "way_without_length", way) == 1, way);
  }
  CHECK(map.areas.empty());
}

TEST_CASE(
    "relations without members, of themselves, or incomplete are left out by name (B15, B18)") {
  const MapData map = loaded(R"({"elements":[
{"type":"node","id":1,"lat":1,"lon":1},{"type":"node","id":2,"lat":1.001,"lon":1},
{"type":"node","id":3,"lat":1.001,"lon":1.001},
{"type":"way","id":10,"nodes":[1,2,3,1]},
{"type":"relation","id":1,"members":[],"tags":{"type":"multipolygon","natural":"water"}},
{"type":"relation","id":2,"tags":{"type":"multipolygon","natural":"water"}},
{"type":"relation","id":3,"members":[{"type":"relation","ref":3,"role":"outer"}],
 "tags":{"type":"multipolygon","natural":"water"}},
{"type":"relation","id":4,"members":[{"type":"way","ref":10,"role":"outer"},
 {"type":"way","ref":11,"role":"inner"}],"tags":{"type":"multipolygon","natural":"water"}},
{"type":"relation","id":5,"members":[{"type":"way","ref":10,"role":"outer"},
 {"type":"node","ref":1,"role":"label"}],"tags":{"type":"multipolygon","natural":"water"}}]})");
  for (const char* relation : {"relation 1", "relation 2", "relation 3"}) {
    CHECK_MESSAGE(warned(map, "relation_without_ways", relation) == 1, relation);
  }
  CHECK(warned(map, "incomplete", "relation 4") == 1);
  REQUIRE(map.areas.size() == 1);
  CHECK(area_object(map.areas[0].id) == "relation 5");
}

TEST_CASE("of an id that comes twice the highest version counts, in any order") {
  const std::string one = R"({"type":"node","id":2,"version":1,"lat":1.001,"lon":1})";
  const std::string two = R"({"type":"node","id":2,"version":2,"lat":1.002,"lon":1})";
  for (const std::string& both : {one + "," + two, two + "," + one}) {
    const MapData map =
        loaded(R"({"elements":[{"type":"node","id":1,"lat":1,"lon":1},)" + both +
               R"(,{"type":"way","id":5,"nodes":[1,2],"tags":{"highway":"path"}}]})");
    REQUIRE(map.roads.size() == 1);
    CHECK(map.at(map.roads[0].positions)[1] == geo::PositionE7{10020000, 10000000});
  }
}

TEST_CASE("a text nested a hundred thousand deep is refused without falling over") {
  refused("{\"elements\":" + std::string(100000, '['));
  refused("{\"x\":" + std::string(100000, '[') + std::string(100000, ']') + "}");
}

TEST_CASE("a building as wide as a country is left out by name") {
  const MapData map = loaded(R"({"elements":[
{"type":"node","id":1,"lat":1,"lon":1},{"type":"node","id":2,"lat":3,"lon":1},
{"type":"node","id":3,"lat":3,"lon":3},
{"type":"way","id":10,"nodes":[1,2,3,1],"tags":{"building":"yes"}}]})");
  CHECK(warned(map, "building_too_large", "way 10") == 1);
  CHECK(map.areas.empty());
}

}  // namespace terrane::osm
