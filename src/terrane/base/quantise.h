// Rounding of lengths and angles to the integers that are compared, hashed and stored.
// One definition of each, so that two pieces never round the same value differently.
#pragma once

#include <cmath>
#include <cstdint>

#include "terrane/base/assert.h"

namespace terrane::base {

// The nearest integer, halves upward; |value| < 2^52. floor() is exact on every platform.
inline std::int64_t round_to_integer(double value) {
  TERRANE_ASSERT(value > -4.5e15 && value < 4.5e15,
                 "a value to round must be finite and below 2^52");
  const double whole = std::floor(value);  // value - whole is exact, value + 0.5 would not be
  return static_cast<std::int64_t>(whole) + (value - whole >= 0.5 ? 1 : 0);
}

// Metres to whole millimetres.
inline std::int64_t to_mm(double metres) {
  return round_to_integer(metres * 1000.0);
}
// Metres to the 32-bit millimetres of a piece's frame; |metres| < 2.1e6.
inline std::int32_t to_mm32(double metres) {
  return static_cast<std::int32_t>(to_mm(metres));
}
constexpr double from_mm(std::int64_t mm) {
  return static_cast<double>(mm) * 0.001;
}

// Radians to 65,536ths of a turn, wrapped into [0, 65536).
inline std::uint16_t to_turn16(double radians) {
  return static_cast<std::uint16_t>(
      round_to_integer(radians * (65536.0 / 6.283185307179586476925)));
}
constexpr double from_turn16(std::uint16_t turn16) {
  return turn16 * (6.283185307179586476925 / 65536.0);
}

// Floor and ceiling of a quotient; divisor > 0.
constexpr std::int64_t floor_divide(std::int64_t value, std::int64_t divisor) {
  return value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor);
}
constexpr std::int64_t ceil_divide(std::int64_t value, std::int64_t divisor) {
  return -floor_divide(-value, divisor);
}

}  // namespace terrane::base
