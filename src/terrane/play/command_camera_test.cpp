#include "terrane/play/command_camera.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/rts/arena.h"

namespace terrane::play {
namespace {

rts::Battlefield arena() {
  auto field = rts::make_arena(5, 2, 128);
  REQUIRE(field.ok());
  return std::move(field).value();
}

gpu::InputRecord key(gpu::Key which, bool pressed) {
  gpu::InputRecord record;
  record.kind = gpu::InputKind::Key;
  record.key = which;
  record.pressed = pressed;
  return record;
}

gpu::InputRecord mouse(gpu::InputKind kind, double x, double y) {
  gpu::InputRecord record;
  record.kind = kind;
  record.x = x;
  record.y = y;
  return record;
}

}  // namespace

TEST_CASE("the ground under a pixel is drawn at that pixel") {
  const rts::Battlefield field = arena();
  CommandCamera camera(field, 3, -8, 0.7);
  for (const double height_m : {15.0, 40.0, 120.0}) {
    camera.set_height(height_m);
    camera.step(0, 1280, 720, true, true);
    for (int at = 0; at < 40; ++at) {
      const double x = 40 + at * 31.0;
      const double y = 200 + at * 13 % 500;
      geo::Vec3 ground;
      if (!camera.ground_under(x, y, ground)) continue;
      CHECK(std::fabs(ground.y - camera.ground_m(ground.x, ground.z)) < 1e-6);
      double x_px = 0;
      double y_px = 0;
      double scale = 0;
      REQUIRE(camera.pixel_of(ground, x_px, y_px, scale));
      CHECK_MESSAGE(std::fabs(x_px - x) < 1, "height " << height_m << ", pixel " << x << "," << y);
      CHECK(std::fabs(y_px - y) < 1);
    }
  }
}

TEST_CASE("keys, the edge and the wheel move the camera in the frame in which they come") {
  const rts::Battlefield field = arena();
  CommandCamera camera(field, 0, 0, 0);
  camera.take(key(gpu::Key::Right, true));
  camera.step(0.016, 1280, 720, true, true);
  CHECK_MESSAGE(camera.x_m() > 0.1, "the right arrow does not go east when north is ahead");
  CHECK(std::fabs(camera.z_m()) < 1e-9);
  camera.take(key(gpu::Key::Right, false));
  const double stopped_m = camera.x_m();
  camera.step(0.016, 1280, 720, true, true);
  CHECK(camera.x_m() == stopped_m);

  camera.take(mouse(gpu::InputKind::MouseMove, 2, 300));
  camera.step(0.016, 1280, 720, true, true);
  CHECK_MESSAGE(camera.x_m() < stopped_m, "the picture's left edge does not scroll");
  const double edge_m = camera.x_m();
  camera.step(0.016, 1280, 720, true, false);
  CHECK_MESSAGE(camera.x_m() == edge_m, "the edge scrolls while the HUD has the pointer");
  camera.take(mouse(gpu::InputKind::MouseLeave, 0, 0));
  camera.step(0.016, 1280, 720, true, true);
  CHECK(camera.x_m() == edge_m);

  const double height_m = camera.height_m();
  gpu::InputRecord wheel = mouse(gpu::InputKind::Wheel, 640, 360);
  wheel.dy = 3;
  camera.take(wheel);
  camera.step(0.016, 1280, 720, true, true);
  CHECK_MESSAGE(camera.height_m() < height_m, "the wheel does not sink the eye");
  wheel.dy = 200;
  camera.take(wheel);
  for (int frame = 0; frame < 200; ++frame) camera.step(0.05, 1280, 720, true, true);
  CHECK(camera.height_m() == doctest::Approx(15).epsilon(0.01));
  const double low_rad = camera.pitch_rad();
  wheel.dy = -200;
  camera.take(wheel);
  for (int frame = 0; frame < 200; ++frame) camera.step(0.05, 1280, 720, true, true);
  CHECK(camera.height_m() == doctest::Approx(120).epsilon(0.01));
  CHECK_MESSAGE(camera.pitch_rad() < low_rad, "from above one does not look down more");
}

TEST_CASE("letters pan only while nobody is selected; nothing leaves the field") {
  const rts::Battlefield field = arena();
  CommandCamera camera(field, 0, 0, 0);
  camera.take(key(gpu::key_of('W'), true));
  camera.step(0.05, 1280, 720, false, true);
  CHECK(camera.z_m() == 0);
  for (int frame = 0; frame < 400; ++frame) camera.step(0.1, 1280, 720, true, true);
  CHECK(camera.z_m() == doctest::Approx(field.origin_z_mm / 1000.0));
  CHECK_FALSE(std::isnan(camera.eye().y));
  // A turn to the left: ahead is west then.
  camera.take(key(gpu::key_of('W'), false));
  camera.look_at(0, 0);
  camera.take(key(gpu::key_of('Q'), true));
  camera.step(0.1, 1280, 720, true, true);
  CHECK(camera.heading_rad() > 0);
}

TEST_CASE("the middle button keeps the ground that it grasped under the pointer") {
  const rts::Battlefield field = arena();
  CommandCamera camera(field, 0, 0, 0.4);
  camera.step(0, 1280, 720, true, true);
  geo::Vec3 grasped;
  REQUIRE(camera.ground_under(700, 400, grasped));
  gpu::InputRecord button = mouse(gpu::InputKind::MouseButton, 700, 400);
  button.button = 2;
  button.pressed = true;
  camera.take(button);
  gpu::InputRecord move = mouse(gpu::InputKind::MouseMove, 760, 430);
  move.dx = 60;
  move.dy = 30;
  camera.take(move);
  geo::Vec3 now;
  REQUIRE(camera.ground_under(760, 430, now));
  CHECK(std::fabs(now.x - grasped.x) < 0.6);
  CHECK(std::fabs(now.z - grasped.z) < 0.6);
}

}  // namespace terrane::play
