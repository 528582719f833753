// A piece's content as one flat run of bytes and back, complete, warnings included: how a build
// crosses from a message worker to the owner. Fixed widths, little end first: WebAssembly and
// native builds read each other. Vertices, indices and instances lie in one block each and are
// copied as they are. Not a file format: both ends are the same build, and the version only finds a
// stale worker.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/content/content.h"

namespace terrane::content {

inline constexpr std::uint32_t k_wire_version = 1;

// Appends to `out`. Any thread.
void append_wire(const Content& content, std::vector<std::uint8_t>& out);

// Bytes from anywhere, and nothing behind them. BadData or Incomplete for what was cut, lies about
// a count, or holds what no build gives and a reader of content would stumble over: a page larger
// than the pool's, an index without a vertex, a kind or material that there is not, a terrain tile
// or lane whose numbers do not add up. Allocates per page and list, never per vertex. Any thread.
base::Result<Content> read_wire(std::span<const std::uint8_t> bytes);

}  // namespace terrane::content
