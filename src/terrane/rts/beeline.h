// Whether two cells of a square of 32 x 32 are as near as free ground can make them: whether some
// way of straight and diagonal steps that never turns back leads from one to the other over free
// cells. A column or row of cells at a time, in bits, so that most distances between portals need
// no search (sectors.h). Owner thread.
#pragma once

#include <array>
#include <cstdint>

namespace terrane::rts {

class Beelines {
 public:
  static constexpr std::size_t k_side = 32;
  using Lines = std::array<std::uint32_t, k_side>;

  // Rows from north to south, the westernmost cell in the lowest bit; `free` is part of `open`.
  void set(const Lines& open, const Lines& free);

  // Whether the way costs no more than over free ground only. Coordinates within the square.
  bool leads(std::uint32_t from_x, std::uint32_t from_z, std::uint32_t to_x,
             std::uint32_t to_z) const;

 private:
  Lines open_rows_{};
  Lines free_rows_{};
  Lines open_columns_{};
  Lines free_columns_{};
};

}  // namespace terrane::rts
