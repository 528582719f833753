#include "terrane/osm/sector_build.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "terrane/fetch/file.h"
#include "terrane/osm/detail/test_data.h"
#include "terrane/osm/extract.h"
#include "terrane/osm/map_load.h"
#include "terrane/osm/map_provider.h"
#include "terrane/osm/osm_file.h"

namespace terrane::osm {
namespace {

using stream::BuildRequest;
using stream::InputScope;
using stream::PieceKey;

constexpr const char* k_monaco = "osm/monaco-2025-02-15.osm.pbf";

std::unique_ptr<stream::Provider> open(const std::string& path) {
  auto opened = open_map(path);
  REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : base::to_sentence(opened.error())));
  return std::move(opened).value();
}

std::vector<PieceKey> pieces_of(const stream::Provider& world) {
  auto pieces = world.pieces_in(nullptr);
  REQUIRE(pieces.ok());
  return std::move(pieces).value();
}

content::Content build(const stream::Provider& world, PieceKey key,
                       InputScope scope = InputScope::Padded) {
  auto built = world.build_on_worker(BuildRequest{key, 0, scope}, {});
  REQUIRE(built.ok());
  return std::move(built).value();
}

std::map<std::uint64_t, std::uint64_t> digests(const stream::Provider& world,
                                               InputScope scope = InputScope::Padded) {
  std::map<std::uint64_t, std::uint64_t> all;
  for (const PieceKey key : pieces_of(world)) {
    all[key.value] = content::digest(build(world, key, scope));
  }
  return all;
}

bool owned_before(const content::OwnedObject& a, const content::OwnedObject& b) {
  return a.kind != b.kind ? a.kind < b.kind : a.id < b.id;
}

void check_owners(const stream::Provider& world) {
  const std::vector<PieceKey> keys = pieces_of(world);
  std::vector<content::OwnedObject> owned;
  for (const PieceKey key : keys) {
    const content::Content content = build(world, key);
    owned.insert(owned.end(), content.owned.begin(), content.owned.end());
  }
  std::sort(owned.begin(), owned.end(), owned_before);
  CHECK_MESSAGE(std::adjacent_find(owned.begin(), owned.end()) == owned.end(), "owned twice");
  const std::vector<content::OwnedObject> expected = world.objects_in(keys);
  CHECK_MESSAGE(owned == expected, "each object is owned once");
}

// Both sides of every border name the same points with the same values.
std::size_t check_borders(const stream::Provider& world) {
  using Point = std::tuple<std::uint64_t, std::uint64_t, content::BorderKind, std::uint64_t,
                           std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
  std::vector<Point> low;
  std::vector<Point> high;
  const std::vector<PieceKey> keys = pieces_of(world);
  for (const PieceKey key : keys) {
    for (const content::BorderPoint& point : build(world, key).border_points) {
      if (!std::binary_search(keys.begin(), keys.end(), PieceKey{point.other_piece})) continue;
      const std::uint64_t first = std::min(key.value, point.other_piece);
      const std::uint64_t second = std::max(key.value, point.other_piece);
      (key.value == first ? low : high)
          .push_back({first, second, point.kind, point.identity, point.values[0], point.values[1],
                      point.values[2], point.values[3]});
    }
  }
  std::sort(low.begin(), low.end());
  std::sort(high.begin(), high.end());
  CHECK_MESSAGE(low == high, "neighbours place what they share alike");
  return low.size();
}

void check_world(const stream::Provider& world) {
  const auto padded = digests(world);
  CHECK_MESSAGE(padded == digests(world, InputScope::Everything),
                "more data than the pad never changes a sector");
  check_owners(world);
  CHECK(check_borders(world) > 0);
}

}  // namespace

TEST_CASE("every sector of Monaco builds the same from its cut and from everything") {
  const auto path = shared_data(k_monaco, "agreement of Monaco's sectors");
  if (path) check_world(*open(*path));
}

TEST_CASE("parts, islands and cut ways agree across borders") {
  for (const char* name : {"osm/london-moorgate.osm.pbf", "osm/west-oakland.osm.bz2",
                           "osm/sf-ballpark-mission-creek.osm.gz", "osm/leeds-viaduct.osm.gz"}) {
    const auto path = shared_data(name, name);
    if (path) check_world(*open(*path));
  }
}

TEST_CASE("an extract as JSON builds the same world as the file it came from") {
  const auto path = shared_data(k_monaco, "digests of an extract");
  if (!path) return;
  const std::string out = scratch_path("monaco.json");
  const auto report = extract_area(*path, {-899999999, -1799999999, 899999999, 1799999999}, out);
  REQUIRE(report.ok());
  CHECK(report.value().nodes == 39587);
  CHECK(report.value().ways == 5777);
  // Of 309 relations 45 have no member node or way in the file.
  CHECK(report.value().relations == 264);
  CHECK(digests(*open(out)) == digests(*open(*path)));
  std::filesystem::remove(out);
}

TEST_CASE("an extract holds ways and relations complete, or is not written at all") {
  const auto path = shared_data(k_monaco, "extract of a small area");
  if (!path) return;
  const std::string out = scratch_path("small.json");
  const auto report = extract_area(*path, {437380000, 74240000, 437400000, 74270000}, out);
  REQUIRE(report.ok());
  CHECK(report.value().ways > 50);
  auto objects = read_osm_file(out);
  REQUIRE(objects.ok());
  for (const osmium::Way* way : objects.value().ways) {
    for (const osmium::NodeRef& node : way->nodes()) CHECK(node.location().valid());
  }
  std::filesystem::remove(out);
  CHECK(!extract_area(*path, {0, 0, 1, 1}, "/no/such/folder/x.json").ok());
  CHECK(!extract_area("/no/such/file.osm", {0, 0, 1, 1}, out).ok());
  CHECK(!std::filesystem::exists(out));
}

TEST_CASE("the order in which a file lists its objects does not show") {
  const auto path = shared_data("osm/london-moorgate.osm.pbf", "order of objects");
  if (!path) return;
  const std::string out = scratch_path("order.json");
  REQUIRE(extract_area(*path, {-899999999, -1799999999, 899999999, 1799999999}, out).ok());
  const std::string text = fetch::read_file(out).value();
  // One element a line: the same lines backwards are the same map.
  const std::size_t first = text.find('[') + 1;
  const std::size_t last = text.rfind(']');
  std::vector<std::string> elements;
  for (std::size_t at = first; at < last;) {
    const std::size_t end = std::min(text.find('\n', at), last);
    std::string line = text.substr(at, end - at);
    if (!line.empty() && line.front() == ',') line.erase(0, 1);
    if (!line.empty()) elements.push_back(line);
    at = end + 1;
  }
  std::string backwards = text.substr(0, first);
  for (std::size_t at = elements.size(); at-- > 0;) {
    backwards += elements[at] + (at > 0 ? ",\n" : "\n");
  }
  backwards += text.substr(last);
  REQUIRE(fetch::write_file(out, backwards).ok());
  CHECK(digests(*open(out)) == digests(*open(*path)));
  std::filesystem::remove(out);
}

TEST_CASE("small hand-drawn cases load and build without a crash") {
  const auto folder = shared_data("osm/small-cases", "hand-drawn cases");
  if (!folder) return;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    const auto world = open(entry.path().string());
    CHECK(digests(*world) == digests(*world, InputScope::Everything));
  }
}

TEST_CASE("all of the multipolygon grid loads without a crash") {
  const auto folder = shared_data("osm-multipolygon-grid", "multipolygon grid");
  if (!folder) return;
  unsigned files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder)) {
    if (entry.path().filename() != "data.osm") continue;
    files += 1;
    auto opened = open_map(entry.path().string());
    if (opened.ok()) digests(*opened.value());
  }
  CHECK(files > 80);
}

TEST_CASE("islands alone make a sector of sea, a coast one of both") {
  const auto path = shared_data("osm/sf-alcatraz.osm", "Alcatraz in its sea");
  if (!path) return;
  const auto world = open(*path);
  CHECK(world->info().surround == content::Material::Water);
  bool sea = false;
  for (const PieceKey key : pieces_of(*world)) {
    for (const content::MeshPage& page : build(*world, key).mesh_pages) {
      for (const content::Vertex& vertex : page.vertices) {
        sea = sea || vertex.material == content::Material::Water;
      }
    }
  }
  CHECK(sea);
}

}  // namespace terrane::osm
