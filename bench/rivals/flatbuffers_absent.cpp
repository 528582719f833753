#include "snapshot_rival.h"

namespace terrane::rivals {

std::unique_ptr<SnapshotRival> make_flatbuffers_rival() {
  return nullptr;
}

}  // namespace terrane::rivals
