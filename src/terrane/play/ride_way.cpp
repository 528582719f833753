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
      controls_(options.bindings),
      names_(provider),
      look_rad_(ride_.heading_rad()) {
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
  times_.add(live_->update_ms(), elapsed_s);
  names_.update(view_.position, times_.now_s());
  return {};
}

Result<void> RideWay::step_ride(double elapsed_s) {
  const bool is_car = ride_.mover() == drive::Mover::Car;
  look_rad_ += controls_.take_turn_rad(elapsed_s, !is_car);
  tilt_rad_ =
      std::clamp(tilt_rad_ + controls_.take_tilt_rad(elapsed_s), -k_tilt_rad_max, k_tilt_rad_max);
  TERRANE_TRY(live_->update(ride_.observer()));
  ride_.meet(live_->streamer());
  drive::Input wish = controls_.ride_input(ride_.mover(), look_rad_);
  if (pilot_ != nullptr && wish.ahead == 0 && wish.right == 0) wish = pilot_->ask(ride_);
  const RideReport report = ride_.advance(wish, static_cast<std::int64_t>(elapsed_s * 1e6 + 0.5));
  const Ride::Eye eye = ride_.eye();
  view_.position = eye.position;
  view_.heading_rad = eye.heading_rad;
  view_.pitch_rad = (is_car ? eye.pitch_rad : 0) + tilt_rad_;
  notice_ = report.waits         ? "waiting for the ground ahead"
            : report.turned_back ? (is_car ? "the lake" : "too steep, or too deep")
                                 : "";
  return {};
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
  frame_ = TERRANE_TRY(drawer_->draw(provider_, live_->streamer(), view_, target));
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
  travel.street = names_.street();
  travel.place = names_.place();
  travel.notice = notice_;
  travel.is_free = free_.has_value();
  hud.travel = std::move(travel);
}

}  // namespace terrane::play
