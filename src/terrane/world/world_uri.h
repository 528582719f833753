// A world's name, taken apart: `city:SEED?layout=grown`, `city:` (draws a seed), `osm:FILE`,
// `osm:` (the made-up town that comes with the engine), `osm:overpass?endpoint=URL` (any place on
// Earth, asked of a server). Names only: nothing is opened here
// (open_world.h). A seed of digits is that number; any other text is hashed, so `city:my-town` is a
// world as well.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "terrane/base/result.h"

namespace terrane::world {

enum class Scheme { City, Map, Live };

struct WorldName {
  Scheme scheme = Scheme::City;
  std::uint64_t seed = 0;       // city
  bool grown = false;           // city: its layout
  bool seed_was_drawn = false;  // the caller prints the URI that repeats the world
  std::string path;             // map: the file; empty for the town that comes along
  std::string endpoint;         // live: of the Overpass server; empty for the public one
};

// BadUri names the part that cannot be meant; a scheme of a later version is Unavailable.
// `drawn_seed` is used for `city:` without a seed.
base::Result<WorldName> parse_world_uri(std::string_view uri, std::uint64_t drawn_seed);

}  // namespace terrane::world
