// Figures, marks, bars, quads and what is seen of a battlefield, drawn by the whole renderer and
// read back.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <functional>

#include "terrane/content/mesh_writer.h"
#include "terrane/content/palette.h"
#include "terrane/gpu/headless_context.h"
#include "terrane/render/picture.h"
#include "terrane/render/renderer.h"

namespace terrane::render {
namespace {

constexpr std::uint32_t k_width = 160;
constexpr std::uint32_t k_height = 120;

// A plain of asphalt around `origin` that rises by `slope` towards the east.
struct Plain {
  stream::ResidentPiece piece;
  const stream::ResidentPiece* pointer = &piece;

  Plain(stream::PageSink& sink, geo::Vec3 origin, double slope = 0, double wall_z_m = 0) {
    content::Content built;
    content::MeshWriter writer(built.mesh_pages);
    content::Vertex like;
    like.material = content::Material::Asphalt;
    like.palette = content::palette::k_asphalt_light;
    const double half_m = 100;
    const auto corner = [&](double x, double z) {
      return content::make_vertex({x * half_m, x * half_m * slope, z * half_m}, {0, 1, 0}, like);
    };
    writer.quad(corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1));
    if (wall_z_m > 0) {  // a tower's side towards the south
      like.material = content::Material::Stone;
      const auto up = [&](double x, double y) {
        return content::make_vertex({x, y, wall_z_m}, {0, 0, 1}, like);
      };
      writer.quad(up(-20, 0), up(20, 0), up(20, 60), up(-20, 60));
    }
    piece.frame.origin = origin;
    piece.bounds = built.bounds();
    piece.pages = {stream::PageId{0}};
    piece.page_bounds = {built.mesh_pages.front().bounds};
    piece.page_index_counts = {static_cast<std::uint16_t>(built.mesh_pages.front().indices.size())};
    sink.write(piece.pages.front(), built.mesh_pages.front());
    piece.content = std::make_shared<content::Content>(std::move(built));
  }
};

std::unique_ptr<Renderer> make_renderer(gpu::Device& device) {
  RendererOptions options;
  options.pool_pages = 4;
  options.shadow_texels = 256;
  return Renderer::create(device, options).value();
}

gpu::Texture make_target(gpu::Device& device) {
  gpu::TextureDesc desc;
  desc.label = "picture";
  desc.width = k_width;
  desc.height = k_height;
  desc.render_target = true;
  return device.make_texture(desc).value();
}

// From 20 m above and 12 m south, looking at `at`.
FrameInput looking_at(geo::Vec3 at) {
  FrameInput input;
  input.camera.position = at + geo::Vec3{0, 20, 12};
  input.camera.pitch_rad = -std::atan2(20.0, 12.0);
  input.camera.vertical_fov_rad = 0.5;
  input.camera.height_above_ground_m = 20;
  input.clear_distance_m = 400;
  input.hour = 12;
  return input;
}

// Both dialects of OpenGL; a line says so where there is no driver.
void on_each_device(const std::function<void(gpu::Device&)>& test) {
  for (const gpu::GlDialect dialect : {gpu::GlDialect::Desktop, gpu::GlDialect::Es}) {
    auto context = gpu::HeadlessContext::open(dialect);
    if (!context) {
      std::printf("SKIPPED: headless GL (no EGL driver)\n");
      return;
    }
    INFO(context.value()->device().capabilities().backend);
    test(context.value()->device());
  }
}

struct Count {
  std::size_t pixels = 0;
  double x = 0;  // their mean
  double y = 0;
};
template <typename Wanted>
Count count(const Picture& picture, Wanted wanted) {
  Count found;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      if (!wanted(picture.at(x, y))) continue;
      found.pixels += 1;
      found.x += x;
      found.y += y;
    }
  }
  if (found.pixels > 0) {
    found.x /= static_cast<double>(found.pixels);
    found.y /= static_cast<double>(found.pixels);
  }
  return found;
}
bool is_red(content::Rgb8 c) {
  return c.r > 90 && c.r > 2 * c.g && c.r > 2 * c.b;
}
bool is_blue(content::Rgb8 c) {
  return c.b > 90 && c.b > 2 * c.r && c.b > c.g + 40;
}
bool is_green(content::Rgb8 c) {
  return c.g > 120 && c.g > 2 * c.r && c.g > 2 * c.b;
}
double brightness(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  const content::Rgb8 c = picture.at(x, y);
  return (c.r + c.g + c.b) / 3.0;
}

Figure hall_at(geo::Vec3 place, bool red) {
  Figure figure;
  figure.mesh = FigureMesh::PeopleTownHall;
  figure.position = place;
  figure.team_rgba[0] = red ? 230 : 20;
  figure.team_rgba[1] = 20;
  figure.team_rgba[2] = red ? 20 : 230;
  return figure;
}

TEST_CASE(
    "a figure stands where it should and wears its owner's colour, also far from the origin") {
  on_each_device([](gpu::Device& device) {
    const gpu::Texture target = make_target(device);
    for (const double away : {0.0, 1e6}) {
      auto renderer = make_renderer(device);
      const geo::Vec3 middle{away, 0, -away};
      Plain plain(renderer->page_sink(), middle);
      FrameInput input = looking_at(middle);
      input.pieces = {&plain.pointer, 1};
      const std::array<Figure, 2> figures = {hall_at(middle + geo::Vec3{-5, 0, 0}, true),
                                             hall_at(middle + geo::Vec3{5, 0, 0}, false)};
      input.figures = figures;
      const FrameReport report = renderer->draw_frame(input, target).value();
      CHECK(report.figures_drawn == 2);
      CHECK(report.pipelines_made == 0);
      const Picture drawn = read_picture(device, target).value();
      const Count red = count(drawn, is_red);
      const Count blue = count(drawn, is_blue);
      CHECK(red.pixels > 40);
      CHECK(blue.pixels > 40);
      CHECK(red.x < k_width / 2.0 - 20);
      CHECK(blue.x > k_width / 2.0 + 20);
      CHECK(std::fabs(red.y - k_height / 2.0) < 45);
    }
  });
}

TEST_CASE("what is remembered is grey, what is being built is low") {
  on_each_device([](gpu::Device& device) {
    auto renderer = make_renderer(device);
    Plain plain(renderer->page_sink(), {});
    const gpu::Texture target = make_target(device);
    FrameInput input = looking_at({});
    input.pieces = {&plain.pointer, 1};
    Figure hall = hall_at({}, true);
    input.figures = {&hall, 1};
    REQUIRE(renderer->draw_frame(input, target).ok());
    const std::size_t whole = count(read_picture(device, target).value(), is_red).pixels;
    hall.remembered = true;
    REQUIRE(renderer->draw_frame(input, target).ok());
    CHECK(count(read_picture(device, target).value(), is_red).pixels == 0);
    hall.remembered = false;
    hall.built = 0.2f;
    const FrameReport report = renderer->draw_frame(input, target).value();
    CHECK(report.figures_drawn == 2);  // with its scaffold
    CHECK(count(read_picture(device, target).value(), is_red).pixels < whole / 3);
  });
}

TEST_CASE("a tower between the eye and where a commander looks sinks") {
  on_each_device([](gpu::Device& device) {
    const gpu::Texture target = make_target(device);
    auto renderer = make_renderer(device);
    Plain plain(renderer->page_sink(), {}, 0, 9);
    FrameInput input = looking_at({});
    input.pieces = {&plain.pointer, 1};
    Figure hall = hall_at({}, true);
    input.figures = {&hall, 1};
    REQUIRE(renderer->draw_frame(input, target).ok());
    CHECK(count(read_picture(device, target).value(), is_red).pixels == 0);
    input.lowered_at = geo::Vec3{};
    REQUIRE(renderer->draw_frame(input, target).ok());
    CHECK(count(read_picture(device, target).value(), is_red).pixels > 40);
  });
}

TEST_CASE("a ring shows all around on level ground and on a slope of 20 degrees") {
  on_each_device([](gpu::Device& device) {
    const gpu::Texture target = make_target(device);
    for (const double slope : {0.0, 0.364, -0.364}) {
      for (const bool is_fitted : {false, true}) {
        INFO("slope " << slope << " fitted " << is_fitted);
        auto renderer = make_renderer(device);
        Plain plain(renderer->page_sink(), {}, slope);
        FrameInput input = looking_at({});
        input.pieces = {&plain.pointer, 1};
        GroundMark ring;
        ring.half_width_m = 3;
        ring.line_m = 0.4f;
        ring.rgba[0] = ring.rgba[2] = 20;
        ring.rgba[1] = 255;
        if (is_fitted) ring.rise_east = static_cast<float>(slope);
        input.marks = {&ring, 1};
        REQUIRE(renderer->draw_frame(input, target).ok());
        const Picture drawn = read_picture(device, target).value();
        // In each eighth of the circle around the middle.
        std::array<std::size_t, 8> parts{};
        for (std::uint32_t y = 0; y < k_height; ++y) {
          for (std::uint32_t x = 0; x < k_width; ++x) {
            if (!is_green(drawn.at(x, y))) continue;
            const double turn = std::atan2(y - k_height / 2.0, x - k_width / 2.0) / 6.2831854 + 0.5;
            parts[static_cast<std::size_t>(turn * 8.0) % 8] += 1;
          }
        }
        for (const std::size_t part : parts) CHECK(part >= 5);
        CHECK_FALSE(is_green(drawn.at(k_width / 2, k_height / 2)));
      }
    }
  });
}

TEST_CASE("fog of war darkens what was never seen, dims what was seen once, and can be taken off") {
  on_each_device([](gpu::Device& device) {
    const gpu::Texture target = make_target(device);
    for (const double away : {0.0, 1e6}) {
      INFO("away " << away);
      auto renderer = make_renderer(device);
      const geo::Vec3 middle{away, 0, away};
      Plain plain(renderer->page_sink(), middle);
      FrameInput input = looking_at(middle);
      input.pieces = {&plain.pointer, 1};
      REQUIRE(renderer->draw_frame(input, target).ok());
      const Picture before = read_picture(device, target).value();

      // Bands of 3 m from west to east: never, once, now.
      std::array<std::uint8_t, 9 * 4> cells{};
      for (std::size_t at = 0; at < cells.size(); ++at) {
        const std::size_t band = at % 9 / 3;
        cells[at] = band == 0 ? k_sight_unexplored : band == 1 ? k_sight_explored : k_sight_visible;
      }
      SightGrid grid;
      grid.frame.origin = middle + geo::Vec3{-13.5, 0, -6};
      grid.cell_m = 3;
      grid.width_cells = 9;
      grid.height_cells = 4;
      grid.values = cells;
      REQUIRE(renderer->set_fog_of_war(grid).ok());
      REQUIRE(renderer->draw_frame(input, target).ok());
      const Picture dark = read_picture(device, target).value();
      const std::uint32_t y = k_height / 2;
      const std::uint32_t west = k_width / 2 - 65;
      const std::uint32_t east = k_width / 2 + 65;
      CHECK(brightness(dark, west, y) < 0.5 * brightness(before, west, y));
      CHECK(brightness(dark, k_width / 2, y) < 0.85 * brightness(before, k_width / 2, y));
      CHECK(brightness(dark, k_width / 2, y) > 1.2 * brightness(dark, west, y));
      CHECK(std::fabs(brightness(dark, east, y) - brightness(before, east, y)) < 6);

      renderer->clear_fog_of_war();
      REQUIRE(renderer->draw_frame(input, target).ok());
      CHECK(read_picture(device, target).value().rgba == before.rgba);
    }
  });
}

TEST_CASE("a bar keeps its size in pixels and is filled from the left") {
  on_each_device([](gpu::Device& device) {
    auto renderer = make_renderer(device);
    Plain plain(renderer->page_sink(), {});
    const gpu::Texture target = make_target(device);
    FrameInput input = looking_at({});
    input.pieces = {&plain.pointer, 1};
    Bar bar;
    bar.position = {0, 2, 0};
    bar.value = 0.5f;
    bar.width_px = 42;
    bar.height_px = 8;
    bar.rgba[0] = bar.rgba[2] = 20;
    bar.rgba[1] = 240;
    input.bars = {&bar, 1};
    REQUIRE(renderer->draw_frame(input, target).ok());
    const Count filled = count(read_picture(device, target).value(), is_green);
    CHECK(filled.pixels >= 19 * 6);
    CHECK(filled.pixels <= 21 * 6);
    CHECK(filled.x < k_width / 2.0 - 5);
    // Twice as far away it is as large.
    input.camera.position = geo::Vec3{0, 2, 0} + (input.camera.position - geo::Vec3{0, 2, 0}) * 2.0;
    REQUIRE(renderer->draw_frame(input, target).ok());
    CHECK(count(read_picture(device, target).value(), is_green).pixels == filled.pixels);
  });
}

TEST_CASE("quads lie where they are put, in order, and show the small map") {
  on_each_device([](gpu::Device& device) {
    auto renderer = make_renderer(device);
    const gpu::Texture target = make_target(device);
    FrameInput input = looking_at({});
    const std::array<std::uint8_t, 8> map = {255, 0, 0, 255, 0, 0, 255, 255};
    REQUIRE(renderer->set_minimap(map, 2, 1).ok());
    std::array<OverlayQuad, 2> quads;
    quads[0].x = 10;
    quads[0].y = 20;
    quads[0].width = 40;
    quads[0].height = 30;
    quads[0].texture = OverlayTexture::Minimap;
    quads[1].x = 20;
    quads[1].y = 40;
    quads[1].width = 8;
    quads[1].height = 8;
    quads[1].rgba[0] = quads[1].rgba[2] = 0;
    input.quads = quads;
    REQUIRE(renderer->draw_frame(input, target).ok());
    const Picture drawn = read_picture(device, target).value();
    CHECK(drawn.at(12, 24) == content::Rgb8{255, 0, 0});
    CHECK(drawn.at(47, 24) == content::Rgb8{0, 0, 255});
    CHECK(drawn.at(24, 44) == content::Rgb8{0, 255, 0});
    CHECK_FALSE(drawn.at(5, 24) == content::Rgb8{255, 0, 0});
  });
}

TEST_CASE(
    "figures, marks and bars beyond what a frame holds are left out, the farthest, and counted") {
  const auto device = gpu::make_null_device();
  auto renderer = make_renderer(*device);
  const gpu::Texture target = make_target(*device);
  FrameInput input = looking_at({});
  std::vector<Figure> figures(k_figure_limit + 10);
  std::vector<GroundMark> marks(k_ground_mark_limit + 3);
  std::vector<Bar> bars(k_bar_limit + 2);
  std::vector<OverlayQuad> quads(k_overlay_quad_limit + 1);
  input.figures = figures;
  input.marks = marks;
  input.bars = bars;
  input.quads = quads;
  const FrameReport report = renderer->draw_frame(input, target).value();
  CHECK(report.figures_drawn == k_figure_limit);
  CHECK(report.figures_left_out == 10);
  CHECK(report.marks_left_out == 3);
  CHECK(report.bars_left_out == 2);
  CHECK(report.quads_left_out == 1);

  // Behind the eye and beyond the fog nothing is drawn, and nothing is missing.
  figures.assign(2, {});
  figures[0].position = {0, 0, 300};
  figures[1].position = {0, 0, -5000};
  input.figures = figures;
  const FrameReport away = renderer->draw_frame(input, target).value();
  CHECK(away.figures_drawn == 0);
  CHECK(away.figures_left_out == 0);
}

TEST_CASE("as many figures again make nothing on the device; a mesh is one draw") {
  const auto device = gpu::make_null_device();
  auto renderer = make_renderer(*device);
  const gpu::Texture target = make_target(*device);
  FrameInput input = looking_at({});
  const std::uint64_t empty = renderer->draw_frame(input, target).value().draw_calls;
  std::vector<Figure> figures(500);
  for (std::size_t at = 0; at < figures.size(); ++at) {
    figures[at].mesh = at % 2 == 0 ? FigureMesh::PeopleMelee : FigureMesh::GoblinMelee;
    figures[at].position = {static_cast<double>(at % 25) * 0.2, 0, static_cast<double>(at) * 0.01};
  }
  input.figures = figures;
  const FrameReport first = renderer->draw_frame(input, target).value();
  CHECK(first.figures_drawn == 500);
  CHECK(first.draw_calls == empty + 4);  // two meshes, seen and casting
  const gpu::DeviceStats before = device->stats();
  REQUIRE(renderer->draw_frame(input, target).ok());
  CHECK(device->stats().buffers_made == before.buffers_made);
  CHECK(device->stats().textures_made == before.textures_made);
}

TEST_CASE("grids and small maps that do not add up are refused, and the former stay") {
  const auto device = gpu::make_null_device();
  auto renderer = make_renderer(*device);
  std::array<std::uint8_t, 4> cells{};
  SightGrid grid;
  grid.width_cells = 2;
  grid.height_cells = 2;
  grid.values = cells;
  CHECK(renderer->set_fog_of_war(grid).ok());
  grid.width_cells = 3;
  CHECK_FALSE(renderer->set_fog_of_war(grid).ok());
  grid.width_cells = 0;
  CHECK_FALSE(renderer->set_fog_of_war(grid).ok());
  grid.width_cells = 2;
  grid.cell_m = 0;
  CHECK_FALSE(renderer->set_fog_of_war(grid).ok());
  const std::array<std::uint8_t, 16> map{};
  CHECK(renderer->set_minimap(map, 2, 2).ok());
  CHECK_FALSE(renderer->set_minimap(map, 2, 3).ok());
  CHECK_FALSE(renderer->set_minimap({}, 0, 0).ok());
  CHECK(renderer->draw_frame(looking_at({}), make_target(*device)).ok());
}

}  // namespace
}  // namespace terrane::render
