#include "terrane/play/command_alerts.h"

#include <algorithm>

#include "terrane/play/command_orders.h"

namespace terrane::play {
namespace {

using snapshot::EventKind;

constexpr double k_same_s = 2;

}  // namespace

void CommandAlerts::hear(const snapshot::Event& event, Word faction, Word argument, double now_s) {
  snapshot::UnitPayload unit;
  snapshot::AlertPayload alerted;
  snapshot::RefusedPayload refused;
  snapshot::PlayerPayload player;
  snapshot::TextPayload said;
  const auto name = [&](Word type) {
    return type < rules_.types.size() ? spoken_name(rules_.types[type].name) : std::string("unit");
  };
  Alert alert;
  alert.at_s = now_s;
  const auto at = [&](std::int32_t x_mm, std::int32_t z_mm) {
    alert.has_place = true;
    alert.x_m = x_mm / 1000.0;
    alert.z_m = z_mm / 1000.0;
  };
  const bool is_mine = event.get(unit) && unit.owner == player_;
  switch (event.info->kind) {
    case EventKind::AlertAttacked:
      if (!event.get(alerted) || alerted.player != player_) return;
      alert.text = "We are under attack.";
      alert.hostile = true;
      at(alerted.x_mm, alerted.z_mm);
      break;
    case EventKind::AlertHomeless:
      if (!event.get(alerted) || alerted.player != player_) return;
      alert.text = "Nothing of ours makes units: finish a hall or a barracks within " +
                   std::to_string(alerted.value / rts::k_ticks_per_second) +
                   " s, or we are beaten.";
      alert.hostile = true;
      break;
    case EventKind::UnitMade:
      if (!is_mine) return;
      alert.text = "A new " + name(unit.type) + " is ready.";
      at(unit.x_mm, unit.z_mm);
      break;
    case EventKind::BuildingFinished:
      if (!is_mine) return;
      alert.text = "The " + name(unit.type) + " is finished.";
      at(unit.x_mm, unit.z_mm);
      break;
    case EventKind::BuildingLost:
      if (!is_mine) return;
      alert.text = "The " + name(unit.type) + " is lost.";
      alert.hostile = true;
      at(unit.x_mm, unit.z_mm);
      break;
    case EventKind::UpgradeFinished:
      if (!is_mine || unit.type >= rules_.upgrades.size()) return;
      alert.text = spoken_name(rules_.upgrades[unit.type].name) + ": research is done.";
      at(unit.x_mm, unit.z_mm);
      break;
    case EventKind::SeenFirst:
      if (!event.get(alerted) || alerted.player != player_) return;
      if (alerted.value >= rules_.types.size()) return;
      if (rts::is_resource(rules_.types[alerted.value].role)) return;
      alert.text = "Sighted: a " + name(alerted.value) + ".";
      at(alerted.x_mm, alerted.z_mm);
      break;
    case EventKind::OrderRefused:
      if (!event.get(refused) || refused.player != player_) return;
      alert.text = refusal_sentence(rules_, faction, static_cast<EventKind>(refused.order),
                                    argument, static_cast<rts::Refusal>(refused.reason));
      break;
    case EventKind::PlayerDefeated:
    case EventKind::PlayerLeft:
      if (!event.get(player)) return;
      alert.text = "Side " + std::to_string(player.player + 1) +
                   (event.info->kind == EventKind::PlayerLeft ? " has left." : " is beaten.");
      break;
    case EventKind::Said:
      if (!event.get(said)) return;
      alert.text = "Side " + std::to_string(said.player + 1) + ": " + snapshot::text_of(said);
      break;
    default:
      return;
  }
  add(std::move(alert));
}

void CommandAlerts::add(Alert alert) {
  for (Alert& other : alerts_) {
    if (other.text != alert.text || alert.at_s - other.at_s > k_same_s) continue;
    other.at_s = alert.at_s;
    return;
  }
  if (alerts_.size() >= k_kept) alerts_.erase(alerts_.begin());
  alerts_.push_back(std::move(alert));
  jumps_ = 0;
}

std::vector<std::string> CommandAlerts::shown(double now_s) const {
  std::vector<std::string> texts;
  for (auto alert = alerts_.rbegin(); alert != alerts_.rend() && texts.size() < k_shown; ++alert) {
    if (now_s - alert->at_s < k_shown_s) texts.push_back(alert->text);
  }
  std::reverse(texts.begin(), texts.end());
  return texts;
}

void CommandAlerts::pings(double now_s, std::vector<Ping>& pings) const {
  pings.clear();
  for (const Alert& alert : alerts_) {
    if (!alert.has_place || now_s - alert.at_s >= k_ping_s) continue;
    pings.push_back({alert.x_m, alert.z_m, now_s - alert.at_s, alert.hostile});
  }
}

bool CommandAlerts::jump(double& x_m, double& z_m) {
  std::size_t places = 0;
  for (const Alert& alert : alerts_) places += alert.has_place ? 1 : 0;
  if (places == 0) return false;
  std::size_t back = jumps_++ % places;
  for (auto alert = alerts_.rbegin(); alert != alerts_.rend(); ++alert) {
    if (!alert->has_place || back-- > 0) continue;
    x_m = alert->x_m;
    z_m = alert->z_m;
    return true;
  }
  return false;
}

}  // namespace terrane::play
