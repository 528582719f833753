// Numbers as bytes: variable-length integers (seven bits a byte, the low ones first), zigzag for
// differences, and whole words little end first. For deltas, saves, replays and what peers say; the
// reader takes bytes from anywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace terrane::snapshot {

constexpr std::uint32_t zigzag(std::uint32_t difference) {
  return (difference << 1) ^ (0u - (difference >> 31));
}
constexpr std::uint32_t unzigzag(std::uint32_t value) {
  return (value >> 1) ^ (0u - (value & 1));
}

inline void write_varint(std::vector<std::uint8_t>& out, std::uint32_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<std::uint8_t>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<std::uint8_t>(value));
}

// Reads forward; once something was missing or malformed, `failed` stays and every value is 0.
class VarintReader {
 public:
  explicit VarintReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  bool failed() const { return failed_; }
  std::size_t remaining() const { return bytes_.size() - at_; }
  std::size_t at() const { return at_; }

  std::uint8_t byte() {
    if (failed_ || at_ == bytes_.size()) {
      failed_ = true;
      return 0;
    }
    return bytes_[at_++];
  }
  std::uint32_t varint() {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint32_t next = byte();
      if (shift == 28 && next > 0x0f) break;  // beyond 32 bits
      value |= (next & 0x7f) << shift;
      if (next < 0x80) return failed_ ? 0 : value;
    }
    failed_ = true;
    return 0;
  }
  std::uint32_t word() {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) value |= std::uint32_t{byte()} << shift;
    return failed_ ? 0 : value;
  }
  std::uint64_t long_word() {
    const std::uint64_t low = word();
    return low | std::uint64_t{word()} << 32;
  }
  // Text as write_text() wrote it, of at most `most` bytes.
  std::string text(std::size_t most) {
    const std::uint32_t size = word();
    const std::span<const std::uint8_t> letters = bytes(size <= most ? size : remaining() + 1);
    return {letters.begin(), letters.end()};
  }
  // The next `count` bytes where they lie; none of them when there are not so many.
  std::span<const std::uint8_t> bytes(std::size_t count) {
    if (failed_ || count > remaining()) {
      failed_ = true;
      return {};
    }
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

inline void write_word(std::vector<std::uint8_t>& out, std::uint32_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    out.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

inline void write_long_word(std::vector<std::uint8_t>& out, std::uint64_t value) {
  write_word(out, static_cast<std::uint32_t>(value));
  write_word(out, static_cast<std::uint32_t>(value >> 32));
}

// Its bytes behind their number.
inline void write_text(std::vector<std::uint8_t>& out, std::string_view text) {
  write_word(out, static_cast<std::uint32_t>(text.size()));
  for (const char letter : text) out.push_back(static_cast<std::uint8_t>(letter));
}

}  // namespace terrane::snapshot
