// A picture that went through words (gpu/word_backend.h) is the picture drawn without them: nothing
// that the renderer asks a device for is lost on the way to an executor elsewhere.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "terrane/content/mesh_writer.h"
#include "terrane/gpu/backend.h"
#include "terrane/gpu/headless_context.h"
#include "terrane/gpu/word_backend.h"
#include "terrane/gpu/word_replay_testing.h"
#include "terrane/render/picture.h"
#include "terrane/render/renderer.h"
#include "terrane/render/shader_text.h"

namespace terrane::render {
namespace {

constexpr std::uint32_t k_width = 160;
constexpr std::uint32_t k_height = 90;

gpu::ShaderModuleDesc shader_of(const std::string& label) {
  gpu::ShaderModuleDesc desc;
  for (const ShaderText& text : shader_texts()) {
    if (text.name != label) continue;
    desc.label = label;
    desc.stage = text.stage;
    desc.glsl_es_300 = text.glsl_es_300;
    desc.glsl_330 = text.glsl_330;
  }
  return desc;
}

// A square of ground with a tree, a lamp and a house front on it.
std::unique_ptr<stream::ResidentPiece> make_piece(stream::PageSink& sink) {
  content::Content built;
  content::MeshWriter writer(built.mesh_pages);
  content::Vertex like;
  like.material = content::Material::Asphalt;
  const auto corner = [&like](double x, double y, double z, geo::Vec3 normal) {
    return content::make_vertex({x, y, z}, normal, like);
  };
  writer.quad(corner(-60, 0, 60, {0, 1, 0}), corner(60, 0, 60, {0, 1, 0}),
              corner(60, 0, -60, {0, 1, 0}), corner(-60, 0, -60, {0, 1, 0}));
  like.material = content::Material::Facade;
  writer.quad(corner(2, 0, -12, {0, 0, 1}), corner(14, 0, -12, {0, 0, 1}),
              corner(14, 9, -12, {0, 0, 1}), corner(2, 9, -12, {0, 0, 1}));
  content::Instance tree;
  tree.kind = content::InstanceKind::BroadleafTree;
  tree.x_mm = -4000;
  built.instances.push_back(tree);
  content::Instance lamp;
  lamp.kind = content::InstanceKind::StreetLamp;
  lamp.x_mm = 3000;
  built.instances.push_back(lamp);

  auto piece = std::make_unique<stream::ResidentPiece>();
  piece->bounds = built.bounds();
  piece->bounds.include(0, 12000, 0);
  piece->pages = {stream::PageId{0}};
  piece->page_bounds = {built.mesh_pages.front().bounds};
  const std::size_t indices = built.mesh_pages.front().indices.size();
  piece->page_index_counts = {static_cast<std::uint16_t>(indices)};
  sink.write(piece->pages.front(), built.mesh_pages.front());
  piece->content = std::make_shared<content::Content>(std::move(built));
  return piece;
}

// Two frames, by day and by night, with everything that a frame can hold; the texture has the last.
gpu::Texture draw_frames(gpu::Device& device) {
  RendererOptions options;
  options.pool_pages = 64;
  options.shadow_texels = 256;
  auto renderer = Renderer::create(device, options).value();
  const auto piece = make_piece(renderer->page_sink());
  gpu::TextureDesc desc{"picture", k_width, k_height, gpu::TextureFormat::Rgba8Unorm, 1, true};
  const gpu::Texture target = device.make_texture(desc).value();
  const stream::ResidentPiece* const pieces[] = {piece.get()};
  Figure figure;
  figure.position = {-1, 0, 4};
  GroundMark mark;
  mark.position = {0, 0, 6};
  Bar bar;
  bar.position = figure.position;
  OverlayQuad quad;
  quad.width = 12;
  quad.height = 12;
  FrameInput input;
  input.camera.position = {0, 2, 20};
  input.camera.pitch_rad = 0.05;
  input.pieces = pieces;
  input.figures = std::span(&figure, 1);
  input.marks = std::span(&mark, 1);
  input.bars = std::span(&bar, 1);
  input.quads = std::span(&quad, 1);
  input.clear_distance_m = 400;
  input.attribution = "words";
  for (const double hour : {0.0, 10.0}) {
    input.hour = hour;
    REQUIRE(renderer->draw_frame(input, target).ok());
  }
  return target;
}

TEST_CASE("a picture drawn through words is the picture drawn without") {
  auto context = gpu::HeadlessContext::open(gpu::GlDialect::Es);
  if (!context) {
    std::printf("SKIPPED: headless GL (no EGL driver)\n");
    return;
  }
  gpu::Device& device = context.value()->device();
  const Picture straight = read_picture(device, draw_frames(device)).value();

  auto words = std::make_unique<gpu::WordBackend>(device.capabilities());
  gpu::WordBackend& writer = *words;
  gpu::Device word_device(std::move(words));
  const gpu::Texture target = draw_frames(word_device);
  const auto executor = gpu::make_gl_backend().value();
  gpu::WordReplay replay(*executor, shader_of);
  replay.run(writer.take_words());
  CHECK(executor->take_complaint() == "");
  CHECK(executor->read_rgba8(target) == straight.rgba);

  // And it is a picture: bright above, with something standing in front of it.
  std::uint32_t distinct = 0;
  for (std::uint32_t x = 1; x < k_width; ++x) {
    const content::Rgb8 left = straight.at(x - 1, k_height / 2);
    const content::Rgb8 here = straight.at(x, k_height / 2);
    distinct += left.g == here.g ? 0 : 1;
  }
  CHECK(distinct > 20);
}

std::vector<std::uint32_t> read_words(const char* path) {
  std::vector<std::uint32_t> words;
  std::FILE* file = std::fopen(path, "rb");
  REQUIRE(file != nullptr);
  std::uint32_t block[4096];
  for (std::size_t read = 1; read > 0;) {
    read = std::fread(block, sizeof(block[0]), std::size(block), file);
    words.insert(words.end(), block, block + read);
  }
  std::fclose(file);
  return words;
}

// Not a test of its own: apps/web/tests/graphics.mjs records what the page asked WebGPU for and
// runs this by name, to have the same picture from OpenGL ES.
TEST_CASE("words that a page recorded become a picture" * doctest::skip()) {
  const char* const recorded = std::getenv("TERRANE_GPU_WORDS");
  const char* const picture_path = std::getenv("TERRANE_GPU_WORDS_PNG");
  REQUIRE(recorded != nullptr);
  REQUIRE(picture_path != nullptr);
  auto context = gpu::HeadlessContext::open(gpu::GlDialect::Es);
  if (!context) {
    std::printf("SKIPPED: headless GL (no EGL driver)\n");
    return;
  }
  const auto executor = gpu::make_gl_backend().value();
  gpu::WordReplay replay(*executor, shader_of);
  replay.make_surface_a_texture();
  replay.run(read_words(recorded));
  CHECK(executor->take_complaint() == "");
  Picture picture;
  picture.width = replay.surface_desc().width;
  picture.height = replay.surface_desc().height;
  picture.rgba = executor->read_rgba8(replay.surface());
  const std::vector<std::uint8_t> png = encode_png(picture).value();
  std::FILE* file = std::fopen(picture_path, "wb");
  REQUIRE(file != nullptr);
  CHECK(std::fwrite(png.data(), 1, png.size(), file) == png.size());
  std::fclose(file);
  std::printf("%s\n", executor->capabilities().renderer.c_str());
}

}  // namespace
}  // namespace terrane::render
