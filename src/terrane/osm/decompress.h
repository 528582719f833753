// Whole gzip and bzip2 bodies into memory, with the place where a damaged one breaks. Native only.
#pragma once

#include <string>

#include "terrane/base/result.h"

namespace terrane::osm {

// What a body may grow to: a small file must not fill the machine.
inline constexpr std::size_t k_decompressed_limit_bytes = std::size_t{2} << 30;

base::Result<std::string> gunzip(const std::string& bytes, const std::string& where);
base::Result<std::string> bunzip2(const std::string& bytes, const std::string& where);

}  // namespace terrane::osm
