// A snapshot as other libraries carry it, for `terrane bench match`: the same rows and fields,
// written with FlatBuffers and with Cap'n Proto in the quickest way their pages teach, into memory
// that is used again. Not used by the engine. A build without a library has none of its rival.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "terrane/snapshot/encode.h"

namespace terrane::rivals {

// Owner thread.
class SnapshotRival {
 public:
  virtual ~SnapshotRival() = default;

  // Writes all rows of `source`, instead of what was written before. Returns how many bytes it
  // takes.
  virtual std::size_t write(const snapshot::Source& source) = 0;

  // Whether what was last written says the same as `source`, field by field.
  virtual bool says(const snapshot::Source& source) const = 0;
};

// Null in a build without the library.
std::unique_ptr<SnapshotRival> make_flatbuffers_rival();
// `in_one_piece`: its segment is written with its head into one flat piece of memory, as a snapshot
// is and as its readers from elsewhere take it; otherwise the message is left where it was built.
std::unique_ptr<SnapshotRival> make_capnproto_rival(bool in_one_piece);

}  // namespace terrane::rivals
