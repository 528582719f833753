// From the last two snapshots and a moment between them: the figures, marks and bars that the
// renderer draws, where each unit is in the picture (for the pointer), and what is seen of the
// field. It decides what a player may see: nothing in fog but what is remembered. Lists are reused,
// so that a steady frame allocates nothing; the same snapshots, moment and camera give the same
// lists. It knows no device. Owner thread: the drawing one's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/geo/frame.h"
#include "terrane/play/command_camera.h"
#include "terrane/play/command_orders.h"
#include "terrane/play/command_selection.h"
#include "terrane/render/figures.h"
#include "terrane/render/screen_quads.h"
#include "terrane/render/sight_grid.h"
#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules.h"
#include "terrane/snapshot/blend.h"

namespace terrane::play {

struct CommandPicture {
  std::vector<render::Figure> figures;
  std::vector<render::GroundMark> marks;
  std::vector<render::Bar> bars;
  std::vector<render::OverlayQuad> quads;
  std::vector<ShownUnit> shown;
  std::vector<std::uint8_t> sight;  // a byte a cell of the vision grid; empty: all is seen
};

// Where an order went: drawn for a moment.
struct OrderMarker {
  geo::Vec3 place;
  double began_s = 0;
  bool hostile = false;
};
inline constexpr double k_marker_s = 0.7;

struct SceneAsk {
  double moment_tick = 0;     // within the last two snapshots
  Word viewer = rts::k_none;  // whose fog; k_none: everything is seen
  Word hovered = 0;
  const Ghost* ghost = nullptr;
  std::span<const OrderMarker> markers;
  double now_s = 0;  // on the clock of OrderMarker::began_s
};

class CommandScene {
 public:
  // Borrows rules and field. `frame` is the battlefield's in world space.
  CommandScene(const rts::Rules& rules, const rts::Battlefield& field, const geo::Frame& frame);

  void build(const snapshot::Latest& latest, const SceneAsk& ask, const CommandCamera& camera,
             const CommandSelection& selection, CommandPicture& picture);
  // Replaces picture.sight; true when it is other than it was.
  bool build_sight(const snapshot::View& view, Word viewer, CommandPicture& picture) const;
  // For Renderer::set_fog_of_war(); borrows picture.sight.
  render::SightGrid sight_grid(const snapshot::View& view, const CommandPicture& picture) const;

  geo::Vec3 to_world(geo::Vec3 local) const { return frame_.to_world(local); }
  const geo::Frame& frame() const { return frame_; }
  double ground_m(double x_m, double z_m) const;

 private:
  // What is the same for all of a type.
  struct Look {
    render::FigureMesh mesh = render::FigureMesh::Walker;
    float width_m = 0;  // of the footprint; 0: a mobile unit
    float depth_m = 0;
    float height_m = 1;  // of the body
    float radius_m = 0.4f;
    float turns_per_tick = 0;  // of legs or wheels at its speed
    bool moves = false;
    bool is_node = false;
  };
  struct Frame;
  void add_unit(const Frame& frame, const snapshot::Blended& blended, const snapshot::Rows& rows);
  void add_bars(const Frame& frame, const Look& look, geo::Vec3 place,
                const snapshot::RowRef<snapshot::CoreRow>& row, std::int32_t health_256,
                bool selected);
  void add_remembered(const Frame& frame);
  void add_corpses(const Frame& frame);
  void add_shots(const Frame& frame);
  void add_selected(const Frame& frame);
  void add_markers(const Frame& frame);
  void add_ghost(const Frame& frame);
  void add_way(const Frame& frame, geo::Vec3 from, geo::Vec3 to, const std::uint8_t (&rgba)[4]);
  void add_mark(const Frame& frame, render::GroundMarkKind kind, geo::Vec3 place, float half_m,
                const std::uint8_t (&rgba)[4], float depth_m = 0, double heading_rad = 0);
  void show(const Frame& frame, Word identity, Word type, Word owner, Word flags, geo::Vec3 place,
            const Look& look, bool remembered);
  const std::uint8_t* colour_of(Word owner) const;

  const rts::Rules& rules_;
  const rts::Battlefield& field_;
  geo::Frame frame_;
  std::vector<Look> looks_;
  std::uint8_t colours_[snapshot::k_players_max + 1][4] = {};
};

}  // namespace terrane::play
