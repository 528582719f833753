#include "terrane/city/park_side.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/park_features.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::InstanceKind;
using content::Material;
namespace palette = content::palette;

constexpr double k_path_lift_m = 0.035;
constexpr double k_room_least_m = 12.0;  // from frontage to end: less is only a lawn with trees
constexpr double k_wall_m = 0.35;
constexpr double k_bound_least_m = 4.0;  // from frontage to the wall at the back
constexpr unsigned k_middle = 9;         // place in the block of the pavilion

Surface path_surface(std::uint8_t colour) {
  return ground_surface(Material::Paving, colour, content::k_ground_layer_path);
}

struct Park {
  PieceWriter& out;
  const SideStrip& strip;
  const SideBlock& block;
  std::uint64_t key;  // of this segment
  bool roomy = false;
  double front_m = 0;  // the widest frontage and the shallowest end
  double back_m = 0;

  // An offset that lies a share of the way from frontage to bank, at each station.
  Pair across(double near_share, double far_share) const {
    const auto offset = [&](unsigned end, double share) {
      const double from_m = strip.frontage_m().at(end);
      const double to_m = std::max(from_m, strip.depth_m().at(end) - k_bank_width_m);
      return from_m + (to_m - from_m) * share;
    };
    return {offset(0, near_share), offset(1, far_share)};
  }
  Pair across(double share) const { return across(share, share); }
};

void bench(const Park& park, PlanePoint place, double heading_rad) {
  if (!park.out.full_detail()) return;
  park.out.instance(InstanceKind::Bench, place, k_sidewalk_lift_m, heading_rad, 1.0,
                    palette::k_bark, 0);
}

void lamp(const Park& park, PlanePoint place, double heading_rad) {
  if (park.out.lod() == 2) return;
  park.out.instance(InstanceKind::StreetLamp, place, k_sidewalk_lift_m, heading_rad, 0.62,
                    palette::k_metal_dark, 0);
}

// A low wall of stone along the frontage, with a gate's gap now and then.
void front_wall(const Park& park, const Surface& surface, double width_m, double high_m,
                unsigned gap_every) {
  if (park.block.in_block % gap_every == gap_every / 2) return;
  park.strip.bar(park.strip.frontage_m() + 0.25, width_m, -0.1, k_sidewalk_lift_m + high_m,
                 surface);
  park.strip.collide(park.strip.at(0, park.front_m + 0.25 + width_m * 0.5),
                     park.strip.at(1, park.front_m + 0.25 + width_m * 0.5), width_m * 0.5, high_m);
}

// The stretch is bounded by a wall or hedge at its ends, which also hides that the neighbour's
// ground is cut into other strips, and at its back, where the meadow begins.
void bound(const Park& park, const Surface& surface, double width_m, double high_m) {
  const SideStrip& strip = park.strip;
  const Pair back = strip.depth_m() + Pair(-k_bank_width_m);
  if (back.near - strip.frontage_m().near > k_bound_least_m &&
      back.far - strip.frontage_m().far > k_bound_least_m) {
    strip.bar(back + Pair(-width_m), width_m, -0.3, k_sidewalk_lift_m + high_m, surface);
    strip.collide(strip.at(0, back.near - width_m * 0.5), strip.at(1, back.far - width_m * 0.5),
                  width_m * 0.5, k_sidewalk_lift_m + high_m);
  }
  for (unsigned end = 0; end < 2; ++end) {
    if (!(end == 0 ? park.block.first : park.block.last)) continue;
    strip.cross_bar(end, strip.frontage_m().at(end) + 0.25, back.at(end), width_m, -0.5,
                    k_sidewalk_lift_m + high_m, surface);
  }
}

// The path winds by a sine of the station, whose phase and reach the block draws.
double winding_share(const Park& park, unsigned end) {
  const std::uint64_t key = park.block.key;
  const double phase = base::draw_between(base::hash(key, 51), 0.0, 6.28);
  const double turns = base::draw_between(base::hash(key, 52), 1.1, 1.9);
  const double share = (park.block.in_block + end) / 18.0;
  return 0.42 + 0.2 * base::sin(phase + turns * 2.0 * base::k_pi * share);
}

void scatter(const Park& park, double avoid_from_m, double avoid_to_m, unsigned most,
             double bush_chance) {
  const unsigned count = 1 + base::draw_index(base::hash(park.key, 1), most);
  for (unsigned plant = 0; plant < count; ++plant) {
    const std::uint64_t own = base::hash(park.key, 2, plant);
    const double from_m = park.front_m + 3.0;
    const double to_m = park.back_m - 1.5;
    if (to_m < from_m) return;
    const double offset = base::draw_between(base::hash(own, 1), from_m, to_m);
    if (offset > avoid_from_m - 1.6 && offset < avoid_to_m + 1.6) continue;
    const PlanePoint place = park.strip.at(base::draw_unit(base::hash(own, 2)), offset);
    if (base::draw_chance(base::hash(own, 3), bush_chance)) {
      park.strip.bush(place, 0.7, 1.3, own);
    } else {
      park.strip.tree(place, 0.85, 1.5, own);
    }
  }
}

// Stones along both edges of a path, and now and then flowers in the grass beside it.
void edge_path(const Park& park, Pair path, double width_m, const Surface& stone) {
  if (!park.out.full_detail()) return;
  const SideStrip& strip = park.strip;
  strip.bar(path + Pair(-0.12), 0.12, -0.05, k_sidewalk_lift_m + 0.09, stone);
  strip.bar(path + width_m, 0.12, -0.05, k_sidewalk_lift_m + 0.09, stone);
  if (!base::draw_chance(base::hash(park.key, 5), 0.3)) return;
  constexpr std::uint8_t k_flowers[] = {36 * 5 + 6 * 4 + 1, 36 * 4 + 6 * 2 + 4, 36 * 5 + 6 * 5 + 4};
  for (unsigned flower = 0; flower < 7; ++flower) {
    const std::uint64_t own = base::hash(park.key, 6, flower);
    const double share = base::draw_unit(base::hash(own, 1));
    const double edge_m = path.near + (path.far - path.near) * share + width_m;
    const double offset_m = edge_m + base::draw_between(base::hash(own, 2), 0.5, 2.2);
    if (offset_m > park.back_m) continue;
    SolidKit kit =
        SolidKit::on_ground(park.out, strip.at(share, offset_m), strip.along(), k_sidewalk_lift_m);
    kit.drum({0, -0.05, 0}, 0.2, 0.07, 0.28, 4,
             solid_surface(Material::Foliage, k_flowers[base::draw_index(park.block.key, 3)]));
  }
}

void litter_bin(const Park& park, PlanePoint place) {
  if (!park.out.full_detail()) return;
  SolidKit kit = SolidKit::on_ground(park.out, place, park.strip.along(), k_sidewalk_lift_m);
  const Surface green = solid_surface(Material::Metal, palette::k_leaf_dark);
  kit.drum({0, -0.1, 0}, 0.24, 0.27, 0.95, 7, green);
  kit.drum({0, 0.95, 0}, 0.3, 0.18, 0.12, 7, green);
}

void build_landscape(const Park& park) {
  const SideStrip& strip = park.strip;
  strip.whole_ground(
      ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base), 238);
  const Surface stone = solid_surface(Material::Stone, palette::k_limestone);
  front_wall(park, stone, k_wall_m, 0.55, 6);
  bound(park, stone, k_wall_m, 0.55);
  if (!park.roomy) return scatter(park, 0, 0, 2, 0.4);
  constexpr double k_path_m = 2.6;
  const Pair path = park.across(winding_share(park, 0), winding_share(park, 1));
  strip.sheet(path, k_path_m, k_path_lift_m, path_surface(palette::k_sand));
  const double low_m = std::min(path.near, path.far);
  const double high_m = std::max(path.near, path.far) + k_path_m;
  // An opening in the wall has its own path to the winding one.
  if (park.block.in_block % 6 == 3) {
    const double half = 1.1 / strip.length_m();
    const double to_m = (path.near + path.far) * 0.5 + 0.3;
    const auto corner = [&](double share, double offset) {
      return GroundCorner{strip.at(share, offset), k_sidewalk_lift_m + k_path_lift_m, 238, 0, 0};
    };
    const Surface gravel = path_surface(palette::k_sand);
    const unsigned parts = 3;
    for (unsigned part = 0; part < parts; ++part) {
      const double from = park.front_m + (to_m - park.front_m) * part / parts;
      const double to = park.front_m + (to_m - park.front_m) * (part + 1) / parts;
      if (strip.side() == Side::Right) {
        park.out.ground_quad(corner(0.5 - half, from), corner(0.5 - half, to),
                             corner(0.5 + half, to), corner(0.5 + half, from), gravel);
      } else {
        park.out.ground_quad(corner(0.5 - half, from), corner(0.5 + half, from),
                             corner(0.5 + half, to), corner(0.5 - half, to), gravel);
      }
    }
  }
  edge_path(park, path, k_path_m, stone);
  const unsigned turn = park.block.in_block % 4;
  if (turn == 1) {
    bench(park, strip.at(0.5, low_m - 0.7), strip.heading_to_road_rad() + base::k_pi);
    litter_bin(park, strip.at(0.8, low_m - 0.7));
  } else if (turn == 3) {
    lamp(park, strip.at(0.5, high_m + 0.7), strip.heading_to_road_rad());
  }
  if (park.block.in_block == k_middle && park.back_m - high_m > 9.0) {
    build_monument(park.out, strip.at(0.5, high_m + 4.5), strip.outward(), park.block.key);
    return;
  }
  scatter(park, low_m, high_m, 4, 0.22);
}

// One kind along the whole garden, all of a height.
void avenue_tree(const Park& park, PlanePoint place) {
  const std::uint64_t key = base::hash(park.block.key, 63);
  const bool conifer = base::draw_chance(key, 0.25);
  park.out.instance(conifer ? InstanceKind::ConiferTree : InstanceKind::BroadleafTree, place,
                    k_sidewalk_lift_m, base::draw_between(base::hash(park.key, 4), 0.0, 6.28), 1.0,
                    conifer ? palette::k_leaf_dark : palette::k_leaf_green,
                    static_cast<std::uint16_t>(base::draw_index(base::hash(key, 1), 8)));
}

void build_formal(const Park& park) {
  const SideStrip& strip = park.strip;
  strip.whole_ground(
      ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base), 238);
  const Surface hedge = solid_surface(Material::Foliage, palette::k_leaf_dark);
  front_wall(park, hedge, 0.8, 0.95, 6);
  bound(park, hedge, 0.8, 0.95);
  if (!park.roomy) return scatter(park, 0, 0, 2, 0.6);
  // The walk along the middle of the shallowest part, so that it does not swerve where a side is
  // deep: a fixed distance from the frontage where there is room.
  constexpr double k_walk_m = 4.0;
  const auto walk_at = [&](unsigned end) {
    const double front = strip.frontage_m().at(end);
    return front + std::min(9.0, (strip.depth_m().at(end) - front) * 0.5 - k_walk_m * 0.5);
  };
  const Pair walk{walk_at(0), walk_at(1)};
  strip.sheet(walk, k_walk_m, k_path_lift_m, path_surface(palette::k_paving_warm));
  const bool gate = park.block.in_block % 6 == 3;
  const bool middle = park.block.in_block == k_middle;
  // Low box hedges on both sides of the walk.
  if (park.out.lod() < 2 && !gate) {
    strip.bar(walk + Pair(-0.75), 0.45, -0.1, k_sidewalk_lift_m + 0.5, hedge);
    if (!middle) strip.bar(walk + Pair(k_walk_m + 0.3), 0.45, -0.1, k_sidewalk_lift_m + 0.5, hedge);
  }
  // A bed of flowers before the walk, and clipped cones behind it.
  const Pair bed = walk + Pair(-4.4);
  const double bed_room_m =
      std::min(bed.near - strip.frontage_m().near, bed.far - strip.frontage_m().far);
  if (!gate && bed_room_m > 1.5) {
    build_flower_bed(strip, bed, 2.4, base::hash(park.block.key, 61, park.block.in_block / 6));
  }
  if (gate) {
    lamp(park, strip.at(0.5, std::max(walk.near, walk.far) - 1.2), strip.heading_to_road_rad());
  }
  const double behind_m = std::max(walk.near, walk.far) + k_walk_m;
  const double room_m = park.back_m - behind_m;
  if (middle && room_m > 11.0) {
    build_bandstand(park.out, strip.at(0.5, behind_m + 5.2), strip.outward(), park.block.key);
    return;
  }
  const bool beside_middle =
      park.block.in_block + 1 == k_middle || park.block.in_block == k_middle + 1;
  if (beside_middle) return;
  if (park.block.in_block % 2 == 0) {
    if (room_m > 3.0) build_topiary(park.out, strip.at(0.5, behind_m + 2.0), park.key);
  } else {
    bench(park, strip.at(0.5, behind_m - 0.6), strip.heading_to_road_rad());
  }
  // An avenue of trees at even distances behind.
  for (double offset = behind_m + 6.5; offset < park.back_m - 2.0; offset += 8.0) {
    if (park.block.in_block % 2 == 1) continue;
    avenue_tree(park, strip.at(0.5, offset));
  }
}

void build_playground(const Park& park) {
  const SideStrip& strip = park.strip;
  strip.whole_ground(
      ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base), 238);
  const Surface metal = solid_surface(Material::Metal, palette::k_copper_green);
  const Surface stone = solid_surface(Material::Stone, palette::k_concrete);
  bound(park, stone, 0.25, 0.4);
  if (park.block.in_block % 6 != 3) {
    const bool ends = park.block.last || park.block.in_block % 6 == 2;
    build_fence(strip, strip.frontage_m() + 0.4, 1.1, ends, metal);
  }
  if (!park.roomy) return scatter(park, 0, 0, 2, 0.5);
  // The court takes places 4 to 9, what children climb on 11 to 16.
  const unsigned place = park.block.in_block;
  constexpr unsigned k_court_first = 4;
  constexpr unsigned k_court_last = 9;
  const double court_m = std::min(17.0, park.back_m - park.front_m - 5.0);
  double taken_m = park.front_m + 3.0;
  if (place >= k_court_first && place <= k_court_last) {
    build_court(strip, 3.0, place - k_court_first, k_court_last - k_court_first + 1,
                base::hash(park.block.key, 71));
    taken_m = park.front_m + 3.0 + court_m;
  } else if (place >= 11 && place <= 16) {
    strip.sheet(strip.frontage_m() + 3.0, 9.0, k_path_lift_m,
                ground_surface(Material::Soil, palette::k_sand, content::k_ground_layer_path));
    const PlanePoint spot = strip.at(0.5, park.front_m + 7.5);
    if (place == 12) build_swings(park.out, spot, strip.outward());
    if (place == 14) build_climbing_tower(park.out, spot, strip.outward(), park.block.key);
    if (place == 16) build_roundabout(park.out, spot, strip.outward());
    taken_m = park.front_m + 13.0;
  } else if (place == 10) {
    bench(park, strip.at(0.3, park.front_m + 4.0), strip.heading_along_rad() + base::k_pi * 0.5);
    lamp(park, strip.at(0.5, park.front_m + 8.0), strip.heading_to_road_rad());
  }
  scatter(park, park.front_m, taken_m, 3, 0.15);
}

}  // namespace

const char* park_theme_name(ParkTheme theme) {
  constexpr const char* k_names[] = {"landscape", "formal", "playground"};
  return k_names[static_cast<unsigned>(theme)];
}

void build_park_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                     const SideBlock& block, ParkTheme theme) {
  const SideStrip strip(out, plan, segment, side);
  Park park{out, strip, block, base::hash(block.key, 50, block.in_block)};
  park.front_m = strip.widest_frontage_m();
  park.back_m = strip.shallowest_m() - k_bank_width_m;
  park.roomy = park.back_m - park.front_m >= k_room_least_m;
  const Surface lawn =
      ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base);
  if (block.first) strip.skirt(0, lawn);
  if (block.last) strip.skirt(1, lawn);
  switch (theme) {
    case ParkTheme::Landscape:
      return build_landscape(park);
    case ParkTheme::Formal:
      return build_formal(park);
    case ParkTheme::Playground:
      return build_playground(park);
  }
}

}  // namespace terrane::city
