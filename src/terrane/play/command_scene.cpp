#include "terrane/play/command_scene.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"

namespace terrane::play {
namespace {

using render::FigureMesh;
using render::GroundMarkKind;
using snapshot::Animation;
using snapshot::CoreRow;
using snapshot::RowRef;
using snapshot::Table;

constexpr double k_radians_per_turn16 = 2 * base::k_pi / 65536;
constexpr std::uint8_t k_own[4] = {90, 255, 110, 255};
constexpr std::uint8_t k_foe[4] = {255, 80, 60, 255};
constexpr std::uint8_t k_neutral[4] = {255, 230, 120, 255};
constexpr std::uint8_t k_way[4] = {120, 230, 140, 170};
constexpr float k_work_ticks = 20;  // a stroke of work
constexpr float k_way_piece_m = 5;  // a line to a place lies on the ground in pieces so long
constexpr int k_way_pieces_max = 40;
constexpr double k_body_lift = 0.5;  // the middle of a body, in its heights

FigureMesh shot_mesh(const rts::Rules& rules, Word type) {
  if (type >= rules.types.size()) return FigureMesh::Arrow;
  const rts::UnitType& shooter = rules.types[type];
  const bool goblin = shooter.faction == 1;
  switch (shooter.role) {
    case rts::Role::Siege:
      return goblin ? FigureMesh::Firepot : FigureMesh::Boulder;
    case rts::Role::Hero:
      return FigureMesh::HexBolt;
    case rts::Role::Ranged:
      return goblin ? FigureMesh::Firepot : FigureMesh::Arrow;
    default:
      return FigureMesh::Arrow;
  }
}

FigureMesh mesh_of(const rts::Rules& rules, Word index) {
  const rts::UnitType& type = rules.types[index];
  switch (type.role) {
    case rts::Role::Animal:
      return !rules.animals.empty() && rules.animals.front() == index ? FigureMesh::Deer
                                                                      : FigureMesh::Wolf;
    case rts::Role::GoldMine:
      return FigureMesh::GoldMine;
    case rts::Role::Tree:
      return FigureMesh::Tree;
    default:
      return render::faction_figure(type.faction == 1 ? 1 : 0, static_cast<unsigned>(type.role));
  }
}

void copy_colour(const std::uint8_t* from, std::uint8_t (&to)[4]) {
  std::copy(from, from + 4, to);
}

float clamp01(float value) {
  return std::min(std::max(value, 0.0f), 1.0f);
}

}  // namespace

// What one call of build() hands round.
struct CommandScene::Frame {
  const snapshot::Latest& latest;
  const SceneAsk& ask;
  const CommandCamera& camera;
  const CommandSelection& selection;
  CommandPicture& picture;
  const snapshot::VisionView* vision;  // null: everything is seen

  snapshot::CellSight sight(double x_m, double z_m) const {
    if (vision == nullptr) return snapshot::CellSight::Visible;
    const snapshot::VisionRow& head = vision->head();
    const double cell_m = head.cell_mm / 1000.0;
    return vision->at(
        static_cast<std::int32_t>(std::floor((x_m - head.origin_x_mm / 1000.0) / cell_m)),
        static_cast<std::int32_t>(std::floor((z_m - head.origin_z_mm / 1000.0) / cell_m)));
  }
  bool is_visible(double x_m, double z_m) const {
    return sight(x_m, z_m) == snapshot::CellSight::Visible;
  }
};

CommandScene::CommandScene(const rts::Rules& rules, const rts::Battlefield& field,
                           const geo::Frame& frame)
    : rules_(rules), field_(field), frame_(frame) {
  for (Word index = 0; index < rules.types.size(); ++index) {
    const rts::UnitType& type = rules.types[index];
    Look look;
    look.mesh = mesh_of(rules, index);
    look.moves = rts::is_mobile(type.role);
    look.is_node = rts::is_resource(type.role);
    look.width_m = static_cast<float>(type.footprint_x_cells);
    look.depth_m = static_cast<float>(type.footprint_z_cells);
    look.height_m = render::figure_size(look.mesh).height_m;
    look.radius_m = static_cast<float>(type.radius_mm) / 1000.0f;
    if (!look.moves) look.radius_m = std::max(look.width_m, look.depth_m) / 2;
    // A pair of steps covers 1.5 m on foot, 3 m on four legs or for a wheel's turn.
    const bool is_large = type.role == rts::Role::Cavalry || type.role == rts::Role::Siege;
    look.turns_per_tick =
        static_cast<float>(type.speed_mm_per_tick) / (is_large ? 3000.0f : 1500.0f);
    looks_.push_back(look);
  }
}

double CommandScene::ground_m(double x_m, double z_m) const {
  return field_.height_at_mm(
             {static_cast<std::int32_t>(x_m * 1000.0), static_cast<std::int32_t>(z_m * 1000.0)}) /
         1000.0;
}

const std::uint8_t* CommandScene::colour_of(Word owner) const {
  return colours_[std::min(owner, snapshot::k_players_max)];
}

void CommandScene::build(const snapshot::Latest& latest, const SceneAsk& ask,
                         const CommandCamera& camera, const CommandSelection& selection,
                         CommandPicture& picture) {
  picture.figures.clear();
  picture.marks.clear();
  picture.bars.clear();
  picture.shown.clear();
  if (!latest.ready()) return;
  const snapshot::Rows& players = latest.current.table(Table::Players);
  std::fill(std::begin(colours_[snapshot::k_players_max]),
            std::end(colours_[snapshot::k_players_max]), std::uint8_t{200});
  for (Word at = 0; at < players.count() && at < snapshot::k_players_max; ++at) {
    const Word rgb = players.get<snapshot::PlayerRow>(at).colour_rgb;
    const std::uint8_t colour[4] = {static_cast<std::uint8_t>(rgb >> 16),
                                    static_cast<std::uint8_t>(rgb >> 8),
                                    static_cast<std::uint8_t>(rgb), 255};
    copy_colour(colour, colours_[at]);
  }
  const auto sight = latest.current.vision_of(ask.viewer);
  const bool has_fog = ask.viewer != rts::k_none && sight.ok();
  const Frame frame{latest, ask, camera, selection, picture, has_fog ? &sight.value() : nullptr};
  const auto moment_tick16 = static_cast<std::int64_t>(ask.moment_tick * 65536.0);
  const std::uint32_t factor = snapshot::blend_factor(latest, moment_tick16);
  snapshot::Blend(latest, factor).for_each([&](const snapshot::Blended& blended) {
    const bool gone = blended.presence == snapshot::Presence::Gone;
    add_unit(frame, blended, gone ? latest.previous.core() : latest.current.core());
  });
  if (has_fog) add_remembered(frame);
  add_corpses(frame);
  add_shots(frame);
  add_selected(frame);
  add_markers(frame);
  add_ghost(frame);
}

void CommandScene::show(const Frame& frame, Word identity, Word type, Word owner, Word flags,
                        geo::Vec3 place, const Look& look, bool remembered) {
  ShownUnit shown;
  double x_px = 0;
  double y_px = 0;
  double px_a_m = 0;
  place.y += look.height_m * k_body_lift;
  if (!frame.camera.pixel_of(place, x_px, y_px, px_a_m)) return;
  if (!frame.camera.is_in_picture(x_px, y_px)) return;
  shown.identity = identity;
  shown.type = type;
  shown.owner = owner;
  shown.flags = flags;
  shown.x_px = static_cast<float>(x_px);
  shown.y_px = static_cast<float>(y_px);
  shown.radius_px = static_cast<float>(
      px_a_m * std::max(look.radius_m * 1.1f, look.moves ? look.height_m * 0.5f : 0.0f));
  shown.remembered = remembered;
  frame.picture.shown.push_back(shown);
}

void CommandScene::add_mark(const Frame& frame, GroundMarkKind kind, geo::Vec3 place, float half_m,
                            const std::uint8_t (&rgba)[4], float depth_m, double heading_rad) {
  render::GroundMark mark;
  mark.kind = kind;
  mark.position = frame_.to_world(place);
  mark.half_width_m = half_m;
  mark.half_depth_m = depth_m;
  mark.heading_rad = heading_rad;
  mark.rise_east =
      static_cast<float>(ground_m(place.x + 1, place.z) - ground_m(place.x - 1, place.z)) / 2;
  mark.rise_south =
      static_cast<float>(ground_m(place.x, place.z + 1) - ground_m(place.x, place.z - 1)) / 2;
  copy_colour(rgba, mark.rgba);
  frame.picture.marks.push_back(mark);
}

void CommandScene::add_unit(const Frame& frame, const snapshot::Blended& blended,
                            const snapshot::Rows& rows) {
  const RowRef<CoreRow> row = rows.each<CoreRow>()[blended.row];
  const Word type = row.get(&CoreRow::type);
  const Word owner = row.get(&CoreRow::owner);
  const Word flags = row.get(&CoreRow::flags);
  if (type >= looks_.size() || (flags & snapshot::k_flag_inside) != 0) return;
  const Look& look = looks_[type];
  const geo::Vec3 place{blended.x_mm / 1000.0, blended.y_mm / 1000.0, blended.z_mm / 1000.0};
  if (owner != frame.ask.viewer && frame.vision != nullptr) {
    const snapshot::CellSight sight = frame.sight(place.x, place.z);
    const bool shows = sight == snapshot::CellSight::Visible ||
                       (look.is_node && sight == snapshot::CellSight::Remembered);
    if (!shows) return;
  }

  render::Figure figure;
  figure.position = frame_.to_world(place);
  figure.heading_rad = blended.facing_turn16 * k_radians_per_turn16;
  figure.mesh = look.mesh;
  figure.width_m = look.width_m;
  figure.depth_m = look.depth_m;
  copy_colour(colour_of(owner), figure.team_rgba);
  const std::uint64_t drawn = base::mix64(blended.identity);
  figure.variant = static_cast<std::uint8_t>(drawn);
  if (look.mesh == FigureMesh::Tree) {  // no two alike, or a wood looks planted
    figure.heading_rad = static_cast<double>(drawn >> 8 & 0xffff) * k_radians_per_turn16;
    figure.scale = 0.8f + static_cast<float>(drawn >> 24 & 0xff) / 640.0f;
  }
  const auto tick = static_cast<float>(frame.ask.moment_tick - row.get(&CoreRow::animation_tick));
  if ((flags & snapshot::k_flag_moving) != 0) {
    // By the type's own speed, so that the legs of one who is pushed aside do not stumble.
    const double turns = frame.ask.moment_tick * look.turns_per_tick + blended.identity * 0.37;
    figure.stride_rad = static_cast<float>((turns - std::floor(turns)) * 2 * base::k_pi);
    figure.pace = 0.8f;
  }
  switch (static_cast<Animation>(row.get(&CoreRow::animation))) {
    case Animation::Attack: {
      const Word until = row.get(&CoreRow::ready_tick);
      const Word began = row.get(&CoreRow::animation_tick);
      if (until > began) figure.action = tick / static_cast<float>(until - began);
      if (figure.action < 0 || figure.action >= 1) figure.action = 0;
      break;
    }
    case Animation::Gather:
    case Animation::Build:
    case Animation::Repair:
      figure.action = tick / k_work_ticks - std::floor(tick / k_work_ticks);
      break;
    default:
      break;
  }
  if ((flags & snapshot::k_flag_gate_open) != 0) figure.action = 1;
  figure.carries = (flags & snapshot::k_flag_carrying) != 0;
  // Struck between the two snapshots: the blend still has the health that it lost.
  if (blended.health_256 > row.get(&CoreRow::health_256)) figure.flash = 0.5f;
  if ((flags & snapshot::k_flag_under_construction) != 0) {
    const snapshot::Rows& sites = frame.latest.current.table(Table::Construction);
    const Word at = sites.find(blended.identity);
    if (at != sites.count()) {
      const auto site = sites.get<snapshot::ConstructionRow>(at);
      figure.built = site.work_total == 0
                         ? 1.0f
                         : static_cast<float>(site.work_done) / static_cast<float>(site.work_total);
    }
  }
  frame.picture.figures.push_back(figure);
  if (blended.presence == snapshot::Presence::Gone) return;

  show(frame, blended.identity, type, owner, flags, place, look, false);
  const bool selected = frame.selection.holds(blended.identity);
  const bool hovered = frame.ask.hovered == blended.identity;
  if (selected || hovered) {
    const bool is_own = owner == frame.ask.viewer || frame.ask.viewer == rts::k_none;
    const std::uint8_t(&colour)[4] = owner == snapshot::k_owner_nature ? k_neutral
                                     : is_own                          ? k_own
                                                                       : k_foe;
    if (look.moves) {
      add_mark(frame, GroundMarkKind::Ring, place, look.radius_m + 0.2f, colour);
    } else {
      add_mark(frame, GroundMarkKind::Square, place, look.width_m / 2 + 0.2f, colour,
               look.depth_m / 2 + 0.2f);
    }
    if (!selected) frame.picture.marks.back().rgba[3] = 120;
  }
  add_bars(frame, look, place, row, blended.health_256, selected || hovered);
}

void CommandScene::add_bars(const Frame& frame, const Look& look, geo::Vec3 place,
                            const RowRef<CoreRow>& row, std::int32_t health_256, bool selected) {
  const std::int32_t most_256 = row.get(&CoreRow::health_max_256);
  const Word flags = row.get(&CoreRow::flags);
  if (look.is_node || most_256 <= 0) return;
  const bool is_site = (flags & snapshot::k_flag_under_construction) != 0;
  if (!selected && health_256 >= most_256 && !is_site) return;
  render::Bar bar;
  bar.position = frame_.to_world({place.x, place.y + look.height_m + 0.3, place.z});
  bar.value = clamp01(static_cast<float>(health_256) / static_cast<float>(most_256));
  bar.width_px = look.moves ? 26.0f : 54.0f;
  bar.rgba[0] = static_cast<std::uint8_t>(bar.value > 0.5f ? (1 - bar.value) * 440 : 220);
  bar.rgba[1] = static_cast<std::uint8_t>(bar.value > 0.5f ? 210 : bar.value * 420);
  bar.rgba[2] = 50;
  frame.picture.bars.push_back(bar);

  const auto second_bar = [&](float value) {
    constexpr std::uint8_t k_work[4] = {110, 170, 255, 255};
    bar.value = clamp01(value);
    copy_colour(k_work, bar.rgba);
    bar.lift_px = 7;
    frame.picture.bars.push_back(bar);
  };
  const Word identity = row.get(&CoreRow::identity);
  const snapshot::View& view = frame.latest.current;
  if (is_site) {
    const snapshot::Rows& sites = view.table(Table::Construction);
    const Word at = sites.find(identity);
    if (at == sites.count()) return;
    const auto site = sites.get<snapshot::ConstructionRow>(at);
    if (site.work_total > 0) {
      second_bar(static_cast<float>(site.work_done) / static_cast<float>(site.work_total));
    }
  } else if (selected && (flags & snapshot::k_flag_building) != 0) {
    const snapshot::Rows& queue = view.table(Table::Production);
    const Word at = queue.find(identity);
    if (at == queue.count()) return;
    const auto made = queue.get<snapshot::ProductionRow>(at);
    if (made.place != 0 || made.end_tick <= made.start_tick) return;
    second_bar(static_cast<float>(frame.ask.moment_tick - made.start_tick) /
               static_cast<float>(made.end_tick - made.start_tick));
  }
}

// Buildings as they were last seen, where nothing is seen now.
void CommandScene::add_remembered(const Frame& frame) {
  for (const auto row :
       frame.latest.current.table(Table::Remembered).each<snapshot::RememberedRow>()) {
    using snapshot::RememberedRow;
    const Word type = row.get(&RememberedRow::type);
    if (row.get(&RememberedRow::viewer) != frame.ask.viewer || type >= looks_.size()) continue;
    const Look& look = looks_[type];
    const Word owner = row.get(&RememberedRow::owner);
    const geo::Vec3 place{row.get(&RememberedRow::x_mm) / 1000.0,
                          row.get(&RememberedRow::y_mm) / 1000.0,
                          row.get(&RememberedRow::z_mm) / 1000.0};
    if (frame.is_visible(place.x, place.z)) continue;
    render::Figure figure;
    figure.position = frame_.to_world(place);
    figure.heading_rad = row.get(&RememberedRow::facing_turn16) * k_radians_per_turn16;
    figure.mesh = look.mesh;
    figure.width_m = look.width_m;
    figure.depth_m = look.depth_m;
    figure.remembered = true;
    copy_colour(colour_of(owner), figure.team_rgba);
    frame.picture.figures.push_back(figure);
    const Word identity = row.get(&RememberedRow::identity);
    show(frame, identity, type, owner, snapshot::k_flag_building, place, look, true);
    if (frame.ask.hovered == identity) {
      add_mark(frame, GroundMarkKind::Square, place, look.width_m / 2 + 0.2f, k_foe,
               look.depth_m / 2 + 0.2f);
    }
  }
}

void CommandScene::add_corpses(const Frame& frame) {
  for (const auto row : frame.latest.current.table(Table::Corpses).each<snapshot::CorpseRow>()) {
    using snapshot::CorpseRow;
    const Word type = row.get(&CorpseRow::type);
    if (type >= looks_.size() || looks_[type].is_node) continue;
    const geo::Vec3 place{row.get(&CorpseRow::x_mm) / 1000.0, row.get(&CorpseRow::y_mm) / 1000.0,
                          row.get(&CorpseRow::z_mm) / 1000.0};
    if (!frame.is_visible(place.x, place.z)) continue;
    const Look& look = looks_[type];
    const bool is_rubble = !look.moves || rules_.types[type].role == rts::Role::Siege;
    // Sinks away at the end of its time.
    const double left =
        rules_.corpse_ticks - (frame.ask.moment_tick - row.get(&CorpseRow::died_tick));
    render::Figure figure;
    figure.position =
        frame_.to_world({place.x, place.y - (left < 40 ? (40 - left) * 0.01 : 0.0), place.z});
    figure.heading_rad = row.get(&CorpseRow::facing_turn16) * k_radians_per_turn16;
    figure.mesh = is_rubble ? FigureMesh::Rubble : FigureMesh::Corpse;
    if (!look.moves) {
      figure.width_m = look.width_m;
      figure.depth_m = look.depth_m;
    }
    copy_colour(colour_of(row.get(&CorpseRow::owner)), figure.team_rgba);
    frame.picture.figures.push_back(figure);
  }
}

void CommandScene::add_shots(const Frame& frame) {
  using snapshot::ProjectileRow;
  for (const auto row : frame.latest.current.table(Table::Projectiles).each<ProjectileRow>()) {
    const Word start = row.get(&ProjectileRow::start_tick);
    const Word end = row.get(&ProjectileRow::end_tick);
    if (end <= start) continue;
    const double share = (frame.ask.moment_tick - start) / static_cast<double>(end - start);
    if (share < 0 || share > 1) continue;
    const geo::Vec3 from{row.get(&ProjectileRow::from_x_mm) / 1000.0,
                         row.get(&ProjectileRow::from_y_mm) / 1000.0,
                         row.get(&ProjectileRow::from_z_mm) / 1000.0};
    const geo::Vec3 to{row.get(&ProjectileRow::to_x_mm) / 1000.0,
                       row.get(&ProjectileRow::to_y_mm) / 1000.0,
                       row.get(&ProjectileRow::to_z_mm) / 1000.0};
    const FigureMesh mesh = shot_mesh(rules_, row.get(&ProjectileRow::kind) & 0xffffu);
    const geo::Vec3 along = to - from;
    const double level_m = std::sqrt(along.x * along.x + along.z * along.z);
    const double rise_m = level_m * (mesh == FigureMesh::Arrow ? 0.08 : 0.25);
    geo::Vec3 place = from + along * share;
    if (!frame.is_visible(place.x, place.z)) continue;
    // Shots leave and land at the height of a chest; in between a parabola.
    place.y += 1.2 + 4 * rise_m * share * (1 - share);
    const double slope = level_m > 0 ? (along.y + 4 * rise_m * (1 - 2 * share)) / level_m : 0.0;
    render::Figure figure;
    figure.position = frame_.to_world(place);
    figure.heading_rad = geo::heading_of(along);
    figure.pitch_rad = base::atan(slope);
    figure.mesh = mesh;
    frame.picture.figures.push_back(figure);
  }
}

// A line on the ground in pieces that follow it.
void CommandScene::add_way(const Frame& frame, geo::Vec3 from, geo::Vec3 to,
                           const std::uint8_t (&rgba)[4]) {
  const double dx = to.x - from.x;
  const double dz = to.z - from.z;
  const double length_m = std::sqrt(dx * dx + dz * dz);
  if (length_m < 1) return;
  const int pieces =
      std::clamp(static_cast<int>(length_m / k_way_piece_m) + 1, 1, k_way_pieces_max);
  const double heading_rad = geo::heading_of({dx, 0, dz});
  for (int piece = 0; piece < pieces; ++piece) {
    const double share = (piece + 0.5) / pieces;
    const double x_m = from.x + dx * share;
    const double z_m = from.z + dz * share;
    add_mark(frame, GroundMarkKind::Line, {x_m, ground_m(x_m, z_m), z_m}, 0.07f, rgba,
             static_cast<float>(length_m / pieces / 2 * 0.7), heading_rad);
  }
}

// Rally points of the buildings selected, and where the first unit selected will go.
void CommandScene::add_selected(const Frame& frame) {
  const snapshot::View& view = frame.latest.current;
  const auto place_of = [&](Word identity, geo::Vec3& place) {
    const Word at = view.core().find(identity);
    if (identity == 0 || at == view.core().count()) return false;
    const auto row = view.core().each<CoreRow>()[at];
    place = {row.get(&CoreRow::world_x_mm) / 1000.0, row.get(&CoreRow::world_y_mm) / 1000.0,
             row.get(&CoreRow::world_z_mm) / 1000.0};
    return true;
  };
  const snapshot::Rows& rallies = view.table(Table::RallyPoints);
  for (const auto row : rallies.each<snapshot::RallyRow>()) {
    const Word building = row.get(&snapshot::RallyRow::identity);
    if (!frame.selection.holds(building)) continue;
    geo::Vec3 from;
    if (!place_of(building, from)) continue;
    geo::Vec3 to{row.get(&snapshot::RallyRow::x_mm) / 1000.0, 0,
                 row.get(&snapshot::RallyRow::z_mm) / 1000.0};
    to.y = ground_m(to.x, to.z);
    render::Figure banner;
    banner.mesh = FigureMesh::Banner;
    banner.position = frame_.to_world(to);
    const Word at = view.core().find(building);
    copy_colour(colour_of(view.core().each<CoreRow>()[at].get(&CoreRow::owner)), banner.team_rgba);
    frame.picture.figures.push_back(banner);
    add_way(frame, from, to, k_way);
  }
  if (frame.selection.units().empty()) return;
  const Word lead = frame.selection.units().front();
  geo::Vec3 from;
  if (!place_of(lead, from)) return;
  const snapshot::Rows& orders = view.table(Table::Orders);
  const Word past = orders.find_end(lead);
  for (Word at = orders.find(lead); at < past; ++at) {
    const auto order = orders.get<snapshot::OrderRow>(at);
    if (order.kind == 0) continue;
    geo::Vec3 to{order.x_mm / 1000.0, 0, order.z_mm / 1000.0};
    if (order.target != 0 && !place_of(order.target, to)) continue;
    if (order.target == 0 && order.x_mm == 0 && order.z_mm == 0) continue;
    to.y = ground_m(to.x, to.z);
    if (!frame.is_visible(to.x, to.z) && order.target != 0) continue;
    add_way(frame, from, to, k_way);
    add_mark(frame, GroundMarkKind::Ring, to, 0.35f, k_way);
    from = to;
  }
}

void CommandScene::add_markers(const Frame& frame) {
  for (const OrderMarker& marker : frame.ask.markers) {
    const double share = (frame.ask.now_s - marker.began_s) / k_marker_s;
    if (share < 0 || share >= 1) continue;
    add_mark(frame, GroundMarkKind::Arrows, marker.place, 1.1f, marker.hostile ? k_foe : k_own);
    frame.picture.marks.back().phase = static_cast<float>(share);
  }
}

void CommandScene::add_ghost(const Frame& frame) {
  if (frame.ask.ghost == nullptr || frame.ask.ghost->type >= looks_.size()) return;
  const Ghost& ghost = *frame.ask.ghost;
  const Look& look = looks_[ghost.type];
  geo::Vec3 place{ghost.place.x_mm / 1000.0, 0, ghost.place.z_mm / 1000.0};
  place.y = ground_m(place.x, place.z);
  render::Figure figure;
  figure.position = frame_.to_world(place);
  figure.mesh = look.mesh;
  figure.width_m = look.width_m;
  figure.depth_m = look.depth_m;
  figure.remembered = true;
  figure.flash = 0.3f;
  frame.picture.figures.push_back(figure);
  add_mark(frame, GroundMarkKind::Square, place, look.width_m / 2,
           ghost.reason == rts::Refusal::None ? k_own : k_foe, look.depth_m / 2);
}

bool CommandScene::build_sight(const snapshot::View& view, Word viewer,
                               CommandPicture& picture) const {
  const auto sight = view.vision_of(viewer);
  if (viewer == rts::k_none || !sight.ok()) {
    const bool changed = !picture.sight.empty();
    picture.sight.clear();
    return changed;
  }
  const snapshot::VisionRow& head = sight.value().head();
  const std::size_t count = std::size_t{head.width_cells} * head.height_cells;
  bool changed = picture.sight.size() != count;
  picture.sight.resize(count);
  constexpr std::uint8_t k_values[4] = {render::k_sight_unexplored, render::k_sight_explored,
                                        render::k_sight_visible, render::k_sight_visible};
  const std::span<const Word> cells = sight.value().cells();
  for (std::size_t cell = 0; cell < count; ++cell) {
    const std::uint8_t value = k_values[cells[cell / 16] >> (cell % 16 * 2) & 3];
    changed = changed || picture.sight[cell] != value;
    picture.sight[cell] = value;
  }
  return changed;
}

render::SightGrid CommandScene::sight_grid(const snapshot::View& view,
                                           const CommandPicture& picture) const {
  render::SightGrid grid;
  const snapshot::Rows& table = view.table(Table::Vision);
  if (table.count() == 0 || picture.sight.empty()) return grid;
  const auto head = table.get<snapshot::VisionRow>(0);
  grid.frame = frame_;
  grid.frame.origin = frame_.to_world({head.origin_x_mm / 1000.0, 0, head.origin_z_mm / 1000.0});
  grid.cell_m = head.cell_mm / 1000.0;
  grid.width_cells = head.width_cells;
  grid.height_cells = head.height_cells;
  grid.values = picture.sight;
  return grid;
}

}  // namespace terrane::play
