#include "terrane/play/command_desk.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "terrane/rts/outcome.h"

namespace terrane::play {

using base::Result;
using gpu::Key;
using gpu::key_of;
using snapshot::CoreRow;
using snapshot::EventKind;
using snapshot::Table;

namespace {

constexpr double k_click_px = 5;  // moved less: a click and no rectangle
constexpr double k_double_s = 0.35;
constexpr double k_minimap_every_s = 0.1;
constexpr double k_speeds[] = {0.5, 1, 2, 4};
constexpr Key k_pause{static_cast<Key>(static_cast<int>(Key::F1) + 3)};  // F3 is the window's
constexpr std::size_t k_markers_max = 16;

bool is_digit(Key key) {
  return key >= Key::Digit0 && key <= Key::Digit9;
}

}  // namespace

Result<std::unique_ptr<CommandDesk>> CommandDesk::open(DeskOptions options) {
  std::unique_ptr<CommandDesk> desk(new CommandDesk);
  desk->rules_ = TERRANE_TRY(rts::load_rules(options.recipe.rules));
  desk->field_ = options.recipe.field;
  const bool is_replay = !options.replay.empty();
  desk->player_ = is_replay ? rts::k_none : options.player;
  desk->viewer_ = desk->player_;
  desk->match_ =
      is_replay ? TERRANE_TRY(CommandMatch::open_replay(std::move(options.recipe),
                                                        std::move(options.replay), options.host,
                                                        std::move(options.make_worker)))
                : TERRANE_TRY(CommandMatch::open(std::move(options.recipe), options.host,
                                                 std::move(options.make_worker), options.area));
  const snapshot::View& view = desk->match_->latest().current;
  if (desk->player_ != rts::k_none && !view.vision_of(desk->player_).ok()) {
    return base::Error{base::ErrorCode::BadUsage, "the match has no such side",
                       "side " + std::to_string(desk->player_ + 1),
                       "one of " + std::to_string(view.table(Table::Players).count())};
  }
  desk->mirror_ = std::make_unique<MatchMirror>(desk->rules_, desk->field_);
  if (desk->player_ != rts::k_none) desk->mirror_->follow(view);
  desk->camera_ = std::make_unique<CommandCamera>(desk->field_, 0, 0, 0, options.camera);
  desk->selection_ = std::make_unique<CommandSelection>(desk->rules_, desk->player_);
  desk->hand_ =
      std::make_unique<CommandHand>(desk->rules_, desk->field_, *desk->mirror_, desk->player_);
  desk->scene_ = std::make_unique<CommandScene>(desk->rules_, desk->field_, options.frame);
  desk->alerts_ = std::make_unique<CommandAlerts>(desk->rules_, desk->player_);
  desk->minimap_ = std::make_unique<Minimap>(desk->field_);
  desk->look_home();
  TERRANE_TRY(desk->step({}, 0, desk->width_, desk->height_));
  return desk;
}

// The player's hall, or what else of it there is; a spectator begins in the middle.
void CommandDesk::look_home() {
  const snapshot::View& view = match_->latest().current;
  Word best = 0;
  Word best_rank = 0;
  for (const auto row : view.core().each<CoreRow>()) {
    const Word type = row.get(&CoreRow::type);
    if (row.get(&CoreRow::owner) != player_ || type >= rules_.types.size()) continue;
    const rts::Role role = rules_.types[type].role;
    const Word rank = role == rts::Role::TownHall ? 3 : rts::is_building(role) ? 2 : 1;
    if (rank <= best_rank) continue;
    best_rank = rank;
    best = row.get(&CoreRow::identity);
  }
  if (best != 0) return look_at_units({&best, 1});
  camera_->look_at((field_.origin_x_mm + field_.width_cells * 500) / 1000.0,
                   (field_.origin_z_mm + field_.height_cells * 500) / 1000.0);
}

void CommandDesk::look_at_units(std::span<const Word> units) {
  const snapshot::View& view = match_->latest().current;
  double x_m = 0;
  double z_m = 0;
  double count = 0;
  for (const Word identity : units) {
    const Word at = view.core().find(identity);
    if (at == view.core().count()) continue;
    const auto row = view.core().each<CoreRow>()[at];
    x_m += row.get(&CoreRow::world_x_mm) / 1000.0;
    z_m += row.get(&CoreRow::world_z_mm) / 1000.0;
    count += 1;
  }
  if (count > 0) camera_->look_at(x_m / count, z_m / count);
}

Word CommandDesk::faction() const {
  const snapshot::Rows& players = match_->latest().current.table(Table::Players);
  const Word at = players.find(snapshot::player_identity(player_));
  if (player_ == rts::k_none || at == players.count()) return rts::k_none;
  return players.get<snapshot::PlayerRow>(at).faction;
}

PointedAt CommandDesk::pointed_at(double x_px, double y_px) const {
  PointedAt at;
  double x_m = 0;
  double z_m = 0;
  if (minimap_->place_at(width_, height_, x_px, y_px, x_m, z_m)) {
    at.has_ground = true;
    at.ground = {x_m, camera_->ground_m(x_m, z_m), z_m};
    return at;
  }
  at.has_ground = camera_->ground_under(x_px, y_px, at.ground);
  at.target = CommandSelection::under(picture_.shown, rules_, x_px, y_px);
  if (at.target != 0 || !at.has_ground) return at;
  // On the ground that a building covers, though not near its middle.
  for (const ShownUnit& unit : picture_.shown) {
    if (unit.type >= rules_.types.size()) continue;
    const rts::UnitType& type = rules_.types[unit.type];
    if (type.footprint_x_cells < 2) continue;
    const snapshot::View& view = match_->latest().current;
    const Word row_at = view.core().find(unit.identity);
    if (row_at == view.core().count()) continue;
    const auto row = view.core().each<CoreRow>()[row_at];
    const double dx = at.ground.x - row.get(&CoreRow::world_x_mm) / 1000.0;
    const double dz = at.ground.z - row.get(&CoreRow::world_z_mm) / 1000.0;
    if (std::fabs(dx) <= type.footprint_x_cells / 2.0 &&
        std::fabs(dz) <= type.footprint_z_cells / 2.0) {
      at.target = unit.identity;
      return at;
    }
  }
  return at;
}

Result<void> CommandDesk::step(std::span<const gpu::InputRecord> records, double elapsed_s,
                               std::uint32_t width, std::uint32_t height) {
  width_ = std::max(width, 1u);
  height_ = std::max(height, 1u);
  now_s_ += std::max(elapsed_s, 0.0);
  cues_.clear();
  for (const gpu::InputRecord& record : records) take(record);
  if (!records.empty()) hand_changed_ = true;

  const bool letters_pan = selection_->units().empty() && hand_->is_free();
  double x_m = 0;
  double z_m = 0;
  const bool over_map = on_minimap_ || minimap_->place_at(width_, height_, x_px_, y_px_, x_m, z_m);
  camera_->step(elapsed_s, width_, height_, letters_pan, !over_map);

  TERRANE_TRY(match_->step(elapsed_s));
  hear_events();
  const double began_s = match_clock_s();
  sight_changed_ = false;
  if (match_->advanced()) follow_snapshot();
  build_picture();
  cross_ms_ = (match_clock_s() - began_s) * 1000;

  const PointedAt at = has_pointer_ ? pointed_at(x_px_, y_px_) : PointedAt{};
  hovered_ = at.target;
  hand_->hover(at);
  if (match_->advanced() || hand_changed_) {
    hand_->follow(match_->latest().current, *selection_);
    selected_line_ = describe_units(rules_, match_->latest().current, selection_->units());
    hand_changed_ = false;
  }
  send_orders();
  add_quads();
  minimap_changed_ = now_s_ - minimap_s_ >= k_minimap_every_s;
  if (minimap_changed_) {
    minimap_s_ = now_s_;
    alerts_->pings(now_s_, pings_);
    minimap_->paint(rules_, match_->latest().current, picture_.sight, viewer_, camera_->corners(),
                    pings_);
  }
  return {};
}

void CommandDesk::follow_snapshot() {
  const snapshot::View& view = match_->latest().current;
  selection_->follow(view);
  sight_changed_ = scene_->build_sight(view, viewer_, picture_);
}

void CommandDesk::build_picture() {
  SceneAsk ask;
  ask.moment_tick = match_->moment_tick();
  ask.viewer = viewer_;
  ask.hovered = hovered_;
  ask.ghost = hand_->ghost() ? &*hand_->ghost() : nullptr;
  ask.markers = markers_;
  ask.now_s = now_s_;
  scene_->build(match_->latest(), ask, *camera_, *selection_, picture_);
}

void CommandDesk::add_quads() {
  picture_.quads.clear();
  const PixelBox map = Minimap::place_in(width_, height_);
  const auto side = static_cast<float>(map.x1 - map.x0);
  render::OverlayQuad frame;
  frame.x = static_cast<float>(map.x0) - 3;
  frame.y = static_cast<float>(map.y0) - 3;
  frame.width = side + 6;
  frame.height = side + 6;
  const std::uint8_t k_frame[4] = {18, 20, 22, 230};
  std::copy(std::begin(k_frame), std::end(k_frame), frame.rgba);
  picture_.quads.push_back(frame);
  render::OverlayQuad chart;
  chart.x = static_cast<float>(map.x0);
  chart.y = static_cast<float>(map.y0);
  chart.width = side;
  chart.height = side;
  chart.texture = render::OverlayTexture::Minimap;
  picture_.quads.push_back(chart);
  if (!boxing_ || std::fabs(x_px_ - box_x_px_) + std::fabs(y_px_ - box_y_px_) < k_click_px) return;
  const auto x0 = static_cast<float>(std::min(x_px_, box_x_px_));
  const auto x1 = static_cast<float>(std::max(x_px_, box_x_px_));
  const auto y0 = static_cast<float>(std::min(y_px_, box_y_px_));
  const auto y1 = static_cast<float>(std::max(y_px_, box_y_px_));
  const float sides[5][4] = {{x0, y0, x1 - x0, y1 - y0},
                             {x0, y0, x1 - x0, 1},
                             {x0, y1 - 1, x1 - x0, 1},
                             {x0, y0, 1, y1 - y0},
                             {x1 - 1, y0, 1, y1 - y0}};
  for (int at = 0; at < 5; ++at) {
    render::OverlayQuad quad;
    quad.x = sides[at][0];
    quad.y = sides[at][1];
    quad.width = sides[at][2];
    quad.height = sides[at][3];
    const std::uint8_t colour[4] = {110, 255, 130, static_cast<std::uint8_t>(at == 0 ? 36 : 220)};
    std::copy(std::begin(colour), std::end(colour), quad.rgba);
    picture_.quads.push_back(quad);
  }
}

void CommandDesk::hear_events() {
  match_->drain([&](const snapshot::Event& event) {
    snapshot::RefusedPayload refused;
    snapshot::OutcomePayload ended;
    const bool is_last = event.get(refused) && refused.order == static_cast<Word>(last_order_);
    alerts_->hear(event, faction(), is_last ? last_argument_ : rts::k_none, now_s_);
    if (event.get(ended)) ending_ = ended.reason;
    CueSource source;
    if (cue_of(event, rules_, player_, source)) add_cue(source);
  });
}

void CommandDesk::add_cue(const CueSource& source) {
  if (cues_.size() >= k_cues_a_frame_max) return;
  // Two of a kind in a frame are a fight; more are only louder.
  const auto same = std::count_if(cues_.begin(), cues_.end(),
                                  [&](const Cue& cue) { return cue.kind == source.kind; });
  if (same >= 2) return;
  if (source.has_place && viewer_ != rts::k_none) {
    const auto sight = match_->latest().current.vision_of(viewer_);
    if (!sight.ok() || sight.value().head().cell_mm == 0) return;
    const snapshot::VisionRow& head = sight.value().head();
    const double cell_m = head.cell_mm / 1000.0;
    const auto cell = [&](double metres, std::int32_t origin_mm) {
      return static_cast<std::int32_t>(std::floor((metres - origin_mm / 1000.0) / cell_m));
    };
    if (sight.value().at(cell(source.place.x, head.origin_x_mm),
                         cell(source.place.z, head.origin_z_mm)) != snapshot::CellSight::Visible) {
      return;
    }
  }
  const Cue cue = heard_from(source, camera_->x_m(), camera_->z_m(), camera_->height_m(),
                             camera_->heading_rad());
  if (cue.gain >= 0.02f) cues_.push_back(cue);
}

void CommandDesk::send_orders() {
  std::erase_if(markers_,
                [&](const OrderMarker& marker) { return now_s_ - marker.began_s >= k_marker_s; });
  for (const GivenOrder& order : hand_->take_orders()) {
    last_order_ = order.kind;
    last_argument_ = order.payload.argument;
    const auto given = match_->give(order.kind, order.payload, order.units);
    Alert alert;
    alert.at_s = now_s_;
    if (!given.ok()) {
      alert.text = base::to_sentence(given.error());
      alerts_->add(std::move(alert));
      continue;
    }
    CueSource source;
    source.kind = CueKind::Acknowledge;
    source.variant = order.units.front() % k_cue_variants;
    source.gain = 0.5f;
    add_cue(source);
    const bool has_place = order.payload.x_mm != 0 || order.payload.z_mm != 0;
    if (!has_place || markers_.size() >= k_markers_max) continue;
    OrderMarker marker;
    marker.place = {order.payload.x_mm / 1000.0, 0, order.payload.z_mm / 1000.0};
    marker.place.y = camera_->ground_m(marker.place.x, marker.place.z);
    marker.began_s = now_s_;
    marker.hostile =
        order.kind == EventKind::OrderAttack || order.kind == EventKind::OrderAttackMove;
    markers_.push_back(marker);
  }
  for (std::string& text : hand_->take_refusals()) {
    Alert alert;
    alert.at_s = now_s_;
    alert.text = std::move(text);
    alerts_->add(std::move(alert));
    CueSource source;
    source.kind = CueKind::Refused;
    add_cue(source);
  }
}

void CommandDesk::take(const gpu::InputRecord& record) {
  switch (record.kind) {
    case gpu::InputKind::Key:
      if (record.key == Key::Shift) shift_ = record.pressed;
      if (record.key == Key::Control) control_ = record.pressed;
      camera_->take(record);
      if (record.pressed) take_key(record.key);
      break;
    case gpu::InputKind::MouseButton:
      x_px_ = record.x;
      y_px_ = record.y;
      has_pointer_ = true;
      take_button(record);
      break;
    case gpu::InputKind::MouseMove: {
      x_px_ = record.x;
      y_px_ = record.y;
      has_pointer_ = true;
      double x_m = 0;
      double z_m = 0;
      if (on_minimap_ && minimap_->place_at(width_, height_, x_px_, y_px_, x_m, z_m)) {
        camera_->look_at(x_m, z_m);
      }
      camera_->take(record);
      break;
    }
    case gpu::InputKind::MouseLeave:
      has_pointer_ = false;
      camera_->take(record);
      break;
    case gpu::InputKind::FocusLost:
      shift_ = false;
      control_ = false;
      boxing_ = false;
      on_minimap_ = false;
      camera_->take(record);
      break;
    case gpu::InputKind::Panel:
      do_deed(deed_of(record.action), argument_of(record.action));
      break;
    default:
      camera_->take(record);
      break;
  }
}

void CommandDesk::take_button(const gpu::InputRecord& record) {
  const snapshot::View& view = match_->latest().current;
  if (record.button == 2) return camera_->take(record);
  if (record.button == 1) {
    if (record.pressed) {
      hand_->right_click(view, *selection_, pointed_at(x_px_, y_px_), shift_);
    }
    return;
  }
  if (record.button != 0) return;
  if (!record.pressed) {
    on_minimap_ = false;
    if (boxing_) click(x_px_, y_px_);
    boxing_ = false;
    return;
  }
  double x_m = 0;
  double z_m = 0;
  const bool over_map = minimap_->place_at(width_, height_, x_px_, y_px_, x_m, z_m);
  if (hand_->aims()) {
    hand_->left_click(view, *selection_, pointed_at(x_px_, y_px_), shift_);
  } else if (over_map) {
    on_minimap_ = true;
    camera_->look_at(x_m, z_m);
  } else {
    boxing_ = true;
    box_x_px_ = x_px_;
    box_y_px_ = y_px_;
  }
}

// The end of a rectangle, or of a click where there is none.
void CommandDesk::click(double x_px, double y_px) {
  const snapshot::View& view = match_->latest().current;
  if (std::fabs(x_px - box_x_px_) + std::fabs(y_px - box_y_px_) >= k_click_px) {
    selection_->box(picture_.shown, {box_x_px_, box_y_px_, x_px, y_px}, shift_);
    selection_->follow(view);
    hand_->let_go();
    return;
  }
  const Word target = pointed_at(x_px, y_px).target;
  const bool is_double = target != 0 && target == clicked_ && now_s_ - clicked_s_ <= k_double_s;
  clicked_ = target;
  clicked_s_ = now_s_;
  if (is_double || (control_ && target != 0)) {
    selection_->click_kind(picture_.shown, target, shift_);
    selection_->follow(view);
  } else {
    selection_->click(view, target, shift_);
  }
  hand_->let_go();
}

void CommandDesk::take_group(unsigned group) {
  const snapshot::View& view = match_->latest().current;
  if (control_) {
    selection_->set_group(group);
    return;
  }
  if (!selection_->recall_group(group)) return;
  selection_->follow(view);
  hand_->let_go();
  if (recalled_ == group && now_s_ - recalled_s_ <= k_double_s) {
    look_at_units(selection_->units());
  }
  recalled_ = group;
  recalled_s_ = now_s_;
}

void CommandDesk::take_key(Key key) {
  const snapshot::View& view = match_->latest().current;
  if (is_digit(key)) {
    return take_group(static_cast<unsigned>(key) - static_cast<unsigned>(Key::Digit0));
  }
  switch (key) {
    case Key::Escape:
      if (hand_->is_free()) selection_->clear();
      hand_->let_go();
      return;
    case Key::Space:
      return do_deed(Deed::Jump, 0);
    case Key::Tab:
      return selection_->next_kind(view);
    case Key::Home:
      return look_home();
    case Key::Plus:
    case Key::Minus: {
      const double now = match_->speed() > 0 ? match_->speed() : speed_before_pause_;
      std::size_t at = 0;
      while (at + 1 < std::size(k_speeds) && k_speeds[at] < now) ++at;
      if (key == Key::Plus && at + 1 < std::size(k_speeds)) ++at;
      if (key == Key::Minus && at > 0) --at;
      return do_deed(Deed::Speed, static_cast<std::uint32_t>(k_speeds[at] * 256));
    }
    default:
      break;
  }
  if (key == k_pause) return do_deed(Deed::Pause, 0);
  if (key == key_of('I')) return do_deed(Deed::IdleWorker, 0);
  if (key == key_of('Z')) return do_deed(Deed::Army, 0);
  // The camera's letters are its own while nobody is selected.
  const std::uint32_t action = hand_->action_of_key(key);
  if (action != 0) do_deed(deed_of(action), argument_of(action));
}

void CommandDesk::do_deed(Deed deed, std::uint32_t argument) {
  const snapshot::View& view = match_->latest().current;
  switch (deed) {
    case Deed::Pause:
      if (match_->speed() > 0) {
        speed_before_pause_ = match_->speed();
        match_->set_speed(0);
      } else {
        match_->set_speed(speed_before_pause_);
      }
      break;
    case Deed::Speed:
      match_->set_speed(argument / 256.0);
      if (argument > 0) speed_before_pause_ = match_->speed();
      break;
    case Deed::Seek: {
      const auto sought = match_->seek(argument);
      if (!sought.ok()) fault_ = base::to_sentence(sought.error());
      alerts_->clear();
      ending_ = 0;
      break;
    }
    case Deed::Jump: {
      double x_m = 0;
      double z_m = 0;
      if (alerts_->jump(x_m, z_m)) camera_->look_at(x_m, z_m);
      break;
    }
    case Deed::IdleWorker: {
      const Word idle = player_ == rts::k_none ? 0 : selection_->next_idle_worker(view);
      if (idle == 0) break;
      selection_->select_only(idle);
      selection_->follow(view);
      hand_->let_go();
      look_at_units({&idle, 1});
      break;
    }
    case Deed::Army:
      if (player_ == rts::k_none) break;
      selection_->select_army(view);
      hand_->let_go();
      break;
    case Deed::Surrender: {
      if (player_ == rts::k_none) break;
      const auto given = match_->give(EventKind::Surrender, snapshot::PlayerPayload{player_});
      if (!given.ok()) fault_ = base::to_sentence(given.error());
      break;
    }
    case Deed::Watch:
      if (player_ != rts::k_none) break;
      viewer_ = argument == 0 ? rts::k_none : argument - 1;
      if (viewer_ != rts::k_none && !view.vision_of(viewer_).ok()) viewer_ = rts::k_none;
      follow_snapshot();
      break;
    default:
      hand_->press(view, *selection_, deed, argument, shift_);
      break;
  }
  if (fault_.empty()) return;
  Alert alert;
  alert.text = std::exchange(fault_, {});
  alert.at_s = now_s_;
  alerts_->add(std::move(alert));
}

std::string CommandDesk::side_name(Word player) const {
  const snapshot::Rows& players = match_->latest().current.table(Table::Players);
  if (player >= players.count()) return {};
  const Word faction = players.get<snapshot::PlayerRow>(player).faction;
  const std::string number = "side " + std::to_string(player + 1);
  if (faction >= rules_.factions.size()) return number;
  return number + ", " + spoken_name(rules_.factions[faction].name);
}

std::string CommandDesk::outcome() const {
  const snapshot::Rows& players = match_->latest().current.table(Table::Players);
  std::string how;
  if (ending_ != 0) {
    how = " (" + std::string(rts::ending_text(static_cast<rts::Ending>(ending_))) + ")";
  }
  const auto state_of = [&](Word player) {
    return static_cast<snapshot::PlayerState>(players.get<snapshot::PlayerRow>(player).state);
  };
  if (player_ < players.count()) {
    switch (state_of(player_)) {
      case snapshot::PlayerState::Won:
        return "Victory: the field is yours" + how + ".";
      case snapshot::PlayerState::Lost:
        return "Defeat: your side is beaten" + how + ".";
      case snapshot::PlayerState::Left:
        return "You have left the match.";
      case snapshot::PlayerState::Drawn:
        return "A draw" + how + ".";
      default:
        return {};
    }
  }
  bool drawn = false;
  for (Word player = 0; player < players.count(); ++player) {
    if (state_of(player) == snapshot::PlayerState::Won) {
      return "Victory of " + side_name(player) + how + ".";
    }
    drawn = drawn || state_of(player) == snapshot::PlayerState::Drawn;
  }
  return drawn ? "A draw" + how + "." : std::string();
}

void CommandDesk::describe(HudCommand& hud) const {
  hud = {};
  const snapshot::View& view = match_->latest().current;
  const snapshot::Rows& players = view.table(Table::Players);
  const Word shown = player_ != rts::k_none ? player_ : viewer_;
  hud.side = player_ != rts::k_none   ? side_name(player_)
             : viewer_ == rts::k_none ? std::string("spectating")
                                      : "spectating " + side_name(viewer_);
  hud.is_spectator = player_ == rts::k_none;
  if (shown < players.count()) {
    const auto row = players.get<snapshot::PlayerRow>(shown);
    hud.gold = row.gold;
    hud.wood = row.wood;
    hud.supply = row.supply_used;
    hud.supply_max = row.supply_max;
  }
  hud.tick = match_->tick();
  hud.speed = match_->speed();
  hud.is_replay = match_->is_replay();
  hud.tick_last = match_->tick_last();
  hud.selected = hand_->prompt().empty() ? selected_line_ : hand_->prompt();
  if (hud.selected.empty() && hovered_ != 0) {
    const auto shown_at =
        std::find_if(picture_.shown.begin(), picture_.shown.end(),
                     [&](const ShownUnit& unit) { return unit.identity == hovered_; });
    const bool remembered = shown_at != picture_.shown.end() && shown_at->remembered;
    // How it is now is not for who only remembers it.
    hud.selected = remembered ? spoken_name(rules_.type(shown_at->type).name) + ", as last seen"
                              : describe_units(rules_, view, {&hovered_, 1});
  }
  if (match_->is_seeking()) hud.selected = "going to the tick that was chosen ...";
  hud.buttons = hand_->buttons();
  const auto add = [&](Deed deed, std::uint32_t argument, const char* label, const char* hint,
                       Key key) {
    HudButton button;
    button.action = action_of(deed, argument);
    button.label = label;
    button.hint = hint;
    button.key = key;
    hud.buttons.push_back(std::move(button));
  };
  if (hud.buttons.empty() && player_ != rts::k_none) {
    add(Deed::IdleWorker, 0, "idle worker", "the next one without work", key_of('I'));
    add(Deed::Army, 0, "army", "everybody who fights", key_of('Z'));
  }
  if (player_ == rts::k_none) {
    add(Deed::Watch, 0, "see all", "without fog", Key::Unknown);
    for (Word side = 0; side < players.count(); ++side) {
      add(Deed::Watch, side + 1, "", "what this side sees", Key::Unknown);
      hud.buttons.back().label = side_name(side);
    }
  }
  hud.alerts = alerts_->shown(now_s_);
  hud.outcome = outcome();
  hud.tick_ms = match_->tick_ms();
  hud.cross_ms = cross_ms_;
  hud.in_worker = match_->host().in_worker();
  hud.trouble = match_->trouble();
}

}  // namespace terrane::play
