#include "terrane/play/command_ground.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"
#include "terrane/rts/arena.h"
#include "terrane/stream/clock.h"

namespace terrane::play {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

geo::Vec3 world_position(const stream::Provider& provider, double x, double y) {
  if (!provider.info().geographic) return {x, 0, y};
  return geo::to_ecef({y * base::k_radians_per_degree, x * base::k_radians_per_degree, 0});
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
