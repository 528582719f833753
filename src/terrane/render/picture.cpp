#include "terrane/render/picture.h"

#include <algorithm>
#include <utility>

#include "terrane/base/assert.h"
#include "terrane/render/font.h"
#include "terrane/render/png_writer.h"

namespace terrane::render {
namespace {

constexpr std::uint32_t k_side_limit = 65535;
constexpr content::Rgb8 k_sheet_colour{24, 26, 30};
constexpr content::Rgb8 k_caption_colour{222, 224, 226};
constexpr std::uint32_t k_sheet_gap = 12;

// The whole number by which a picture must shrink to be at most `width` wide.
std::uint32_t shrink_factor(const Picture& picture, std::uint32_t width) {
  return picture.width <= width ? 1 : (picture.width + width - 1) / width;
}

void paste(Picture& onto, const Picture& picture, std::uint32_t left, std::uint32_t top) {
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) onto.set(left + x, top + y, picture.at(x, y));
  }
}

}  // namespace

Picture::Picture(std::uint32_t picture_width, std::uint32_t picture_height, content::Rgb8 colour)
    : width(picture_width), height(picture_height) {
  rgba.resize(std::size_t{width} * height * 4);
  for (std::size_t pixel = 0; pixel < rgba.size(); pixel += 4) {
    rgba[pixel] = colour.r;
    rgba[pixel + 1] = colour.g;
    rgba[pixel + 2] = colour.b;
    rgba[pixel + 3] = 255;
  }
}

content::Rgb8 Picture::at(std::uint32_t x, std::uint32_t y) const {
  TERRANE_ASSERT(x < width && y < height, "a pixel of the picture");
  const std::size_t pixel = (std::size_t{y} * width + x) * 4;
  return {rgba[pixel], rgba[pixel + 1], rgba[pixel + 2]};
}

void Picture::set(std::uint32_t x, std::uint32_t y, content::Rgb8 colour) {
  TERRANE_ASSERT(x < width && y < height, "a pixel of the picture");
  const std::size_t pixel = (std::size_t{y} * width + x) * 4;
  rgba[pixel] = colour.r;
  rgba[pixel + 1] = colour.g;
  rgba[pixel + 2] = colour.b;
  rgba[pixel + 3] = 255;
}

base::Result<Picture> read_picture(gpu::Device& device, gpu::Texture texture) {
  Picture picture;
  picture.rgba = TERRANE_TRY(device.read_rgba8(texture));
  picture.width = device.find(texture)->width;
  picture.height = device.find(texture)->height;
  for (std::size_t alpha = 3; alpha < picture.rgba.size(); alpha += 4) picture.rgba[alpha] = 255;
  return picture;
}

base::Result<std::vector<std::uint8_t>> encode_png(const Picture& picture) {
  if (picture.width == 0 || picture.height == 0 || picture.width > k_side_limit ||
      picture.height > k_side_limit) {
    return base::Error{
        base::ErrorCode::OutOfRange,
        "picture of " + std::to_string(picture.width) + " x " + std::to_string(picture.height),
        "PNG", "1 to 65535 pixels a side"};
  }
  return write_png(picture.width, picture.height, picture.rgba);
}

Picture shrink(const Picture& picture, std::uint32_t factor) {
  TERRANE_ASSERT(factor > 0, "pictures shrink by 1 or more");
  Picture small(picture.width / factor, picture.height / factor, {});
  for (std::uint32_t y = 0; y < small.height; ++y) {
    for (std::uint32_t x = 0; x < small.width; ++x) {
      std::uint32_t sum[3] = {0, 0, 0};
      for (std::uint32_t part = 0; part < factor * factor; ++part) {
        const content::Rgb8 colour =
            picture.at(x * factor + part % factor, y * factor + part / factor);
        sum[0] += colour.r;
        sum[1] += colour.g;
        sum[2] += colour.b;
      }
      const auto mean = [factor](std::uint32_t total) {
        return static_cast<std::uint8_t>((total + factor * factor / 2) / (factor * factor));
      };
      small.set(x, y, {mean(sum[0]), mean(sum[1]), mean(sum[2])});
    }
  }
  return small;
}

Picture contact_sheet(std::span<const CaptionedPicture> pictures, unsigned columns,
                      std::uint32_t cell_width) {
  TERRANE_ASSERT(columns > 0 && cell_width > 0, "a sheet has columns of some width");
  std::vector<Picture> cells;
  std::uint32_t cell_height = 0;
  std::uint32_t widest = 1;
  for (const CaptionedPicture& one : pictures) {
    cells.push_back(shrink(*one.picture, shrink_factor(*one.picture, cell_width)));
    cell_height = std::max(cell_height, cells.back().height);
    widest = std::max(widest, cells.back().width);
  }
  const std::uint32_t caption_height = k_glyph_height + 8;
  const std::uint32_t rows = static_cast<std::uint32_t>((cells.size() + columns - 1) / columns);
  Picture sheet(columns * (widest + k_sheet_gap) + k_sheet_gap,
                rows * (cell_height + caption_height + k_sheet_gap) + k_sheet_gap, k_sheet_colour);
  for (std::size_t index = 0; index < cells.size(); ++index) {
    const std::uint32_t column = static_cast<std::uint32_t>(index % columns);
    const std::uint32_t row = static_cast<std::uint32_t>(index / columns);
    const std::uint32_t left = k_sheet_gap + column * (widest + k_sheet_gap);
    const std::uint32_t top = k_sheet_gap + row * (cell_height + caption_height + k_sheet_gap);
    paste(sheet, cells[index], left, top);
    draw_text(sheet, static_cast<std::int32_t>(left),
              static_cast<std::int32_t>(top + cell_height + 4), pictures[index].caption,
              k_caption_colour);
  }
  return sheet;
}

void draw_text(Picture& picture, std::int32_t x, std::int32_t y, std::string_view text,
               content::Rgb8 colour, unsigned scale) {
  const std::int32_t step = static_cast<std::int32_t>(scale);
  std::int32_t left = x;
  while (!text.empty()) {
    const char32_t character = take_character(text);
    if (character == U'\n') {
      left = x;
      y += static_cast<std::int32_t>(k_glyph_height) * step;
      continue;
    }
    const Glyph glyph = glyph_of(character);
    for (std::int32_t row = 0; row < static_cast<std::int32_t>(k_glyph_height) * step; ++row) {
      for (std::int32_t column = 0; column < static_cast<std::int32_t>(k_glyph_width) * step;
           ++column) {
        const unsigned bits = glyph[static_cast<std::size_t>(row / step)];
        if (((bits >> (5 - column / step)) & 1u) == 0) continue;
        const std::int32_t at_x = left + column;
        const std::int32_t at_y = y + row;
        if (at_x < 0 || at_y < 0 || at_x >= static_cast<std::int32_t>(picture.width) ||
            at_y >= static_cast<std::int32_t>(picture.height)) {
          continue;
        }
        picture.set(static_cast<std::uint32_t>(at_x), static_cast<std::uint32_t>(at_y), colour);
      }
    }
    left += static_cast<std::int32_t>(k_glyph_width) * step;
  }
}

std::uint32_t text_width(std::string_view text, unsigned scale) {
  std::uint32_t widest = 0;
  std::uint32_t width = 0;
  while (!text.empty()) {
    width = take_character(text) == U'\n' ? 0 : width + k_glyph_width * scale;
    widest = std::max(widest, width);
  }
  return widest;
}

std::uint32_t text_height(std::string_view text, unsigned scale) {
  const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
  return static_cast<std::uint32_t>(lines) * k_glyph_height * scale;
}

}  // namespace terrane::render
