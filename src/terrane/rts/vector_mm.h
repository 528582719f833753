// Lengths and directions of whole-millimetre vectors, in integers only: the square root, a vector
// of a wanted length, the heading of a direction. What a match computes with instead of <cmath>.
// Not for content (base/trig.h is). Any thread.
#pragma once

#include <array>
#include <cstdint>

#include "terrane/rts/battlefield.h"

namespace terrane::rts {

namespace detail {
// Roots of the 8-bit numbers from 64 up, times 16: a first guess for one step of Newton's.
constexpr std::array<std::uint8_t, 256> make_root_guesses() {
  std::array<std::uint8_t, 256> guesses{};
  for (std::uint32_t value = 64; value < 256; ++value) {
    std::uint32_t root = 0;
    while ((root + 1) * (root + 1) <= value * 256 + 128) ++root;
    guesses[value] = static_cast<std::uint8_t>(root < 255 ? root : 255);
  }
  return guesses;
}
inline constexpr std::array<std::uint8_t, 256> k_root_guesses = make_root_guesses();
}  // namespace detail

// The whole part of the root.
constexpr std::uint32_t root_of(std::uint32_t value) {
  if (value < 64) {
    std::uint32_t root = 0;
    while ((root + 1) * (root + 1) <= value) ++root;
    return root;
  }
  const int shift = (31 - __builtin_clz(value)) / 2 * 2 - 6;  // value >> shift lies in [64, 256)
  std::uint32_t root = std::uint32_t{detail::k_root_guesses[value >> shift]} << (shift / 2);
  root = (root >> 4) + 1;
  root = (root + value / root) / 2;
  while (std::uint64_t{root} * root > value) --root;
  while (std::uint64_t{root + 1} * (root + 1) <= value) ++root;
  return root;
}
constexpr std::uint32_t root_of(std::uint64_t value) {
  if (value <= 0xffffffffu) return root_of(static_cast<std::uint32_t>(value));
  // Newton's from above: the first guess is never too small, each next one is nearer.
  std::uint64_t root = std::uint64_t{1} << ((64 - __builtin_clzll(value) + 1) / 2);
  for (;;) {
    const std::uint64_t next = (root + value / root) / 2;
    if (next >= root) return static_cast<std::uint32_t>(root);
    root = next;
  }
}

constexpr std::uint64_t length_squared(std::int64_t x_mm, std::int64_t z_mm) {
  return static_cast<std::uint64_t>(x_mm * x_mm + z_mm * z_mm);
}
constexpr std::int32_t length_mm(std::int64_t x_mm, std::int64_t z_mm) {
  return static_cast<std::int32_t>(root_of(length_squared(x_mm, z_mm)));
}
constexpr std::int32_t distance_between(PointMm a, PointMm b) {
  return length_mm(std::int64_t{a.x_mm} - b.x_mm, std::int64_t{a.z_mm} - b.z_mm);
}

struct VectorMm {
  std::int32_t x = 0;
  std::int32_t z = 0;
};

// The vector in that direction of the wanted length, rounded towards zero; (0, 0) for (0, 0).
// |x|, |z| < 2^30.
constexpr VectorMm with_length(std::int32_t x, std::int32_t z, std::int32_t wanted) {
  const std::int64_t length = length_mm(x, z);
  if (length == 0) return {};
  return {static_cast<std::int32_t>(std::int64_t{x} * wanted / length),
          static_cast<std::int32_t>(std::int64_t{z} * wanted / length)};
}

// The heading of a direction in 65,536ths of a turn: 0 north (-z), growing to the left (west).
// Within a tenth of a degree; 0 for (0, 0). |x|, |z| < 2^30.
constexpr std::uint32_t heading_of(std::int32_t x, std::int32_t z) {
  if (x == 0 && z == 0) return 0;
  const std::int64_t left = -std::int64_t{x};
  const std::int64_t ahead = -std::int64_t{z};
  const std::int64_t left_size = left < 0 ? -left : left;
  const std::int64_t ahead_size = ahead < 0 ? -ahead : ahead;
  const bool steep = left_size > ahead_size;
  const std::int64_t ratio =
      steep ? (ahead_size << 14) / left_size : (left_size << 14) / ahead_size;
  // atan(r) on [0, 1], |error| < 0.0007: r (0.99535 - 0.28869 r^2 + 0.07934 r^4), in turn16.
  const std::int64_t square = (ratio * ratio) >> 14;
  const std::int64_t sum =
      10382 - ((3011 * square) >> 14) + ((828 * ((square * square) >> 14)) >> 14);
  std::int64_t angle = (ratio * sum) >> 14;
  if (steep) angle = 16384 - angle;
  if (ahead < 0) angle = 32768 - angle;
  if (left < 0) angle = -angle;
  return static_cast<std::uint32_t>(angle) & 0xffffu;
}

}  // namespace terrane::rts
