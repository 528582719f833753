#include "terrane/city/overhead_bridge.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/city/bridge_builder.h"
#include "terrane/content/palette.h"

namespace terrane::city {

using content::Material;
using geo::Vec3;
namespace palette = content::palette;

namespace {

struct StyleTraits {
  const char* name;
  double weight;
  double half_width_m;  // of the deck, along the road
};
constexpr std::array<StyleTraits, k_overhead_bridge_count> k_styles{{
    {"steel_girder", 3.0, 1.5},
    {"stone_arch", 2.0, 2.0},
    {"suspension", 1.5, 1.2},
    {"glass_skywalk", 2.0, 1.6},
    {"truss_railway", 1.5, 2.4},
    {"brick_viaduct", 1.5, 2.5},
    {"cable_stayed", 1.0, 1.2},
}};

}  // namespace

void BridgeBuilder::steel_girder() {
  constexpr std::uint8_t k_paints[] = {palette::k_copper_green, palette::k_glass_blue,
                                       palette::k_brick_red, palette::k_metal_light};
  const Surface steel =
      solid_surface(Material::Metal, k_paints[base::draw_index(base::hash(key_, 1), 4)]);
  const Surface concrete = solid_surface(Material::Stone, palette::k_concrete);
  const double end = end_m() - 0.1;
  const double low = k_underside_m;
  deck(w_, low + 0.35, low + 0.6, end, concrete);
  for (const double side : {-1.0, 1.0}) {
    const double x = side * (w_ - 0.12);
    if (out_.lod() == 2) {
      const double face = side * (w_ + 0.1);
      kit_.box({std::min(x, face), low, -end}, {std::max(x, face), low + 1.1, end}, steel,
               k_box_all);
      continue;
    }
    kit_.box({x - 0.14, low, -end}, {x + 0.14, low + 0.06, end}, steel, k_box_all);
    kit_.box({x - 0.05, low + 0.06, -end}, {x + 0.05, low + 0.36, end}, steel,
             k_box_sides | k_box_ends);
    // The web's upper part stands above the deck as a parapet.
    const double out = side * (w_ + 0.06);
    kit_.box({out - 0.04, low + 0.06, -end}, {out + 0.04, low + 1.1, end}, steel, k_box_all);
    if (!full()) continue;
    const unsigned ribs = static_cast<unsigned>(2.0 * end / 1.8);
    for (unsigned rib = 0; rib <= ribs; ++rib) {
      const double z = std::clamp(-end + 2.0 * end * rib / ribs, -end + 0.05, end - 0.05);
      const double a = out + side * 0.04;
      const double b = out + side * 0.15;
      kit_.box({std::min(a, b), low + 0.12, z - 0.04}, {std::max(a, b), low + 1.04, z + 0.04},
               steel, k_box_ends | k_box_sides | k_box_bottom);
    }
    kit_.box({out - 0.12, low + 1.1, -end}, {out + 0.12, low + 1.17, end}, steel, k_box_all);
  }
  // Legs behind the kerb, braced.
  const double leg = half_ + 0.7;
  for (const double x : {-w_ + 0.15, w_ - 0.15}) {
    piers(x - 0.16, x + 0.16, leg - 0.16, leg + 0.16, low, steel);
  }
  if (out_.lod() < 2) {
    for (const double sign : {-1.0, 1.0}) {
      const double z = sign * leg;
      kit_.box({-w_, low - 0.3, z - 0.14}, {w_, low - 0.02, z + 0.14}, steel, k_box_all);
      if (full()) kit_.strut({-w_ + 0.2, 2.7, z}, {w_ - 0.2, low - 0.3, z}, 0.06, steel);
      if (full()) kit_.strut({w_ - 0.2, 2.7, z}, {-w_ + 0.2, low - 0.3, z}, 0.06, steel);
    }
  }
  towers(low + 3.1, concrete, steel, true);
}

void BridgeBuilder::stone_arch() {
  const bool warm = base::draw_chance(base::hash(key_, 1), 0.4);
  const Surface wall =
      solid_surface(Material::Stone, warm ? palette::k_sandstone : palette::k_limestone);
  const Surface trim = solid_surface(Material::Stone, palette::k_kerb);
  const double rise = 1.0 + half_ * 0.12;
  const double deck_m = k_underside_m + rise + 0.55;
  masonry(rise, deck_m, wall, trim);
  lamps(deck_m + 1.2);
  const Surface roof = solid_surface(Material::Roof, palette::k_roof_slate);
  // A small round lodge at each end.
  const unsigned sides = out_.lod() == 2 ? 4 : 8;
  for (const double sign : {-1.0, 1.0}) {
    const double z = sign * (end_m() - 1.25);
    kit_.drum({0, deck_m, z}, 1.15, 1.15, 2.4, sides, wall);
    kit_.drum({0, deck_m + 2.4, z}, 1.23, 0.0, 1.6, sides, roof);
  }
}

void BridgeBuilder::brick_viaduct() {
  const Surface brick = solid_surface(Material::Stone, base::draw_chance(base::hash(key_, 1), 0.7)
                                                           ? palette::k_brick_red
                                                           : palette::k_roof_tile);
  const Surface trim = solid_surface(Material::Stone, palette::k_sandstone);
  const double rise = half_ * 0.42;
  const double deck_m = k_underside_m + rise + 0.9;
  masonry(rise, deck_m, brick, trim);
  if (out_.lod() == 2) return;
  // Buttresses on the piers, and panels sunk in the parapet.
  for (const double sign : {-1.0, 1.0}) {
    for (const double z : {half_ + 0.85, half_ + 4.1}) {
      for (const double side : {-1.0, 1.0}) {
        const double a = side * w_;
        const double b = side * (w_ + 0.3);
        const double za = sign * z - 0.3;
        const double foot = foot_below(a, b, za, za + 0.6);
        kit_.box({std::min(a, b), foot, za}, {std::max(a, b), deck_m - 0.35, za + 0.6}, brick);
        kit_.box({std::min(a, b), deck_m + 1.2, za}, {std::max(a, b), deck_m + 1.5, za + 0.6}, trim,
                 k_box_all);
      }
    }
  }
  tracks(deck_m, end_m() - 0.1);
}

void BridgeBuilder::truss_railway() {
  const Surface steel = solid_surface(Material::Metal, base::draw_chance(base::hash(key_, 1), 0.5)
                                                           ? palette::k_metal_dark
                                                           : palette::k_copper_green);
  const Surface brick = solid_surface(Material::Stone, palette::k_brick_red);
  const double low = k_underside_m;
  const double high = low + 4.6;
  const double end = half_ + k_tower_from_m + 0.1;
  const bool has_carriage = base::draw_chance(base::hash(key_, 3), 0.6);
  deck(w_ - 0.15, low + 0.25, low + 0.45, end, steel);
  for (const double side : {-1.0, 1.0}) {
    const double x = side * w_;
    kit_.box({x - 0.16, low, -end}, {x + 0.16, low + 0.4, end}, steel, k_box_all);
    kit_.box({x - 0.16, high - 0.3, -end}, {x + 0.16, high, end}, steel, k_box_all);
    // One lattice in the middle does for both from afar, and none before a carriage.
    if (out_.lod() == 2 && (side > 0 || has_carriage)) continue;
    const unsigned bays = 2 * static_cast<unsigned>(std::floor(end / 3.0 + 0.5));
    for (unsigned bay = 0; bay < bays; ++bay) {
      const double a = -end + 2.0 * end * bay / bays;
      const double b = -end + 2.0 * end * (bay + 1) / bays;
      const double low_y = low + 0.2;
      const double high_y = high - 0.15;
      const double at = out_.lod() == 2 ? 0.0 : x;
      kit_.strut({at, bay % 2 == 0 ? low_y : high_y, a}, {at, bay % 2 == 0 ? high_y : low_y, b},
                 0.11, steel);
      if (full() && bay > 0) kit_.strut({x, low_y, a}, {x, high_y, a}, 0.07, steel);
    }
  }
  if (full()) {
    const unsigned beams = static_cast<unsigned>(2.0 * end / 3.0);
    for (unsigned beam = 0; beam <= beams; ++beam) {
      const double z = std::clamp(-end + 2.0 * end * beam / beams, -end + 0.1, end - 0.1);
      kit_.box({-w_, high - 0.22, z - 0.08}, {w_, high - 0.06, z + 0.08}, steel,
               k_box_all & ~k_box_sides);
      kit_.box({-w_, low + 0.02, z - 0.1}, {w_, low + 0.26, z + 0.1}, steel,
               k_box_ends | k_box_bottom);
    }
  }
  tracks(low + 0.45, end);
  if (has_carriage) carriage(low + 0.45);
  // Towers of brick with a black mouth, out of which the line comes.
  const double x = w_ + 0.45;
  piers(-x, x, half_ + k_tower_from_m, end_m(), high + 0.6, brick);
  if (out_.lod() == 2) return;
  const Surface dark = solid_surface(Material::Metal, palette::k_metal_dark);
  const Surface stone = solid_surface(Material::Stone, palette::k_sandstone);
  for (const double sign : {-1.0, 1.0}) {
    const double face = sign * (half_ + k_tower_from_m - 0.03);
    kit_.panel({-1.6, low + 0.45, face}, {1.6, low + 0.45, face}, {1.6, low + 4.2, face},
               {-1.6, low + 4.2, face}, {0, 0, -sign}, dark);
    const double a = std::min(sign * (half_ + k_tower_from_m - 0.2), sign * end_m());
    const double b = std::max(sign * (half_ + k_tower_from_m - 0.2), sign * end_m());
    kit_.box({-x - 0.2, high + 0.6, a}, {x + 0.2, high + 0.95, b}, stone, k_box_all);
  }
}

void BridgeBuilder::glass_skywalk() {
  Surface glass;
  glass.material = Material::Facade;
  glass.variant = static_cast<std::uint8_t>(content::FacadeStyle::Curtain);
  glass.palette =
      base::draw_chance(base::hash(key_, 1), 0.5) ? palette::k_glass_blue : palette::k_glass_green;
  glass.half_width_dm = 31;
  glass.flags = static_cast<std::uint8_t>(base::draw_index(base::hash(key_, 2), 256));
  const Surface metal = solid_surface(Material::Metal, palette::k_metal_light);
  const Surface concrete = solid_surface(Material::Stone, palette::k_concrete);
  const double end = half_ + k_tower_from_m + 0.05;
  const double low = k_underside_m;
  deck(w_ + 0.12, low, low + 0.4, end, metal);
  for (const double side : {-1.0, 1.0}) {
    const double x = side * w_;
    kit_.panel({x, low + 0.4, -end}, {x, low + 0.4, end}, {x, low + 3.5, end}, {x, low + 3.5, -end},
               {side, 0, 0}, glass);
  }
  deck(w_ + 0.18, low + 3.5, low + 3.8, end, metal);
  if (full()) {
    // Ribs of steel, and a light strip under the roof's edge.
    const unsigned ribs = static_cast<unsigned>(2.0 * end / 3.1);
    for (unsigned rib = 0; rib <= ribs; ++rib) {
      const double z = -end + 2.0 * end * rib / ribs;
      for (const double side : {-1.0, 1.0}) {
        const double a = side * w_;
        const double b = side * (w_ + 0.1);
        kit_.box({std::min(a, b), low + 0.4, z - 0.05}, {std::max(a, b), low + 3.5, z + 0.05},
                 metal, k_box_ends | k_box_sides);
      }
    }
    const Surface lamp = solid_surface(Material::Lamp, palette::k_lamp_warm);
    kit_.panel({-0.15, low - 0.01, -end}, {0.15, low - 0.01, -end}, {0.15, low - 0.01, end},
               {-0.15, low - 0.01, end}, {0, -1, 0}, lamp);
  }
  // Lift towers: a glazed shaft before a core of concrete.
  const double x = w_ + 0.3;
  piers(-x, x, end_m() - 0.8, end_m(), low + 5.2, concrete);
  for (const double sign : {-1.0, 1.0}) {
    const double z0 = sign * (half_ + k_tower_from_m);
    const double z1 = sign * (end_m() - 0.8);
    const double foot = foot_below(-x, x, std::min(z0, z1), std::max(z0, z1));
    const double top = low + 4.4;
    kit_.panel({-x, foot, z0}, {x, foot, z0}, {x, top, z0}, {-x, top, z0}, {0, 0, -sign}, glass);
    for (const double side : {-1.0, 1.0}) {
      kit_.panel({side * x, foot, z0}, {side * x, foot, z1}, {side * x, top, z1},
                 {side * x, top, z0}, {side, 0, 0}, glass);
    }
    if (out_.lod() == 2) {
      kit_.panel({-x, top, z0}, {x, top, z0}, {x, top, z1}, {-x, top, z1}, {0, 1, 0}, metal);
    } else {
      kit_.box({-x - 0.05, top, std::min(z0, z1) - 0.05},
               {x + 0.05, top + 0.2, std::max(z0, z1) + 0.05}, metal, k_box_all);
    }
    kit_.collide({-x, foot, std::min(z0, z1)}, {x, top, std::max(z0, z1)});
  }
}

void BridgeBuilder::suspension() {
  const Surface steel = solid_surface(Material::Metal, base::draw_chance(base::hash(key_, 1), 0.5)
                                                           ? palette::k_brick_red
                                                           : palette::k_metal_light);
  const Surface wire = solid_surface(Material::Metal, palette::k_metal_dark);
  const Surface wood = solid_surface(Material::Bark, palette::k_sandstone);
  const Surface stone = solid_surface(Material::Stone, palette::k_concrete);
  const double low = k_underside_m;
  const double floor = low + 0.35;
  const double end = half_ + k_tower_from_m + 0.05;
  deck(w_, low, floor, end, wood);
  railings(w_ - 0.06, floor, end, 1.6, wire);
  const double portal = half_ + 1.2;
  const double top = floor + 4.6 + half_ * 0.12;
  for (const double x : {-w_ - 0.28, w_ + 0.28}) {
    piers(x - 0.16, x + 0.16, portal - 0.18, portal + 0.18, top, steel);
  }
  for (const double sign : {-1.0, 1.0}) {
    const double z = sign * portal;
    kit_.box({-w_ - 0.3, top - 0.55, z - 0.12}, {w_ + 0.3, top - 0.15, z + 0.12}, steel, k_box_all);
    if (out_.lod() == 2) continue;
    kit_.box({-w_ - 0.3, low - 0.3, z - 0.12}, {w_ + 0.3, low - 0.02, z + 0.12}, steel, k_box_all);
  }
  towers(floor + 1.25, stone, steel, true);
  const double sag = top - (floor + 1.35);
  for (const double side : {-1.0, 1.0}) {
    // One cable in the middle does for both from afar.
    const bool afar = out_.lod() == 2;
    if (afar && side > 0) continue;
    const double x = afar ? 0.0 : side * (w_ + 0.28);
    cable({x, top, -portal}, {x, top, portal}, sag, full() ? 12 : afar ? 4 : 6, wire);
    for (const double sign : {-1.0, 1.0}) {
      kit_.strut({x, top, sign * portal}, {x, floor + 1.35, sign * (end_m() - 0.3)}, 0.055, wire);
    }
    if (!full()) continue;
    const unsigned hangers = 2 * static_cast<unsigned>(portal / 1.4);
    for (unsigned hanger = 1; hanger < hangers; ++hanger) {
      const double t = static_cast<double>(hanger) / hangers;
      const double z = -portal + 2.0 * portal * t;
      const double y = top - 4.0 * sag * t * (1.0 - t);
      kit_.strut({x, low + 0.1, z}, {x, y, z}, 0.02, wire);
      kit_.box({std::min(x, side * w_), low + 0.05, z - 0.04},
               {std::max(x, side * w_), low + 0.15, z + 0.04}, steel, k_box_all);
    }
  }
}

void BridgeBuilder::cable_stayed() {
  const Surface white = solid_surface(Material::Metal, palette::k_plaster_white);
  const Surface wire = solid_surface(Material::Metal, palette::k_metal_light);
  const Surface stone = solid_surface(Material::Stone, palette::k_concrete);
  const double low = k_underside_m;
  const double floor = low + 0.3;
  const double end = half_ + k_tower_from_m + 0.05;
  const double mast_side = base::draw_chance(base::hash(key_, 1), 0.5) ? 1.0 : -1.0;
  deck(w_, low, floor, end, white);
  railings(w_ - 0.06, floor, end, 1.4, wire);
  towers(floor + 1.25, stone, white, true);
  // A mast of two legs that lean together above the deck.
  const double z = mast_side * (half_ + 1.25);
  const double top = floor + 7.5 + half_ * 0.35;
  for (const double side : {-1.0, 1.0}) {
    const double x = side * (w_ + 0.45);
    const double foot = foot_below(x - 0.2, x + 0.2, z - 0.2, z + 0.2);
    kit_.strut({x, foot, z}, {side * 0.12, top, z}, 0.22, white);
    kit_.collide({x - 0.25, foot, z - 0.25}, {x + 0.25, foot + 3.0, z + 0.25});
  }
  kit_.drum({0, top - 0.5, z}, 0.3, 0.16, 1.3, 6, white);
  kit_.box({-w_ - 0.4, low - 0.3, z - 0.15}, {w_ + 0.4, low - 0.02, z + 0.15}, white, k_box_all);
  if (out_.lod() == 2) {
    // One stay each way in the middle does for all from afar.
    const double to = z - mast_side * (half_ * 2.0 + 0.6);
    kit_.strut({0, top - 0.2, z}, {0, floor + 0.05, to}, 0.05, wire);
    kit_.strut({0, top - 0.3, z}, {0, floor + 1.3, mast_side * (end_m() - 0.3)}, 0.05, wire);
    return;
  }
  const unsigned stays = full() ? 6 : 3;
  for (unsigned stay = 1; stay <= stays; ++stay) {
    const double share = static_cast<double>(stay) / stays;
    const double to = z - mast_side * (half_ * 2.0 + 0.6) * share;
    for (const double side : {-1.0, 1.0}) {
      kit_.strut({side * 0.1, top - 0.2 - (1.0 - share) * 2.2, z},
                 {side * (w_ - 0.06), floor + 0.05, to}, 0.035, wire);
    }
  }
  // The back stays go down to the tower behind the mast.
  for (const double side : {-1.0, 1.0}) {
    kit_.strut({side * 0.1, top - 0.3, z}, {side * w_, floor + 1.3, mast_side * (end_m() - 0.3)},
               0.05, wire);
  }
}

namespace {

// The highest roadway below the deck.
double datum_m(const PieceWriter& out, PlanePoint middle, PlaneVector along, PlaneVector across,
               double half_road_m, double half_width_m) {
  double high = out.ground_m(middle);
  constexpr int k_steps = 6;
  for (int step = -k_steps; step <= k_steps; ++step) {
    for (const double x : {-half_width_m, 0.0, half_width_m}) {
      const PlanePoint point = moved(middle, across * (half_road_m * step / k_steps) + along * x);
      high = std::max(high, out.ground_m(point));
    }
  }
  return high;
}

}  // namespace

const char* overhead_bridge_name(OverheadBridge style) {
  return k_styles[static_cast<unsigned>(style)].name;
}

OverheadBridge draw_overhead_bridge(std::uint64_t key) {
  double total = 0;
  for (const StyleTraits& style : k_styles) total += style.weight;
  double roll = base::draw_unit(base::hash(key, 101)) * total;
  for (unsigned index = 0; index < k_overhead_bridge_count; ++index) {
    roll -= k_styles[index].weight;
    if (roll < 0) return static_cast<OverheadBridge>(index);
  }
  return OverheadBridge::SteelGirder;
}

void build_overhead_bridge(PieceWriter& out, const EdgePlan& plan, unsigned segment,
                           OverheadBridge style, std::uint64_t key) {
  const StyleTraits& traits = k_styles[static_cast<unsigned>(style)];
  const PlaneVector near = plan.curve.node_m(segment);
  const PlaneVector far = plan.curve.node_m(segment + 1);
  const PlaneVector along = normalised(far - near);
  const PlaneVector across = right_of(along);
  const PlanePoint middle = moved(plan.curve.start, (near + far) * 0.5);
  const double half_m = std::max(plan.half_width_m[segment], plan.half_width_m[segment + 1]);
  const double floor_m = datum_m(out, middle, along, across, half_m, traits.half_width_m + 0.3);
  BridgeBuilder bridge(out, SolidKit(out, middle, across, floor_m), half_m, traits.half_width_m,
                       base::hash(key, 102));
  switch (style) {
    case OverheadBridge::SteelGirder:
      return bridge.steel_girder();
    case OverheadBridge::StoneArch:
      return bridge.stone_arch();
    case OverheadBridge::Suspension:
      return bridge.suspension();
    case OverheadBridge::GlassSkywalk:
      return bridge.glass_skywalk();
    case OverheadBridge::TrussRailway:
      return bridge.truss_railway();
    case OverheadBridge::BrickViaduct:
      return bridge.brick_viaduct();
    case OverheadBridge::CableStayed:
      return bridge.cable_stayed();
  }
}

}  // namespace terrane::city
