// Drive and walk: somebody in a car or on foot (ride.h), seen through their eyes, from behind, or
// left for the free camera. Owner thread: the device's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terrane/play/chase_camera.h"
#include "terrane/play/controls.h"
#include "terrane/play/frame_times.h"
#include "terrane/play/free_camera.h"
#include "terrane/play/live_world.h"
#include "terrane/play/place_names.h"
#include "terrane/play/ride.h"
#include "terrane/play/road_pilot.h"
#include "terrane/play/scene.h"
#include "terrane/play/way.h"

namespace terrane::play {

struct RideOptions {
  drive::Mover mover = drive::Mover::Car;
  std::optional<geo::Vec3> at;  // world space; default: the world's start
  std::optional<double> heading_rad;
  double hour = 10;
  CameraRules camera;  // of the free camera
  bool starts_free = false;
  bool autopilot = false;  // follows the roads while nobody asks for anything
  LiveOptions live;
  render::RendererOptions renderer;
  Bindings bindings;
};

class RideWay final : public Way {
 public:
  // Borrows the device and the provider. A car starts on the road nearest to the place.
  static base::Result<std::unique_ptr<RideWay>> open(gpu::Device& device,
                                                     stream::Provider& provider,
                                                     const RideOptions& options);

  base::Result<void> step(std::span<const gpu::InputRecord> records, double elapsed_s,
                          std::uint32_t width, std::uint32_t height) override;
  base::Result<void> draw(gpu::Texture target) override;
  void describe(Hud& hud) const override;
  bool is_world_ready() const override { return live_->streamer().report().first_world_ready; }
  bool wants_pointer_lock() const override { return pointer_locked_; }
  Standpoint standpoint() const override;
  void set_hour(double hour) override { view_.hour = hour; }
  void set_bindings(const Bindings& bindings) { controls_.set_bindings(bindings); }
  void release_pointer() override { pointer_locked_ = false; }

  bool take_photo_wish() override { return controls_.take(Action::Photo); }
  bool take_end_wish() override { return std::exchange(wants_end_, false); }

  const Ride& ride() const { return ride_; }
  const stream::Streamer& streamer() const { return live_->streamer(); }

 private:
  RideWay(stream::Provider& provider, const RideOptions& options, RoadStart start);
  base::Result<void> step_ride(double elapsed_s);
  void look(double elapsed_s);
  // The car as it stands and turns; nothing on foot or from the driver's seat.
  std::span<const render::Figure> figures();
  void toggle_free();

  stream::Provider& provider_;
  RideOptions options_;
  Ride ride_;
  std::unique_ptr<SceneDrawer> drawer_;
  std::unique_ptr<LiveWorld> live_;
  std::unique_ptr<RoadPilot> pilot_;
  std::optional<FreeCamera> free_;  // while it is free
  ChaseCamera chase_;
  bool from_behind_;  // of a car: from behind it, or from the driver's seat
  render::Figure car_;
  double wheels_rad_ = 0;
  Controls controls_;
  PlaceNames names_;
  SceneView view_;
  double look_rad_;  // where a walker looks; where a driver does beside straight ahead
  double tilt_rad_ = 0;
  bool pointer_locked_ = true;
  bool wants_end_ = false;
  std::string notice_;
  FrameTimes times_;
  render::FrameReport frame_;
};

}  // namespace terrane::play
