#include "terrane/play/match_fault.h"

#include "terrane/base/hash.h"

namespace terrane::play {

using snapshot::Word;

void flip_one_bit(rts::State& state) {
  const auto is_mobile = [&](std::size_t index) {
    const Word still = snapshot::k_flag_building | snapshot::k_flag_resource;
    return (state.core[index].flags & still) == 0;
  };
  const std::size_t count = state.core.size();
  if (count == 0) return;
  const std::uint64_t key = base::hash(0x6661756c74ULL, state.tick);
  const std::size_t first = base::draw_index(key, static_cast<std::uint32_t>(count));
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t index = (first + step) % count;
    if (!is_mobile(index)) continue;
    switch (base::draw_index(base::hash(key, 1), 5)) {
      case 0:
        state.core[index].health_256 ^= 1;
        break;
      case 1:
        state.core[index].world_x_mm ^= 1;
        break;
      case 2:
        state.core[index].facing_turn16 ^= 1;
        break;
      case 3:
        state.minds[index].experience ^= 1;
        break;
      default:
        state.minds[index].post_x_mm ^= 1;
        break;
    }
    return;
  }
}

}  // namespace terrane::play
