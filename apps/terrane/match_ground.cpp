#include "match_ground.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "build_area.h"
#include "progress.h"
#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"
#include "terrane/play/command_ground.h"
#include "terrane/rts/arena.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr const char k_arena[] = "arena:";
constexpr double k_default_radius_m = 400;
constexpr std::int32_t k_arena_cells_min = 128;

// An arena has room for its sides and their armies: about 40 cells of ground a unit.
std::int32_t arena_cells(const GroundOptions& options) {
  const std::int32_t for_sides = 96 * static_cast<std::int32_t>(options.sides);
  const auto for_units = static_cast<std::int32_t>(std::sqrt(40.0 * options.units)) + 96;
  const std::int32_t cells = std::max({k_arena_cells_min, for_sides, for_units});
  return std::min((cells + 31) / 32 * 32, rts::k_side_cells_max);
}

Result<rts::Battlefield> make_generated(const GroundOptions& options) {
  std::uint64_t seed = options.seed;
  const std::string digits = options.uri.empty() ? "" : options.uri.substr(sizeof(k_arena) - 1);
  if (!digits.empty()) {
    if (digits.size() > 18 || digits.find_first_not_of("0123456789") != std::string::npos) {
      return Error{ErrorCode::BadUri, "the arena's seed is no number", options.uri,
                   "arena:SEED with a whole number of at most 18 digits"};
    }
    seed = std::stoull(digits);
  }
  if (!options.area.bbox.empty() || !options.area.around.empty()) {
    return Error{ErrorCode::BadUsage, "an arena has no area", "--bbox or --around",
                 "a world, as in `terrane match city:412 --around 0,0 --radius 400`"};
  }
  rts::Battlefield field = TERRANE_TRY(rts::make_arena(seed, options.sides, arena_cells(options)));
  field.world_uri = k_arena + std::to_string(seed);
  return field;
}

// `LAT,LON` of the middle of all that a map holds.
Result<std::string> middle_of_data(const stream::Provider& provider) {
  const auto keys = TERRANE_TRY(provider.pieces_in(nullptr));
  geo::Geodetic low = geo::to_geodetic(provider.info().start.origin);
  geo::Geodetic high = low;
  for (std::size_t index = 0; index < keys.size(); ++index) {
    const geo::Geodetic at = geo::to_geodetic(provider.piece_frame(keys[index]).origin);
    if (index == 0) low = high = at;
    low = {std::min(low.lat_rad, at.lat_rad), std::min(low.lon_rad, at.lon_rad), 0};
    high = {std::max(high.lat_rad, at.lat_rad), std::max(high.lon_rad, at.lon_rad), 0};
  }
  return std::to_string((low.lat_rad + high.lat_rad) / 2 / base::k_radians_per_degree) + "," +
         std::to_string((low.lon_rad + high.lon_rad) / 2 / base::k_radians_per_degree);
}

// The area's square around its middle, where none was given.
Result<stream::Area> area_of(const GroundOptions& options, const stream::Provider& provider) {
  const stream::WorldInfo& info = provider.info();
  const auto given = TERRANE_TRY(parse_area(options.area, info));
  if (given) return *given;
  AreaOptions around;
  around.around = "0,0";
  around.radius_m = k_default_radius_m;
  if (info.geographic) around.around = TERRANE_TRY(middle_of_data(provider));
  return *TERRANE_TRY(parse_area(around, info));
}

Result<std::vector<content::Content>> build_all(const stream::Provider& provider,
                                                const std::vector<stream::PieceKey>& keys) {
  std::vector<content::Content> contents(keys.size());
  std::vector<std::unique_ptr<Error>> errors(keys.size());
  Progress progress("building the ground");
  build_pieces(
      provider, keys, BuildPlan{},
      [&](std::size_t index, Result<content::Content> result) {
        if (result.ok()) {
          contents[index] = std::move(result).value();
        } else {
          errors[index] = std::make_unique<Error>(result.error());
        }
      },
      [&](std::size_t done) { progress.show(done, keys.size()); });
  for (const std::unique_ptr<Error>& error : errors) {
    if (error) return *error;
  }
  return contents;
}

Result<rts::Battlefield> make_from_world(const GroundOptions& options,
                                         const stream::Provider& provider) {
  const stream::Area area = TERRANE_TRY(area_of(options, provider));
  const play::FieldPlan plan = TERRANE_TRY(play::plan_field(provider, area));
  const auto contents = TERRANE_TRY(build_all(provider, plan.keys));
  return play::make_field(provider, plan, contents, options.seed, options.sides);
}

}  // namespace

std::string area_text(const AreaOptions& area) {
  if (!area.bbox.empty()) return "bbox " + area.bbox;
  if (area.around.empty()) return {};
  return "around " + area.around + " " + std::to_string(area.radius_m);
}

Result<AreaOptions> parse_area_text(const std::string& text) {
  AreaOptions area;
  if (text.empty()) return area;
  const std::size_t first = text.find(' ');
  const std::string kind = text.substr(0, first);
  const std::string rest = first == std::string::npos ? "" : text.substr(first + 1);
  if (kind == "bbox" && !rest.empty()) {
    area.bbox = rest;
    return area;
  }
  const std::size_t second = rest.find(' ');
  if (kind == "around" && second != std::string::npos) {
    area.around = rest.substr(0, second);
    area.radius_m = TERRANE_TRY(parse_numbers(rest.substr(second + 1), 1, "radius", "metres"))[0];
    return area;
  }
  return Error{ErrorCode::BadData, "the area cannot be read", text,
               "`bbox W,S,E,N` or `around X,Z RADIUS`"};
}

bool is_generated(const GroundOptions& options) {
  return options.uri.empty() || options.uri.rfind(k_arena, 0) == 0;
}

Result<rts::Battlefield> make_ground(const GroundOptions& options,
                                     const stream::Provider* provider) {
  if (is_generated(options)) return make_generated(options);
  if (provider != nullptr) return make_from_world(options, *provider);
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(options.uri));
  return make_from_world(options, *opened.provider);
}

}  // namespace terrane::app
