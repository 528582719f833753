// Integer hashing and random draws that give the same bits everywhere.
// `hash(seed, a, b, …)` names a thing by numbers; `draw_*` turn one hash into a number in a range.
// Contents are drawn statelessly from such keys, so that any piece can be built alone, in any order
// (article "Building a procedural city": two kinds of randomness). RandomStream is for the rare
// case where order is the point. The mixer is the finaliser of SplitMix64 (Steele, Lea, Flood
// 2014).
#pragma once

#include <cstdint>
#include <string_view>

namespace terrane::base {

// A bijection of 64-bit integers in which every input bit moves about half of the output bits.
constexpr std::uint64_t mix64(std::uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9ULL;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebULL;
  value ^= value >> 31;
  return value;
}

// One key from another and one more number; order matters.
constexpr std::uint64_t hash_combine(std::uint64_t key, std::uint64_t value) {
  return mix64((key + 0x9e3779b97f4a7c15ULL) ^ mix64(value + 0x632be59bd9b4e019ULL));
}

// Integers and enumerations only; signed values are hashed by their two's complement.
template <typename... Values>
constexpr std::uint64_t hash(std::uint64_t seed, Values... values) {
  std::uint64_t key = mix64(seed + 0x9e3779b97f4a7c15ULL);
  ((key = hash_combine(key, static_cast<std::uint64_t>(values))), ...);
  return key;
}

// The hash of a text's bytes, for text seeds and names.
constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t key = mix64(text.size() + 0x9e3779b97f4a7c15ULL);
  for (const char character : text) {
    key = hash_combine(key, static_cast<unsigned char>(character));
  }
  return key;
}

// Uniform in [0, 1), a multiple of 2^-53.
constexpr double draw_unit(std::uint64_t key) {
  return static_cast<double>(mix64(key ^ 0xd6e8feb86659fd93ULL) >> 11) * 0x1.0p-53;
}

// Uniform in [0, count). count > 0. The bias is below count / 2^32.
constexpr std::uint32_t draw_index(std::uint64_t key, std::uint32_t count) {
  const std::uint64_t high = mix64(key ^ 0xd6e8feb86659fd93ULL) >> 32;
  return static_cast<std::uint32_t>((high * count) >> 32);
}

// Uniform in [low, high], both included. low <= high, and high - low < 2^32 - 1.
constexpr std::int64_t draw_integer(std::uint64_t key, std::int64_t low, std::int64_t high) {
  return low + draw_index(key, static_cast<std::uint32_t>(high - low + 1));
}

// Uniform in [low, high).
constexpr double draw_between(std::uint64_t key, double low, double high) {
  return low + (high - low) * draw_unit(key);
}

constexpr bool draw_chance(std::uint64_t key, double probability) {
  return draw_unit(key) < probability;
}

// A seeded sequence, for decisions whose order is part of what they mean.
class RandomStream {
 public:
  explicit constexpr RandomStream(std::uint64_t seed) : state_(hash(seed)) {}
  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    return mix64(state_);
  }

 private:
  std::uint64_t state_;
};

}  // namespace terrane::base
