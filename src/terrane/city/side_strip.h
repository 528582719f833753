// One side of one segment as a strip between its two stations, and what is swept along it: draped
// ground, walls, hedges, rails. Everything is worked out at a station from that station alone, so
// that consecutive segments meet bit for bit. Not what a park or a quay consists of (park_side.h,
// water_side.h). An offset is metres from the road's centre line; it never passes the side's depth.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"
#include "terrane/city/street_side.h"
#include "terrane/content/octahedral.h"

namespace terrane::city {

// Unit, of a heading (0 north, growing to the left).
PlaneVector heading_vector(double heading_rad);

// What a segment is told of the stretch of one side that it is part of.
struct SideBlock {
  std::uint64_t key = 0;  // the same for all segments of the stretch
  unsigned in_block = 0;  // 0 to 17
  bool first = false;     // the stretch begins at the segment's near station
  bool last = false;      // it ends at the far one
  // A hash of one of the segment's stations (0 near, 1 far), the same for both that share it.
  std::uint64_t station_key(unsigned end) const;
};

// A point at a station.
struct RailEnd {
  PlanePoint point;
  std::int32_t y_mm = 0;  // world height
};

// A line along a segment, from its near station (0) to its far one (1).
struct Rail {
  std::array<PlanePoint, 2> points;
  std::array<std::int32_t, 2> y_mm{};  // world height
  RailEnd end(unsigned which) const { return {points[which], y_mm[which]}; }
};

// A number at each station.
struct Pair {
  double near = 0;
  double far = 0;
  Pair() = default;
  Pair(double both) : near(both), far(both) {}  // NOLINT: a number is a pair of equal ones
  Pair(double near_value, double far_value) : near(near_value), far(far_value) {}
  double at(unsigned end) const { return end == 0 ? near : far; }
  friend Pair operator+(Pair a, Pair b) { return {a.near + b.near, a.far + b.far}; }
};

// Owner thread.
class SideStrip {
 public:
  SideStrip(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side);

  PieceWriter& out() const { return out_; }
  const EdgePlan& plan() const { return plan_; }
  Side side() const { return side_; }
  Pair depth_m() const { return depth_m_; }
  Pair kerb_m() const { return kerb_m_; }
  Pair frontage_m() const { return frontage_m_; }  // where the sidewalk ends
  double shallowest_m() const;                     // the smaller depth
  double widest_frontage_m() const;
  double length_m() const { return plan_.curve.segment_length_m; }

  // A place between the stations; `share` 0 is near.
  PlanePoint at(double share, double offset_m) const;
  // Unit, along the road at the segment's middle, and away from it.
  PlaneVector along() const { return along_; }
  PlaneVector outward() const { return outward_; }
  double heading_along_rad() const;
  double heading_to_road_rad() const;

  Rail on_ground(Pair offset_m, Pair lift_m) const;
  Rail at_height(Pair offset_m, Pair height_m) const;
  // As the neighbours have them.
  Rail line(SideLine line) const;

  // Draped ground between two lines, `inner` nearer the road.
  void ground(const Rail& inner, const Rail& outer, const Surface& surface,
              std::uint8_t inner_light, std::uint8_t outer_light) const;
  // A ground sheet `width_m` wide that lies `lift_m` above the ground.
  void sheet(Pair offset_m, double width_m, double lift_m, const Surface& surface) const;
  // A face between two lines: seen from above when b lies outward of a, from beyond when it lies
  // below a, from the road when it lies above a.
  void face(const Rail& a, const Rail& b, const Surface& surface, std::uint8_t a_light,
            std::uint8_t b_light) const;
  // A bar along the strip on sloping ground: from `low_m` to `high_m` above it, `width_m` thick.
  // Closed at both ends. Left out where the side is too shallow to hold it.
  void bar(Pair offset_m, double width_m, double low_m, double high_m,
           const Surface& surface) const;
  // A bar across the strip along one of its stations (0 near, 1 far), from one offset to another,
  // lying within the segment: `width_m` thick, its heights above the ground.
  void cross_bar(unsigned end, double from_m, double to_m, double width_m, double low_m,
                 double high_m, const Surface& surface) const;
  // Ground from the frontage line to the side's end, in strips narrow enough to follow the swells.
  void whole_ground(const Surface& surface, std::uint8_t light) const;
  // Closes the gap that may show between this ground and a neighbour's of other lines: a face that
  // hangs from the ground's own edge at a station, looking away from the segment. Exact only where
  // it has all points of that edge, from the road outward; the neighbour needs one too.
  void skirt(unsigned end, std::span<const RailEnd> edge, const Surface& surface) const;
  // Of whole_ground().
  void skirt(unsigned end, const Surface& surface) const;
  // Of ground that has the lines of side_section(), from the back of the kerb outward.
  void lines_skirt(unsigned end, const Surface& surface) const;

  // An upright face across the strip at one of its stations, looking away from the segment.
  void end_face(unsigned end, double from_m, double to_m, double low_m, double high_m,
                const Surface& surface) const;

  void tree(PlanePoint place, double smallest, double largest, std::uint64_t key) const;
  void bush(PlanePoint place, double smallest, double largest, std::uint64_t key) const;
  // An upright box that things bump into: between two places at the same offset, or at one.
  void collide(PlanePoint from, PlanePoint to, double half_width_m, double height_m) const;

 private:
  std::vector<Rail> ground_rails() const;  // of whole_ground()
  content::Vertex vertex_of(PlanePoint point, std::int32_t y_mm, content::OctahedralNormal normal,
                            const Surface& surface, std::uint8_t light) const;

  PieceWriter& out_;
  const EdgePlan& plan_;
  unsigned segment_;
  Side side_;
  Pair depth_m_;
  Pair kerb_m_;
  Pair frontage_m_;
  PlaneVector along_;
  PlaneVector outward_;
};

}  // namespace terrane::city
