#include "terrane/render/renderer.h"

#include <doctest/doctest.h>

#include <cstdio>

#include "terrane/content/mesh_writer.h"
#include "terrane/content/palette.h"
#include "terrane/gpu/headless_context.h"
#include "terrane/gpu/testing.h"
#include "terrane/render/picture.h"

namespace terrane::render {
namespace {

using content::Material;

// Pieces with one page each, written into a renderer's pool.
struct TestWorld {
  std::vector<std::unique_ptr<stream::ResidentPiece>> pieces;
  std::vector<const stream::ResidentPiece*> pointers;

  // A flat square of `material` and a tree on it, its frame's origin at `origin`.
  void add(stream::PageSink& sink, geo::Vec3 origin, double half_m, Material material) {
    content::Content built;
    content::MeshWriter writer(built.mesh_pages);
    content::Vertex like;
    like.material = material;
    like.palette = content::palette::k_asphalt_light;
    const auto corner = [&](double x, double z) {
      return content::make_vertex({x * half_m, 0, z * half_m}, {0, 1, 0}, like);
    };
    writer.quad(corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1));
    content::Instance tree;
    tree.kind = content::InstanceKind::BroadleafTree;
    built.instances.push_back(tree);

    auto piece = std::make_unique<stream::ResidentPiece>();
    piece->key.value = pieces.size();
    piece->frame.origin = origin;
    piece->bounds = built.bounds();
    piece->bounds.include(0, 8000, 0);
    piece->pages = {stream::PageId{static_cast<std::uint32_t>(pieces.size())}};
    piece->page_bounds = {built.mesh_pages.front().bounds};
    piece->page_index_counts = {6};
    sink.write(piece->pages.front(), built.mesh_pages.front());
    piece->content = std::make_shared<content::Content>(std::move(built));
    pointers.push_back(piece.get());
    pieces.push_back(std::move(piece));
  }
};

gpu::Texture make_target(gpu::Device& device, std::uint32_t width, std::uint32_t height) {
  gpu::TextureDesc desc;
  desc.label = "picture";
  desc.width = width;
  desc.height = height;
  desc.render_target = true;
  return device.make_texture(desc).value();
}

RendererOptions small_options() {
  RendererOptions options;
  options.pool_pages = 64;
  options.shadow_texels = 256;
  return options;
}

TEST_CASE("pieces and pages outside the view are not drawn") {
  const auto device = gpu::make_null_device();
  auto renderer = Renderer::create(*device, small_options()).value();
  TestWorld world;
  world.add(renderer->page_sink(), {0, 0, -40}, 10, Material::Asphalt);  // ahead
  world.add(renderer->page_sink(), {0, 0, -90}, 10, Material::Grass);    // ahead, farther
  world.add(renderer->page_sink(), {0, 0, 60}, 10, Material::Grass);     // behind
  world.add(renderer->page_sink(), {400, 0, -40}, 10, Material::Grass);  // far to the right
  world.add(renderer->page_sink(), {0, 0, -2000}, 10, Material::Grass);  // beyond the fog
  const gpu::Texture target = make_target(*device, 320, 180);
  FrameInput input;
  input.camera.position = {0, 2, 0};
  input.pieces = world.pointers;
  input.clear_distance_m = 500;
  const FrameReport ahead = renderer->draw_frame(input, target).value();
  CHECK(ahead.pieces_drawn == 2);
  CHECK(ahead.pieces_culled == 3);
  CHECK(ahead.pages_drawn == 2);
  CHECK(ahead.fog_end_m < 500);

  input.camera.heading_rad = 3.14159265;  // turned round
  const FrameReport behind = renderer->draw_frame(input, target).value();
  CHECK(behind.pieces_drawn == 1);
  CHECK(behind.pieces_culled == 4);
}

TEST_CASE("a page that is out of view is not drawn though its piece is") {
  const auto device = gpu::make_null_device();
  auto renderer = Renderer::create(*device, small_options()).value();
  TestWorld world;
  world.add(renderer->page_sink(), {0, 0, -40}, 10, Material::Asphalt);
  world.pieces.front()->bounds.include(-50000, 0, -50000);
  world.pieces.front()->bounds.include(50000, 0, 90000);
  content::BoundsMm behind;
  behind.include(-1000, 0, 80000);
  behind.include(1000, 1000, 85000);
  world.pieces.front()->page_bounds = {behind};
  FrameInput input;
  input.camera.position = {0, 2, 0};
  input.pieces = world.pointers;
  const FrameReport report = renderer->draw_frame(input, make_target(*device, 64, 64)).value();
  CHECK(report.pieces_drawn == 1);
  CHECK(report.pages_drawn == 0);
  CHECK(report.pages_culled == 1);
}

TEST_CASE("no pipeline is made after the warm-up, which drew with each") {
  const auto device = gpu::make_null_device();
  auto renderer = Renderer::create(*device, small_options()).value();
  const std::uint64_t pipelines = device->stats().pipelines_made;
  const std::uint64_t warm_draws = device->stats().draws;
  CHECK(pipelines >= 12);
  CHECK(warm_draws >= pipelines);
  TestWorld world;
  for (const Material material : {Material::Facade, Material::Asphalt, Material::Paving,
                                  Material::Water, Material::Roof, Material::Lamp}) {
    world.add(renderer->page_sink(), {0, 0, -40}, 10, material);
  }
  FrameInput input;
  input.camera.position = {0, 2, 0};
  input.pieces = world.pointers;
  input.attribution = "\xC2\xA9 nobody";
  for (const std::uint32_t width : {64u, 200u}) {
    const gpu::Texture target = make_target(*device, width, 64);
    for (const double hour : {2.0, 6.5, 12.0, 20.0}) {
      input.hour = hour;
      CHECK(renderer->draw_frame(input, target).value().pipelines_made == 0);
    }
  }
  CHECK(device->stats().pipelines_made == pipelines);
}

TEST_CASE("pieces beyond the limit are left out, the farthest first, and counted") {
  const auto device = gpu::make_null_device();
  RendererOptions options = small_options();
  options.piece_limit = 2;
  auto renderer = Renderer::create(*device, options).value();
  TestWorld world;
  for (const double ahead : {90.0, 40.0, 60.0}) {
    world.add(renderer->page_sink(), {0, 0, -ahead}, 5, Material::Grass);
  }
  FrameInput input;
  input.camera.position = {0, 2, 0};
  input.pieces = world.pointers;
  const FrameReport report = renderer->draw_frame(input, make_target(*device, 64, 64)).value();
  CHECK(report.pieces_drawn == 2);
  CHECK(report.pieces_left_out == 1);
}

TEST_CASE("street lamps glow by night only") {
  const auto device = gpu::make_null_device();
  auto renderer = Renderer::create(*device, small_options()).value();
  TestWorld world;
  world.add(renderer->page_sink(), {0, 0, -40}, 10, Material::Asphalt);
  auto lit = std::make_shared<content::Content>(*world.pieces.front()->content);
  lit->instances.front().kind = content::InstanceKind::StreetLamp;
  const gpu::Texture target = make_target(*device, 64, 64);
  FrameInput input;
  input.camera.position = {0, 2, 0};
  input.pieces = world.pointers;
  const auto draws_at = [&](double hour) {
    input.hour = hour;
    return renderer->draw_frame(input, target).value().draw_calls;
  };
  const std::uint64_t tree_by_day = draws_at(12);
  const std::uint64_t tree_by_night = draws_at(0);
  world.pieces.front()->content = lit;
  CHECK(draws_at(12) == tree_by_day);
  CHECK(draws_at(0) == tree_by_night + 1);
}

TEST_CASE("a frame allocates nothing on the device once its size stands") {
  const auto device = gpu::make_null_device();
  auto renderer = Renderer::create(*device, small_options()).value();
  TestWorld world;
  world.add(renderer->page_sink(), {0, 0, -40}, 10, Material::Asphalt);
  FrameInput input;
  input.camera.position = {0, 2, 0};
  input.pieces = world.pointers;
  const gpu::Texture target = make_target(*device, 64, 64);
  REQUIRE(renderer->draw_frame(input, target).ok());
  const gpu::DeviceStats before = device->stats();
  REQUIRE(renderer->draw_frame(input, target).ok());
  CHECK(device->stats().buffers_made == before.buffers_made);
  CHECK(device->stats().textures_made == before.textures_made);
}

TEST_CASE("bad input is refused with a sentence") {
  const auto device = gpu::make_null_device();
  RendererOptions none = small_options();
  none.pool_pages = 0;
  CHECK_FALSE(Renderer::create(*device, none).ok());
  auto renderer = Renderer::create(*device, small_options()).value();
  FrameInput input;
  CHECK_FALSE(renderer->draw_frame(input, gpu::Texture{}).ok());
  const gpu::Texture target = make_target(*device, 64, 64);
  CHECK(renderer->draw_frame(input, target).ok());
  input.camera.vertical_fov_rad = 0;
  CHECK_FALSE(renderer->draw_frame(input, target).ok());
  input.camera.vertical_fov_rad = 1;
  input.camera.position.x = 1e300 * 1e300;
  CHECK_FALSE(renderer->draw_frame(input, target).ok());
}

bool is_magenta(content::Rgb8 colour) {
  return colour.r > 230 && colour.b > 230 && colour.g < 30;
}

void check_pixels(gpu::Device& device) {
  RendererOptions options = small_options();
  auto renderer = Renderer::create(device, options).value();
  TestWorld world;
  world.add(renderer->page_sink(), {0, 0, 0}, 100, Material::Asphalt);
  world.add(renderer->page_sink(), {0, 0, -30}, 10, Material::Lamp);
  const gpu::Texture target = make_target(device, 160, 90);
  FrameInput input;
  input.camera.position = {0, 2, 20};
  input.camera.pitch_rad = -0.2;
  input.pieces = world.pointers;
  input.clear_distance_m = 400;
  input.hour = 12;
  REQUIRE(renderer->draw_frame(input, target).ok());
  const Picture day = read_picture(device, target).value();
  std::size_t magenta = 0;
  for (std::uint32_t y = 0; y < day.height; ++y) {
    for (std::uint32_t x = 0; x < day.width; ++x) magenta += is_magenta(day.at(x, y)) ? 1 : 0;
  }
  CHECK(magenta == 0);  // every pixel is covered
  const content::Rgb8 sky = day.at(4, 2);
  CHECK(sky.b > sky.r);  // blue above
  CHECK(sky.b > 120);
  const content::Rgb8 road = day.at(8, 85);
  CHECK(road.b < 150);  // asphalt below: grey and darker than the sky
  CHECK(std::abs(int{road.r} - int{road.b}) < 50);

  input.hour = 1;
  REQUIRE(renderer->draw_frame(input, target).ok());
  const Picture night = read_picture(device, target).value();
  CHECK(int{night.at(4, 2).b} + 60 < int{sky.b});

  // What lies beyond the fog's end looks like the fog: no edge of the world.
  input.hour = 12;
  input.pieces = {};
  input.clear_distance_m = 100;
  input.camera.pitch_rad = 0;
  REQUIRE(renderer->draw_frame(input, target).ok());
  const Picture fog = read_picture(device, target).value();
  for (std::uint32_t x = 8; x < 160; x += 48) {
    const content::Rgb8 above = fog.at(x, 44);
    const content::Rgb8 below = fog.at(x, 46);
    CHECK(std::abs(int{above.r} - int{below.r}) < 12);
    CHECK(std::abs(int{above.g} - int{below.g}) < 12);
    CHECK(std::abs(int{above.b} - int{below.b}) < 12);
  }
}

TEST_CASE("a small piece is drawn, in both dialects of OpenGL") {
  for (const gpu::GlDialect dialect : {gpu::GlDialect::Desktop, gpu::GlDialect::Es}) {
    auto context = gpu::HeadlessContext::open(dialect);
    if (!context) {
      std::printf("SKIPPED: headless GL (no EGL driver)\n");
      return;
    }
    INFO(context.value()->device().capabilities().backend);
    check_pixels(context.value()->device());
  }
}

}  // namespace
}  // namespace terrane::render
