// Who is selected, and the control groups: a list of identities on the drawing thread and nowhere
// else ("none of them changes anything the simulation reads"). It reads snapshots and what the
// picture shows, gives no order and sends no event. Only units of one player, but for spectators.
// Owner thread: the drawing one's.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "terrane/rts/rules.h"
#include "terrane/snapshot/view.h"

namespace terrane::play {

using snapshot::Word;

// A unit, building or node as the picture shows it.
struct ShownUnit {
  Word identity = 0;
  Word type = 0;
  Word owner = 0;
  Word flags = 0;
  float x_px = 0;  // of the middle of its body
  float y_px = 0;
  float radius_px = 0;
  bool remembered = false;  // a building that fog covers
};

struct PixelBox {
  double x0 = 0;
  double y0 = 0;
  double x1 = 0;
  double y1 = 0;
};

class CommandSelection {
 public:
  static constexpr unsigned k_groups = 9;
  // Orders carry that many identities at most, so no more are selected.
  static constexpr std::size_t k_units_max = 1024;

  // Borrows the rules. `player` rts::k_none: anybody's, to look at.
  CommandSelection(const rts::Rules& rules, Word player) : rules_(rules), player_(player) {}

  // Whose are selected from now on; nobody is at first.
  void set_player(Word player);
  // Those who died or are another's by now leave selection and groups.
  void follow(const snapshot::View& view);

  // The unit under a pixel: the one whose middle is nearest for its size, who moves before what
  // stands. 0 for none.
  static Word under(std::span<const ShownUnit> shown, const rts::Rules& rules, double x_px,
                    double y_px);

  void click(const snapshot::View& view, Word identity, bool add);
  // Who moves, or where nobody does the buildings.
  void box(std::span<const ShownUnit> shown, PixelBox box, bool add);
  // All of the unit's type that are shown.
  void click_kind(std::span<const ShownUnit> shown, Word identity, bool add);
  void select_only(Word identity);
  void clear();

  void set_group(unsigned group);     // 1 to k_groups
  bool recall_group(unsigned group);  // false when nobody is in it
  std::span<const Word> group(unsigned number) const;

  // The next of the types selected becomes the active one, whose buttons are shown.
  void next_kind(const snapshot::View& view);
  // The player's next worker without an order, by identity; 0 when all have work.
  Word next_idle_worker(const snapshot::View& view);
  // Everybody who fights.
  void select_army(const snapshot::View& view);

  std::span<const Word> units() const { return units_; }  // ascending
  bool holds(Word identity) const;
  // rts::k_none when nothing is selected. Set by follow().
  Word active_type() const { return active_type_; }
  // Whether only buildings are selected, and at least one. Set by follow().
  bool only_buildings() const { return only_buildings_; }

 private:
  bool is_eligible(Word type, Word owner, Word flags) const;
  void start(bool add);
  void finish(const snapshot::View* view);

  const rts::Rules& rules_;
  Word player_;
  std::vector<Word> units_;
  std::array<std::vector<Word>, k_groups> groups_;
  Word active_type_ = rts::k_none;
  bool only_buildings_ = false;
  Word last_idle_ = 0;
};

// "town_hall" as people read it: "town hall".
std::string spoken_name(const std::string& name);
// A line: "12 selected: 7 archer, 5 footman"; of one: its name, health and what it does.
std::string describe_units(const rts::Rules& rules, const snapshot::View& view,
                           std::span<const Word> units);
// What a unit does: "stands", "walks", "attacks", "gathers wood" ...
std::string spoken_deed(const rts::Rules& rules, const snapshot::View& view,
                        const snapshot::CoreRow& row);

}  // namespace terrane::play
