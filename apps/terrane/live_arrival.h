// Waits for what a live place needs, with a progress bar, for the commands that cannot go on
// without. For worlds that need nothing it returns at once. Owner thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/stream/provider.h"

namespace terrane::app {

// Bodies by URL.
using ArrivedInputs = std::map<std::string, fetch::Bytes>;

// Everything that the pieces need, within `patience_s`; else the first failure, which says when to
// ask again. What fails is asked for again while there is time.
base::Result<ArrivedInputs> wait_for_pieces(const stream::Provider& provider,
                                            const std::vector<stream::PieceKey>& pieces,
                                            double patience_s);
inline constexpr double k_area_patience_s = 900;

// The map tile at a place, so that somebody can start on a road there. What does not come in a few
// seconds is told on standard error, and one starts without.
void wait_for_place(const stream::Provider& provider, geo::Vec3 position);

}  // namespace terrane::app
