#include "terrane/play/ride_way.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "terrane/base/trig.h"
#include "terrane/play/hud_streaming.h"

namespace terrane::play {
namespace {

using base::Result;

constexpr double k_tilt_rad_max = 1.5;
constexpr double k_autopilot_m_s = 12;
constexpr double k_look_back_per_m = 0.12;  // share of a driver's sideways look, a metre driven
constexpr double k_wheel_m = 0.32;          // drive::CarRules::wheel_radius_m
constexpr std::uint8_t k_paint[4] = {176, 42, 36, 255};
constexpr double k_elapsed_s_max = 0.25;  // a page that was hidden does not leap

RoadStart start_of(const stream::Provider& provider, const RideOptions& options) {
  const stream::WorldInfo& info = provider.info();
  RoadStart start{options.at.value_or(info.start.origin),
                  options.heading_rad.value_or(info.start_heading_rad)};
  if (options.mover != drive::Mover::Car) return start;
  return start_on_road(provider, start.position, start.heading_rad, 0);
}

}  // namespace

RideWay::RideWay(stream::Provider& provider, const RideOptions& options, RoadStart start)
    : provider_(provider),
      options_(options),
      ride_(provider, options.mover, start.position, start.heading_rad),
      chase_(provider),
      from_behind_(options.mover == drive::Mover::Car),
      controls_(options.bindings),
      names_(provider),
      look_rad_(options.mover == drive::Mover::Car ? 0 : ride_.heading_rad()) {
  view_.hour = options.hour;
}

Result<std::unique_ptr<RideWay>> RideWay::open(gpu::Device& device, stream::Provider& provider,
                                               const RideOptions& options) {
  std::unique_ptr<RideWay> way(new RideWay(provider, options, start_of(provider, options)));
  render::RendererOptions renderer = options.renderer;
  renderer.pool_pages = options.live.pool_pages;
  way->drawer_ = TERRANE_TRY(SceneDrawer::open(device, renderer));
  way->live_ = std::make_unique<LiveWorld>(provider, way->drawer_->page_sink(), options.live);
  if (options.starts_free) way->toggle_free();
  if (options.autopilot) {
    way->pilot_ = std::make_unique<RoadPilot>(provider, way->ride_, k_autopilot_m_s, 0);
  }
  return way;
}

Result<void> RideWay::step(std::span<const gpu::InputRecord> records, double elapsed_s,
                           std::uint32_t, std::uint32_t) {
  for (const gpu::InputRecord& record : records) {
    controls_.take(record, pointer_locked_);
    if (record.kind == gpu::InputKind::FocusLost) pointer_locked_ = false;
  }
  if (controls_.take_click()) pointer_locked_ = true;
  // The first Escape gives the pointer back, the second ends.
  if (controls_.take_escape()) wants_end_ = !std::exchange(pointer_locked_, false);
  if (controls_.take(Action::FreeCamera)) toggle_free();
  if (controls_.take(Action::Camera) && ride_.mover() == drive::Mover::Car) {
    from_behind_ = !from_behind_;
    look_rad_ = 0;
    tilt_rad_ = 0;
    chase_.reset();
  }
  const double counted_s = std::clamp(elapsed_s, 0.0, k_elapsed_s_max);
  if (free_) {
    free_->step(controls_.camera_input(counted_s));
    TERRANE_TRY(live_->update(free_->observer()));
    view_.position = free_->position();
    view_.heading_rad = free_->heading_rad();
    view_.pitch_rad = free_->pitch_rad();
    notice_.clear();
  } else {
    TERRANE_TRY(step_ride(counted_s));
  }
  times_.add(live_->update_ms(), elapsed_s, !live_->streamer().report().first_world_ready);
  names_.update(view_.position, times_.now_s());
  return {};
}

Result<void> RideWay::step_ride(double elapsed_s) {
  const bool is_car = ride_.mover() == drive::Mover::Car;
  const double turn_rad = controls_.take_turn_rad(elapsed_s, !is_car);
  // A driver's head comes back to the road while the car moves.
  look_rad_ =
      is_car ? (look_rad_ + turn_rad) * std::exp(-k_look_back_per_m * ride_.speed_m_s() * elapsed_s)
             : look_rad_ + turn_rad;
  tilt_rad_ =
      std::clamp(tilt_rad_ + controls_.take_tilt_rad(elapsed_s), -k_tilt_rad_max, k_tilt_rad_max);
  TERRANE_TRY(live_->update(ride_.observer()));
  ride_.meet(live_->streamer());
  drive::Input wish = controls_.ride_input(ride_.mover(), look_rad_);
  if (pilot_ != nullptr && wish.ahead == 0 && wish.right == 0) wish = pilot_->ask(ride_);
  const RideReport report = ride_.advance(wish, static_cast<std::int64_t>(elapsed_s * 1e6 + 0.5));
  notice_ = report.waits         ? "waiting for the ground ahead"
            : report.turned_back ? (is_car ? "the lake" : "too steep, or too deep")
                                 : "";
  wheels_rad_ =
      std::fmod(wheels_rad_ + ride_.car().ahead_m_s * elapsed_s / k_wheel_m, 2 * base::k_pi);
  car_.action = wish.ahead < 0 ? 1.0f : 0.0f;
  look(elapsed_s);
  return {};
}

void RideWay::look(double elapsed_s) {
  const bool is_car = ride_.mover() == drive::Mover::Car;
  if (from_behind_) {
    chase_.step(ride_, look_rad_, tilt_rad_, elapsed_s);
    view_.position = chase_.position();
    view_.heading_rad = chase_.heading_rad();
    view_.pitch_rad = chase_.pitch_rad();
    return;
  }
  const Ride::Eye eye = ride_.eye();
  view_.position = eye.position;
  view_.heading_rad = eye.heading_rad + (is_car ? look_rad_ : 0);
  view_.pitch_rad = (is_car ? eye.pitch_rad : 0) + tilt_rad_;
}

std::span<const render::Figure> RideWay::figures() {
  const bool is_inside = !from_behind_ && !free_;
  if (ride_.mover() != drive::Mover::Car || is_inside) return {};
  const Ride::Body body = ride_.body();
  car_.mesh = render::FigureMesh::Car;
  car_.position = body.position;
  car_.heading_rad = body.heading_rad;
  car_.pitch_rad = body.pitch_rad;
  car_.roll_rad = body.roll_rad;
  car_.steer_rad = static_cast<float>(ride_.car().steer_rad);
  car_.stride_rad = static_cast<float>(wheels_rad_);
  for (std::size_t at = 0; at < 4; ++at) car_.team_rgba[at] = k_paint[at];
  return {&car_, 1};
}

// Free, it starts from the eye; back, the car or the walker is where it was left.
void RideWay::toggle_free() {
  if (free_) {
    free_.reset();
    return;
  }
  const Ride::Eye eye = ride_.eye();
  free_.emplace(provider_, eye.position, eye.heading_rad, 0, options_.camera);
}

Result<void> RideWay::draw(gpu::Texture target) {
  render::FrameInput input;
  input.figures = figures();
  frame_ = TERRANE_TRY(drawer_->draw(provider_, live_->streamer(), view_, target, input));
  return {};
}

Standpoint RideWay::standpoint() const {
  if (free_) return {free_->position(), free_->heading_rad(), view_.hour};
  return {ride_.position(), ride_.mover() == drive::Mover::Car ? ride_.heading_rad() : look_rad_,
          view_.hour};
}

void RideWay::describe(Hud& hud) const {
  hud = {};
  hud.world = provider_.info().uri;
  hud.attribution = provider_.info().attribution;
  describe_streaming(*live_, times_, frame_, hud);
  HudTravel travel;
  travel.speed_m_s = free_ ? 0 : ride_.speed_m_s();
  const double turns = view_.heading_rad / (2 * base::k_pi);
  travel.heading_deg = (std::ceil(turns) - turns) * 360;
  if (travel.heading_deg >= 360) travel.heading_deg = 0;
  travel.street = names_.name().street;
  travel.place = names_.name().district;
  travel.notice = notice_;
  travel.is_free = free_.has_value();
  hud.travel = std::move(travel);
}

}  // namespace terrane::play
