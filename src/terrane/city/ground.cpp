#include "terrane/city/ground.h"

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_swell = 21;
constexpr double k_two_pi = 2.0 * base::k_pi;

struct SwellShape {
  double wavelength_m;
  double amplitude_m;
};
// Slopes 2 pi a / l: 0.0570, 0.0483, 0.0425; together 0.148. Low enough that the shore's bank down
// to one lake level is a hillside and no cliff: at most 15 m.
constexpr SwellShape k_shapes[3] = {{430.0, 3.9}, {260.0, 2.0}, {170.0, 1.15}};

// A fraction of a turn a millimetre, as 2^64 a turn; negative ones wrap, which is what a phase
// does.
std::uint64_t turns_per_mm(double turns) {
  // Through 2^48, so that the conversion stays within the exact range of a double.
  const std::int64_t coarse = base::round_to_integer(turns * 0x1.0p48 * 0x1.0p4);
  return static_cast<std::uint64_t>(coarse) << 12;
}

}  // namespace

Ground::Ground(std::uint64_t seed) {
  for (unsigned index = 0; index < swells_.size(); ++index) {
    const std::uint64_t key = base::hash(seed, k_salt_swell, index);
    // The three directions spread over half a turn, each with its own hashed share.
    const double angle = (index + base::draw_between(key, 0.1, 0.9)) * (base::k_pi / 3.0);
    const base::SinCos direction = base::sin_cos(angle);
    const SwellShape& shape = k_shapes[index];
    const double turns = 0.001 / shape.wavelength_m;
    const double slope = shape.amplitude_m * (k_two_pi / shape.wavelength_m);
    Swell& swell = swells_[index];
    swell.turns_x = turns_per_mm(turns * direction.cos);
    swell.turns_z = turns_per_mm(turns * direction.sin);
    swell.start = base::hash(key, 1);
    swell.amplitude_m = shape.amplitude_m;
    swell.slope_x = slope * direction.cos;
    swell.slope_z = slope * direction.sin;
  }
}

GroundSample Ground::at(PlanePoint point) const {
  double height = 0;
  GroundSample sample;
  for (const Swell& swell : swells_) {
    const std::uint64_t phase = static_cast<std::uint64_t>(point.x_mm) * swell.turns_x +
                                static_cast<std::uint64_t>(point.z_mm) * swell.turns_z +
                                swell.start;
    const double angle = static_cast<double>(phase >> 11) * 0x1.0p-53 * k_two_pi;
    const base::SinCos wave = base::sin_cos(angle);
    height += swell.amplitude_m * wave.sin;
    sample.slope_x += swell.slope_x * wave.cos;
    sample.slope_z += swell.slope_z * wave.cos;
  }
  sample.height_mm = base::to_mm32(height);
  return sample;
}

}  // namespace terrane::city
