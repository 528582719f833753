#include "page_match.h"

#include <cmath>
#include <limits>
#include <utility>

#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"
#include "terrane/play/command_ground.h"
#include "terrane/play/rules_files.h"

namespace terrane::web {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double k_half_side_m = 200;
constexpr unsigned k_units_max = 400;
constexpr double k_m_per_degree = 111e3;

// A square around the world's start, in the world's own way of naming areas.
stream::Area area_around_start(const stream::WorldInfo& info) {
  const geo::Vec3 middle = info.start.origin;
  if (!info.geographic) {
    return {middle.x - k_half_side_m, middle.z - k_half_side_m, middle.x + k_half_side_m,
            middle.z + k_half_side_m};
  }
  const geo::Geodetic place = geo::to_geodetic(middle);
  const double lat_deg = place.lat_rad * 180 / base::k_pi;
  const double lon_deg = place.lon_rad * 180 / base::k_pi;
  const double north_deg = k_half_side_m / k_m_per_degree;
  const double east_deg = north_deg / std::fmax(std::cos(place.lat_rad), 0.05);
  return {lon_deg - east_deg, lat_deg - north_deg, lon_deg + east_deg, lat_deg + north_deg};
}

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
  play::FieldPlan plan =
      TERRANE_TRY(play::plan_field(provider, area_around_start(provider.info())));
  play::FieldBuilder builder(provider, std::move(plan));
  while (!builder.done()) TERRANE_TRY(builder.step(std::numeric_limits<double>::infinity()));
  desk.recipe.field = TERRANE_TRY(builder.finish(wish.seed, 2));
  return play::CommandWay::open(device, &provider, std::move(options));
}

}  // namespace terrane::web
