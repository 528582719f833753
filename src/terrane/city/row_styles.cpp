// Houses: brownstones, Georgian and Victorian terraces, the detached suburban home.
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

constexpr double k_narrow_house_m = 11.0;  // a lot narrower than this holds one house, not two

constexpr std::uint8_t cube(unsigned r, unsigned g, unsigned b) {
  return static_cast<std::uint8_t>(36 * r + 6 * g + b);
}

std::uint8_t door_colour(std::uint64_t key) {
  const std::uint8_t doors[] = {cube(1, 0, 0), cube(0, 1, 1), cube(0, 0, 1),
                                cube(0, 0, 0), cube(2, 0, 0), palette::k_metal_dark};
  return draw_palette(key, doors);
}

// A cornice along one face only, so that neighbours under one eave do not meet in it.
void front_cornice(BuildingKit& kit, const Face& face, double y, double projection_m,
                   const Surface& stone) {
  if (!kit.full_detail()) return;
  kit.slab(face, {0, face.width_m}, {y - 0.8, y - 0.3}, {0, projection_m * 0.3}, stone);
  kit.slab(face, {0, face.width_m}, {y - 0.3, y + 0.12}, {0, projection_m}, stone);
  const double count = std::max(3.0, face.width_m / 0.75);
  for (double bracket = 0.5; bracket < count; bracket += 1) {
    const double x = face.width_m * bracket / count;
    if (x + 0.1 > face.width_m) break;
    kit.slab(face, {x - 0.09, x + 0.09}, {y - 0.72, y - 0.3},
             {projection_m * 0.3, projection_m * 0.85}, stone,
             k_slab_front | k_slab_ends | k_slab_bottom);
  }
}

// The lot behind its front garden.
Plot house_plot(const Ring& footprint, double setback_m) {
  const Plot plot = plot_within(footprint);
  // Shallow lots keep at least four metres of house.
  const double front_m = std::clamp(plot.depth_m() - 4.0, 0.0, setback_m);
  return plot.within(0, front_m, 0);
}

void one_brownstone(BuildingKit& kit, const Plot& plot, const Design& design, std::uint64_t key,
                    unsigned storeys, double run_m) {
  const StyleRanges& ranges = design.ranges;
  const double floor_y = ranges.lobby_m + base::draw_between(base::hash(key, 1), -0.2, 0.2);
  const double top_y = floor_y + storeys * ranges.storey_m;
  const Ring ring = ring_of(plot);
  const std::uint8_t wall = base::draw_chance(base::hash(key, 2), 0.35)
                                ? ranges.walls[base::draw_index(base::hash(key, 3), 4)]
                                : design.wall;
  const Surface stone = plain(Material::Stone, design.trim);
  const std::uint8_t frames = base::draw_chance(base::hash(key, 4), 0.4) ? 4 : 0;
  const Surface facade =
      facade_surface(FacadeStyle::Masonry, wall, ranges.storey_m,
                     design.windows(static_cast<std::uint8_t>(k_windows_dense | frames | 2)));
  kit.walls(ring, kit.foot_y(), floor_y, stone);
  WindowLook look;
  look.wall = wall;
  look.trim = design.trim;
  look.lintel_m = 0.07;
  masonry_walls(kit, ring, floor_y, storeys, storeys, facade, look);
  parapet_roof(kit, ring, top_y, 0.6, plain(Material::Roof, palette::k_roof_tar), blank_wall(wall));
  const Face front = kit.front_of(plot);
  front_cornice(kit, front, top_y + 0.5, 0.6, stone);
  if (kit.has_parts()) {
    chimney(kit, {plot.a1 - 1.3, plot.a1 - 0.5, plot.d1 - 2.6, plot.d1 - 1.2}, top_y, top_y + 2.2,
            palette::k_brick_brown, 2);
  }
  const double door_x = base::draw_chance(base::hash(key, 5), 0.5)
                            ? std::min(1.35, plot.width_m() * 0.25)
                            : plot.width_m() - std::min(1.35, plot.width_m() * 0.25);
  stoop(kit, front, door_x, floor_y, 1.3, run_m, stone, true);
  if (!kit.full_detail()) return;
  kit.slab(front, {0, plot.width_m()}, {floor_y - 0.12, floor_y + 0.12}, {0, 0.1}, stone);
  // The door's own wall hides the window behind it.
  kit.slab(front, {door_x - 0.95, door_x + 0.95}, {floor_y + 0.12, floor_y + ranges.storey_m - 0.2},
           {0, 0.12}, stone);
  const Face porch = kit.front_of(plot.within(0, -0.12, 0));
  door(kit, porch, door_x, floor_y + 0.12, 1.1, 2.3, door_colour(base::hash(key, 6)), design.trim,
       0.5);
}

}  // namespace

void build_brownstone(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const Plot plot = house_plot(footprint, design.ranges.setback_m);
  const unsigned houses = plot.width_m() > k_narrow_house_m ? 2 : 1;
  const double run_m = plot.d0 - plot_within(footprint).d0;
  double highest = 0;
  for (unsigned house = 0; house < houses; ++house) {
    const std::uint64_t own = base::hash(design.key, 12, house);
    const Plot part{plot.a0 + plot.width_m() * house / houses,
                    plot.a0 + plot.width_m() * (house + 1) / houses, plot.d0, plot.d1};
    // Neighbours differ by a storey as often as not.
    const unsigned storeys =
        design.storeys - (house == 1 && base::draw_chance(base::hash(own, 9), 0.5) ? 1u : 0u);
    one_brownstone(kit, part, design, own, storeys, std::min(1.75, run_m + 0.9));
    highest = std::max(highest, design.ranges.lobby_m + storeys * design.ranges.storey_m);
  }
  kit.collide(ring_of(plot), highest);
}

void build_georgian_terrace(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Plot plot = house_plot(footprint, ranges.setback_m);
  const Ring ring = ring_of(plot);
  const double floor_y = ranges.lobby_m;
  const double top_y = floor_y + design.storeys * ranges.storey_m;
  const Surface stone = plain(Material::Stone, design.trim);
  const Surface facade = facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m,
                                        design.windows(k_windows_light_frames));
  WindowLook look;
  look.wall = design.wall;
  look.trim = design.trim;
  look.lintel_m = 0.06;
  kit.walls(ring, kit.foot_y(), floor_y, stone);
  masonry_walls(kit, ring, floor_y, design.storeys, design.storeys, facade, look);
  const double rise_m = std::min(plot.width_m(), plot.depth_m()) *
                        base::draw_between(base::hash(design.key, 7), 0.32, 0.38);
  hip_roof(kit, plot, top_y, rise_m, 0.45, plain(Material::Roof, palette::k_roof_slate), stone);
  kit.collide(ring, top_y);
  // Stacks at both ends of the ridge.
  const double stack_y = top_y + rise_m + 1.6;
  for (const double a : {plot.a0 + 0.2, plot.a1 - 1.2}) {
    chimney(kit, {a, a + 1.0, plot.middle_d() - 1.3, plot.middle_d() + 1.3}, top_y - 0.1, stack_y,
            palette::k_brick_brown, 4);
  }
  if (!kit.full_detail()) return;
  const Face front = kit.front_of(plot);
  const double width = plot.width_m();
  kit.slab(front, {0, width}, {floor_y - 0.1, floor_y + 0.15}, {0, 0.08}, stone);
  const double course_y = floor_y + ranges.storey_m;
  kit.slab(front, {0, width}, {course_y - 0.1, course_y + 0.16}, {0, 0.1}, stone);
  cornice(kit, ring, top_y - 0.15, 0.4, stone, 0);
  // Quoins.
  for (double y = floor_y + 0.3; y + 0.4 < top_y - 1.0; y += 0.9) {
    kit.slab(front, {0, 0.55}, {y, y + 0.45}, {0, 0.05}, stone);
    kit.slab(front, {width - 0.55, width}, {y, y + 0.45}, {0, 0.05}, stone);
  }
  // The middle bay: a door under a fanlight between half columns.
  const double x = width * 0.5;
  const double head_y = floor_y + 2.45;
  kit.slab(front, {x - 1.25, x + 1.25}, {floor_y + 0.15, course_y - 0.1}, {0, 0.1}, stone);
  const Face portal = kit.front_of(plot.within(0, -0.1, 0));
  door(kit, portal, x, floor_y + 0.15, 1.15, 2.25, door_colour(base::hash(design.key, 5)),
       design.trim, 0);
  half_disc(kit, portal, x, head_y + 0.25, 0.55, 0.05,
            plain(Material::Metal, palette::k_glass_blue));
  archivolt(kit, portal, x, head_y + 0.25, 0.55, 0.16, {0, 0.14}, stone);
  const double porch_d = plot.d0 - 0.75;
  for (const double side : {-1.0, 1.0}) {
    column(kit, {plot.a0 + x + side * 1.25, porch_d}, 0.16, floor_y, course_y - 0.3, stone);
  }
  kit.slab(front, {x - 1.55, x + 1.55}, {course_y - 0.3, course_y + 0.02}, {0, 1.0}, stone);
  pediment(kit, front, {x - 1.6, x + 1.6}, course_y + 0.02, 0.75, {0.1, 1.05}, stone, stone);
  kit.slab(front, {x - 1.5, x + 1.5}, {kit.foot_y(), floor_y}, {0, 0.95}, stone, k_slab_on_floor);
  const Face step = kit.front_of(plot.within(0, -0.95, 0));
  stairs(kit, step, {x - 0.8, x + 0.8}, floor_y, 0.9, 3, stone);
  // Railings before the area.
  const Surface iron = plain(Material::Metal, palette::k_metal_dark);
  kit.slab(front, {0, x - 1.7}, {kit.foot_y(), 0.15}, {0.95, 1.15}, stone, k_slab_all);
  kit.slab(front, {x + 1.7, width}, {kit.foot_y(), 0.15}, {0.95, 1.15}, stone, k_slab_all);
  railing(kit, front, {0.05, x - 1.75}, 0.15, 0.95, 1.05, 0.42, iron);
  railing(kit, front, {x + 1.75, width - 0.05}, 0.15, 0.95, 1.05, 0.42, iron);
  // Dormers stand where the roof has risen a little.
  const double dormer_d = 1.0;
  const double slope = rise_m / (std::min(width, plot.depth_m()) * 0.5 + 0.45);
  const Face attic = kit.front_of(plot.within(0, dormer_d, 0));
  for (const double share : {0.28, 0.5, 0.72}) {
    dormer(kit, attic, width * share, top_y + slope * 1.2, 1.2, 1.25, 2.6, design.trim,
           plain(Material::Roof, palette::k_roof_slate));
  }
}

namespace {

// A bay of three sides that stands out before the front wall.
void bay_window(BuildingKit& kit, const Plot& house, double x, double y0, unsigned storeys,
                const Surface& facade, const WindowLook& look, const Surface& roof) {
  const double half = 1.35;
  const double out = 0.85;
  const double a = house.a0 + x;
  Ring ring;
  ring.count = 4;
  ring.points[0] = {a - half + 0.55, house.d0 - out};
  ring.points[1] = {a + half - 0.55, house.d0 - out};
  ring.points[2] = {a + half, house.d0 + 0.02};
  ring.points[3] = {a - half, house.d0 + 0.02};
  const double storey_m = facade.half_width_dm * 0.1;
  const double y1 = y0 + storeys * storey_m;
  const Surface trim = plain(Material::Stone, look.trim);
  for (const unsigned side : {3u, 0u, 1u}) {
    const Face face = kit.face(ring, side);
    kit.panel(face, {0, face.width_m}, {kit.foot_y(), y0}, 0, trim);
    if (kit.full_detail()) {
      window_wall(kit, face, y0, storeys, facade, look);
      kit.slab(face, {0, face.width_m}, {y1 - 0.3, y1}, {0, 0.1}, trim);
      kit.slab(face, {0, face.width_m}, {y0 - 0.05, y0 + 0.12}, {0, 0.06}, trim);
    } else {
      kit.panel(face, {0, face.width_m}, {y0, y1}, 0, facade);
    }
  }
  const LotPoint left{a - 0.5, house.d0 + 0.02};
  const LotPoint right{a + 0.5, house.d0 + 0.02};
  kit.sheet(ring.points[0], y1, ring.points[1], y1, right, y1 + 0.8, left, y1 + 0.8, roof, false);
  kit.sheet(ring.points[1], y1, ring.points[2], y1, right, y1 + 0.8, right, y1 + 0.8, roof, false);
  kit.sheet(ring.points[3], y1, ring.points[0], y1, left, y1 + 0.8, left, y1 + 0.8, roof, false);
}

void one_victorian(BuildingKit& kit, const Plot& plot, const Design& design, std::uint64_t key,
                   bool mirrored) {
  const StyleRanges& ranges = design.ranges;
  const double floor_y = ranges.lobby_m;
  const double top_y = floor_y + design.storeys * ranges.storey_m;
  const Ring ring = ring_of(plot);
  const std::uint8_t wall = ranges.walls[base::draw_index(base::hash(key, 1), 4)];
  const Surface trim = plain(Material::Stone, design.trim);
  const std::uint8_t roofs[] = {palette::k_roof_slate, palette::k_roof_tile, palette::k_roof_slate};
  // One roof colour for both houses, whose eaves meet.
  const Surface roof = plain(Material::Roof, draw_palette(base::hash(design.key, 22), roofs));
  const Surface facade = facade_surface(FacadeStyle::Masonry, wall, ranges.storey_m,
                                        design.windows(k_windows_light_frames | 3));
  WindowLook look;
  look.wall = wall;
  look.trim = design.trim;
  look.lintel_m = 0.08;
  look.courses = true;
  kit.walls(ring, kit.foot_y(), floor_y, trim);
  masonry_walls(kit, ring, floor_y, design.storeys, design.storeys, facade, look);
  const double rise_m = plot.width_m() * 0.82;
  gable_roof(kit, plot, top_y, rise_m, false, 0.3, roof, blank_wall(wall));
  const double width = plot.width_m();
  const double bay_x = mirrored ? width - 2.2 : 2.2;
  const double door_x =
      mirrored ? std::min(1.5, width * 0.25) : width - std::min(1.5, width * 0.25);
  const bool has_bay = width > 5.5;
  if (has_bay && kit.has_parts()) {
    bay_window(kit, plot, bay_x, floor_y, std::min(design.storeys, 2u), facade, look, roof);
  }
  chimney(kit,
          {mirrored ? plot.a0 + 0.3 : plot.a1 - 1.2, mirrored ? plot.a0 + 1.2 : plot.a1 - 0.3,
           plot.middle_d(), plot.middle_d() + 1.6},
          top_y - 0.2, top_y + rise_m * 0.95, palette::k_brick_brown, 3);
  const Face front = kit.front_of(plot);
  stoop(kit, front, door_x, floor_y, 1.2, 1.5, trim, true);
  if (!kit.full_detail()) return;
  kit.slab(front, {door_x - 0.85, door_x + 0.85}, {floor_y, floor_y + 2.9}, {0, 0.12}, trim);
  door(kit, kit.front_of(plot.within(0, -0.12, 0)), door_x, floor_y, 1.05, 2.3,
       door_colour(base::hash(key, 3)), design.trim, 0.6);
  // Ornament in the gable: barge boards, a round light, a collar, a finial.
  const double middle = width * 0.5;
  const double tip = top_y + rise_m;
  for (const double side : {-1.0, 1.0}) {
    const double from = middle + side * (width * 0.5 + 0.12);
    const double foot = top_y - 0.25;
    const BuildingKit::FacePoint lower{from, foot, 0.24};
    const BuildingKit::FacePoint upper{middle, tip + 0.05, 0.24};
    const BuildingKit::FacePoint upper_in{middle, tip - 0.55, 0.24};
    const BuildingKit::FacePoint lower_in{from - side * 0.1, foot - 0.42, 0.24};
    if (side < 0) {
      kit.polygon(front, {lower_in, upper_in, upper, lower}, trim, true);
    } else {
      kit.polygon(front, {upper_in, lower_in, lower, upper}, trim, true);
    }
  }
  const double collar_y = top_y + rise_m * 0.58;
  const double collar = (tip - collar_y) / rise_m * width * 0.5;
  kit.slab(front, {middle - collar, middle + collar}, {collar_y, collar_y + 0.22}, {0, 0.2}, trim);
  kit.slab(front, {middle - 0.08, middle + 0.08}, {collar_y + 0.22, tip - 0.3}, {0, 0.18}, trim);
  kit.slab(front, {middle - 0.09, middle + 0.09}, {tip, tip + 1.1}, {0.05, 0.22}, trim, k_slab_all);
  kit.slab(front, {middle - 0.2, middle + 0.2}, {tip + 0.5, tip + 0.68}, {-0.03, 0.3}, trim,
           k_slab_all);
  half_disc(kit, front, middle, top_y + rise_m * 0.22, 0.55, 0.05,
            plain(Material::Metal, palette::k_glass_blue));
  archivolt(kit, front, middle, top_y + rise_m * 0.22, 0.55, 0.18, {0, 0.12}, trim);
  kit.slab(front, {middle - 0.75, middle + 0.75},
           {top_y + rise_m * 0.22 - 0.18, top_y + rise_m * 0.22}, {0, 0.14}, trim);
  kit.slab(front, {0, width}, {top_y - 0.3, top_y}, {0, 0.14}, trim);
}

}  // namespace

void build_victorian_terrace(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const Plot plot = house_plot(footprint, design.ranges.setback_m);
  const unsigned houses = plot.width_m() > k_narrow_house_m ? 2 : 1;
  for (unsigned house = 0; house < houses; ++house) {
    const Plot part{plot.a0 + plot.width_m() * house / houses,
                    plot.a0 + plot.width_m() * (house + 1) / houses, plot.d0, plot.d1};
    one_victorian(kit, part, design, base::hash(design.key, 12, house), house == 1);
  }
  kit.collide(ring_of(plot), design.ranges.lobby_m + design.storeys * design.ranges.storey_m);
}

namespace {

// A one-storey wing with its own roof and a wide door.
void garage(BuildingKit& kit, const Plot& plot, const Design& design, const Surface& roof) {
  const double y1 = 2.9;
  const Surface wall = blank_wall(design.wall);
  kit.walls(ring_of(plot), kit.foot_y(), y1, wall);
  gable_roof(kit, plot, y1, plot.width_m() * 0.28, false, 0.35, roof, wall);
  const Face front = kit.front_of(plot);
  const double middle = plot.width_m() * 0.5;
  roller_door(kit, front, {middle - 1.25, middle + 1.25}, {0.02, 2.25}, palette::k_plaster_white,
              design.trim);
}

void porch(BuildingKit& kit, const Plot& house, Span x, double floor_y, double roof_y,
           const Design& design, const Surface& roof) {
  const double depth_m = 1.7;
  const Face front = kit.front_of(house);
  const Surface trim = plain(Material::Plain, design.trim);
  kit.slab(front, x, {kit.foot_y(), floor_y}, {0, depth_m},
           plain(Material::Stone, palette::k_concrete), k_slab_on_floor);
  kit.polygon(front,
              {{x.low - 0.25, roof_y, depth_m + 0.25},
               {x.high + 0.25, roof_y, depth_m + 0.25},
               {x.high + 0.25, roof_y + 0.8, 0},
               {x.low - 0.25, roof_y + 0.8, 0}},
              roof, true);
  if (!kit.full_detail()) return;
  kit.slab(front, x, {roof_y - 0.22, roof_y}, {depth_m - 0.2, depth_m}, trim, k_slab_all);
  for (unsigned post = 0; post < 4; ++post) {
    const double at = x.low + 0.1 + (x.size() - 0.2) * post / 3.0;
    kit.slab(front, {at - 0.08, at + 0.08}, {floor_y, roof_y - 0.22},
             {depth_m - 0.18, depth_m - 0.02}, trim, k_slab_front | k_slab_ends | k_slab_back);
  }
  const double gap = x.size() / 3.0;
  railing(kit, front, {x.low + 0.2, x.low + gap}, floor_y, 0.85, depth_m - 0.1, 0.22, trim);
  railing(kit, front, {x.high - gap, x.high - 0.2}, floor_y, 0.85, depth_m - 0.1, 0.22, trim);
  const double middle = (x.low + x.high) * 0.5;
  stairs(kit, kit.front_of(house.within(0, -depth_m, 0)), {middle - 0.7, middle + 0.7}, floor_y,
         0.8, 3, plain(Material::Stone, palette::k_concrete));
}

}  // namespace

namespace {

// Door, shutters and the small gable in the middle of the roof.
void home_front(BuildingKit& kit, const Plot& house, const Design& design, double rise_m,
                const Surface& roof) {
  const StyleRanges& ranges = design.ranges;
  const double width = house.width_m();
  const double floor_y = ranges.lobby_m;
  const unsigned storeys = design.storeys;
  const double top_y = floor_y + storeys * ranges.storey_m;
  const Face front = kit.front_of(house);
  const double door_x = width * 0.5;
  kit.slab(front, {door_x - 0.9, door_x + 0.9}, {floor_y, floor_y + 2.45}, {0, 0.08},
           blank_wall(design.wall));
  door(kit, kit.front_of(house.within(0, -0.08, 0)), door_x, floor_y, 1.0, 2.1,
       door_colour(base::hash(design.key, 3)), design.trim, 0);
  // A gable over the middle of the front roof breaks the eave.
  const double half = width * 0.24;
  const double gable_rise = half * 0.9;
  const double y = top_y + 0.02;
  kit.polygon(front,
              {{door_x - half, y - 0.1, 0.05},
               {door_x + half, y - 0.1, 0.05},
               {door_x, y + gable_rise, 0.05},
               {door_x, y + gable_rise, 0.05}},
              plain(Material::Plain, design.trim));
  half_disc(kit, front, door_x, y + gable_rise * 0.25, half * 0.25, 0.09,
            plain(Material::Metal, palette::k_glass_blue));
  const double run = house.depth_m() * 0.5 * gable_rise / rise_m;
  for (const double side : {-1.0, 1.0}) {
    const BuildingKit::FacePoint eave{door_x + side * (half + 0.3), y - 0.25, 0.5};
    const BuildingKit::FacePoint eave_in{door_x + side * (half + 0.3), y - 0.25, -0.4};
    const BuildingKit::FacePoint ridge{door_x, y + gable_rise + 0.12, 0.5};
    const BuildingKit::FacePoint ridge_in{door_x, y + gable_rise + 0.12, -run - 0.4};
    kit.polygon(front, {eave, eave_in, ridge_in, ridge}, roof, true);
  }
  // Shutters beside the upper windows.
  const double bays = bay_count(width);
  const double half_window_m = width / bays * (1.15 + 0.4 * 2.0 / 3.0) / 6.0;
  for (double bay = 0; bay < bays; bay += 1) {
    for (const double side : {-1.0, 1.0}) {
      const double x = width * (bay + 0.5) / bays + side * (half_window_m + 0.3);
      const double sill_y = floor_y + (storeys - 1) * ranges.storey_m + 0.85;
      kit.slab(front, {x - 0.2, x + 0.2}, {sill_y, sill_y + 1.55}, {0, 0.05},
               plain(Material::Plain, door_colour(base::hash(design.key, 3))));
    }
  }
}

// Fence, path and tree before the house; `drive_m` of the width stays free for cars.
void front_garden(BuildingKit& kit, const Plot& lot, const Plot& house, bool mirrored,
                  double drive_m, std::uint64_t key) {
  const double door_x = house.width_m() * 0.5;
  // A fence of pickets along the pavement, open at the path and before the garage.
  const Surface pickets = plain(Material::Plain, palette::k_plaster_white);
  const Face street = kit.front_of(lot);
  const double gate_x = house.a0 + door_x - lot.a0;
  const double kerb = kit.foot_y() + 0.6;
  const double fence_y = std::max(kerb, -0.2);
  const Span left{mirrored ? drive_m + 0.6 : 0.3, gate_x - 0.8};
  const Span right{gate_x + 0.8, lot.width_m() - (mirrored ? 0.3 : drive_m + 0.6)};
  for (const Span& part : {left, right}) {
    if (part.size() < 1.0) continue;
    kit.slab(street, part, {fence_y + 0.35, fence_y + 0.43}, {-0.3, -0.24}, pickets, k_slab_all);
    railing(kit, street, part, fence_y, 0.95, -0.27, 0.3, pickets);
    for (const double post : {part.low, part.high - 0.1}) {
      kit.slab(street, {post, post + 0.1}, {kit.foot_y(), fence_y + 1.1}, {-0.32, -0.22}, pickets,
               k_slab_all);
    }
  }
  // A path of slabs to the door, and a tree on the lawn.
  const double path = house.d0 - 1.7 - lot.d0;
  for (double out = 0; out + 0.8 < path - 0.9; out += 1.0) {
    const double d = lot.d0 + out;
    kit.box({house.a0 + door_x - 0.55, house.a0 + door_x + 0.55, d, d + 0.8}, kit.foot_y(), 0.02,
            plain(Material::Stone, palette::k_paving_cool));
  }
  kit.tree({mirrored ? house.a1 - 0.8 : house.a0 + 0.8, lot.d0 + 1.2}, 0.55, base::hash(key, 4));
}

}  // namespace

void build_suburban_home(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Plot lot = plot_within(footprint);
  const Plot behind = house_plot(footprint, ranges.setback_m);
  const bool mirrored = base::draw_chance(base::hash(design.key, 1), 0.5);
  // Grass shows on all sides; the garage takes the lesser part of the width.
  const Plot room =
      behind.within(std::min(0.9, lot.width_m() * 0.06), 0, std::min(2.0, behind.depth_m() * 0.15));
  const double garage_m = room.width_m() > 9.0 ? 3.4 : 0.0;
  const Plot house{mirrored ? room.a0 + garage_m : room.a0, mirrored ? room.a1 : room.a1 - garage_m,
                   room.d0, std::min(room.d1, room.d0 + 9.0)};
  const double floor_y = ranges.lobby_m;
  const unsigned storeys = design.storeys;
  const double top_y = floor_y + storeys * ranges.storey_m;
  const std::uint8_t roofs[] = {palette::k_roof_slate, palette::k_roof_tile, palette::k_roof_tar,
                                palette::k_roof_slate};
  const Surface roof = plain(Material::Roof, draw_palette(base::hash(design.key, 2), roofs));
  const Surface facade = facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m,
                                        design.windows(k_windows_light_frames | 2));
  WindowLook look;
  look.wall = design.wall;
  look.trim = design.trim;
  look.lintel_m = 0.05;
  look.recess_m = 0.1;
  const Ring ring = ring_of(house);
  kit.walls(ring, kit.foot_y(), floor_y, plain(Material::Stone, palette::k_concrete));
  masonry_walls(kit, ring, floor_y, storeys, storeys, facade, look);
  const double rise_m = house.depth_m() * 0.36;
  gable_roof(kit, house, top_y, rise_m, true, 0.55, roof, blank_wall(design.wall));
  kit.collide(ring, top_y);
  chimney(kit,
          {mirrored ? house.a1 - 1.4 : house.a0 + 0.4, mirrored ? house.a1 - 0.4 : house.a0 + 1.4,
           house.middle_d() + 0.4, house.middle_d() + 1.4},
          top_y, top_y + rise_m + 1.0, palette::k_brick_red, 2);
  if (garage_m > 0) {
    const Plot wing{mirrored ? room.a0 : room.a1 - garage_m,
                    mirrored ? room.a0 + garage_m : room.a1, house.d0 + 0.8,
                    std::min(room.d1, house.d0 + 6.8)};
    garage(kit, wing, design, roof);
  }
  if (!kit.has_parts()) return;
  const double width = house.width_m();
  const double porch_m = std::min(width - 0.4, 5.4);
  porch(kit, house, {width * 0.5 - porch_m * 0.5, width * 0.5 + porch_m * 0.5}, floor_y,
        floor_y + 2.55, design, roof);
  if (!kit.full_detail()) return;
  home_front(kit, house, design, rise_m, roof);
  front_garden(kit, lot, house, mirrored, garage_m, design.key);
}

}  // namespace terrane::city
