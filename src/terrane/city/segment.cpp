#include "terrane/city/segment.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/building_kit.h"
#include "terrane/city/lots.h"
#include "terrane/city/roadside.h"
#include "terrane/city/street_profile.h"
#include "terrane/city/street_side.h"
#include "terrane/content/octahedral.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
namespace palette = content::palette;

constexpr std::uint8_t k_road_light = 238;  // baked: the middle of a street sees much sky
constexpr std::uint8_t k_gutter_light = 205;
constexpr double k_paint_lift_m = 0.012;

// The road's own frame: along in centimetres from the edge's middle (an edge is longer than 16 bits
// of centimetres from its start), across from the centre, right positive.
GroundCorner road_corner(const EdgePlan& plan, unsigned station, double across_m) {
  GroundCorner corner;
  const Side side = across_m < 0 ? Side::Left : Side::Right;
  corner.point = across_m == 0 ? plan.curve.node_world(station)
                               : plan.beside(station, side, across_m < 0 ? -across_m : across_m);
  corner.occlusion = across_m == 0 ? k_road_light : k_gutter_light;
  const double along_m = (station - plan.curve.segment_count * 0.5) * plan.curve.segment_length_m;
  corner.u_cm = static_cast<std::int16_t>(base::round_to_integer(along_m * 100.0));
  corner.v_cm = static_cast<std::int16_t>(base::round_to_integer(across_m * 100.0));
  return corner;
}

void build_road(PieceWriter& out, const EdgePlan& plan, unsigned segment) {
  const double near_m = plan.half_width_m[segment];
  const double far_m = plan.half_width_m[segment + 1];
  const bool boulevard = std::max(near_m, far_m) > 7.0;
  Surface road =
      ground_surface(Material::Asphalt, palette::k_asphalt, content::k_ground_layer_road);
  road.variant = static_cast<std::uint8_t>(boulevard ? content::RoadPaint::CentreAndLanes
                                                     : content::RoadPaint::CentreDashes);
  road.half_width_dm =
      static_cast<std::uint8_t>(base::round_to_integer((near_m + far_m) * 0.5 * 10.0));
  const GroundCorner near_centre = road_corner(plan, segment, 0);
  const GroundCorner far_centre = road_corner(plan, segment + 1, 0);
  out.ground_quad(road_corner(plan, segment, -near_m), near_centre, far_centre,
                  road_corner(plan, segment + 1, -far_m), road);
  out.ground_quad(near_centre, road_corner(plan, segment, near_m),
                  road_corner(plan, segment + 1, far_m), far_centre, road);
}

// The stop line across the lanes that lead to a junction, on the edge's first and last segment.
void build_stop_line(PieceWriter& out, const EdgePlan& plan, unsigned segment) {
  const bool first = segment == 0;
  if (!first && segment + 1 != plan.curve.segment_count) return;
  const unsigned station = first ? 0 : segment + 1;
  const double sign = first ? 1.0 : -1.0;
  const Surface paint =
      ground_surface(Material::Paint, palette::k_paint_white, content::k_ground_layer_paint);
  const PlanePoint node = plan.curve.node_world(station);
  const PlaneVector into = plan.curve.nodes[station].forward * sign;
  // Traffic keeps right: towards the junction it drives on the left of the way away from it.
  const PlaneVector across = left_of(into);
  const double edge_m = plan.half_width_m[station] - 0.5;
  const auto corner = [&](double along_m, double across_m) {
    return GroundCorner{moved(node, into * along_m + across * across_m), k_paint_lift_m,
                        k_road_light, 0, 0};
  };
  out.ground_quad(corner(1.0, 0.2), corner(1.5, 0.2), corner(1.5, edge_m), corner(1.0, edge_m),
                  paint);
}

// A strip of ground between two lines of a side.
void strip(PieceWriter& out, const SideSection& near, const SideSection& far, Side side,
           SideLine inner, SideLine outer, std::uint8_t inner_light, std::uint8_t outer_light,
           const Surface& surface) {
  const GroundCorner near_in = near.corner(inner, inner_light);
  const GroundCorner near_out = near.corner(outer, outer_light);
  const GroundCorner far_in = far.corner(inner, inner_light);
  const GroundCorner far_out = far.corner(outer, outer_light);
  if (side == Side::Right) {
    out.ground_quad(near_in, near_out, far_out, far_in, surface);
  } else {
    out.ground_quad(near_in, far_in, far_out, near_out, surface);
  }
}

void build_kerb(PieceWriter& out, const EdgePlan& plan, const SideSection& near,
                const SideSection& far, unsigned segment, Side side) {
  Surface kerb;
  kerb.material = Material::Stone;
  kerb.palette = palette::k_kerb;
  const PlaneVector facing = -plan.outward(segment, side);
  const content::OctahedralNormal normal = content::encode_octahedral({facing.x, 0, facing.z});
  const auto upright = [&](const SideSection& section, SideLine line) {
    content::Vertex vertex =
        out.ground_vertex(section.corner(line, line == SideLine::KerbFoot ? 150 : 220), kerb);
    vertex.normal_u = normal.u;
    vertex.normal_v = normal.v;
    return vertex;
  };
  const content::Vertex near_foot = upright(near, SideLine::KerbFoot);
  const content::Vertex near_top = upright(near, SideLine::KerbTop);
  const content::Vertex far_foot = upright(far, SideLine::KerbFoot);
  const content::Vertex far_top = upright(far, SideLine::KerbTop);
  if (side == Side::Right) {
    out.mesh().quad(far_foot, near_foot, near_top, far_top);
  } else {
    out.mesh().quad(near_foot, far_foot, far_top, near_top);
  }
  strip(out, near, far, side, SideLine::KerbTop, SideLine::KerbBack, 225, 225, kerb);
}

void build_side(PieceWriter& out, const Lattice& lattice, const EdgePlan& plan, unsigned segment,
                Side side) {
  const SideSection near = side_section(plan, segment, side);
  const SideSection far = side_section(plan, segment + 1, side);
  build_kerb(out, plan, near, far, segment, side);
  const Block& block = plan.block_of(segment);
  const SideKind kind = block.sides[static_cast<unsigned>(side)];
  const bool warm = base::draw_chance(base::hash(block.key, 4), 0.4);
  const Surface paving =
      ground_surface(Material::Paving, warm ? palette::k_paving_warm : palette::k_paving_cool,
                     content::k_ground_layer_base);
  const Surface lawn =
      ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base);
  const bool dry = base::draw_chance(base::hash(block.key, 5), 0.6);
  const Surface field =
      ground_surface(dry ? Material::Soil : Material::Grass,
                     dry ? palette::k_soil : palette::k_grass_dry, content::k_ground_layer_base);
  const bool built = kind == SideKind::Buildings;
  // A gap in a row of houses is a small garden, unless it is a corner's square.
  const bool corner =
      segment < k_corner_segments || segment + k_corner_segments >= plan.curve.segment_count;
  const bool garden = built && !corner && !is_under_frontage(lattice.seed(), plan, segment, side);
  const Surface& open = kind == SideKind::Field ? field : lawn;
  const Surface& front = built && !garden ? paving : open;
  const Surface& back = built ? lawn : open;
  // Buildings darken the pavement before them and the yards between them.
  const std::uint8_t front_light = built ? 185 : 235;
  const std::uint8_t yard_light = built ? 195 : 245;
  strip(out, near, far, side, SideLine::KerbBack, SideLine::Frontage, 220, front_light, paving);
  strip(out, near, far, side, SideLine::Frontage, SideLine::Yard, front_light, yard_light, front);
  strip(out, near, far, side, SideLine::Yard, SideLine::Bank, yard_light, 230, back);
  strip(out, near, far, side, SideLine::Bank, SideLine::Outer, 230, 235, back);
  furnish_side(out, lattice, plan, segment, side, garden);
}

void build_lots(PieceWriter& out, const Lattice& lattice, const EdgePlan& plan, unsigned segment) {
  for (const Side side : {Side::Left, Side::Right}) {
    if (const std::optional<Lot> lot = frontage_lot(lattice.seed(), plan, segment, side)) {
      build_building(out, *lot, footprint_of(*lot));
    }
    if (const std::optional<Lot> lot = backdrop_lot(lattice.seed(), plan, segment, side)) {
      build_building(out, *lot, footprint_of(*lot));
    }
  }
}

std::vector<content::OwnedObject> owned_objects(const Lattice& lattice, const EdgePlan& plan,
                                                unsigned segment) {
  const stream::PieceKey key = segment_key(plan.curve.id, segment);
  std::vector<content::OwnedObject> owned{{content::OwnedKind::Segment, key.value}};
  for (const Side side : {Side::Left, Side::Right}) {
    if (frontage_lot(lattice.seed(), plan, segment, side)) {
      owned.push_back({content::OwnedKind::Lot, lot_number(key, side, false)});
    }
    if (backdrop_lot(lattice.seed(), plan, segment, side)) {
      owned.push_back({content::OwnedKind::Lot, lot_number(key, side, true)});
    }
  }
  return owned;
}

}  // namespace

stream::PieceKey piece_before(const EdgeCurve& curve, unsigned station) {
  return station == 0 ? junction_key(curve.id.from) : segment_key(curve.id, station - 1);
}

stream::PieceKey piece_behind(const EdgeCurve& curve, unsigned station) {
  return station == curve.segment_count ? junction_key(curve.id.to())
                                        : segment_key(curve.id, station);
}

void station_border(const EdgePlan& plan, const Ground& ground, unsigned station,
                    stream::PieceKey other, std::vector<content::BorderPoint>& points) {
  std::uint64_t identity = ((edge_number(plan.curve.id) << 7) | station) << 2;
  for (const Side side : {Side::Left, Side::Right}) {
    const SideSection section = side_section(plan, station, side);
    for (const SideLine line : {SideLine::KerbFoot, SideLine::Outer}) {
      const unsigned index = static_cast<unsigned>(line);
      const PlanePoint point = section.points[index];
      content::BorderPoint border;
      border.kind = content::BorderKind::Station;
      border.identity = identity++;
      border.other_piece = other.value;
      border.values[0] = point.x_mm;
      border.values[1] = ground.height_mm(point) + base::to_mm(section.lifts_m[index]);
      border.values[2] = point.z_mm;
      points.push_back(border);
    }
  }
}

void owned_by_segment(const Lattice& lattice, EdgeId edge, unsigned segment,
                      std::vector<content::OwnedObject>& owned) {
  const std::shared_ptr<const EdgePlan> plan = shared_plan(lattice, edge);
  const std::vector<content::OwnedObject> own = owned_objects(lattice, *plan, segment);
  owned.insert(owned.end(), own.begin(), own.end());
}

content::Content build_segment(const Lattice& lattice, const Ground& ground, EdgeId edge,
                               unsigned segment, std::uint8_t lod) {
  const std::shared_ptr<const EdgePlan> shared = shared_plan(lattice, edge);
  const EdgePlan& plan = *shared;
  content::Content content;
  PieceWriter out(content, frame_corner(plan.curve.node_world(segment)), ground, lod);
  build_road(out, plan, segment);
  build_stop_line(out, plan, segment);
  build_side(out, lattice, plan, segment, Side::Left);
  build_side(out, lattice, plan, segment, Side::Right);
  build_lots(out, lattice, plan, segment);
  out.finish();
  content.owned = owned_objects(lattice, plan, segment);
  station_border(plan, ground, segment, piece_before(plan.curve, segment), content.border_points);
  station_border(plan, ground, segment + 1, piece_behind(plan.curve, segment + 1),
                 content.border_points);
  return content;
}

}  // namespace terrane::city
