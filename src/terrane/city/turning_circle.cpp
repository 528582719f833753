#include "terrane/city/turning_circle.h"

#include <array>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/roadside.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/octahedral.h"
#include "terrane/content/palette.h"
#include "terrane/geo/frame.h"

namespace terrane::city {
namespace {

using content::InstanceKind;
using content::Material;
using geo::Vec3;
namespace palette = content::palette;

constexpr unsigned k_island_sides = 16;
constexpr double k_island_foot_m = -0.12;  // of its kerb, into the road
constexpr double k_border_gap_m = 0.3;     // between sidewalk and border
constexpr unsigned k_border_run = 7;       // steps from opening to opening

class Circle {
 public:
  Circle(PieceWriter& out, const JunctionShape& shape, std::uint64_t key)
      : out_(out), centre_(shape.centre), key_(key) {}

  void build_island() {
    Surface kerb;
    kerb.material = Material::Stone;
    kerb.palette = palette::k_kerb;
    const bool lawn = base::draw_chance(base::hash(key_, 1), 0.6);
    const Surface bed =
        ground_surface(lawn ? Material::Grass : Material::Soil,
                       lawn ? palette::k_grass : palette::k_soil, content::k_ground_layer_base);
    for (unsigned side = 0; side < k_island_sides; ++side) {
      const PlaneVector p = way(side);
      const PlaneVector q = way((side + 1) % k_island_sides);
      const PlaneVector facing = p + q;
      const content::OctahedralNormal normal = content::encode_octahedral({facing.x, 0, facing.z});
      const auto upright = [&](PlaneVector at, double lift_m, std::uint8_t light) {
        content::Vertex vertex =
            out_.ground_vertex(corner(at, k_island_radius_m, lift_m, light), kerb);
        vertex.normal_u = normal.u;
        vertex.normal_v = normal.v;
        return vertex;
      };
      // Round the island counter-clockwise its faces look outward.
      out_.mesh().quad(upright(p, k_island_foot_m, 150), upright(q, k_island_foot_m, 150),
                       upright(q, k_kerb_height_m, 220), upright(p, k_kerb_height_m, 220));
      const double inner_m = k_island_radius_m - k_kerb_width_m;
      out_.ground_quad(corner(p, inner_m, k_kerb_height_m, 225),
                       corner(p, k_island_radius_m, k_kerb_height_m, 225),
                       corner(q, k_island_radius_m, k_kerb_height_m, 225),
                       corner(q, inner_m, k_kerb_height_m, 225), kerb);
      out_.ground_triangle({centre_, k_kerb_height_m + 0.15, 235, 0, 0},
                           corner(p, inner_m, k_kerb_height_m, 235),
                           corner(q, inner_m, k_kerb_height_m, 235), bed);
    }
    SolidKit kit = SolidKit::on_ground(out_, centre_, {0, -1}, 0);
    const double reach_m = k_island_radius_m * 0.7;
    kit.collide({-reach_m, -0.3, -reach_m}, {reach_m, 0.4, reach_m});
    plant_island(lawn);
  }

  // From one arm's sidewalk round to the other's, `low_m` above the ground to `high_m`.
  void build_border(const CornerLines& lines) {
    const bool hedge = base::draw_chance(base::hash(key_, 2), 0.6);
    const Surface surface =
        hedge ? solid_surface(Material::Foliage, palette::k_leaf_dark)
              : solid_surface(Material::Stone, base::draw_chance(base::hash(key_, 3), 0.5)
                                                   ? palette::k_brick_red
                                                   : palette::k_limestone);
    const double width_m = hedge ? 0.7 : 0.4;
    const double high_m = hedge ? 0.95 : 0.75;
    for (unsigned step = 1; step + 1 < lines.steps; ++step) {
      if (step % k_border_run == 0) {
        furnish_opening(lines, step);
        continue;
      }
      const bool opens = step == 1 || (step - 1) % k_border_run == 0;
      const bool closes = step + 2 == lines.steps || (step + 1) % k_border_run == 0;
      border_part(lines, step, width_m, high_m, surface, opens, closes);
    }
  }

 private:
  static PlaneVector way(unsigned side) {
    const base::SinCos turn = base::sin_cos(2.0 * base::k_pi * side / k_island_sides);
    return {turn.cos, -turn.sin};  // counter-clockwise from above
  }
  GroundCorner corner(PlaneVector at, double radius_m, double lift_m, std::uint8_t light) const {
    return {moved(centre_, at * radius_m), lift_m, light, 0, 0};
  }
  PlanePoint round(unsigned of, unsigned count, double away_m) const {
    const base::SinCos turn = base::sin_cos(2.0 * base::k_pi * of / count);
    return moved(centre_, PlaneVector{turn.cos, turn.sin} * away_m);
  }

  void plant_island(bool lawn) {
    out_.instance(InstanceKind::BroadleafTree, centre_, k_kerb_height_m + 0.1,
                  base::draw_between(base::hash(key_, 4), 0.0, 6.28),
                  base::draw_between(base::hash(key_, 5), 0.75, 1.0),
                  draw_leaf_colour(base::hash(key_, 6)),
                  static_cast<std::uint16_t>(base::draw_index(base::hash(key_, 7), 8)));
    if (out_.lod() == 2) return;
    const unsigned plants = lawn ? 4 : 7;
    for (unsigned plant = 0; plant < plants; ++plant) {
      out_.instance(InstanceKind::Bush, round(plant, plants, 1.6), k_kerb_height_m,
                    base::draw_between(base::hash(key_, 8, plant), 0.0, 6.28),
                    base::draw_between(base::hash(key_, 9, plant), 0.4, 0.6),
                    draw_leaf_colour(base::hash(key_, 10)), 0);
    }
  }

  void border_part(const CornerLines& lines, unsigned step, double width_m, double high_m,
                   const Surface& surface, bool opens, bool closes) {
    const auto spot = [&](unsigned at, double away_m) {
      const PlanePoint edge = lines.at(SideLine::Frontage, at, 0).point;
      return moved(edge, normalised(between(centre_, edge)) * away_m);
    };
    const PlanePoint p_in = spot(step, k_border_gap_m);
    const PlanePoint q_in = spot(step + 1, k_border_gap_m);
    const PlanePoint p_out = spot(step, k_border_gap_m + width_m);
    const PlanePoint q_out = spot(step + 1, k_border_gap_m + width_m);
    const PlaneVector along = between(p_in, q_in);
    SolidKit kit(out_, p_in, normalised(along), out_.ground_m(p_in));
    const auto place = [&](PlanePoint point, double lift_m) {
      const PlaneVector offset = between(p_in, point);
      const PlaneVector forward = normalised(along);
      return Vec3{dot(offset, right_of(forward)),
                  out_.ground_m(point) - kit.floor_m() + k_sidewalk_lift_m + lift_m,
                  dot(offset, forward)};
    };
    constexpr double k_below_m = -0.4;
    // Counter-clockwise round the pad the outside lies to the right.
    const auto face = [&](PlanePoint a, PlanePoint b, Vec3 facing) {
      kit.panel(place(a, k_below_m), place(b, k_below_m), place(b, high_m), place(a, high_m),
                facing, surface);
    };
    face(p_in, q_in, {-1, 0, 0});
    face(p_out, q_out, {1, 0, 0});
    kit.panel(place(p_in, high_m), place(q_in, high_m), place(q_out, high_m), place(p_out, high_m),
              {0, 1, 0}, surface);
    if (opens) face(p_in, p_out, {0, 0, -1});
    if (closes) face(q_in, q_out, {0, 0, 1});
    kit.collide({0, -0.3, 0}, {width_m, k_sidewalk_lift_m + high_m, length(along)});
  }

  // A lamp on the sidewalk, and a bench in the opening that looks at the circle.
  void furnish_opening(const CornerLines& lines, unsigned step) {
    const PlanePoint kerb = lines.at(SideLine::KerbBack, step, 0).point;
    const PlaneVector out = normalised(between(centre_, kerb));
    out_.instance(InstanceKind::StreetLamp, moved(kerb, out * 0.5), k_sidewalk_lift_m,
                  geo::heading_of({-out.x, 0, -out.z}), 1.0, palette::k_metal_dark, 0);
    if (!out_.full_detail()) return;
    const PlanePoint p = lines.at(SideLine::Frontage, step, 0).point;
    const PlanePoint q = lines.at(SideLine::Frontage, step + 1, 0).point;
    const PlanePoint middle = moved(p, between(p, q) * 0.5);
    const PlaneVector back = normalised(between(centre_, middle));
    out_.instance(InstanceKind::Bench, moved(middle, back * 0.4), k_sidewalk_lift_m,
                  geo::heading_of({-back.x, 0, -back.z}), 1.0, palette::k_bark, 0);
  }

  PieceWriter& out_;
  PlanePoint centre_;
  std::uint64_t key_;
};

}  // namespace

void build_turning_circle(PieceWriter& out, const JunctionShape& shape, const CornerLines& lines,
                          std::uint64_t key) {
  Circle circle(out, shape, key);
  circle.build_island();
  circle.build_border(lines);
}

}  // namespace terrane::city
