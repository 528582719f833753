#include "terrane/rts/vector_mm.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"

namespace terrane::rts {

TEST_CASE("a root is the whole part of the root") {
  const auto is_root = [](std::uint64_t root, std::uint64_t value) {
    return root * root <= value && (root + 1) * (root + 1) > value;
  };
  std::uint32_t wrong = 0;
  for (std::uint32_t value = 0; value < 300'000; ++value) {
    wrong += is_root(root_of(value), value) ? 0 : 1;
  }
  for (std::uint32_t at = 0; at < 100'000; ++at) {
    const std::uint64_t draw = base::hash(1, at);
    const auto narrow = static_cast<std::uint32_t>(draw >> (at % 32));
    const std::uint64_t wide = draw >> (2 + at % 40);
    wrong += is_root(root_of(narrow), narrow) ? 0 : 1;
    wrong += is_root(root_of(wide), wide) ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(root_of(0xffffffffu) == 65535);
}

TEST_CASE("a heading is that of its direction, within a tenth of a degree") {
  CHECK(heading_of(0, -5) == 0);
  CHECK(heading_of(-5, 0) == 16384);  // west is to the left of north
  CHECK(heading_of(0, 5) == 32768);
  CHECK(heading_of(5, 0) == 49152);
  double worst = 0;
  for (std::uint32_t turn = 0; turn < 65536; turn += 7) {
    const base::SinCos way = base::sin_cos(base::from_turn16(static_cast<std::uint16_t>(turn)));
    const std::uint32_t found = heading_of(static_cast<std::int32_t>(std::floor(-way.sin * 1e6)),
                                           static_cast<std::int32_t>(std::floor(-way.cos * 1e6)));
    const auto off = static_cast<std::int32_t>((found - turn) & 0xffffu);
    worst = std::max(worst, std::fabs((off > 32768 ? off - 65536 : off) * 360.0 / 65536));
  }
  CHECK(worst < 0.1);
}

TEST_CASE("a vector of a wanted length keeps its direction") {
  const VectorMm vector = with_length(-30'000, 40'000, 250);
  CHECK(vector.x == -150);
  CHECK(vector.z == 200);
  CHECK(with_length(0, 0, 250).x == 0);
  CHECK(with_length(1'000'000'000, -1'000'000'000, 1414).x == 999);
}

}  // namespace terrane::rts
