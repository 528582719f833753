// The same walk as rts/march.h's by Recast and Detour, for `terrane bench match`: a navigation mesh
// of the cells that a unit's middle may be in, and Detour's crowd upon it, with the settings that
// the library's demo has for its agents. Not used by the engine. The ground is flat here, which
// makes its work no harder.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "terrane/base/result.h"
#include "terrane/rts/battlefield.h"

namespace terrane::rivals {

struct Walker {
  rts::PointMm from;
  rts::PointMm to;
  std::int32_t radius_mm = 0;
  std::int32_t speed_mm_per_tick = 0;
};

// Owner thread.
class DetourWalk {
 public:
  // Whether this build has the library; without it make() is Unavailable.
  static bool is_in_build();

  // `open`: one a cell of `field`, 1 where a middle may be. BadData when no mesh can be made of it,
  // or a walker begins or ends where it has none.
  static base::Result<DetourWalk> make(const rts::Battlefield& field,
                                       std::span<const std::uint8_t> open,
                                       std::span<const Walker> walkers);
  DetourWalk(DetourWalk&&) noexcept;
  DetourWalk& operator=(DetourWalk&&) noexcept;
  ~DetourWalk();

  // One tick of 1 / rts::k_ticks_per_second.
  void step();
  // Of a walker, by its place in `walkers`.
  rts::PointMm place(std::size_t walker) const;

 private:
  struct Detail;
  explicit DetourWalk(std::unique_ptr<Detail> detail);
  std::unique_ptr<Detail> detail_;
};

}  // namespace terrane::rivals
