#include "city_view.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/city/junction.h"
#include "terrane/city/land_side.h"
#include "terrane/city/piece_id.h"
#include "terrane/city/segment.h"
#include "terrane/city/street_profile.h"
#include "terrane/geo/frame.h"

namespace terrane::city {
namespace {

constexpr double k_near_m = 0.1;
constexpr double k_build_m = 230.0;   // pieces are built so far from the eye
constexpr double k_search_m = 110.0;  // and holes looked for so far: their roads stand
constexpr double k_cut_corners_m = 0.8;
constexpr double k_below_m = 0.03;      // the ground
constexpr double k_step_m = 0.5;        // along a ray
constexpr double k_sub_pixels = 256.0;  // as graphics devices round places
constexpr double k_tangent_half_view = 0.5463;

}  // namespace

CityView::CityView(const Layout& layout, unsigned width, unsigned height)
    : layout_(layout),
      width_(width),
      height_(height),
      focal_(height * 0.5 / k_tangent_half_view),
      inverse_depths_(std::size_t{width} * height) {}

geo::Vec3 CityView::ray(unsigned column, unsigned row) const {
  const double x = (column + 0.5 - width_ * 0.5) / focal_;
  const double y = (height_ * 0.5 - row - 0.5) / focal_;
  return geo::normalised(forward_ + right_ * x + up_ * y);
}

double CityView::distance_to_road_m(PlanePoint place) const {
  const PlaneVector at = between(eye_.place, place);
  double nearest = 1e18;
  for (const PlaneVector node : nodes_) nearest = std::min(nearest, dot(node - at, node - at));
  return std::sqrt(nearest);
}

const content::Content& CityView::built(std::uint64_t key, std::uint8_t level) {
  const auto found = built_.find({key, level});
  if (found != built_.end()) return found->second;
  const PieceId id = piece_of_key({key});
  content::Content content =
      id.kind == PieceKind::Junction
          ? build_junction(*layout_.junction(id.junction()), layout_.ground(), level)
          : build_segment(*layout_.edge(id.edge()), layout_.ground(), id.index, level);
  return built_.emplace(std::make_pair(key, level), std::move(content)).first->second;
}

void CityView::draw(const Eye& eye, bool mixed_levels) {
  eye_ = eye;
  forward_ = geo::direction_of(eye.heading_rad, eye.pitch_rad);
  up_ = geo::direction_of(eye.heading_rad, eye.pitch_rad + 1.5707963267948966);
  right_ = geo::cross(forward_, up_);
  std::fill(inverse_depths_.begin(), inverse_depths_.end(), 0.0);
  nodes_.clear();
  const auto is_near = [&](PlanePoint point) {
    return length(between(eye.place, point)) < k_build_m;
  };
  const PlaneVector reach{k_build_m, k_build_m};
  const PlanePoint low = moved(eye.place, -reach);
  const PlanePoint high = moved(eye.place, reach);
  for (const EdgeNumber edge : layout_.edges_near(low, high)) {
    const std::shared_ptr<const EdgeCurve> curve = layout_.curve(edge);
    for (unsigned station = 0; station <= curve->segment_count; ++station) {
      const PlanePoint node = curve->node_world(station);
      if (!is_near(node)) continue;
      nodes_.push_back(between(eye.place, node));
      if (station == curve->segment_count) continue;
      draw_piece(segment_key(edge, station).value, node, mixed_levels);
    }
  }
  for (const JunctionNumber junction : layout_.junctions_in(low, high)) {
    const PlanePoint centre = layout_.shape(junction)->centre;
    draw_piece(junction_key(junction).value, centre, mixed_levels);
  }
}

void CityView::draw_piece(std::uint64_t key, PlanePoint first_point, bool mixed_levels) {
  if (left_out_.count(key) != 0) return;
  const auto level = static_cast<std::uint8_t>(mixed_levels ? base::hash(key, 3) % 3 : 0);
  draw_content(built(key, level), frame_corner(first_point));
}

void CityView::draw_content(const content::Content& content, PlanePoint origin) {
  const PlanePoint offset{origin.x_mm - eye_.place.x_mm, origin.z_mm - eye_.place.z_mm};
  std::vector<Corner> corners;
  for (const content::MeshPage& page : content.mesh_pages) {
    corners.clear();
    for (const content::Vertex& vertex : page.vertices) {
      const geo::Vec3 place{base::from_mm(vertex.x_mm + offset.x_mm),
                            base::from_mm(vertex.y_mm) - eye_.height_m,
                            base::from_mm(vertex.z_mm + offset.z_mm)};
      corners.push_back({geo::dot(place, forward_), geo::dot(place, right_), geo::dot(place, up_)});
    }
    for (std::size_t index = 0; index + 2 < page.indices.size(); index += 3) {
      const Corner triangle[3] = {corners[page.indices[index]], corners[page.indices[index + 1]],
                                  corners[page.indices[index + 2]]};
      clip_and_fill(triangle);
    }
  }
}

// Cuts off what lies before the near plane.
void CityView::clip_and_fill(const Corner* corners) {
  Corner kept[4];
  unsigned count = 0;
  for (unsigned index = 0; index < 3; ++index) {
    const Corner& a = corners[index];
    const Corner& b = corners[(index + 1) % 3];
    if (a.along_m >= k_near_m) kept[count++] = a;
    if ((a.along_m >= k_near_m) == (b.along_m >= k_near_m)) continue;
    // The same place for both triangles of a side, whichever way they go round it.
    const Corner& in = a.along_m > b.along_m ? a : b;
    const Corner& out = a.along_m > b.along_m ? b : a;
    const double share = (in.along_m - k_near_m) / (in.along_m - out.along_m);
    kept[count++] = {k_near_m, in.right_m + (out.right_m - in.right_m) * share,
                     in.up_m + (out.up_m - in.up_m) * share};
  }
  for (unsigned index = 2; index < count; ++index) {
    fill(kept[0], kept[index - 1], kept[index]);
  }
}

void CityView::fill(const Corner& a, const Corner& b, const Corner& c) {
  const Corner* corners[3] = {&a, &b, &c};
  std::int64_t x[3];
  std::int64_t y[3];
  double inverse[3];
  for (unsigned index = 0; index < 3; ++index) {
    inverse[index] = 1.0 / corners[index]->along_m;
    const double right = width_ * 0.5 + focal_ * corners[index]->right_m * inverse[index];
    const double down = height_ * 0.5 - focal_ * corners[index]->up_m * inverse[index];
    x[index] = base::round_to_integer(right * k_sub_pixels);
    y[index] = base::round_to_integer(down * k_sub_pixels);
  }
  // Rows grow downward: what is counter-clockwise from its front has a negative area.
  const std::int64_t area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
  if (area >= 0) return;
  const auto sub = static_cast<std::int64_t>(k_sub_pixels);
  const auto first_of = [&](std::int64_t least) {
    return std::max<std::int64_t>(0, base::floor_divide(least - sub / 2 + sub - 1, sub));
  };
  const auto last_of = [&](std::int64_t most, unsigned size) {
    return std::min<std::int64_t>(std::int64_t{size} - 1, base::floor_divide(most - sub / 2, sub));
  };
  const std::int64_t row_first = first_of(std::min({y[0], y[1], y[2]}));
  const std::int64_t row_last = last_of(std::max({y[0], y[1], y[2]}), height_);
  const std::int64_t column_first = first_of(std::min({x[0], x[1], x[2]}));
  const std::int64_t column_last = last_of(std::max({x[0], x[1], x[2]}), width_);
  for (std::int64_t row = row_first; row <= row_last; ++row) {
    for (std::int64_t column = column_first; column <= column_last; ++column) {
      const std::int64_t px = column * sub + sub / 2;
      const std::int64_t py = row * sub + sub / 2;
      std::int64_t shares[3];
      bool inside = true;
      for (unsigned side = 0; side < 3; ++side) {
        const unsigned p = (side + 1) % 3;
        const unsigned q = (side + 2) % 3;
        shares[side] = (x[q] - x[p]) * (py - y[p]) - (y[q] - y[p]) * (px - x[p]);
        inside = inside && shares[side] <= 0;
      }
      if (!inside) continue;
      double depth = 0;
      for (unsigned side = 0; side < 3; ++side) {
        depth += inverse[side] * (static_cast<double>(shares[side]) / static_cast<double>(area));
      }
      double& nearest = inverse_depths_[static_cast<std::size_t>(row) * width_ +
                                        static_cast<std::size_t>(column)];
      nearest = std::max(nearest, depth);
    }
  }
}

// `above_m`: of the ground.
bool CityView::is_below_land(PlanePoint place, double above_m, double land_m) const {
  const double away_m = distance_to_road_m(place);
  if (away_m >= land_m) return false;
  // What falls is drawn in few strips, which cut its corners.
  return away_m < k_side_depth_m ||
         above_m < land_lift_m(layout_.ground(), place, away_m) - k_cut_corners_m;
}

std::vector<Hole> CityView::holes(double land_m) const {
  std::vector<Hole> found;
  for (unsigned row = 0; row < height_; ++row) {
    for (unsigned column = 0; column < width_; ++column) {
      if (inverse_depths_[std::size_t{row} * width_ + column] > 0) continue;
      const geo::Vec3 way = ray(column, row);
      if (way.y >= 0) continue;  // the sky
      for (double away_m = k_step_m; away_m < k_search_m; away_m += k_step_m) {
        const double y = eye_.height_m + way.y * away_m;
        const PlanePoint place = moved(eye_.place, {way.x * away_m, way.z * away_m});
        const double ground_m = base::from_mm(layout_.ground().height_mm(place));
        // Land falls away from its road, so that what is below it is below the ground.
        if (y < ground_m - k_below_m && is_below_land(place, y - ground_m, land_m)) {
          found.push_back({column, row, away_m, place});
          break;
        }
        if (y < k_lake_level_m) break;
      }
    }
  }
  return found;
}

}  // namespace terrane::city
