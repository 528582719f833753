#include "terrane/play/command_way.h"

#include <algorithm>
#include <utility>

#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"
#include "terrane/play/command_arena.h"
#include "terrane/play/hud_streaming.h"

namespace terrane::play {
namespace {

using base::Result;

constexpr gpu::Key k_photo{static_cast<gpu::Key>(static_cast<int>(gpu::Key::F1) + 1)};

}  // namespace

geo::Frame battlefield_frame(const rts::Battlefield& field, const stream::Provider& provider) {
  if (!provider.info().geographic) {
    return provider.frame_at({static_cast<double>(field.frame_x) / 1000.0, 0,
                              static_cast<double>(field.frame_z) / 1000.0});
  }
  constexpr double k_radians_per_e7 = base::k_radians_per_degree * 1e-7;
  return provider.frame_at(
      geo::to_ecef({static_cast<double>(field.frame_z) * k_radians_per_e7,
                    static_cast<double>(field.frame_x) * k_radians_per_e7, 0}));
}

Result<std::unique_ptr<CommandWay>> CommandWay::open(gpu::Device& device,
                                                     stream::Provider* provider,
                                                     CommandOptions options) {
  std::unique_ptr<CommandWay> way(new CommandWay);
  if (provider == nullptr) {
    way->arena_ = std::make_unique<ArenaProvider>(options.desk.recipe.field);
    provider = way->arena_.get();
  }
  way->provider_ = provider;
  way->view_.hour = options.hour;
  options.desk.frame = battlefield_frame(options.desk.recipe.field, *provider);
  way->desk_ = TERRANE_TRY(CommandDesk::open(std::move(options.desk)));
  options.renderer.pool_pages = options.live.pool_pages;
  way->drawer_ = TERRANE_TRY(SceneDrawer::open(device, options.renderer));
  way->live_ = std::make_unique<LiveWorld>(*provider, way->drawer_->page_sink(), options.live);
  way->looked_at_ = way->standpoint().position;
  return way;
}

stream::Observer CommandWay::observer(double elapsed_s) {
  const Standpoint now = standpoint();
  stream::Observer observer;
  observer.position = now.position;
  // A jump is not a way: nothing lies ahead of it.
  constexpr double k_speed_m_s_max = 200;
  if (elapsed_s > 0) observer.velocity = (now.position - looked_at_) * (1 / elapsed_s);
  if (geo::length(observer.velocity) > k_speed_m_s_max) observer.velocity = {};
  looked_at_ = now.position;
  observer.forward =
      provider_->frame_at(now.position).direction_to_world(geo::direction_of(now.heading_rad, 0));
  return observer;
}

Result<void> CommandWay::step(std::span<const gpu::InputRecord> records, double elapsed_s,
                              std::uint32_t width, std::uint32_t height) {
  for (const gpu::InputRecord& record : records) {
    if (record.kind != gpu::InputKind::Key || !record.pressed) continue;
    wants_photo_ = wants_photo_ || record.key == k_photo;
    // Escape ends only what has nothing left to let go of.
    wants_end_ = record.key == gpu::Key::Escape && desk_->hand().is_free() &&
                 desk_->selection().units().empty();
  }
  TERRANE_TRY(desk_->step(records, elapsed_s, width, height));
  sight_waits_ = sight_waits_ || desk_->sight_changed();
  minimap_waits_ = minimap_waits_ || desk_->minimap_changed();
  TERRANE_TRY(live_->update(observer(elapsed_s)));
  times_.add(live_->update_ms(), elapsed_s, !live_->streamer().report().first_world_ready);
  const CommandCamera& camera = desk_->camera();
  view_.position = desk_->to_world(camera.eye());
  view_.heading_rad = camera.heading_rad();
  view_.pitch_rad = camera.pitch_rad();
  view_.vertical_fov_rad = camera.vertical_fov_rad();
  return {};
}

Result<void> CommandWay::upload() {
  render::Renderer& renderer = drawer_->renderer();
  if (sight_waits_) {
    sight_waits_ = false;
    if (desk_->picture().sight.empty()) {
      renderer.clear_fog_of_war();
    } else {
      TERRANE_TRY(renderer.set_fog_of_war(desk_->sight_grid()));
    }
  }
  if (minimap_waits_) {
    minimap_waits_ = false;
    TERRANE_TRY(
        renderer.set_minimap(desk_->minimap().pixels(), Minimap::k_side_px, Minimap::k_side_px));
  }
  return {};
}

Result<void> CommandWay::draw(gpu::Texture target) {
  TERRANE_TRY(upload());
  const CommandPicture& picture = desk_->picture();
  render::FrameInput input;
  input.figures = picture.figures;
  input.marks = picture.marks;
  input.bars = picture.bars;
  input.quads = picture.quads;
  input.lowered_at = looked_at_;
  frame_ =
      TERRANE_TRY(drawer_->draw(*provider_, live_->streamer(), view_, target, std::move(input)));
  return {};
}

Standpoint CommandWay::standpoint() const {
  const CommandCamera& camera = desk_->camera();
  const geo::Vec3 middle{camera.x_m(), camera.ground_m(camera.x_m(), camera.z_m()), camera.z_m()};
  return {desk_->to_world(middle), camera.heading_rad(), view_.hour};
}

void CommandWay::describe(Hud& hud) const {
  hud = {};
  hud.world = provider_->info().uri;
  hud.attribution = provider_->info().attribution;
  describe_streaming(*live_, times_, frame_, hud);
  if (!desk_->match().trouble().empty()) {
    if (!hud.caption.empty()) hud.caption += "\n";
    hud.caption += desk_->match().trouble();
  }
  HudCommand command;
  desk_->describe(command);
  hud.command = std::move(command);
}

}  // namespace terrane::play
