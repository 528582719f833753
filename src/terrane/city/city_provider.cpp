#include "terrane/city/city_provider.h"

#include <algorithm>
#include <string>

#include "terrane/base/hash.h"
#include "terrane/city/cell_ground.h"
#include "terrane/city/city_follower.h"
#include "terrane/city/city_roads.h"
#include "terrane/city/city_start.h"
#include "terrane/city/edge_plan.h"
#include "terrane/city/ground.h"
#include "terrane/city/junction.h"
#include "terrane/city/lattice.h"
#include "terrane/city/segment.h"
#include "terrane/city/street_profile.h"
#include "terrane/stream/road_walk.h"

namespace terrane::city {
namespace {

using stream::PieceKey;

// Changes with any rule that changes content.
constexpr std::uint64_t k_rules_version = 1;
constexpr std::uint8_t k_lod_count = 2;
constexpr double k_near_road_m = 140.0;         // other roads from which the walk sets out
constexpr double k_full_detail_m = 340.0;       // of walk cost; nearer pieces are at full detail
constexpr double k_detail_hysteresis_m = 40.0;  // and stay so this much farther out
constexpr double k_keep_roads_m = 3000.0;
constexpr double k_default_radius_m = 600.0;
constexpr double k_area_side_most_m = 20000.0;
// Rough bounds: above and below all that a piece may hold.
constexpr double k_lowest_m = -32.0;
constexpr double k_highest_m = 290.0;

geo::Vec3 world_of(PlanePoint point, double height_m) {
  return {base::from_mm(point.x_mm), height_m, base::from_mm(point.z_mm)};
}

base::Error not_a_piece(PieceKey key) {
  return {base::ErrorCode::NotFound, "no such piece in the city", std::to_string(key.value),
          "the key of a road segment or junction of this seed"};
}

class CityProvider final : public stream::Provider {
 public:
  explicit CityProvider(std::uint64_t seed) : lattice_(seed), ground_(seed), roads_(lattice_) {
    info_.uri = "city:" + std::to_string(seed);
    info_.rules_digest = base::hash(base::hash_text("terrane city lattice"), k_rules_version);
    info_.lod_count = k_lod_count;
    info_.surround = content::Material::Grass;
    const StartPlace start = start_place(lattice_);
    info_.start.origin = world_of(start.point, base::from_mm(ground_.height_mm(start.point)));
    info_.start_heading_rad = geo::heading_of({start.forward.x, 0, start.forward.z});
  }

  const stream::WorldInfo& info() const override { return info_; }

  geo::Frame piece_frame(PieceKey key) const override {
    geo::Frame frame;
    frame.origin = world_of(frame_corner(first_point(piece_of_key(key))), 0);
    return frame;
  }

  geo::Frame frame_at(geo::Vec3 position) const override {
    geo::Frame frame;
    frame.origin = position;
    return frame;
  }

  double ground_height_m(geo::Vec3 position) const override {
    if (!geo::is_finite(position)) return 0;
    return base::from_mm(ground_.height_mm(plane_point_of(position)));
  }

  content::BoundsMm rough_bounds(PieceKey key) const override;

  base::Result<stream::Selection> select(std::span<const stream::Observer> observers,
                                         const stream::SelectionLimits& limits,
                                         std::span<const PieceKey> resident) override;

  void evict_far(std::span<const stream::Observer> observers) override {
    roads_.evict_far(observers, k_keep_roads_m);
  }

  base::Result<content::Content> build_on_worker(
      const stream::BuildRequest& request, std::span<const fetch::Bytes> inputs) const override {
    static_cast<void>(inputs);
    if (!exists(request.key)) return not_a_piece(request.key);
    const PieceId id = piece_of_key(request.key);
    if (id.kind == PieceKind::Junction) {
      return build_junction(lattice_, ground_, id.edge.from, request.lod);
    }
    return build_segment(lattice_, ground_, id.edge, id.index, request.lod);
  }

  base::Result<std::vector<PieceKey>> pieces_in(const stream::Area* area) const override;
  std::vector<PieceKey> neighbours(PieceKey key) const override;
  std::vector<content::OwnedObject> objects_in(std::span<const PieceKey> pieces) const override;

  std::unique_ptr<stream::RoadFollower> follow_roads(geo::Vec3 start, double heading_rad,
                                                     std::uint64_t seed) const override {
    return follow_city_roads(lattice_, ground_, start, heading_rad, seed);
  }

 private:
  // The point a piece is owned and framed by: a junction's centre, a segment's first node.
  PlanePoint first_point(const PieceId& id) const {
    if (id.kind == PieceKind::Junction) return lattice_.position(id.edge.from);
    const std::shared_ptr<const EdgeCurve> curve = shared_curve(lattice_, id.edge);
    return curve->node_world(std::min(id.index, curve->segment_count));
  }

  bool exists(PieceKey key) const {
    const PieceId id = piece_of_key(key);
    if (id.kind == PieceKind::Junction) {
      if (!(junction_key(id.edge.from) == key)) return false;
      for (unsigned side = 0; side < k_arm_side_count; ++side) {
        if (lattice_.has_arm(id.edge.from, static_cast<ArmSide>(side))) return true;
      }
      return false;
    }
    return segment_key(id.edge, id.index) == key && lattice_.has_edge(id.edge) &&
           id.index < shared_curve(lattice_, id.edge)->segment_count;
  }

  void choose_detail(std::vector<stream::WantedPiece>& pieces);

  Lattice lattice_;
  Ground ground_;
  stream::WorldInfo info_;
  // Owner thread only; no part of content.
  CityRoads roads_;
  stream::RoadWalk walk_;
  std::vector<stream::RoadStart> starts_;
  std::vector<PieceKey> at_full_detail_;  // in the last selection, sorted
};

content::BoundsMm CityProvider::rough_bounds(PieceKey key) const {
  const PieceId id = piece_of_key(key);
  const PlanePoint origin = frame_corner(first_point(id));
  content::BoundsMm bounds;
  const auto include = [&](PlanePoint point, double reach_m) {
    const PlaneVector local = between(origin, point);
    bounds.include(base::to_mm32(local.x - reach_m), base::to_mm32(k_lowest_m),
                   base::to_mm32(local.z - reach_m));
    bounds.include(base::to_mm32(local.x + reach_m), base::to_mm32(k_highest_m),
                   base::to_mm32(local.z + reach_m));
  };
  constexpr double k_margin_m = 4.0;  // trees, double lots
  if (id.kind == PieceKind::Junction) {
    const JunctionId cell = id.edge.from;
    include({cell.i * k_cell_size_mm, cell.j * k_cell_size_mm},
            base::from_mm(k_cell_size_mm) * 0.5 + k_margin_m);
    include(lattice_.position(cell), k_side_depth_m + k_radius_most_m);
    return bounds;
  }
  const std::shared_ptr<const EdgeCurve> curve = shared_curve(lattice_, id.edge);
  const unsigned first = std::min(id.index, curve->segment_count - 1);
  for (const unsigned station : {first, first + 1}) {
    include(curve->node_world(station), k_side_depth_m + k_margin_m);
  }
  return bounds;
}

void CityProvider::choose_detail(std::vector<stream::WantedPiece>& pieces) {
  for (stream::WantedPiece& piece : pieces) {
    const bool keeps =
        piece.cost < k_full_detail_m + k_detail_hysteresis_m &&
        std::binary_search(at_full_detail_.begin(), at_full_detail_.end(), piece.key);
    piece.lod = piece.cost < k_full_detail_m || keeps ? 0 : 1;
  }
}

base::Result<stream::Selection> CityProvider::select(std::span<const stream::Observer> observers,
                                                     const stream::SelectionLimits& limits,
                                                     std::span<const PieceKey> resident) {
  static_cast<void>(resident);
  starts_.clear();
  for (const stream::Observer& observer : observers) {
    if (!geo::is_finite(observer.position) || !geo::is_finite(observer.forward)) {
      return base::Error{base::ErrorCode::OutOfRange, "an observer is nowhere",
                         "its position or direction is not a finite number",
                         "finite metres of the plane"};
    }
    roads_.add_starts(observer, k_near_road_m, starts_);
  }
  stream::Selection selection = walk_.walk(roads_, starts_, limits);
  choose_detail(selection.pieces);
  choose_detail(selection.left_out);
  at_full_detail_.clear();
  for (const stream::WantedPiece& piece : selection.pieces) {
    if (piece.lod == 0) at_full_detail_.push_back(piece.key);
  }
  std::sort(at_full_detail_.begin(), at_full_detail_.end());
  return selection;
}

base::Result<std::vector<PieceKey>> CityProvider::pieces_in(const stream::Area* area) const {
  const stream::Area whole{-k_default_radius_m, -k_default_radius_m, k_default_radius_m,
                           k_default_radius_m};
  const stream::Area& asked = area != nullptr ? *area : whole;
  const double width_m = asked.max_x - asked.min_x;
  const double height_m = asked.max_y - asked.min_y;
  const double farthest_m = base::from_mm(k_cell_size_mm) * k_cell_limit;
  // Written so that a number that is not one fails too.
  if (!(width_m > 0 && width_m <= k_area_side_most_m && height_m > 0 &&
        height_m <= k_area_side_most_m && asked.min_x >= -farthest_m && asked.max_x <= farthest_m &&
        asked.min_y >= -farthest_m && asked.max_y <= farthest_m)) {
    return base::Error{base::ErrorCode::OutOfRange, "not an area of the city", "the area's corners",
                       "X0,Z0,X1,Z1 in metres, X0 < X1 and Z0 < Z1, at most 20 km a side"};
  }
  const PlanePoint low{base::to_mm(asked.min_x), base::to_mm(asked.min_y)};
  const PlanePoint high{base::to_mm(asked.max_x), base::to_mm(asked.max_y)};
  const auto inside = [&](PlanePoint p) {
    return p.x_mm >= low.x_mm && p.x_mm < high.x_mm && p.z_mm >= low.z_mm && p.z_mm < high.z_mm;
  };
  // An edge starts at most one cell and its jitter before any of its segments.
  const JunctionId first = Lattice::cell_of(low);
  const JunctionId last = Lattice::cell_of(high);
  std::vector<PieceKey> keys;
  for (std::int32_t j = first.j - 2; j <= last.j + 1; ++j) {
    for (std::int32_t i = first.i - 2; i <= last.i + 1; ++i) {
      const PieceKey junction = junction_key({i, j});
      if (inside(lattice_.position({i, j})) && exists(junction)) keys.push_back(junction);
      for (const Axis axis : {Axis::East, Axis::South}) {
        const EdgeId edge{{i, j}, axis};
        if (!lattice_.has_edge(edge)) continue;
        const std::shared_ptr<const EdgeCurve> curve = shared_curve(lattice_, edge);
        for (unsigned segment = 0; segment < curve->segment_count; ++segment) {
          if (inside(curve->node_world(segment))) keys.push_back(segment_key(edge, segment));
        }
      }
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<PieceKey> CityProvider::neighbours(PieceKey key) const {
  std::vector<PieceKey> keys;
  if (!exists(key)) return keys;
  const PieceId id = piece_of_key(key);
  if (id.kind == PieceKind::Segment) {
    const std::shared_ptr<const EdgeCurve> curve = shared_curve(lattice_, id.edge);
    keys = {piece_before(*curve, id.index), piece_behind(*curve, id.index + 1)};
  } else {
    for (unsigned index = 0; index < k_arm_side_count; ++index) {
      const ArmSide side = static_cast<ArmSide>(index);
      if (!lattice_.has_arm(id.edge.from, side)) continue;
      keys.push_back(first_segment_key(lattice_, id.edge.from, side));
    }
    for (const JunctionId cell : cells_beside(id.edge.from)) {
      if (exists(junction_key(cell))) keys.push_back(junction_key(cell));
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<content::OwnedObject> CityProvider::objects_in(std::span<const PieceKey> pieces) const {
  std::vector<content::OwnedObject> objects;
  for (const PieceKey key : pieces) {
    if (!exists(key)) continue;
    const PieceId id = piece_of_key(key);
    if (id.kind == PieceKind::Junction) {
      owned_by_junction(lattice_, id.edge.from, objects);
    } else {
      owned_by_segment(lattice_, id.edge, id.index, objects);
    }
  }
  std::sort(objects.begin(), objects.end(),
            [](const content::OwnedObject& a, const content::OwnedObject& b) {
              return a.kind != b.kind ? a.kind < b.kind : a.id < b.id;
            });
  return objects;
}

}  // namespace

base::Result<std::unique_ptr<stream::Provider>> open_city(std::uint64_t seed, Layout layout) {
  switch (layout) {
    case Layout::Lattice:
      return std::unique_ptr<stream::Provider>(std::make_unique<CityProvider>(seed));
  }
  return base::Error{base::ErrorCode::BadUri, "no such layout of the city",
                     "city:" + std::to_string(seed), "layout=lattice"};
}

}  // namespace terrane::city
