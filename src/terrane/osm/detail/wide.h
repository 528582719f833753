// 128-bit integers for exact geometry on 1e-7 degrees: products of two differences do not fit
// in 64.
#pragma once

#include <cstdint>

namespace terrane::osm {

__extension__ typedef __int128 Wide;

// The nearest integer to numerator / denominator, halves upward; denominator > 0.
constexpr std::int64_t round_divide(Wide numerator, Wide denominator) {
  const Wide doubled = 2 * numerator + denominator;
  const Wide divisor = 2 * denominator;
  const Wide quotient = doubled / divisor;
  return static_cast<std::int64_t>(doubled % divisor < 0 ? quotient - 1 : quotient);
}

}  // namespace terrane::osm
