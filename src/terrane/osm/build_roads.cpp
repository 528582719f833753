#include "terrane/osm/build_roads.h"

#include <algorithm>
#include <array>

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"
#include "terrane/content/palette.h"
#include "terrane/osm/road_joints.h"
#include "terrane/osm/road_stations.h"

namespace terrane::osm {
namespace {

using content::Material;
using content::Vertex;
using geo::PositionE7;

// An owned piece is at most 100 m long, its midpoint lies in the sector: so its ends are this near.
constexpr double k_joint_reach_m = 60.0;
// The street frame is in 16-bit centimetres: it starts again every 200 m.
constexpr std::int64_t k_frame_period_cm = 20000;
constexpr unsigned k_disc_corners = 16;

struct RoadLook {
  Material material = Material::Asphalt;
  std::uint8_t palette = 0;
  std::uint8_t layer = 0;
  std::int32_t height_mm = 0;
};

RoadLook look_of(RoadClass road_class, bool bridge) {
  namespace palette = content::palette;
  RoadLook look;
  switch (stratum_of(road_class)) {
    case Stratum::Road:
      look = {Material::Asphalt, palette::k_asphalt, content::k_ground_layer_road, 80};
      break;
    case Stratum::Service:
      look = {Material::Asphalt, palette::k_asphalt_light, content::k_ground_layer_path + 1, 70};
      break;
    case Stratum::Path:
      look = {Material::Paving, palette::k_paving_cool, content::k_ground_layer_path, 60};
      break;
  }
  if (road_class == RoadClass::Track) {
    look.material = Material::Soil;
    look.palette = palette::k_soil;
  }
  if (bridge) {  // over what it crosses, until bridges rise
    look.layer = static_cast<std::uint8_t>(look.layer + 1);
    look.height_mm += 12;
  }
  return look;
}

Vertex road_vertex(const Placed& place, OffsetMm offset, const RoadLook& look) {
  const geo::Vec3 at = place.offset(offset.east, offset.north, look.height_mm);
  Vertex vertex;
  vertex.x_mm = base::to_mm32(at.x);
  vertex.y_mm = base::to_mm32(at.y);
  vertex.z_mm = base::to_mm32(at.z);
  vertex.palette = look.palette;
  vertex.material = look.material;
  vertex.flags = look.layer;
  return vertex;
}

class RoadBuilder {
 public:
  explicit RoadBuilder(SectorWriter& writer)
      : writer_(writer),
        bounds_(writer.input.bounds),
        near_(padded_rect(bounds_, k_joint_reach_m)),
        joints_(collect_arms()) {}

  void build() {
    for (const std::uint32_t at : writer_.input.roads) {
      const Road& road = writer_.map.roads[at];
      if (road.box.overlaps(near_)) build_road(at, road);
    }
    for (const Joint& joint : joints_.joints()) {
      if (joint.kind == JointKind::Disc && bounds_.contains(joint.node)) write_disc(joint);
      add_joint_border(joint);
    }
  }

 private:
  struct Stretch {
    NodePair pair;
    std::uint32_t index = 0;    // of the pair in its road
    std::int64_t start_mm = 0;  // along the road
    std::int64_t length_mm = 0;
  };

  template <typename Visit>
  void visit_pairs(const Road& road, Visit visit) const {
    const std::span<const PositionE7> line = writer_.map.at(road.positions);
    std::int64_t along_mm = 0;
    for (std::uint32_t at = 1; at < line.size(); ++at) {
      const double length_m = distance_m(line[at - 1], line[at]);
      Stretch stretch{make_pair_of_nodes(line[at - 1], line[at], length_m), at - 1, along_mm,
                      base::to_mm(length_m)};
      RectE7 box = RectE7::nothing();
      box.include(line[at - 1]);
      box.include(line[at]);
      if (box.overlaps(near_)) visit(stretch);
      along_mm += stretch.length_mm;
    }
  }

  static Arm arm_of(const Road& road, std::uint32_t road_index, const Stretch& stretch,
                    bool at_end) {
    const NodePair& pair = stretch.pair;
    Arm arm;
    arm.node = at_end ? pair.b : pair.a;
    arm.other = at_end ? pair.a : pair.b;
    arm.stratum = stratum_of(road.tags.road_class);
    arm.id = {road_index, stretch.index, at_end};
    arm.midpoint = pair.midpoint(at_end ? pair.pieces - 1 : 0);
    arm.half_width_mm = road.tags.half_width_mm;
    return arm;
  }

  std::vector<Arm> collect_arms() const {
    std::vector<Arm> arms;
    for (const std::uint32_t at : writer_.input.roads) {
      const Road& road = writer_.map.roads[at];
      if (!road.box.overlaps(near_)) continue;
      visit_pairs(road, [&](const Stretch& stretch) {
        for (const bool at_end : {false, true}) {
          const Arm arm = arm_of(road, at, stretch, at_end);
          if (near_.contains(arm.node)) arms.push_back(arm);
        }
      });
    }
    return arms;
  }

  void build_road(std::uint32_t at, const Road& road) {
    const RoadLook look = look_of(road.tags.road_class, road.tags.bridge);
    visit_pairs(road, [&](const Stretch& stretch) {
      const OffsetMm middle_left =
          left_edge(heading_between(stretch.pair.a, stretch.pair.b), road.tags.half_width_mm);
      for (std::uint32_t piece = 0; piece < stretch.pair.pieces; ++piece) {
        const bool ours = bounds_.contains(stretch.pair.midpoint(piece));
        if (piece > 0) add_station_border(road, stretch, piece, middle_left);
        if (!ours) continue;
        const bool first = piece == 0;
        const bool last = piece + 1 == stretch.pair.pieces;
        const OffsetMm left_a =
            first ? joints_.left_at(arm_of(road, at, stretch, false)) : middle_left;
        const OffsetMm left_b =
            last ? joints_.left_at(arm_of(road, at, stretch, true)) : middle_left;
        write_piece(road, look, stretch, piece, left_a, left_b);
      }
    });
  }

  void write_piece(const Road& road, const RoadLook& look, const Stretch& stretch,
                   std::uint32_t piece, OffsetMm left_a, OffsetMm left_b) {
    const Placed from = writer_.projector.place_with_axes(stretch.pair.station(piece));
    const Placed to = writer_.projector.place_with_axes(stretch.pair.station(piece + 1));
    Vertex corners[4] = {road_vertex(from, left_a, look), road_vertex(from, -left_a, look),
                         road_vertex(to, -left_b, look), road_vertex(to, left_b, look)};
    if (look.material == Material::Asphalt) {
      const std::int64_t length_cm = stretch.length_mm / stretch.pair.pieces / 10;
      const std::int64_t start_cm = (stretch.start_mm / 10 + length_cm * piece) % k_frame_period_cm;
      const std::int32_t half_cm = road.tags.half_width_mm / 10;
      for (unsigned corner = 0; corner < 4; ++corner) {
        const bool ahead = corner >= 2;
        const bool left = corner == 0 || corner == 3;
        corners[corner].u_cm = static_cast<std::int16_t>(start_cm + (ahead ? length_cm : 0));
        corners[corner].v_cm = static_cast<std::int16_t>(left ? -half_cm : half_cm);
        corners[corner].half_width_dm =
            static_cast<std::uint8_t>(std::min(road.tags.half_width_mm / 100, 255));
        corners[corner].variant = static_cast<std::uint8_t>(road.tags.paint);
      }
    }
    writer_.mesh.quad(corners[0], corners[1], corners[2], corners[3]);
    writer_.content.owned.push_back(
        {content::OwnedKind::Road, road_piece_id(road.way_id, road.run, stretch.index, piece)});
  }

  void write_disc(const Joint& joint) {
    // The look of its most important arm.
    RoadClass road_class = RoadClass::Pier;
    bool bridge = true;
    for (const Arm& arm : joints_.arms_of(joint)) {
      const RoadTags& tags = writer_.map.roads[arm.id.road].tags;
      road_class = std::min(road_class, tags.road_class);
      bridge = bridge && tags.bridge;
    }
    RoadLook look = look_of(road_class, bridge);
    look.height_mm += 2;  // over the paint of the arms
    if (joint.stratum == Stratum::Road) look.layer = content::k_ground_layer_road + 1;
    const Placed place = writer_.projector.place_with_axes(joint.node);
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> triangles;
    for (unsigned corner = 0; corner < k_disc_corners; ++corner) {
      const base::SinCos turn = base::sin_cos(2.0 * base::k_pi * corner / k_disc_corners);
      const OffsetMm offset{
          static_cast<std::int32_t>(base::round_to_integer(turn.cos * joint.radius_mm)),
          static_cast<std::int32_t>(base::round_to_integer(turn.sin * joint.radius_mm))};
      vertices.push_back(road_vertex(place, offset, look));
      if (corner >= 2) triangles.insert(triangles.end(), {0u, corner - 1, corner});
    }
    writer_.mesh.mesh(vertices, triangles);
  }

  // The key of the sector that owns a midpoint outside this one.
  std::uint64_t owner_of(PositionE7 midpoint) const {
    if (bounds_.contains(midpoint)) return writer_.input.key;
    const std::optional<geo::Tile> tile = geo::tile_of(midpoint);
    return tile ? geo::sector_key(*tile) : writer_.input.key;
  }

  void add_border(std::uint64_t identity, std::uint64_t other, PositionE7 at, std::int64_t third,
                  std::int64_t fourth) {
    content::BorderPoint point;
    point.kind = content::BorderKind::RoadEdge;
    point.identity = identity;
    point.other_piece = other;
    point.values[0] = at.lat_e7;
    point.values[1] = at.lon_e7;
    point.values[2] = third;
    point.values[3] = fourth;
    writer_.content.border_points.push_back(point);
  }

  // A station inside a pair whose two pieces have different owners, one of them this sector.
  void add_station_border(const Road& road, const Stretch& stretch, std::uint32_t piece,
                          OffsetMm left) {
    const PositionE7 before = stretch.pair.midpoint(piece - 1);
    const PositionE7 after = stretch.pair.midpoint(piece);
    const bool before_ours = bounds_.contains(before);
    if (before_ours == bounds_.contains(after)) return;
    const std::uint64_t identity =
        base::hash(0x73746174696f6e, road_piece_id(road.way_id, road.run, stretch.index, piece));
    add_border(identity, owner_of(before_ours ? after : before), stretch.pair.station(piece),
               left.east, left.north);
  }

  // A joint some of whose arms are this sector's and some another's: both must shape it alike.
  void add_joint_border(const Joint& joint) {
    std::vector<std::uint64_t> owners;
    for (const Arm& arm : joints_.arms_of(joint)) owners.push_back(owner_of(arm.midpoint));
    std::sort(owners.begin(), owners.end());
    owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
    if (owners.size() < 2) return;
    if (!std::binary_search(owners.begin(), owners.end(), writer_.input.key)) return;
    const std::uint64_t identity = base::hash(0x6a6f696e74, joint.node.lat_e7, joint.node.lon_e7,
                                              static_cast<std::uint8_t>(joint.stratum));
    const bool mitred = joint.kind == JointKind::Mitre;
    for (const std::uint64_t other : owners) {
      if (other == writer_.input.key) continue;
      add_border(identity, other, joint.node, mitred ? joint.left.east : joint.radius_mm,
                 mitred ? joint.left.north : -static_cast<std::int64_t>(joint.arm_count));
    }
  }

  SectorWriter& writer_;
  geo::BoundsE7 bounds_;
  RectE7 near_;
  RoadJoints joints_;
};

}  // namespace

void build_roads(SectorWriter& writer) {
  RoadBuilder(writer).build();
}

}  // namespace terrane::osm
