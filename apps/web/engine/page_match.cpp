#include "page_match.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>

#include "terrane/base/trig.h"
#include "terrane/fetch/file.h"
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
constexpr std::uint64_t k_replay_bytes_max = std::uint64_t{64} << 20;

Result<void> add_players(const std::string& players, const rts::Rules& rules,
                         rts::MatchSetup& setup, rts::Word& person) {
  person = rts::k_none;
  std::size_t begin = 0;
  while (begin <= players.size()) {
    const std::size_t end = std::min(players.find(',', begin), players.size());
    const std::string name = players.substr(begin, end - begin);
    begin = end + 1;
    rts::PlayerSetup player;
    const auto side = static_cast<rts::Word>(setup.players.size());
    player.faction = side % static_cast<rts::Word>(rules.factions.size());
    if (name == "human") {
      person = side;
    } else if (name == "ai") {
      player.level = static_cast<rts::Word>(rules.opponents.size() / 2);
    } else if (name != "idle") {
      for (std::size_t level = 0; level < rules.opponents.size(); ++level) {
        if (rules.opponents[level].name == name) player.level = static_cast<rts::Word>(level);
      }
      if (player.level == rts::k_none) {
        return Error{ErrorCode::BadUsage, "no such player", name,
                     "human, ai, idle, or a level's name"};
      }
    }
    setup.players.push_back(player);
  }
  if (setup.players.size() == 2) return {};
  return Error{ErrorCode::BadUsage, "not two sides", players, "two, as in human,ai"};
}

// The area of a match on the page, as a replay names it.
std::string area_of(const stream::WorldInfo& info) {
  char text[128];
  if (info.geographic) {
    const geo::Geodetic at = geo::to_geodetic(info.start.origin);
    constexpr double k_radians = base::k_radians_per_degree;
    std::snprintf(text, sizeof(text), "around %.7f,%.7f %.0f", at.lat_rad / k_radians,
                  at.lon_rad / k_radians, k_half_side_m);
  } else {
    std::snprintf(text, sizeof(text), "around %.3f,%.3f %.0f", info.start.origin.x,
                  info.start.origin.z, k_half_side_m);
  }
  return text;
}

Result<rts::Battlefield> build_ground(const stream::Provider& provider, const std::string& area,
                                      std::uint64_t seed, std::uint32_t sides) {
  const stream::Area box = TERRANE_TRY(play::area_of_text(area, provider));
  play::FieldPlan plan = TERRANE_TRY(play::plan_field(provider, box));
  play::FieldBuilder builder(provider, std::move(plan));
  while (!builder.done()) TERRANE_TRY(builder.step(std::numeric_limits<double>::infinity()));
  return builder.finish(seed, sides);
}

}  // namespace

Result<GivenReplay> read_replay(const std::string& path) {
  const std::string text = TERRANE_TRY(fetch::read_file(path, k_replay_bytes_max));
  GivenReplay given;
  given.bytes.assign(text.begin(), text.end());
  const rts::Replay replay = TERRANE_TRY(rts::Replay::open(given.bytes));
  given.world_uri = replay.head().world_uri;
  given.area = replay.head().area;
  given.setup = replay.head().setup;
  return given;
}

Result<rts::Battlefield> make_arena(const std::string& uri, const MatchWish& wish) {
  if (!wish.replay) {
    return play::make_arena_field(uri, wish.seed, 2, std::min(wish.units, k_units_max));
  }
  const rts::MatchSetup& setup = wish.replay->setup;
  const auto sides = static_cast<std::uint32_t>(setup.players.size());
  return play::make_arena_field(uri, setup.seed, sides, setup.units);
}

Result<play::MatchRecipe> make_recipe(const stream::Provider& provider,
                                      const rts::Battlefield* arena, const std::string& area,
                                      const MatchWish& wish, rts::Word& person) {
  play::MatchRecipe recipe;
  recipe.rules = TERRANE_TRY(play::read_rules());
  if (wish.replay) {
    person = rts::k_none;
    recipe.setup = wish.replay->setup;
  } else {
    const rts::Rules rules = TERRANE_TRY(rts::load_rules(recipe.rules));
    TERRANE_TRY(add_players(wish.players, rules, recipe.setup, person));
    recipe.setup.seed = wish.seed;
    recipe.setup.units = std::min(wish.units, k_units_max);
  }
  const auto sides = static_cast<std::uint32_t>(recipe.setup.players.size());
  recipe.field = arena != nullptr
                     ? *arena
                     : TERRANE_TRY(build_ground(provider, area, recipe.setup.seed, sides));
  return recipe;
}

Result<std::unique_ptr<play::CommandWay>> open_match(gpu::Device& device,
                                                     stream::Provider& provider,
                                                     const rts::Battlefield* arena,
                                                     const MatchWish& wish,
                                                     play::CommandOptions options) {
  play::DeskOptions& desk = options.desk;
  if (arena == nullptr) desk.area = wish.replay ? wish.replay->area : area_of(provider.info());
  desk.recipe = TERRANE_TRY(make_recipe(provider, arena, desk.area, wish, desk.player));
  if (wish.replay) desk.replay = wish.replay->bytes;
  desk.host.thread = wish.in_worker ? play::MatchThread::Worker : play::MatchThread::Main;
  return play::CommandWay::open(device, &provider, std::move(options));
}

}  // namespace terrane::web
