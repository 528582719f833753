// The ground of a match: a generated arena, or an area of a world whose pieces are built and
// rasterised. The same WORLD and area give the same battlefield everywhere; replays and saves
// depend on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules.h"
#include "world_options.h"

namespace terrane::app {

struct GroundOptions {
  std::string uri;  // empty or "arena:SEED": generated
  AreaOptions area;
  std::uint64_t seed = 0;  // of the match: starts, mines and trees; of the arena without a seed
  std::uint32_t sides = 2;
  std::uint32_t units = 0;  // decides how large an arena is
};

// The area's options as one text and back, for replays.
std::string area_text(const AreaOptions& area);
base::Result<AreaOptions> parse_area_text(const std::string& text);

// Whether it is an arena, which no world holds.
bool is_generated(const GroundOptions& options);

// `world_uri` of the battlefield repeats the world. `provider`: the options' world, where it is
// open already. Fails as the world and rts::furnish() do, and for an area of more than 2 km a side.
base::Result<rts::Battlefield> make_ground(const GroundOptions& options,
                                           const stream::Provider* provider = nullptr);

}  // namespace terrane::app
