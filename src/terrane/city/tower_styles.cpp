// Towers: limestone set-backs, bronze glass, brutalist, ribbon offices, the Art Deco supertall.
#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/building_styles.h"
#include "terrane/city/roof_parts.h"
#include "terrane/city/wall_parts.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::FacadeStyle;
using content::Material;
namespace palette = content::palette;

constexpr double k_narrowest_tier_m = 5.0;
// Windows of real depth reach this high; above, they are drawn.
constexpr unsigned k_real_storeys = 8;

// A ground floor of tall glass between stone, and its ledge.
void lobby(BuildingKit& kit, const Ring& ring, const Design& design, double height_m) {
  const Surface stone = plain(Material::Stone, design.trim);
  const Surface glass =
      facade_surface(FacadeStyle::Shopfront, design.trim, height_m - 0.4, design.windows(1));
  if (!kit.has_parts()) {
    kit.walls(ring, kit.foot_y(), height_m, glass);
    return;
  }
  kit.walls(ring, kit.foot_y(), 0.4, stone);
  for (unsigned side = 0; side < ring.count; ++side) {
    const Face face = kit.face(ring, side);
    if (faces_street(face)) {
      shopfront(kit, face, {0.4, height_m}, glass, design.trim, design.trim);
    } else {
      kit.panel(face, {0, face.width_m}, {0.4, height_m}, 0, glass);
    }
  }
  if (kit.full_detail()) kit.band(ring, height_m - 0.35, height_m + 0.05, 0.25, stone);
}

// Fins all round: close together on street sides. Closed behind, since many end above a parapet.
void tower_fins(BuildingKit& kit, const Ring& ring, Span y, double spacing_m, double width_m,
                double relief_m, const Surface& surface) {
  if (!kit.full_detail()) return;
  for (unsigned side = 0; side < ring.count; ++side) {
    const Face face = kit.face(ring, side);
    fins(kit, face, y, faces_street(face) ? spacing_m : spacing_m * 2, width_m, relief_m, surface,
         k_slab_all);
  }
}

// Spandrels all round a ring, between the drawn bands of windows; see ribbons().
void ring_ribbons(BuildingKit& kit, const Ring& ring, double y0, unsigned storeys, double storey_m,
                  const Surface& surface) {
  for (unsigned storey = 0; storey <= storeys; ++storey) {
    const double y = y0 + storey * storey_m;
    kit.band(ring, storey == 0 ? y : y - 0.52, storey == storeys ? y : y + 0.92, 0.18, surface);
  }
}

}  // namespace

void build_limestone_setback(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Surface stone = plain(Material::Stone, design.wall);
  const Surface facade = facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m,
                                        design.windows(k_windows_dense | 1));
  WindowLook look;
  look.wall = design.wall;
  look.trim = design.wall;
  look.sill_m = 0;
  look.recess_m = 0.25;
  lobby(kit, footprint, design, ranges.lobby_m);
  kit.collide(footprint, ranges.lobby_m + design.storeys * ranges.storey_m);
  // Each tier is a share of the storeys and stands back from the one below.
  constexpr double k_shares[4] = {0.36, 0.28, 0.22, 0.14};
  const double narrow_m = narrowest_m(footprint);
  Ring ring = footprint;
  double y = ranges.lobby_m;
  unsigned left = design.storeys;
  for (unsigned tier = 0; tier < 4 && left > 0; ++tier) {
    const unsigned wanted = static_cast<unsigned>(design.storeys * k_shares[tier] + 0.5);
    const unsigned storeys = tier == 3 ? left : std::clamp(wanted, 1u, left);
    const double y1 = y + storeys * ranges.storey_m;
    masonry_walls(kit, ring, y, storeys, tier == 0 ? k_real_storeys : 0, facade, look);
    if (kit.full_detail()) {
      // Piers between pairs of windows run the height of the tier and end above its parapet.
      tower_fins(kit, ring, {y, y1 + 1.1}, 3.0, 0.5, 0.22, stone);
      kit.band(ring, y1 - 0.5, y1 - 0.1, 0.16, stone);
    }
    parapet_roof(kit, ring, y1, 1.0, plain(Material::Roof, palette::k_roof_gravel), stone);
    left -= storeys;
    y = y1;
    const Ring next = inset(ring, narrow_m * 0.09, narrow_m * (tier == 0 ? 0.08 : 0.1));
    if (next.count == 0 || narrowest_m(next) < k_narrowest_tier_m) break;
    ring = next;
  }
  // The crown: two steps and a copper pyramid with its finial.
  const double half = narrowest_m(ring) * 0.5;
  const Ring step = inset(ring, half * 0.3);
  if (step.count == 0) return;
  const double drum_y = y + half * 0.8;
  kit.block(step, y, drum_y, stone);
  const LotPoint middle = middle_of(step);
  const Ring foot = inset(step, half * 0.12);
  if (foot.count == 0) return;
  const double tip = drum_y + half * 1.5;
  kit.hat(foot, drum_y, middle, tip, plain(Material::Roof, palette::k_copper_green));
  if (kit.has_parts()) mast(kit, middle, tip - half * 0.3, tip + half * 0.7, 0.14);
  if (!kit.full_detail()) return;
  kit.band(step, drum_y - 0.5, drum_y, 0.2, stone);
  for (unsigned corner = 0; corner < ring.count; ++corner) {
    const LotPoint p = inset(ring, 0.6).points[corner];
    kit.shaft(p, 0.4, 0.34, y, y + half * 0.55, stone);
    kit.hat(octagon(p, 0.45), y + half * 0.55, p, y + half * 0.85,
            plain(Material::Roof, palette::k_copper_green));
  }
}

void build_bronze_glass_tower(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Surface metal = plain(Material::Metal, design.trim);
  const Surface glass =
      facade_surface(FacadeStyle::Curtain, design.wall, ranges.storey_m, design.windows(0));
  const Surface roof = plain(Material::Roof, palette::k_roof_gravel);
  // A podium of two floors fills the lot; the shaft stands back on a shadow floor.
  const double podium_y = ranges.lobby_m;
  const Surface podium = facade_surface(FacadeStyle::Curtain, design.wall, 3.9, design.windows(0));
  kit.walls(footprint, kit.foot_y(), 0.0, plain(Material::Stone, palette::k_concrete_dark));
  kit.walls(footprint, 0.0, podium_y, podium);
  parapet_roof(kit, footprint, podium_y, 0.8, roof, metal);
  kit.collide(footprint, podium_y);
  const double narrow_m = narrowest_m(footprint);
  Ring shaft = inset(footprint, narrow_m * 0.14, narrow_m * 0.12);
  if (shaft.count == 0) shaft = footprint;
  const Ring neck = inset(shaft, narrow_m * 0.05);
  const double shaft_y = podium_y + 3.2;
  const double top_y = shaft_y + design.storeys * ranges.storey_m;
  kit.collide(shaft, top_y);
  if (kit.has_parts() && neck.count != 0) {
    kit.walls(neck, podium_y, shaft_y,
              facade_surface(FacadeStyle::Curtain, palette::k_metal_dark, 3.2, design.windows(0)));
    kit.bottom(shaft, shaft_y, metal);
    kit.walls(shaft, shaft_y, top_y, glass);
  } else {
    kit.walls(shaft, podium_y, top_y, glass);
  }
  // The crown: a band of louvres one floor high, a little out from the glass.
  const double crown_y = top_y + 4.2;
  kit.block(shaft, top_y, crown_y, metal);
  if (!kit.full_detail()) return;
  tower_fins(kit, shaft, {shaft_y, crown_y}, 1.5, 0.12, 0.2, metal);
  kit.band(shaft, shaft_y, shaft_y + 0.5, 0.24, metal);
  for (unsigned side = 0; side < shaft.count; ++side) {
    const Face face = kit.face(shaft, side);
    for (double y = top_y + 0.3; y + 0.3 < crown_y; y += 0.6) {
      kit.slab(face, {0, face.width_m}, {y, y + 0.22}, {0, 0.1}, metal,
               k_slab_front | k_slab_top | k_slab_bottom);
    }
    // Floor lines of the lower storeys, between the fins.
    if (!faces_street(face)) continue;
    for (unsigned storey = 1; storey < std::min(design.storeys, 2 * k_real_storeys); ++storey) {
      const double y = shaft_y + storey * ranges.storey_m;
      kit.slab(face, {0, face.width_m}, {y - 0.1, y + 0.62}, {0, 0.05}, metal);
    }
  }
  for (unsigned side = 0; side < footprint.count; ++side) {
    const Face face = kit.face(footprint, side);
    if (!faces_street(face)) continue;
    fins(kit, face, {0.0, podium_y + 0.8}, 1.5, 0.1, 0.16, metal);
    kit.slab(face, {0, face.width_m}, {3.7, 4.3}, {0, 0.12}, metal);
    kit.slab(face, {0, face.width_m}, {podium_y - 0.3, podium_y + 0.05}, {0, 0.22}, metal);
    if (side != 0) continue;
    // A thin canopy over the doors.
    const double half = std::min(3.0, face.width_m * 0.3);
    const double middle = face.width_m * 0.5;
    kit.slab(face, {middle - half, middle + half}, {3.1, 3.25}, {0, 1.15}, metal);
    for (const double x : {-0.95, 0.0, 0.95}) {
      kit.slab(face, {middle + x - 0.4, middle + x + 0.4}, {0.02, 2.5}, {0.0, 0.08},
               plain(Material::Metal, palette::k_glass_blue));
    }
  }
  const Ring plant = inset(shaft, narrow_m * 0.14);
  if (plant.count != 0) kit.block(plant, crown_y, crown_y + 2.4, metal);
}

namespace {

// Pilotis, fins and floor slabs of a brutalist shaft and of its wider head.
void concrete_relief(BuildingKit& kit, const Ring& shaft, const Ring& footprint,
                     const Design& design, unsigned upper, const Surface& raw) {
  const StyleRanges& ranges = design.ranges;
  const double lobby_y = ranges.lobby_m;
  const double top_y = lobby_y + design.storeys * ranges.storey_m;
  const double head_y = top_y - upper * ranges.storey_m;
  for (unsigned side = 0; side < shaft.count; ++side) {
    const Face face = kit.face(shaft, side);
    if (!faces_street(face)) continue;
    const double count = std::max(2.0, std::floor(face.width_m / 4.0));
    for (double pile = 0; pile < count + 0.5; pile += 1) {
      const double x = std::clamp(face.width_m * pile / count, 0.35, face.width_m - 0.35);
      kit.slab(face, {x - 0.35, x + 0.35}, {kit.foot_y(), lobby_y}, {-0.9, -0.1}, raw,
               k_slab_front | k_slab_ends | k_slab_back);
    }
    // Fins of concrete, the deep reveals between them, and floor slabs.
    fins(kit, face, {lobby_y, head_y}, 1.5, 0.28, 0.5, raw);
    const unsigned storeys = design.storeys - upper;
    ribbons(kit, face, lobby_y, std::min(storeys, k_real_storeys), ranges.storey_m, 0.22, raw);
  }
  for (unsigned side = 0; side < footprint.count; ++side) {
    const Face face = kit.face(footprint, side);
    const bool street = faces_street(face);
    if (!street) {
      fins(kit, kit.face(shaft, side), {lobby_y, head_y}, 4.5, 0.5, 0.4, raw);
      continue;
    }
    ribbons(kit, face, head_y, upper, ranges.storey_m, 0.3, raw);
    fins(kit, face, {head_y, top_y + 1.4}, 3.0, 0.5, 0.45, raw);
  }
}

}  // namespace

void build_brutalist_tower(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Surface raw = plain(Material::Stone, design.wall);
  const Surface dark = plain(Material::Stone, design.trim);
  const Surface roof = plain(Material::Roof, palette::k_roof_gravel);
  const Surface bands =
      facade_surface(FacadeStyle::Ribbon, design.wall, ranges.storey_m, design.windows(0));
  const double lobby_y = ranges.lobby_m;
  const double top_y = lobby_y + design.storeys * ranges.storey_m;
  const double narrow_m = narrowest_m(footprint);
  // The lobby stands back under the shaft; the shaft stands back under the top storeys.
  Ring shaft = inset(footprint, std::min(1.1, narrow_m * 0.08));
  if (shaft.count == 0) shaft = footprint;
  Ring hall = inset(shaft, std::min(1.6, narrow_m * 0.12));
  if (hall.count == 0) hall = shaft;
  const unsigned upper = std::max(2u, design.storeys / 5);
  const double head_y = top_y - upper * ranges.storey_m;
  kit.collide(footprint, top_y);
  if (kit.has_parts()) {
    kit.walls(hall, kit.foot_y(), 0.0, dark);
    kit.walls(hall, 0.0, lobby_y,
              facade_surface(FacadeStyle::Shopfront, design.trim, lobby_y, design.windows(0)));
    kit.bottom(shaft, lobby_y, raw);
    kit.walls(shaft, lobby_y, head_y, bands);
    kit.bottom(footprint, head_y, raw);
  } else {
    kit.walls(shaft, kit.foot_y(), head_y, bands);
    kit.bottom(footprint, head_y, raw);
  }
  kit.walls(footprint, head_y, top_y, bands);
  parapet_roof(kit, footprint, top_y, 1.4, roof, raw);
  // A blank stair tower at one corner rises above everything.
  const Plot plot = plot_within(footprint);
  const double stair_m = std::min(4.2, plot.width_m() * 0.3);
  const bool at_left = base::draw_chance(base::hash(design.key, 1), 0.5);
  const double a0 = at_left ? plot.a0 + 0.05 : plot.a1 - stair_m - 0.05;
  const Plot stair{a0, a0 + stair_m, plot.d0 + 0.05, std::min(plot.d1, plot.d0 + stair_m * 1.3)};
  const double stair_y = top_y + 2.0 + std::max(4.0, (top_y - lobby_y) * 0.14);
  const bool square = footprint.count == 4;
  const Plot head = square ? stair.within(0, -0.2, 0) : stair;
  kit.box(head, kit.foot_y(), stair_y, raw);
  if (!kit.full_detail()) return;
  concrete_relief(kit, shaft, footprint, design, upper, raw);
  // Board marks on the stair tower, slots of window, a plant room, an entrance roof.
  const Face stair_front = kit.front_of(head);
  for (double y = lobby_y; y + 1.8 < stair_y; y += ranges.storey_m) {
    const double x = stair_front.width_m * 0.5;
    kit.slab(stair_front, {x - 0.22, x + 0.22}, {y + 0.6, y + 2.6}, {0, 0.05},
             plain(Material::Metal, palette::k_metal_dark));
    kit.slab(stair_front, {0, stair_front.width_m}, {y - 0.06, y + 0.06}, {0, 0.04}, dark);
  }
  const Face hall_front = kit.face(hall, 0);
  const double middle = hall_front.width_m * (at_left ? 0.68 : 0.32);
  kit.slab(hall_front, {middle - 1.9, middle + 1.9}, {2.9, 3.35}, {0, 2.6}, raw, k_slab_all);
  kit.slab(hall_front, {middle - 1.0, middle + 1.0}, {0.02, 2.5}, {0, 0.08},
           plain(Material::Metal, palette::k_glass_blue));
  furnish_roof(kit, footprint, top_y, base::hash(design.key, 2), false);
}

void build_ribbon_office(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Surface white = plain(Material::Stone, design.wall);
  const Surface roof = plain(Material::Roof, palette::k_roof_gravel);
  const Surface bands =
      facade_surface(FacadeStyle::Ribbon, design.wall, ranges.storey_m, design.windows(0));
  const double lobby_y = ranges.lobby_m;
  const double top_y = lobby_y + design.storeys * ranges.storey_m;
  const Plot plot = plot_within(footprint);
  // A slab on one side and a low wing on the other; corner lots have the wing all round.
  const bool rectangle_lot = footprint.count == 4;
  const bool slab_left = base::draw_chance(base::hash(design.key, 1), 0.5);
  const double wing_m = plot.width_m() * 0.3;
  const Plot slab{slab_left || !rectangle_lot ? plot.a0 : plot.a0 + wing_m,
                  slab_left && rectangle_lot ? plot.a1 - wing_m : plot.a1, plot.d0, plot.d1};
  const unsigned low = std::min(design.storeys, 2u);
  const double low_y = lobby_y + low * ranges.storey_m;
  const Ring tower = rectangle_lot ? ring_of(slab) : inset(footprint, 1.2);
  const Ring& base_ring = footprint;
  lobby(kit, base_ring, design, lobby_y);
  kit.collide(base_ring, low_y);
  kit.walls(base_ring, lobby_y, low_y, bands);
  kit.top(base_ring, low_y, roof);
  if (tower.count == 0) return;
  kit.collide(tower, top_y);
  kit.walls(tower, low_y, top_y, bands);
  parapet_roof(kit, tower, top_y, 0.9, roof, white);
  // Plant behind a screen, at one end, and a thin mast.
  const Ring room = inset(tower, narrowest_m(tower) * 0.22);
  if (room.count != 0) {
    kit.block(room, top_y, top_y + 3.2, white);
    const LotPoint p = room.points[slab_left ? 2 : 3];
    if (kit.has_parts()) {
      mast(kit, {p.a + (slab_left ? -0.8 : 0.8), p.d - 0.8}, top_y + 3.2, top_y + 11.0, 0.22);
    }
  }
  if (!kit.full_detail()) return;
  ring_ribbons(kit, base_ring, lobby_y, low, ranges.storey_m, white);
  ring_ribbons(kit, tower, low_y, design.storeys - low, ranges.storey_m, white);
  for (unsigned side = 0; side < base_ring.count; ++side) {
    const Face face = kit.face(base_ring, side);
    if (faces_street(face)) {
      fins(kit, face, {lobby_y, low_y - 0.03}, 1.5, 0.07, 0.1,
           plain(Material::Metal, palette::k_metal_light));
    }
  }
  for (unsigned side = 0; side < tower.count; ++side) {
    const Face face = kit.face(tower, side);
    if (!faces_street(face)) continue;
    // Posts of the window bands.
    const unsigned storeys = std::min(design.storeys - low, 2 * k_real_storeys);
    const double count = bay_count(face.width_m) * 2;
    for (unsigned storey = 0; storey < storeys; ++storey) {
      const double y = low_y + storey * ranges.storey_m;
      for (double post = 1; post < count; post += 1) {
        const double x = face.width_m * post / count;
        kit.slab(face, {x - 0.035, x + 0.035}, {y + 0.92, y + ranges.storey_m - 0.52}, {0, 0.09},
                 plain(Material::Metal, palette::k_metal_light), k_slab_front | k_slab_ends);
      }
    }
  }
  const Face front = kit.face(base_ring, 0);
  if (rectangle_lot) {
    // A railed terrace on the wing's roof.
    const Span terrace = slab_left ? Span{front.width_m - wing_m + 0.3, front.width_m - 0.2}
                                   : Span{0.2, wing_m - 0.3};
    railing(kit, front, terrace, low_y, 1.0, -0.15, 1.2,
            plain(Material::Metal, palette::k_metal_light));
  }
  const double half = std::min(2.4, front.width_m * 0.25);
  const double x = front.width_m * 0.5;
  kit.slab(front, {x - half, x + half}, {3.0, 3.25}, {0, 1.15}, white);
}

namespace {

// Three leaning tiers of metal, each with a fan of triangles, and the mast.
void deco_crown(BuildingKit& kit, const Plot& plot, double y, double mast_m, const Surface& metal) {
  Ring tier = inset(ring_of(plot), 0.3);
  const double crown_m = plot.width_m() * 0.62;
  for (unsigned index = 0; kit.has_parts() && index < 3; ++index) {
    const Ring upper = inset(tier, narrowest_m(tier) * 0.19);
    if (upper.count == 0) break;
    const double y1 = y + crown_m * (1.0 + 0.2 * index);
    if (kit.full_detail()) {
      for (unsigned side = 0; side < 4; ++side) {
        const Face face = kit.face(tier, side);
        const double half = face.width_m * 0.5;
        // A sunburst: triangles of rising height that stand on the ledge.
        for (const double share : {0.25, 0.5, 0.75}) {
          const double x = face.width_m * share;
          const double reach = half * 0.2;
          const double tip = y + (y1 - y) * (share == 0.5 ? 0.85 : 0.6);
          kit.polygon(face,
                      {{x - reach, y, 0.02}, {x + reach, y, 0.02}, {x, tip, 0.02}, {x, tip, 0.02}},
                      plain(Material::Metal, palette::k_glass_blue), true);
        }
      }
      kit.band(tier, y, y + 0.4, 0.15, metal);
    }
    kit.leaning(tier, y, upper, y1, metal);
    y = y1;
    tier = upper;
  }
  const LotPoint middle = middle_of(tier);
  const double tip = y + crown_m * (kit.has_parts() ? 1.6 : 4.2);
  kit.hat(tier, y, middle, tip, metal);
  mast(kit, middle, y, tip + mast_m, 0.5);
}

// A stepped frame of metal around the doors, higher than the lobby.
void deco_portal(BuildingKit& kit, const Face& front, double high, const Surface& metal) {
  const double x = front.width_m * 0.5;
  const double half = std::min(3.2, front.width_m * 0.2);
  for (unsigned frame = 0; frame < 3; ++frame) {
    const double reach = half - frame * 0.45;
    const double head = high + 2.4 - frame * 0.8;
    const Span out{0, 0.6 - frame * 0.15};
    kit.slab(front, {x - reach, x - reach + 0.45}, {0.02, head}, out, metal);
    kit.slab(front, {x + reach - 0.45, x + reach}, {0.02, head}, out, metal);
    kit.slab(front, {x - reach + 0.45, x + reach - 0.45}, {head - 0.8, head}, out, metal);
  }
  kit.slab(front, {x - half + 1.35, x + half - 1.35}, {0.02, high}, {0, 0.1},
           plain(Material::Metal, palette::k_glass_blue));
}

}  // namespace

void build_art_deco_supertall(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Surface stone = plain(Material::Stone, design.wall);
  const Surface metal = plain(Material::Metal, design.trim);
  const Surface roof = plain(Material::Roof, palette::k_roof_gravel);
  const Surface facade = facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m,
                                        design.windows(k_windows_dense | 3));
  WindowLook look;
  look.wall = design.wall;
  look.trim = design.trim;
  look.sill_m = 0;
  look.recess_m = 0.3;
  lobby(kit, footprint, design, ranges.lobby_m);
  kit.collide(footprint, ranges.lobby_m + 6 * ranges.storey_m);
  // Steps of the shaft: the share of the storeys where each ends, and the share of the lot's width
  // and depth that it keeps.
  struct Step {
    double end;
    double width;
    double depth;
  };
  constexpr Step k_steps[6] = {{0.10, 1.0, 1.0},   {0.18, 0.84, 0.95}, {0.28, 0.70, 0.90},
                               {0.78, 0.56, 0.84}, {0.90, 0.46, 0.72}, {1.0, 0.36, 0.60}};
  const Plot lot = plot_within(footprint);
  double y = ranges.lobby_m;
  unsigned built = 0;
  Plot plot = lot;
  for (unsigned index = 0; index < 6; ++index) {
    const Step& step = k_steps[index];
    const unsigned end = static_cast<unsigned>(design.storeys * step.end + 0.5);
    const unsigned storeys = end > built ? end - built : 1;
    const double half_a = std::max(2.5, lot.width_m() * step.width * 0.5);
    const double half_d = std::max(2.5, lot.depth_m() * step.depth * 0.5);
    plot = {lot.middle_a() - std::min(half_a, lot.width_m() * 0.5),
            lot.middle_a() + std::min(half_a, lot.width_m() * 0.5),
            lot.middle_d() - std::min(half_d, lot.depth_m() * 0.5),
            lot.middle_d() + std::min(half_d, lot.depth_m() * 0.5)};
    const Ring ring = index == 0 ? footprint : ring_of(plot);
    const double y1 = y + storeys * ranges.storey_m;
    masonry_walls(kit, ring, y, storeys, index == 0 ? k_real_storeys : 0, facade, look);
    const double parapet_m = index == 5 ? 0.6 : 1.2;
    if (kit.has_parts()) kit.walls(ring, y1, y1 + parapet_m, stone);
    kit.top(ring, kit.has_parts() ? y1 + parapet_m : y1, roof);
    if (index > 1) kit.collide(ring, ranges.lobby_m + end * ranges.storey_m);
    if (kit.full_detail()) {
      // Piers that end above the parapet in a step.
      tower_fins(kit, ring, {y, y1 + parapet_m + 0.8}, 3.0, 0.55, 0.35, stone);
      kit.band(ring, y1 - 0.7, y1 - 0.2, 0.18, metal);
    }
    y = kit.has_parts() ? y1 + parapet_m : y1;
    built = end;
  }
  deco_crown(kit, plot, y, std::max(14.0, design.storeys * 0.35), metal);
  if (kit.full_detail()) deco_portal(kit, kit.face(footprint, 0), ranges.lobby_m, metal);
}

}  // namespace terrane::city
