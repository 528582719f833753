// The city as a world: an endless procedural city on a flat plane, a pure function of its seed.
// This header is all that other parts know of the folder.
// Source: articles "Building a procedural city in WebGPU" and "Streaming an open world with Web
// Workers".
#pragma once

#include <cstdint>
#include <memory>

#include "terrane/base/result.h"
#include "terrane/stream/provider.h"

namespace terrane::city {

// How the road graph comes about.
enum class LayoutKind : std::uint8_t {
  Lattice,  // a pure function of seed and place, with loops
  Grown,    // a tree that grows from the origin as it is reached
};

// `WorldInfo::uri` is "city:SEED", with "?layout=grown" for that layout. Positions are metres of
// the plane, roads reach 1,920,000 km out.
base::Result<std::unique_ptr<stream::Provider>> open_city(std::uint64_t seed, LayoutKind layout);

}  // namespace terrane::city
