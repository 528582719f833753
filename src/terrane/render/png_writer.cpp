#include "terrane/render/png_writer.h"

#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace terrane::render {

base::Result<std::vector<std::uint8_t>> write_png(std::uint32_t width, std::uint32_t height,
                                                  const std::vector<std::uint8_t>& rgba) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(rgba.size() / 4 * 3);
  for (std::size_t pixel = 0; pixel + 3 < rgba.size(); pixel += 4) {
    rgb.insert(rgb.end(), {rgba[pixel], rgba[pixel + 1], rgba[pixel + 2]});
  }
  std::vector<std::uint8_t> bytes;
  const auto append = [](void* context, void* data, int size) {
    auto& out = *static_cast<std::vector<std::uint8_t>*>(context);
    const std::uint8_t* first = static_cast<const std::uint8_t*>(data);
    out.insert(out.end(), first, first + size);
  };
  const int written =
      stbi_write_png_to_func(append, &bytes, static_cast<int>(width), static_cast<int>(height), 3,
                             rgb.data(), static_cast<int>(width * 3));
  if (written == 0 || bytes.empty()) {
    return base::Error{base::ErrorCode::IoFailed, "PNG could not be encoded", "picture",
                       "memory for its bytes"};
  }
  return bytes;
}

}  // namespace terrane::render
