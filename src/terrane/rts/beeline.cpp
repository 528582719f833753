#include "terrane/rts/beeline.h"

namespace terrane::rts {
namespace {

// Rows to columns: blocks of 16, 8, 4, 2 and 1 bits change places (Warren, "Hacker's Delight" 7-3).
Beelines::Lines transposed(Beelines::Lines lines) {
  std::uint32_t mask = 0x0000ffffu;
  for (std::uint32_t width = 16; width != 0; width >>= 1, mask ^= mask << width) {
    for (std::uint32_t low = 0; low < Beelines::k_side; low = (low + width + 1) & ~width) {
      const std::uint32_t swapped = (lines[low] >> width ^ lines[low + width]) & mask;
      lines[low] ^= swapped << width;
      lines[low + width] ^= swapped;
    }
  }
  return lines;
}

std::uint32_t size_of(std::uint32_t from, std::uint32_t to) {
  return from < to ? to - from : from - to;
}

// Along lines from one to another; what is reached of each line, a bit a place.
bool runs(const Beelines::Lines& open, const Beelines::Lines& free, std::uint32_t line,
          std::uint32_t place, std::uint32_t to_line, std::uint32_t to_place) {
  const bool rises = place < to_place;
  std::uint32_t reached = 1u << place & free[line];
  while (line != to_line && reached != 0) {
    const std::uint32_t next = line < to_line ? line + 1 : line - 1;
    // A diagonal step needs both cells beside it open.
    const std::uint32_t beside = reached & open[next];
    const std::uint32_t across = (rises ? beside << 1 : beside >> 1) & open[line];
    reached = (reached | across) & free[next];
    line = next;
  }
  return (reached >> to_place & 1u) != 0;
}

}  // namespace

void Beelines::set(const Lines& open, const Lines& free) {
  open_rows_ = open;
  free_rows_ = free;
  open_columns_ = transposed(open);
  free_columns_ = transposed(free);
}

bool Beelines::leads(std::uint32_t from_x, std::uint32_t from_z, std::uint32_t to_x,
                     std::uint32_t to_z) const {
  if (size_of(from_x, to_x) >= size_of(from_z, to_z)) {
    return runs(open_columns_, free_columns_, from_x, from_z, to_x, to_z);
  }
  return runs(open_rows_, free_rows_, from_z, from_x, to_z, to_x);
}

}  // namespace terrane::rts
