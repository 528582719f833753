// What the match reports to who commands: events that crossed become sentences, with a place that
// one can jump to and that flashes on the small map; the newest few are shown for a while. Owner
// thread: the drawing one's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terrane/play/command_minimap.h"
#include "terrane/rts/rules.h"
#include "terrane/snapshot/events.h"

namespace terrane::play {

struct Alert {
  std::string text;
  bool has_place = false;
  double x_m = 0;
  double z_m = 0;
  bool hostile = false;
  double at_s = 0;
};

class CommandAlerts {
 public:
  static constexpr std::size_t k_shown = 4;
  static constexpr double k_shown_s = 9;
  static constexpr std::size_t k_kept = 32;

  // Borrows the rules. `player` rts::k_none: of everybody, a spectator.
  CommandAlerts(const rts::Rules& rules, Word player) : rules_(rules), player_(player) {}

  // The sentence for an event, if it is one for this player. `argument`: of the order that was
  // refused, which its event does not say.
  void hear(const snapshot::Event& event, Word faction, Word argument, double now_s);
  // The same words within two seconds are one alert.
  void add(Alert alert);

  std::vector<std::string> shown(double now_s) const;  // the newest last
  void pings(double now_s, std::vector<Ping>& pings) const;
  // The place of the newest with one, then of the one before it, and so on; from the start again
  // when a new one came. False when none has a place.
  bool jump(double& x_m, double& z_m);
  const std::vector<Alert>& all() const { return alerts_; }
  void clear() { alerts_.clear(); }

 private:
  const rts::Rules& rules_;
  Word player_;
  std::vector<Alert> alerts_;  // the newest last
  std::size_t jumps_ = 0;      // since a new one came
};

}  // namespace terrane::play
