#include "terrane/play/command_selection.h"

#include <algorithm>

#include "terrane/snapshot/events.h"

namespace terrane::play {
namespace {

using snapshot::CoreRow;
using snapshot::Table;

constexpr float k_pick_px_min = 11;  // a click this near to a unit's middle means it
constexpr std::size_t k_kinds_told = 4;

bool is_mobile(const rts::Rules& rules, Word type) {
  return type < rules.types.size() && rts::is_mobile(rules.types[type].role);
}

}  // namespace

std::string spoken_name(const std::string& name) {
  std::string spoken = name;
  std::replace(spoken.begin(), spoken.end(), '_', ' ');
  return spoken;
}

std::string spoken_deed(const rts::Rules& rules, const snapshot::View& view, const CoreRow& row) {
  using snapshot::Animation;
  if ((row.flags & snapshot::k_flag_under_construction) != 0) {
    const snapshot::Rows& sites = view.table(Table::Construction);
    const Word at = sites.find(row.identity);
    if (at == sites.count()) return "is being built";
    const auto site = sites.get<snapshot::ConstructionRow>(at);
    const std::uint64_t percent =
        site.work_total == 0 ? 0 : std::uint64_t{site.work_done} * 100 / site.work_total;
    return std::to_string(percent) + " % built" +
           (site.builders == 0 ? ", nobody at work" : std::string());
  }
  if ((row.flags & snapshot::k_flag_resource) != 0) {
    const snapshot::Rows& stocks = view.table(Table::Resources);
    const Word at = stocks.find(row.identity);
    if (at == stocks.count()) return {};
    const auto stock = stocks.get<snapshot::ResourceRow>(at);
    return std::to_string(stock.amount) + (stock.kind == 0 ? " gold" : " wood") + " left";
  }
  switch (static_cast<Animation>(row.animation)) {
    case Animation::Walk:
      return (row.flags & snapshot::k_flag_carrying) != 0 ? "carries home" : "walks";
    case Animation::Attack:
      return "fights";
    case Animation::Gather:
      return "gathers";
    case Animation::Build:
      return "builds";
    case Animation::Repair:
      return "repairs";
    case Animation::Produce:
      return "at work";
    default:
      break;
  }
  if ((row.flags & snapshot::k_flag_fighting) != 0) return "fights";
  const bool is_building = row.type < rules.types.size() && !is_mobile(rules, row.type);
  return is_building ? std::string() : row.order != 0 ? "waits" : "idle";
}

void CommandSelection::set_player(Word player) {
  player_ = player;
  units_.clear();
  for (std::vector<Word>& group : groups_) group.clear();
  last_idle_ = 0;
}

bool CommandSelection::is_eligible(Word type, Word owner, Word flags) const {
  if (type >= rules_.types.size()) return false;
  if (player_ != rts::k_none) return owner == player_;
  return owner != snapshot::k_owner_nature || (flags & snapshot::k_flag_resource) == 0;
}

void CommandSelection::start(bool add) {
  if (!add) units_.clear();
}

void CommandSelection::finish(const snapshot::View* view) {
  std::sort(units_.begin(), units_.end());
  units_.erase(std::unique(units_.begin(), units_.end()), units_.end());
  if (units_.size() > k_units_max) units_.resize(k_units_max);
  if (view != nullptr) follow(*view);
}

void CommandSelection::follow(const snapshot::View& view) {
  const snapshot::Rows& core = view.core();
  const auto is_gone = [&](Word identity) {
    const Word at = core.find(identity);
    if (at == core.count()) return true;
    return player_ != rts::k_none && core.each<CoreRow>()[at].get(&CoreRow::owner) != player_;
  };
  const auto sweep = [&](std::vector<Word>& list) {
    list.erase(std::remove_if(list.begin(), list.end(), is_gone), list.end());
  };
  sweep(units_);
  for (std::vector<Word>& group : groups_) sweep(group);
  bool has_active = false;
  only_buildings_ = !units_.empty();
  Word best = rts::k_none;
  for (const Word identity : units_) {
    const auto row = core.each<CoreRow>()[core.find(identity)];
    const Word type = row.get(&CoreRow::type);
    has_active = has_active || type == active_type_;
    if (is_mobile(rules_, type)) only_buildings_ = false;
    // Heroes and soldiers before workers, workers before what stands: the last role that moves.
    const auto rank_of = [&](Word wanted) {
      return is_mobile(rules_, wanted) ? 100 + static_cast<int>(rules_.types[wanted].role) : 0;
    };
    if (best == rts::k_none || rank_of(type) > rank_of(best)) best = type;
  }
  if (!has_active) active_type_ = best;
}

Word CommandSelection::under(std::span<const ShownUnit> shown, const rts::Rules& rules, double x_px,
                             double y_px) {
  Word best = 0;
  double best_share = 1;
  bool best_moves = false;
  for (const ShownUnit& unit : shown) {
    const bool moves = is_mobile(rules, unit.type);
    const double reach_px = std::max(unit.radius_px, moves ? k_pick_px_min : 6.0f);
    const double dx = unit.x_px - x_px;
    const double dy = unit.y_px - y_px;
    const double share = (dx * dx + dy * dy) / (reach_px * reach_px);
    if (share > 1 || (best_moves && !moves)) continue;
    if (best != 0 && best_moves == moves && share >= best_share) continue;
    best = unit.identity;
    best_share = share;
    best_moves = moves;
  }
  return best;
}

void CommandSelection::click(const snapshot::View& view, Word identity, bool add) {
  const Word at = view.core().find(identity);
  if (identity == 0 || at == view.core().count()) {
    if (!add) clear();
    return;
  }
  const auto row = view.core().get<CoreRow>(at);
  if (!is_eligible(row.type, row.owner, row.flags)) {
    if (!add) clear();
    return;
  }
  const auto place = std::lower_bound(units_.begin(), units_.end(), identity);
  if (add && place != units_.end() && *place == identity) {
    units_.erase(place);  // a second time: taken out again
  } else {
    start(add);
    units_.push_back(identity);
  }
  finish(&view);
}

void CommandSelection::box(std::span<const ShownUnit> shown, PixelBox box, bool add) {
  if (box.x0 > box.x1) std::swap(box.x0, box.x1);
  if (box.y0 > box.y1) std::swap(box.y0, box.y1);
  start(add);
  const std::size_t before = units_.size();
  for (const bool movers : {true, false}) {
    for (const ShownUnit& unit : shown) {
      if (is_mobile(rules_, unit.type) != movers || unit.remembered) continue;
      if (!is_eligible(unit.type, unit.owner, unit.flags)) continue;
      if (unit.x_px < box.x0 || unit.x_px > box.x1 || unit.y_px < box.y0 || unit.y_px > box.y1) {
        continue;
      }
      units_.push_back(unit.identity);
    }
    if (units_.size() != before) break;
  }
  finish(nullptr);
}

void CommandSelection::click_kind(std::span<const ShownUnit> shown, Word identity, bool add) {
  const auto clicked = std::find_if(
      shown.begin(), shown.end(), [&](const ShownUnit& unit) { return unit.identity == identity; });
  if (clicked == shown.end() || !is_eligible(clicked->type, clicked->owner, clicked->flags)) return;
  start(add);
  for (const ShownUnit& unit : shown) {
    if (unit.type == clicked->type && unit.owner == clicked->owner && !unit.remembered) {
      units_.push_back(unit.identity);
    }
  }
  finish(nullptr);
}

void CommandSelection::select_only(Word identity) {
  units_.assign(1, identity);
}

void CommandSelection::clear() {
  units_.clear();
  active_type_ = rts::k_none;
  only_buildings_ = false;
}

void CommandSelection::set_group(unsigned group) {
  if (group >= 1 && group <= k_groups) groups_[group - 1] = units_;
}

bool CommandSelection::recall_group(unsigned group) {
  if (group < 1 || group > k_groups || groups_[group - 1].empty()) return false;
  units_ = groups_[group - 1];
  return true;
}

std::span<const Word> CommandSelection::group(unsigned number) const {
  if (number < 1 || number > k_groups) return {};
  return groups_[number - 1];
}

bool CommandSelection::holds(Word identity) const {
  return std::binary_search(units_.begin(), units_.end(), identity);
}

void CommandSelection::next_kind(const snapshot::View& view) {
  // The smallest type above the active one, or the smallest of all.
  Word above = rts::k_none;
  Word least = rts::k_none;
  for (const Word identity : units_) {
    const Word at = view.core().find(identity);
    if (at == view.core().count()) continue;
    const Word type = view.core().each<CoreRow>()[at].get(&CoreRow::type);
    least = std::min(least, type);
    if (type > active_type_) above = std::min(above, type);
  }
  active_type_ = above != rts::k_none ? above : least;
}

Word CommandSelection::next_idle_worker(const snapshot::View& view) {
  Word first = 0;
  Word next = 0;
  for (const auto row : view.core().each<CoreRow>()) {
    const Word type = row.get(&CoreRow::type);
    if (row.get(&CoreRow::owner) != player_ || type >= rules_.types.size()) continue;
    if (rules_.types[type].role != rts::Role::Worker || row.get(&CoreRow::order) != 0) continue;
    if ((row.get(&CoreRow::flags) & (snapshot::k_flag_inside | snapshot::k_flag_moving)) != 0) {
      continue;
    }
    const Word identity = row.get(&CoreRow::identity);
    if (first == 0) first = identity;
    if (next == 0 && identity > last_idle_) next = identity;
  }
  last_idle_ = next != 0 ? next : first;
  return last_idle_;
}

void CommandSelection::select_army(const snapshot::View& view) {
  start(false);
  for (const auto row : view.core().each<CoreRow>()) {
    const Word type = row.get(&CoreRow::type);
    if (row.get(&CoreRow::owner) != player_ || type >= rules_.types.size()) continue;
    if (!rts::is_soldier(rules_.types[type].role)) continue;
    units_.push_back(row.get(&CoreRow::identity));
  }
  finish(&view);
}

std::string describe_units(const rts::Rules& rules, const snapshot::View& view,
                           std::span<const Word> units) {
  const snapshot::Rows& core = view.core();
  if (units.empty()) return {};
  if (units.size() == 1) {
    const Word at = core.find(units.front());
    if (at == core.count()) return {};
    const auto row = core.get<CoreRow>(at);
    const std::string deed = spoken_deed(rules, view, row);
    std::string line = spoken_name(rules.type(row.type).name);
    if ((row.flags & snapshot::k_flag_resource) == 0) {
      line += ", " + std::to_string((row.health_256 + 255) / 256) + " of " +
              std::to_string(row.health_max_256 / 256) + " health";
    }
    if (row.rank > 0) line += ", rank " + std::to_string(row.rank);
    return deed.empty() ? line : line + ", " + deed;
  }
  std::vector<std::pair<std::size_t, Word>> kinds;
  for (const Word identity : units) {
    const Word at = core.find(identity);
    if (at == core.count()) continue;
    const Word type = core.each<CoreRow>()[at].get(&CoreRow::type);
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const auto& other) { return other.second == type; });
    if (kind == kinds.end()) {
      kinds.emplace_back(1, type);
    } else {
      kind->first += 1;
    }
  }
  std::sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::string line = std::to_string(units.size()) + " selected: ";
  for (std::size_t at = 0; at < kinds.size() && at < k_kinds_told; ++at) {
    if (at > 0) line += ", ";
    line += std::to_string(kinds[at].first) + " " + spoken_name(rules.type(kinds[at].second).name);
  }
  return kinds.size() > k_kinds_told ? line + " and others" : line;
}

}  // namespace terrane::play
