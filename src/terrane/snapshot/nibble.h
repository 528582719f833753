// Numbers as nibbles (half bytes), for deltas, whose numbers are mostly below 8 or 64: a number
// holds three bits a nibble, the low ones first, and every nibble but its last has its fourth bit
// set. A byte's low nibble comes first. Like varint.h, at less than half the size for such numbers
// and a third more for large ones; the reader takes bytes from anywhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace terrane::snapshot {

// Appends to `out`; nobody else may until it is done. A last high nibble that was not written is 0.
class NibbleWriter {
 public:
  explicit NibbleWriter(std::vector<std::uint8_t>& out) : out_(out) {}
  void number(std::uint32_t value) {
    for (; value >= 8; value >>= 3) nibble((value & 7) | 8);
    nibble(value);
  }

 private:
  void nibble(std::uint32_t value) {
    if (is_half_) {
      out_.back() = static_cast<std::uint8_t>(out_.back() | value << 4);
    } else {
      out_.push_back(static_cast<std::uint8_t>(value));
    }
    is_half_ = !is_half_;
  }

  std::vector<std::uint8_t>& out_;
  bool is_half_ = false;  // the last byte has room for a nibble
};

// Reads forward; once something was missing or malformed, `failed` stays and every number is 0.
class NibbleReader {
 public:
  explicit NibbleReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  bool failed() const { return failed_; }
  std::size_t at_byte() const { return at_ / 2; }
  std::size_t remaining_nibbles() const { return 2 * bytes_.size() - at_; }
  // Nothing is left but the 0 that fills the last byte.
  bool at_end() const {
    return remaining_nibbles() == 0 || (remaining_nibbles() == 1 && bytes_.back() < 0x10);
  }

  std::uint32_t number() {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 33 && remaining_nibbles() > 0; shift += 3) {
      const std::uint32_t next = (bytes_[at_ / 2] >> (at_ % 2 * 4)) & 0xfu;
      at_ += 1;
      if (shift == 30 && next > 3) break;  // beyond 32 bits
      value |= (next & 7) << shift;
      if (next < 8) return failed_ ? 0 : value;
    }
    failed_ = true;
    return 0;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;  // nibble
  bool failed_ = false;
};

}  // namespace terrane::snapshot
