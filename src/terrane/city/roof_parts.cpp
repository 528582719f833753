#include "terrane/city/roof_parts.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
namespace palette = content::palette;

constexpr double k_roof_thickness_m = 0.16;

template <std::size_t count>
std::uint8_t draw_palette(std::uint64_t key, const std::uint8_t (&choices)[count]) {
  return choices[base::draw_index(key, count)];
}

// A roof slab between an eave and a ridge of the same length: seen from above, p and q are the
// eave's ends with the slope rising to r (above q) and s (above p).
void slope(BuildingKit& kit, LotPoint p, LotPoint q, double low, LotPoint r, LotPoint s,
           double high, const Surface& roof) {
  kit.sheet(p, low, q, low, r, high, s, high, roof, false);
  if (!kit.full_detail()) return;
  const double t = k_roof_thickness_m;
  kit.sheet(p, low - t, s, high - t, r, high - t, q, low - t, roof, false);
  kit.sheet(p, low - t, q, low - t, q, low, p, low, roof, false);
  kit.sheet(q, low - t, r, high - t, r, high, q, low, roof, false);
  kit.sheet(s, high - t, p, low - t, p, low, s, high, roof, false);
}

void plant_box(BuildingKit& kit, LotPoint place, double y, std::uint64_t key) {
  const double half_a = base::draw_between(base::hash(key, 1), 0.7, 1.7);
  const double half_d = base::draw_between(base::hash(key, 2), 0.7, 1.5);
  const double height = base::draw_between(base::hash(key, 3), 0.9, 2.0);
  const std::uint8_t colours[] = {palette::k_metal_light, palette::k_metal_dark,
                                  palette::k_concrete, palette::k_concrete_dark};
  const Surface metal = plain(Material::Metal, draw_palette(base::hash(key, 4), colours));
  const Plot plot{place.a - half_a, place.a + half_a, place.d - half_d, place.d + half_d};
  kit.box(plot, y, y + height, metal);
  // A fan on top.
  kit.shaft(place, 0.45, 0.45, y + height, y + height + 0.3, metal);
  kit.top(octagon(place, 0.45), y + height + 0.3, plain(Material::Metal, palette::k_metal_dark));
}

void stair_head(BuildingKit& kit, LotPoint place, double y, std::uint64_t key) {
  const double half_d = base::draw_between(base::hash(key, 1), 1.6, 2.6);
  const std::uint8_t colours[] = {palette::k_brick_brown, palette::k_concrete,
                                  palette::k_roof_gravel, palette::k_plaster_cream};
  const Plot plot{place.a - 1.5, place.a + 1.5, place.d - half_d, place.d + half_d};
  kit.box(plot, y, y + 2.7, plain(Material::Stone, draw_palette(base::hash(key, 2), colours)));
  kit.slab(kit.front_of(plot), {0.9, 1.9}, {y, y + 2.1}, {0, 0.05},
           plain(Material::Metal, palette::k_metal_dark));
}

}  // namespace

void parapet_roof(BuildingKit& kit, const Ring& ring, double y, double parapet_m,
                  const Surface& roof, const Surface& parapet) {
  constexpr double k_thickness_m = 0.35;
  const Ring inner = kit.full_detail() ? inset(ring, k_thickness_m) : Ring{};
  if (inner.count == 0) {
    if (kit.has_parts()) kit.walls(ring, y, y + parapet_m, parapet);
    kit.top(ring, kit.has_parts() ? y + parapet_m : y, roof);
    return;
  }
  kit.walls(ring, y, y + parapet_m, parapet);
  kit.top(inner, y, roof);
  // The parapet's inner side: the same ring seen from within.
  for (unsigned side = 0; side < inner.count; ++side) {
    const Face face = kit.face(inner, side);
    kit.upright(kit.corner(face, face.width_m, 0), kit.corner(face, 0, 0), kit.level(y),
                kit.level(y + parapet_m), face.back, parapet);
  }
  kit.frame(ring, inner, y + parapet_m, true, parapet);
}

void gable_roof(BuildingKit& kit, const Plot& plot, double y, double rise_m, bool ridge_along,
                double overhang_m, const Surface& roof, const Surface& gable) {
  const double over = kit.full_detail() ? overhang_m : 0;
  const double rake = over * 0.6;
  const double tip = y + rise_m;
  if (ridge_along) {
    const double run = plot.depth_m() * 0.5;
    const double low = y - rise_m * over / run;
    const double a0 = plot.a0 - rake;
    const double a1 = plot.a1 + rake;
    const double middle = plot.middle_d();
    const LotPoint s{a0, middle};
    const LotPoint r{a1, middle};
    const double lift = kit.full_detail() ? k_roof_thickness_m : 0;
    slope(kit, {a0, plot.d0 - over}, {a1, plot.d0 - over}, low + lift, r, s, tip + lift, roof);
    slope(kit, {a1, plot.d1 + over}, {a0, plot.d1 + over}, low + lift, s, r, tip + lift, roof);
    kit.sheet({plot.a1, plot.d0}, y, {plot.a1, plot.d1}, y, {plot.a1, middle}, tip,
              {plot.a1, middle}, tip, gable, false);
    kit.sheet({plot.a0, plot.d1}, y, {plot.a0, plot.d0}, y, {plot.a0, middle}, tip,
              {plot.a0, middle}, tip, gable, false);
    return;
  }
  const double run = plot.width_m() * 0.5;
  const double low = y - rise_m * over / run;
  const double d0 = plot.d0 - rake;
  const double d1 = plot.d1 + rake;
  const double middle = plot.middle_a();
  const LotPoint near{middle, d0};
  const LotPoint far{middle, d1};
  const double lift = kit.full_detail() ? k_roof_thickness_m : 0;
  slope(kit, {plot.a1 + over, d0}, {plot.a1 + over, d1}, low + lift, far, near, tip + lift, roof);
  slope(kit, {plot.a0 - over, d1}, {plot.a0 - over, d0}, low + lift, near, far, tip + lift, roof);
  kit.sheet({plot.a0, plot.d0}, y, {plot.a1, plot.d0}, y, {middle, plot.d0}, tip, {middle, plot.d0},
            tip, gable, false);
  kit.sheet({plot.a1, plot.d1}, y, {plot.a0, plot.d1}, y, {middle, plot.d1}, tip, {middle, plot.d1},
            tip, gable, false);
}

void hip_roof(BuildingKit& kit, const Plot& plot, double y, double rise_m, double overhang_m,
              const Surface& roof, const Surface& eaves) {
  const double over = kit.full_detail() ? overhang_m : 0;
  const Plot wide = plot.within(-over, -over, -over);
  const double tip = y + rise_m;
  const bool along = wide.width_m() >= wide.depth_m();
  const double half = std::min(wide.width_m(), wide.depth_m()) * 0.5;
  const LotPoint first =
      along ? LotPoint{wide.a0 + half, wide.middle_d()} : LotPoint{wide.middle_a(), wide.d0 + half};
  const LotPoint last =
      along ? LotPoint{wide.a1 - half, wide.middle_d()} : LotPoint{wide.middle_a(), wide.d1 - half};
  const Ring ring = ring_of(wide);
  const double foot = y + (kit.full_detail() ? 0.25 : 0.0);
  // The ridge's ends above each side's two corners; where the ridge runs away from the street the
  // front and the back come to a point.
  kit.sheet(ring.points[0], foot, ring.points[1], foot, along ? last : first, tip, first, tip, roof,
            false);
  kit.sheet(ring.points[1], foot, ring.points[2], foot, last, tip, along ? last : first, tip, roof,
            false);
  kit.sheet(ring.points[2], foot, ring.points[3], foot, along ? first : last, tip, last, tip, roof,
            false);
  kit.sheet(ring.points[3], foot, ring.points[0], foot, first, tip, along ? first : last, tip, roof,
            false);
  if (!kit.full_detail()) return;
  kit.walls(ring, y, foot, eaves);
  kit.frame(ring, ring_of(plot), y, false, eaves);
}

void saw_roof(BuildingKit& kit, const Plot& plot, double y, double rise_m, unsigned teeth,
              const Surface& roof, const Surface& glass, const Surface& wall) {
  const double tooth_m = plot.width_m() / teeth;
  for (unsigned tooth = 0; tooth < teeth; ++tooth) {
    const double a0 = plot.a0 + tooth * tooth_m;
    const double a1 = a0 + tooth_m;
    const double tip = y + rise_m;
    // The slope falls to the left; the upright side is glass.
    kit.sheet({a0, plot.d1}, y, {a0, plot.d0}, y, {a1, plot.d0}, tip, {a1, plot.d1}, tip, roof,
              false);
    const Face side = kit.face(ring_of({a0, a1, plot.d0, plot.d1}), 1);
    kit.panel(side, {0, side.width_m}, {y, tip}, 0, glass);
    kit.sheet({a0, plot.d0}, y, {a1, plot.d0}, y, {a1, plot.d0}, tip, {a1, plot.d0}, tip, wall,
              false);
    kit.sheet({a1, plot.d1}, y, {a0, plot.d1}, y, {a1, plot.d1}, tip, {a1, plot.d1}, tip, wall,
              false);
    if (!kit.full_detail()) continue;
    const Surface steel = plain(Material::Metal, palette::k_metal_dark);
    for (double x = 1.2; x < side.width_m - 0.6; x += 1.8) {
      kit.slab(side, {x - 0.05, x + 0.05}, {y, tip}, {0, 0.06}, steel);
    }
  }
}

void chimney(BuildingKit& kit, const Plot& plot, double y0, double y1, std::uint8_t brick,
             unsigned pots) {
  kit.box(plot, y0, y1, blank_wall(brick));
  if (!kit.full_detail()) return;
  const Plot cap = plot.within(-0.09, -0.09, -0.09);
  kit.box(cap, y1 - 0.3, y1 - 0.1, plain(Material::Stone, brick), true);
  const Surface clay = plain(Material::Plain, palette::k_roof_tile);
  const bool along = plot.width_m() > plot.depth_m();
  for (unsigned pot = 0; pot < pots; ++pot) {
    const double share = (pot + 0.5) / pots;
    const LotPoint place = along ? LotPoint{plot.a0 + plot.width_m() * share, plot.middle_d()}
                                 : LotPoint{plot.middle_a(), plot.d0 + plot.depth_m() * share};
    kit.shaft(place, 0.15, 0.12, y1, y1 + 0.5, clay);
    kit.top(octagon(place, 0.12), y1 + 0.5, plain(Material::Plain, palette::k_roof_tar));
  }
}

void dormer(BuildingKit& kit, const Face& face, double x, double y, double width_m, double height_m,
            double depth_m, std::uint8_t wall, const Surface& roof) {
  if (!kit.full_detail()) return;
  const double half = width_m * 0.5;
  const Surface sides = plain(Material::Plain, wall);
  const Surface glass = plain(Material::Metal, palette::k_glass_blue);
  const double top = y + height_m;
  const double tip = top + half * 0.8;
  kit.slab(face, {x - half, x + half}, {y, top}, {-depth_m, 0}, sides, k_slab_front | k_slab_ends);
  kit.slab(face, {x - half + 0.18, x + half - 0.18}, {y + 0.2, top - 0.15}, {0, 0.04}, glass);
  kit.slab(face, {x - 0.03, x + 0.03}, {y + 0.2, top - 0.15}, {0.04, 0.08}, sides);
  const double eave = half + 0.15;
  const double low = top - 0.12;
  const double front = 0.2;
  kit.polygon(
      face,
      {{x - eave, low, -depth_m}, {x - eave, low, front}, {x, tip, front}, {x, tip, -depth_m}},
      roof, true);
  kit.polygon(
      face,
      {{x + eave, low, front}, {x + eave, low, -depth_m}, {x, tip, -depth_m}, {x, tip, front}},
      roof, true);
  kit.polygon(face, {{x - half, top, 0}, {x + half, top, 0}, {x, tip, 0}, {x, tip, 0}}, sides);
}

void water_tank(BuildingKit& kit, LotPoint place, double y, std::uint64_t key) {
  if (!kit.has_parts()) return;
  const double radius = base::draw_between(base::hash(key, 1), 1.5, 2.1);
  const double leg = base::draw_between(base::hash(key, 2), 2.0, 3.6);
  const Surface wood = plain(Material::Plain, palette::k_bark);
  const Surface metal = plain(Material::Metal, palette::k_metal_dark);
  const Ring ring = octagon(place, radius);
  const double top = y + leg + radius * 1.9;
  if (!kit.full_detail()) {
    const double half = radius * 0.85;
    kit.box({place.a - half, place.a + half, place.d - half, place.d + half}, y, top, wood);
    return;
  }
  for (const double side_a : {-1.0, 1.0}) {
    for (const double side_d : {-1.0, 1.0}) {
      const double a = place.a + side_a * radius * 0.62;
      const double d = place.d + side_d * radius * 0.62;
      kit.walls(rectangle(a - 0.12, a + 0.12, d - 0.12, d + 0.12), y, y + leg - 0.2, metal);
    }
  }
  const double half = radius * 0.8;
  kit.box({place.a - half, place.a + half, place.d - half, place.d + half}, y + leg - 0.2, y + leg,
          metal, true);
  kit.shaft(place, radius, radius * 0.96, y + leg, top, wood);
  kit.bottom(ring, y + leg, wood);
  const Ring eaves = octagon(place, radius * 1.08);
  kit.hat(eaves, top - 0.02, place, top + radius * 0.75,
          plain(Material::Roof, palette::k_roof_tar));
  kit.bottom(eaves, top - 0.02, wood);
  // Hoops.
  for (const double share : {0.2, 0.5, 0.8}) {
    const double hoop = y + leg + (top - y - leg) * share;
    kit.shaft(place, radius * 1.02, radius * 1.02, hoop, hoop + 0.08, metal);
  }
}

void furnish_roof(BuildingKit& kit, const Ring& roof, double y, std::uint64_t key, bool tank) {
  if (!kit.has_parts()) return;
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
  if (!kit.full_detail()) return;
  stair_head(kit, place_at(first + 2, 0.6), y, base::hash(key, 3));
  const unsigned boxes = 1 + base::draw_index(base::hash(key, 4), 2);
  for (unsigned box = 0; box < boxes; ++box) {
    plant_box(kit, place_at(first + 1 + 2 * box, 0.8), y, base::hash(key, 5, box));
  }
}

void mast(BuildingKit& kit, LotPoint place, double y0, double y1, double radius_m) {
  const Surface metal = plain(Material::Metal, palette::k_metal_light);
  if (!kit.full_detail()) {
    kit.walls(
        rectangle(place.a - radius_m, place.a + radius_m, place.d - radius_m, place.d + radius_m),
        y0, y1, metal);
    return;
  }
  const double middle = y0 + (y1 - y0) * 0.55;
  kit.shaft(place, radius_m, radius_m * 0.7, y0, middle, metal);
  kit.shaft(place, radius_m * 0.45, radius_m * 0.2, middle, y1, metal);
  kit.top(octagon(place, radius_m * 0.7), middle, metal);
  for (const double share : {0.3, 0.55, 0.72}) {
    const double y = y0 + (y1 - y0) * share;
    const double half = radius_m * (2.6 - share * 1.6);
    kit.box({place.a - half, place.a + half, place.d - half, place.d + half}, y, y + 0.25, metal,
            true);
  }
}

void roof_sign(BuildingKit& kit, const Face& face, Span x, double y0, double gap_m, double height_m,
               std::uint8_t board, std::uint8_t letters, std::uint64_t key) {
  const double low = y0 + gap_m;
  const double high = low + height_m;
  const Surface paint = plain(Material::Plain, board);
  kit.slab(face, x, {low, high}, {-1.2, -1.0}, paint, k_slab_all);
  if (!kit.full_detail()) {
    for (const double share : {0.2, 0.8}) {
      const double at = x.low + x.size() * share;
      kit.slab(face, {at - 0.15, at + 0.15}, {y0, low}, {-1.2, -1.0}, paint,
               k_slab_front | k_slab_ends | k_slab_back);
    }
    return;
  }
  const Surface steel = plain(Material::Metal, palette::k_metal_dark);
  for (unsigned post = 0; post < 4; ++post) {
    const double at = x.low + x.size() * (post + 0.5) / 4.0;
    kit.slab(face, {at - 0.07, at + 0.07}, {y0, high - 0.1}, {-1.36, -1.22}, steel, k_slab_all);
    kit.polygon(face,
                {{at - 0.05, y0, -2.6},
                 {at + 0.05, y0, -2.6},
                 {at + 0.05, high - 0.4, -1.3},
                 {at - 0.05, high - 0.4, -1.3}},
                steel, true);
    kit.slab(face, {at - 0.05, at + 0.05}, {y0, low}, {-1.15, -1.05}, steel, k_slab_all);
  }
  // Letters as blocks of different heights; none that can be read.
  const Surface ink = plain(Material::Plain, letters);
  const unsigned count = 6 + base::draw_index(base::hash(key, 1), 4);
  const double step_m = x.size() / (count + 1);
  for (unsigned letter = 0; letter < count; ++letter) {
    const unsigned kind = base::draw_index(base::hash(key, 2, letter), 4);
    const double at = x.low + step_m * (letter + 0.6);
    const double foot = low + height_m * 0.22;
    const double head = high - height_m * 0.22;
    const double wide = step_m * 0.62;
    kit.slab(face, {at, at + wide * 0.28}, {foot, head}, {-1.0, -0.93}, ink);
    if (kind != 0) {
      kit.slab(face, {at + wide * 0.28, at + wide}, {head - height_m * 0.12, head}, {-1.0, -0.93},
               ink);
    }
    if (kind == 2) {
      kit.slab(face, {at + wide * 0.72, at + wide}, {foot, head - height_m * 0.12}, {-1.0, -0.93},
               ink);
    }
    if (kind == 3) {
      kit.slab(face, {at + wide * 0.28, at + wide}, {foot, foot + height_m * 0.12}, {-1.0, -0.93},
               ink);
    }
  }
}

void balustrade(BuildingKit& kit, const Face& face, double y, double height_m,
                const Surface& surface) {
  if (!kit.full_detail()) return;
  const double thick_m = 0.28;
  kit.slab(face, {0, face.width_m}, {y + height_m - 0.16, y + height_m}, {-thick_m, 0}, surface,
           k_slab_all);
  const double count = std::max(1.0, std::floor(face.width_m / 0.8 + 0.5));
  const double step_m = face.width_m / count;
  for (double post = 0; post < count; post += 1) {
    const double x = (post + 0.5) * step_m;
    kit.slab(face, {x - 0.1, x + 0.1}, {y, y + height_m - 0.16}, {-thick_m + 0.05, -0.05}, surface,
             k_slab_front | k_slab_ends | k_slab_back);
  }
}

}  // namespace terrane::city
