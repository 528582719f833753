// Free-standing solids: the boxes, struts, drums and panels that bridges, clocks, fences, boats and
// playgrounds are made of, in a small upright frame of their own. Not buildings, which stand on
// lots and have facades (building_kit.h). Local coordinates: x to the right, y above the floor, z
// forward; all metres. Source: article "Building a procedural city in WebGPU"
// (architecture_kit.js).
#pragma once

#include <cstdint>

#include "terrane/city/piece_writer.h"
#include "terrane/content/octahedral.h"

namespace terrane::city {

// A material and a colour; what solids need of a Surface.
Surface solid_surface(content::Material material, std::uint8_t palette);

// A vertex at a place of the piece's frame, metres.
content::Vertex solid_vertex(geo::Vec3 place, content::OctahedralNormal normal,
                             const Surface& surface, std::uint8_t light);

// Faces of a box that are drawn.
inline constexpr unsigned k_box_top = 1;
inline constexpr unsigned k_box_bottom = 2;
inline constexpr unsigned k_box_ends = 4;   // across z
inline constexpr unsigned k_box_sides = 8;  // across x
inline constexpr unsigned k_box_standing = k_box_top | k_box_ends | k_box_sides;
inline constexpr unsigned k_box_all = k_box_standing | k_box_bottom;

// Owner thread.
class SolidKit {
 public:
  // `forward` is a unit vector; `floor_m` a world height.
  SolidKit(PieceWriter& out, PlanePoint place, PlaneVector forward, double floor_m);
  // The floor lies on the ground at `place`.
  static SolidKit on_ground(PieceWriter& out, PlanePoint place, PlaneVector forward, double lift_m);

  PieceWriter& out() const { return out_; }
  double floor_m() const { return floor_m_; }
  // The world point below a place of the frame, and the ground there above the floor.
  PlanePoint world(double x, double z) const;
  double ground_above_floor_m(double x, double z) const;

  void box(geo::Vec3 low, geo::Vec3 high, const Surface& surface, unsigned faces = k_box_standing);
  // A flat face whose front looks towards `facing`, whatever order its corners go round in.
  void panel(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, geo::Vec3 d, geo::Vec3 facing,
             const Surface& surface);
  // The same seen from both sides.
  void sheet(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, geo::Vec3 d, const Surface& surface);
  void triangle(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, geo::Vec3 facing, const Surface& surface);
  // A bar of square section between two points, without end faces.
  void strut(geo::Vec3 from, geo::Vec3 to, double half_m, const Surface& surface);
  // An upright frustum of `sides` sides (3 to 12), closed above; a cone when `top_radius_m` is 0.
  void drum(geo::Vec3 foot, double radius_m, double top_radius_m, double height_m, unsigned sides,
            const Surface& surface);
  // An upright disc that looks along z (forward when `sign` is 1), `sides` from 3 to 16.
  void disc(geo::Vec3 centre, double radius_m, double sign, unsigned sides, const Surface& surface);
  void collide(geo::Vec3 low, geo::Vec3 high);

 private:
  geo::Vec3 placed(geo::Vec3 local) const {
    return {origin_.x + right_.x * local.x + forward_.x * local.z, floor_m_ + local.y,
            origin_.z + right_.z * local.x + forward_.z * local.z};
  }
  // Baked light: a little darker near the floor.
  static std::uint8_t light_at(double y);

  PieceWriter& out_;
  PlanePoint place_;
  PlaneVector origin_;  // in the piece's frame
  PlaneVector forward_;
  PlaneVector right_;
  double floor_m_ = 0;
};

}  // namespace terrane::city
