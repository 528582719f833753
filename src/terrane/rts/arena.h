// A generated battlefield: hills, ponds, woods and rocks around fair starts. The same for the same
// seed everywhere. Also the furnishing of any ground: where sides start, mines, trees and animals.
// Any thread.
#pragma once

#include "terrane/base/result.h"
#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules.h"

namespace terrane::rts {

// Square, symmetric for its sides by rotation or mirror so that nobody is favoured: half a turn for
// 2 sides, quarter turns for 3 and 4, quarter turns and a mirror for 5 to 8; it has a start for
// each image, so 3 sides leave one free. OutOfRange unless `side_cells` is 96 to k_side_cells_max
// and `sides` 2 to 8.
base::Result<Battlefield> make_arena(std::uint64_t seed, std::uint32_t sides,
                                     std::int32_t side_cells);

// Puts starts, mines, trees and animals on ground that has none (a world's), as far apart and as
// fair as it allows, all in its largest connected part for large units. BadData when there is no
// room for so many.
base::Result<void> furnish(Battlefield& field, std::uint64_t seed, std::uint32_t sides);

}  // namespace terrane::rts
