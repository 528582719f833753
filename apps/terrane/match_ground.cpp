#include "match_ground.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "build_area.h"
#include "progress.h"
#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"
#include "terrane/fetch/file.h"
#include "terrane/geo/geodetic.h"
#include "terrane/rts/arena.h"
#include "terrane/rts/rasterise.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr const char* k_rules_files[] = {"match.json", "nature.json", "people.json",
                                         "goblins.json"};
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

// The square of a frame that an area covers.
struct Ground {
  geo::Frame frame;
  rts::RasterArea area;
};

geo::Vec3 world_position(const stream::Provider& provider, double x, double y) {
  if (!provider.info().geographic) return {x, 0, y};
  return geo::to_ecef({y * base::k_radians_per_degree, x * base::k_radians_per_degree, 0});
}

Result<Ground> ground_of(const stream::Provider& provider, const stream::Area& area) {
  Ground ground;
  const double middle_x = (area.min_x + area.max_x) / 2;
  const double middle_y = (area.min_y + area.max_y) / 2;
  ground.frame = provider.frame_at(world_position(provider, middle_x, middle_y));
  double west = 0, east = 0, north = 0, south = 0;
  for (const double x : {area.min_x, area.max_x}) {
    for (const double y : {area.min_y, area.max_y}) {
      const geo::Vec3 local = ground.frame.to_local(world_position(provider, x, y));
      west = std::min(west, local.x);
      east = std::max(east, local.x);
      north = std::min(north, local.z);
      south = std::max(south, local.z);
    }
  }
  const auto cells = [](double metres) {
    return static_cast<std::int32_t>(std::min(std::ceil(metres), 1e6));
  };
  ground.area.origin_x_mm = cells(-west) * -rts::k_cell_mm;
  ground.area.origin_z_mm = cells(-north) * -rts::k_cell_mm;
  ground.area.width_cells = cells(-west) + cells(east);
  ground.area.height_cells = cells(-north) + cells(south);
  const std::int32_t side = std::max(ground.area.width_cells, ground.area.height_cells);
  if (side > rts::k_side_cells_max) {
    return Error{ErrorCode::OutOfRange, "the area is " + std::to_string(side) + " m wide",
                 "the match's area", "at most 2048 m a side"};
  }
  return ground;
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

Result<rts::Battlefield> make_from_world(const GroundOptions& options) {
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(options.uri));
  const stream::Provider& provider = *opened.provider;
  const stream::Area area = TERRANE_TRY(area_of(options, provider));
  const Ground ground = TERRANE_TRY(ground_of(provider, area));
  const auto keys = TERRANE_TRY(provider.pieces_in(&area));
  const auto contents = TERRANE_TRY(build_all(provider, keys));
  std::vector<rts::PlacedContent> placed;
  for (std::size_t index = 0; index < keys.size(); ++index) {
    const geo::Vec3 offset = ground.frame.to_local(provider.piece_frame(keys[index]).origin);
    placed.push_back(
        {&contents[index], base::to_mm(offset.x), base::to_mm(offset.y), base::to_mm(offset.z)});
  }
  const auto height_at_mm = [&](rts::PointMm point) {
    const geo::Vec3 at =
        ground.frame.to_world({base::from_mm(point.x_mm), 0, base::from_mm(point.z_mm)});
    return base::to_mm32(provider.ground_height_m(at));
  };
  rts::Battlefield field = TERRANE_TRY(rts::rasterise(
      placed, ground.area, provider.info().surround == content::Material::Water, height_at_mm));
  field.world_uri = provider.info().uri;
  const double scale = provider.info().geographic ? 1e7 : 1e3;
  field.frame_x = base::round_to_integer((area.min_x + area.max_x) / 2 * scale);
  field.frame_z = base::round_to_integer((area.min_y + area.max_y) / 2 * scale);
  TERRANE_TRY(rts::furnish(field, options.seed, options.sides));
  return field;
}

}  // namespace

Result<std::vector<rts::RulesText>> read_rules() {
  std::vector<rts::RulesText> texts;
  for (const char* file : k_rules_files) {
    const std::string path = TERRANE_TRY(world::data_path(std::string("rules/") + file));
    texts.push_back({path, TERRANE_TRY(fetch::read_file(path, std::uint64_t{1} << 20))});
  }
  return texts;
}

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

Result<rts::Battlefield> make_ground(const GroundOptions& options) {
  const bool generated = options.uri.empty() || options.uri.rfind(k_arena, 0) == 0;
  return generated ? make_generated(options) : make_from_world(options);
}

}  // namespace terrane::app
