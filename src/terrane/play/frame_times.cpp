#include "terrane/play/frame_times.h"

#include <algorithm>
#include <cmath>

namespace terrane::play {

constexpr double k_rate_interval_s = 0.5;

void FrameTimes::add(double update_ms, double elapsed_s, bool is_loading) {
  last_ms_ = update_ms;
  if (!is_loading) {
    max_ms_ = std::max(max_ms_, update_ms);
    kept_ms_[count_ % k_kept] = static_cast<float>(update_ms);
    ++count_;
  }
  now_s_ += elapsed_s;
  counted_s_ += elapsed_s;
  ++counted_;
  if (counted_s_ < k_rate_interval_s) return;
  frames_per_second_ = counted_ / counted_s_;
  counted_s_ = 0;
  counted_ = 0;
}

double FrameTimes::update_ms_p99() const {
  const std::size_t count = std::min(count_, k_kept);
  if (count == 0) return 0;
  std::array<float, k_kept> sorted = kept_ms_;
  const auto rank = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(count)));
  const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::nth_element(sorted.begin(), nth, sorted.begin() + static_cast<std::ptrdiff_t>(count));
  return static_cast<double>(*nth);
}

}  // namespace terrane::play
