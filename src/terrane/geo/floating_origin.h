// The moving origin that keeps what reaches the GPU small: a frame near the observer. It follows in
// jumps, seldom, so that placements can be cached between them. Owner thread.
#pragma once

#include "terrane/geo/frame.h"

namespace terrane::geo {

class FloatingOrigin {
 public:
  // `rebase_distance_m`: how far the observer may stray before the origin follows. Lower costs more
  // frequent re-placing of every piece; higher costs precision (4 km keeps single precision within
  // 0.5 mm). `frame` is the local frame at the first observer.
  explicit FloatingOrigin(const Frame& frame, double rebase_distance_m = 2000.0)
      : frame_(frame), rebase_distance_m_(rebase_distance_m) {}

  const Frame& frame() const { return frame_; }
  // How often the origin has moved; whoever caches placements compares it.
  unsigned generation() const { return generation_; }

  // `local_frame` is the local frame at the observer. True when the origin moved.
  bool follow(const Frame& local_frame) {
    if (length(local_frame.origin - frame_.origin) <= rebase_distance_m_) return false;
    frame_ = local_frame;
    generation_ += 1;
    return true;
  }

 private:
  Frame frame_;
  double rebase_distance_m_;
  unsigned generation_ = 0;
};

}  // namespace terrane::geo
