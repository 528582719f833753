// Virtual time in steps of one frame, for `tour`. Inside a frame's own work it runs on with real
// time, so that budgets of milliseconds mean what they say; it stays within the frame, so that the
// next frame begins on time and the whole tour is as long as its frames. Owner thread.
#pragma once

#include <algorithm>
#include <chrono>

#include "terrane/stream/streamer.h"

namespace terrane::play {

class FrameClock final : public stream::Clock {
 public:
  explicit FrameClock(double frame_s) : frame_s_(frame_s) {}

  double now_s() override {
    const double start_s = static_cast<double>(frame_) * frame_s_;
    if (!working_) return start_s;
    const std::chrono::duration<double> worked = std::chrono::steady_clock::now() - work_began_;
    return start_s + std::min(worked.count(), frame_s_ * 0.999);
  }
  void begin_work() {
    working_ = true;
    work_began_ = std::chrono::steady_clock::now();
  }
  // Ends the frame's work and moves on to the next frame.
  void next_frame() {
    working_ = false;
    frame_ += 1;
  }

 private:
  double frame_s_;
  unsigned long long frame_ = 0;
  bool working_ = false;
  std::chrono::steady_clock::time_point work_began_;
};

}  // namespace terrane::play
