#include "terrane/play/ride.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/play/follower.h"
#include "terrane/play/road_pilot.h"
#include "terrane/stream/build_service.h"
#include "terrane/stream/clock.h"
#include "terrane/stream/streamer.h"
#include "terrane/stream/testing.h"
#include "terrane/world/open_world.h"

namespace terrane::play {
namespace {

std::unique_ptr<stream::Provider> world(const std::string& uri) {
  auto opened = world::open_world(uri);
  REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : to_sentence(opened.error())));
  return std::move(opened).value();
}

struct Piece {
  stream::PieceKey key;
  content::Content content;
};

std::vector<Piece> build(const stream::Provider& provider, const stream::Area* area,
                         std::uint8_t lod = 0) {
  std::vector<Piece> pieces;
  const auto keys = provider.pieces_in(area);
  REQUIRE(keys.ok());
  for (const stream::PieceKey key : keys.value()) {
    auto content = provider.build_on_worker({key, lod}, {});
    REQUIRE(content.ok());
    pieces.push_back({key, std::move(content).value()});
  }
  return pieces;
}

void put_all(Ride& ride, const stream::Provider& provider, const std::vector<Piece>& pieces) {
  for (const Piece& piece : pieces) {
    ride.put_piece(piece.key, provider.piece_frame(piece.key), piece.content.colliders);
  }
  ride.set_ground_is_here(true);
}

constexpr std::int64_t k_frame_us = 16'667;

drive::Input drawn_input(std::uint64_t step) {
  const std::uint64_t draw = base::hash(11, step / 50);
  drive::Input input;
  input.ahead = static_cast<std::int8_t>(draw % 5 == 0 ? -100 : 120);
  input.right = static_cast<std::int8_t>(static_cast<int>(draw >> 8 & 0xff) - 128);
  input.flags = draw % 13 == 0 ? drive::InputFlag::Handbrake : 0;
  input.heading = static_cast<std::uint16_t>(draw >> 24);
  return input;
}

}  // namespace

TEST_CASE("what one bumps into is the same at every level of detail") {
  const auto city = world("city:412");
  const stream::Area area{-150, -150, 150, 150};
  std::size_t boxes = 0;
  const auto full = build(*city, &area);
  for (const std::uint8_t lod : {std::uint8_t{1}, std::uint8_t{2}}) {
    const auto coarse = build(*city, &area, lod);
    REQUIRE(coarse.size() == full.size());
    for (std::size_t at = 0; at < full.size(); ++at) {
      content::Content a;
      content::Content b;
      a.colliders = full[at].content.colliders;
      b.colliders = coarse[at].content.colliders;
      CHECK_MESSAGE(content::digest(a) == content::digest(b),
                    "piece " << full[at].key.value << " has other colliders at level " << int{lod});
      boxes += a.colliders.size();
    }
  }
  CHECK(boxes > 100);
}

TEST_CASE("a car follows the city's roads on its ground and gets along") {
  const auto city = world("city:412");
  const stream::Area area{-450, -450, 450, 450};
  const auto pieces = build(*city, &area);
  const geo::Vec3 start = city->follow_roads({0, 0, 0}, 0, 1)->place().position;
  Ride ride(*city, drive::Mover::Car, start, 0);
  put_all(ride, *city, pieces);
  RoadPilot pilot(*city, ride, 11, 1);
  double way_m = 0;
  double worst_m = 0;
  int bumps = 0;
  geo::Vec3 before = ride.position();
  for (int frame = 0; frame < 60 * 60; ++frame) {
    bumps += ride.advance(pilot.ask(ride), k_frame_us).bumped ? 1 : 0;
    const geo::Vec3 here = ride.position();
    way_m += geo::length(here - before);
    before = here;
    worst_m = std::max(worst_m, std::abs(here.y - city->ground_height_m(here)));
    if (std::max(std::abs(here.x), std::abs(here.z)) > 400) break;
  }
  CHECK_MESSAGE(way_m > 250, "it gets " << way_m << " m far");
  CHECK_MESSAGE(worst_m < 0.5, "it is " << worst_m << " m off the ground");
  CHECK_MESSAGE(bumps < 30, "it bumps into things on the open road: " << bumps);
}

TEST_CASE("a drive gone again at 30 and 144 frames a second is the same to the bit") {
  const auto city = world("city:7");
  const stream::Area area{-200, -200, 200, 200};
  const auto pieces = build(*city, &area);
  for (const drive::Mover mover : {drive::Mover::Car, drive::Mover::Walker}) {
    Ride first(*city, mover, {3, 0, 5}, 0.4);
    put_all(first, *city, pieces);
    for (std::uint64_t frame = 0; frame < 20 * 60; ++frame) {
      first.set_ground_is_here(frame % 97 > 5);  // some of the ground comes late
      first.advance(drawn_input(frame), k_frame_us);
    }
    const drive::Recording& recording = first.recording();
    REQUIRE(recording.inputs.size() > 2000);
    REQUIRE(recording.checksums.size() == recording.inputs.size() / drive::k_checksum_steps);
    const auto read = drive::read_recording(drive::write_recording(recording));
    REQUIRE(read.ok());
    for (const std::int64_t frame_us : {33'333, 6'944}) {
      Ride again(*city, read.value().mover,
                 {read.value().start[0], read.value().start[1], read.value().start[2]},
                 read.value().start[3]);
      // The pieces come the other way round, and twice.
      for (std::size_t at = pieces.size(); at-- > 0;) {
        again.put_piece(pieces[at].key, city->piece_frame(pieces[at].key),
                        pieces[at].content.colliders);
      }
      put_all(again, *city, pieces);
      drive::FixedSteps steps;
      std::size_t next = 0;
      while (next < read.value().inputs.size()) {
        for (int step = steps.advance(frame_us); step > 0; --step) {
          if (next < read.value().inputs.size()) again.step(read.value().inputs[next++]);
        }
      }
      CHECK_MESSAGE(again.checksum() == first.checksum(),
                    "another end at frames of " << frame_us << " us");
      CHECK(again.recording().checksums == recording.checksums);
    }
  }
}

TEST_CASE("where the ground has not arrived nobody moves, and it is said and recorded") {
  const auto city = world("city:412");
  Ride ride(*city, drive::Mover::Car, {0, 0, 0}, 0);
  const geo::Vec3 before = ride.position();
  for (int frame = 0; frame < 120; ++frame) {
    CHECK(ride.advance(drive::Input{127, 0, 0, 0}, k_frame_us).waits);
  }
  CHECK(ride.position() == before);
  REQUIRE(!ride.recording().inputs.empty());
  CHECK((ride.recording().inputs.back().flags & drive::InputFlag::Waits) != 0);
  ride.set_ground_is_here(true);
  for (int frame = 0; frame < 120; ++frame) ride.advance(drive::Input{127, 0, 0, 0}, k_frame_us);
  CHECK(geo::length(ride.position() - before) > 3);
}

TEST_CASE("streamed, it waits for the first world and then drives among what has arrived") {
  const auto city = world("city:412");
  stream::SteadyClock clock;
  stream::MemoryPageSink sink(8192);
  stream::BuildService builds(*city, nullptr, stream::BuildServiceOptions{}, &clock);
  stream::Streamer streamer(*city, builds, sink, 8192, clock);
  const geo::Vec3 start = city->follow_roads({0, 0, 0}, 0, 1)->place().position;
  Ride ride(*city, drive::Mover::Car, start, 0);
  RoadPilot pilot(*city, ride, 12, 1);
  int waited = 0;
  int drove = 0;
  for (int frame = 0; frame < 20000 && drove < 30 * 60; ++frame) {
    const stream::Observer observer = ride.observer();
    REQUIRE(streamer.update({&observer, 1}).ok());
    ride.meet(streamer);
    const geo::Vec3 before = ride.position();
    const RideReport report = ride.advance(pilot.ask(ride), k_frame_us);
    if (report.waits) {
      waited += 1;
      CHECK_MESSAGE(ride.position() == before, "it moves where nothing has arrived");
    } else {
      drove += 1;
    }
    if (!streamer.report().first_world_ready) CHECK(report.waits);
  }
  CHECK_MESSAGE(waited > 0, "the first world stood before anything was built");
  CHECK_MESSAGE(drove == 30 * 60, "it drove in " << drove << " frames only");
  CHECK(geo::length(ride.position() - start) > 60);
}

TEST_CASE(
    "a piece that cannot be had holds up nobody beside it, and does not let others run ahead") {
  stream::testing::ScriptedProvider provider;
  provider.failing.insert(stream::testing::ScriptedProvider::key_of({0, 0}).value);
  stream::SteadyClock clock;
  stream::MemoryPageSink sink(8192);
  stream::BuildService builds(provider, nullptr, stream::BuildServiceOptions{}, &clock);
  stream::StreamerOptions options;
  options.limits.load_radius_m = 100;
  options.limits.unload_radius_m = 120;
  stream::Streamer streamer(provider, builds, sink, 8192, clock, nullptr, options);
  Ride beside(provider, drive::Mover::Walker, {0, 0, 0}, 0);
  Ride beyond(provider, drive::Mover::Walker, {400, 0, 0}, 0);  // where nothing was asked for
  for (int frame = 0; frame < 5000 && !streamer.report().first_world_ready; ++frame) {
    const stream::Observer observer = beside.observer();
    REQUIRE(streamer.update({&observer, 1}).ok());
  }
  REQUIRE(streamer.report().first_world_ready);
  REQUIRE(streamer.report().failed_pieces == 1);
  REQUIRE_MESSAGE(streamer.clear_distance_m() < 16, "the failed piece is no gap");
  beside.meet(streamer);
  CHECK_MESSAGE(beside.ground_is_here(), "it waits for what will never come");
  beyond.meet(streamer);
  CHECK_MESSAGE(!beyond.ground_is_here(), "a failure elsewhere lets it walk where nothing stands");
}

TEST_CASE("a walker in the town is stopped by a house and follows the Earth when it walks far") {
  const auto town = world("osm:");
  const auto pieces = build(*town, nullptr);
  const Piece* house = nullptr;
  for (const Piece& piece : pieces) {
    if (house == nullptr && !piece.content.colliders.empty()) house = &piece;
  }
  REQUIRE(house != nullptr);
  const content::Collider& wall = house->content.colliders.front();
  const geo::Frame frame = town->piece_frame(house->key);
  const geo::Vec3 middle = frame.to_world({wall.x_mm * 1e-3, 0, wall.z_mm * 1e-3});
  const geo::Vec3 south = frame.to_world({wall.x_mm * 1e-3, 0, wall.z_mm * 1e-3 + 60});
  Ride ride(*town, drive::Mover::Walker, south, 0);
  put_all(ride, *town, pieces);
  for (int frame_at = 0; frame_at < 60 * 60; ++frame_at) {
    ride.advance(drive::Input{127, 0, drive::InputFlag::Runs, 0}, k_frame_us);
  }
  CHECK(geo::length(ride.position() - south) > 1);
  const double nearer = geo::length(ride.position() - middle);
  CHECK_MESSAGE(nearer > 0.3 + std::min(wall.half_along_mm, wall.half_across_mm) * 1e-3 - 0.05,
                "it stands inside the house");

  Ride far(*town, drive::Mover::Walker, south, 0);
  far.set_ground_is_here(true);  // nothing stands there: out over the fields
  double worst_m = 0;
  for (int frame_at = 0; frame_at < 60 * 60 * 8; ++frame_at) {
    far.advance(drive::Input{127, 0, drive::InputFlag::Runs, 0}, k_frame_us);
    if (frame_at % 600 == 0) {
      worst_m =
          std::max(worst_m, geo::length(far.position() - above_ground(*town, far.position(), 0)));
    }
  }
  CHECK_MESSAGE(geo::length(far.position() - south) > 2000, "it does not get far");
  CHECK_MESSAGE(worst_m < 0.01, "it leaves the Earth by " << worst_m << " m");
}

}  // namespace terrane::play
