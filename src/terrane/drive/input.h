// What a person asks of a car or a walker in one step: plain numbers, so that a drive is the list
// of them (recording.h). A wait for ground that has not arrived is asked for like anything else.
#pragma once

#include <cstdint>

namespace terrane::drive {

enum InputFlag : std::uint8_t {
  Waits = 1,      // the ground here has not arrived: nothing moves in this step
  Handbrake = 2,  // car
  Runs = 4,       // walker
  Jumps = 8,      // walker
};

// The full way is 127 for every axis.
struct Input {
  std::int8_t ahead = 0;      // car: throttle, below 0 brake and reverse. Walker: forwards
  std::int8_t right = 0;      // car: steering. Walker: sideways
  std::uint8_t flags = 0;     // InputFlag
  std::uint16_t heading = 0;  // walker: where it looks, 65,536ths of a turn from north to the left
  friend bool operator==(const Input&, const Input&) = default;
};

}  // namespace terrane::drive
