// PNG bytes through stb_image_write. Its implementation stays inside png_writer.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/base/result.h"

namespace terrane::render {

// `rgba`: width * height * 4 bytes, rows from the top; written without alpha.
base::Result<std::vector<std::uint8_t>> write_png(std::uint32_t width, std::uint32_t height,
                                                  const std::vector<std::uint8_t>& rgba);

}  // namespace terrane::render
