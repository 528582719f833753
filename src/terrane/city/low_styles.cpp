// Row houses, lofts and apartment houses: up to about 16 storeys, masonry, with cornices.
#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/building_styles.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::FacadeStyle;
using content::Material;
namespace palette = content::palette;

std::uint8_t brick_colour(std::uint64_t key) {
  const std::uint8_t colours[] = {palette::k_brick_red,     palette::k_brick_red,
                                  palette::k_brick_brown,   palette::k_brownstone,
                                  palette::k_brownstone,    palette::k_sandstone,
                                  palette::k_limestone,     palette::k_concrete_dark,
                                  palette::k_plaster_cream, palette::k_plaster_white};
  return draw_palette(key, colours);
}

// A ledge with brackets along the front.
void cornice(BuildingKit& kit, const Ring& ring, double y, double projection_m,
             std::uint8_t colour) {
  if (!kit.full_detail()) return;
  const Surface stone = plain(Material::Stone, colour);
  kit.band(ring, y - 0.75, y - 0.3, projection_m * 0.45, stone);
  kit.band(ring, y - 0.3, y + 0.15, projection_m, stone);
}

// Steps up to the parlour floor, with cheek walls, and a dark door with a hood above.
void stoop(BuildingKit& kit, double centre_a, double front_d, double floor_y, std::uint8_t colour) {
  const Surface stone = plain(Material::Stone, colour);
  const Surface door = plain(Material::Metal, palette::k_metal_dark);
  const double half = 0.75;
  kit.sheet({centre_a - 0.6, front_d - 0.04}, floor_y, {centre_a + 0.6, front_d - 0.04}, floor_y,
            {centre_a + 0.6, front_d - 0.04}, floor_y + 2.5, {centre_a - 0.6, front_d - 0.04},
            floor_y + 2.5, door, false);
  if (!kit.full_detail()) return;
  const unsigned steps = 5;
  const double run = 0.34;
  for (unsigned step = 0; step < steps; ++step) {
    const double d0 = front_d - run * (steps - step);
    const double y1 = floor_y * (step + 1) / steps;
    const Ring tread = rectangle(centre_a - half, centre_a + half, d0, front_d);
    kit.front_wall(tread, step == 0 ? kit.foot_y() : floor_y * step / steps, y1, stone);
    kit.top(rectangle(centre_a - half, centre_a + half, d0, d0 + run), y1, stone);
  }
  for (const double side : {-1.0, 1.0}) {
    const double inner = centre_a + side * half;
    const double outer = centre_a + side * (half + 0.25);
    kit.box(std::min(inner, outer), std::max(inner, outer), front_d - run * steps, front_d,
            kit.foot_y(), floor_y + 0.45, stone);
  }
  kit.block(rectangle(centre_a - 1.1, centre_a + 1.1, front_d - 0.5, front_d), floor_y + 2.7,
            floor_y + 2.95, stone, true);
}

void row_house(BuildingKit& kit, const Ring& ring, unsigned storeys, std::uint64_t key) {
  constexpr double k_storey_m = 3.4;
  const double floor_y = base::draw_between(base::hash(key, 1), 0.9, 1.4);
  const std::uint8_t colour = brick_colour(base::hash(key, 2));
  const std::uint8_t trims[] = {palette::k_brownstone, palette::k_limestone, palette::k_sandstone,
                                palette::k_metal_dark, palette::k_plaster_white};
  const std::uint8_t trim = draw_palette(base::hash(key, 3), trims);
  const double top_y = floor_y + storeys * k_storey_m;
  kit.walls(ring, kit.foot_y(), floor_y, plain(Material::Stone, trim));
  kit.walls(ring, floor_y, top_y,
            BuildingKit::facade(FacadeStyle::Masonry, colour, k_storey_m, base::hash(key, 4)));
  kit.parapet_roof(ring, top_y, 0.7, plain(Material::Roof, palette::k_roof_tar),
                   plain(Material::Stone, trim));
  cornice(kit, ring, top_y, 0.55, trim);
  if (kit.full_detail())
    kit.band(ring, floor_y, floor_y + 0.22, 0.12, plain(Material::Stone, trim));
  const double width = ring.points[1].a - ring.points[0].a;
  const double door_a = ring.points[0].a + (base::draw_chance(base::hash(key, 5), 0.5)
                                                ? std::min(1.6, width * 0.25)
                                                : width - std::min(1.6, width * 0.25));
  stoop(kit, door_a, ring.points[0].d, floor_y, trim);
  if (!kit.full_detail()) return;
  // A chimney at the back, and now and then a stair head.
  const LotPoint back = ring.points[2];
  kit.box(back.a - 1.1, back.a - 0.5, back.d - 2.4, back.d - 1.0, top_y, top_y + 1.9,
          plain(Material::Stone, palette::k_brick_brown));
  if (base::draw_chance(base::hash(key, 6), 0.4)) {
    furnish_roof(kit, ring, top_y, base::hash(key, 7), base::draw_chance(base::hash(key, 8), 0.2));
  }
}

void fire_escape(BuildingKit& kit, double a0, double a1, double front_d, double first_y,
                 double storey_m, unsigned storeys) {
  const Surface iron = plain(Material::Plain, palette::k_metal_dark);
  for (unsigned storey = 0; storey < storeys; ++storey) {
    const double y = first_y + storey * storey_m;
    kit.block(rectangle(a0, a1, front_d - 1.0, front_d), y - 0.08, y, iron, true);
    kit.sheet({a0, front_d - 1.0}, y + 0.85, {a1, front_d - 1.0}, y + 0.85, {a1, front_d - 1.0},
              y + 0.95, {a0, front_d - 1.0}, y + 0.95, iron, true);
    if (storey + 1 == storeys) continue;
    // A flight to the next landing, its direction changing.
    const double from = storey % 2 == 0 ? a0 + 0.5 : a1 - 0.5;
    const double to = storey % 2 == 0 ? a1 - 0.5 : a0 + 0.5;
    kit.sheet({from, front_d - 0.85}, y, {to, front_d - 0.85}, y + storey_m, {to, front_d - 0.3},
              y + storey_m, {from, front_d - 0.3}, y, iron, true);
  }
}

}  // namespace

void build_walk_up(BuildingKit& kit, const Ring& footprint) {
  const std::uint64_t key = kit.lot().key;
  // Houses stand back by the depth of their stoops.
  const Ring ring = inset(footprint, 1.75, 0.0);
  if (ring.count == 0) return;
  const double width = ring.points[1].a - ring.points[0].a;
  const unsigned houses = width > 11.0 ? 2 : 1;
  const unsigned storeys = 3 + base::draw_index(base::hash(key, 11), 3);
  double highest = 0;
  for (unsigned house = 0; house < houses; ++house) {
    const double a0 = ring.points[0].a + width * house / houses;
    const double a1 = ring.points[0].a + width * (house + 1) / houses;
    const std::uint64_t own = base::hash(key, 12, house);
    const unsigned floors = storeys + (base::draw_chance(base::hash(own, 9), 0.35) ? 1u : 0u);
    row_house(kit, rectangle(a0, a1, ring.points[0].d, ring.points[2].d), floors, own);
    highest = std::max(highest, 1.4 + floors * 3.4);
  }
  kit.collide(ring, highest);
}

void build_apartment(BuildingKit& kit, const Ring& footprint) {
  constexpr double k_storey_m = 3.2;
  const std::uint64_t key = kit.lot().key;
  const unsigned storeys = draw_storeys(kit.lot(), base::hash(key, 21), 7, 19);
  const double base_y = 4.4;
  const double top_y = base_y + storeys * k_storey_m;
  const std::uint8_t colour = brick_colour(base::hash(key, 22));
  const std::uint8_t stones[] = {palette::k_limestone, palette::k_limestone, palette::k_concrete,
                                 palette::k_sandstone};
  const std::uint8_t stone = draw_palette(base::hash(key, 23), stones);
  kit.walls(footprint, kit.foot_y(), 0.5, plain(Material::Stone, stone));
  kit.walls(footprint, 0.5, base_y,
            BuildingKit::facade(FacadeStyle::Masonry, stone, base_y - 0.5, base::hash(key, 24)));
  const bool balconies = base::draw_chance(base::hash(key, 25), 0.3);
  kit.walls(footprint, base_y, top_y,
            BuildingKit::facade(balconies ? FacadeStyle::Residential : FacadeStyle::Masonry, colour,
                                k_storey_m, base::hash(key, 26)));
  kit.parapet_roof(footprint, top_y, 1.0, plain(Material::Roof, palette::k_roof_gravel),
                   plain(Material::Stone, stone));
  kit.collide(footprint, top_y);
  if (kit.full_detail()) {
    const Surface trim = plain(Material::Stone, stone);
    kit.band(footprint, base_y - 0.25, base_y + 0.15, 0.22, trim);
    kit.band(footprint, top_y - k_storey_m * 2, top_y - k_storey_m * 2 + 0.3, 0.2, trim);
    cornice(kit, footprint, top_y, 0.5, stone);
    // An awning over the pavement at the door.
    if (!kit.lot().backdrop) {
      const LotPoint a = footprint.points[0];
      const LotPoint b = footprint.points[1];
      const LotPoint door{(a.a + b.a) * 0.5, (a.d + b.d) * 0.5};
      const std::uint8_t cloths[] = {palette::k_copper_green, palette::k_brick_red,
                                     palette::k_metal_dark, palette::k_leaf_dark};
      const Surface cloth = plain(Material::Plain, draw_palette(base::hash(key, 27), cloths));
      kit.block(rectangle(door.a - 1.3, door.a + 1.3, door.d - 3.0, door.d), 2.7, 3.1, cloth, true);
      for (const double side : {-1.2, 1.2}) {
        kit.walls(
            rectangle(door.a + side - 0.04, door.a + side + 0.04, door.d - 2.9, door.d - 2.82),
            kit.foot_y(), 2.7, plain(Material::Metal, palette::k_metal_light));
      }
    }
  }
  furnish_roof(kit, footprint, top_y, base::hash(key, 28), true);
}

void build_loft(BuildingKit& kit, const Ring& footprint) {
  constexpr double k_storey_m = 3.9;
  const std::uint64_t key = kit.lot().key;
  const unsigned storeys = draw_storeys(kit.lot(), base::hash(key, 31), 4, 9);
  const double top_y = 4.6 + storeys * k_storey_m;
  const std::uint8_t irons[] = {palette::k_plaster_white, palette::k_plaster_cream,
                                palette::k_concrete,      palette::k_brick_red,
                                palette::k_limestone,     palette::k_copper_green,
                                palette::k_sandstone,     palette::k_brick_brown};
  const std::uint8_t colour = draw_palette(base::hash(key, 32), irons);
  const Surface trim = plain(Material::Stone, colour);
  kit.walls(footprint, kit.foot_y(), 0.35, plain(Material::Stone, palette::k_concrete_dark));
  kit.walls(footprint, 0.35, 4.6,
            BuildingKit::facade(FacadeStyle::Shopfront, colour, 4.2, base::hash(key, 33)));
  kit.walls(footprint, 4.6, top_y,
            BuildingKit::facade(FacadeStyle::Masonry, colour, k_storey_m, base::hash(key, 34)));
  kit.parapet_roof(footprint, top_y, 1.1, plain(Material::Roof, palette::k_roof_tar), trim);
  kit.collide(footprint, top_y);
  if (kit.full_detail()) {
    for (unsigned storey = 0; storey < storeys; storey += 2) {
      const double y = 4.6 + storey * k_storey_m;
      kit.band(footprint, y - 0.2, y + 0.2, storey == 0 ? 0.35 : 0.16, trim);
    }
    cornice(kit, footprint, top_y, 0.8, colour);
    const LotPoint left = footprint.points[0];
    const LotPoint right = footprint.points[1];
    const bool straight = left.d == right.d;
    if (straight && base::draw_chance(base::hash(key, 35), 0.55)) {
      const double a0 = left.a + (right.a - left.a) * 0.5 - 2.0;
      fire_escape(kit, a0, a0 + 4.0, left.d, 4.6 + 0.25, k_storey_m, storeys);
    } else if (straight && !kit.lot().backdrop) {
      const std::uint8_t cloths[] = {palette::k_brick_red, palette::k_copper_green,
                                     palette::k_plaster_white, palette::k_paint_yellow};
      kit.sheet({left.a + 0.6, left.d - 1.5}, 2.9, {right.a - 0.6, left.d - 1.5}, 2.9,
                {right.a - 0.6, left.d}, 3.7, {left.a + 0.6, left.d}, 3.7,
                plain(Material::Plain, draw_palette(base::hash(key, 36), cloths)), true);
    }
  }
  furnish_roof(kit, footprint, top_y, base::hash(key, 37),
               base::draw_chance(base::hash(key, 38), 0.7));
}

}  // namespace terrane::city
