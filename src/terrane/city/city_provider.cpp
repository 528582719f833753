#include "terrane/city/city_provider.h"

#include <algorithm>
#include <string>
#include <utility>

#include "terrane/base/hash.h"
#include "terrane/city/city_follower.h"
#include "terrane/city/city_plan.h"
#include "terrane/city/city_roads.h"
#include "terrane/city/city_start.h"
#include "terrane/city/grown_layout.h"
#include "terrane/city/grown_mirror.h"
#include "terrane/city/junction.h"
#include "terrane/city/lattice_layout.h"
#include "terrane/city/rough_bounds.h"
#include "terrane/city/segment.h"
#include "terrane/stream/flat_index.h"
#include "terrane/stream/road_walk.h"

namespace terrane::city {
namespace {

using stream::PieceKey;

// Changes with any rule that changes content.
constexpr std::uint64_t k_rules_version = 2;
constexpr std::uint8_t k_lod_count = 3;
constexpr double k_near_road_m = 215.0;     // other roads from which the walk sets out
constexpr std::size_t k_full_pieces = 180;  // at full detail, as the article has it
constexpr std::size_t k_kept_pieces = 24;
constexpr double k_near_m = 150.0;            // and everything within this
constexpr double k_massing_m = 420.0;         // of walk cost
constexpr double k_kept_m = 25.0;             // how much farther a level is kept than it is taken
constexpr double k_keep_roads_m = k_evict_m;  // as long as the grown layout keeps them
constexpr double k_default_radius_m = 600.0;
constexpr double k_area_side_most_m = 20000.0;

geo::Vec3 world_of(PlanePoint point, double height_m) {
  return {base::from_mm(point.x_mm), height_m, base::from_mm(point.z_mm)};
}

base::Error not_a_piece(PieceKey key) {
  return {base::ErrorCode::NotFound, "no such piece in the city", std::to_string(key.value),
          "the key of a road segment or junction of this seed"};
}

base::Error too_far_out(const char* where) {
  return {base::ErrorCode::OutOfRange, "the grown city does not reach so far out", where,
          "a place within 30 km of the origin, or layout=lattice, which reaches everywhere"};
}

class CityProvider final : public stream::Provider {
 public:
  // `grown` is the layout itself where it is the grown one, else null.
  CityProvider(std::shared_ptr<Layout> layout, std::shared_ptr<const GrownLayout> grown_layout)
      : layout_(std::move(layout)),
        grown_(std::move(grown_layout)),
        roads_(std::make_unique<CityRoads>(*layout_, grown_ != nullptr)) {
    const bool grown = grown_ != nullptr;
    info_.uri = "city:" + std::to_string(layout_->seed()) + (grown ? "?layout=grown" : "");
    info_.rules_digest = base::hash(
        base::hash_text(grown ? "terrane city grown" : "terrane city lattice"), k_rules_version);
    info_.lod_count = k_lod_count;
    info_.surround = content::Material::Water;
    info_.surround_height_m = k_lake_level_m;
    const StartPlace start = start_place(*layout_);
    info_.start.origin =
        world_of(start.point, base::from_mm(layout_->ground().height_mm(start.point)));
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
    return base::from_mm(layout_->ground().height_mm(plane_point_of(position)));
  }

  content::BoundsMm rough_bounds(PieceKey key) const override;

  base::Result<stream::Selection> select(std::span<const stream::Observer> observers,
                                         const stream::SelectionLimits& limits,
                                         std::span<const PieceKey> resident) override;

  void evict_far(std::span<const stream::Observer> observers) override {
    roads_->evict_far(observers, k_keep_roads_m);
    std::vector<PlanePoint> places;
    for (const stream::Observer& observer : observers) {
      places.push_back(plane_point_of(observer.position));
    }
    layout_->evict_far(places);
  }

  base::Result<content::Content> build_on_worker(
      const stream::BuildRequest& request, std::span<const fetch::Bytes> inputs) const override {
    static_cast<void>(inputs);
    const PieceId id = piece_of_key(request.key);
    if (!is_piece_key(request.key)) return not_a_piece(request.key);
    if (id.kind == PieceKind::Junction) {
      const std::shared_ptr<const JunctionPlan> plan = layout_->junction(id.junction());
      if (!plan) return not_a_piece(request.key);
      return build_junction(*plan, layout_->ground(), request.lod);
    }
    const std::shared_ptr<const EdgePlan> plan = layout_->edge(id.edge());
    if (!plan || id.index >= plan->curve.segment_count) return not_a_piece(request.key);
    return build_segment(*plan, layout_->ground(), id.index, request.lod);
  }

  std::uint64_t change_signature() const override { return grown_ ? grown_->change_count() : 0; }
  std::vector<std::uint8_t> changes_for(stream::WorkerKnowledge& knowledge) const override {
    return grown_ ? grown_->changes_for(knowledge) : Provider::changes_for(knowledge);
  }
  base::Result<void> apply_changes(std::span<const std::uint8_t> changes) override;

  base::Result<std::vector<PieceKey>> pieces_in(const stream::Area* area) const override;
  std::vector<PieceKey> neighbours(PieceKey key) const override;
  std::vector<content::OwnedObject> objects_in(std::span<const PieceKey> pieces) const override;

  base::Result<content::Plan> plan_in(const stream::Area* area) const override {
    return plan_of_city(*layout_, area);
  }

  // Not from the plan of an area: a grown city would grow to cover it.
  stream::RoadName road_name_at(geo::Vec3 position) const override {
    const NearestStation nearest = nearest_station(*layout_, plane_point_of(position));
    if (!nearest.found || nearest.distance_m > stream::k_on_road_m) return {};
    const std::shared_ptr<const EdgePlan> plan = layout_->edge(nearest.edge);
    if (!plan) return {};
    return {plan->street.name, traits_of(plan->street.district).name};
  }

  std::unique_ptr<stream::RoadFollower> follow_roads(geo::Vec3 start, double heading_rad,
                                                     std::uint64_t seed) const override {
    return follow_city_roads(layout_, start, heading_rad, seed);
  }

 private:
  // The point a piece is owned and framed by: a junction's centre, a segment's first node.
  PlanePoint first_point(const PieceId& id) const {
    if (id.kind == PieceKind::Junction) {
      return layout_->shape(id.junction()).value_or(JunctionShape{}).centre;
    }
    const std::shared_ptr<const EdgeCurve> curve = layout_->curve(id.edge());
    return curve ? curve->node_world(std::min(id.index, curve->segment_count)) : PlanePoint{};
  }

  void choose_detail(std::vector<stream::WantedPiece>& pieces,
                     std::span<const stream::Observer> observers);
  void find_near(std::span<const stream::Observer> observers);

  std::shared_ptr<Layout> layout_;
  std::shared_ptr<const GrownLayout> grown_;  // layout_, while it is the grown one
  std::shared_ptr<GrownMirror> mirror_;       // layout_, once it mirrors another's
  stream::WorldInfo info_;
  // Owner thread only; no part of content.
  std::unique_ptr<CityRoads> roads_;
  stream::RoadWalk walk_;
  std::vector<stream::RoadStart> starts_;
  // Pieces near an observer: k_near, or k_almost_near for those that only keep what they have.
  static constexpr std::uint32_t k_near = 0;
  static constexpr std::uint32_t k_almost_near = 1;
  stream::FlatIndex near_;
  // The levels in this selection and the one before, of what is not at the coarsest.
  stream::FlatIndex level_of_;
  stream::FlatIndex last_level_of_;
};

content::BoundsMm CityProvider::rough_bounds(PieceKey key) const {
  const PieceId id = piece_of_key(key);
  if (id.kind == PieceKind::Junction) {
    const PlanePoint centre = first_point(id);
    return rough_junction_bounds(centre, frame_corner(centre));
  }
  const std::shared_ptr<const EdgeCurve> curve = layout_->curve(id.edge());
  if (!curve || id.index >= curve->segment_count) return {};
  return rough_segment_bounds(*curve, id.index, frame_corner(curve->node_world(id.index)));
}

// The nearest pieces at full detail, everything close by among them; then massing; then blocks. A
// piece keeps a finer level a little longer than it takes to get it, so that none flickers.
void CityProvider::choose_detail(std::vector<stream::WantedPiece>& pieces,
                                 std::span<const stream::Observer> observers) {
  find_near(observers);
  std::swap(level_of_, last_level_of_);
  level_of_.clear();
  for (std::size_t rank = 0; rank < pieces.size(); ++rank) {
    stream::WantedPiece& piece = pieces[rank];
    const std::uint32_t nearness = near_.find(piece.key.value);
    piece.lod = k_lod_count - 1;
    if (rank >= k_full_pieces + k_kept_pieces && piece.cost >= k_massing_m + k_kept_m &&
        nearness == stream::FlatIndex::k_absent) {
      continue;
    }
    const std::uint32_t had = last_level_of_.find(piece.key.value);
    const bool full = rank < k_full_pieces + (had == 0 ? k_kept_pieces : 0) || nearness == k_near ||
                      (nearness == k_almost_near && had == 0);
    const bool had_massing = had != stream::FlatIndex::k_absent;
    const bool massing = piece.cost < k_massing_m + (had_massing ? k_kept_m : 0.0);
    if (!full && !massing) continue;
    piece.lod = full ? 0 : 1;
    level_of_.find_or_add(piece.key.value, piece.lod);
  }
}

void CityProvider::find_near(std::span<const stream::Observer> observers) {
  near_.clear();
  constexpr double k_reach_m = k_near_m + k_kept_m;
  const auto note = [this](PieceKey key, PlaneVector way) {
    const double squared = dot(way, way);
    if (squared < k_near_m * k_near_m) {
      near_.set(key.value, k_near);
    } else if (squared < k_reach_m * k_reach_m) {
      near_.find_or_add(key.value, k_almost_near);
    }
  };
  for (const stream::Observer& observer : observers) {
    const PlanePoint place = plane_point_of(observer.position);
    const PlanePoint low = moved(place, {-k_reach_m, -k_reach_m});
    const PlanePoint high = moved(place, {k_reach_m, k_reach_m});
    for (const EdgeNumber edge : layout_->edges_near(low, high)) {
      const EdgeCurve& course = roads_->course(edge);
      if (way_to_box_m(course, place) >= k_reach_m) continue;
      const PlaneVector from_start = between(course.start, place);
      for (unsigned segment = 0; segment < course.segment_count; ++segment) {
        note(segment_key(edge, segment), course.node_m(segment) - from_start);
      }
    }
    for (const JunctionNumber junction : layout_->junctions_in(low, high)) {
      const JunctionShape shape = layout_->shape(junction).value_or(JunctionShape{});
      note(junction_key(junction), between(place, shape.centre));
    }
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
    if (!roads_->add_starts(observer, k_near_road_m, starts_)) {
      return too_far_out("an observer's place");
    }
  }
  stream::Selection selection = walk_.walk(*roads_, starts_, limits);
  choose_detail(selection.pieces, observers);
  for (stream::WantedPiece& piece : selection.left_out) piece.lod = k_lod_count - 1;
  return selection;
}

base::Result<void> CityProvider::apply_changes(std::span<const std::uint8_t> changes) {
  if (!grown_ && !mirror_) return Provider::apply_changes(changes);
  std::shared_ptr<GrownMirror> mirror =
      mirror_ ? mirror_ : std::make_shared<GrownMirror>(layout_->seed());
  base::Result<void> applied = mirror->apply(changes);
  if (!applied.ok() || mirror_) return applied;
  roads_ = std::make_unique<CityRoads>(*mirror);
  layout_ = mirror;
  mirror_ = std::move(mirror);
  grown_.reset();
  return {};
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
  if (!layout_->cover(low, high)) return too_far_out("the area's corners");
  const auto inside = [&](PlanePoint p) {
    return p.x_mm >= low.x_mm && p.x_mm < high.x_mm && p.z_mm >= low.z_mm && p.z_mm < high.z_mm;
  };
  std::vector<PieceKey> keys;
  for (const JunctionNumber junction : layout_->junctions_in(low, high)) {
    keys.push_back(junction_key(junction));
  }
  for (const EdgeNumber edge : layout_->edges_near(low, high)) {
    const std::shared_ptr<const EdgeCurve> curve = layout_->curve(edge);
    for (unsigned segment = 0; segment < curve->segment_count; ++segment) {
      if (inside(curve->node_world(segment))) keys.push_back(segment_key(edge, segment));
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<PieceKey> CityProvider::neighbours(PieceKey key) const {
  std::vector<PieceKey> keys;
  if (!is_piece_key(key)) return keys;
  const PieceId id = piece_of_key(key);
  if (id.kind == PieceKind::Segment) {
    const std::shared_ptr<const EdgeCurve> curve = layout_->curve(id.edge());
    if (!curve || id.index >= curve->segment_count) return keys;
    keys = {piece_before(*curve, id.index), piece_behind(*curve, id.index + 1)};
  } else {
    const std::shared_ptr<const JunctionPlan> plan = layout_->junction(id.junction());
    for (unsigned arm = 0; plan && arm < k_arms_most; ++arm) {
      if (plan->arms[arm]) keys.push_back(first_segment_key(*plan, arm));
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<content::OwnedObject> CityProvider::objects_in(std::span<const PieceKey> pieces) const {
  std::vector<content::OwnedObject> objects;
  for (const PieceKey key : pieces) {
    const PieceId id = piece_of_key(key);
    if (id.kind == PieceKind::Junction) {
      const std::shared_ptr<const JunctionPlan> plan = layout_->junction(id.junction());
      if (plan) owned_by_junction(*plan, layout_->ground(), objects);
    } else {
      const std::shared_ptr<const EdgePlan> plan = layout_->edge(id.edge());
      if (plan && id.index < plan->curve.segment_count) owned_by_segment(*plan, id.index, objects);
    }
  }
  std::sort(objects.begin(), objects.end(),
            [](const content::OwnedObject& a, const content::OwnedObject& b) {
              return a.kind != b.kind ? a.kind < b.kind : a.id < b.id;
            });
  return objects;
}

}  // namespace

base::Result<std::unique_ptr<stream::Provider>> open_city(std::uint64_t seed, LayoutKind layout) {
  switch (layout) {
    case LayoutKind::Lattice:
      return std::unique_ptr<stream::Provider>(
          std::make_unique<CityProvider>(std::make_shared<LatticeLayout>(seed), nullptr));
    case LayoutKind::Grown: {
      const auto grown = std::make_shared<GrownLayout>(seed);
      return std::unique_ptr<stream::Provider>(std::make_unique<CityProvider>(grown, grown));
    }
  }
  return base::Error{base::ErrorCode::BadUri, "no such layout of the city",
                     "city:" + std::to_string(seed), "layout=lattice"};
}

}  // namespace terrane::city
