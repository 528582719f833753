#include "terrane/osm/area_assembly.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "terrane/base/json_document.h"
#include "terrane/fetch/file.h"
#include "terrane/osm/detail/test_data.h"
#include "terrane/osm/detail/wide.h"
#include "terrane/osm/osm_file.h"
#include "terrane/osm/ring_geometry.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;
using Edge = std::pair<PositionE7, PositionE7>;

// What an area is, however its rings are written: its edges, and what lies inside.
struct Shape {
  std::multiset<Edge> edges;
  double area_e14 = 0;
  friend bool operator==(const Shape& a, const Shape& b) {
    return a.edges == b.edges && a.area_e14 == b.area_e14;
  }
};

// Corners only: a node in the middle of a straight side does not change the shape.
std::vector<PositionE7> corners_of(const std::vector<PositionE7>& ring) {
  std::vector<PositionE7> corners;
  for (std::size_t at = 0; at < ring.size(); ++at) {
    const PositionE7 a = ring[(at + ring.size() - 1) % ring.size()];
    const PositionE7 b = ring[at];
    const PositionE7 c = ring[(at + 1) % ring.size()];
    const std::int64_t cross =
        static_cast<std::int64_t>(b.lon_e7 - a.lon_e7) * (c.lat_e7 - b.lat_e7) -
        static_cast<std::int64_t>(b.lat_e7 - a.lat_e7) * (c.lon_e7 - b.lon_e7);
    if (cross != 0) corners.push_back(b);
  }
  return corners;
}

void add_ring(Shape& shape, const std::vector<PositionE7>& all, bool outer) {
  const std::vector<PositionE7> ring = corners_of(all);
  Wide doubled = 0;
  for (std::size_t at = 0; at < ring.size(); ++at) {
    const PositionE7 a = ring[at];
    const PositionE7 b = ring[(at + 1) % ring.size()];
    shape.edges.insert(a < b ? Edge(a, b) : Edge(b, a));
    doubled += static_cast<Wide>(a.lon_e7) * b.lat_e7 - static_cast<Wide>(b.lon_e7) * a.lat_e7;
  }
  const double size = static_cast<double>(doubled < 0 ? -doubled : doubled) * 0.5;
  shape.area_e14 += outer ? size : -size;
}

// MULTIPOLYGON(((x y,…),(…)),((…)))
Shape shape_of_wkt(std::string text) {
  Shape shape;
  std::vector<PositionE7> ring;
  int depth = 0;
  bool first_of_polygon = true;
  std::size_t at = text.find('(');
  while (at < text.size()) {
    const char c = text[at];
    if (c == '(') {
      depth += 1;
      if (depth == 2) first_of_polygon = true;
      at += 1;
    } else if (c == ')') {
      if (depth == 3) {
        ring.pop_back();
        add_ring(shape, ring, first_of_polygon);
        first_of_polygon = false;
        ring.clear();
      }
      depth -= 1;
      at += 1;
    } else if (c == ',') {
      at += 1;
    } else {
      const std::size_t end = text.find_first_of(",)", at);
      std::istringstream pair(text.substr(at, end - at));
      double lon = 0;
      double lat = 0;
      pair >> lon >> lat;
      ring.push_back(geo::to_position_e7(lat, lon));
      at = end;
    }
  }
  return shape;
}

Shape shape_of(const Assembly& assembly) {
  Shape shape;
  for (const AssembledRing& ring : assembly.rings) add_ring(shape, ring.positions, ring.outer);
  return shape;
}

Assembly assemble(const OsmObjects& objects, const std::string& type, std::int64_t id) {
  for (const osmium::Way* way : objects.ways) {
    if (type == "way" && way->id() == id) return assemble_way(*way);
  }
  for (const osmium::Relation* relation : objects.relations) {
    if (type == "relation" && relation->id() == id) {
      return assemble_relation(*relation, objects.ways);
    }
  }
  return {};
}

rapidjson::Document description(const std::string& folder) {
  rapidjson::Document document;
  document.Parse(fetch::read_file(folder + "/test.json").value().c_str());
  REQUIRE(!document.HasParseError());
  return document;
}

}  // namespace

TEST_CASE("the grid's multipolygons give their expected areas, broken ones none") {
  const auto root = shared_data("osm-multipolygon-grid", "areas of the multipolygon grid");
  if (!root) return;
  unsigned valid = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*root + "/7")) {
    if (!entry.is_directory()) continue;
    const std::string folder = entry.path().string();
    const rapidjson::Document test = description(folder);
    auto read = read_osm_file(folder + "/data.osm");
    REQUIRE_MESSAGE(read.ok(), folder);
    const bool is_valid = fetch::read_file(folder + "/result").value().rfind("valid", 0) == 0;
    for (const auto& area : test["areas"]["default"].GetArray()) {
      const Assembly assembly =
          assemble(read.value(), area["from_type"].GetString(), area["from_id"].GetInt64());
      const std::string wkt = area["wkt"].GetString();
      if (is_valid) {
        CHECK_MESSAGE(shape_of(assembly) == shape_of_wkt(wkt), folder);
        valid += 1;
      } else {
        // "default" is INVALID: nothing, or what one of the stated repairs gives.
        bool repaired = assembly.rings.empty();
        for (const char* way : {"location", "fix", "fixed"}) {
          if (!test["areas"].HasMember(way)) continue;
          for (const auto& other : test["areas"][way].GetArray()) {
            repaired = repaired || shape_of(assembly) == shape_of_wkt(other["wkt"].GetString());
          }
        }
        CHECK_MESSAGE(repaired, folder);
        if (assembly.rings.empty()) CHECK_MESSAGE(!assembly.trouble.empty(), folder);
      }
    }
  }
  CHECK(valid >= 33);
}

TEST_CASE("a small simple ring is what the assembler makes of it") {
  const auto path = shared_data("osm/monaco-2025-02-15.osm.pbf", "simple rings");
  if (!path) return;
  auto read = read_osm_file(*path);
  REQUIRE(read.ok());
  unsigned compared = 0;
  for (const osmium::Way* way : read.value().ways) {
    if (!is_closed(*way)) continue;
    const Assembly quick = assemble_way(*way);
    const Assembly full = assemble_way_by_library(*way);
    CHECK(quick.rings.size() == full.rings.size());
    if (quick.rings.size() != full.rings.size() || quick.rings.empty()) continue;
    CHECK(quick.rings[0].positions == full.rings[0].positions);
    compared += 1;
  }
  CHECK(compared > 1000);
}

TEST_CASE("rings are written one way whatever their source's start and direction (case C24)") {
  const std::vector<PositionE7> ring = {{0, 0}, {0, 10}, {10, 10}, {10, 0}};
  for (std::size_t start = 0; start < ring.size(); ++start) {
    for (const bool reversed : {false, true}) {
      std::vector<PositionE7> other = ring;
      if (reversed) std::reverse(other.begin(), other.end());
      std::rotate(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(start), other.end());
      normalise_ring(other, true);
      CHECK(other == ring);
    }
  }
  std::vector<PositionE7> inner = ring;
  normalise_ring(inner, false);
  CHECK(ring_direction(inner) == -1);
  CHECK(inner.front() == ring.front());
}

TEST_CASE("simple rings are told from spikes, eights and repeats") {
  CHECK(is_simple_ring(std::vector<PositionE7>{{0, 0}, {0, 10}, {10, 10}, {10, 0}}));
  CHECK(is_simple_ring(std::vector<PositionE7>{{0, 0}, {0, 5}, {0, 10}, {10, 0}}));
  CHECK(!is_simple_ring(std::vector<PositionE7>{{0, 0}, {10, 10}, {0, 10}, {10, 0}}));
  CHECK(!is_simple_ring(std::vector<PositionE7>{{0, 0}, {0, 10}, {0, 5}, {10, 0}}));
  CHECK(!is_simple_ring(std::vector<PositionE7>{{0, 0}, {0, 10}}));
  CHECK(
      !is_simple_ring(std::vector<PositionE7>{{0, 0}, {0, 10}, {5, 5}, {10, 10}, {10, 0}, {5, 5}}));
}

TEST_CASE("the owner point is the vertex nearest the centroid, ties the smallest") {
  const std::vector<PositionE7> square = {{0, 0}, {0, 100}, {100, 100}, {100, 0}};
  const std::span<const PositionE7> rings[] = {square};
  CHECK(measure_area(rings).owner == PositionE7{0, 0});
  const std::vector<PositionE7> house = {{0, 0}, {0, 1000}, {600, 1000}, {500, 500}, {600, 0}};
  const std::span<const PositionE7> other[] = {house};
  CHECK(measure_area(other).owner == PositionE7{500, 500});
}

}  // namespace terrane::osm
