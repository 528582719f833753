#include "terrane/city/wall_parts.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
namespace palette = content::palette;

constexpr unsigned k_columns_most = 48;

// Where the shader draws an upright window: metres in its cell and in its storey.
struct Opening {
  double cell_m = k_bay_m;
  double left_m = 0;
  double right_m = 0;
  double bottom_m = 0.85;
  double top_m = 0;
};

// As opening.glsl has it for masonry.
Opening opening_of(const Surface& facade) {
  const double vary = (facade.flags & 3u) / 3.0;
  const bool dense = (facade.flags & k_windows_dense) != 0;
  const double wide_m = dense ? 0.80 + 0.14 * vary : 1.15 + 0.40 * vary;
  Opening opening;
  opening.cell_m = dense ? k_bay_m * 0.5 : k_bay_m;
  opening.left_m = 0.5 * (opening.cell_m - wide_m);
  opening.right_m = opening.left_m + wide_m;
  opening.top_m = facade.half_width_dm * 0.1 - 0.50;
  return opening;
}

// One column of windows: where it begins and ends, in the wall's plane and behind it.
struct WindowColumn {
  double left_m = 0;
  double right_m = 0;
  WallCorner left;
  WallCorner right;
  WallCorner left_back;
  WallCorner right_back;
};

// The sides, head and sill of one opening.
void reveal(BuildingKit& kit, const Face& face, const WindowColumn& column, Level low, Level high,
            const Surface& wall) {
  Level low_shade = low;
  Level high_shade = high;
  low_shade.light = static_cast<std::uint8_t>(low.light * 4 / 5);
  high_shade.light = static_cast<std::uint8_t>(high.light * 3 / 4);
  kit.upright(column.left, column.left_back, low_shade, high_shade, face.right, wall);
  kit.upright(column.right_back, column.right, low_shade, high_shade, face.left, wall);
  kit.flat(column.left, column.right, column.right_back, column.left_back, high, false, wall);
}

// Cut upper corners, which make a head look like a flat arch.
void arch_head(BuildingKit& kit, const Face& face, Span x, double top_y, double recess_m,
               const Surface& wall) {
  const double cut_a = x.size() * 0.32;
  const double cut_y = 0.24;
  const double lower = top_y - cut_y;
  kit.polygon(face,
              {{x.low, lower, 0}, {x.low + cut_a, top_y, 0}, {x.low, top_y, 0}, {x.low, top_y, 0}},
              wall);
  kit.polygon(face,
              {{x.high, lower, 0},
               {x.high, top_y, 0},
               {x.high - cut_a, top_y, 0},
               {x.high - cut_a, top_y, 0}},
              wall);
  kit.polygon(face,
              {{x.low, lower, 0},
               {x.low, lower, -recess_m},
               {x.low + cut_a, top_y, -recess_m},
               {x.low + cut_a, top_y, 0}},
              wall);
  kit.polygon(face,
              {{x.high, lower, -recess_m},
               {x.high, lower, 0},
               {x.high - cut_a, top_y, 0},
               {x.high - cut_a, top_y, -recess_m}},
              wall);
}

}  // namespace

bool faces_street(const Face& face) {
  return face.outward.d < -0.25;
}

void window_wall(BuildingKit& kit, const Face& face, double y0, unsigned storeys,
                 const Surface& facade, const WindowLook& look) {
  const Opening opening = opening_of(facade);
  const double stretch = face.width_m / (bay_count(face.width_m) * k_bay_m);
  const double cell_m = opening.cell_m * stretch;
  const unsigned count =
      std::min(k_columns_most, static_cast<unsigned>(face.width_m / cell_m + 0.5));
  const double storey_m = facade.half_width_dm * 0.1;
  const Surface wall = blank_wall(look.wall);
  const Surface trim = plain(Material::Stone, look.trim);
  kit.panel(face, {0, face.width_m}, {y0, y0 + storeys * storey_m}, -look.recess_m, facade);

  WindowColumn columns[k_columns_most];
  for (unsigned index = 0; index < count; ++index) {
    WindowColumn& column = columns[index];
    column.left_m = index * cell_m + opening.left_m * stretch;
    column.right_m = index * cell_m + opening.right_m * stretch;
    column.left = kit.corner(face, column.left_m, 0);
    column.right = kit.corner(face, column.right_m, 0);
    column.left_back = kit.corner(face, column.left_m, -look.recess_m);
    column.right_back = kit.corner(face, column.right_m, -look.recess_m);
  }
  const WallCorner first = kit.corner(face, 0, 0);
  const WallCorner last = kit.corner(face, face.width_m, 0);
  Level below = kit.level(y0);
  for (unsigned storey = 0; storey < storeys; ++storey) {
    const double foot = y0 + storey * storey_m;
    const Level low = kit.level(foot + opening.bottom_m);
    const Level high = kit.level(foot + opening.top_m);
    kit.upright(first, last, below, low, face.front, wall);
    below = high;
    for (unsigned index = 0; index <= count; ++index) {
      const WallCorner from = index == 0 ? first : columns[index - 1].right;
      const WallCorner to = index == count ? last : columns[index].left;
      kit.upright(from, to, low, high, face.front, wall);
      if (index == count) break;
      const WindowColumn& column = columns[index];
      const Span x{column.left_m, column.right_m};
      reveal(kit, face, column, low, high, wall);
      if (look.sill_m > 0) {
        kit.slab(face, {x.low - 0.07, x.high + 0.07},
                 {foot + opening.bottom_m - 0.12, foot + opening.bottom_m + 0.02},
                 {-look.recess_m, look.sill_m}, trim, k_slab_on_wall);
      } else {
        kit.flat(column.left, column.right, column.right_back, column.left_back, low, true, wall);
      }
      if (look.lintel_m > 0) {
        kit.slab(face, {x.low - 0.09, x.high + 0.09},
                 {foot + opening.top_m, foot + opening.top_m + 0.22}, {0, look.lintel_m}, trim);
      }
      if (look.arched) {
        arch_head(kit, face, x, foot + opening.top_m, look.recess_m, wall);
      }
    }
    if (look.courses && storey > 0) {
      kit.slab(face, {0, face.width_m}, {foot - 0.1, foot + 0.1}, {0, 0.09}, trim);
    }
  }
  kit.upright(first, last, below, kit.level(y0 + storeys * storey_m), face.front, wall);
}

void masonry_walls(BuildingKit& kit, const Ring& ring, double y0, unsigned storeys,
                   unsigned real_storeys, const Surface& facade, const WindowLook& look) {
  const double storey_m = facade.half_width_dm * 0.1;
  const double y1 = y0 + storeys * storey_m;
  for (unsigned side = 0; side < ring.count; ++side) {
    const Face face = kit.face(ring, side);
    unsigned real = 0;
    if (kit.full_detail() && faces_street(face)) real = std::min(real_storeys, storeys);
    if (real > 0) window_wall(kit, face, y0, real, facade, look);
    if (real < storeys) {
      kit.panel(face, {0, face.width_m}, {y0 + real * storey_m, y1}, 0, facade);
    }
  }
}

void shopfront(BuildingKit& kit, const Face& face, Span y, const Surface& glass, std::uint8_t pier,
               std::uint8_t fascia) {
  if (!kit.full_detail()) {
    kit.panel(face, {0, face.width_m}, y, 0, glass);
    return;
  }
  const double bays = bay_count(face.width_m);
  const double bay_m = face.width_m / bays;
  const double half_m = std::min(0.24, bay_m * 0.08);
  const Surface stone = plain(Material::Stone, pier);
  const double recess_m = 0.3;
  kit.panel(face, {0, face.width_m}, y, -recess_m, glass);
  const double sign_y = y.high - 0.95;
  kit.slab(face, {0, face.width_m}, {sign_y, y.high}, {-recess_m, 0},
           plain(Material::Stone, fascia), k_slab_front | k_slab_bottom);
  kit.slab(face, {0, face.width_m}, {y.low, y.low + 0.42}, {-recess_m, 0}, stone,
           k_slab_front | k_slab_top);
  for (double bay = 0; bay < bays + 0.5; bay += 1) {
    const double centre = std::clamp(bay * bay_m, half_m, face.width_m - half_m);
    // An end that lies in the side wall's plane is that wall.
    const unsigned ends = bay < 0.5 ? k_slab_right : bay > bays - 0.5 ? k_slab_left : k_slab_ends;
    kit.slab(face, {centre - half_m, centre + half_m}, {y.low + 0.42, sign_y}, {-recess_m, 0},
             stone, k_slab_front | ends);
    kit.slab(face, {centre - half_m, centre + half_m}, {y.low, sign_y - 0.15}, {0, 0.07}, stone,
             k_slab_on_floor);
    kit.slab(face, {centre - half_m - 0.06, centre + half_m + 0.06}, {sign_y - 0.15, sign_y + 0.12},
             {0, 0.13}, stone);
  }
}

void fins(BuildingKit& kit, const Face& face, Span y, double spacing_m, double width_m,
          double relief_m, const Surface& surface, unsigned faces) {
  if (!kit.full_detail()) return;
  const double count = std::max(1.0, std::floor(face.width_m / spacing_m + 0.5));
  const double step_m = face.width_m / count;
  const double half_m = width_m * 0.5;
  for (double fin = 0; fin < count + 0.5; fin += 1) {
    const double centre = std::clamp(fin * step_m, half_m, face.width_m - half_m);
    kit.slab(face, {centre - half_m, centre + half_m}, y, {0, relief_m}, surface, faces);
  }
}

void ribbons(BuildingKit& kit, const Face& face, double y0, unsigned storeys, double storey_m,
             double relief_m, const Surface& surface) {
  // The drawn bands of windows lie between 0.95 m and 0.55 m below the next floor.
  for (unsigned storey = 0; storey <= storeys; ++storey) {
    const double foot = y0 + storey * storey_m;
    const double low = storey == 0 ? foot : foot - 0.52;
    const double high = storey == storeys ? foot : foot + 0.92;
    kit.slab(face, {0, face.width_m}, {low, high}, {0, relief_m}, surface);
  }
}

void door(BuildingKit& kit, const Face& face, double x, double y, double width_m, double height_m,
          std::uint8_t leaf, std::uint8_t frame, double hood_m) {
  const double half = width_m * 0.5;
  const Surface wood = plain(Material::Plain, leaf);
  const Surface stone = plain(Material::Stone, frame);
  if (!kit.full_detail()) return;
  kit.slab(face, {x - half, x + half}, {y, y + height_m}, {0, 0.06}, wood, k_slab_front);
  // Panels of the leaf.
  for (const double side : {-1.0, 1.0}) {
    const double centre = x + side * half * 0.5;
    kit.slab(face, {centre - half * 0.32, centre + half * 0.32},
             {y + height_m * 0.12, y + height_m * 0.45}, {0.06, 0.09}, wood, k_slab_on_wall);
    kit.slab(face, {centre - half * 0.32, centre + half * 0.32},
             {y + height_m * 0.55, y + height_m * 0.88}, {0.06, 0.09}, wood, k_slab_on_wall);
    const double jamb = x + side * (half + 0.11);
    kit.slab(face, {jamb - 0.11, jamb + 0.11}, {y, y + height_m}, {0, 0.16}, stone,
             k_slab_on_floor);
  }
  kit.slab(face, {x - half - 0.28, x + half + 0.28}, {y + height_m, y + height_m + 0.28},
           {0, std::max(0.2, hood_m)}, stone);
  if (hood_m <= 0.3) return;
  for (const double side : {-1.0, 1.0}) {
    const double bracket = x + side * (half + 0.16);
    kit.slab(face, {bracket - 0.09, bracket + 0.09}, {y + height_m - 0.45, y + height_m},
             {0.16, hood_m * 0.7}, stone, k_slab_front | k_slab_ends | k_slab_bottom);
  }
}

namespace {

constexpr unsigned k_arch_steps = 6;
// Sine and cosine of sixths of a half turn, from the right end over the top to the left.
constexpr double k_arch_cos[k_arch_steps + 1] = {1.0,  0.86602540378443865,  0.5, 0.0,
                                                 -0.5, -0.86602540378443865, -1.0};
constexpr double k_arch_sin[k_arch_steps + 1] = {
    0.0, 0.5, 0.86602540378443865, 1.0, 0.86602540378443865, 0.5, 0.0};

}  // namespace

void half_disc(BuildingKit& kit, const Face& face, double x, double y, double radius_m, double out,
               const Surface& surface) {
  const auto rim = [&](unsigned step) {
    return BuildingKit::FacePoint{x + radius_m * k_arch_cos[step], y + radius_m * k_arch_sin[step],
                                  out};
  };
  for (unsigned step = 0; step < k_arch_steps; step += 2) {
    kit.polygon(face, {{x, y, out}, rim(step), rim(step + 1), rim(step + 2)}, surface);
  }
}

void archivolt(BuildingKit& kit, const Face& face, double x, double y, double radius_m,
               double width_m, Span out, const Surface& surface) {
  const double outer_m = radius_m + width_m;
  for (unsigned step = 0; step < k_arch_steps; ++step) {
    const double c0 = k_arch_cos[step];
    const double s0 = k_arch_sin[step];
    const double c1 = k_arch_cos[step + 1];
    const double s1 = k_arch_sin[step + 1];
    const double f = out.high;
    const double b = out.low;
    kit.polygon(face,
                {{x + outer_m * c0, y + outer_m * s0, f},
                 {x + outer_m * c1, y + outer_m * s1, f},
                 {x + radius_m * c1, y + radius_m * s1, f},
                 {x + radius_m * c0, y + radius_m * s0, f}},
                surface);
    kit.polygon(face,
                {{x + radius_m * c0, y + radius_m * s0, f},
                 {x + radius_m * c1, y + radius_m * s1, f},
                 {x + radius_m * c1, y + radius_m * s1, b},
                 {x + radius_m * c0, y + radius_m * s0, b}},
                surface);
    kit.polygon(face,
                {{x + outer_m * c0, y + outer_m * s0, b},
                 {x + outer_m * c1, y + outer_m * s1, b},
                 {x + outer_m * c1, y + outer_m * s1, f},
                 {x + outer_m * c0, y + outer_m * s0, f}},
                surface);
  }
}

void pediment(BuildingKit& kit, const Face& face, Span x, double y, double rise_m, Span out,
              const Surface& surface, const Surface& field) {
  const double middle = (x.low + x.high) * 0.5;
  const double tip = y + rise_m;
  const double f = out.high;
  const double b = out.low;
  // The two slopes and the underside.
  kit.polygon(face, {{x.low, y, b}, {x.low, y, f}, {middle, tip, f}, {middle, tip, b}}, surface);
  kit.polygon(face, {{x.high, y, f}, {x.high, y, b}, {middle, tip, b}, {middle, tip, f}}, surface);
  kit.polygon(face, {{x.low, y, b}, {x.high, y, b}, {x.high, y, f}, {x.low, y, f}}, surface);
  // The back, which stands free above a lower roof.
  kit.polygon(face, {{x.high, y, b}, {x.low, y, b}, {middle, tip, b}, {middle, tip, b}}, field);
  if (!kit.full_detail()) {
    kit.polygon(face, {{x.low, y, f}, {x.high, y, f}, {middle, tip, f}, {middle, tip, f}}, field);
    return;
  }
  // A frame of raking mouldings around a field that lies back.
  const double edge_m = std::min(0.45, rise_m * 0.22);
  const double slope = rise_m / (middle - x.low);
  const double reach_m = edge_m / slope + edge_m * std::sqrt(1.0 + 1.0 / (slope * slope));
  const double inner_y = y + edge_m;
  const double in_low = x.low + reach_m;
  const double in_high = x.high - reach_m;
  const double in_tip = inner_y + (middle - in_low) * slope;
  const double depth_m = std::min(0.3, (f - b) * 0.6);
  const double back = f - depth_m;
  kit.polygon(face, {{x.low, y, f}, {x.high, y, f}, {in_high, inner_y, f}, {in_low, inner_y, f}},
              surface);
  kit.polygon(face, {{x.low, y, f}, {in_low, inner_y, f}, {middle, in_tip, f}, {middle, tip, f}},
              surface);
  kit.polygon(face, {{x.high, y, f}, {middle, tip, f}, {middle, in_tip, f}, {in_high, inner_y, f}},
              surface);
  kit.polygon(face,
              {{in_low, inner_y, back},
               {in_high, inner_y, back},
               {middle, in_tip, back},
               {middle, in_tip, back}},
              field);
  kit.polygon(face,
              {{in_low, inner_y, f},
               {in_high, inner_y, f},
               {in_high, inner_y, back},
               {in_low, inner_y, back}},
              surface);
  kit.polygon(
      face,
      {{in_low, inner_y, f}, {in_low, inner_y, back}, {middle, in_tip, back}, {middle, in_tip, f}},
      surface);
  kit.polygon(face,
              {{in_high, inner_y, back},
               {in_high, inner_y, f},
               {middle, in_tip, f},
               {middle, in_tip, back}},
              surface);
}

void cornice(BuildingKit& kit, const Ring& ring, double y, double projection_m,
             const Surface& surface, double bracket_spacing_m) {
  if (!kit.full_detail()) return;
  kit.band(ring, y - 0.8, y - 0.32, projection_m * 0.35, surface);
  kit.band(ring, y - 0.32, y + 0.15, projection_m, surface);
  if (bracket_spacing_m <= 0) return;
  for (unsigned side = 0; side < ring.count; ++side) {
    const Face face = kit.face(ring, side);
    if (!faces_street(face)) continue;
    const double count = std::max(2.0, std::floor(face.width_m / bracket_spacing_m));
    const double step_m = face.width_m / count;
    for (double bracket = 0; bracket < count; bracket += 1) {
      const double x = (bracket + 0.5) * step_m;
      kit.slab(face, {x - 0.1, x + 0.1}, {y - 0.74, y - 0.32},
               {projection_m * 0.35, projection_m * 0.85}, surface,
               k_slab_front | k_slab_ends | k_slab_bottom);
    }
  }
}

void column(BuildingKit& kit, LotPoint place, double radius_m, double y0, double y1,
            const Surface& surface) {
  const auto square = [&](double half) {
    return Plot{place.a - half, place.a + half, place.d - half, place.d + half};
  };
  if (!kit.has_parts()) {
    // From afar a flat front of it is enough, and its back for who looks out between columns.
    const Face front = kit.front_of(square(radius_m * 0.9));
    return kit.polygon(front,
                       {{0, y0, 0}, {front.width_m, y0, 0}, {front.width_m, y1, 0}, {0, y1, 0}},
                       surface, true);
  }
  if (!kit.full_detail()) return kit.walls(ring_of(square(radius_m * 0.9)), y0, y1, surface);
  const double base_m = radius_m * 0.55;
  const double capital_m = radius_m * 0.9;
  kit.box(square(radius_m * 1.3), y0, y0 + base_m, surface);
  kit.shaft(place, radius_m, radius_m * 0.86, y0 + base_m, y1 - capital_m, surface);
  kit.shaft(place, radius_m * 0.86, radius_m * 1.25, y1 - capital_m, y1 - capital_m * 0.4, surface);
  kit.block(ring_of(square(radius_m * 1.3)), y1 - capital_m * 0.4, y1, surface, true);
}

void stoop(BuildingKit& kit, const Face& face, double x, double y1, double width_m, double run_m,
           const Surface& stone, bool rails) {
  const double half = width_m * 0.5;
  if (!kit.full_detail()) {
    if (kit.has_parts()) {
      kit.slab(face, {x - half - 0.2, x + half + 0.2}, {kit.foot_y(), y1}, {0, run_m * 0.5}, stone,
               k_slab_on_floor);
    }
    return;
  }
  stairs(kit, face, {x - half, x + half}, y1, run_m, 6, stone);
  const Surface iron = plain(Material::Metal, palette::k_metal_dark);
  for (const double side : {-1.0, 1.0}) {
    const double cheek = x + side * (half + 0.13);
    kit.slab(face, {cheek - 0.13, cheek + 0.13}, {kit.foot_y(), y1 * 0.35}, {0, run_m}, stone,
             k_slab_on_floor);
    kit.slab(face, {cheek - 0.13, cheek + 0.13}, {y1 * 0.35, y1 + 0.12}, {0, run_m * 0.55}, stone,
             k_slab_on_floor);
    kit.slab(face, {cheek - 0.18, cheek + 0.18}, {y1 * 0.35, y1 * 0.35 + 0.75},
             {run_m - 0.4, run_m + 0.02}, stone, k_slab_all);
    if (!rails) continue;
    // A hand rail from the post up to the door.
    kit.polygon(face,
                {{cheek, y1 * 0.35 + 0.72, run_m - 0.4},
                 {cheek, y1 + 0.95, 0.32},
                 {cheek, y1 + 1.03, 0.32},
                 {cheek, y1 * 0.35 + 0.8, run_m - 0.4}},
                iron, true);
  }
}

void stairs(BuildingKit& kit, const Face& face, Span x, double y1, double run_m, unsigned steps,
            const Surface& stone) {
  for (unsigned step = 0; step < steps; ++step) {
    const double low = step == 0 ? kit.foot_y() : y1 * step / steps;
    const double near = run_m * (steps - step) / steps;
    kit.slab(face, x, {low, y1 * (step + 1) / steps}, {0, near}, stone, k_slab_front | k_slab_ends);
    const double inner = run_m * (steps - step - 1) / steps;
    kit.slab(face, x, {low, y1 * (step + 1) / steps}, {inner, near}, stone, k_slab_top);
  }
}

void awning(BuildingKit& kit, const Face& face, Span x, double y, double depth_m,
            std::uint8_t cloth) {
  if (!kit.full_detail()) return;
  const Surface surface = plain(Material::Plain, cloth);
  const double drop_m = depth_m * 0.45;
  const double low = y - drop_m;
  kit.polygon(face, {{x.low, low, depth_m}, {x.high, low, depth_m}, {x.high, y, 0}, {x.low, y, 0}},
              surface, true);
  kit.polygon(face,
              {{x.low, low - 0.22, depth_m},
               {x.high, low - 0.22, depth_m},
               {x.high, low, depth_m},
               {x.low, low, depth_m}},
              surface, true);
  for (const double end : {x.low, x.high}) {
    kit.polygon(face, {{end, low, 0}, {end, low, depth_m}, {end, y, 0}, {end, y, 0}}, surface,
                true);
  }
}

void fire_escape(BuildingKit& kit, const Face& face, Span x, double y0, unsigned storeys,
                 double storey_m) {
  if (!kit.full_detail()) return;
  const Surface iron = plain(Material::Plain, palette::k_metal_dark);
  const double depth_m = 1.05;
  for (unsigned storey = 0; storey < storeys; ++storey) {
    const double y = y0 + storey * storey_m;
    kit.slab(face, x, {y - 0.07, y}, {0.02, depth_m}, iron);
    railing(kit, face, x, y, 0.95, depth_m - 0.06, 1.0, iron);
    if (storey + 1 == storeys) continue;
    // A flight to the next landing, its direction changing.
    const double from = storey % 2 == 0 ? x.low + 0.4 : x.high - 0.4;
    const double to = storey % 2 == 0 ? x.high - 0.4 : x.low + 0.4;
    kit.polygon(face,
                {{from, y, depth_m - 0.25},
                 {to, y + storey_m - 0.04, depth_m - 0.25},
                 {to, y + storey_m - 0.04, 0.35},
                 {from, y, 0.35}},
                iron, true);
  }
}

void roller_door(BuildingKit& kit, const Face& face, Span x, Span y, std::uint8_t leaf,
                 std::uint8_t frame) {
  const Surface metal = plain(Material::Metal, leaf);
  const Surface steel = plain(Material::Metal, frame);
  if (!kit.full_detail()) {
    if (kit.has_parts()) kit.slab(face, x, y, {0, 0.06}, metal, k_slab_on_wall);
    return;
  }
  kit.slab(face, x, y, {0, 0.04}, metal, k_slab_front);
  // Slats: leaning strips, each with its lower edge out.
  const unsigned slats = static_cast<unsigned>(std::max(4.0, std::floor(y.size() / 0.34)));
  const double slat_m = y.size() / slats;
  for (unsigned slat = 0; slat < slats; ++slat) {
    const double low = y.low + slat * slat_m;
    kit.polygon(face,
                {{x.low, low, 0.12},
                 {x.high, low, 0.12},
                 {x.high, low + slat_m, 0.06},
                 {x.low, low + slat_m, 0.06}},
                metal);
    kit.polygon(face,
                {{x.low, low, 0.06}, {x.high, low, 0.06}, {x.high, low, 0.12}, {x.low, low, 0.12}},
                metal);
  }
  for (const double edge : {x.low - 0.12, x.high}) {
    kit.slab(face, {edge, edge + 0.12}, {y.low, y.high}, {0, 0.18}, steel, k_slab_on_floor);
  }
  kit.slab(face, {x.low - 0.12, x.high + 0.12}, {y.high, y.high + 0.45}, {0, 0.3}, steel);
}

void clock_face(BuildingKit& kit, const Face& face, double x, double y, double radius_m,
                std::uint64_t key) {
  const Surface dial = plain(Material::Lamp, palette::k_plaster_white);
  const Surface iron = plain(Material::Metal, palette::k_metal_dark);
  constexpr double k_long = 0.92387953251128674;
  constexpr double k_short = 0.38268343236508977;
  constexpr double k_rim[8][2] = {{-k_short, -k_long}, {k_short, -k_long}, {k_long, -k_short},
                                  {k_long, k_short},   {k_short, k_long},  {-k_short, k_long},
                                  {-k_long, k_short},  {-k_long, -k_short}};
  const auto rim = [&](unsigned point, double radius, double out) {
    return BuildingKit::FacePoint{x + k_rim[point % 8][0] * radius,
                                  y + k_rim[point % 8][1] * radius, out};
  };
  for (const unsigned first : {1u, 3u, 5u}) {
    kit.polygon(face,
                {rim(0, radius_m, 0.04), rim(first, radius_m, 0.04), rim(first + 1, radius_m, 0.04),
                 rim(first + 2, radius_m, 0.04)},
                dial);
  }
  if (!kit.full_detail()) return;
  for (unsigned point = 0; point < 8; ++point) {
    const double outer = radius_m * 1.14;
    kit.polygon(face,
                {rim(point, outer, 0.16), rim(point + 1, outer, 0.16),
                 rim(point + 1, radius_m, 0.16), rim(point, radius_m, 0.16)},
                iron);
    kit.polygon(face,
                {rim(point, outer, 0), rim(point + 1, outer, 0), rim(point + 1, outer, 0.16),
                 rim(point, outer, 0.16)},
                iron);
    // The hour marks.
    const double c = (k_rim[point][0] + k_rim[(point + 1) % 8][0]) * 0.5;
    const double s = (k_rim[point][1] + k_rim[(point + 1) % 8][1]) * 0.5;
    const double at = radius_m * 0.88;
    kit.slab(face, {x + c * at - radius_m * 0.05, x + c * at + radius_m * 0.05},
             {y + s * at - radius_m * 0.05, y + s * at + radius_m * 0.05}, {0.04, 0.07}, iron,
             k_slab_front);
  }
  // Two hands as bars from the middle towards points of the rim.
  const unsigned hour = base::draw_index(base::hash(key, 1), 8);
  const unsigned minute = base::draw_index(base::hash(key, 2), 8);
  const double width = radius_m * 0.06;
  for (const bool is_long : {false, true}) {
    const unsigned point = is_long ? minute : hour;
    const double reach = radius_m * (is_long ? 0.82 : 0.55);
    const double c = k_rim[point][0];
    const double s = k_rim[point][1];
    const double out = is_long ? 0.12 : 0.09;
    kit.polygon(face,
                {{x + s * width, y - c * width, out},
                 {x + c * reach + s * width * 0.4, y + s * reach - c * width * 0.4, out},
                 {x + c * reach - s * width * 0.4, y + s * reach + c * width * 0.4, out},
                 {x - s * width, y + c * width, out}},
                iron);
  }
}

void railing(BuildingKit& kit, const Face& face, Span x, double y, double height_m, double out,
             double post_spacing_m, const Surface& surface) {
  if (!kit.full_detail()) return;
  kit.slab(face, x, {y + height_m - 0.06, y + height_m}, {out - 0.03, out + 0.03}, surface,
           k_slab_all);
  const double count = std::max(1.0, std::floor(x.size() / post_spacing_m + 0.5));
  for (double post = 0; post < count + 0.5; post += 1) {
    const double centre = std::clamp(x.low + x.size() * post / count, x.low + 0.03, x.high - 0.03);
    kit.slab(face, {centre - 0.025, centre + 0.025}, {y, y + height_m - 0.06},
             {out - 0.025, out + 0.025}, surface, k_slab_front | k_slab_ends | k_slab_back);
  }
}

}  // namespace terrane::city
