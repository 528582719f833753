#include "page_match.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "terrane/play/command_ground.h"
#include "terrane/play/rules_files.h"
#include "terrane/stream/area.h"

namespace terrane::web {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double k_half_side_m = 200;
constexpr unsigned k_units_max = 400;

Result<void> add_players(const std::string& players, const rts::Rules& rules,
                         play::DeskOptions& desk) {
  desk.player = rts::k_none;
  std::size_t begin = 0;
  while (begin <= players.size()) {
    const std::size_t end = std::min(players.find(',', begin), players.size());
    const std::string name = players.substr(begin, end - begin);
    begin = end + 1;
    rts::PlayerSetup player;
    const auto side = static_cast<rts::Word>(desk.recipe.setup.players.size());
    player.faction = side % static_cast<rts::Word>(rules.factions.size());
    if (name == "human") {
      desk.player = side;
    } else if (name == "ai") {
      player.level = static_cast<rts::Word>(rules.opponents.size() / 2);
    } else {
      for (std::size_t level = 0; level < rules.opponents.size(); ++level) {
        if (rules.opponents[level].name == name) player.level = static_cast<rts::Word>(level);
      }
      if (player.level == rts::k_none) {
        return Error{ErrorCode::BadUsage, "no such player", name, "human, ai, or a level's name"};
      }
    }
    desk.recipe.setup.players.push_back(player);
  }
  if (desk.recipe.setup.players.size() == 2) return {};
  return Error{ErrorCode::BadUsage, "not two sides", players, "two, as in human,ai"};
}

}  // namespace

Result<std::unique_ptr<play::CommandWay>> open_match(gpu::Device& device,
                                                     stream::Provider& provider,
                                                     const MatchWish& wish,
                                                     play::CommandOptions options) {
  play::DeskOptions& desk = options.desk;
  desk.recipe.rules = TERRANE_TRY(play::read_rules());
  const rts::Rules rules = TERRANE_TRY(rts::load_rules(desk.recipe.rules));
  TERRANE_TRY(add_players(wish.players, rules, desk));
  desk.recipe.setup.seed = wish.seed;
  desk.recipe.setup.units = std::min(wish.units, k_units_max);
  desk.host.thread = wish.in_worker ? play::MatchThread::Worker : play::MatchThread::Main;
  const stream::WorldInfo& info = provider.info();
  play::FieldPlan plan = TERRANE_TRY(
      play::plan_field(provider, stream::area_around(info, info.start.origin, k_half_side_m)));
  play::FieldBuilder builder(provider, std::move(plan));
  while (!builder.done()) TERRANE_TRY(builder.step(std::numeric_limits<double>::infinity()));
  desk.recipe.field = TERRANE_TRY(builder.finish(wish.seed, 2));
  return play::CommandWay::open(device, &provider, std::move(options));
}

}  // namespace terrane::web
