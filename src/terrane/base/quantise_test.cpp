#include "terrane/base/quantise.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"

namespace terrane::base {

TEST_CASE("rounding goes to the nearest integer, halves upward, on both sides of zero") {
  CHECK(round_to_integer(0.0) == 0);
  CHECK(round_to_integer(0.5) == 1);
  CHECK(round_to_integer(-0.5) == 0);
  CHECK(round_to_integer(1.5) == 2);
  CHECK(round_to_integer(-1.5) == -1);
  CHECK(round_to_integer(-1.6) == -2);
  CHECK(round_to_integer(0.49999999999999994) == 0);
  CHECK(round_to_integer(4.4e15) == 4'400'000'000'000'000);
  CHECK(round_to_integer(-4.4e15) == -4'400'000'000'000'000);
}

TEST_CASE("millimetres round trip") {
  CHECK(to_mm(1.2345) == 1235);
  CHECK(to_mm(-1.2345) == -1234);
  CHECK(to_mm32(-2'000'000.0) == -2'000'000'000);
  for (std::int64_t mm = -3000; mm <= 3000; ++mm) CHECK(to_mm(from_mm(mm)) == mm);
  for (std::uint64_t place = 0; place < 10'000; ++place) {
    const std::int64_t mm = draw_integer(hash(5, place), -2'000'000'000, 2'000'000'000);
    CHECK(to_mm(from_mm(mm)) == mm);
  }
}

TEST_CASE("turns wrap into one and round trip") {
  constexpr double k_turn = 6.283185307179586476925;
  CHECK(to_turn16(0) == 0);
  CHECK(to_turn16(k_turn) == 0);
  CHECK(to_turn16(k_turn / 4) == 16384);
  CHECK(to_turn16(-k_turn / 4) == 49152);
  CHECK(to_turn16(5.5 * k_turn) == 32768);
  for (unsigned turn16 = 0; turn16 < 65536; turn16 += 7) {
    CHECK(to_turn16(from_turn16(static_cast<std::uint16_t>(turn16))) == turn16);
  }
}

TEST_CASE("floor and ceiling of quotients on both sides of zero") {
  for (std::int64_t divisor = 1; divisor <= 7; ++divisor) {
    for (std::int64_t value = -50; value <= 50; ++value) {
      CAPTURE(value);
      CAPTURE(divisor);
      const std::int64_t down = floor_divide(value, divisor);
      CHECK(down * divisor <= value);
      CHECK((down + 1) * divisor > value);
      const std::int64_t up = ceil_divide(value, divisor);
      CHECK(up * divisor >= value);
      CHECK((up - 1) * divisor < value);
    }
  }
}

}  // namespace terrane::base
