// The vision table of a snapshot's source, taken apart: its rows are as wide as the widest.
#pragma once

#include <cstring>
#include <span>

#include "terrane/snapshot/encode.h"

namespace terrane::rivals {

inline std::size_t vision_count(const snapshot::Source& source) {
  return source.vision.size() / source.vision_stride;
}
inline snapshot::VisionRow vision_head(const snapshot::Source& source, std::size_t row) {
  snapshot::VisionRow head;
  std::memcpy(static_cast<void*>(&head), source.vision.data() + row * source.vision_stride,
              sizeof(head));
  return head;
}
inline std::span<const snapshot::Word> vision_cells(const snapshot::Source& source,
                                                    std::size_t row) {
  const snapshot::VisionRow head = vision_head(source, row);
  return source.vision.subspan(row * source.vision_stride + head.cells_at, head.cells_words);
}

}  // namespace terrane::rivals
