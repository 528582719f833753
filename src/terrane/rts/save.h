// A saved match: every word of a State as bytes, with what it belongs to, and a checksum. The same
// bytes are a keyframe of a replay and what a peer resumes from. docs/formats/save_v1.md. It writes
// no file: the caller does, to a temporary name first. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/rts/state.h"

namespace terrane::rts {

struct SaveHead {
  std::uint64_t rules_digest = 0;
  std::uint64_t field_digest = 0;
  std::uint64_t seed = 0;
  Word tick = 0;
};

// Replaces `out`; its capacity is kept.
void write_save(const State& state, const SaveHead& head, std::vector<std::uint8_t>& out);

// A save in a fraction of its bytes, row by row (row_packing.h), for keyframes. Replaces `out`.
void pack_save(std::span<const std::uint8_t> save, std::vector<std::uint8_t>& out);
// The bytes that pack_save() was given. BadData for what it did not write; the save inside is
// checked by who reads it.
base::Result<std::vector<std::uint8_t>> unpack_save(std::span<const std::uint8_t> packed);

base::Result<SaveHead> read_save_head(std::span<const std::uint8_t> bytes);

// Bytes from anywhere. Incomplete or BadData for what was cut, flipped, is of a later version, was
// saved under other rules or on another field, or whose rows cannot be (order of identities, types
// that there are not, places outside the field): nothing that comes back can make a tick read
// outside its arrays.
base::Result<State> read_save(std::span<const std::uint8_t> bytes, const Rules& rules,
                              const Battlefield& field);

}  // namespace terrane::rts
