// The kit that buildings are made with: a lot's frame, the walls of rings, and slabs and panels on
// the faces of walls. Knows shapes and faces, not windows (wall_parts.h), roofs (roof_parts.h) or
// styles (building_styles.h). Lot coordinates: ring.h, and `y` above the lot's floor; all metres.
// Source: article "Building a procedural city in WebGPU" (architecture_kit.js, lotPoint, pushBox).
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/lots.h"
#include "terrane/city/piece_writer.h"
#include "terrane/city/ring.h"
#include "terrane/content/octahedral.h"

namespace terrane::city {

// A stretch of one axis, metres.
struct Span {
  double low = 0;
  double high = 0;
  double size() const { return high - low; }
};

// A side of a ring as a plane of its own: x metres along it from its left end as seen from
// outside, y up, `out` metres in front of it.
struct Face {
  double width_m = 0;
  LotPoint origin;
  LotPoint along;     // unit
  LotPoint outward;   // unit
  PlaneVector place;  // the origin in the piece's frame
  PlaneVector along_way;
  PlaneVector out_way;
  content::OctahedralNormal front;
  content::OctahedralNormal back;
  content::OctahedralNormal left;
  content::OctahedralNormal right;
};

// A place on the plane and a height, rounded once and used by every quad that meets there.
struct WallCorner {
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
  std::int16_t u_cm = 0;
};
struct Level {
  std::int32_t y_mm = 0;
  std::int16_t v_cm = 0;
  std::uint8_t light = 255;
};

// Faces of a slab that are drawn.
inline constexpr unsigned k_slab_front = 1;
inline constexpr unsigned k_slab_left = 2;
inline constexpr unsigned k_slab_right = 32;
inline constexpr unsigned k_slab_ends = k_slab_left | k_slab_right;
inline constexpr unsigned k_slab_top = 4;
inline constexpr unsigned k_slab_bottom = 8;
inline constexpr unsigned k_slab_back = 16;
inline constexpr unsigned k_slab_on_wall = k_slab_front | k_slab_ends | k_slab_top | k_slab_bottom;
inline constexpr unsigned k_slab_on_floor = k_slab_front | k_slab_ends | k_slab_top;
inline constexpr unsigned k_slab_all = k_slab_on_wall | k_slab_back;

// Windows come in whole bays of this width, stretched to fill the wall; see page.vert.
inline constexpr double k_bay_m = 3.0;
double bay_count(double width_m);

// Owner thread.
class BuildingKit {
 public:
  // `footprint` is everything that touches the ground; the floor lies at the highest ground of its
  // front, or a little below the highest of all.
  BuildingKit(PieceWriter& out, const Lot& lot, const Ring& footprint);

  const Lot& lot() const { return lot_; }
  std::uint8_t lod() const { return out_.lod(); }
  bool full_detail() const { return out_.lod() == 0; }
  // False at the lowest level, where a building is its few largest boxes.
  bool has_parts() const { return out_.lod() < 2; }
  double foot_y() const { return foot_y_; }  // just below the lowest ground, from the floor

  Face face(const Ring& ring, unsigned side) const;
  Face front_of(const Plot& plot) const { return face(ring_of(plot), 0); }

  // Quads of rounded corners, for parts that share them. Seen from outside, p is the left end.
  WallCorner corner(const Face& face, double x, double out) const;
  Level level(double y) const;
  void upright(WallCorner p, WallCorner q, Level low, Level high, content::OctahedralNormal normal,
               const Surface& surface);
  // Corners counter-clockwise from above, whichever way the quad looks.
  void flat(WallCorner a, WallCorner b, WallCorner c, WallCorner d, Level level, bool up,
            const Surface& surface);

  // A flat piece of a wall. A facade with windows fills it with whole bays and storeys.
  void panel(const Face& face, Span x, Span y, double out, const Surface& surface);
  // A box on a wall, between two distances from it.
  void slab(const Face& face, Span x, Span y, Span out, const Surface& surface,
            unsigned faces = k_slab_on_wall);
  // A flat triangle or quad of any slope by its corners on a face, counter-clockwise from outside.
  struct FacePoint {
    double x = 0;
    double y = 0;
    double out = 0;
  };
  void polygon(const Face& face, const FacePoint (&points)[4], const Surface& surface,
               bool both = false);

  void walls(const Ring& ring, double y0, double y1, const Surface& surface);
  void top(const Ring& ring, double y, const Surface& surface);
  void bottom(const Ring& ring, double y, const Surface& surface);
  // Walls and top; with `soffit` the underside too.
  void block(const Ring& ring, double y0, double y1, const Surface& surface, bool soffit = false);
  void box(const Plot& plot, double y0, double y1, const Surface& surface, bool soffit = false);
  // A ledge that stands out from the walls by `projection_m` on all sides.
  void band(const Ring& ring, double y0, double y1, double projection_m, const Surface& surface);
  // The flat frame between two rings, seen from above or from below.
  void frame(const Ring& outer, const Ring& inner, double y, bool up, const Surface& surface);
  // Sides that lean from one ring to another of as many points (a hat when the upper is a point).
  void leaning(const Ring& lower, double y0, const Ring& upper, double y1, const Surface& surface);
  // A pyramid on a ring.
  void hat(const Ring& ring, double y0, LotPoint tip, double y1, const Surface& surface);
  // A quad of any slope, counter-clockwise from outside; seen from both sides when `both`.
  void sheet(LotPoint p0, double y0, LotPoint p1, double y1, LotPoint p2, double y2, LotPoint p3,
             double y3, const Surface& surface, bool both);
  // An eight-sided shaft that looks round.
  void shaft(LotPoint centre, double low_radius_m, double high_radius_m, double y0, double y1,
             const Surface& surface);
  void tree(LotPoint place, double scale, std::uint64_t key);
  // An upright box in the lot's frame: the ring itself if it is a rectangle, else a box inside it.
  void collide(const Ring& ring, double y1);

 private:
  PlaneVector place(LotPoint p) const {
    return {front_.x + right_.x * p.a + lot_.inward.x * p.d,
            front_.z + right_.z * p.a + lot_.inward.z * p.d};
  }
  geo::Vec3 at(LotPoint p, double y) const;
  WallCorner corner(LotPoint p) const;

  PieceWriter& out_;
  const Lot& lot_;
  PlaneVector front_;  // of the lot, in the piece's frame
  PlaneVector right_;
  double floor_m_ = 0;  // world height
  double foot_y_ = 0;
};

// A material and a colour.
inline Surface plain(content::Material material, std::uint8_t palette) {
  Surface surface;
  surface.material = material;
  surface.palette = palette;
  return surface;
}
// A wall without windows that shows what it is built of.
Surface blank_wall(std::uint8_t palette);
// `storey_m` a multiple of 0.1; `hash` dresses and lights the windows.
Surface facade_surface(content::FacadeStyle style, std::uint8_t palette, double storey_m,
                       std::uint8_t hash);

// The whole building of a lot.
void build_building(PieceWriter& out, const Lot& lot, const Ring& footprint);
// The rectangle of a lot.
Ring footprint_of(const Lot& lot);

}  // namespace terrane::city
