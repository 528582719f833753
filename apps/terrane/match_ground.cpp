#include "match_ground.h"

#include <utility>

#include "build_area.h"
#include "progress.h"
#include "terrane/play/command_ground.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Result<rts::Battlefield> make_generated(const GroundOptions& options) {
  if (!options.area.bbox.empty() || !options.area.around.empty()) {
    return Error{ErrorCode::BadUsage, "an arena has no area", "--bbox or --around",
                 "a world, as in `terrane match city:412 --around 0,0 --radius 400`"};
  }
  return play::make_arena_field(options.uri, options.seed, options.sides, options.units);
}

// The square around its middle, where none was given.
Result<stream::Area> area_of(const GroundOptions& options, const stream::Provider& provider) {
  const auto given = TERRANE_TRY(parse_area(options.area, provider.info()));
  if (given) return *given;
  return play::area_of_text("", provider);
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
  return options.uri.empty() || play::is_arena(options.uri);
}

Result<rts::Battlefield> make_ground(const GroundOptions& options,
                                     const stream::Provider* provider) {
  if (is_generated(options)) return make_generated(options);
  if (provider != nullptr) return make_from_world(options, *provider);
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(options.uri));
  return make_from_world(options, *opened.provider);
}

}  // namespace terrane::app
