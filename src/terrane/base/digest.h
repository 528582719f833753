// A 64-bit digest of a sequence of integers, equal on every platform. Not cryptographic.
// Every step is a bijection of the state, so two sequences that differ in one value never collide
// by that value alone; values are fed as numbers, never as memory, so padding and byte order play
// no part.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "terrane/base/hash.h"

namespace terrane::base {

class Digester {
 public:
  void add(std::uint64_t value) {
    state_ = (state_ ^ value) * 0x9fb21c651e98df25ULL;
    state_ ^= state_ >> 28;
    count_ += 1;
  }
  // Feeds the bytes eight at a time, little end first, then their number.
  void add_text(std::string_view text);
  std::uint64_t value() const { return mix64(state_ ^ mix64(count_)); }

 private:
  std::uint64_t state_ = 0x2545f4914f6cdd1dULL;
  std::uint64_t count_ = 0;
};

// Of bytes alone, for the checks of files and messages.
std::uint64_t digest_of_bytes(std::span<const std::uint8_t> bytes);

// Sixteen lower-case hexadecimal digits.
std::string digest_text(std::uint64_t digest);

}  // namespace terrane::base
