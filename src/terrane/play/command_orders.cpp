#include "terrane/play/command_orders.h"

#include <algorithm>

#include "terrane/base/quantise.h"
#include "terrane/rts/economy.h"
#include "terrane/rts/order_checks.h"

namespace terrane::play {
namespace {

using gpu::Key;
using gpu::key_of;
using rts::Refusal;
using rts::Role;
using snapshot::CoreRow;
using snapshot::EventKind;
using snapshot::Table;

// Letters that the camera and the selection use while something is selected.
constexpr char k_letters_taken[] = "QEIZ";

bool has_letter(const char* letters, char wanted) {
  for (const char* at = letters; *at != 0; ++at) {
    if (*at == wanted) return true;
  }
  return false;
}

// A core row when it is there.
bool find_row(const snapshot::View& view, Word identity, CoreRow& row) {
  const Word at = view.core().find(identity);
  if (identity == 0 || at == view.core().count()) return false;
  row = view.core().get<CoreRow>(at);
  return true;
}

bool is_finished(const CoreRow& row) {
  return (row.flags & snapshot::k_flag_under_construction) == 0;
}

std::string text_of(EventKind kind) {
  switch (kind) {
    case EventKind::OrderMove:
      return "go there";
    case EventKind::OrderAttack:
    case EventKind::OrderAttackMove:
      return "attack";
    case EventKind::OrderPatrol:
      return "patrol there";
    case EventKind::OrderFollow:
      return "follow it";
    case EventKind::OrderGather:
      return "gather there";
    case EventKind::OrderReturnLoad:
      return "bring the load home";
    case EventKind::OrderBuild:
      return "build";
    case EventKind::OrderRepair:
      return "repair it";
    case EventKind::OrderTrain:
      return "train";
    case EventKind::OrderResearch:
      return "research";
    case EventKind::OrderRally:
      return "gather there";
    case EventKind::OrderGate:
      return "move the gate";
    default:
      return "do that";
  }
}

}  // namespace

std::string cost_text(const rts::Cost& cost) {
  std::string text;
  const auto add = [&](std::int32_t amount, const char* what) {
    if (amount == 0) return;
    if (!text.empty()) text += ", ";
    text += std::to_string(amount) + what;
  };
  add(cost.gold, " gold");
  add(cost.wood, " wood");
  add(cost.supply, cost.supply == 1 ? " place" : " places");
  return text.empty() ? "free" : text;
}

std::string refusal_sentence(const rts::Rules& rules, Word faction, EventKind order, Word argument,
                             Refusal reason) {
  std::string what = text_of(order);
  Word required = rts::k_none;
  const bool is_type = order == EventKind::OrderBuild || order == EventKind::OrderTrain;
  if (is_type && argument < rules.types.size()) {
    what += " the " + spoken_name(rules.types[argument].name);
    required = rules.types[argument].requires_role;
  } else if (order == EventKind::OrderResearch && argument < rules.upgrades.size()) {
    what += " " + spoken_name(rules.upgrades[argument].name);
  }
  std::string why(rts::refusal_text(reason));
  if (reason == Refusal::Requires && required != rts::k_none && faction < rules.factions.size()) {
    const Word type = rules.factions[faction].types[required];
    if (type != rts::k_none) why += " (the " + spoken_name(rules.types[type].name) + ")";
  }
  return "Cannot " + what + ": " + why + ".";
}

void CommandHand::let_go() {
  aimed_ = Deed::None;
  menu_ = false;
  ghost_.reset();
}

std::string CommandHand::prompt() const {
  switch (aimed_) {
    case Deed::Move:
      return "go: choose a place";
    case Deed::Attack:
      return "attack: choose a foe, or a place to fight towards";
    case Deed::Patrol:
      return "patrol: choose the other end";
    case Deed::Follow:
      return "guard: choose one of your own";
    case Deed::Repair:
      return "repair: choose a building";
    case Deed::Rally:
      return "rally: choose where new units go";
    case Deed::Build: {
      const std::string name = spoken_name(rules_.type(placed_type_).name);
      if (!ghost_ || ghost_->reason == Refusal::None) return "build the " + name;
      const Word faction = rules_.type(placed_type_).faction;
      return refusal_sentence(rules_, faction, EventKind::OrderBuild, placed_type_, ghost_->reason);
    }
    default:
      return {};
  }
}

std::vector<Word> CommandHand::movers(const snapshot::View& view,
                                      const CommandSelection& selection) const {
  std::vector<Word> units;
  CoreRow row;
  for (const Word identity : selection.units()) {
    if (!find_row(view, identity, row)) continue;
    if (rts::is_mobile(rules_.type(row.type).role)) units.push_back(identity);
  }
  return units;
}

std::vector<Word> CommandHand::of_active(const snapshot::View& view,
                                         const CommandSelection& selection) const {
  std::vector<Word> units;
  CoreRow row;
  for (const Word identity : selection.units()) {
    if (find_row(view, identity, row) && row.type == selection.active_type()) {
      units.push_back(identity);
    }
  }
  return units;
}

std::vector<Word> CommandHand::workers(const snapshot::View& view,
                                       const CommandSelection& selection) const {
  std::vector<Word> units;
  CoreRow row;
  for (const Word identity : selection.units()) {
    if (!find_row(view, identity, row)) continue;
    if (rules_.type(row.type).role == Role::Worker) units.push_back(identity);
  }
  return units;
}

void CommandHand::give(EventKind kind, std::vector<Word> units, Word target, geo::Vec3 place,
                       Word argument, bool queued) {
  if (units.empty() || player_ == rts::k_none) return;
  GivenOrder order;
  order.kind = kind;
  order.payload.player = player_;
  order.payload.target = target;
  order.payload.x_mm = base::to_mm32(place.x);
  order.payload.z_mm = base::to_mm32(place.z);
  order.payload.argument = argument;
  order.payload.queued = queued ? 1 : 0;
  order.units = std::move(units);
  given_.push_back(std::move(order));
}

// Who can do it does it, the others go along; so no order is refused for part of an army.
void CommandHand::give_split(const snapshot::View& view, const CommandSelection& selection,
                             EventKind kind, Role only, bool needs_weapon, Word target,
                             geo::Vec3 place, bool queued) {
  std::vector<Word> able;
  std::vector<Word> others;
  CoreRow row;
  for (const Word identity : movers(view, selection)) {
    if (identity == target || !find_row(view, identity, row)) continue;
    const rts::UnitType& type = rules_.type(row.type);
    const bool can = needs_weapon ? type.weapon.has : only == Role::Animal || type.role == only;
    (can ? able : others).push_back(identity);
  }
  give(kind, std::move(able), target, place, 0, queued);
  give(EventKind::OrderMove, std::move(others), 0, place, 0, queued);
}

void CommandHand::right_click(const snapshot::View& view, const CommandSelection& selection,
                              const PointedAt& at, bool queued) {
  if (!is_free()) return let_go();
  if (player_ == rts::k_none || selection.units().empty()) return;
  if (selection.only_buildings()) {
    CoreRow row;
    const bool is_own_or_node =
        find_row(view, at.target, row) &&
        (row.owner == player_ || (row.flags & snapshot::k_flag_resource) != 0);
    if (!at.has_ground) return;
    std::vector<Word> makers;
    CoreRow maker;
    for (const Word identity : selection.units()) {
      if (!find_row(view, identity, maker) || !is_finished(maker)) continue;
      if (!rules_.type(maker.type).trains.empty()) makers.push_back(identity);
    }
    return give(EventKind::OrderRally, std::move(makers), is_own_or_node ? at.target : 0, at.ground,
                0, queued);
  }
  CoreRow target;
  const bool is_there = find_row(view, at.target, target);
  const bool is_remembered = at.target != 0 && !is_there;
  const geo::Vec3 place =
      is_there ? geo::Vec3{target.world_x_mm / 1000.0, 0, target.world_z_mm / 1000.0} : at.ground;
  if (!is_there && !is_remembered) {
    if (at.has_ground) {
      give(EventKind::OrderMove, movers(view, selection), 0, at.ground, 0, queued);
    }
    return;
  }
  const rts::UnitType& type = rules_.type(target.type);
  if (is_remembered || (target.owner != player_ && !rts::is_resource(type.role))) {
    return give_split(view, selection, EventKind::OrderAttack, Role::Animal, true, at.target, place,
                      queued);
  }
  if (rts::is_resource(type.role)) {
    return give_split(view, selection, EventKind::OrderGather, Role::Worker, false, at.target,
                      place, queued);
  }
  if (rts::is_building(type.role)) {
    if (!is_finished(target) || target.health_256 < target.health_max_256) {
      return give_split(view, selection, EventKind::OrderRepair, Role::Worker, false, at.target,
                        place, queued);
    }
    if (type.role == Role::TownHall) {
      std::vector<Word> loaded;
      std::vector<Word> others;
      CoreRow row;
      for (const Word identity : movers(view, selection)) {
        if (!find_row(view, identity, row)) continue;
        const bool carries = (row.flags & snapshot::k_flag_carrying) != 0;
        (carries ? loaded : others).push_back(identity);
      }
      give(EventKind::OrderReturnLoad, std::move(loaded), 0, place, 0, queued);
      return give(EventKind::OrderFollow, std::move(others), at.target, place, 0, queued);
    }
    const EventKind kind = type.garrison > 0 ? EventKind::OrderFollow : EventKind::OrderMove;
    return give(kind, movers(view, selection), kind == EventKind::OrderMove ? 0 : at.target, place,
                0, queued);
  }
  give_split(view, selection, EventKind::OrderFollow, Role::Animal, false, at.target, place,
             queued);
}

bool CommandHand::left_click(const snapshot::View& view, const CommandSelection& selection,
                             const PointedAt& at, bool queued) {
  if (aimed_ == Deed::None) return false;
  if (aimed_ == Deed::Build) {
    hover(at);
    place_building(queued);
    return true;
  }
  aim_at(view, selection, at, queued);
  if (!queued) let_go();
  return true;
}

void CommandHand::aim_at(const snapshot::View& view, const CommandSelection& selection,
                         const PointedAt& at, bool queued) {
  CoreRow target;
  const bool is_there = find_row(view, at.target, target);
  const bool is_own = is_there && target.owner == player_;
  switch (aimed_) {
    case Deed::Attack: {
      const bool is_node = is_there && (target.flags & snapshot::k_flag_resource) != 0;
      if (at.target != 0 && !is_own && !is_node) {
        give_split(view, selection, EventKind::OrderAttack, Role::Animal, true, at.target,
                   at.ground, queued);
      } else if (at.has_ground) {
        give(EventKind::OrderAttackMove, movers(view, selection), 0, at.ground, 0, queued);
      }
      break;
    }
    case Deed::Move:
      if (at.has_ground) {
        give(EventKind::OrderMove, movers(view, selection), 0, at.ground, 0, queued);
      }
      break;
    case Deed::Patrol:
      if (at.has_ground) {
        give(EventKind::OrderPatrol, movers(view, selection), 0, at.ground, 0, queued);
      }
      break;
    case Deed::Follow:
      if (is_own) {
        give(EventKind::OrderFollow, movers(view, selection), at.target, at.ground, 0, queued);
      }
      break;
    case Deed::Repair:
      if (is_own) {
        give(EventKind::OrderRepair, workers(view, selection), at.target, at.ground, 0, queued);
      }
      break;
    case Deed::Rally:
      if (at.has_ground) {
        const bool is_node = is_there && (target.flags & snapshot::k_flag_resource) != 0;
        give(EventKind::OrderRally, of_active(view, selection), is_own || is_node ? at.target : 0,
             at.ground, 0, queued);
      }
      break;
    default:
      break;
  }
}

void CommandHand::hover(const PointedAt& at) {
  if (aimed_ != Deed::Build) return;
  if (!at.has_ground) {
    ghost_.reset();
    return;
  }
  Ghost ghost;
  ghost.type = placed_type_;
  ghost.place = rts::snap_site(field_, rules_.type(placed_type_),
                               {base::to_mm32(at.ground.x), base::to_mm32(at.ground.z)});
  ghost_ = ghost;
  check_ghost();
}

void CommandHand::check_ghost() {
  if (!ghost_) return;
  snapshot::OrderPayload order;
  order.player = player_;
  order.x_mm = ghost_->place.x_mm;
  order.z_mm = ghost_->place.z_mm;
  order.argument = ghost_->type;
  ghost_->reason = mirror_.ask(EventKind::OrderBuild, order, builders_);
}

void CommandHand::place_building(bool queued) {
  if (!ghost_) return;
  if (ghost_->reason != Refusal::None) {
    refused_.push_back(refusal_sentence(rules_, rules_.type(ghost_->type).faction,
                                        EventKind::OrderBuild, ghost_->type, ghost_->reason));
    return;
  }
  give(EventKind::OrderBuild, builders_, 0,
       {ghost_->place.x_mm / 1000.0, 0, ghost_->place.z_mm / 1000.0}, ghost_->type, queued);
  if (!queued) let_go();
}

void CommandHand::press(const snapshot::View& view, const CommandSelection& selection, Deed deed,
                        std::uint32_t argument, bool queued) {
  if (player_ == rts::k_none) return;
  switch (deed) {
    case Deed::Move:
    case Deed::Attack:
    case Deed::Patrol:
    case Deed::Follow:
    case Deed::Repair:
    case Deed::Rally:
      let_go();
      aimed_ = deed;
      break;
    case Deed::Hold:
      give(EventKind::OrderHold, movers(view, selection), 0, {}, 0, queued);
      break;
    case Deed::Stop:
      give(EventKind::OrderStop, movers(view, selection), 0, {}, 0, queued);
      break;
    case Deed::ReturnLoad: {
      std::vector<Word> loaded;
      CoreRow row;
      for (const Word identity : workers(view, selection)) {
        if (find_row(view, identity, row) && (row.flags & snapshot::k_flag_carrying) != 0) {
          loaded.push_back(identity);
        }
      }
      give(EventKind::OrderReturnLoad, std::move(loaded), 0, {}, 0, queued);
      break;
    }
    case Deed::BuildMenu:
      let_go();
      menu_ = true;
      break;
    case Deed::Back:
      let_go();
      break;
    case Deed::Build:
      if (argument >= rules_.types.size() || !rts::is_building(rules_.types[argument].role)) break;
      let_go();
      builders_ = workers(view, selection);
      aimed_ = Deed::Build;
      placed_type_ = argument;
      break;
    case Deed::Train:
      give(EventKind::OrderTrain, of_active(view, selection), 0, {}, argument, false);
      break;
    case Deed::Research:
      give(EventKind::OrderResearch, of_active(view, selection), 0, {}, argument, false);
      break;
    case Deed::CancelQueue: {
      const std::vector<Word> makers = of_active(view, selection);
      if (!makers.empty()) {
        give(EventKind::OrderCancelTrain, {makers.front()}, 0, {}, argument, false);
      }
      break;
    }
    case Deed::CancelBuild:
      give(EventKind::OrderCancelBuild, of_active(view, selection), 0, {}, 0, false);
      break;
    case Deed::Gate:
      give(EventKind::OrderGate, of_active(view, selection), 0, {}, argument, false);
      break;
    case Deed::Unload:
      give(EventKind::OrderUnload, of_active(view, selection), 0, {}, 0, false);
      break;
    default:
      break;
  }
}

std::uint32_t CommandHand::action_of_key(Key key) const {
  if (key == Key::Unknown) return 0;
  for (const HudButton& button : buttons_) {
    if (button.key == key) return button.action;
  }
  return 0;
}

Key CommandHand::free_key(const std::string& label) const {
  const auto is_free = [&](char letter) {
    if (has_letter(k_letters_taken, letter)) return false;
    return std::none_of(buttons_.begin(), buttons_.end(),
                        [&](const HudButton& button) { return button.key == key_of(letter); });
  };
  for (const char character : label) {
    if (character < 'a' || character > 'z') continue;
    const char letter = static_cast<char>(character - 'a' + 'A');
    if (is_free(letter)) return key_of(letter);
  }
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    if (is_free(letter)) return key_of(letter);
  }
  return Key::Unknown;
}

void CommandHand::add_button(Deed deed, std::uint32_t argument, std::string label, std::string hint,
                             Key key, Refusal reason) {
  HudButton button;
  button.action = action_of(deed, argument);
  button.key = key != Key::Unknown ? key : free_key(label);
  button.label = std::move(label);
  button.hint = std::move(hint);
  button.enabled = reason == Refusal::None;
  if (!button.enabled) button.reason = std::string(rts::refusal_text(reason));
  buttons_.push_back(std::move(button));
}

void CommandHand::add_unit_buttons(const snapshot::View& view, const rts::UnitType& type,
                                   const CommandSelection& selection) {
  const Refusal armed = type.weapon.has ? Refusal::None : Refusal::CannotDo;
  add_button(Deed::Move, 0, "move", "to a place, whatever comes", key_of('M'), Refusal::None);
  add_button(Deed::Attack, 0, "attack", "a foe, or whatever is met on the way to a place",
             key_of('A'), armed);
  add_button(Deed::Patrol, 0, "patrol", "there and back, fighting", key_of('P'), Refusal::None);
  add_button(Deed::Hold, 0, "hold", "stay, and strike what comes near", key_of('H'), Refusal::None);
  add_button(Deed::Stop, 0, "stop", "", key_of('S'), Refusal::None);
  add_button(Deed::Follow, 0, "guard", "one of your own, or inside a tower", key_of('G'),
             Refusal::None);
  if (type.role != Role::Worker) return;
  add_button(Deed::BuildMenu, 0, "build", "opens the list of buildings", key_of('B'),
             Refusal::None);
  add_button(Deed::Repair, 0, "repair", "a building, or helps to build it", key_of('R'),
             Refusal::None);
  bool carries = false;
  CoreRow row;
  for (const Word identity : selection.units()) {
    carries =
        carries || (find_row(view, identity, row) && (row.flags & snapshot::k_flag_carrying) != 0);
  }
  if (carries) {
    add_button(Deed::ReturnLoad, 0, "carry home", "what is on their backs", key_of('C'),
               Refusal::None);
  }
}

void CommandHand::add_queue_buttons(const snapshot::View& view, const CommandSelection& selection) {
  const std::vector<Word> makers = of_active(view, selection);
  if (makers.empty()) return;
  const snapshot::Rows& queue = view.table(Table::Production);
  const Word past = queue.find_end(makers.front());
  for (Word at = queue.find(makers.front()); at < past; ++at) {
    const auto row = queue.get<snapshot::ProductionRow>(at);
    const std::string& name =
        row.is_upgrade != 0 ? rules_.upgrades[row.product].name : rules_.types[row.product].name;
    // The last one goes first.
    add_button(Deed::CancelQueue, row.place, "cancel " + spoken_name(name),
               "gives back what it cost", at + 1 == past ? Key::Backspace : Key::Unknown,
               Refusal::None);
    if (at + 1 != past) buttons_.back().key = Key::Unknown;
    if (row.place == 0 && row.end_tick > row.start_tick) {
      const double done = static_cast<double>(view.tick()) - row.start_tick;
      buttons_.back().progress =
          std::clamp(done / static_cast<double>(row.end_tick - row.start_tick), 0.001, 1.0);
    }
  }
}

void CommandHand::add_building_buttons(const snapshot::View& view, const rts::UnitType& type,
                                       const CommandSelection& selection) {
  const std::vector<Word> makers = of_active(view, selection);
  CoreRow first;
  if (makers.empty() || !find_row(view, makers.front(), first)) return;
  if (!is_finished(first)) {
    add_button(Deed::CancelBuild, 0, "cancel building", "gives most of its cost back", Key::Delete,
               Refusal::None);
    return;
  }
  snapshot::OrderPayload order;
  order.player = player_;
  const snapshot::Rows& queue = view.table(Table::Production);
  const auto queued = [&](bool is_upgrade, Word product) {
    unsigned count = 0;
    for (const Word maker : makers) {
      const Word past = queue.find_end(maker);
      for (Word at = queue.find(maker); at < past; ++at) {
        const auto row = queue.get<snapshot::ProductionRow>(at);
        count += (row.is_upgrade != 0) == is_upgrade && row.product == product ? 1 : 0;
      }
    }
    return count;
  };
  for (const Word product : type.trains) {
    order.argument = product;
    const rts::UnitType& made = rules_.type(product);
    add_button(Deed::Train, product, spoken_name(made.name), cost_text(made.cost), Key::Unknown,
               mirror_.ask(EventKind::OrderTrain, order, makers));
    buttons_.back().count = queued(false, product);
  }
  for (const Word upgrade : type.researches) {
    order.argument = upgrade;
    add_button(Deed::Research, upgrade, spoken_name(rules_.upgrades[upgrade].name),
               cost_text(rts::upgrade_cost(mirror_.board(), player_, upgrade)), Key::Unknown,
               mirror_.ask(EventKind::OrderResearch, order, makers));
    buttons_.back().count = queued(true, upgrade);
  }
  if (!type.trains.empty()) {
    add_button(Deed::Rally, 0, "rally point", "where new units go; also the right button",
               key_of('Y'), Refusal::None);
  }
  if (type.role == Role::Gate) {
    const bool open = (first.flags & snapshot::k_flag_gate_open) != 0;
    order.argument = open ? 0 : 1;
    add_button(Deed::Gate, order.argument, open ? "close" : "open", "", key_of('O'),
               mirror_.ask(EventKind::OrderGate, order, makers));
  }
  if (type.garrison > 0) {
    add_button(Deed::Unload, 0, "unload", "who is inside comes out", key_of('U'), Refusal::None);
  }
  add_queue_buttons(view, selection);
}

void CommandHand::add_build_menu(const snapshot::View& view) {
  const snapshot::Rows& players = view.table(Table::Players);
  const Word at = players.find(snapshot::player_identity(player_));
  if (at == players.count()) return;
  const Word faction = players.get<snapshot::PlayerRow>(at).faction;
  if (faction >= rules_.factions.size()) return;
  for (const Word index : rules_.factions[faction].types) {
    if (index == rts::k_none || !rts::is_building(rules_.type(index).role)) continue;
    const rts::UnitType& type = rules_.type(index);
    Refusal reason = Refusal::None;
    if (type.requires_role != rts::k_none &&
        !rts::has_finished(mirror_.board(), player_, static_cast<Role>(type.requires_role))) {
      reason = Refusal::Requires;
    } else if (!rts::can_pay(mirror_.board(), player_, type.cost)) {
      reason = Refusal::NoMeans;
    }
    add_button(Deed::Build, index, spoken_name(type.name), cost_text(type.cost), Key::Unknown,
               reason);
  }
  add_button(Deed::Back, 0, "back", "", Key::Escape, Refusal::None);
}

void CommandHand::follow(const snapshot::View& view, const CommandSelection& selection) {
  buttons_.clear();
  if (selection.units().empty()) {
    let_go();
    return;
  }
  if (player_ == rts::k_none) return;
  mirror_.follow(view);
  if (selection.active_type() == rts::k_none) return;
  const rts::UnitType& type = rules_.type(selection.active_type());
  if (menu_ && type.role != Role::Worker) let_go();
  if (aimed_ == Deed::Build) {
    builders_ = workers(view, selection);
    if (builders_.empty()) let_go();
    check_ghost();
  }
  if (aims()) {
    add_button(Deed::Back, 0, "cancel", "", Key::Escape, Refusal::None);
  } else if (menu_) {
    add_build_menu(view);
  } else if (rts::is_mobile(type.role)) {
    add_unit_buttons(view, type, selection);
  } else if (rts::is_building(type.role)) {
    add_building_buttons(view, type, selection);
  }
}

}  // namespace terrane::play
