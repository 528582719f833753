// Percentiles of measured values by the nearest rank: always one of the values, never a blend.
// Pure.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace terrane::play {

// `share` in [0, 1]: 0.5 is the median, 1 the largest. 0 without values.
inline double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  const std::size_t index =
      rank < 1 ? 0 : std::min(static_cast<std::size_t>(rank) - 1, values.size() - 1);
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

}  // namespace terrane::play
