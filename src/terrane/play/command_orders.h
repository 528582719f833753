// From a click, a key or a panel's button to an order of plain words: what a right click means by
// what is under it, what is aimed with the next click, the building that hangs at the pointer, and
// the buttons with their keys, costs and the reason why not. Whether something may be done is asked
// of the rules (command_mirror.h), never decided here. It gives nothing to a match itself: whoever
// owns it takes what was given. Owner thread: the drawing one's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "terrane/geo/vec3.h"
#include "terrane/gpu/input.h"
#include "terrane/play/command_mirror.h"
#include "terrane/play/command_selection.h"
#include "terrane/play/hud.h"
#include "terrane/snapshot/events.h"

namespace terrane::play {

// What a button of the panels does. Its HudButton::action and an InputKind::Panel record's are
// action_of(deed, argument): the page makes them too, to seek and to set a speed, so numbers stay.
enum class Deed : std::uint8_t {
  None = 0,
  Move = 1,    // the next click says where; so for the next four
  Attack = 2,  // a foe, or a place to fight towards
  Patrol = 3,
  Follow = 4,
  Repair = 5,
  Hold = 6,
  Stop = 7,
  ReturnLoad = 8,
  BuildMenu = 9,
  Back = 10,         // out of the menu or of what is aimed
  Build = 11,        // argument: type; then the ghost
  Train = 12,        // type
  Research = 13,     // upgrade
  CancelQueue = 14,  // place in the queue of the first building selected
  CancelBuild = 15,
  Rally = 16,
  Gate = 17,  // 1 open
  Unload = 18,
  // Not orders: whoever owns the hand does them.
  Pause = 32,
  Speed = 33,  // 256ths of the usual
  Seek = 34,   // tick of a replay
  Jump = 35,   // to the last alert
  IdleWorker = 36,
  Army = 37,
  Surrender = 38,
  Watch = 39,  // spectators: 0 everything, else 1 + side
};
constexpr std::uint32_t action_of(Deed deed, std::uint32_t argument = 0) {
  return static_cast<std::uint32_t>(deed) << 24 | (argument & 0xffffffu);
}
constexpr Deed deed_of(std::uint32_t action) {
  return static_cast<Deed>(action >> 24);
}
constexpr std::uint32_t argument_of(std::uint32_t action) {
  return action & 0xffffffu;
}

struct GivenOrder {
  snapshot::EventKind kind = snapshot::EventKind::OrderMove;
  snapshot::OrderPayload payload;
  std::vector<Word> units;
};

// What the pointer is over.
struct PointedAt {
  Word target = 0;  // identity of what is shown there
  bool has_ground = false;
  geo::Vec3 ground;  // metres of the battlefield's frame
};

struct Ghost {
  Word type = 0;
  rts::PointMm place;                        // as the match would snap it
  rts::Refusal reason = rts::Refusal::None;  // why it would refuse it
};

class CommandHand {
 public:
  // Borrows all three. `player` rts::k_none: nobody's hand; it gives nothing.
  CommandHand(const rts::Rules& rules, const rts::Battlefield& field, MatchMirror& mirror,
              Word player)
      : rules_(rules), field_(field), mirror_(mirror), player_(player) {}

  // Buttons as of this snapshot and selection.
  void follow(const snapshot::View& view, const CommandSelection& selection);
  // Where the pointer is; moves the ghost.
  void hover(const PointedAt& at);

  // True when it was for what is aimed or placed; else the click selects.
  bool left_click(const snapshot::View& view, const CommandSelection& selection,
                  const PointedAt& at, bool queued);
  // The right order by context; lets go of what is aimed instead where there is something.
  void right_click(const snapshot::View& view, const CommandSelection& selection,
                   const PointedAt& at, bool queued);
  // A deed up to Unload.
  void press(const snapshot::View& view, const CommandSelection& selection, Deed deed,
             std::uint32_t argument, bool queued);
  // The action of the button with that key, 0 for none.
  std::uint32_t action_of_key(gpu::Key key) const;
  // Nothing is aimed, no menu is open.
  void let_go();

  const std::vector<HudButton>& buttons() const { return buttons_; }
  const std::optional<Ghost>& ghost() const { return ghost_; }
  bool aims() const { return aimed_ != Deed::None; }
  bool is_free() const { return !aims() && !menu_; }
  // What the next click does, for the HUD: "attack: choose a foe or a place"; empty when free.
  std::string prompt() const;

  // Orders and refusals' sentences since they were last taken.
  std::vector<GivenOrder> take_orders() { return std::exchange(given_, {}); }
  std::vector<std::string> take_refusals() { return std::exchange(refused_, {}); }

 private:
  void give(snapshot::EventKind kind, std::vector<Word> units, Word target, geo::Vec3 place,
            Word argument, bool queued);
  void give_split(const snapshot::View& view, const CommandSelection& selection,
                  snapshot::EventKind kind, rts::Role only, bool needs_weapon, Word target,
                  geo::Vec3 place, bool queued);
  void aim_at(const snapshot::View& view, const CommandSelection& selection, const PointedAt& at,
              bool queued);
  void place_building(bool queued);
  std::vector<Word> movers(const snapshot::View& view, const CommandSelection& selection) const;
  std::vector<Word> of_active(const snapshot::View& view, const CommandSelection& selection) const;
  std::vector<Word> workers(const snapshot::View& view, const CommandSelection& selection) const;

  void add_button(Deed deed, std::uint32_t argument, std::string label, std::string hint,
                  gpu::Key key, rts::Refusal reason);
  void add_unit_buttons(const snapshot::View& view, const rts::UnitType& type,
                        const CommandSelection& selection);
  void add_building_buttons(const snapshot::View& view, const rts::UnitType& type,
                            const CommandSelection& selection);
  void add_queue_buttons(const snapshot::View& view, const CommandSelection& selection);
  void add_build_menu(const snapshot::View& view);
  gpu::Key free_key(const std::string& label) const;
  void check_ghost();

  const rts::Rules& rules_;
  const rts::Battlefield& field_;
  MatchMirror& mirror_;
  Word player_;
  Deed aimed_ = Deed::None;  // Move to Repair, Build, Rally
  Word placed_type_ = 0;     // of Build
  bool menu_ = false;
  std::optional<Ghost> ghost_;
  std::vector<Word> builders_;  // who would build it
  std::vector<HudButton> buttons_;
  std::vector<GivenOrder> given_;
  std::vector<std::string> refused_;
};

// "Cannot build the house: the site is blocked or was never seen."
std::string refusal_sentence(const rts::Rules& rules, Word faction, snapshot::EventKind order,
                             Word argument, rts::Refusal reason);
// "60 gold, 20 wood, 1 place"
std::string cost_text(const rts::Cost& cost);

}  // namespace terrane::play
