#include "terrane/city/water_side.h"

#include <algorithm>
#include <array>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/plinth.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/city/water_craft.h"
#include "terrane/city/water_section.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using namespace water_line;
using content::Material;
using geo::Vec3;
namespace palette = content::palette;

constexpr double k_below_ground_m = 1.6;  // the water, under the lowest ground
constexpr unsigned k_swell_parts = 3;     // of a pond's grass: none wider than 12 m
constexpr double k_parapet_m = 0.95;
constexpr double k_wall_m = 0.45;
constexpr double k_wall_root_m = 0.9;    // an end wall's face goes on beyond the banks
constexpr double k_root_below_m = 0.05;  // and ends so far under the ground there

struct Looks {
  Surface promenade;
  Surface upper;  // wall or bank between street and water
  Surface lower;  // towpath or beach
  Surface wall;   // at the water
  Surface far_bank;
  Surface far_ground;
};

Looks looks_of(WaterStyle style, const Surface& paving, std::uint64_t key) {
  const Surface lawn =
      ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base);
  const Surface sand =
      ground_surface(Material::Soil, palette::k_sand, content::k_ground_layer_base);
  const Surface stone = solid_surface(Material::Stone, base::draw_chance(base::hash(key, 32), 0.5)
                                                           ? palette::k_limestone
                                                           : palette::k_concrete_dark);
  switch (style) {
    case WaterStyle::Canal:
      return {paving, stone, paving, stone, lawn, lawn};
    case WaterStyle::Bank:
      return {lawn, lawn, sand, sand, lawn, lawn};
    case WaterStyle::Basin:
      break;
  }
  return {paving, stone, stone, stone, stone, paving};
}

class WaterBuilder {
 public:
  WaterBuilder(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
               const SideBlock& block, WaterStyle style, double level_m)
      : out_(out),
        strip_(out, plan, segment, side),
        segment_(segment),
        block_(block),
        style_(style),
        level_m_(level_m),
        looks_(looks_of(style, sidewalk_surface(plan, segment), block.key)) {
    for (unsigned end = 0; end < 2; ++end) {
      sections_[end] = water_section(out, plan, segment + end, side, block.key,
                                     block.in_block + end, style, level_m);
    }
    for (unsigned line = 0; line < k_count; ++line) {
      rails_[line] = strip_.at_height(offsets(line), heights(line));
    }
    rails_[Front] = strip_.line(SideLine::Frontage);
    rails_[End] = strip_.line(SideLine::Outer);
  }

  void build() {
    lay_ground(near_ground(), looks_.promenade, 225, 232);
    if (sections_[0].has_trough() || sections_[1].has_trough()) build_trough();
    lay_ground(far_ground(), looks_.far_ground, 235, 235);
    for (unsigned end = 0; end < 2; ++end) {
      if (end == 0 ? !block_.first : !block_.last) continue;
      build_end_wall(end);
      hang_skirts(end);
    }
    if (!sections_[0].open || !sections_[1].open) {
      if (style_ == WaterStyle::Bank) plant_banks();
      return;
    }
    switch (style_) {
      case WaterStyle::Canal:
        return furnish_canal();
      case WaterStyle::Bank:
        return furnish_bank();
      case WaterStyle::Basin:
        return furnish_basin();
    }
  }

 private:
  Pair offsets(unsigned line) const {
    return {sections_[0].offset_m[line], sections_[1].offset_m[line]};
  }
  Pair heights(unsigned line) const {
    return {sections_[0].height_m[line], sections_[1].height_m[line]};
  }
  double nearest_m(unsigned line) const { return std::min(offsets(line).near, offsets(line).far); }
  double farthest_m(unsigned line) const { return std::max(offsets(line).near, offsets(line).far); }

  // The lines of the ground before the water and beyond it. A pond's is grass that grows wide
  // towards the tips and follows the swells there; a quay's is flat from line to line.
  std::vector<Rail> near_ground() const {
    std::vector<Rail> rails{rails_[Front]};
    add_swells(Front, Edge, rails);
    rails.push_back(rails_[Edge]);
    return rails;
  }
  std::vector<Rail> far_ground() const {
    std::vector<Rail> rails{rails_[FarEdge]};
    add_swells(FarEdge, Shoulder, rails);
    rails.push_back(rails_[Shoulder]);
    rails.push_back(rails_[End]);
    return rails;
  }
  void add_swells(unsigned from, unsigned to, std::vector<Rail>& rails) const {
    if (style_ != WaterStyle::Bank) return;
    for (unsigned part = 1; part < k_swell_parts; ++part) {
      const double share = static_cast<double>(part) / k_swell_parts;
      const auto between_m = [&](unsigned end) {
        const auto& offset_m = sections_[end].offset_m;
        return offset_m[from] + (offset_m[to] - offset_m[from]) * share;
      };
      rails.push_back(strip_.on_ground({between_m(0), between_m(1)}, k_sidewalk_lift_m));
    }
  }
  void lay_ground(const std::vector<Rail>& rails, const Surface& surface, std::uint8_t first_light,
                  std::uint8_t last_light) const {
    for (std::size_t part = 0; part + 1 < rails.size(); ++part) {
      const std::uint8_t from = part == 0 ? first_light : last_light;
      if (style_ == WaterStyle::Bank) {
        strip_.ground(rails[part], rails[part + 1], surface, from, last_light);
      } else {
        strip_.face(rails[part], rails[part + 1], surface, from, last_light);
      }
    }
  }

  void build_trough() {
    strip_.face(rails_[Edge], rails_[Foot], looks_.upper, 225, 170);
    if (sections_[0].open || sections_[1].open) {
      build_water();
    } else {
      // A pond's tip is dry: grass all through.
      strip_.face(rails_[Foot], rails_[Brink], looks_.upper, 190, 200);
      strip_.face(rails_[Brink], rails_[FarBed], looks_.upper, 200, 200);
      strip_.face(rails_[FarBed], rails_[FarBrink], looks_.upper, 200, 190);
    }
    strip_.face(rails_[FarBrink], rails_[FarEdge], looks_.far_bank, 190, 230);
  }

  void build_water() {
    strip_.face(rails_[Foot], rails_[Brink], looks_.lower, 190, 215);
    strip_.face(rails_[Brink], rails_[NearBed], looks_.wall, 200, 130);
    // Towards a pond's tip its bed comes out of the water.
    if (sections_[0].open != sections_[1].open) {
      strip_.face(rails_[NearBed], rails_[FarBed],
                  style_ == WaterStyle::Bank ? looks_.lower : looks_.upper, 200, 200);
    }
    const Surface water =
        ground_surface(Material::Water, palette::k_water, content::k_ground_layer_water);
    // A natural shore reaches a little into it; at its tip the water ends in a point.
    const bool bank = style_ == WaterStyle::Bank;
    const auto edge_m = [&](unsigned end, unsigned shore, unsigned bed) {
      return sections_[end].offset_m[bank && sections_[end].open ? shore : bed];
    };
    const Pair from{edge_m(0, Brink, NearBed), edge_m(1, Brink, NearBed)};
    const Pair to{edge_m(0, FarBrink, FarBed), edge_m(1, FarBrink, FarBed)};
    strip_.face(strip_.at_height(from, level_m_), strip_.at_height(to, level_m_), water, 235, 235);
    strip_.face(rails_[FarBed], rails_[FarBrink], looks_.wall, 130, 200);
  }

  // Where the stretch ends: a wall from the bed to above the neighbour's ground, with a coping.
  void build_end_wall(unsigned end) {
    const WaterSection& section = sections_[end];
    if (!section.open) return;
    const unsigned station = segment_ + end;
    const PlanePoint from = strip_.plan().beside(station, strip_.side(), section.offset_m[Edge]);
    const PlanePoint to = strip_.plan().beside(station, strip_.side(), section.offset_m[FarEdge]);
    const PlaneVector way = normalised(between(from, to));
    const PlaneVector inside = end == 0 ? strip_.along() : -strip_.along();
    const double sign = dot(right_of(way), inside) > 0 ? 1.0 : -1.0;
    SolidKit kit(out_, from, way, level_m_);
    const Surface stone = style_ == WaterStyle::Bank
                              ? solid_surface(Material::Stone, palette::k_limestone)
                              : looks_.upper;
    const double size_m = length(between(from, to));
    const double in = k_wall_m * sign;
    const unsigned parts = 2 + static_cast<unsigned>(size_m / 9.0);
    for (unsigned part = 0; part < parts; ++part) {
      const double z0 = size_m * part / parts;
      const double z1 = size_m * (part + 1) / parts;
      const double g0 = kit.ground_above_floor_m(0, z0) + k_sidewalk_lift_m;
      const double g1 = kit.ground_above_floor_m(0, z1) + k_sidewalk_lift_m;
      const double t0 = std::max(g0, 0.6) + k_parapet_m;
      const double t1 = std::max(g1, 0.6) + k_parapet_m;
      kit.panel({in, -k_water_bed_m, z0}, {in, -k_water_bed_m, z1}, {in, t1, z1}, {in, t0, z0},
                {sign, 0, 0}, stone);
      kit.panel({0, std::min(g0, 0.0) - 0.6, z0}, {0, std::min(g1, 0.0) - 0.6, z1}, {0, t1, z1},
                {0, t0, z0}, {-sign, 0, 0}, stone);
      kit.panel({0, t0, z0}, {0, t1, z1}, {in, t1, z1}, {in, t0, z0}, {0, 1, 0}, stone);
    }
    for (const double z : {0.0, size_m}) {
      // On into the earth: the banks leave the wall's line before they come to its face.
      const double beyond = z == 0 ? -k_wall_root_m : size_m + k_wall_root_m;
      const double g_in = kit.ground_above_floor_m(in, z) - k_root_below_m;
      const double g_beyond = kit.ground_above_floor_m(in, beyond) - k_root_below_m;
      kit.panel({in, -k_water_bed_m, z}, {in, -k_water_bed_m, beyond}, {in, g_beyond, beyond},
                {in, g_in, z}, {sign, 0, 0}, stone);
      const double g = kit.ground_above_floor_m(0, z);
      const double t = std::max(g + k_sidewalk_lift_m, 0.6) + k_parapet_m;
      kit.panel({0, g - 0.6, z}, {in, g - 0.6, z}, {in, t, z}, {0, t, z},
                {0, 0, z == 0 ? -1.0 : 1.0}, stone);
    }
    strip_.collide(from, to, k_wall_m, 1.2 + k_parapet_m);
  }

  // Below the ground before the wall and behind it, or all across where there is none.
  void hang_skirts(unsigned end) const {
    std::vector<RailEnd> before;
    std::vector<RailEnd> behind;
    for (const Rail& rail : near_ground()) before.push_back(rail.end(end));
    for (const Rail& rail : far_ground()) behind.push_back(rail.end(end));
    strip_.skirt(end, before, looks_.promenade);
    strip_.skirt(end, behind, looks_.far_ground);
  }

  // A rail on posts along a line; posts stand at the near station and the middle, so that two
  // segments share none.
  void railing(Pair offset_m, const Surface& metal) {
    collide_along(offset_m);
    if (out_.lod() == 2) return;
    strip_.bar(offset_m, 0.07, k_sidewalk_lift_m + 0.98, k_sidewalk_lift_m + 1.05, metal);
    if (!out_.full_detail()) return;
    strip_.bar(offset_m, 0.05, k_sidewalk_lift_m + 0.5, k_sidewalk_lift_m + 0.55, metal);
    for (unsigned post = 0; post < 3; ++post) {
      const double share = post / 3.0;
      const double offset = offset_m.near + (offset_m.far - offset_m.near) * share + 0.035;
      SolidKit kit = SolidKit::on_ground(out_, strip_.at(share, offset), strip_.outward(), 0);
      kit.box({-0.035, 0, -0.035}, {0.035, k_sidewalk_lift_m + 1.0, 0.035}, metal,
              k_box_ends | k_box_sides);
    }
  }

  void collide_along(Pair offset_m) {
    strip_.collide(strip_.plan().beside(segment_, strip_.side(), offset_m.near),
                   strip_.plan().beside(segment_ + 1, strip_.side(), offset_m.far), 0.1, 1.2);
  }

  void coping(double width_m, double high_m, const Surface& stone) {
    const Pair back = offsets(Edge) + Pair(-width_m);
    strip_.bar(back, width_m, -0.1, k_sidewalk_lift_m + high_m, stone);
  }

  void furnish_canal() {
    const Surface metal = solid_surface(Material::Metal, palette::k_metal_dark);
    if (out_.lod() < 2) coping(0.5, 0.12, looks_.upper);
    railing(offsets(Edge) + Pair(-0.3), metal);
    const double quay_m = nearest_m(Brink) - farthest_m(Foot);
    if (quay_m < 1.6) return;
    const std::uint64_t key = base::hash(block_.key, 41, block_.in_block);
    const bool steps = block_.in_block % 6 == 2;
    if (steps) {
      build_steps();
    } else if (base::draw_chance(base::hash(key, 1), 0.22)) {
      place_on_lower_quay(content::InstanceKind::BroadleafTree, key, 0.7);
    } else if (out_.full_detail() && base::draw_chance(base::hash(key, 2), 0.2)) {
      place_on_lower_quay(content::InstanceKind::Bench, key, 1.0);
    }
    if (block_.in_block % 7 == 4 && !steps) barge(key);
    if (out_.full_detail()) quay_rings(key);
    plant_far_bank(key);
  }

  // Instances stand on the natural ground by default; on the towpath their height is the towpath's.
  void place_on_lower_quay(content::InstanceKind kind, std::uint64_t key, double scale) {
    const double offset = (farthest_m(Foot) + nearest_m(Brink)) * 0.5 - 0.4;
    const PlanePoint place = strip_.at(0.5, offset);
    const double height_m = (heights(Foot).near + heights(Foot).far) * 0.5;
    out_.instance(kind, place, height_m - out_.ground_m(place),
                  kind == content::InstanceKind::Bench ? strip_.heading_to_road_rad() + base::k_pi
                                                       : base::draw_between(key, 0.0, 6.28),
                  scale,
                  kind == content::InstanceKind::Bench ? palette::k_bark : palette::k_leaf_green,
                  static_cast<std::uint16_t>(base::draw_index(base::hash(key, 5), 8)));
  }

  // A stair along the upper wall from the promenade to the towpath, as a solid flank with treads.
  void build_steps() {
    const double top_m = std::min(heights(Edge).near, heights(Edge).far);
    const double low_m = std::max(heights(Foot).near, heights(Foot).far);
    const double rise_m = top_m - low_m;
    const double foot_m = farthest_m(Foot) - 0.05;
    const double width_m = std::min(1.3, nearest_m(Brink) - foot_m - 0.3);
    if (rise_m < 0.5 || width_m < 0.8) return;
    SolidKit kit(out_, strip_.at(0.5, foot_m), strip_.along(), low_m);
    const double sign = strip_.side() == Side::Right ? 1.0 : -1.0;
    const double x0 = std::min(0.0, width_m * sign);
    const double x1 = std::max(0.0, width_m * sign);
    const double half_m = strip_.length_m() * 0.46;
    const unsigned steps =
        out_.full_detail() ? std::min(14u, 2 + static_cast<unsigned>(rise_m / 0.3)) : 3;
    for (unsigned step = 0; step < steps; ++step) {
      const double z0 = -half_m + 2.0 * half_m * step / steps;
      const double z1 = -half_m + 2.0 * half_m * (step + 1) / steps;
      kit.box({x0, -0.3, z0}, {x1, rise_m * (step + 1) / steps, z1}, looks_.upper);
    }
  }

  void barge(std::uint64_t key) {
    const double berth_m = farthest_m(Brink) + 2.3;
    if (nearest_m(FarBed) - berth_m < 4.0) return;
    build_barge(out_, strip_.at(0.5, berth_m), strip_.along(), level_m_, base::hash(key, 6));
  }

  void quay_rings(std::uint64_t key) {
    if (!base::draw_chance(base::hash(key, 7), 0.4)) return;
    const double offset = nearest_m(Brink) - 0.35;
    const double height_m = (heights(Foot).near + heights(Foot).far) * 0.5;
    SolidKit kit(out_, strip_.at(0.5, offset), strip_.outward(), height_m);
    kit.drum({0, -0.05, 0}, 0.14, 0.11, 0.5, 6,
             solid_surface(Material::Metal, palette::k_metal_dark));
  }

  void plant_far_bank(std::uint64_t key) {
    const double from_m = farthest_m(FarEdge) + 0.8;
    const double to_m = nearest_m(Shoulder) - 0.4;
    if (to_m < from_m || !base::draw_chance(base::hash(key, 21), 0.5)) return;
    const PlanePoint place = strip_.at(0.5, base::draw_between(base::hash(key, 22), from_m, to_m));
    strip_.tree(place, 0.8, 1.2, base::hash(key, 23));
  }

  void plant_banks() {
    const std::uint64_t key = base::hash(block_.key, 42, block_.in_block);
    if (!base::draw_chance(base::hash(key, 1), 0.5)) return;
    const double from_m = strip_.widest_frontage_m() + 1.0;
    const double to_m = nearest_m(Edge) - 0.4;
    if (to_m < from_m) return;
    strip_.bush(strip_.at(0.4, from_m + (to_m - from_m) * base::draw_unit(base::hash(key, 2))), 0.6,
                1.2, key);
  }

  void furnish_bank() {
    const std::uint64_t key = base::hash(block_.key, 43, block_.in_block);
    if (base::draw_chance(base::hash(key, 1), 0.55)) {
      strip_.tree(strip_.at(0.6, nearest_m(Edge) - 0.3), 0.7, 1.15, base::hash(key, 2));
    } else if (base::draw_chance(base::hash(key, 3), 0.5)) {
      strip_.bush(strip_.at(0.3, nearest_m(Edge) - 0.4), 0.6, 1.1, base::hash(key, 4));
    }
    plant_far_bank(key);
    const unsigned jetty_place = 5 + base::draw_index(base::hash(block_.key, 44), 8);
    const bool jetty = block_.in_block == jetty_place;
    if (jetty && nearest_m(FarBed) - farthest_m(NearBed) > 8.0) {
      build_jetty(strip_, nearest_m(Foot), farthest_m(NearBed) + 5.5, level_m_);
    }
    if (out_.lod() == 2) return;
    for (unsigned clump = 0; clump < 3; ++clump) {
      const std::uint64_t own = base::hash(key, 5, clump);
      const double share = (clump + base::draw_unit(own)) / 3.0;
      if (jetty && share > 0.2 && share < 0.8) continue;
      const bool far_shore = base::draw_chance(base::hash(own, 1), 0.3);
      const double near_line =
          offsets(Brink).near + (offsets(Brink).far - offsets(Brink).near) * share;
      const double far_line =
          offsets(FarBrink).near + (offsets(FarBrink).far - offsets(FarBrink).near) * share;
      const double out_m = base::draw_between(base::hash(own, 2), 0.15, 1.0);
      const PlanePoint place = strip_.at(share, far_shore ? far_line - out_m : near_line + out_m);
      if (base::draw_chance(base::hash(own, 3), 0.62)) {
        build_reeds(out_, place, level_m_, base::hash(own, 4));
      } else {
        build_stones(out_, place, level_m_, base::hash(own, 5));
      }
    }
  }

  void furnish_basin() {
    const std::uint64_t key = base::hash(block_.key, 45, block_.in_block);
    if (out_.lod() < 2) coping(0.7, 0.18, solid_surface(Material::Stone, palette::k_concrete));
    collide_along(offsets(Edge) + Pair(-0.35));
    if (out_.full_detail()) {
      const PlanePoint place = strip_.at(0.5, nearest_m(Edge) - 0.35);
      SolidKit bollard =
          SolidKit::on_ground(out_, place, strip_.outward(), k_sidewalk_lift_m + 0.16);
      const Surface iron = solid_surface(Material::Metal, palette::k_metal_dark);
      bollard.drum({0, -0.1, 0}, 0.17, 0.13, 0.55, 8, iron);
      bollard.drum({0, 0.45, 0}, 0.22, 0.2, 0.14, 8, iron);
      // Ladder rungs down the wall.
      if (block_.in_block % 5 == 3) build_ladder();
    }
    const unsigned berth = block_.in_block % 3;
    const double room_m = nearest_m(FarBed) - farthest_m(Edge);
    if (berth == 1 && room_m > 6.5 && base::draw_chance(base::hash(key, 1), 0.8)) {
      build_boat(out_, strip_.at(0.5, farthest_m(Edge) + 1.9), strip_.along(), level_m_,
                 base::hash(key, 2));
    }
    if (block_.in_block % 6 == 4 && room_m > 18.0) {
      build_boat(out_, strip_.at(0.5, farthest_m(Edge) + room_m * 0.55), strip_.outward(), level_m_,
                 base::hash(key, 3));
    }
    plant_far_bank(key);
  }

  void build_ladder() {
    const double rise_m = std::min(heights(Edge).near, heights(Edge).far) - level_m_;
    const PlanePoint foot = strip_.at(0.2, farthest_m(Edge) + 0.06);
    SolidKit kit(out_, foot, strip_.outward(), level_m_);
    const Surface metal = solid_surface(Material::Metal, palette::k_metal_light);
    for (const double x : {-0.22, 0.22}) {
      kit.box({x - 0.025, -0.4, 0.02}, {x + 0.025, rise_m + 0.3, 0.07}, metal,
              k_box_ends | k_box_sides);
    }
    const unsigned rungs = std::min(16u, static_cast<unsigned>(rise_m / 0.35));
    for (unsigned rung = 0; rung < rungs; ++rung) {
      const double y = 0.1 + rung * 0.35;
      kit.box({-0.22, y, 0.03}, {0.22, y + 0.04, 0.06}, metal, k_box_ends | k_box_top);
    }
  }

  PieceWriter& out_;
  SideStrip strip_;
  unsigned segment_;
  const SideBlock& block_;
  WaterStyle style_;
  double level_m_;
  Looks looks_;
  std::array<WaterSection, 2> sections_;
  std::array<Rail, k_count> rails_;
};

}  // namespace

const char* water_style_name(WaterStyle style) {
  constexpr const char* k_names[] = {"canal", "bank", "basin"};
  return k_names[static_cast<unsigned>(style)];
}

void build_water_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                      const SideBlock& block, WaterStyle style, double water_level_m) {
  WaterBuilder(out, plan, segment, side, block, style, water_level_m).build();
}

double water_level_m(const EdgePlan& plan, const Ground& ground, unsigned first, unsigned last,
                     Side side) {
  double lowest_m = 1e9;
  for (unsigned station = first; station <= last + 1; ++station) {
    const double from_m = plan.half_width_m[station] + k_building_line_m;
    const double to_m = plan.depth_m[static_cast<unsigned>(side)][station];
    for (unsigned step = 0; step <= 6; ++step) {
      const double offset_m = std::min(to_m, from_m + (to_m - from_m) * step / 6.0);
      const PlanePoint point = plan.beside(station, side, offset_m);
      lowest_m = std::min(lowest_m, base::from_mm(ground.height_mm(point)));
    }
  }
  return lowest_m - k_below_ground_m;
}

}  // namespace terrane::city
