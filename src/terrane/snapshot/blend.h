// What a renderer draws between two snapshots: position, facing and health of each unit by a
// factor, matched by identity ("which is the only reason twenty updates a second still looks like
// sixty frames"). Integers in, integers out, no allocation, any thread that may read the views.
// It knows no camera and no fog: what may be seen is the vision table's business.
#pragma once

#include <cstdint>

#include "terrane/snapshot/exchange.h"
#include "terrane/snapshot/view.h"

namespace terrane::snapshot {

// Factors are 65,536ths: 0 is the previous snapshot, k_factor_one the current one.
inline constexpr std::uint32_t k_factor_one = 65536;

// The factor for a moment in 65,536ths of a tick, clamped to [0, 1]; 1 when both are one tick.
std::uint32_t blend_factor(const Latest& latest, std::int64_t moment_tick16);

enum class Presence : std::uint8_t {
  Both,  // blended
  New,   // only in the current snapshot: stands where it appeared
  Gone,  // only in the previous one: stands where it was last seen
};

struct Blended {
  Word identity = 0;
  Presence presence = Presence::Both;
  Word row = 0;  // of the current snapshot's core; of the previous one's when Gone
  std::int32_t x_mm = 0;
  std::int32_t y_mm = 0;
  std::int32_t z_mm = 0;
  std::uint32_t facing_turn16 = 0;
  std::int32_t health_256 = 0;
};

// The turn from one facing to another the shorter way round; half a turn goes to the left.
std::uint32_t blend_facing(std::uint32_t from_turn16, std::uint32_t to_turn16,
                           std::uint32_t factor);

class Blend {
 public:
  // A unit that moved further than this in a tick did not walk (it left a mine, it was placed): it
  // is shown where it is, not half way.
  static constexpr std::int64_t k_jump_mm_per_tick = 4000;

  // Borrows the views of `latest`: lives no longer than they do. factor <= k_factor_one.
  Blend(const Latest& latest, std::uint32_t factor);

  // Calls use(const Blended&) for each unit of either snapshot, in the order of identities. A unit
  // that is gone is given while the factor is below one, so that nothing vanishes early.
  template <typename Use>
  void for_each(Use&& use) const {
    Word before = 0;
    Word after = 0;
    while (before < previous_.count() || after < current_.count()) {
      const bool has_before = before < previous_.count();
      const bool has_after = after < current_.count();
      const Word left = has_before ? previous_.identity(before) : 0;
      const Word right = has_after ? current_.identity(after) : 0;
      if (has_before && (!has_after || left < right)) {
        if (factor_ < k_factor_one) use(single(previous_, before, Presence::Gone));
        before += 1;
      } else if (has_after && (!has_before || right < left)) {
        use(single(current_, after, Presence::New));
        after += 1;
      } else {
        use(both(before, after));
        before += 1;
        after += 1;
      }
    }
  }

  // One unit; false when neither snapshot has it. Two binary searches.
  bool find(Word identity, Blended& blended) const;

 private:
  Blended both(Word before, Word after) const;
  static Blended single(const Rows& rows, Word row, Presence presence);

  Rows previous_;
  Rows current_;
  std::uint32_t factor_;
  std::int64_t jump_mm_;
};

}  // namespace terrane::snapshot
