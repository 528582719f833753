#include "terrane/osm/live_provider.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "terrane/fetch/file.h"
#include "terrane/osm/detail/test_data.h"
#include "terrane/osm/extract.h"
#include "terrane/osm/live_query.h"
#include "terrane/osm/local_scale.h"
#include "terrane/osm/map_provider.h"

namespace terrane::osm {
namespace {

using stream::InputScope;
using stream::PieceKey;

constexpr char k_endpoint[] = "http://127.0.0.1:9/api/interpreter";

std::string town() {
  return std::string(TERRANE_SOURCE_DIR) + "/data/town.json";
}

std::unique_ptr<stream::Provider> open_live() {
  auto opened = open_live_map({k_endpoint, nullptr, {}, 0});
  REQUIRE(opened.ok());
  return std::move(opened).value();
}

// What an Overpass server answers that holds one file: tiles of it, ways and relations complete.
class Server {
 public:
  explicit Server(std::string path) : path_(std::move(path)) {}

  fetch::Bytes answer(const fetch::Request& request) {
    fetch::Bytes& body = bodies_[request.url];
    if (body == nullptr) {
      const auto tile = tile_of_request(request);
      REQUIRE(tile.has_value());
      body = std::make_shared<const std::string>(cut(*tile));
    }
    return body;
  }
  // The same in four parts, as after a time-out.
  fetch::Bytes answer_in_parts(const fetch::Request& request) {
    std::string body;
    for (const fetch::Request& part : split_query(request, k_endpoint)) {
      if (!body.empty()) body += fetch::k_body_separator;
      body += *answer(part);
    }
    return std::make_shared<const std::string>(std::move(body));
  }
  std::vector<fetch::Bytes> inputs(const stream::Provider& live, PieceKey key) {
    std::vector<fetch::Bytes> inputs;
    for (const fetch::Request& request : live.needs(key)) inputs.push_back(answer(request));
    return inputs;
  }

 private:
  std::string cut(geo::Tile tile) const {
    const std::string out = scratch_path("live_tile.json");
    REQUIRE(extract_area(path_, geo::bounds_of(tile), out).ok());
    auto text = fetch::read_file(out);
    REQUIRE(text.ok());
    return std::move(text).value();
  }

  std::string path_;
  std::map<std::string, fetch::Bytes> bodies_;
};

std::uint64_t digest_of(const base::Result<content::Content>& built) {
  REQUIRE_MESSAGE(built.ok(), (built.ok() ? "" : base::to_sentence(built.error())));
  return content::digest(built.value());
}

// Brings replies at once, from a server in memory.
class InstantTransport final : public fetch::Transport {
 public:
  explicit InstantTransport(Server& server) : server_(server) {}
  void send(std::uint64_t id, const std::string& url) override {
    fetch::HttpReply reply;
    reply.id = id;
    reply.status = 200;
    reply.body = *server_.answer(known_.at(url));
    arrived_.push_back(std::move(reply));
  }
  void cancel(std::uint64_t) override {}
  std::vector<fetch::HttpReply> take() override { return std::exchange(arrived_, {}); }
  std::string user_agent() const override { return "tester"; }
  void know(const fetch::Request& request) { known_[request.url] = request; }

 private:
  Server& server_;
  std::map<std::string, fetch::Request> known_;
  std::vector<fetch::HttpReply> arrived_;
};

// The middle of the world's start sector and its neighbours.
std::vector<PieceKey> around_start(const stream::Provider& world) {
  const geo::Geodetic start = geo::to_geodetic(world.info().start.origin);
  const double degrees = 180.0 / 3.14159265358979323846;
  const auto tile =
      geo::tile_of(geo::to_position_e7(start.lat_rad * degrees, start.lon_rad * degrees));
  REQUIRE(tile.has_value());
  std::vector<PieceKey> keys = world.neighbours(PieceKey{geo::sector_key(*tile)});
  keys.push_back(PieceKey{geo::sector_key(*tile)});
  return keys;
}

void check_same_as_file(const std::string& path) {
  auto file = open_map(path);
  REQUIRE(file.ok());
  const auto live = open_live();
  Server server(path);
  for (const PieceKey key : around_start(*file.value())) {
    const auto inputs = server.inputs(*live, key);
    const std::uint64_t of_file = digest_of(file.value()->build_on_worker({key, 0, {}}, {}));
    CHECK_MESSAGE(digest_of(live->build_on_worker({key, 0, {}}, inputs)) == of_file,
                  path << ": sector " << key.value);
  }
}

}  // namespace

TEST_CASE("a sector of live tiles is the sector of a file of the whole, bit for bit") {
  auto file = open_map(town());
  REQUIRE(file.ok());
  const auto live = open_live();
  Server server(town());
  const auto all = file.value()->pieces_in(nullptr);
  REQUIRE(all.ok());
  REQUIRE(all.value().size() >= 4);
  for (const PieceKey key : all.value()) {
    const std::uint64_t of_file = digest_of(file.value()->build_on_worker({key, 0, {}}, {}));
    const auto inputs = server.inputs(*live, key);
    CHECK(digest_of(live->build_on_worker({key, 0, {}}, inputs)) == of_file);
    // The same when the server wanted to be asked in parts.
    std::vector<fetch::Bytes> in_parts;
    for (const fetch::Request& request : live->needs(key)) {
      in_parts.push_back(server.answer_in_parts(request));
    }
    CHECK(digest_of(live->build_on_worker({key, 0, {}}, in_parts)) == of_file);
  }
}

TEST_CASE("real places: live tiles give what their file gives") {
  for (const char* name : {"osm/berlin-siegessaeule.osm.gz", "osm/dubai-world-islands.osm.pbf"}) {
    if (const auto path = shared_data(name, "live tiles of real places")) check_same_as_file(*path);
  }
}

TEST_CASE("where nothing is, a live sector is empty and its backdrop shows") {
  const auto live = open_live();
  Server server(town());
  const PieceKey far{geo::sector_key(*geo::tile_of({-299950000, -99000000}))};
  const auto built = live->build_on_worker({far, 0, {}}, server.inputs(*live, far));
  REQUIRE(built.ok());
  CHECK(built.value().mesh_pages.empty());
  CHECK(built.value().owned.empty());
}

TEST_CASE("a sector needs the tiles of its pad, its own first, and shares them") {
  const auto live = open_live();
  const geo::Tile sector = *geo::tile_of({525145000, 133501000});
  const std::vector<geo::Tile> tiles = query_tiles_of(geo::sector_key(sector));
  REQUIRE(tiles.size() >= 9);
  CHECK(tiles.size() <= 16);
  CHECK(tiles.front() == query_tile_of(geo::sector_key(sector)));
  const RectE7 rect = padded_rect(geo::bounds_of(sector), 742.0);
  for (const std::int32_t lat : {rect.south_e7, rect.north_e7}) {
    for (const std::int32_t lon : {rect.west_e7, rect.east_e7}) {
      const auto corner = geo::tile_of({lat, lon}, k_query_zoom);
      CHECK(std::find(tiles.begin(), tiles.end(), *corner) != tiles.end());
    }
  }
  const auto needs = live->needs(PieceKey{geo::sector_key(sector)});
  REQUIRE(needs.size() == tiles.size());
  CHECK(needs[0].url.rfind(std::string(k_endpoint) + "?data=", 0) == 0);
  CHECK(needs[0].name.rfind("map tile 15/", 0) == 0);
  const auto beside = live->needs(PieceKey{geo::sector_key(*geo::neighbour(sector, 1, 0))});
  std::size_t shared = 0;
  for (const fetch::Request& request : beside) {
    shared += std::count(needs.begin(), needs.end(), request) > 0 ? 1 : 0;
  }
  CHECK(shared >= 6);
}

TEST_CASE("tiles at the ends of the map are asked for once each and lie on it") {
  for (const geo::Tile sector : {geo::Tile{16, 0, 0}, geo::Tile{16, 65535, 0},
                                 geo::Tile{16, 0, 65535}, geo::Tile{16, 65535, 32768}}) {
    std::vector<geo::Tile> tiles = query_tiles_of(geo::sector_key(sector));
    REQUIRE(!tiles.empty());
    for (const geo::Tile& tile : tiles) {
      CHECK(tile.x < 32768);
      CHECK(tile.y < 32768);
      CHECK(std::count(tiles.begin(), tiles.end(), tile) == 1);
    }
  }
}

TEST_CASE("a query names its box with points, complete ways and a limit of its own") {
  const std::string query = overpass_query(*geo::tile_of({525145000, 133501000}, k_query_zoom));
  CHECK(query.find("[out:json]") != std::string::npos);
  CHECK(query.find("[timeout:60]") != std::string::npos);
  CHECK(query.find("[maxsize:") != std::string::npos);
  CHECK(query.find(";way(52.5") != std::string::npos);
  CHECK(query.find("(._;>;);out") != std::string::npos);
  const std::string south_west =
      overpass_query(*geo::tile_of({-299950000, -99950000}, k_query_zoom));
  CHECK(south_west.find(";way(-") != std::string::npos);
  CHECK(south_west.find(",-9.9") != std::string::npos);
  const fetch::Request request = query_request({k_query_zoom, 17603, 10747}, k_endpoint);
  CHECK(request.url.find(' ') == std::string::npos);
  CHECK(tile_of_request(request) == geo::Tile{k_query_zoom, 17603, 10747});
  const auto quarters = split_query(request, k_endpoint);
  REQUIRE(quarters.size() == 4);
  CHECK(tile_of_request(quarters[3]) == geo::Tile{k_query_zoom + 1, 35207, 21495});
  const auto sixteenths = split_query(quarters[0], k_endpoint);
  REQUIRE(sixteenths.size() == 4);
  CHECK(split_query(sixteenths[0], k_endpoint).empty());
}

TEST_CASE("what is no whole reply is told from one that is, in slices of any size") {
  struct Case {
    const char* text;
    const char* says;  // empty: it is good
    bool wants_parts = false;
  };
  const Case cases[] = {
      {R"({"version":0.6,"elements":[]})", ""},
      {"\xef\xbb\xbf {\"elements\": [ {\"id\":1,\"tags\":{\"name\":\"a}]\\\"{\"}} ] }\n", ""},
      {R"({"elements":[],"remark":"all is well"})", ""},
      {R"({"elements":[{"tags":{"remark":"error"}}]})", ""},
      {R"({"elements":[{"id":1}],"remark":"runtime error: no memory"})", "no memory"},
      {R"({"remark":"runtime error: Query timed out in x","elements":[]})", "timed out", true},
      {R"({"elements":[{"id":1},{"id":2})", "cut short"},
      {R"({"elements":[{"id":1}]})"
       "{",
       "no map data"},
      {R"({"elements":[{"name":"abc)", "cut short"},
      {"<html><body>busy</body></html>", "page"},
      {"", "empty"},
      {"  \n", "empty"},
      {"null", "no map data"},
      {"[]", "no map data"},
      {"{}", "no map data"},
  };
  for (const Case& fault : cases) {
    for (const std::size_t slice : {std::size_t{1}, std::size_t{7}, std::size_t{10000}}) {
      const auto check = make_reply_check();
      const std::string_view text(fault.text);
      for (std::size_t at = 0; at < text.size(); at += slice) check->look(text.substr(at, slice));
      const auto verdict = check->verdict();
      CHECK_MESSAGE(verdict.is_good == (*fault.says == '\0'), fault.text);
      CHECK_MESSAGE(verdict.what.find(fault.says) != std::string::npos,
                    fault.text << " says " << verdict.what);
      CHECK_MESSAGE(verdict.wants_parts == fault.wants_parts, fault.text);
    }
  }
}

TEST_CASE("a reply with a coastline is known by it") {
  const auto has_coast = [](const std::string& text) {
    bool found = false;
    const auto check = make_reply_check(&found);
    for (const char& c : text) check->look(std::string_view(&c, 1));
    return found;
  };
  CHECK(has_coast(R"({"elements":[{"tags":{"natural":"coastline"}}]})"));
  CHECK(!has_coast(R"({"elements":[{"tags":{"name":"coastlines","x":"acoastline"}}]})"));
}

TEST_CASE("a build without its tiles, or of tiles that are none, says so") {
  const auto live = open_live();
  Server server(town());
  const PieceKey key{geo::sector_key(*geo::tile_of({-299950000, -99950000}))};
  CHECK(live->build_on_worker({key, 0, {}}, {}).error().code == base::ErrorCode::Unavailable);
  auto inputs = server.inputs(*live, key);
  inputs.back() = nullptr;
  CHECK(!live->build_on_worker({key, 0, {}}, inputs).ok());
  inputs.back() = std::make_shared<const std::string>("{\"elements\":[");
  const auto built = live->build_on_worker({key, 0, {}}, inputs);
  REQUIRE(!built.ok());
  CHECK(built.error().where.find("map tile 15/") != std::string::npos);
  CHECK(live->fetcher() == nullptr);
}

TEST_CASE("names, roads and plans are of what has arrived, and go with it") {
  Server server(town());
  auto transport = std::make_unique<InstantTransport>(server);
  InstantTransport& wire = *transport;
  double now_s = 0;
  auto opened = open_live_map({k_endpoint, std::move(transport), [&] { return now_s; }, 0});
  REQUIRE(opened.ok());
  stream::Provider& live = *opened.value();
  auto file = open_map(town());
  REQUIRE(file.ok());
  const geo::Vec3 start = file.value()->info().start.origin;
  const stream::Area area{-10.01, -30.005, -9.99, -29.99};
  CHECK(live.follow_roads(start, 0, 0) == nullptr);
  CHECK(live.road_name_at(start).street.empty());
  CHECK(!live.plan_in(&area).ok());
  std::uint64_t ticket = 0;
  for (const PieceKey key : around_start(*file.value())) {
    for (const fetch::Request& request : live.needs(key)) {
      wire.know(request);
      live.fetcher()->start(++ticket, request);
    }
  }
  std::size_t delivered = 0;
  for (int call = 0; call < 1000 && delivered < ticket; ++call) {
    delivered += live.fetcher()->collect().size();
  }
  REQUIRE(delivered == ticket);
  CHECK(live.road_name_at(start).street == file.value()->road_name_at(start).street);
  CHECK(!live.road_name_at(start).street.empty());
  const auto roads = live.follow_roads(start, 0, 0);
  REQUIRE(roads != nullptr);
  for (int step = 0; step < 2000; ++step) roads->advance(1.0);
  CHECK(geo::length(roads->place().position - start) < 3000);
  CHECK(live.plan_in(&area).ok());
  const auto keys = live.pieces_in(&area);
  REQUIRE(keys.ok());
  CHECK(live.objects_in(keys.value()).size() == file.value()->objects_in(keys.value()).size());

  stream::Observer far;
  far.position = geo::to_ecef({0.9, 0.2, 0});
  REQUIRE(live.select({&far, 1}, {}, {}).ok());
  live.evict_far({&far, 1});
  CHECK(live.road_name_at(start).street.empty());
  CHECK(!live.plan_in(&area).ok());
}

TEST_CASE("every sector around is wanted, the nearest first; places off the map are refused") {
  const auto live = open_live();
  stream::Observer here;
  here.position = geo::to_ecef({0.7, 0.1, 0});
  const auto selected = live->select({&here, 1}, {}, {});
  REQUIRE(selected.ok());
  CHECK(selected.value().pieces.size() > 20);
  CHECK(selected.value().pieces.front().cost == 0);
  here.position.x = std::nan("");
  CHECK(!live->select({&here, 1}, {}, {}).ok());
  CHECK(!live->pieces_in(nullptr).ok());
  const stream::Area continent{0, 40, 10, 50};
  CHECK(live->pieces_in(&continent).error().code == base::ErrorCode::OutOfRange);
  CHECK(!open_live_map({"file:///etc/passwd", nullptr, {}, 0}).ok());
  CHECK(live->info().uri == std::string("osm:overpass?endpoint=") + k_endpoint);
}

}  // namespace terrane::osm
