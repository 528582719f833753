#include "terrane/rts/slopes.h"

namespace terrane::rts {

void apply_slopes(Battlefield& field) {
  constexpr std::int64_t k_span_mm = 2 * k_cell_mm;  // from neighbour to neighbour
  constexpr std::int64_t k_rough_mm = k_span_mm * 40 / 100;
  constexpr std::int64_t k_blocked_mm = k_span_mm * 80 / 100;
  const auto rise = [&field](Cell low, Cell high) {
    const std::int64_t rise_mm =
        std::int64_t{field.height_mm[field.index(high)]} - field.height_mm[field.index(low)];
    const std::int64_t cells = (high.x - low.x) + (high.z - low.z);  // 1 at the rim
    return cells == 0 ? 0 : rise_mm * 2 / cells;
  };
  for (std::int32_t z = 0; z < field.height_cells; ++z) {
    for (std::int32_t x = 0; x < field.width_cells; ++x) {
      Ground& ground = field.ground[field.index({x, z})];
      if (!is_walkable(ground)) continue;
      const std::int64_t along_x = rise(field.clamped({x - 1, z}), field.clamped({x + 1, z}));
      const std::int64_t along_z = rise(field.clamped({x, z - 1}), field.clamped({x, z + 1}));
      const std::int64_t squared = along_x * along_x + along_z * along_z;
      if (squared > k_blocked_mm * k_blocked_mm) {
        ground = Ground::Blocked;
      } else if (squared > k_rough_mm * k_rough_mm) {
        ground = Ground::Rough;
      }
    }
  }
}

}  // namespace terrane::rts
