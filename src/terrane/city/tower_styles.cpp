// Towers: limestone and art-deco set-backs, glass curtain walls over a podium, ribbon offices.
#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/building_styles.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::FacadeStyle;
using content::Material;
namespace palette = content::palette;

constexpr double k_narrowest_tier_m = 6.0;

// A crown on a set-back tower: a stepped cap, a copper pyramid or a mast.
void crown(BuildingKit& kit, const Ring& ring, double y, std::uint8_t stone, std::uint64_t key) {
  const LotPoint middle = middle_of(ring);
  const double half = narrowest_m(ring) * 0.5;
  const unsigned kind = base::draw_index(key, 3);
  if (kind == 0) {
    const Surface cap = plain(Material::Stone, stone);
    const Ring step = inset(ring, half * 0.35);
    if (step.count == 0) return;
    kit.block(step, y, y + half * 0.7, cap);
    const Ring last = inset(ring, half * 0.65);
    if (last.count != 0) kit.block(last, y + half * 0.7, y + half * 1.3, cap);
  } else if (kind == 1) {
    const Surface copper = plain(Material::Roof, palette::k_copper_green);
    const Ring foot = inset(ring, half * 0.25);
    if (foot.count == 0) return;
    const double tip = y + half * 2.0;
    for (unsigned side = 0; side < foot.count; ++side) {
      const LotPoint p = foot.points[side];
      const LotPoint q = foot.points[(side + 1) % foot.count];
      kit.sheet(p, y, q, y, middle, tip, middle, tip, copper, false);
    }
  } else {
    kit.drum(middle, half * 0.45, y, y + half * 0.9, half * 0.5, plain(Material::Stone, stone),
             plain(Material::Roof, palette::k_copper_green));
    kit.box(middle.a - 0.2, middle.a + 0.2, middle.d - 0.2, middle.d + 0.2, y + half * 1.2,
            y + half * 2.6, plain(Material::Metal, palette::k_metal_light));
  }
}

// A lobby floor of tall glass between stone, and its ledge.
void lobby(BuildingKit& kit, const Ring& ring, double height_m, std::uint8_t stone,
           std::uint64_t key) {
  kit.walls(ring, kit.foot_y(), 0.4, plain(Material::Stone, stone));
  kit.walls(ring, 0.4, height_m,
            BuildingKit::facade(FacadeStyle::Shopfront, stone, height_m - 0.4, key));
  if (kit.full_detail()) {
    kit.band(ring, height_m - 0.5, height_m, 0.25, plain(Material::Stone, stone));
  }
}

}  // namespace

void build_setback_tower(BuildingKit& kit, const Ring& footprint) {
  constexpr double k_storey_m = 3.6;
  const std::uint64_t key = kit.lot().key;
  const unsigned storeys =
      draw_storeys(kit.lot(), base::hash(key, 41), 11, kit.lot().wide ? 46 : 38);
  const std::uint8_t stones[] = {
      palette::k_limestone, palette::k_limestone,   palette::k_sandstone, palette::k_plaster_cream,
      palette::k_concrete,  palette::k_brick_brown, palette::k_brick_red};
  const std::uint8_t stone = draw_palette(base::hash(key, 42), stones);
  const std::uint8_t trims[] = {stone, palette::k_limestone, palette::k_concrete_dark};
  const std::uint8_t trim = draw_palette(base::hash(key, 43), trims);
  const double lobby_m = 5.2;
  lobby(kit, footprint, lobby_m, trim, base::hash(key, 44));
  kit.collide(footprint, lobby_m + storeys * k_storey_m);

  const Surface masonry =
      BuildingKit::facade(FacadeStyle::Masonry, stone, k_storey_m, base::hash(key, 47));
  Ring ring = footprint;
  double y = lobby_m;
  unsigned left = storeys;
  const unsigned tiers = 2 + base::draw_index(base::hash(key, 45), 3);
  for (unsigned tier = 0; tier < tiers; ++tier) {
    const std::uint64_t own = base::hash(key, 46, tier);
    const double share = base::draw_between(own, 0.32, 0.5);
    unsigned floors = tier + 1 == tiers ? left : static_cast<unsigned>(left * share + 0.5);
    floors = std::max(1u, floors);
    const double top_y = y + floors * k_storey_m;
    kit.walls(ring, y, top_y, masonry);
    if (kit.full_detail()) {
      kit.piers(ring, y, top_y + 0.5, masonry, 2, 0.7, 0.22, plain(Material::Stone, stone));
    }
    kit.parapet_roof(ring, top_y, 0.9, plain(Material::Roof, palette::k_roof_gravel),
                     plain(Material::Stone, trim));
    left -= std::min(left, floors);
    y = top_y;
    const Ring next = inset(ring, base::draw_between(base::hash(own, 1), 1.2, 2.4),
                            base::draw_between(base::hash(own, 2), 1.0, 2.2));
    if (left == 0 || tier + 1 == tiers || next.count == 0 ||
        narrowest_m(next) < k_narrowest_tier_m) {
      break;
    }
    ring = next;
  }
  if (storeys > 18) {
    crown(kit, ring, y, trim, base::hash(key, 48));
  } else {
    furnish_roof(kit, ring, y, base::hash(key, 49), true);
  }
}

void build_glass_tower(BuildingKit& kit, const Ring& footprint) {
  constexpr double k_storey_m = 3.8;
  const std::uint64_t key = kit.lot().key;
  const unsigned storeys =
      draw_storeys(kit.lot(), base::hash(key, 51), 12, kit.lot().wide ? 42 : 34);
  const std::uint8_t glasses[] = {palette::k_glass_blue, palette::k_glass_green,
                                  palette::k_glass_bronze, palette::k_glass_blue};
  const std::uint8_t glass = draw_palette(base::hash(key, 52), glasses);
  const Surface curtain =
      BuildingKit::facade(FacadeStyle::Curtain, glass, k_storey_m, base::hash(key, 53));
  const Surface frame =
      plain(Material::Metal,
            glass == palette::k_glass_bronze ? palette::k_metal_dark : palette::k_metal_light);
  const double podium_m = base::draw_chance(base::hash(key, 54), 0.5) ? 9.2 : 5.4;
  lobby(kit, footprint, podium_m, palette::k_concrete, base::hash(key, 55));
  kit.parapet_roof(footprint, podium_m, 0.8, plain(Material::Roof, palette::k_roof_gravel), frame);

  Ring shaft = inset(footprint, base::draw_between(base::hash(key, 56), 0.6, 2.2),
                     base::draw_between(base::hash(key, 57), 0.3, 1.4));
  if (shaft.count == 0 || narrowest_m(shaft) < k_narrowest_tier_m) shaft = footprint;
  if (shaft.count == 4 && base::draw_chance(base::hash(key, 58), 0.35)) {
    shaft = chamfered(shaft, 1.8);
  }
  const double top_y = podium_m + storeys * k_storey_m;
  // A band of plant two thirds up.
  const unsigned split = storeys * 2 / 3;
  const double plant_y = podium_m + split * k_storey_m;
  kit.walls(shaft, podium_m, plant_y, curtain);
  kit.walls(shaft, plant_y, plant_y + k_storey_m,
            BuildingKit::facade(FacadeStyle::Blank, palette::k_metal_dark, k_storey_m, 0));
  kit.walls(shaft, plant_y + k_storey_m, top_y, curtain);
  kit.collide(footprint, top_y);
  if (kit.full_detail()) {
    kit.piers(shaft, podium_m, top_y, curtain, 4, 0.25, 0.3, frame);
    kit.band(shaft, plant_y - 0.2, plant_y + 0.1, 0.35, frame);
    kit.band(shaft, podium_m + 0.6, podium_m + 1.0, 0.35, frame);
  }
  kit.parapet_roof(shaft, top_y, 1.8, plain(Material::Roof, palette::k_roof_gravel), frame);
  const Ring plant = inset(shaft, narrowest_m(shaft) * 0.25);
  if (plant.count != 0) {
    kit.block(plant, top_y, top_y + 4.2, plain(Material::Metal, palette::k_metal_dark));
    if (storeys > 26 && base::draw_chance(base::hash(key, 59), 0.5)) {
      const LotPoint mast = middle_of(plant);
      kit.box(mast.a - 0.25, mast.a + 0.25, mast.d - 0.25, mast.d + 0.25, top_y + 4.2,
              top_y + 4.2 + base::draw_between(base::hash(key, 60), 8.0, 20.0),
              plain(Material::Metal, palette::k_metal_light));
    }
  }
}

void build_ribbon_office(BuildingKit& kit, const Ring& footprint) {
  constexpr double k_storey_m = 3.7;
  const std::uint64_t key = kit.lot().key;
  const unsigned storeys = draw_storeys(kit.lot(), base::hash(key, 61), 8, 26);
  const std::uint8_t walls[] = {palette::k_concrete,    palette::k_plaster_white,
                                palette::k_limestone,   palette::k_concrete_dark,
                                palette::k_brick_brown, palette::k_sandstone};
  const std::uint8_t wall = draw_palette(base::hash(key, 62), walls);
  const Surface ribbon =
      BuildingKit::facade(FacadeStyle::Ribbon, wall, k_storey_m, base::hash(key, 63));
  const double lobby_m = 4.8;
  lobby(kit, footprint, lobby_m, wall, base::hash(key, 64));
  // The lower floors fill the lot, the tower stands back on them.
  const unsigned low = std::min(storeys, 3 + base::draw_index(base::hash(key, 65), 4));
  const double low_y = lobby_m + low * k_storey_m;
  const double top_y = lobby_m + storeys * k_storey_m;
  kit.walls(footprint, lobby_m, low_y, ribbon);
  kit.parapet_roof(footprint, low_y, 0.9, plain(Material::Roof, palette::k_roof_gravel),
                   plain(Material::Stone, wall));
  kit.collide(footprint, top_y);
  Ring ring = inset(footprint, base::draw_between(base::hash(key, 66), 1.5, 3.5),
                    base::draw_between(base::hash(key, 67), 0.6, 2.0));
  if (low == storeys || ring.count == 0 || narrowest_m(ring) < k_narrowest_tier_m) {
    furnish_roof(kit, footprint, low_y, base::hash(key, 68), true);
    return;
  }
  kit.walls(ring, low_y, top_y, ribbon);
  if (kit.full_detail()) {
    kit.band(ring, top_y - 0.6, top_y, 0.2, plain(Material::Stone, wall));
  }
  kit.parapet_roof(ring, top_y, 1.0, plain(Material::Roof, palette::k_roof_gravel),
                   plain(Material::Stone, wall));
  furnish_roof(kit, ring, top_y, base::hash(key, 69), false);
}

}  // namespace terrane::city
