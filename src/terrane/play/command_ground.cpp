#include "terrane/play/command_ground.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"
#include "terrane/rts/arena.h"
#include "terrane/stream/area.h"
#include "terrane/stream/clock.h"

namespace terrane::play {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view k_arena = "arena:";
constexpr std::int32_t k_arena_cells_min = 128;

geo::Vec3 world_position(const stream::Provider& provider, double x, double y) {
  if (!provider.info().geographic) return {x, 0, y};
  return geo::to_ecef({y * base::k_radians_per_degree, x * base::k_radians_per_degree, 0});
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

}  // namespace

Result<FieldPlan> plan_field(const stream::Provider& provider, const stream::Area& area) {
  FieldPlan plan;
  const double middle_x = (area.min_x + area.max_x) / 2;
  const double middle_y = (area.min_y + area.max_y) / 2;
  plan.frame = provider.frame_at(world_position(provider, middle_x, middle_y));
  const double scale = provider.info().geographic ? 1e7 : 1e3;
  plan.frame_x = base::round_to_integer(middle_x * scale);
  plan.frame_z = base::round_to_integer(middle_y * scale);
  double west = 0, east = 0, north = 0, south = 0;
  for (const double x : {area.min_x, area.max_x}) {
    for (const double y : {area.min_y, area.max_y}) {
      const geo::Vec3 local = plan.frame.to_local(world_position(provider, x, y));
      west = std::min(west, local.x);
      east = std::max(east, local.x);
      north = std::min(north, local.z);
      south = std::max(south, local.z);
    }
  }
  const auto cells = [](double metres) {
    return static_cast<std::int32_t>(std::min(std::ceil(metres), 1e6));
  };
  plan.raster.origin_x_mm = cells(-west) * -rts::k_cell_mm;
  plan.raster.origin_z_mm = cells(-north) * -rts::k_cell_mm;
  plan.raster.width_cells = cells(-west) + cells(east);
  plan.raster.height_cells = cells(-north) + cells(south);
  const std::int32_t side = std::max(plan.raster.width_cells, plan.raster.height_cells);
  if (side > rts::k_side_cells_max) {
    return Error{ErrorCode::OutOfRange, "the area is " + std::to_string(side) + " m wide",
                 "the match's area", "at most 2048 m a side"};
  }
  plan.keys = TERRANE_TRY(provider.pieces_in(&area));
  return plan;
}

bool is_arena(const std::string& uri) {
  return uri.rfind(k_arena, 0) == 0;
}

Result<rts::Battlefield> make_arena_field(const std::string& uri, std::uint64_t seed,
                                          std::uint32_t sides, std::uint32_t units) {
  const std::string digits = is_arena(uri) ? uri.substr(k_arena.size()) : "";
  if (!digits.empty()) {
    if (digits.size() > 18 || digits.find_first_not_of("0123456789") != std::string::npos) {
      return Error{ErrorCode::BadUri, "the arena's seed is no number", uri,
                   "arena:SEED with a whole number of at most 18 digits"};
    }
    seed = std::stoull(digits);
  }
  // Room for the sides and their armies: about 40 cells of ground a unit.
  const auto for_sides = static_cast<std::int32_t>(96 * sides);
  const auto for_units = static_cast<std::int32_t>(std::sqrt(40.0 * units)) + 96;
  const std::int32_t cells = std::max({k_arena_cells_min, for_sides, for_units});
  const std::int32_t side_cells = std::min((cells + 31) / 32 * 32, rts::k_side_cells_max);
  rts::Battlefield field = TERRANE_TRY(rts::make_arena(seed, sides, side_cells));
  field.world_uri = std::string(k_arena) + std::to_string(seed);
  return field;
}

Result<stream::Area> area_of_text(const std::string& text, const stream::Provider& provider) {
  const stream::WorldInfo& info = provider.info();
  if (text.empty()) {
    std::string middle = "0,0";
    if (info.geographic) middle = TERRANE_TRY(middle_of_data(provider));
    return area_of_text("around " + middle + " 400", provider);
  }
  double n[4] = {};
  int end = 0;
  const int length = static_cast<int>(text.size());
  const auto are_finite = [&](int count) {
    return std::all_of(n, n + count, [](double value) { return std::isfinite(value); });
  };
  const bool is_box =
      std::sscanf(text.c_str(), "bbox %lf,%lf,%lf,%lf%n", n, n + 1, n + 2, n + 3, &end) == 4;
  if (is_box && end == length && are_finite(4) && n[0] < n[2] && n[1] < n[3]) {
    return stream::Area{n[0], n[1], n[2], n[3]};
  }
  const bool is_circle =
      std::sscanf(text.c_str(), "around %lf,%lf %lf%n", n, n + 1, n + 2, &end) == 3;
  if (is_circle && end == length && are_finite(3) && n[2] > 0) {
    const geo::Vec3 middle =
        info.geographic ? world_position(provider, n[1], n[0]) : geo::Vec3{n[0], 0, n[1]};
    return stream::area_around(info, middle, n[2]);
  }
  return Error{ErrorCode::BadData, "the area cannot be read", text,
               "`bbox W,S,E,N` or `around X,Z RADIUS`"};
}

Result<rts::Battlefield> make_field(const stream::Provider& provider, const FieldPlan& plan,
                                    const std::vector<content::Content>& contents,
                                    std::uint64_t seed, std::uint32_t sides) {
  std::vector<rts::PlacedContent> placed;
  for (std::size_t index = 0; index < plan.keys.size() && index < contents.size(); ++index) {
    const geo::Vec3 offset = plan.frame.to_local(provider.piece_frame(plan.keys[index]).origin);
    placed.push_back(
        {&contents[index], base::to_mm(offset.x), base::to_mm(offset.y), base::to_mm(offset.z)});
  }
  const auto height_at_mm = [&](rts::PointMm point) {
    const geo::Vec3 at =
        plan.frame.to_world({base::from_mm(point.x_mm), 0, base::from_mm(point.z_mm)});
    return base::to_mm32(provider.ground_height_m(at));
  };
  rts::Battlefield field = TERRANE_TRY(rts::rasterise(
      placed, plan.raster, provider.info().surround == content::Material::Water, height_at_mm));
  field.world_uri = provider.info().uri;
  field.frame_x = plan.frame_x;
  field.frame_z = plan.frame_z;
  TERRANE_TRY(rts::furnish(field, seed, sides));
  return field;
}

Result<void> FieldBuilder::step(double budget_ms) {
  stream::SteadyClock clock;
  const double began_s = clock.now_s();
  while (!done()) {
    const stream::BuildRequest request{plan_.keys[contents_.size()], 0, stream::InputScope::Padded};
    if (!provider_.needs(request.key).empty()) {
      return Error{ErrorCode::Unavailable, "a piece of this world must be fetched first",
                   provider_.info().uri, "a world whose pieces need nothing from elsewhere"};
    }
    contents_.push_back(TERRANE_TRY(provider_.build_on_worker(request, {})));
    if ((clock.now_s() - began_s) * 1000 >= budget_ms) break;
  }
  return {};
}

double FieldBuilder::progress() const {
  if (plan_.keys.empty()) return 1;
  return static_cast<double>(contents_.size()) / static_cast<double>(plan_.keys.size());
}

}  // namespace terrane::play
