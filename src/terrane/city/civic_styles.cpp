// Public buildings: temple bank, clock tower, colonnade, fountain plaza.
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

// What a building stands on, up to `y1`: dark stone as high as a step, in courses where the ground
// falls away, and above it the building's own.
void foundation(BuildingKit& kit, const Ring& ring, double y1, const Surface& stone) {
  constexpr double k_course_m = 0.95;
  constexpr unsigned k_courses_most = 2;
  const Surface dark = plain(Material::Stone, palette::k_concrete_dark);
  const double dark_y = std::min(0.35, y1 - 0.1);
  if (!kit.full_detail() && dark_y < 0.1) return kit.walls(ring, kit.foot_y(), y1, stone);
  kit.walls(ring, kit.foot_y(), dark_y, dark);
  kit.walls(ring, dark_y, y1, stone);
  if (!kit.full_detail()) return;
  kit.band(ring, dark_y - 0.1, dark_y + 0.04, 0.06, stone);
  for (unsigned course = 1; course <= k_courses_most; ++course) {
    const double y = dark_y - k_course_m * course;
    if (y > kit.foot_y() + 0.5) kit.band(ring, y, y + 0.12, 0.05, dark);
  }
}

// A row of columns whose middles lie on a line along the street.
void column_row(BuildingKit& kit, Span a, double d, unsigned count, double radius_m, Span y,
                const Surface& stone) {
  for (unsigned index = 0; index < count; ++index) {
    const double share = count == 1 ? 0.5 : static_cast<double>(index) / (count - 1);
    column(kit, {a.low + a.size() * share, d}, radius_m, y.low, y.high, stone);
  }
}

// Architrave, frieze and cornice around a plot, closed below.
void entablature(BuildingKit& kit, const Plot& plot, Span y, double reach_m, const Surface& stone) {
  const Ring ring = ring_of(plot);
  kit.block(ring, y.low, y.high, stone, true);
  if (!kit.full_detail()) return;
  kit.band(ring, y.low + y.size() * 0.35, y.low + y.size() * 0.45, reach_m * 0.25, stone);
  kit.band(ring, y.high - y.size() * 0.24, y.high - 0.02, reach_m, stone);
  // Dentils under the cornice.
  const Face front = kit.front_of(plot);
  const double count = std::floor(front.width_m / 0.75);
  for (double dentil = 0; dentil < count; dentil += 1) {
    const double x = (dentil + 0.5) * front.width_m / count;
    kit.slab(front, {x - 0.14, x + 0.14}, {y.high - y.size() * 0.38, y.high - y.size() * 0.24},
             {0, reach_m * 0.6}, stone, k_slab_front | k_slab_ends | k_slab_bottom);
  }
}

// Tall windows between the columns, on the wall behind them.
void hall_windows(BuildingKit& kit, const Face& face, Span y, unsigned count, std::uint8_t trim,
                  bool middle_door) {
  if (!kit.full_detail()) return;
  const Surface glass = plain(Material::Metal, palette::k_glass_blue);
  const Surface stone = plain(Material::Stone, trim);
  const double step_m = face.width_m / count;
  const double half = std::min(0.9, step_m * 0.28);
  for (unsigned index = 0; index < count; ++index) {
    const double x = (index + 0.5) * step_m;
    if (middle_door && index == count / 2) {
      door(kit, face, x, y.low, std::min(2.0, half * 2.2), std::min(4.2, y.size() * 0.55),
           palette::k_metal_dark, trim, 0.6);
      continue;
    }
    const double low = y.low + 1.2;
    const double high = y.high - 0.9;
    kit.slab(face, {x - half, x + half}, {low, high}, {0, 0.03}, glass, k_slab_front);
    for (const double side : {-1.0, 1.0}) {
      const double jamb = x + side * (half + 0.1);
      kit.slab(face, {jamb - 0.1, jamb + 0.1}, {low, high}, {0, 0.14}, stone, k_slab_on_floor);
    }
    kit.slab(face, {x - half - 0.3, x + half + 0.3}, {high, high + 0.3}, {0, 0.24}, stone);
    kit.slab(face, {x - half - 0.25, x + half + 0.25}, {low - 0.2, low}, {0, 0.2}, stone);
    kit.slab(face, {x - 0.04, x + 0.04}, {low, high}, {0.03, 0.08}, stone,
             k_slab_front | k_slab_ends);
    for (double bar = 1; bar < 4; bar += 1) {
      const double at = low + (high - low) * bar / 4.0;
      kit.slab(face, {x - half, x + half}, {at - 0.04, at + 0.04}, {0.03, 0.07}, stone,
               k_slab_front | k_slab_top | k_slab_bottom);
    }
  }
}

}  // namespace

namespace {

// Ornaments at the gable's corners and tip, and lamps on the cheeks of the steps before the stage.
void temple_ornament(BuildingKit& kit, const Face& gable, double beam_y, double rise_m,
                     const Plot& stage, double stairs_m, double base_y, const Surface& stone) {
  for (const double share : {0.0, 0.5, 1.0}) {
    const double x = 0.35 + (gable.width_m - 0.7) * share;
    const double y = share == 0.5 ? beam_y + rise_m - 0.1 : beam_y;
    kit.slab(gable, {x - 0.32, x + 0.32}, {y, y + 0.7}, {-0.7, -0.06}, stone, k_slab_all);
    kit.slab(gable, {x - 0.16, x + 0.16}, {y + 0.7, y + 1.5}, {-0.5, -0.2}, stone, k_slab_all);
  }
  const double lamp_d = stage.d0 - stairs_m * 0.5;
  for (const double a : {stage.a0 + 0.4, stage.a1 - 0.4}) {
    kit.shaft({a, lamp_d}, 0.1, 0.06, base_y, base_y + 2.0,
              plain(Material::Metal, palette::k_metal_dark));
    kit.shaft({a, lamp_d}, 0.22, 0.26, base_y + 2.0, base_y + 2.45,
              plain(Material::Lamp, palette::k_lamp_warm));
    kit.hat(octagon({a, lamp_d}, 0.3), base_y + 2.45, {a, lamp_d}, base_y + 2.75,
            plain(Material::Metal, palette::k_metal_dark));
    kit.bottom(octagon({a, lamp_d}, 0.3), base_y + 2.45,
               plain(Material::Metal, palette::k_metal_dark));
  }
}

}  // namespace

void build_temple_bank(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Plot lot = plot_within(footprint);
  const Surface stone = plain(Material::Stone, design.trim);
  const Surface wall = blank_wall(design.wall);
  const double base_y = ranges.lobby_m;
  const double order_y = base_y + ranges.storey_m;
  const double beam_y = order_y + 1.7;
  // Steps in front, then the portico, then the hall, a little narrower.
  const double stairs_m = std::clamp(lot.depth_m() * 0.14, 0.6, 2.2);
  const Plot stage = lot.within(0.3, stairs_m, 0);
  const double porch_m = std::clamp(stage.depth_m() * 0.24, 1.4, 3.2);
  const Plot hall = stage.within(0.7, porch_m, 0.3);
  const Plot roofed = stage.within(0.4, 0.3, 0.2);
  foundation(kit, ring_of(stage), base_y, stone);
  kit.top(ring_of(stage), base_y, stone);
  if (kit.has_parts()) {
    const Face front = kit.front_of(stage);
    stairs(kit, front, {0.8, front.width_m - 0.8}, base_y, stairs_m, kit.full_detail() ? 8 : 2,
           stone);
    for (const double x : {0.0, front.width_m - 0.8}) {
      kit.slab(front, {x, x + 0.8}, {kit.foot_y(), base_y}, {0, stairs_m}, stone, k_slab_on_floor);
    }
  }
  kit.collide(ring_of(stage), beam_y);
  kit.walls(ring_of(hall), base_y, order_y, wall);
  const bool many = base::draw_chance(base::hash(design.key, 2), 0.6);
  const unsigned count = stage.width_m() > 10.0 && many ? 6 : 4;
  const double radius = std::min(0.62, stage.width_m() * 0.042);
  column_row(kit, {roofed.a0 + radius * 1.3, roofed.a1 - radius * 1.3}, roofed.d0 + radius * 1.35,
             count, radius, {base_y, order_y}, stone);
  if (kit.has_parts()) {
    hall_windows(kit, kit.front_of(hall), {base_y, order_y}, count - 1, design.trim, true);
    for (const unsigned side : {1u, 3u}) {
      const Face face = kit.face(ring_of(hall), side);
      hall_windows(kit, face, {base_y, order_y},
                   std::max(1u, static_cast<unsigned>(face.width_m / 4.0)), design.trim, false);
    }
  }
  entablature(kit, roofed, {order_y, beam_y}, 0.45, stone);
  // The pediment is the end of a roof whose ridge runs away from the street.
  const double rise_m =
      roofed.width_m() * base::draw_between(base::hash(design.key, 3), 0.17, 0.23);
  const Plot roof = roofed.within(-0.4, -0.4, 0);
  const Face gable = kit.front_of(roof);
  if (kit.has_parts()) {
    pediment(kit, gable, {0, gable.width_m}, beam_y, rise_m, {-1.2, 0}, stone, wall);
    const Surface tiles = plain(Material::Roof, palette::k_copper_green);
    const Plot covered = roof.within(0.3, 1.1, 0);
    gable_roof(kit, covered, beam_y, rise_m * 0.94, false, 0, tiles, wall);
  } else {
    gable_roof(kit, roof, beam_y, rise_m, false, 0, plain(Material::Roof, palette::k_copper_green),
               stone);
  }
  if (kit.full_detail()) {
    temple_ornament(kit, gable, beam_y, rise_m, stage, stairs_m, base_y, stone);
  }
}

namespace {

// The upper part of the clock tower: dials, an open belfry and a spire.
void clock_head(BuildingKit& kit, const Plot& tower, double y, const Design& design) {
  const Surface stone = plain(Material::Stone, design.trim);
  const Surface wall = blank_wall(design.wall);
  const Ring ring = ring_of(tower);
  const double width = tower.width_m();
  const double dial_y = y + width * 1.1;
  kit.block(ring, y, dial_y, wall);
  if (kit.has_parts()) {
    for (unsigned side = 0; side < 4; ++side) {
      const Face face = kit.face(ring, side);
      clock_face(kit, face, width * 0.5, y + width * 0.55, width * 0.36, base::hash(design.key, 5));
    }
  }
  if (kit.has_parts()) kit.band(ring, dial_y - 0.5, dial_y, 0.4, stone);
  // The belfry: corner piers with arches, dark within.
  const Ring bells = inset(ring, width * 0.08);
  const double bell_y = dial_y + width * 0.85;
  if (!kit.has_parts()) {
    kit.hat(ring, dial_y, middle_of(ring), bell_y + width * 1.5,
            plain(Material::Roof, palette::k_copper_green));
    return;
  }
  if (kit.full_detail()) {
    const Ring dark = inset(bells, width * 0.2);
    kit.walls(dark, dial_y, bell_y, plain(Material::Plain, palette::k_roof_tar));
    for (unsigned side = 0; side < 4; ++side) {
      const Face face = kit.face(bells, side);
      const double pier = face.width_m * 0.2;
      for (const double x : {0.0, face.width_m - pier}) {
        kit.slab(face, {x, x + pier}, {dial_y, bell_y}, {-pier, 0}, stone,
                 k_slab_front | k_slab_ends | k_slab_back);
      }
      const double radius = face.width_m * 0.5 - pier;
      archivolt(kit, face, face.width_m * 0.5, bell_y - radius - 0.3, radius, pier * 0.5,
                {-pier, 0.06}, stone);
      railing(kit, face, {pier, face.width_m - pier}, dial_y, 0.9, -0.1, 0.45, stone);
    }
    kit.block(bells, bell_y - 0.3, bell_y + 0.5, stone, true);
    kit.band(bells, bell_y + 0.1, bell_y + 0.5, 0.35, stone);
  } else {
    kit.walls(bells, dial_y, bell_y + 0.5, stone);
  }
  const Ring foot = inset(bells, 0.15);
  const double tip = bell_y + 0.5 + width * 1.5;
  const LotPoint middle = middle_of(bells);
  kit.top(bells, bell_y + 0.5, stone);
  kit.hat(foot, bell_y + 0.5, middle, tip, plain(Material::Roof, palette::k_copper_green));
  if (!kit.full_detail()) return;
  mast(kit, middle, tip - 0.5, tip + 2.6, 0.09);
  for (unsigned corner = 0; corner < 4; ++corner) {
    const LotPoint p = inset(bells, 0.3).points[corner];
    kit.hat(octagon(p, 0.3), bell_y + 0.5, p, bell_y + 2.0, stone);
  }
}

}  // namespace

void build_clock_tower(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Plot lot = plot_within(footprint);
  const double setback_m = std::min(ranges.setback_m, lot.depth_m() * 0.1);
  const double tower_m = std::clamp(lot.width_m() * 0.36, 3.0, 5.4);
  // The tower stands before the middle of the block.
  const Plot block = lot.within(0, setback_m + 0.9, 0);
  const Plot tower{lot.middle_a() - tower_m * 0.5, lot.middle_a() + tower_m * 0.5,
                   lot.d0 + setback_m, lot.d0 + setback_m + tower_m};
  const double base_y = ranges.lobby_m;
  const double top_y = base_y + design.storeys * ranges.storey_m;
  const Surface stone = plain(Material::Stone, design.trim);
  const Surface facade =
      facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m, design.windows(2));
  WindowLook look;
  look.wall = design.wall;
  look.trim = design.trim;
  look.lintel_m = 0.1;
  look.arched = true;
  look.courses = true;
  look.recess_m = 0.26;
  const Ring ring = ring_of(block);
  foundation(kit, ring, base_y, stone);
  masonry_walls(kit, ring, base_y, design.storeys, design.storeys, facade, look);
  hip_roof(kit, block, top_y, std::min(block.width_m(), block.depth_m()) * 0.22, 0.3,
           plain(Material::Roof, palette::k_roof_slate), stone);
  kit.collide(ring, top_y);
  const double head_y = top_y + tower_m * (kit.lot().backdrop ? 1.6 : 1.1) + 3.0;
  const Ring shaft = ring_of(tower);
  kit.walls(shaft, kit.foot_y(), base_y, stone);
  kit.walls(shaft, base_y, head_y, blank_wall(design.wall));
  kit.collide(shaft, head_y + tower_m * 2.0);
  clock_head(kit, tower, head_y, design);
  if (!kit.full_detail()) return;
  cornice(kit, ring, top_y - 0.1, 0.5, stone, 0.8);
  const Face front = kit.front_of(tower);
  const double middle = tower_m * 0.5;
  // Corner strips, slots of window and the door in the tower's foot.
  for (unsigned side = 0; side < 4; ++side) {
    const Face face = kit.face(shaft, side);
    for (const double x : {0.0, tower_m - 0.6}) {
      kit.slab(face, {x, x + 0.6}, {base_y, head_y}, {0, 0.1}, stone);
    }
    if (side == 2) continue;
    for (double y = base_y + 5.2; y + 2.4 < head_y; y += ranges.storey_m) {
      kit.slab(face, {middle - 0.35, middle + 0.35}, {y, y + 1.8}, {0, 0.03},
               plain(Material::Metal, palette::k_glass_blue), k_slab_front);
      kit.slab(face, {middle - 0.55, middle + 0.55}, {y - 0.2, y}, {0, 0.16}, stone);
      kit.slab(face, {middle - 0.55, middle + 0.55}, {y + 1.8, y + 2.05}, {0, 0.16}, stone);
    }
  }
  kit.band(shaft, head_y - 0.3, head_y, 0.25, stone);
  stairs(kit, front, {middle - 1.5, middle + 1.5}, base_y, setback_m + 0.9, 5, stone);
  door(kit, front, middle, base_y, 1.6, 2.9, palette::k_bark, design.trim, 0);
  half_disc(kit, front, middle, base_y + 3.18, 0.85, 0.05,
            plain(Material::Metal, palette::k_glass_blue));
  archivolt(kit, front, middle, base_y + 3.18, 0.85, 0.3, {0, 0.22}, stone);
}

namespace {

// A low copper dome on a drum in the middle of an attic's roof, with a lantern.
void low_dome(BuildingKit& kit, const Plot& attic, double attic_y, const Surface& stone) {
  const LotPoint middle{attic.middle_a(), attic.middle_d()};
  const double dome_m = std::min(attic.width_m(), attic.depth_m()) * 0.5 * 0.86;
  const double drum_y = attic_y + 1.4;
  const Surface copper = plain(Material::Roof, palette::k_copper_green);
  const Ring ring0 = octagon(middle, dome_m);
  kit.walls(ring0, attic_y, drum_y, stone);
  const Ring ring1 = octagon(middle, dome_m * 0.86);
  const Ring ring2 = octagon(middle, dome_m * 0.5);
  if (kit.has_parts()) {
    kit.leaning(ring0, drum_y, ring1, drum_y + dome_m * 0.32, copper);
    kit.leaning(ring1, drum_y + dome_m * 0.32, ring2, drum_y + dome_m * 0.6, copper);
    kit.hat(ring2, drum_y + dome_m * 0.6, middle, drum_y + dome_m * 0.7, copper);
  } else {
    kit.hat(ring0, drum_y, middle, drum_y + dome_m * 0.7, copper);
  }
  if (!kit.full_detail()) return;
  kit.band(ring0, drum_y - 0.3, drum_y, 0.15, stone);
  kit.shaft(middle, 0.5, 0.4, drum_y + dome_m * 0.66, drum_y + dome_m * 0.7 + 1.6, stone);
  kit.hat(octagon(middle, 0.6), drum_y + dome_m * 0.7 + 1.6, middle, drum_y + dome_m * 0.7 + 2.8,
          copper);
  kit.bottom(octagon(middle, 0.6), drum_y + dome_m * 0.7 + 1.6, copper);
}

}  // namespace

void build_colonnade(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Plot lot = plot_within(footprint);
  const Surface stone = plain(Material::Stone, design.trim);
  const Surface wall = blank_wall(design.wall);
  const Surface roof = plain(Material::Roof, palette::k_roof_gravel);
  const double base_y = ranges.lobby_m;
  const double order_y = base_y + ranges.storey_m;
  const double beam_y = order_y + 2.0;
  const double stairs_m = std::clamp(lot.depth_m() * 0.1, 0.5, ranges.setback_m + 1.0);
  const Plot stage = lot.within(0, stairs_m, 0);
  const double porch_m = std::clamp(stage.depth_m() * 0.25, 1.5, 3.4);
  const Plot hall = stage.within(0.5, porch_m, 0.2);
  const Plot roofed = stage.within(0.25, 0.25, 0.1);
  foundation(kit, ring_of(stage), base_y, stone);
  kit.top(ring_of(stage), base_y, stone);
  kit.collide(ring_of(stage), beam_y);
  if (kit.has_parts()) {
    const Face front = kit.front_of(stage);
    stairs(kit, front, {0, front.width_m}, base_y, stairs_m, kit.full_detail() ? 7 : 2, stone);
  }
  // The hall has two floors of windows on all sides but the front, where the portico is.
  const Surface floors =
      facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m * 0.5, design.windows(1));
  for (unsigned side = 0; side < 4; ++side) {
    const Face face = kit.face(ring_of(hall), side);
    kit.panel(face, {0, face.width_m}, {base_y, order_y}, 0, side == 0 ? wall : floors);
  }
  const double radius = std::min(0.68, stage.width_m() * 0.03);
  const unsigned count =
      std::max(4u, static_cast<unsigned>(stage.width_m() / (radius * 4.2) + 0.5));
  const double inner = radius * 1.35;
  column_row(kit, {roofed.a0 + inner, roofed.a1 - inner}, roofed.d0 + inner, count, radius,
             {base_y, order_y}, stone);
  if (kit.has_parts()) {
    hall_windows(kit, kit.front_of(hall), {base_y, order_y}, count - 1, design.trim, true);
  }
  entablature(kit, roofed, {order_y, beam_y}, 0.4, stone);
  // The attic over the middle, with a low dome.
  const double attic_y = beam_y + 2.6;
  const double half = roofed.width_m() * base::draw_between(base::hash(design.key, 2), 0.2, 0.27);
  const Plot attic{roofed.middle_a() - half, roofed.middle_a() + half, roofed.d0 + 0.8,
                   roofed.d1 - std::min(0.8, roofed.depth_m() * 0.1)};
  kit.walls(ring_of(attic), beam_y, attic_y, wall);
  kit.top(ring_of(attic), attic_y, roof);
  low_dome(kit, attic, attic_y, stone);
  if (!kit.full_detail()) return;
  const Face front = kit.front_of(roofed);
  balustrade(kit, front, beam_y, 1.0, stone);
  kit.band(ring_of(attic), attic_y - 0.35, attic_y, 0.25, stone);
  fins(kit, kit.front_of(attic), {beam_y, attic_y - 0.35}, 2.2, 0.5, 0.12, stone);
  // Urns at the roof's corners.
  for (const double a : {roofed.a0 + 0.6, roofed.a1 - 0.6}) {
    const LotPoint place{a, roofed.d0 + 0.9};
    kit.box({a - 0.35, a + 0.35, roofed.d0 + 0.55, roofed.d0 + 1.25}, beam_y, beam_y + 1.3, stone);
    kit.shaft(place, 0.16, 0.42, beam_y + 1.3, beam_y + 1.9, stone);
    kit.shaft(place, 0.42, 0.2, beam_y + 1.9, beam_y + 2.4, stone);
    kit.top(octagon(place, 0.2), beam_y + 2.4, stone);
  }
}

namespace {

// Basin, water, bowl, column of water.
void fountain(BuildingKit& kit, LotPoint place, double radius_m, double y, const Surface& stone) {
  Surface water = plain(Material::Water, palette::k_water);
  water.flags = content::k_ground_layer_water;
  const Ring outer = octagon(place, radius_m);
  const Ring inner = octagon(place, radius_m - 0.35);
  const double rim_y = y + 0.65;
  kit.walls(outer, y, rim_y, stone);
  kit.frame(outer, inner, rim_y, true, stone);
  kit.top(inner, y + 0.5, water);
  for (unsigned side = 0; side < inner.count; ++side) {
    const Face face = kit.face(inner, side);
    kit.upright(kit.corner(face, face.width_m, 0), kit.corner(face, 0, 0), kit.level(y + 0.5),
                kit.level(rim_y), face.back, stone);
  }
  const double bowl_y = y + radius_m * 0.62;
  kit.shaft(place, radius_m * 0.16, radius_m * 0.12, y + 0.5, bowl_y, stone);
  kit.shaft(place, radius_m * 0.14, radius_m * 0.42, bowl_y, bowl_y + 0.4, stone);
  kit.bottom(octagon(place, radius_m * 0.14), bowl_y, stone);
  kit.top(octagon(place, radius_m * 0.42), bowl_y + 0.4, water);
  if (!kit.full_detail()) return;
  const double upper_y = bowl_y + 0.4 + radius_m * 0.38;
  kit.shaft(place, radius_m * 0.08, radius_m * 0.07, bowl_y + 0.4, upper_y, stone);
  kit.shaft(place, radius_m * 0.08, radius_m * 0.22, upper_y, upper_y + 0.25, stone);
  kit.bottom(octagon(place, radius_m * 0.08), upper_y, stone);
  kit.top(octagon(place, radius_m * 0.22), upper_y + 0.25, water);
  // Jets, as slender cones.
  const Surface spray = plain(Material::Plain, palette::k_plaster_white);
  kit.shaft(place, 0.1, 0.03, upper_y + 0.25, upper_y + 1.7, spray);
  for (unsigned jet = 0; jet < 8; ++jet) {
    const LotPoint p = inner.points[jet];
    const LotPoint from{place.a + (p.a - place.a) * 0.82, place.d + (p.d - place.d) * 0.82};
    kit.shaft(from, 0.07, 0.02, y + 0.5, y + 1.5, spray);
  }
}

// An arcade along a front: piers, round arches, dark wall behind.
void arcade(BuildingKit& kit, const Face& face, Span y, double depth_m, const Surface& stone,
            const Surface& wall, const Surface& shop) {
  if (!kit.full_detail()) {
    kit.panel(face, {0, face.width_m}, y, 0, shop);
    return;
  }
  const double bays = std::max(3.0, std::floor(face.width_m / 3.4 + 0.5));
  const double step_m = face.width_m / bays;
  const double pier = step_m * 0.26;
  const double radius = (step_m - pier) * 0.5;
  const double spring_y = y.high - radius - 0.55;
  kit.panel(face, {0, face.width_m}, y, -depth_m, shop);
  // The passage's floor and ends.
  kit.slab(face, {0, face.width_m}, {y.low - 0.1, y.low}, {-depth_m, 0}, stone, k_slab_top);
  const WallCorner left = kit.corner(face, 0, 0);
  const WallCorner left_back = kit.corner(face, 0, -depth_m);
  const WallCorner right = kit.corner(face, face.width_m, 0);
  const WallCorner right_back = kit.corner(face, face.width_m, -depth_m);
  kit.upright(left, left_back, kit.level(y.low), kit.level(y.high), face.right, wall);
  kit.upright(right_back, right, kit.level(y.low), kit.level(y.high), face.left, wall);
  kit.slab(face, {0, face.width_m}, {y.high - 0.55, y.high}, {-depth_m, 0}, wall,
           k_slab_front | k_slab_bottom);
  for (double bay = 0; bay < bays; bay += 1) {
    const double x0 = bay * step_m;
    // The outermost ends are the side walls.
    const unsigned inner = k_slab_front | k_slab_back;
    kit.slab(face, {x0, x0 + pier * 0.5}, {y.low, y.high - 0.55}, {-0.6, 0}, stone,
             inner | (bay < 0.5 ? k_slab_right : k_slab_ends));
    kit.slab(face, {x0 + step_m - pier * 0.5, x0 + step_m}, {y.low, y.high - 0.55}, {-0.6, 0},
             stone, inner | (bay > bays - 1.5 ? k_slab_left : k_slab_ends));
    const double x = x0 + step_m * 0.5;
    // Spandrels between the arch and the beam: a fan from each upper corner.
    const double s = radius * 0.70710678118654752;
    const double head = y.high - 0.55;
    for (const double side : {-1.0, 1.0}) {
      const BuildingKit::FacePoint corner{x + side * radius, head, 0};
      const BuildingKit::FacePoint spring{x + side * radius, spring_y, 0};
      const BuildingKit::FacePoint half{x + side * s, spring_y + s, 0};
      const BuildingKit::FacePoint crown{x, head, 0};
      if (side < 0) {
        kit.polygon(face, {corner, spring, half, crown}, wall, true);
      } else {
        kit.polygon(face, {corner, crown, half, spring}, wall, true);
      }
    }
    archivolt(kit, face, x, spring_y, radius - 0.02, 0.24, {-0.6, 0.08}, stone);
    kit.slab(face, {x - radius - pier * 0.5 + 0.03, x - radius + 0.08}, {spring_y - 0.22, spring_y},
             {-0.6, 0.1}, stone);
    kit.slab(face, {x + radius - 0.08, x + radius + pier * 0.5 - 0.03}, {spring_y - 0.22, spring_y},
             {-0.6, 0.1}, stone);
  }
}

}  // namespace

namespace {

// Two obelisks beside the entrance to a square.
void obelisks(BuildingKit& kit, const Plot& square, double floor_y, const Surface& stone) {
  for (const double share : {0.14, 0.86}) {
    const LotPoint place{square.a0 + square.width_m() * share, square.d0 + square.depth_m() * 0.3};
    const double half = 0.55;
    kit.box({place.a - half, place.a + half, place.d - half, place.d + half}, floor_y,
            floor_y + 1.2, stone);
    const Ring foot = rectangle(place.a - 0.38, place.a + 0.38, place.d - 0.38, place.d + 0.38);
    const Ring head = rectangle(place.a - 0.22, place.a + 0.22, place.d - 0.22, place.d + 0.22);
    kit.leaning(foot, floor_y + 1.2, head, floor_y + 8.2, stone);
    kit.hat(head, floor_y + 8.2, place, floor_y + 8.8, stone);
  }
}

// Low walls, hedges, trees and patterned paving around a fountain of `radius` in the middle.
void furnish_square(BuildingKit& kit, const Plot& square, double floor_y, double radius,
                    const Surface& stone, std::uint64_t key) {
  const LotPoint middle{square.middle_a(), square.middle_d()};
  const Face street = kit.front_of(square);
  // A low wall along the street leaves the way in free, with benches and planters behind it.
  const double gap = square.width_m() * 0.2;
  for (const double side : {-1.0, 1.0}) {
    const double from = side < 0 ? 0.3 : street.width_m * 0.5 + gap;
    const double to = side < 0 ? street.width_m * 0.5 - gap : street.width_m - 0.3;
    kit.slab(street, {from, to}, {floor_y, floor_y + 0.5}, {-0.7, -0.15}, stone, k_slab_all);
    kit.slab(street, {from + 0.1, to - 0.1}, {floor_y + 0.5, floor_y + 0.75}, {-0.6, -0.25},
             plain(Material::Foliage, palette::k_leaf_dark), k_slab_all);
    const double a = middle.a + side * (radius + (square.width_m() * 0.5 - radius) * 0.55);
    for (const double share : {0.55, 0.9}) {
      const double d = square.d0 + square.depth_m() * share;
      kit.box({a - 0.8, a + 0.8, d - 0.8, d + 0.8}, floor_y, floor_y + 0.55, stone);
      kit.tree({a, d}, 0.6, base::hash(key, 6, share > 0.7 ? 1 : 0, side > 0 ? 1 : 0));
    }
  }
  // A darker cross of paving leads to the fountain.
  const Surface dark = plain(Material::Stone, palette::k_paving_cool);
  kit.slab(street, {middle.a - square.a0 - 1.2, middle.a - square.a0 + 1.2},
           {floor_y, floor_y + 0.03}, {-(square.depth_m() * 0.5 - radius), -0.02}, dark,
           k_slab_all);
  kit.slab(street, {0.8, middle.a - square.a0 - radius}, {floor_y, floor_y + 0.03},
           {-square.depth_m() * 0.5 - 0.9, -square.depth_m() * 0.5 + 0.9}, dark, k_slab_all);
  kit.slab(street, {middle.a - square.a0 + radius, square.width_m() - 0.8},
           {floor_y, floor_y + 0.03},
           {-square.depth_m() * 0.5 - 0.9, -square.depth_m() * 0.5 + 0.9}, dark, k_slab_all);
}

}  // namespace

void build_fountain_plaza(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Plot lot = plot_within(footprint);
  const Surface stone = plain(Material::Stone, design.trim);
  const Surface wall = blank_wall(design.wall);
  const Surface roof = plain(Material::Roof, palette::k_roof_gravel);
  const Surface paving = plain(Material::Stone, palette::k_paving_warm);
  const double block_m = std::max(3.5, lot.depth_m() * 0.36);
  const Plot square = lot.within(0, 0, block_m);
  const Plot block{lot.a0, lot.a1, lot.d1 - block_m, lot.d1};
  const double floor_y = 0.12;
  const double base_y = floor_y + ranges.lobby_m;
  const double top_y = base_y + design.storeys * ranges.storey_m;
  // The square: a level terrace with an edge.
  foundation(kit, ring_of(square), floor_y, stone);
  kit.top(ring_of(square), floor_y, paving);
  const Surface facade =
      facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m, design.windows(0));
  const Surface shop =
      facade_surface(FacadeStyle::Shopfront, design.trim, ranges.lobby_m, design.windows(1));
  WindowLook look;
  look.wall = design.wall;
  look.trim = design.trim;
  look.lintel_m = 0.06;
  const Ring ring = ring_of(block);
  kit.walls(ring, kit.foot_y(), floor_y, stone);
  for (unsigned side = 0; side < 4; ++side) {
    const Face face = kit.face(ring, side);
    if (side == 0) {
      arcade(kit, face, {floor_y, base_y}, std::min(2.0, block_m * 0.3), stone, wall, shop);
    } else {
      kit.panel(face, {0, face.width_m}, {floor_y, base_y}, 0, shop);
    }
  }
  masonry_walls(kit, ring, base_y, design.storeys, design.storeys, facade, look);
  parapet_roof(kit, ring, top_y, 0.8, roof, stone);
  kit.collide(ring, top_y);
  // Pavilions at both ends and a broken centre give the low block its outline.
  const double pavilion_m =
      std::min(base::draw_between(base::hash(design.key, 2), 3.4, 5.0), block.width_m() * 0.18);
  for (const double a : {block.a0, block.a1 - pavilion_m}) {
    // Clear of the parapet, which stands in the walls' plane.
    const Plot pavilion{a + 0.06, a + pavilion_m - 0.06, block.d0 + 0.1, block.d1 - 0.06};
    kit.walls(ring_of(pavilion), top_y, top_y + 2.6, wall);
    hip_roof(kit, pavilion, top_y + 2.6, pavilion_m * 0.42, 0.35,
             plain(Material::Roof, palette::k_copper_green), stone);
  }
  const LotPoint middle{square.middle_a(), square.middle_d()};
  const double radius = std::min({4.2, square.depth_m() * 0.34, square.width_m() * 0.2});
  if (kit.has_parts()) fountain(kit, middle, radius, floor_y, stone);
  kit.collide(octagon(middle, radius), 0.8);
  if (kit.has_parts()) obelisks(kit, square, floor_y, stone);
  if (!kit.full_detail()) return;
  const Face front = kit.front_of(block);
  cornice(kit, ring, top_y, 0.5, stone, 1.1);
  kit.slab(front, {0, front.width_m}, {base_y - 0.12, base_y + 0.2}, {0, 0.18}, stone);
  furnish_square(kit, square, floor_y, radius, stone, design.key);
}

}  // namespace terrane::city
