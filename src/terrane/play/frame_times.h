// How long the last frames took, for a HUD: a ring of the last 600. While the first world is being
// loaded streaming takes what it can get, so those frames count for the rate alone. Owner thread.
#pragma once

#include <array>
#include <cstddef>

namespace terrane::play {

class FrameTimes {
 public:
  // `update_ms`: of the streaming work in a frame that took `elapsed_s` in all.
  void add(double update_ms, double elapsed_s, bool is_loading);

  double update_ms() const { return last_ms_; }
  double update_ms_p99() const;
  double update_ms_max() const { return max_ms_; }  // of all
  double frames_per_second() const { return frames_per_second_; }
  double now_s() const { return now_s_; }  // of all frames together

 private:
  static constexpr std::size_t k_kept = 600;
  std::array<float, k_kept> kept_ms_{};
  std::size_t count_ = 0;
  double last_ms_ = 0;
  double max_ms_ = 0;
  double now_s_ = 0;
  double counted_s_ = 0;
  int counted_ = 0;
  double frames_per_second_ = 0;
};

}  // namespace terrane::play
