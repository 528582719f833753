#include "terrane/render/text_overlay.h"

#include "terrane/render/font.h"
#include "terrane/render/picture.h"

namespace terrane::render {
namespace {

// The font's picture: 16 by 16 cells by Latin-1 code point; cell 0 is solid, for fields of colour.
constexpr unsigned k_cells_per_row = 16;
constexpr std::size_t k_corner_limit = 6 * 4096;
constexpr std::uint8_t k_ink[4] = {245, 245, 240, 255};
constexpr std::uint8_t k_field[4] = {12, 14, 18, 140};

unsigned cell_of(char32_t character) {
  if (character == 0x2013 || character == 0x2014) return U'-';
  if (character == 0x2018 || character == 0x2019) return U'\'';
  return character < U' ' || character > 0xFF ? U'?' : static_cast<unsigned>(character);
}

}  // namespace

base::Result<std::unique_ptr<TextOverlay>> TextOverlay::create(gpu::Device& device,
                                                               const Pipelines& pipelines) {
  std::unique_ptr<TextOverlay> made(new TextOverlay(device));
  gpu::BufferDesc buffer;
  buffer.label = "text corners";
  buffer.size_bytes = k_corner_limit * sizeof(TextVertex);
  buffer.usage = gpu::BufferUsage::Vertex;
  buffer.dynamic = true;
  made->vertices_ = TERRANE_TRY(device.make_buffer(buffer));
  TERRANE_TRY(made->make_font_picture());
  gpu::SamplerDesc sampler;
  sampler.label = "font";
  sampler.filter = gpu::Filter::Nearest;
  gpu::BindGroupDesc group;
  group.label = "text";
  group.layout = pipelines.text;
  group.entries.resize(2);
  group.entries[0].binding = 0;
  group.entries[0].texture = made->font_;
  group.entries[1].binding = 1;
  group.entries[1].sampler = TERRANE_TRY(device.make_sampler(sampler));
  made->group_ = TERRANE_TRY(device.make_bind_group(group));
  return made;
}

base::Result<void> TextOverlay::make_font_picture() {
  gpu::TextureDesc desc;
  desc.label = "font";
  desc.width = k_cells_per_row * k_glyph_width;
  desc.height = k_cells_per_row * k_glyph_height;
  desc.format = gpu::TextureFormat::R8Unorm;
  font_ = TERRANE_TRY(device_.make_texture(desc));
  std::vector<std::byte> pixels(std::size_t{desc.width} * desc.height);
  for (unsigned cell = 0; cell < k_cells_per_row * k_cells_per_row; ++cell) {
    const Glyph glyph = glyph_of(static_cast<char32_t>(cell));
    for (unsigned row = 0; row < k_glyph_height; ++row) {
      for (unsigned column = 0; column < k_glyph_width; ++column) {
        const bool ink = cell == 0 || ((glyph[row] >> (5 - column)) & 1u) != 0;
        const std::size_t x = cell % k_cells_per_row * k_glyph_width + column;
        const std::size_t y = cell / k_cells_per_row * k_glyph_height + row;
        pixels[y * desc.width + x] = static_cast<std::byte>(ink ? 255 : 0);
      }
    }
  }
  return device_.write_texture(font_, pixels);
}

void TextOverlay::add_quad(float left, float top, float width, float height, unsigned cell,
                           const std::uint8_t (&color)[4]) {
  if (corners_.size() + 6 > k_corner_limit) return;
  const float u = static_cast<float>(cell % k_cells_per_row) / k_cells_per_row;
  const float v = static_cast<float>(cell / k_cells_per_row) / k_cells_per_row;
  const auto corner = [&](float right, float down) {
    TextVertex vertex;
    vertex.place[0] = 2.0f * (left + right * width) / picture_width_ - 1.0f;
    vertex.place[1] = 1.0f - 2.0f * (top + down * height) / picture_height_;
    vertex.place[2] = u + right / k_cells_per_row;
    vertex.place[3] = v + down / k_cells_per_row;
    for (int channel = 0; channel < 4; ++channel) vertex.color[channel] = color[channel];
    return vertex;
  };
  for (const TextVertex& vertex :
       {corner(0, 0), corner(0, 1), corner(1, 1), corner(0, 0), corner(1, 1), corner(1, 0)}) {
    corners_.push_back(vertex);
  }
}

void TextOverlay::add_block(std::string_view text, float left, float top, float scale) {
  const unsigned whole = static_cast<unsigned>(scale);
  const float pad = 3.0f * scale;
  add_quad(left - pad, top - pad, static_cast<float>(text_width(text, whole)) + 2 * pad,
           static_cast<float>(text_height(text, whole)) + 2 * pad, 0, k_field);
  float x = left;
  while (!text.empty()) {
    const char32_t character = take_character(text);
    if (character == U'\n') {
      x = left;
      top += k_glyph_height * scale;
      continue;
    }
    add_quad(x, top, k_glyph_width * scale, k_glyph_height * scale, cell_of(character), k_ink);
    x += k_glyph_width * scale;
  }
}

base::Result<void> TextOverlay::set(std::string_view caption, std::string_view attribution,
                                    std::uint32_t width, std::uint32_t height) {
  corners_.clear();
  picture_width_ = static_cast<float>(width);
  picture_height_ = static_cast<float>(height);
  const unsigned scale = height < 600 ? 1 : (height + 180) / 450;
  const float size = static_cast<float>(scale);
  const float gap = 7.0f * size;
  if (!caption.empty()) add_block(caption, gap, gap, size);
  if (!attribution.empty()) {
    const float left = picture_width_ - gap - static_cast<float>(text_width(attribution, scale));
    const float top = picture_height_ - gap - static_cast<float>(text_height(attribution, scale));
    add_block(attribution, left, top, size);
  }
  return device_.write_buffer(vertices_, 0, std::as_bytes(std::span<const TextVertex>(corners_)));
}

void TextOverlay::record(gpu::CommandList& list, const Pipelines& pipelines) const {
  if (corners_.empty()) return;
  list.set_pipeline(pipelines.text_overlay);
  list.set_bind_group(0, group_);
  list.set_vertex_buffer(0, vertices_);
  list.draw(static_cast<std::uint32_t>(corners_.size()));
}

}  // namespace terrane::render
