#include "terrane/play/ride_way.h"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "terrane/world/open_world.h"

namespace terrane::play {
namespace {

std::unique_ptr<stream::Provider> world(const std::string& uri) {
  auto opened = world::open_world(uri);
  REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : to_sentence(opened.error())));
  return std::move(opened).value();
}

// A way on the device that draws nothing, with builds on this thread.
struct Scene {
  std::unique_ptr<stream::Provider> provider;
  std::unique_ptr<gpu::Device> device = gpu::make_null_device();
  std::unique_ptr<RideWay> way;
  gpu::Texture target;
  Hud hud;

  explicit Scene(const std::string& uri, RideOptions options = {}) : provider(world(uri)) {
    options.live.streaming.limits.reach_m = 60;
    options.live.streaming.limits.prefetch_factor = 1;
    options.live.streaming.limits.load_radius_m = 150;
    options.live.streaming.limits.unload_radius_m = 200;
    options.live.streaming.loading_budget_ms = 1000;
    options.live.pool_pages = 4096;
    auto opened = RideWay::open(*device, *provider, options);
    REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : to_sentence(opened.error())));
    way = std::move(opened).value();
    auto made = make_picture_target(*device, 64, 36);
    REQUIRE(made.ok());
    target = made.value();
  }

  void frame(const std::vector<gpu::InputRecord>& records = {}) {
    const auto stepped = way->step(records, 1.0 / 60, 64, 36);
    REQUIRE_MESSAGE(stepped.ok(), (stepped.ok() ? "" : to_sentence(stepped.error())));
    const auto drawn = way->draw(target);
    REQUIRE_MESSAGE(drawn.ok(), (drawn.ok() ? "" : to_sentence(drawn.error())));
    way->describe(hud);
  }
  void wait_for_world() {
    for (int n = 0; n < 3000 && !hud.streaming.first_world_ready; ++n) frame();
    REQUIRE(hud.streaming.first_world_ready);
  }
};

gpu::InputRecord key(gpu::Key which, bool pressed) {
  gpu::InputRecord record;
  record.kind = gpu::InputKind::Key;
  record.key = which;
  record.pressed = pressed;
  return record;
}

}  // namespace

TEST_CASE("a car waits until its street stands, drives when asked, and says where it is") {
  Scene scene("city:412");
  scene.frame();
  REQUIRE(scene.hud.travel);
  CHECK(scene.hud.caption == "building the world ...");
  CHECK(scene.hud.streaming.transport == std::string("inline"));
  scene.wait_for_world();
  CHECK(scene.hud.caption.empty());
  CHECK_FALSE(scene.hud.travel->street.empty());
  CHECK_FALSE(scene.hud.travel->place.empty());
  const geo::Vec3 before = scene.way->standpoint().position;
  scene.frame({key(gpu::key_of('W'), true)});
  for (int n = 0; n < 120; ++n) scene.frame();
  CHECK(scene.hud.travel->speed_m_s > 3);
  CHECK(geo::length(scene.way->standpoint().position - before) > 3);
}

TEST_CASE("the compass runs clockwise from north") {
  RideOptions options;
  options.mover = drive::Mover::Walker;
  options.heading_rad = -1.5707963;  // east: headings grow to the left
  Scene scene("city:412", options);
  scene.frame();
  CHECK(scene.hud.travel->heading_deg == doctest::Approx(90).epsilon(0.01));
}

TEST_CASE("the free camera leaves the walker where it was, and comes back to it") {
  RideOptions options;
  options.mover = drive::Mover::Walker;
  Scene scene("osm:", options);
  scene.wait_for_world();
  const geo::Vec3 before = scene.way->standpoint().position;
  scene.frame({key(gpu::key_of('F'), true), key(gpu::key_of('F'), false)});
  CHECK(scene.hud.travel->is_free);
  scene.frame({key(gpu::Key::Space, true)});
  for (int n = 0; n < 60; ++n) scene.frame();
  CHECK(geo::length(scene.way->standpoint().position - before) > 2);
  scene.frame({key(gpu::Key::Space, false), key(gpu::key_of('F'), true)});
  CHECK_FALSE(scene.hud.travel->is_free);
  CHECK(geo::length(scene.way->standpoint().position - before) < 0.01);
}

TEST_CASE("asking for the street's name grows no grown city") {
  const auto provider = world("city:412?layout=grown");
  const geo::Vec3 start = provider->info().start.origin;
  const std::uint64_t before = provider->change_signature();
  bool named = false;
  for (int n = -40; n <= 40; ++n) {
    const geo::Vec3 place = start + geo::Vec3{n * 15.0, 0, n * 9.0};
    named = named || !provider->road_name_at(place).street.empty();
  }
  CHECK(named);
  CHECK(provider->change_signature() == before);
}

TEST_CASE("the camera behind the car comes nearer when a wall stands between") {
  const auto provider = world("city:412");
  const RoadStart road = start_on_road(*provider, provider->info().start.origin, 0, 0);
  Ride ride(*provider, drive::Mover::Car, road.position, road.heading_rad);
  ride.set_ground_is_here(true);
  ChaseCamera camera(*provider);
  camera.step(ride, 0, 0, 0.016);
  const double free_m = geo::length(camera.position() - ride.body().position);
  CHECK(free_m > 5);
  // A wall across the road, 3 m behind the car's middle.
  const geo::Frame frame = provider->frame_at(road.position);
  const geo::Vec3 back = geo::direction_of(road.heading_rad, 0) * -3;
  content::Collider wall;
  wall.x_mm = static_cast<std::int32_t>(back.x * 1000);
  wall.z_mm = static_cast<std::int32_t>(back.z * 1000);
  wall.y_mm = -5000;
  wall.height_mm = 15000;
  wall.half_along_mm = 200;
  wall.half_across_mm = 8000;
  const double turns = road.heading_rad / 6.283185307;
  wall.heading_turn16 = static_cast<std::uint16_t>((turns - std::floor(turns)) * 65536);
  geo::Frame at = frame;
  at.origin = ride.body().position;
  ride.put_piece({1}, at, std::span<const content::Collider>(&wall, 1));
  camera.step(ride, 0, 0, 0.016);
  CHECK(geo::length(camera.position() - ride.body().position) < free_m - 2);
}

TEST_CASE("the last frames' times: the 99th of a hundred, the worst, the rate") {
  FrameTimes times;
  for (int n = 0; n < 5; ++n) times.add(20.0, 0.01, true);
  for (int n = 0; n < 199; ++n) times.add(n == 50 ? 9.0 : 1.0, 0.01, false);
  CHECK(times.update_ms_p99() == doctest::Approx(1.0));
  CHECK(times.update_ms_max() == doctest::Approx(9.0));
  CHECK(times.frames_per_second() == doctest::Approx(100).epsilon(0.02));
  for (int n = 0; n < 10; ++n) times.add(5.0, 0.01, false);
  CHECK(times.update_ms_p99() == doctest::Approx(5.0));
}

TEST_CASE("the first Escape gives the pointer back and the second ends") {
  Scene scene("city:412");
  CHECK(scene.way->wants_pointer_lock());
  scene.frame({key(gpu::Key::Escape, true)});
  CHECK_FALSE(scene.way->wants_pointer_lock());
  CHECK_FALSE(scene.way->take_end_wish());
  scene.frame({key(gpu::Key::Escape, true)});
  CHECK(scene.way->take_end_wish());
}

}  // namespace terrane::play
