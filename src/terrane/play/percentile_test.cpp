#include "terrane/play/percentile.h"

#include <doctest/doctest.h>

namespace terrane::play {
namespace {

TEST_CASE("a percentile is one of the values, by the nearest rank") {
  std::vector<double> values;
  for (int value = 100; value >= 1; --value) values.push_back(value);
  CHECK(percentile(values, 0.5) == 50);
  CHECK(percentile(values, 0.99) == 99);
  CHECK(percentile(values, 0.999) == 100);
  CHECK(percentile(values, 1.0) == 100);
  CHECK(percentile(values, 0.0) == 1);
  CHECK(percentile({7}, 0.99) == 7);
  CHECK(percentile({}, 0.99) == 0);
}

}  // namespace
}  // namespace terrane::play
