// Numbers as bytes and back: fixed widths, little end first, no padding, so that WebAssembly and
// every native build read each other; blocks of plain structs in one copy. Not text, not files. The
// reader takes bytes from anywhere: once something is missing it has failed, stays so, and every
// further value is zero, so a caller may check once at the end, but checks a count before it makes
// room for it.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace terrane::base {

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "bytes.h copies memory as it lies, so it is for machines that put the little end first"
#endif

constexpr std::uint64_t zigzag64(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ (0 - (static_cast<std::uint64_t>(value) >> 63));
}
constexpr std::int64_t unzigzag64(std::uint64_t value) {
  return static_cast<std::int64_t>((value >> 1) ^ (0 - (value & 1)));
}

// Appends to a buffer that it borrows.
class ByteWriter {
 public:
  explicit ByteWriter(std::vector<std::uint8_t>& out) : out_(out) {}

  // An integer or floating number, as wide as its type, or an enumeration of one byte.
  template <typename Number>
  void put(Number value) {
    static_assert(std::is_arithmetic_v<Number> || (std::is_enum_v<Number> && sizeof(Number) == 1));
    put_block(&value, 1);
  }
  // Seven bits a byte, the low ones first.
  void put_varint(std::uint64_t value) {
    while (value >= 0x80) {
      out_.push_back(static_cast<std::uint8_t>(value | 0x80));
      value >>= 7;
    }
    out_.push_back(static_cast<std::uint8_t>(value));
  }
  void put_bytes(std::span<const std::uint8_t> bytes) { put_block(bytes.data(), bytes.size()); }
  // Its length in bytes as 32 bits, and the bytes.
  void put_text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    put_block(text.data(), text.size());
  }
  // `Item` has no padding: what lies between its members would be read uninitialised.
  template <typename Item>
  void put_block(const Item* items, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<Item>);
    const auto* first = reinterpret_cast<const std::uint8_t*>(items);
    out_.insert(out_.end(), first, first + count * sizeof(Item));
  }

 private:
  std::vector<std::uint8_t>& out_;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }
  void fail() { failed_ = true; }
  std::size_t remaining() const { return failed_ ? 0 : bytes_.size() - at_; }

  template <typename Number>
  Number get() {
    static_assert(std::is_arithmetic_v<Number> && !std::is_same_v<Number, bool>);
    Number value{};
    get_block(&value, 1);
    return value;
  }
  // An enumeration whose values are 0 up to, not including, `count`.
  template <typename Enum>
  Enum get_enum(unsigned count) {
    const std::uint8_t value = get<std::uint8_t>();
    if (value >= count) failed_ = true;
    return static_cast<Enum>(failed_ ? std::uint8_t{0} : value);
  }
  // 0 or 1.
  bool get_bool() { return get_enum<std::uint8_t>(2) != 0; }
  std::uint64_t get_varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      const std::uint64_t next = get<std::uint8_t>();
      if (failed_) return 0;
      if (shift == 63 && next > 1) break;  // beyond 64 bits
      value |= (next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    failed_ = true;
    return 0;
  }
  // A 32-bit number of items that take at least `least_bytes` each; fails, and is 0, where what is
  // left cannot hold them, so that a lying count makes no room.
  std::uint32_t get_count(std::size_t least_bytes) {
    const auto count = get<std::uint32_t>();
    if (count > remaining() / least_bytes) failed_ = true;
    return failed_ ? 0 : count;
  }
  std::string get_text() {
    const std::span<const std::uint8_t> letters = get_bytes(get_count(1));
    return {reinterpret_cast<const char*>(letters.data()), letters.size()};
  }
  // The next `count` bytes where they lie; none of them when there are not so many.
  std::span<const std::uint8_t> get_bytes(std::size_t count) {
    if (count > remaining()) failed_ = true;
    if (failed_) return {};
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }
  // `items` is untouched where there are not so many bytes.
  template <typename Item>
  void get_block(Item* items, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<Item>);
    const std::span<const std::uint8_t> block = get_bytes(count * sizeof(Item));
    if (!block.empty()) std::memcpy(items, block.data(), block.size());
  }
  std::span<const std::uint8_t> rest() const { return bytes_.last(remaining()); }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace terrane::base
