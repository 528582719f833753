// The kit of parts buildings are made of: walls on a convex footprint, bands, parapet roofs, piers,
// roof furniture, steps. Knows shapes and faces, not styles. Lot coordinates: `a` along the street
// to the right as seen from it, `d` away from the street, `y` above the lot's floor; all metres.
// Source: article "Building a procedural city in WebGPU" (architecture_kit.js, lotPoint).
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/lots.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

struct LotPoint {
  double a = 0;
  double d = 0;
};

// A convex footprint, counter-clockwise from above; its first side is the street front.
struct Ring {
  static constexpr unsigned k_most = 8;
  std::array<LotPoint, k_most> points;
  unsigned count = 0;
};

Ring rectangle(double a0, double a1, double d0, double d1);
// The ring with the front corners cut off by `cut_m`; the front stays the first side.
Ring chamfered(const Ring& rectangle_ring, double cut_m);
// Every side moved inward; sides stay parallel. Count 0 when nothing would be left.
Ring inset(const Ring& ring, double distance_m);
// Moved inward from every side but the front, and from the front by its own distance.
Ring inset(const Ring& ring, double front_m, double others_m);
// The least width of the ring between parallel supporting lines of its sides.
double narrowest_m(const Ring& ring);
LotPoint middle_of(const Ring& ring);

class BuildingKit {
 public:
  // `footprint` is everything that touches the ground; the floor lies at the highest ground of its
  // front, or a little below the highest of all.
  BuildingKit(PieceWriter& out, const Lot& lot, const Ring& footprint);

  const Lot& lot() const { return lot_; }
  bool full_detail() const { return out_.full_detail(); }
  double foot_y() const { return foot_y_; }  // just below the lowest ground, from the floor

  void walls(const Ring& ring, double y0, double y1, const Surface& surface);
  void front_wall(const Ring& ring, double y0, double y1, const Surface& surface);
  void top(const Ring& ring, double y, const Surface& surface);
  // Walls and top; with `soffit` the underside too.
  void block(const Ring& ring, double y0, double y1, const Surface& surface, bool soffit = false);
  // A ledge that stands out from the walls by `projection_m` on all sides.
  void band(const Ring& ring, double y0, double y1, double projection_m, const Surface& surface);
  // The flat frame between two rings, seen from above or from below.
  void frame(const Ring& outer, const Ring& inner, double y, bool up, std::uint8_t light,
             const Surface& surface);
  // The roof sheet at `y` behind a parapet; a plain sheet at lower detail.
  void parapet_roof(const Ring& ring, double y, double parapet_m, const Surface& roof,
                    const Surface& parapet);
  // Upright strips on each side of the ring between every `windows` windows of its facade, and at
  // the corners; `width_m` wide, standing out by `relief_m`.
  void piers(const Ring& ring, double y0, double y1, const Surface& facade, unsigned windows,
             double width_m, double relief_m, const Surface& surface);
  void box(double a0, double a1, double d0, double d1, double y0, double y1,
           const Surface& surface);
  // A regular eight-sided drum with an optional pointed hat.
  void drum(LotPoint centre, double radius_m, double y0, double y1, double hat_m,
            const Surface& side, const Surface& hat);
  // A quad of any slope, seen from both sides when `both`.
  void sheet(LotPoint p0, double y0, LotPoint p1, double y1, LotPoint p2, double y2, LotPoint p3,
             double y3, const Surface& surface, bool both);
  void tree(LotPoint place, double scale, std::uint64_t key);
  // An upright box in the lot's frame: the ring itself if it is a rectangle, else a box inside it.
  void collide(const Ring& ring, double y1);

  static Surface facade(content::FacadeStyle style, std::uint8_t palette, double storey_m,
                        std::uint64_t key);

 private:
  geo::Vec3 at(LotPoint p, double y) const {
    return {front_.x + right_.x * p.a + lot_.inward.x * p.d, floor_m_ + y,
            front_.z + right_.z * p.a + lot_.inward.z * p.d};
  }
  void wall(LotPoint p, LotPoint q, double y0, double y1, const Surface& surface);

  PieceWriter& out_;
  const Lot& lot_;
  PlaneVector front_;  // of the lot, in the piece's frame
  PlaneVector right_;
  double floor_m_ = 0;  // world height
  double foot_y_ = 0;
};

// The whole building of a lot.
void build_building(PieceWriter& out, const Lot& lot, const Ring& footprint);
// The rectangle of a lot.
Ring footprint_of(const Lot& lot);

}  // namespace terrane::city
