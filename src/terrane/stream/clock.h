// Time as the streamer sees it. Injected, so that tests and `tour` own it; nothing else in this
// part asks what time it is.
#pragma once

namespace terrane::stream {

// Seconds since an arbitrary start, never falling. Owner thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual double now_s() = 0;
};

// The real one.
class SteadyClock final : public Clock {
 public:
  double now_s() override;
};

}  // namespace terrane::stream
