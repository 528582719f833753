// A picture in memory: eight bits a channel, red green blue alpha, rows from the top. PNG bytes out
// of it, captions on it, contact sheets of several. Writes no file and fetches nothing: the app
// does.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/content/palette.h"
#include "terrane/gpu/device.h"

namespace terrane::render {

struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;  // width * height * 4

  Picture() = default;
  Picture(std::uint32_t width, std::uint32_t height, content::Rgb8 colour);
  // x < width, y < height.
  content::Rgb8 at(std::uint32_t x, std::uint32_t y) const;
  void set(std::uint32_t x, std::uint32_t y, content::Rgb8 colour);
};

// What was drawn into a texture.
base::Result<Picture> read_picture(gpu::Device& device, gpu::Texture texture);

// The file's bytes. OutOfRange for an empty picture or one above 65,535 pixels a side.
base::Result<std::vector<std::uint8_t>> encode_png(const Picture& picture);

// Averages squares of `factor` pixels; sizes are rounded down.
Picture shrink(const Picture& picture, std::uint32_t factor);

struct CaptionedPicture {
  const Picture* picture = nullptr;
  std::string caption;
};
// Pictures side by side in `columns`, each scaled down to at most `cell_width` pixels (by whole
// numbers), its caption below.
Picture contact_sheet(std::span<const CaptionedPicture> pictures, unsigned columns,
                      std::uint32_t cell_width);

// Text in the embedded font, `scale` times its 6 x 10 pixels; clipped to the picture. UTF-8; what
// the font lacks becomes a question mark.
void draw_text(Picture& picture, std::int32_t x, std::int32_t y, std::string_view text,
               content::Rgb8 colour, unsigned scale = 1);
// Pixels wide, of the longest line.
std::uint32_t text_width(std::string_view text, unsigned scale = 1);
std::uint32_t text_height(std::string_view text, unsigned scale = 1);

}  // namespace terrane::render
