#include "terrane/city/building_styles.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
namespace palette = content::palette;

void water_tank(BuildingKit& kit, LotPoint place, double y, std::uint64_t key) {
  const double radius = base::draw_between(base::hash(key, 1), 1.5, 2.1);
  const double leg = base::draw_between(base::hash(key, 2), 2.0, 3.6);
  const Surface wood = plain(Material::Plain, palette::k_bark);
  const Surface metal = plain(Material::Metal, palette::k_metal_dark);
  for (const double side_a : {-1.0, 1.0}) {
    for (const double side_d : {-1.0, 1.0}) {
      const double a = place.a + side_a * radius * 0.62;
      const double d = place.d + side_d * radius * 0.62;
      kit.walls(rectangle(a - 0.12, a + 0.12, d - 0.12, d + 0.12), y, y + leg, metal);
    }
  }
  kit.block(rectangle(place.a - radius * 0.8, place.a + radius * 0.8, place.d - radius * 0.8,
                      place.d + radius * 0.8),
            y + leg - 0.2, y + leg, metal, true);
  kit.drum(place, radius, y + leg, y + leg + radius * 1.9, radius * 0.75, wood,
           plain(Material::Roof, palette::k_roof_tar));
}

void plant_box(BuildingKit& kit, LotPoint place, double y, std::uint64_t key) {
  const double half_a = base::draw_between(base::hash(key, 1), 0.7, 1.7);
  const double half_d = base::draw_between(base::hash(key, 2), 0.7, 1.5);
  const double height = base::draw_between(base::hash(key, 3), 0.9, 2.0);
  const std::uint8_t colours[] = {palette::k_metal_light, palette::k_metal_dark,
                                  palette::k_concrete, palette::k_concrete_dark};
  kit.box(place.a - half_a, place.a + half_a, place.d - half_d, place.d + half_d, y, y + height,
          plain(Material::Metal, draw_palette(base::hash(key, 4), colours)));
}

void stair_head(BuildingKit& kit, LotPoint place, double y, std::uint64_t key) {
  const double half_d = base::draw_between(base::hash(key, 1), 1.6, 2.6);
  const std::uint8_t colours[] = {palette::k_brick_brown, palette::k_concrete,
                                  palette::k_roof_gravel, palette::k_plaster_cream};
  kit.box(place.a - 1.5, place.a + 1.5, place.d - half_d, place.d + half_d, y, y + 2.7,
          plain(Material::Stone, draw_palette(base::hash(key, 2), colours)));
}

}  // namespace

void furnish_roof(BuildingKit& kit, const Ring& roof, double y, std::uint64_t key, bool tank) {
  if (!kit.full_detail()) return;
  const Ring room = inset(roof, 2.3);
  if (room.count == 0 || narrowest_m(room) < 1.0) return;
  const LotPoint middle = middle_of(room);
  // Places between the middle and the corners, each used at most once.
  const auto place_at = [&](unsigned corner, double share) {
    const LotPoint p = room.points[corner % room.count];
    return LotPoint{middle.a + (p.a - middle.a) * share, middle.d + (p.d - middle.d) * share};
  };
  const unsigned first = base::draw_index(base::hash(key, 1), room.count);
  if (tank) water_tank(kit, place_at(first, 0.75), y, base::hash(key, 2));
  stair_head(kit, place_at(first + 2, 0.6), y, base::hash(key, 3));
  const unsigned boxes = base::draw_index(base::hash(key, 4), 3);
  for (unsigned box = 0; box < boxes; ++box) {
    plant_box(kit, place_at(first + 1 + 2 * box, 0.8), y, base::hash(key, 5, box));
  }
}

unsigned draw_storeys(const Lot& lot, std::uint64_t key, unsigned low, unsigned high) {
  // Two draws favour the middle; density moves the whole range up.
  const double roll =
      (base::draw_unit(base::hash(key, 1)) + base::draw_unit(base::hash(key, 2))) * 0.5;
  double share = roll * 0.55 + lot.density * 0.45;
  if (lot.backdrop) share = std::min(1.0, share * 1.15 + 0.08);
  return low + static_cast<unsigned>(std::clamp(share, 0.0, 1.0) * (high - low) + 0.5);
}

void build_building(PieceWriter& out, const Lot& lot, const Ring& footprint) {
  BuildingKit kit(out, lot, footprint);
  switch (lot.style) {
    case BuildingStyle::WalkUp:
      return build_walk_up(kit, footprint);
    case BuildingStyle::Apartment:
      return build_apartment(kit, footprint);
    case BuildingStyle::Loft:
      return build_loft(kit, footprint);
    case BuildingStyle::SetbackTower:
      return build_setback_tower(kit, footprint);
    case BuildingStyle::GlassTower:
      return build_glass_tower(kit, footprint);
    case BuildingStyle::RibbonOffice:
      return build_ribbon_office(kit, footprint);
  }
}

}  // namespace terrane::city
