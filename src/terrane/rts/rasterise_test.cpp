#include "terrane/rts/rasterise.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "terrane/rts/testing.h"

namespace terrane::rts {
namespace {

using content::Content;
using content::Material;

// A level rectangle that looks up.
void add_sheet(Content& content, std::int32_t low_x, std::int32_t low_z, std::int32_t high_x,
               std::int32_t high_z, std::int32_t y_mm, Material material) {
  content::MeshPage page;
  const std::int32_t corners[4][2] = {
      {low_x, low_z}, {low_x, high_z}, {high_x, high_z}, {high_x, low_z}};
  for (const auto& corner : corners) {
    content::Vertex vertex;
    vertex.x_mm = corner[0];
    vertex.y_mm = y_mm;
    vertex.z_mm = corner[1];
    vertex.material = material;
    page.vertices.push_back(vertex);
  }
  page.indices = {0, 1, 2, 0, 2, 3};
  content.mesh_pages.push_back(page);
}

content::Collider box(std::int32_t x_mm, std::int32_t z_mm, std::int32_t half_along_mm,
                      std::int32_t half_across_mm, std::uint16_t heading_turn16 = 0) {
  content::Collider made;
  made.x_mm = x_mm;
  made.z_mm = z_mm;
  made.half_along_mm = half_along_mm;
  made.half_across_mm = half_across_mm;
  made.height_mm = 5000;
  made.heading_turn16 = heading_turn16;
  return made;
}

std::int32_t level(PointMm) {
  return 0;
}

// As drawn_field() reads it, north first.
std::vector<std::string> drawing(const Battlefield& field) {
  std::vector<std::string> lines;
  for (std::int32_t z = 0; z < field.height_cells; ++z) {
    std::string line;
    for (std::int32_t x = 0; x < field.width_cells; ++x) {
      line += ".,#~"[static_cast<std::size_t>(field.ground[field.index({x, z})])];
    }
    lines.push_back(line);
  }
  return lines;
}

Battlefield raster(const Content& content, std::int32_t cells, bool surround_is_water,
                   std::int64_t x_mm = 0, std::int64_t y_mm = 0, std::int64_t z_mm = 0) {
  const PlacedContent piece = {&content, x_mm, y_mm, z_mm};
  auto made =
      rasterise({&piece, 1}, {cells, cells, -cells * 500, -cells * 500}, surround_is_water, level);
  REQUIRE(made.ok());
  return std::move(made).value();
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("what no piece covers is the surround") {
  Content content;
  add_sheet(content, -1000, -2000, 2000, 1000, 0, Material::Grass);
  CHECK(drawing(raster(content, 4, true)) == Lines{"~...", "~...", "~...", "~~~~"});
  CHECK(drawing(raster(content, 4, false)) == Lines{"....", "....", "....", "...."});
  // The same piece elsewhere.
  CHECK(drawing(raster(content, 4, true, 1000, 0, 1000)) == Lines{"~~~~", "~~..", "~~..", "~~.."});
}

TEST_CASE("water is water unless something is built over it") {
  Content content;
  add_sheet(content, -3000, -3000, 3000, 3000, 0, Material::Soil);
  add_sheet(content, -3000, -1000, 3000, 1000, 40, Material::Water);
  add_sheet(content, -1000, -3000, 1000, 3000, 900, Material::Asphalt);
  CHECK(drawing(raster(content, 6, true)) ==
        Lines{"......", "......", "~~..~~", "~~..~~", "......", "......"});
  // Walls, crowns and roofs over it are no way across; nor is what looks down.
  Content covered;
  add_sheet(covered, -2000, -2000, 2000, 2000, 0, Material::Water);
  add_sheet(covered, -2000, -2000, 0, 0, 900, Material::Foliage);
  add_sheet(covered, 0, 0, 2000, 2000, 900, Material::Paving);
  std::swap(covered.mesh_pages.back().indices[1], covered.mesh_pages.back().indices[2]);
  std::swap(covered.mesh_pages.back().indices[4], covered.mesh_pages.back().indices[5]);
  CHECK(drawing(raster(covered, 4, false)) == Lines{"~~~~", "~~~~", "~~~~", "~~~~"});
}

TEST_CASE("colliders block the cells whose middle they overlap") {
  Content content;
  content.colliders.push_back(box(0, 0, 2000, 1000));  // along north
  CHECK(drawing(raster(content, 6, false)) ==
        Lines{"......", "..##..", "..##..", "..##..", "..##..", "......"});
  // A quarter turn; and what reaches 150 mm into a cell leaves it.
  content.colliders = {box(0, 0, 2140, 1140, 16384)};
  CHECK(drawing(raster(content, 6, false)) ==
        Lines{"......", "......", ".####.", ".####.", "......", "......"});
  content.colliders = {box(0, 0, 2160, 1160, 16384)};
  CHECK(drawing(raster(content, 6, false)) ==
        Lines{"......", "######", "######", "######", "######", "......"});
  // An eighth of a turn.
  content.colliders = {box(0, 0, 2000, 2000, 8192)};
  const Lines diamond = drawing(raster(content, 6, false));
  CHECK(diamond[0] == "..##..");
  CHECK(diamond[2] == "######");
  Lines flipped = diamond;
  std::reverse(flipped.begin(), flipped.end());
  CHECK(flipped == diamond);
}

TEST_CASE("one steps over kerbs and walks under bridges") {
  Content content;
  content.colliders = {box(0, 0, 1000, 1000)};
  const auto is_free = [&] {
    const Lines lines = drawing(raster(content, 2, false));
    return lines == Lines{"..", ".."};
  };
  content.colliders[0].height_mm = 299;
  CHECK(is_free());
  content.colliders[0].height_mm = 300;
  CHECK(!is_free());
  content.colliders[0].y_mm = 2501;
  CHECK(is_free());
  content.colliders[0].y_mm = 2500;
  CHECK(!is_free());
  const PlacedContent piece = {&content, 0, 1, 0};
  auto raised = rasterise({&piece, 1}, {2, 2, -1000, -1000}, false, level);
  CHECK(drawing(raised.value()) == Lines{"..", ".."});
}

TEST_CASE("a wall as thin as paper lets nobody through, whichever way it runs") {
  constexpr std::int32_t k_cells = 40;
  for (std::int32_t turn = 0; turn < 64; ++turn) {
    for (std::int32_t shift = 0; shift <= 1000; shift += 125) {
      CAPTURE(turn);
      CAPTURE(shift);
      Content content;
      content.colliders = {
          box(shift, shift / 2, 60000, 1, static_cast<std::uint16_t>(turn * 1024))};
      const Battlefield field = raster(content, k_cells, false);
      // Flood over the eight neighbours from the cell left of the wall; corners may not be cut in
      // a match, so this asks for more than is needed.
      std::vector<std::uint8_t> seen(field.ground.size(), 0);
      std::vector<Cell> waiting;
      for (std::int32_t rim = 0; rim < k_cells && waiting.empty(); ++rim) {
        if (field.ground[field.index({rim, 0})] == Ground::Free) waiting.push_back({rim, 0});
      }
      REQUIRE(!waiting.empty());
      seen[field.index(waiting[0])] = 1;
      std::size_t reached = 1;
      while (!waiting.empty()) {
        const Cell cell = waiting.back();
        waiting.pop_back();
        for (const Cell next : {Cell{cell.x + 1, cell.z}, Cell{cell.x - 1, cell.z},
                                Cell{cell.x, cell.z + 1}, Cell{cell.x, cell.z - 1}}) {
          if (!field.contains(next) || seen[field.index(next)] != 0 ||
              field.ground[field.index(next)] != Ground::Free) {
            continue;
          }
          seen[field.index(next)] = 1;
          reached += 1;
          waiting.push_back(next);
        }
      }
      const auto free = static_cast<std::size_t>(
          std::count(field.ground.begin(), field.ground.end(), Ground::Free));
      CHECK_MESSAGE(reached < free, "the wall leaks");
      CHECK(reached > free / 8);
      CHECK(free > field.ground.size() * 9 / 10);
    }
  }
}

TEST_CASE("posts block a cell, and what is absurdly large nothing") {
  Content content;
  content.colliders = {box(500, 500, 50, 50)};
  CHECK(drawing(raster(content, 4, false)) == Lines{"....", "....", "..#.", "...."});
  content.colliders = {box(0, 0, INT32_MAX, INT32_MAX)};
  CHECK(drawing(raster(content, 2, false)) == Lines{"..", ".."});
  content.colliders.clear();
  add_sheet(content, INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, 0, Material::Water);
  CHECK(drawing(raster(content, 2, false)) == Lines{"..", ".."});
}

TEST_CASE("heights come from the world and steep ground is rough or blocked") {
  const Content content;
  const PlacedContent piece = {&content, 0, 0, 0};
  const auto made = rasterise({&piece, 1}, {3, 2, -1500, -1000}, false, [](PointMm point) {
    return point.z_mm < 0 ? point.x_mm / 2 : point.x_mm;
  });
  REQUIRE(made.ok());
  CHECK(made.value().height_mm == std::vector<std::int32_t>{-500, 0, 500, -1000, 0, 1000});
  CHECK(drawing(made.value())[1] == "###");
}

TEST_CASE("a battlefield does not depend on the order of pieces, and absurd areas are refused") {
  Content water;
  add_sheet(water, -3000, -3000, 3000, 1000, 0, Material::Water);
  Content land;
  add_sheet(land, -1000, -3000, 3000, 3000, 0, Material::Grass);
  land.colliders = {box(0, 0, 700, 700)};
  const PlacedContent one[] = {{&water, 0, 0, 0}, {&land, 100, 30, 0}};
  const PlacedContent two[] = {one[1], one[0]};
  const RasterArea area = {6, 6, -3000, -3000};
  CHECK(digest(rasterise(one, area, true, level).value()) ==
        digest(rasterise(two, area, true, level).value()));
  for (const RasterArea& bad :
       {RasterArea{0, 5, 0, 0}, RasterArea{5, k_side_cells_max + 1, 0, 0}}) {
    const auto made = rasterise(one, bad, true, level);
    REQUIRE(!made.ok());
    CHECK(made.error().code == base::ErrorCode::OutOfRange);
  }
}

}  // namespace terrane::rts
