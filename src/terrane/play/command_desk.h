// Commanding a match, without a picture: what was done with keys and pointer goes in, orders go to
// the match, and what is to be drawn, told and heard comes out. It is the command way
// (command_way.h) without its device and its world, so that a test plays a match by input records.
// Nothing of it but orders reaches the match. Owner thread: the drawing one's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "terrane/play/command_alerts.h"
#include "terrane/play/command_camera.h"
#include "terrane/play/command_cues.h"
#include "terrane/play/command_match.h"
#include "terrane/play/command_minimap.h"
#include "terrane/play/command_mirror.h"
#include "terrane/play/command_orders.h"
#include "terrane/play/command_scene.h"
#include "terrane/play/command_selection.h"
#include "terrane/play/hud.h"

namespace terrane::play {

struct DeskOptions {
  MatchRecipe recipe;
  std::vector<std::uint8_t> replay;  // its bytes; empty: a match
  HostOptions host;
  WorkerMaker make_worker;
  std::string area;  // of the world, as rts::ReplayHead has it: for the replay of this match
  // Whose hand it is; rts::k_none: a spectator's, as it always is in a replay.
  Word player = 0;
  geo::Frame frame;  // of the battlefield in world space
  CommandCameraRules camera;
};

class CommandDesk {
 public:
  static base::Result<std::unique_ptr<CommandDesk>> open(DeskOptions options);
  CommandDesk(const CommandDesk&) = delete;
  CommandDesk& operator=(const CommandDesk&) = delete;

  // One frame, as Way::step().
  base::Result<void> step(std::span<const gpu::InputRecord> records, double elapsed_s,
                          std::uint32_t width, std::uint32_t height);

  // What the last step made.
  const CommandPicture& picture() const { return picture_; }
  render::SightGrid sight_grid() const {
    return scene_->sight_grid(match_->latest().current, picture_);
  }
  bool sight_changed() const { return sight_changed_; }
  const Minimap& minimap() const { return *minimap_; }
  bool minimap_changed() const { return minimap_changed_; }
  const std::vector<Cue>& cues() const { return cues_; }
  void describe(HudCommand& hud) const;

  const CommandCamera& camera() const { return *camera_; }
  CommandCamera& camera() { return *camera_; }
  const CommandSelection& selection() const { return *selection_; }
  const CommandHand& hand() const { return *hand_; }
  const CommandAlerts& alerts() const { return *alerts_; }
  CommandMatch& match() { return *match_; }
  const CommandMatch& match() const { return *match_; }
  const rts::Rules& rules() const { return rules_; }
  const rts::Battlefield& field() const { return field_; }
  geo::Vec3 to_world(geo::Vec3 local) const { return scene_->to_world(local); }
  double cross_ms() const { return cross_ms_; }  // as HudCommand's

 private:
  CommandDesk() = default;
  void take(const gpu::InputRecord& record);
  void take_key(gpu::Key key);
  void take_button(const gpu::InputRecord& record);
  void click(double x_px, double y_px);
  void do_deed(Deed deed, std::uint32_t argument);
  void take_group(unsigned group);
  void look_at_units(std::span<const Word> units);
  void look_home();
  PointedAt pointed_at(double x_px, double y_px) const;
  void send_orders();
  void hear_events();
  void follow_snapshot();
  void build_picture();
  void add_quads();
  void add_cue(const CueSource& source);
  Word faction() const;
  std::string outcome() const;
  std::string side_name(Word player) const;

  rts::Rules rules_;
  rts::Battlefield field_;
  Word player_ = 0;
  Word viewer_ = 0;
  std::unique_ptr<CommandMatch> match_;
  std::unique_ptr<MatchMirror> mirror_;
  std::unique_ptr<CommandCamera> camera_;
  std::unique_ptr<CommandSelection> selection_;
  std::unique_ptr<CommandHand> hand_;
  std::unique_ptr<CommandScene> scene_;
  std::unique_ptr<CommandAlerts> alerts_;
  std::unique_ptr<Minimap> minimap_;

  CommandPicture picture_;
  std::vector<Cue> cues_;
  std::vector<Ping> pings_;
  std::vector<OrderMarker> markers_;
  std::string selected_line_;
  std::string fault_;  // why a deed could not be done, shown once as an alert
  bool sight_changed_ = true;
  bool minimap_changed_ = true;
  bool hand_changed_ = true;
  double now_s_ = 0;  // of the frames so far
  double minimap_s_ = -1;
  double cross_ms_ = 0;
  std::uint32_t width_ = 1280;
  std::uint32_t height_ = 720;

  // The pointer and what is held.
  double x_px_ = 0;
  double y_px_ = 0;
  bool has_pointer_ = false;
  bool shift_ = false;
  bool control_ = false;
  bool boxing_ = false;
  bool on_minimap_ = false;  // dragged from there
  double box_x_px_ = 0;
  double box_y_px_ = 0;
  double clicked_s_ = -10;
  Word clicked_ = 0;
  double recalled_s_ = -10;
  unsigned recalled_ = 0;
  double speed_before_pause_ = 1;
  Word hovered_ = 0;
  Word last_argument_ = 0;  // of the last order, for its refusal
  snapshot::EventKind last_order_ = snapshot::EventKind::OrderMove;
  Word ending_ = 0;
};

}  // namespace terrane::play
