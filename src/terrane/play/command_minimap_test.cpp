#include "terrane/play/command_minimap.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/play/command_testing.h"

namespace terrane::play {
namespace {

struct Colour {
  int r = 0;
  int g = 0;
  int b = 0;
};

Colour colour_at(const Minimap& map, double x_m, double z_m) {
  double x = 0;
  double y = 0;
  map.pixel_at(x_m, z_m, x, y);
  const auto at =
      (static_cast<std::size_t>(y) * Minimap::k_side_px + static_cast<std::size_t>(x)) * 4;
  const auto pixels = map.pixels();
  REQUIRE(at + 3 < pixels.size());
  return {pixels[at], pixels[at + 1], pixels[at + 2]};
}

}  // namespace

TEST_CASE("a place and its pixel on the small map are one another's, in a picture of any size") {
  auto field = rts::make_arena(5, 2, 128);
  REQUIRE(field.ok());
  const Minimap map(field.value());
  for (const std::uint32_t width : {320u, 1280u, 3840u}) {
    const std::uint32_t height = width * 9 / 16;
    const PixelBox box = Minimap::place_in(width, height);
    CHECK(box.x0 >= 0);
    CHECK(box.y0 >= 0);
    CHECK(box.x1 <= width);
    CHECK(box.y1 <= height);
    double x_m = 0;
    double z_m = 0;
    REQUIRE(map.place_at(width, height, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, x_m, z_m));
    CHECK(std::fabs(x_m - field.value().origin_x_mm / 1000.0 - 64) < 1);
    CHECK(std::fabs(z_m - field.value().origin_z_mm / 1000.0 - 64) < 1);
    CHECK_FALSE(map.place_at(width, height, box.x1 + 1, box.y0, x_m, z_m));
  }
}

TEST_CASE("own dots show, foes in fog do not, fog is darker") {
  testing::Person person(testing::arena_recipe(60));
  const rts::Battlefield& field = person.desk->field();
  const auto hall = person.row(person.of_role(0, rts::Role::TownHall).front());
  const auto foe = person.row(person.of_role(1, rts::Role::TownHall).front());
  person.desk->camera().look_at(0, 0);
  person.frame(0.2);
  const auto player = person.view().table(snapshot::Table::Players).get<snapshot::PlayerRow>(0);
  const auto other = person.view().table(snapshot::Table::Players).get<snapshot::PlayerRow>(1);
  const Colour mine =
      colour_at(person.desk->minimap(), hall.world_x_mm / 1000.0, hall.world_z_mm / 1000.0);
  CHECK(mine.r == static_cast<int>(player.colour_rgb >> 16 & 255));
  CHECK(mine.g == static_cast<int>(player.colour_rgb >> 8 & 255));
  const Colour theirs =
      colour_at(person.desk->minimap(), foe.world_x_mm / 1000.0, foe.world_z_mm / 1000.0);
  const bool shows = theirs.r == static_cast<int>(other.colour_rgb >> 16 & 255) &&
                     theirs.g == static_cast<int>(other.colour_rgb >> 8 & 255) &&
                     theirs.b == static_cast<int>(other.colour_rgb & 255);
  CHECK_MESSAGE(!shows, "the small map shows a hall that nobody saw");
  // The same ground, once seen by a painter without fog.
  Minimap open(field);
  open.paint(person.desk->rules(), person.view(), {}, rts::k_none, person.desk->camera().corners(),
             {});
  const Colour seen = colour_at(open, foe.world_x_mm / 1000.0 + 14, foe.world_z_mm / 1000.0 + 14);
  const Colour dark =
      colour_at(person.desk->minimap(), foe.world_x_mm / 1000.0 + 14, foe.world_z_mm / 1000.0 + 14);
  CHECK_MESSAGE(dark.r + dark.g + dark.b < seen.r + seen.g + seen.b, "fog is not darker");
}

}  // namespace terrane::play
