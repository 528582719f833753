// Blocks of middling height: prewar apartment house, cast-iron loft, brick warehouse, storage
// warehouse.
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

// Windows of real depth reach this high; above, they are drawn.
constexpr unsigned k_real_storeys = 7;

bool is_rectangle(const Ring& ring) {
  return ring.count == 4 && bounds_of(ring).width_m() > 0 && ring.points[0].d == ring.points[1].d &&
         ring.points[1].a == ring.points[2].a;
}

std::uint8_t cloth_colour(std::uint64_t key) {
  const std::uint8_t cloths[] = {palette::k_copper_green, palette::k_brick_red,
                                 palette::k_metal_dark, palette::k_leaf_dark,
                                 palette::k_plaster_white};
  return draw_palette(key, cloths);
}

// The canopy from an apartment house's door to the kerb.
void door_canopy(BuildingKit& kit, const Face& face, double x, std::uint64_t key) {
  if (!kit.full_detail()) return;
  const Surface cloth = plain(Material::Plain, cloth_colour(key));
  const Surface brass = plain(Material::Metal, palette::k_metal_light);
  const double reach_m = 1.15;
  kit.slab(face, {x - 1.3, x + 1.3}, {2.75, 3.15}, {0, reach_m}, cloth);
  for (const double side : {-1.15, 1.15}) {
    kit.slab(face, {x + side - 0.04, x + side + 0.04}, {kit.foot_y(), 2.75},
             {reach_m - 0.14, reach_m - 0.06}, brass, k_slab_front | k_slab_ends | k_slab_back);
  }
}

// A closed block of apartments; `real_storeys` of its street front have windows of real depth.
void apartment_block(BuildingKit& kit, const Plot& plot, const Ring& ring, const Design& design,
                     Span y, unsigned storeys, unsigned real_storeys) {
  const StyleRanges& ranges = design.ranges;
  const Surface stone = plain(Material::Stone, design.trim);
  const Surface ground =
      facade_surface(FacadeStyle::Masonry, design.trim, y.low - 0.5, design.windows(0));
  const Surface facade =
      facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m, design.windows(1));
  WindowLook look;
  look.wall = design.wall;
  look.trim = design.trim;
  look.lintel_m = 0.05;
  if (kit.has_parts()) {
    kit.walls(ring, kit.foot_y(), 0.5, stone);
    kit.walls(ring, 0.5, y.low, ground);
  } else {
    kit.walls(ring, kit.foot_y(), y.low, ground);
  }
  masonry_walls(kit, ring, y.low, storeys, real_storeys, facade, look);
  parapet_roof(kit, ring, y.high, 1.0, plain(Material::Roof, palette::k_roof_gravel), stone);
  if (!kit.full_detail() || real_storeys == 0) return;
  const Face face = kit.face(ring, 0);
  kit.slab(face, {0, face.width_m}, {y.low - 0.3, y.low + 0.15}, {0, 0.2}, stone);
  const double course_y = y.high - ranges.storey_m;
  kit.slab(face, {0, face.width_m}, {course_y - 0.1, course_y + 0.2}, {0, 0.18}, stone);
  // Wings end at the building behind them: a ledge there stays clear of its wall.
  cornice(kit, ring.count == 4 ? ring_of(plot.within(0.02, 0, 0)) : ring, y.high, 0.55, stone, 0.9);
}

}  // namespace

void build_prewar_apartment(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const double base_y = 4.5;
  const double top_y = base_y + design.storeys * ranges.storey_m;
  const Surface stone = plain(Material::Stone, design.trim);
  kit.collide(footprint, top_y);
  const Plot plot = bounds_of(footprint);
  const bool courted = is_rectangle(footprint) && plot.width_m() > 11.0 && plot.depth_m() > 11.0;
  const double wings_d = plot.d0 + plot.depth_m() * 0.45;
  const double roof_y = courted ? top_y + ranges.storey_m : top_y;
  if (!courted) {
    apartment_block(kit, plot, footprint, design, {base_y, top_y}, design.storeys, k_real_storeys);
  } else {
    // Two wings on the street with a light court between them, open above the ground floor.
    const double court_m = plot.width_m() * 0.24;
    const Plot left{plot.a0, plot.middle_a() - court_m * 0.5, plot.d0, wings_d};
    const Plot right{plot.middle_a() + court_m * 0.5, plot.a1, plot.d0, wings_d};
    const Plot back{plot.a0, plot.a1, wings_d, plot.d1};
    for (const Plot& wing : {left, right}) {
      apartment_block(kit, wing, ring_of(wing), design, {base_y, top_y}, design.storeys,
                      k_real_storeys);
    }
    apartment_block(kit, back, ring_of(back), design, {base_y, roof_y}, design.storeys + 1, 0);
    // The entrance hall closes the court at the street.
    const Plot hall{left.a1, right.a0, plot.d0 + 0.4, wings_d};
    const Face gate = kit.front_of(hall);
    kit.panel(gate, {0, gate.width_m}, {kit.foot_y(), base_y}, 0, stone);
    kit.top(ring_of(hall), base_y, plain(Material::Roof, palette::k_roof_gravel));
    if (kit.full_detail()) {
      door(kit, gate, gate.width_m * 0.5, 0.05, std::min(1.7, gate.width_m * 0.5), 2.7,
           palette::k_metal_dark, design.trim, 0);
      balustrade(kit, gate, base_y, 0.9, stone);
    }
  }
  const Face front = kit.face(footprint, 0);
  door_canopy(kit, front, front.width_m * 0.5, base::hash(design.key, 27));
  // The lift house and the tank rise above the roof.
  const Ring roof = courted ? ring_of({plot.a0, plot.a1, wings_d, plot.d1}) : footprint;
  const Ring house = inset(roof, narrowest_m(roof) * 0.3);
  if (house.count != 0) {
    kit.block(house, roof_y, roof_y + 3.4, blank_wall(design.wall));
    water_tank(kit, middle_of(house), roof_y + 3.4, base::hash(design.key, 28));
  }
}

namespace {

// An iron front: a column a bay, wide panes between, a moulded floor line a storey. Below full
// detail strips on the panes' plane.
void iron_front(BuildingKit& kit, const Face& face, double y0, unsigned storeys, double storey_m,
                const Surface& glass, const Surface& iron) {
  const double bays = bay_count(face.width_m) * (face.width_m < 20.0 ? 1.5 : 1.0);
  const double count = std::max(2.0, std::floor(bays + 0.5));
  const double step_m = face.width_m / count;
  const double top_y = y0 + storeys * storey_m;
  if (!kit.full_detail()) {
    kit.panel(face, {0, face.width_m}, {y0, top_y}, 0, glass);
    for (double bay = 0; bay < count + 0.5; bay += 1) {
      const double x = std::clamp(bay * step_m, 0.2, face.width_m - 0.2);
      kit.panel(face, {x - 0.2, x + 0.2}, {y0, top_y}, 0.05, iron);
    }
    for (unsigned storey = 0; storey <= storeys; ++storey) {
      const double y = y0 + storey * storey_m;
      kit.panel(face, {0, face.width_m}, {std::max(y0, y - 0.35), std::min(top_y, y + 0.3)}, 0.08,
                iron);
    }
    return;
  }
  const double recess_m = 0.45;
  kit.panel(face, {0, face.width_m}, {y0, top_y}, -recess_m, glass);
  for (unsigned storey = 0; storey <= storeys; ++storey) {
    const double y = y0 + storey * storey_m;
    const double low = storey == 0 ? y : y - 0.35;
    const double high = storey == storeys ? y : y + 0.3;
    // The uppermost ends in the roof sheet.
    kit.slab(face, {0, face.width_m}, {low, high}, {-recess_m, 0}, iron,
             k_slab_front | k_slab_bottom | (storey < storeys ? k_slab_top : 0u));
    if (storey > 0 && storey < storeys) {
      kit.slab(face, {0, face.width_m}, {y - 0.05, y + 0.12}, {0, 0.14}, iron);
    }
    if (storey == storeys) break;
    for (double bay = 0; bay < count + 0.5; bay += 1) {
      const double x = std::clamp(bay * step_m, 0.2, face.width_m - 0.2);
      const double foot = y + 0.3;
      const double head = y + storey_m - 0.35;
      const bool edge = bay < 0.5 || bay > count - 0.5;
      if (edge) {
        // The outer end is the side wall.
        kit.slab(face, {x - 0.2, x + 0.2}, {foot, head}, {-recess_m, 0}, iron,
                 k_slab_front | (bay < 0.5 ? k_slab_right : k_slab_left));
        continue;
      }
      const LotPoint place{face.origin.a + face.along.a * x - face.outward.a * 0.2,
                           face.origin.d + face.along.d * x - face.outward.d * 0.2};
      kit.shaft(place, 0.15, 0.13, foot, head - 0.3, iron);
      kit.slab(face, {x - 0.22, x + 0.22}, {head - 0.3, head}, {-recess_m, 0.0}, iron,
               k_slab_front | k_slab_ends | k_slab_bottom);
    }
  }
}

}  // namespace

void build_cast_iron_loft(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const double base_y = ranges.lobby_m;
  const double top_y = base_y + design.storeys * ranges.storey_m;
  const Surface iron = plain(Material::Stone, design.wall);
  const Surface drawn =
      facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m, design.windows(3));
  const Surface panes = facade_surface(FacadeStyle::Ribbon, palette::k_metal_dark, ranges.storey_m,
                                       design.windows(0));
  const Surface shop = facade_surface(FacadeStyle::Shopfront, design.wall, 4.2, design.windows(1));
  kit.walls(footprint, kit.foot_y(), 0.4, plain(Material::Stone, palette::k_concrete_dark));
  for (unsigned side = 0; side < footprint.count; ++side) {
    const Face face = kit.face(footprint, side);
    const bool street = faces_street(face);
    if (street && !kit.lot().backdrop) {
      shopfront(kit, face, {0.4, base_y}, shop, design.wall, design.trim);
    } else {
      kit.panel(face, {0, face.width_m}, {0.4, base_y}, 0,
                street ? shop : blank_wall(palette::k_brick_brown));
    }
    if (street && kit.has_parts()) {
      iron_front(kit, face, base_y, design.storeys, ranges.storey_m, panes, iron);
    } else {
      const Surface party = facade_surface(FacadeStyle::Masonry, palette::k_brick_brown,
                                           ranges.storey_m, design.windows(0));
      kit.panel(face, {0, face.width_m}, {base_y, top_y}, 0, street ? drawn : party);
    }
  }
  parapet_roof(kit, footprint, top_y, 0.7, plain(Material::Roof, palette::k_roof_tar), iron);
  kit.collide(footprint, top_y);
  const Face front = kit.face(footprint, 0);
  // The great cornice, and the name block above it.
  const double reach_m = 1.0;
  if (kit.full_detail()) {
    cornice(kit, footprint, top_y + 0.4, reach_m, iron, 0.62);
  } else if (kit.has_parts()) {
    kit.band(footprint, top_y - 0.1, top_y + 0.55, reach_m, iron);
  }
  const double half = front.width_m * 0.22;
  const double middle = front.width_m * 0.5;
  kit.slab(front, {middle - half, middle + half},
           {kit.has_parts() ? top_y + 0.5 : top_y, top_y + 2.0}, {-0.5, 0.1}, iron, k_slab_all);
  if (kit.has_parts()) {
    pediment(kit, front, {middle - half - 0.3, middle + half + 0.3}, top_y + 2.0, half * 0.42,
             {-0.6, 0.25}, iron, iron);
  }
  if (kit.full_detail()) {
    if (!kit.lot().backdrop && front.width_m > 7.0) {
      if (base::draw_chance(base::hash(design.key, 35), 0.5)) {
        fire_escape(kit, front, {middle - 2.1, middle + 2.1}, base_y + 0.35, design.storeys,
                    ranges.storey_m);
      }
      for (const double share : {0.04, 0.54}) {
        awning(kit, front, {front.width_m * share, front.width_m * (share + 0.42)}, 3.45, 1.1,
               cloth_colour(base::hash(design.key, 36)));
      }
    }
  }
  furnish_roof(kit, footprint, top_y, base::hash(design.key, 37), true);
}

namespace {

// Wooden doors under arches along a front.
void loading_doors(BuildingKit& kit, const Face& front, double base_y, std::uint8_t trim) {
  const double width = front.width_m;
  const Surface stone = plain(Material::Stone, trim);
  const double doors = std::max(1.0, std::floor(width / 4.6));
  const double step_m = width / doors;
  const double half = std::min(1.45, step_m * 0.36);
  const Surface leaf = plain(Material::Plain, palette::k_bark);
  for (double index = 0; index < doors; index += 1) {
    const double x = (index + 0.5) * step_m;
    const double spring_y = base_y - 0.55 - half;
    kit.slab(front, {x - half, x + half}, {0.02, spring_y}, {0, 0.05}, leaf,
             k_slab_front | k_slab_ends);
    if (!kit.full_detail()) continue;
    half_disc(kit, front, x, spring_y, half, 0.05, plain(Material::Metal, palette::k_glass_blue));
    archivolt(kit, front, x, spring_y, half, 0.38, {0, 0.16}, stone);
    for (const double side : {-1.0, 1.0}) {
      const double jamb = x + side * (half + 0.19);
      kit.slab(front, {jamb - 0.19, jamb + 0.19}, {0.0, spring_y}, {0, 0.16}, stone,
               k_slab_on_floor);
      const double strap = x + side * half * 0.5;
      kit.slab(front, {strap - half * 0.42, strap + half * 0.42}, {0.5, 0.62}, {0.05, 0.09},
               plain(Material::Metal, palette::k_metal_dark));
      kit.slab(front, {strap - half * 0.42, strap + half * 0.42}, {spring_y - 0.5, spring_y - 0.38},
               {0.05, 0.09}, plain(Material::Metal, palette::k_metal_dark));
    }
    kit.slab(front, {x - 0.16, x + 0.16}, {spring_y + half - 0.05, spring_y + half + 0.5},
             {0, 0.24}, stone);
  }
}

// Courses, piers and corbels of the front's brickwork, and the hoist; `y` from the ground floor's
// head to the roof.
void brick_dressing(BuildingKit& kit, const Face& front, Span y, const Design& design) {
  const double base_y = y.low;
  const double top_y = y.high;
  const double width = front.width_m;
  const double middle = width * 0.5;
  const Surface brick = blank_wall(design.wall);
  const Surface stone = plain(Material::Stone, design.trim);
  kit.slab(front, {0, width}, {base_y - 0.12, base_y + 0.18}, {0, 0.12}, stone);
  kit.slab(front, {0, width}, {top_y - 0.35, top_y}, {0, 0.14}, stone);
  // Brick piers between the windows, two bays apart, and corbels under the parapet.
  const double bays = bay_count(width);
  for (double bay = 0; bay < bays + 0.5; bay += 1) {
    const double x = std::clamp(bay * width / bays, 0.26, width - 0.26);
    kit.slab(front, {x - 0.26, x + 0.26}, {base_y + 0.18, top_y - 0.35}, {0, 0.12}, brick);
  }
  const double corbels = std::floor(width / 0.6);
  for (double corbel = 0; corbel < corbels; corbel += 1) {
    const double x = (corbel + 0.5) * width / corbels;
    kit.slab(front, {x - 0.13, x + 0.13}, {top_y, top_y + 0.45}, {0, 0.12}, brick, k_slab_on_wall);
  }
  // A beam with a hook above the middle.
  kit.slab(front, {middle - 0.1, middle + 0.1}, {top_y + 1.4, top_y + 1.65}, {0, 1.1},
           plain(Material::Metal, palette::k_metal_dark));
  kit.slab(front, {middle - 0.03, middle + 0.03}, {top_y + 0.5, top_y + 1.4}, {0.95, 1.01},
           plain(Material::Metal, palette::k_metal_dark), k_slab_all);
}

}  // namespace

void build_brick_warehouse(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const double base_y = ranges.lobby_m;
  const double top_y = base_y + design.storeys * ranges.storey_m;
  const Surface brick = blank_wall(design.wall);
  const Surface facade =
      facade_surface(FacadeStyle::Masonry, design.wall, ranges.storey_m, design.windows(3));
  const Surface ground =
      facade_surface(FacadeStyle::Masonry, design.wall, base_y - 0.4, design.windows(3));
  WindowLook look;
  look.wall = design.wall;
  look.trim = design.trim;
  look.recess_m = 0.24;
  look.arched = true;
  kit.walls(footprint, kit.foot_y(), 0.4, plain(Material::Stone, palette::k_concrete_dark));
  const Face front = kit.face(footprint, 0);
  for (unsigned side = 0; side < footprint.count; ++side) {
    const Face face = kit.face(footprint, side);
    kit.panel(face, {0, face.width_m}, {0.4, base_y}, 0, side == 0 ? brick : ground);
  }
  masonry_walls(kit, footprint, base_y, design.storeys, k_real_storeys, facade, look);
  parapet_roof(kit, footprint, top_y, 0.9, plain(Material::Roof, palette::k_roof_tar), brick);
  kit.collide(footprint, top_y);
  const double width = front.width_m;
  // A stepped gable of parapet on the front.
  const double thick_m = 0.45;
  kit.slab(front, {width * 0.18, width * 0.82},
           {kit.has_parts() ? top_y + 0.9 : top_y, top_y + 2.3}, {-thick_m, 0}, brick, k_slab_all);
  furnish_roof(kit, footprint, top_y, base::hash(design.key, 7), false);
  roof_sign(kit, front, {width * 0.06, width * 0.94}, top_y, 3.1, 2.6, palette::k_metal_dark,
            palette::k_plaster_cream, base::hash(design.key, 8));
  if (kit.has_parts()) loading_doors(kit, front, base_y, design.trim);
  if (kit.full_detail()) brick_dressing(kit, front, {base_y, top_y}, design);
}

void build_storage_warehouse(BuildingKit& kit, const Ring& footprint, const Design& design) {
  const StyleRanges& ranges = design.ranges;
  const Plot lot = plot_within(footprint);
  const double dock_m = std::clamp(lot.depth_m() - 6.0, 0.0, ranges.setback_m);
  const Plot plot = lot.within(0, dock_m, 0);
  const Ring ring = ring_of(plot);
  const double dock_y = ranges.lobby_m;
  const double top_y = dock_y + design.storeys * ranges.storey_m;
  const Surface sheet = plain(Material::Metal, design.wall);
  const Surface concrete = plain(Material::Stone, palette::k_concrete_dark);
  const Surface paint = plain(Material::Metal, design.trim);
  const double width = plot.width_m();
  kit.walls(ring, kit.foot_y(), dock_y, concrete);
  kit.walls(ring, dock_y, top_y, sheet);
  const Surface glass =
      facade_surface(FacadeStyle::Curtain, palette::k_glass_green, 2.2, design.windows(0));
  const unsigned teeth = std::max(2u, static_cast<unsigned>(width / 4.4));
  saw_roof(kit, plot, top_y, 2.6, teeth, plain(Material::Roof, palette::k_metal_light), glass,
           sheet);
  kit.collide(ring, top_y);
  const Face front = kit.front_of(plot);
  const unsigned doors = std::max(1u, static_cast<unsigned>(width / 4.2));
  const double step_m = width / doors;
  const double half = std::min(1.5, step_m * 0.38);
  if (kit.has_parts()) {
    // The dock and its roof.
    kit.slab(front, {0, width}, {kit.foot_y(), dock_y}, {0, dock_m}, concrete, k_slab_on_floor);
    kit.slab(front, {0, width}, {dock_y + 3.9, dock_y + 4.1}, {0, dock_m + 0.6}, paint);
  }
  for (unsigned index = 0; index < doors; ++index) {
    const double x = (index + 0.5) * step_m;
    roller_door(kit, front, {x - half, x + half}, {dock_y, dock_y + 3.2}, palette::k_metal_light,
                design.trim);
  }
  if (!kit.full_detail()) return;
  // Ribs of the sheet metal above the dock and on the sides that a street sees.
  fins(kit, front, {dock_y + 4.1, top_y}, 0.55, 0.09, 0.07, sheet);
  for (const unsigned side : {1u, 3u}) {
    fins(kit, kit.face(ring, side), {dock_y, top_y}, 1.1, 0.09, 0.07, sheet);
  }
  // Bumpers, bollards, hangers, steps at one end.
  const Face dock = kit.front_of(plot.within(0, -dock_m, 0));
  for (unsigned index = 0; index < doors; ++index) {
    const double x = (index + 0.5) * step_m;
    for (const double side : {-0.8, 0.8}) {
      kit.slab(dock, {x + side - 0.14, x + side + 0.14}, {dock_y - 0.55, dock_y - 0.1}, {0, 0.14},
               plain(Material::Plain, palette::k_roof_tar));
    }
    kit.slab(front, {x - half - 0.35, x - half - 0.27}, {dock_y + 3.0, dock_y + 3.9},
             {dock_m * 0.5, dock_m * 0.5 + 0.08}, paint, k_slab_all);
    const LotPoint bollard{plot.a0 + x + half + 0.3, plot.d0 - dock_m - 0.25};
    kit.shaft(bollard, 0.12, 0.12, kit.foot_y(), 0.7,
              plain(Material::Plain, palette::k_paint_yellow));
    kit.top(octagon(bollard, 0.12), 0.7, plain(Material::Plain, palette::k_paint_yellow));
  }
  kit.slab(dock, {0, width}, {dock_y - 0.08, dock_y}, {0, 0.06},
           plain(Material::Plain, palette::k_paint_yellow));
  stairs(kit, dock, {0.15, 1.15}, dock_y - 0.1, 1.1, 5, concrete);
  // The company's band with a door number a bay.
  const double sign_y = dock_y + 4.7;
  kit.slab(front, {width * 0.2, width * 0.8}, {sign_y, sign_y + 1.3}, {0.0, 0.16}, paint);
  for (unsigned letter = 0; letter < 7; ++letter) {
    const double x = width * (0.26 + 0.07 * letter);
    const double tall = base::draw_chance(base::hash(design.key, 9, letter), 0.5) ? 0.75 : 0.5;
    kit.slab(front, {x, x + width * 0.045}, {sign_y + 0.28, sign_y + 0.28 + tall}, {0.16, 0.22},
             plain(Material::Plain, palette::k_plaster_white));
  }
}

}  // namespace terrane::city
