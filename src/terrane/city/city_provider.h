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

// How the road graph comes about. Lattice: a pure function of seed and place, with loops.
enum class Layout : std::uint8_t { Lattice };

// `WorldInfo::uri` is "city:SEED". Positions are metres of the plane, roads reach 1,920,000 km out.
base::Result<std::unique_ptr<stream::Provider>> open_city(std::uint64_t seed, Layout layout);

}  // namespace terrane::city
