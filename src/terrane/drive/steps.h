// Turns the time of frames into whole steps, so that what moves goes the same way at 30, 60 and 144
// frames a second. Time is counted in whole microseconds: nothing is lost to rounding.
#pragma once

#include <cstdint>

namespace terrane::drive {

inline constexpr int k_steps_per_second = 120;
inline constexpr double k_step_s = 1.0 / k_steps_per_second;

class FixedSteps {
 public:
  // How many steps to run for a frame that took so long. A frame of over a quarter of a second
  // (the machine slept) counts as that: the world waits rather than jump.
  int advance(std::int64_t frame_us) {
    constexpr std::int64_t k_frame_us_max = 250'000;
    constexpr std::int64_t k_second_us = 1'000'000;
    const std::int64_t counted =
        frame_us < 0 ? 0 : (frame_us > k_frame_us_max ? k_frame_us_max : frame_us);
    owed_ += counted * k_steps_per_second;
    const std::int64_t steps = owed_ / k_second_us;
    owed_ -= steps * k_second_us;
    return static_cast<int>(steps);
  }
  // How far the picture lies between the last step and the next, 0 to below 1.
  double between() const { return static_cast<double>(owed_) * 1e-6; }

 private:
  std::int64_t owed_ = 0;  // steps, in millionths
};

}  // namespace terrane::drive
