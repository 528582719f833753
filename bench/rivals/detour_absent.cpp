#include "detour_rival.h"

namespace terrane::rivals {

struct DetourWalk::Detail {};

DetourWalk::DetourWalk(std::unique_ptr<Detail> detail) : detail_(std::move(detail)) {}
DetourWalk::DetourWalk(DetourWalk&&) noexcept = default;
DetourWalk& DetourWalk::operator=(DetourWalk&&) noexcept = default;
DetourWalk::~DetourWalk() = default;

bool DetourWalk::is_in_build() {
  return false;
}

base::Result<DetourWalk> DetourWalk::make(const rts::Battlefield&, std::span<const std::uint8_t>,
                                          std::span<const Walker>) {
  return base::Error{base::ErrorCode::Unavailable, "this build has no Detour", "bench match",
                     "a build with librecast-dev and TERRANE_BENCH"};
}

void DetourWalk::step() {}
rts::PointMm DetourWalk::place(std::size_t) const {
  return {};
}

}  // namespace terrane::rivals
