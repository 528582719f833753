// Commanding a match, watching one, or going through a replay: the world that it is fought in, a
// city, a map or an arena, streamed around the middle of the view, with the match over it.
// command_desk.h is the same without a picture. Owner thread: the device's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "terrane/play/command_desk.h"
#include "terrane/play/frame_times.h"
#include "terrane/play/live_world.h"
#include "terrane/play/scene.h"
#include "terrane/play/way.h"

namespace terrane::play {

struct CommandOptions {
  DeskOptions desk;  // its frame is worked out from the battlefield and the provider
  double hour = 10;
  LiveOptions live;
  render::RendererOptions renderer;
};

// Where a battlefield's own frame lies in its world. An arena's is the world's.
geo::Frame battlefield_frame(const rts::Battlefield& field, const stream::Provider& provider);

class CommandWay final : public Way {
 public:
  // Borrows the device, and the provider of the world that the battlefield was made from; null: an
  // arena, of which it makes one.
  static base::Result<std::unique_ptr<CommandWay>> open(gpu::Device& device,
                                                        stream::Provider* provider,
                                                        CommandOptions options);

  base::Result<void> step(std::span<const gpu::InputRecord> records, double elapsed_s,
                          std::uint32_t width, std::uint32_t height) override;
  base::Result<void> draw(gpu::Texture target) override;
  void describe(Hud& hud) const override;
  bool wants_pointer_lock() const override { return false; }
  bool take_photo_wish() override { return std::exchange(wants_photo_, false); }
  bool take_end_wish() override { return std::exchange(wants_end_, false); }
  Standpoint standpoint() const override;
  void set_hour(double hour) override { view_.hour = hour; }

  // To be played with the frame of the last step.
  const std::vector<Cue>& cues() const { return desk_->cues(); }
  CommandDesk& desk() { return *desk_; }
  const LiveWorld& live() const { return *live_; }

 private:
  CommandWay() = default;
  stream::Observer observer(double elapsed_s);
  base::Result<void> upload();

  std::unique_ptr<stream::Provider> arena_;  // before what streams it
  stream::Provider* provider_ = nullptr;
  std::unique_ptr<SceneDrawer> drawer_;
  std::unique_ptr<LiveWorld> live_;
  std::unique_ptr<CommandDesk> desk_;
  SceneView view_;
  geo::Vec3 looked_at_;  // in the last step, world space
  bool wants_photo_ = false;
  bool wants_end_ = false;
  bool sight_waits_ = true;  // is to be handed to the renderer
  bool minimap_waits_ = true;
  FrameTimes times_;
  render::FrameReport frame_;
};

}  // namespace terrane::play
