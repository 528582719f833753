#include "snapshot_rival.h"

namespace terrane::rivals {

std::unique_ptr<SnapshotRival> make_capnproto_rival(bool) {
  return nullptr;
}

}  // namespace terrane::rivals
