// Bytes from and to the local disk; every failure is a sentence. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "terrane/base/result.h"

namespace terrane::fetch {

// The whole of a regular file of at most `limit_bytes`.
base::Result<std::string> read_file(const std::string& path,
                                    std::uint64_t limit_bytes = std::uint64_t{4} << 30);

// Writes a temporary file beside `path` and renames it, so that nothing half-written is left
// behind.
base::Result<void> write_file(const std::string& path, std::span<const std::uint8_t> bytes);
base::Result<void> write_file(const std::string& path, const std::string& text);

}  // namespace terrane::fetch
