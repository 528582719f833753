// The arguments that commands share: which world, which part of it, which place. Parsing only turns
// texts into numbers and positions; everything that cannot be meant is an error that names the
// option.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "terrane/base/result.h"
#include "terrane/stream/provider.h"
#include "terrane/world/open_world.h"

namespace terrane::app {

struct OpenedWorld {
  world::WorldName name;
  std::unique_ptr<stream::Provider> provider;
};

// The positional WORLD; `default_uri` empty means that it must be given.
void add_world_argument(CLI::App& command, std::string& uri, const std::string& default_uri = "");
// Opens it; for `city:` says on standard error which URI repeats the world.
base::Result<OpenedWorld> open_world_argument(const std::string& uri);

struct AreaOptions {
  std::string bbox;
  std::string around;
  double radius_m = 0;
};

void add_area_options(CLI::App& command, AreaOptions& options);
// Nothing when neither option was given: all that the world holds.
base::Result<std::optional<stream::Area>> parse_area(const AreaOptions& options,
                                                     const stream::WorldInfo& info);

// `X,Z` in metres or `LAT,LON` in degrees, on the reference surface; world space.
base::Result<geo::Vec3> parse_place(const std::string& text, const std::string& option,
                                    const stream::WorldInfo& info);

// Exactly `count` finite numbers with commas between them.
base::Result<std::vector<double>> parse_numbers(const std::string& text, std::size_t count,
                                                const std::string& option,
                                                const std::string& expected);

// `number` must lie in [low, high].
base::Result<void> check_range(double number, double low, double high, const std::string& option);

}  // namespace terrane::app
