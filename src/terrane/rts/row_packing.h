// Rows of words as few bytes: each word as its difference from the same word of the row above,
// runs of no difference as their length, all as varints. Rows of a table differ little from one
// another, so a save is a fifth of its state. Not a general compressor. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/snapshot/layout.h"
#include "terrane/snapshot/varint.h"

namespace terrane::rts {

// Appends. `words` holds whole rows of `stride` words; stride > 0.
void pack_rows(std::span<const snapshot::Word> words, std::size_t stride,
               std::vector<std::uint8_t>& out);

// Reads what pack_rows() wrote for as many words. False, with `words` of any value, for bytes that
// it did not write. Never reads or writes beyond.
bool unpack_rows(snapshot::VarintReader& reader, std::size_t stride,
                 std::span<snapshot::Word> words);

}  // namespace terrane::rts
