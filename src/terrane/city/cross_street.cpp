#include "terrane/city/cross_street.h"

#include <algorithm>
#include <array>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/plinth.h"
#include "terrane/city/side_strip.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_end.h"
#include "terrane/city/street_profile.h"
#include "terrane/city/street_signal.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
using geo::Vec3;
namespace palette = content::palette;

constexpr double k_depth_least_m = 24.0;
constexpr double k_parallel_street_m = 64.0;  // from the road's centre
constexpr double k_behind_end_m = 6.0;        // left of the side behind a street's end
constexpr double k_threshold_m = 3.4;         // paved, of that
constexpr double k_half_road_m = 3.5;
constexpr double k_half_road_least_m = 2.0;
constexpr double k_sidewalk_m = 1.8;  // the least, where a bend pinches the gap
constexpr double k_corner_radius_m = 2.8;
constexpr unsigned k_corner_steps = 6;
constexpr double k_row_m = 9.0;
constexpr double k_square_m = 9.5;  // the length of a square at the end
constexpr double k_paint_lift_m = 0.014;
constexpr double k_road_edge_m = 0.12;  // how deep faces go on below a road's edge

// A line across the gap: its offset is `from_kerb_m` behind the kerb at share 0 of the way to the
// end, and the end at share 1.
struct Row {
  double from_kerb_m = 0;
  double share = 0;
  double road_half_m = 0;  // of the cross street there
  bool in_square = false;
};

// What all three thirds agree on.
struct Course {
  const EdgePlan& plan;
  unsigned first;
  Side side;
  double end_m = 0;
  double radius_m = 0;
  std::vector<Row> rows;  // the first is where the corners' curves end

  // The gap between the two buildings at an offset.
  double width_m(double offset_m) const {
    return length(between(plan.beside(first, side, offset_m),
                          plan.beside(first + k_cross_street_segments, side, offset_m)));
  }
  double road_half_m(double offset_m) const {
    return std::clamp(width_m(offset_m) * 0.5 - k_sidewalk_m, k_half_road_least_m, k_half_road_m);
  }
  double kerb_m(double u) const {
    const unsigned station = std::min(static_cast<unsigned>(u), k_cross_street_segments - 1);
    const double near_m = plan.half_width_m[first + station];
    const double far_m = plan.half_width_m[first + station + 1];
    return near_m + (far_m - near_m) * (u - station);
  }
  double offset_m(const Row& row, double u) const {
    const double from_m = kerb_m(u) + row.from_kerb_m;
    return from_m + (end_m - from_m) * row.share;
  }
  // Where the cross street's own kerb runs, in stations from the near edge of the gap.
  double edge_u(double offset_m, double half_m) const {
    return 1.5 * (1.0 - 2.0 * half_m / width_m(offset_m));
  }
};

Course course_of(const EdgePlan& plan, unsigned first, Side side, StreetEnd end) {
  Course course{plan, first, side, 0, 0, {}};
  double shallowest_m = 1e9;
  double kerb_m = 0;
  for (unsigned station = first; station <= first + k_cross_street_segments; ++station) {
    shallowest_m = std::min(shallowest_m, plan.depth_m[static_cast<unsigned>(side)][station]);
    kerb_m = std::max(kerb_m, plan.half_width_m[station]);
  }
  course.end_m = std::min(k_parallel_street_m, shallowest_m - k_behind_end_m);
  // On the inside of a bend the gap narrows: the street ends before it is no street.
  while (course.end_m > kerb_m + 14.0 && course.width_m(course.end_m) < 8.6) course.end_m -= 2.0;
  const double mouth_half_m = course.road_half_m(kerb_m);
  course.radius_m =
      std::min(k_corner_radius_m, course.width_m(kerb_m) * 0.5 - mouth_half_m - 0.001);
  const auto add = [&](double from_kerb, double share) {
    const double offset = kerb_m + from_kerb + (course.end_m - kerb_m - from_kerb) * share;
    const bool in_square = end == StreetEnd::Square && course.end_m - offset < k_square_m;
    course.rows.push_back({from_kerb, share, course.road_half_m(offset), in_square});
  };
  add(course.radius_m, 0);
  add(k_building_line_m, 0);
  const double run_m = course.end_m - kerb_m - k_building_line_m;
  const double square_share =
      end == StreetEnd::Square ? std::max(0.2, 1.0 - k_square_m / run_m) : 1.0;
  const unsigned parts = 1 + static_cast<unsigned>(run_m * square_share / k_row_m);
  for (unsigned part = 1; part <= parts; ++part) {
    add(k_building_line_m, square_share * part / parts);
  }
  if (end == StreetEnd::Square) {
    add(k_building_line_m, square_share + (1.0 - square_share) * 0.12);
    add(k_building_line_m, 1.0);
  }
  return course;
}

class Third {
 public:
  Third(PieceWriter& out, const Course& course, unsigned third, std::uint64_t key)
      : out_(out),
        course_(course),
        third_(third),
        key_(key),
        paving_(sidewalk_surface(course.plan, course.first + third)) {
    flip_ = (course.side == Side::Left) != (third == 2);
    road_ = ground_surface(Material::Asphalt, palette::k_asphalt, content::k_ground_layer_road);
    road_.half_width_dm = static_cast<std::uint8_t>(k_half_road_m * 10.0);
  }

  void build() {
    if (third_ == 1) {
      build_middle();
    } else {
      build_flank();
    }
    paint_crosswalk();
  }

  PlanePoint at(double u, double offset_m) const {
    const PlanePoint near = course_.plan.beside(course_.first + third_, course_.side, offset_m);
    const double share = u - third_;
    if (share == 0) return near;
    const PlanePoint far = course_.plan.beside(course_.first + third_ + 1, course_.side, offset_m);
    return share == 1 ? far : moved(near, between(near, far) * share);
  }

 private:
  // Of a flank, as the near one has it: the far one is its mirror image.
  double mirrored(double u) const { return third_ == 2 ? 3.0 - u : u; }

  GroundCorner corner(double u, double offset_m, double lift_m, std::uint8_t light) const {
    return {at(u, offset_m), lift_m, light, 0, 0};
  }
  GroundCorner road_corner(double u, double offset_m, double lift_m) const {
    GroundCorner made = corner(u, offset_m, lift_m, 228);
    const double across_m = (u - 1.5) / 3.0 * course_.width_m(offset_m);
    const double sign = course_.side == Side::Right ? -1.0 : 1.0;
    made.u_cm = static_cast<std::int16_t>(base::round_to_integer(offset_m * 100.0));
    made.v_cm = static_cast<std::int16_t>(base::round_to_integer(sign * across_m * 100.0));
    return made;
  }
  void quad(const GroundCorner& a, const GroundCorner& b, const GroundCorner& c,
            const GroundCorner& d, const Surface& surface, bool flip) {
    if (flip) {
      out_.ground_quad(a, d, c, b, surface);
    } else {
      out_.ground_quad(a, b, c, d, surface);
    }
  }
  void triangle(const GroundCorner& a, const GroundCorner& b, const GroundCorner& c,
                const Surface& surface, bool flip) {
    out_.ground_triangle(a, flip ? c : b, flip ? b : c, surface);
  }
  double sidewalk_lift_m(double u, double offset_m) const {
    const double behind_m = offset_m - course_.kerb_m(u) - k_kerb_width_m;
    const double share = std::clamp(behind_m / (k_building_line_m - k_kerb_width_m), 0.0, 1.0);
    return k_kerb_height_m + (k_sidewalk_lift_m - k_kerb_height_m) * share;
  }
  double road_lift_m(const Row& row) const { return row.in_square ? k_sidewalk_lift_m : 0.0; }
  double kerb_lift_m(const Row& row) const {
    return row.in_square ? k_sidewalk_lift_m : k_kerb_height_m;
  }
  const Surface& road_of(const Row& row, bool lanes) {
    if (row.in_square) return paving_;
    road_.variant = static_cast<std::uint8_t>(lanes ? content::RoadPaint::CentreDashes
                                                    : content::RoadPaint::None);
    return road_;
  }

  // The rows' lines, with those of the corner's curve before them.
  struct KerbPoint {
    Row row;        // whose offset gives the road's line at the inner stations
    double foot_u;  // of the near flank
    double back_u;
    Row back_row;
  };
  std::vector<KerbPoint> kerb_points() const {
    std::vector<KerbPoint> points;
    const double kerb_m = course_.kerb_m(0);
    const double unit_m = course_.width_m(kerb_m) / 3.0;
    const double edge = course_.edge_u(kerb_m, course_.road_half_m(kerb_m));
    const double radius_m = course_.radius_m;
    double centre = edge - radius_m / unit_m;
    if (centre > 0.002) {
      points.push_back({{0, 0, 0, false}, 0, 0, {k_kerb_width_m, 0, 0, false}});
    } else {
      centre = 0;  // the curve begins at the neighbour's own point
    }
    const unsigned steps = out_.lod() == 0 ? k_corner_steps : out_.lod() == 1 ? 3 : 2;
    for (unsigned step = 0; step < steps; ++step) {
      const base::SinCos turn = base::sin_cos(base::k_pi * 0.5 * step / steps);
      const double inner_m = radius_m - k_kerb_width_m;
      points.push_back({{radius_m * (1.0 - turn.cos), 0, 0, false},
                        centre + radius_m * turn.sin / unit_m,
                        centre + inner_m * turn.sin / unit_m,
                        {radius_m - inner_m * turn.cos, 0, 0, false}});
    }
    for (const Row& row : course_.rows) {
      const double offset = course_.offset_m(row, 1.5);
      const double foot = course_.edge_u(offset, row.road_half_m);
      const double back = foot - k_kerb_width_m / (course_.width_m(offset) / 3.0);
      points.push_back({row, foot, std::max(0.0, back), row});
    }
    return points;
  }

  void build_flank() {
    const std::vector<KerbPoint> points = kerb_points();
    const std::size_t curve_count = points.size() - course_.rows.size();
    const Row& first_row = course_.rows.front();
    const double inside = mirrored(1);
    const GroundCorner mouth = road_corner(inside, course_.offset_m(Row{}, inside), 0);
    const double curve_end = mirrored(points[curve_count].foot_u);
    const double first_lift_m = road_lift_m(first_row);
    triangle(mouth, road_corner(curve_end, course_.offset_m(first_row, curve_end), first_lift_m),
             road_corner(inside, course_.offset_m(first_row, inside), first_lift_m),
             road_of(Row{}, false), flip_);
    // Where the curve leaves the street: the last point on its edge.
    std::size_t leaves = 0;
    while (points[leaves + 1].row.from_kerb_m == 0) ++leaves;
    tuck_under_street(mirrored(points[leaves].foot_u), inside, flip_);
    Surface kerb = solid_surface(Material::Stone, palette::k_kerb);
    for (std::size_t index = 0; index + 1 < points.size(); ++index) {
      const KerbPoint& p = points[index];
      const KerbPoint& q = points[index + 1];
      const double pu = mirrored(p.foot_u);
      const double qu = mirrored(q.foot_u);
      const double po = course_.offset_m(p.row, pu);
      const double qo = course_.offset_m(q.row, qu);
      const double p_back = mirrored(p.back_u);
      const double q_back = mirrored(q.back_u);
      const double p_back_o = course_.offset_m(p.back_row, p_back);
      const double q_back_o = course_.offset_m(q.back_row, q_back);
      const double outside = mirrored(0);
      // The road up to the middle third; before the first row a fan, so that the middle third has
      // no points of the curve to meet, which are fewer farther away.
      if (index < curve_count) {
        triangle(mouth, road_corner(pu, po, 0), road_corner(qu, qo, road_lift_m(q.row)),
                 road_of(Row{}, false), flip_);
      } else {
        pave(p.row, q.row, {pu, inside}, {qu, inside}, index > curve_count + 1, flip_);
      }
      const double p_top = kerb_lift_m(p.row);
      const double q_top = kerb_lift_m(q.row);
      build_kerb_face(at(pu, po), at(qu, qo), p.row, q.row, index == 0, kerb);
      quad(corner(p_back, p_back_o, p_top, 225), corner(q_back, q_back_o, q_top, 225),
           corner(qu, qo, q_top, 225), corner(pu, po, p_top, 225), kerb, flip_);
      // The sidewalk between kerb and the neighbour's station.
      const double p_out = course_.offset_m(p.back_row, outside);
      const double q_out = course_.offset_m(q.back_row, outside);
      quad(corner(outside, p_out, sidewalk_lift_m(outside, p_out), 215),
           corner(outside, q_out, sidewalk_lift_m(outside, q_out), 215),
           corner(q_back, q_back_o, q_top, 222), corner(p_back, p_back_o, p_top, 222), paving_,
           flip_);
    }
    const KerbPoint& last = points.back();
    const double last_top = kerb_lift_m(last.row);
    hang_end({{{mirrored(0), k_sidewalk_lift_m},
               {mirrored(last.back_u), last_top},
               {mirrored(last.foot_u), last_top}}},
             flip_);
    hang_end(
        {{{mirrored(last.foot_u), road_lift_m(last.row)}, {mirrored(1), road_lift_m(last.row)}}},
        flip_);
    furnish_flank();
  }

  // The road between two rows, from one station to another on each.
  void pave(const Row& p, const Row& q, std::array<double, 2> p_u, std::array<double, 2> q_u,
            bool lanes, bool flip) {
    const Surface& road = road_of(q.in_square && p.in_square ? p : Row{}, lanes);
    quad(road_corner(p_u[0], course_.offset_m(p, p_u[0]), road_lift_m(p)),
         road_corner(q_u[0], course_.offset_m(q, q_u[0]), road_lift_m(q)),
         road_corner(q_u[1], course_.offset_m(q, q_u[1]), road_lift_m(q)),
         road_corner(p_u[1], course_.offset_m(p, p_u[1]), road_lift_m(p)), road, flip);
  }

  // The road goes on below the street's, whose edge is straight where this one's is not.
  void tuck_under_street(double from_u, double to_u, bool flip) {
    constexpr double k_tuck_m = 0.25;
    constexpr double k_tuck_drop_m = 0.03;
    const double from_m = course_.offset_m(Row{}, from_u);
    const double to_m = course_.offset_m(Row{}, to_u);
    quad(road_corner(from_u, from_m - k_tuck_m, -k_tuck_drop_m), road_corner(from_u, from_m, 0),
         road_corner(to_u, to_m, 0), road_corner(to_u, to_m - k_tuck_m, -k_tuck_drop_m),
         road_of(Row{}, false), flip);
  }

  void build_kerb_face(PlanePoint p, PlanePoint q, const Row& p_row, const Row& q_row, bool first,
                       const Surface& kerb) {
    if (p == q || (p_row.in_square && q_row.in_square)) return;
    const PlaneVector way = between(p, q);
    const PlaneVector facing = flip_ ? left_of(way) : right_of(way);
    const content::OctahedralNormal normal = content::encode_octahedral({facing.x, 0, facing.z});
    const auto upright = [&](PlanePoint point, double lift_m, std::uint8_t light) {
      content::Vertex vertex = out_.ground_vertex({point, lift_m, light, 0, 0}, kerb);
      vertex.normal_u = normal.u;
      vertex.normal_v = normal.v;
      return vertex;
    };
    // Into the road, whose edge along the street has no point where the corner's curve begins; but
    // the first foot is the neighbour's too, and an edge of other ends beside it would leave a
    // slit.
    const double p_drop_m = first ? 0.0 : k_road_edge_m;
    const content::Vertex p_foot = upright(p, road_lift_m(p_row) - p_drop_m, 150);
    const content::Vertex q_foot = upright(q, road_lift_m(q_row) - k_road_edge_m, 150);
    const content::Vertex p_top = upright(p, kerb_lift_m(p_row), 220);
    const content::Vertex q_top = upright(q, kerb_lift_m(q_row), 220);
    if (flip_) {
      out_.mesh().quad(p_foot, q_foot, q_top, p_top);
    } else {
      out_.mesh().quad(q_foot, p_foot, p_top, q_top);
    }
  }

  void build_middle() {
    const bool flip = course_.side == Side::Left;
    const std::vector<Row>& rows = course_.rows;
    tuck_under_street(1, 2, flip);
    pave(Row{}, rows[0], {1, 2}, {1, 2}, false, flip);
    for (std::size_t row = 0; row + 1 < rows.size(); ++row) {
      pave(rows[row], rows[row + 1], {1, 2}, {1, 2}, row > 1, flip);
    }
    const double last_lift_m = road_lift_m(course_.rows.back());
    hang_end({{{1, last_lift_m}, {2, last_lift_m}}}, flip);
  }

 public:
  // The points of a flank's edge where the neighbour's ground begins, from the kerb to the end.
  std::vector<RailEnd> outer_edge() const {
    std::vector<RailEnd> edge;
    const double u = mirrored(0);
    for (const KerbPoint& point : kerb_points()) {
      const double offset_m = course_.offset_m(point.back_row, u);
      const GroundCorner at_edge = corner(u, offset_m, sidewalk_lift_m(u, offset_m), 0);
      edge.push_back({at_edge.point, out_.ground_vertex(at_edge, paving_).y_mm});
    }
    return edge;
  }

 private:
  // A face below the last row's edge, seen from behind the end, whose ground has fewer points.
  struct EdgePoint {
    double u;
    double lift_m;
  };
  void hang_end(const std::vector<EdgePoint>& edge, bool flip) {
    constexpr double k_drop_m = 0.3;
    const auto offset_m = [&](double u) { return course_.offset_m(course_.rows.back(), u); };
    for (std::size_t index = 0; index + 1 < edge.size(); ++index) {
      const EdgePoint& a = edge[index];
      const EdgePoint& b = edge[index + 1];
      quad(corner(a.u, offset_m(a.u), a.lift_m, 200),
           corner(a.u, offset_m(a.u), a.lift_m - k_drop_m, 150),
           corner(b.u, offset_m(b.u), b.lift_m - k_drop_m, 150),
           corner(b.u, offset_m(b.u), b.lift_m, 200), paving_, flip);
    }
  }

  // Stripes across the mouth where people go on along the street, each by the third it lies in.
  void paint_crosswalk() {
    constexpr double k_stripe_m = 0.55;
    constexpr double k_near_m = 3.0;
    constexpr double k_far_m = 4.9;
    const Surface paint =
        ground_surface(Material::Paint, palette::k_paint_white, content::k_ground_layer_paint);
    const double kerb_m = course_.kerb_m(1.5);
    const double half_m = course_.road_half_m(kerb_m + k_far_m) - 0.3;
    const double unit_m = course_.width_m(kerb_m + k_far_m) / 3.0;
    const bool flip = course_.side == Side::Left;
    const auto stripe = [&](double x0, double x1, double near_m, double far_m) {
      const double u = 1.5 + (x0 + x1) * 0.5 / unit_m;
      if (u < third_ || u >= third_ + 1) return;
      const double u0 = 1.5 + x0 / unit_m;
      const double u1 = 1.5 + x1 / unit_m;
      quad(corner(u0, kerb_m + near_m, k_paint_lift_m, 235),
           corner(u0, kerb_m + far_m, k_paint_lift_m, 235),
           corner(u1, kerb_m + far_m, k_paint_lift_m, 235),
           corner(u1, kerb_m + near_m, k_paint_lift_m, 235), paint, flip);
    };
    const unsigned stripes = static_cast<unsigned>((2.0 * half_m + k_stripe_m) / (2 * k_stripe_m));
    const double first_m = -(stripes * 2.0 - 1.0) * k_stripe_m * 0.5;
    for (unsigned index = 0; index < stripes; ++index) {
      const double x = first_m + index * 2.0 * k_stripe_m;
      stripe(x, x + k_stripe_m, k_near_m, k_far_m);
    }
    // The stop line of those who come out of the cross street, on their right.
    const double sign = course_.side == Side::Right ? 1.0 : -1.0;
    stripe(std::min(sign * 0.1, sign * half_m), std::max(sign * 0.1, sign * half_m), 5.5, 5.9);
  }

  void furnish_flank() {
    const bool signal_side = (course_.side == Side::Right) == (third_ == 2);
    const double kerb_m = course_.kerb_m(mirrored(0.5));
    const PlaneVector outward =
        course_.plan.outward(course_.first + (third_ == 2 ? 2 : 1), course_.side);
    if (signal_side) {
      // Behind the corner's curve, on the right of those who come out.
      const double offset = kerb_m + 5.6;
      const double edge = course_.edge_u(offset, course_.road_half_m(offset));
      const double unit_m = course_.width_m(offset) / 3.0;
      build_street_signal(out_, at(mirrored(std::max(0.1, edge - 0.7 / unit_m)), offset), -outward,
                          2.9);
    }
    // Lamps on one flank, trees on the other.
    const double last_m = course_.end_m - k_square_m - 6.0;
    for (double offset = kerb_m + (signal_side ? 15.0 : 11.0); offset < last_m;
         offset += signal_side ? 18.0 : 10.0) {
      const double edge = course_.edge_u(offset, course_.road_half_m(offset));
      const double unit_m = course_.width_m(offset) / 3.0;
      const PlanePoint place = at(mirrored(std::max(0.05, edge - 0.8 / unit_m)), offset);
      const std::uint64_t own = base::hash(key_, 142, base::to_mm(offset));
      if (signal_side) {
        const PlaneVector across = third_ == 2
                                       ? -course_.plan.curve.nodes[course_.first + 1].forward
                                       : course_.plan.curve.nodes[course_.first + 1].forward;
        out_.instance(content::InstanceKind::StreetLamp, place, k_sidewalk_lift_m,
                      geo::heading_of({across.x, 0, across.z}), 0.9, palette::k_metal_dark, 0);
      } else if (base::draw_chance(own, 0.6)) {
        out_.instance(content::InstanceKind::BroadleafTree, place, k_sidewalk_lift_m,
                      base::draw_between(base::hash(own, 1), 0.0, 6.28),
                      base::draw_between(base::hash(own, 2), 0.6, 0.85), palette::k_leaf_green,
                      static_cast<std::uint16_t>(base::draw_index(base::hash(own, 3), 8)));
      }
    }
  }

  PieceWriter& out_;
  const Course& course_;
  unsigned third_;
  std::uint64_t key_;
  Surface paving_;
  Surface road_;
  bool flip_ = false;
};

}  // namespace

const char* street_end_name(StreetEnd end) {
  constexpr const char* k_names[] = {"gate", "arch", "square"};
  return k_names[static_cast<unsigned>(end)];
}

StreetEnd draw_street_end(std::uint64_t key) {
  return static_cast<StreetEnd>(base::draw_index(base::hash(key, 143), k_street_end_count));
}

bool has_cross_street(const EdgePlan& plan, unsigned first, Side side) {
  if (first + k_cross_street_segments > plan.curve.segment_count) return false;
  for (unsigned station = first; station <= first + k_cross_street_segments; ++station) {
    if (plan.depth_m[static_cast<unsigned>(side)][station] < k_depth_least_m) return false;
  }
  return true;
}

void build_cross_street(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                        unsigned third, StreetEnd end, std::uint64_t key) {
  const Course course = course_of(plan, segment - third, side, end);
  Third built(out, course, third, key);
  built.build();
  // What lies behind the end is a green, past a threshold that is paved.
  const SideStrip strip(out, plan, segment, side);
  const Surface lawn =
      ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base);
  const Pair bank = strip.depth_m() + Pair(-k_bank_width_m);
  const Rail step = strip.on_ground(course.end_m, k_sidewalk_lift_m);
  if (end != StreetEnd::Square) {
    strip.face(strip.on_ground(course.end_m, -k_road_edge_m), step,
               solid_surface(Material::Stone, palette::k_kerb), 170, 215);
  }
  const double threshold_m = course.end_m + k_threshold_m;
  std::vector<Rail> behind{step, strip.on_ground(threshold_m, k_sidewalk_lift_m)};
  constexpr unsigned k_strips = 3;
  for (unsigned part = 1; part <= k_strips; ++part) {
    const double share = static_cast<double>(part) / k_strips;
    const Pair at{threshold_m + (bank.near - threshold_m) * share,
                  threshold_m + (bank.far - threshold_m) * share};
    behind.push_back(strip.on_ground(at, k_sidewalk_lift_m));
  }
  behind.push_back(strip.line(SideLine::Outer));
  const Surface paving = sidewalk_surface(plan, segment);
  strip.ground(behind[0], behind[1], paving, 205, 220);
  for (std::size_t rail = 1; rail + 1 < behind.size(); ++rail) {
    strip.ground(behind[rail], behind[rail + 1], lawn, 230, 230);
  }
  // The neighbours' ground has other lines across, and so has the street's own road.
  if (third != 1) {
    const unsigned outside = third == 0 ? 0 : 1;
    std::vector<RailEnd> edge = built.outer_edge();
    for (const Rail& rail : behind) edge.push_back(rail.end(outside));
    strip.skirt(outside, edge, paving);
  }
  strip.face(strip.on_ground(strip.kerb_m(), 0.0), strip.on_ground(strip.kerb_m(), -k_road_edge_m),
             ground_surface(Material::Asphalt, palette::k_asphalt, content::k_ground_layer_road),
             190, 150);
  const double behind_m = course.end_m + 7.5;
  if (behind_m < strip.shallowest_m() - 2.0) {
    strip.tree(strip.at(0.5, behind_m), 0.8, 1.25, base::hash(key, 144, third));
  }
  if (third == 1) {
    const PlaneVector outward =
        normalised(plan.outward(segment, side) + plan.outward(segment + 1, side));
    build_street_end(out, built.at(1.5, course.end_m), outward,
                     course.width_m(course.end_m) * 0.5 - 0.3, course.road_half_m(course.end_m),
                     end, base::hash(key, 145));
  }
}

void build_street_yard(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                       unsigned third, std::uint64_t key) {
  const SideStrip strip(out, plan, segment, side);
  const Surface paving = sidewalk_surface(plan, segment);
  strip.whole_ground(paving, 215);
  if (third == 0) strip.skirt(0, paving);
  if (third == 2) strip.skirt(1, paving);
  const Surface stone = solid_surface(Material::Stone, palette::k_limestone);
  const Pair back = strip.depth_m() + Pair(-k_bank_width_m);
  const bool room = strip.shallowest_m() - strip.widest_frontage_m() > 6.0;
  if (!room) return;
  strip.bar(back, 0.4, -0.3, k_sidewalk_lift_m + 0.55, stone);
  strip.collide(plan.beside(segment, side, back.near), plan.beside(segment + 1, side, back.far),
                0.3, 0.6);
  if (out.full_detail()) {
    for (const double share : {0.2, 0.7}) {
      build_bollard(out, strip.at(share, strip.widest_frontage_m() + 0.4));
    }
  }
  if (third == 1) {
    const double middle_m = (strip.widest_frontage_m() + strip.shallowest_m()) * 0.5;
    strip.tree(strip.at(0.5, middle_m), 0.85, 1.1, base::hash(key, 146));
  } else if (out.full_detail()) {
    out.instance(content::InstanceKind::Bench, strip.at(0.5, strip.shallowest_m() - 3.4),
                 k_sidewalk_lift_m, strip.heading_to_road_rad(), 1.0, palette::k_bark, 0);
  }
}

void build_crossing(PieceWriter& out, const EdgePlan& plan, unsigned segment, unsigned third) {
  if (third == 1) return;
  const bool near = third == 0;
  // Stations counted from the gap's outside, so that both ends are one code.
  const unsigned station = near ? segment : segment + 1;
  const PlaneVector forward = plan.curve.nodes[station].forward;
  const PlaneVector inward = near ? forward : -forward;
  const PlanePoint node = plan.curve.node_world(station);
  const PlaneVector right = right_of(inward);
  const double kerb_m = plan.half_width_m[station];
  const PlanePoint pole = moved(node, right * (kerb_m + 0.8) + inward * -0.5);
  build_street_signal(out, pole, inward, std::min(5.0, kerb_m * 0.7));
  const Surface paint =
      ground_surface(Material::Paint, palette::k_paint_white, content::k_ground_layer_paint);
  const auto patch = [&](double along0, double along1, double across0, double across1) {
    const auto corner = [&](double along_m, double across_m) {
      return GroundCorner{moved(node, inward * along_m + right * across_m), k_paint_lift_m, 236, 0,
                          0};
    };
    out.ground_quad(corner(along0, across0), corner(along0, across1), corner(along1, across1),
                    corner(along1, across0), paint);
  };
  constexpr double k_stripe_m = 0.55;
  const double room_m = kerb_m - 0.6;
  const unsigned stripes = static_cast<unsigned>((2.0 * room_m + k_stripe_m) / (2.0 * k_stripe_m));
  const double first_m = -(stripes * 2.0 - 1.0) * k_stripe_m * 0.5;
  for (unsigned stripe = 0; stripe < stripes; ++stripe) {
    const double across = first_m + stripe * 2.0 * k_stripe_m;
    patch(1.1, 3.7, across, across + k_stripe_m);
  }
  patch(0.2, 0.6, 0.2, kerb_m - 0.4);
}

}  // namespace terrane::city
