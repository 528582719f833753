#include "terrane/city/segment.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/building_kit.h"
#include "terrane/city/cross_street.h"
#include "terrane/city/field_side.h"
#include "terrane/city/grove.h"
#include "terrane/city/land_side.h"
#include "terrane/city/lots.h"
#include "terrane/city/overhead_bridge.h"
#include "terrane/city/park_side.h"
#include "terrane/city/plinth.h"
#include "terrane/city/roadside.h"
#include "terrane/city/side_strip.h"
#include "terrane/city/street_clock.h"
#include "terrane/city/street_profile.h"
#include "terrane/city/street_side.h"
#include "terrane/city/water_side.h"
#include "terrane/content/octahedral.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
namespace palette = content::palette;

constexpr std::uint8_t k_road_light = 238;  // baked: the middle of a street sees much sky
constexpr std::uint8_t k_gutter_light = 205;
constexpr double k_paint_lift_m = 0.012;
constexpr unsigned k_clock_place = 3;
constexpr double k_clock_chance = 0.25;

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

// Whether a cross street leaves on either side.
bool has_crossing(const EdgePlan& plan, unsigned segment) {
  const unsigned place = EdgePlan::place_in_block(segment);
  for (const Side side : {Side::Left, Side::Right}) {
    if (is_intersection(plan, segment, side) && has_cross_street(plan, segment - place, side)) {
      return true;
    }
  }
  return false;
}

void build_road(PieceWriter& out, const EdgePlan& plan, unsigned segment) {
  const double near_m = plan.half_width_m[segment];
  const double far_m = plan.half_width_m[segment + 1];
  const bool boulevard = std::max(near_m, far_m) > 7.0;
  Surface road =
      ground_surface(Material::Asphalt, palette::k_asphalt, content::k_ground_layer_road);
  road.variant = static_cast<std::uint8_t>(has_crossing(plan, segment) ? content::RoadPaint::None
                                           : boulevard ? content::RoadPaint::CentreAndLanes
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
  if (plan.ends[first ? 0 : 1].arm_count < 3) return;  // no signal, nothing to stop for
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

// Kerb and sidewalk up to the frontage line.
void build_sidewalk(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                    const SideSection& near, const SideSection& far, std::uint8_t front_light) {
  build_kerb(out, plan, near, far, segment, side);
  const Surface paving = sidewalk_surface(plan, segment);
  strip(out, near, far, side, SideLine::KerbBack, SideLine::Frontage, 220, front_light, paving);
}

bool has_yards(const EdgePlan& plan, unsigned segment, Side side) {
  return plan.side_of(segment, side).kind == SideKind::Buildings &&
         !is_intersection(plan, segment, side);
}

// Behind the sidewalk of a built side: paved fronts, lawns behind, gardens in the gaps.
void build_yards(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                 const SideSection& near, const SideSection& far, bool garden) {
  // Buildings darken the pavement before them and the yards between them.
  constexpr std::uint8_t k_front_light = 185;
  constexpr std::uint8_t k_yard_light = 195;
  const Surface paving = sidewalk_surface(plan, segment);
  const Surface lawn =
      ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base);
  const bool homely = plan.street.district == District::MapleHeights;
  const Surface front = garden || homely ? lawn : paving;
  for (SideLine line = SideLine::Frontage; line != SideLine::Outer; line = next_line(line)) {
    const bool in_front = line < SideLine::Yard;
    const std::uint8_t near_light = line == SideLine::Frontage ? k_front_light
                                    : line < SideLine::Bank    ? k_yard_light
                                                               : 230;
    const std::uint8_t far_light = next_line(line) < SideLine::Bank ? k_yard_light : 232;
    strip(out, near, far, side, line, next_line(line), near_light, far_light,
          in_front ? front : lawn);
  }
  // What is not built like this has other lines across, and a gap would show.
  const SideStrip ground(out, plan, segment, side);
  if (segment > 0 && !has_yards(plan, segment - 1, side)) ground.lines_skirt(0, lawn);
  if (segment + 1 < plan.curve.segment_count && !has_yards(plan, segment + 1, side)) {
    ground.lines_skirt(1, lawn);
  }
}

void build_open_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                     const BlockSide& of) {
  SideBlock block;
  block.key = base::hash(plan.block_of(segment).key, 12, side);
  block.in_block = EdgePlan::place_in_block(segment);
  block.first = block.in_block == 0;
  block.last = block.in_block == k_block_segments - 1;
  switch (of.kind) {
    case SideKind::Water:
      return build_water_side(out, plan, segment, side, block, static_cast<WaterStyle>(of.style),
                              of.water_level_m);
    case SideKind::Park:
      return build_park_side(out, plan, segment, side, block, static_cast<ParkTheme>(of.style));
    case SideKind::Field:
      return build_field_side(out, plan, segment, side, block, draw_field_kind(block.key));
    case SideKind::Buildings:
      return;
  }
}

void build_built_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                      const SideSection& near, const SideSection& far, bool clear_sidewalk) {
  const unsigned place = EdgePlan::place_in_block(segment);
  const std::uint64_t key = base::hash(plan.block_of(segment).key, 13, side);
  if (is_intersection(plan, segment, side)) {
    if (has_cross_street(plan, segment - place, side)) {
      build_cross_street(out, plan, segment, side, place, draw_street_end(key), key);
    } else {
      build_sidewalk(out, plan, segment, side, near, far, 185);
      build_street_yard(out, plan, segment, side, place, key);
    }
    return;
  }
  build_sidewalk(out, plan, segment, side, near, far, 185);
  // A gap in a row of houses is a small garden, unless it is a corner's square.
  const bool garden = !plan.is_in_corner(segment, side) && !is_under_frontage(plan, segment, side);
  build_yards(out, plan, segment, side, near, far, garden);
  const bool clock =
      place == k_clock_place && base::draw_chance(base::hash(key, 1), k_clock_chance);
  if (clock) build_street_clock(out, plan, segment, side, base::hash(key, 2));
  furnish_side(out, plan, segment, side, garden, clear_sidewalk || clock);
}

bool has_bridge(const EdgePlan& plan, unsigned segment) {
  const unsigned bridge = plan.block_of(segment).bridge_place;
  return bridge != 0 && bridge == EdgePlan::place_in_block(segment);
}

// A bridge's towers reach a little over its own segment.
bool is_beside_bridge(const EdgePlan& plan, unsigned segment) {
  const unsigned bridge = plan.block_of(segment).bridge_place;
  const unsigned place = EdgePlan::place_in_block(segment);
  return bridge != 0 && place + 1 >= bridge && place <= bridge + 1;
}

void build_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side) {
  const SideSection near = side_section(plan, segment, side);
  const SideSection far = side_section(plan, segment + 1, side);
  const BlockSide& of = plan.side_of(segment, side);
  if (of.kind == SideKind::Buildings) {
    build_built_side(out, plan, segment, side, near, far, is_beside_bridge(plan, segment));
  } else {
    build_sidewalk(out, plan, segment, side, near, far, 235);
    build_open_side(out, plan, segment, side, of);
    furnish_side(out, plan, segment, side, false, is_beside_bridge(plan, segment));
  }
  const LandSection land_near = land_section(plan, out.ground(), segment, side);
  const LandSection land_far = land_section(plan, out.ground(), segment + 1, side);
  if (side == Side::Right) {
    build_land(out, land_near, land_far);
  } else {
    build_land(out, land_far, land_near);
  }
  plant_grove(out, plan, segment, side);
}

void build_overhead(PieceWriter& out, const EdgePlan& plan, unsigned segment) {
  if (!has_bridge(plan, segment)) return;
  const std::uint64_t key = base::hash(plan.block_of(segment).key, 14);
  build_overhead_bridge(out, plan, segment, draw_overhead_bridge(base::hash(key, 1)),
                        base::hash(key, 2));
}

void build_intersection(PieceWriter& out, const EdgePlan& plan, unsigned segment) {
  if (has_crossing(plan, segment)) {
    build_crossing(out, plan, segment, EdgePlan::place_in_block(segment));
  }
}

void build_lots(PieceWriter& out, const EdgePlan& plan, unsigned segment) {
  for (const Side side : {Side::Left, Side::Right}) {
    if (const std::optional<Lot> lot = frontage_lot(plan, segment, side)) {
      build_building(out, *lot, footprint_of(*lot));
    }
    if (const std::optional<Lot> lot = backdrop_lot(plan, segment, side)) {
      build_building(out, *lot, footprint_of(*lot));
    }
  }
}

}  // namespace

void owned_by_segment(const EdgePlan& plan, unsigned segment,
                      std::vector<content::OwnedObject>& owned) {
  const stream::PieceKey key = segment_key(plan.curve.number, segment);
  owned.push_back({content::OwnedKind::Segment, key.value});
  for (const Side side : {Side::Left, Side::Right}) {
    if (frontage_lot(plan, segment, side)) {
      owned.push_back({content::OwnedKind::Lot, lot_number(key, side, false)});
    }
    if (backdrop_lot(plan, segment, side)) {
      owned.push_back({content::OwnedKind::Lot, lot_number(key, side, true)});
    }
  }
}

void station_border(const EdgePlan& plan, const Ground& ground, unsigned station,
                    stream::PieceKey other, std::vector<content::BorderPoint>& points) {
  std::uint64_t identity = ((plan.curve.number.value << 7) | station) << 3;
  const auto add = [&](PlanePoint point, double lift_m) {
    content::BorderPoint border;
    border.kind = content::BorderKind::Station;
    border.identity = identity++;
    border.other_piece = other.value;
    border.values[0] = point.x_mm;
    border.values[1] = ground.height_mm(point) + base::to_mm(lift_m);
    border.values[2] = point.z_mm;
    points.push_back(border);
  };
  for (const Side side : {Side::Left, Side::Right}) {
    const SideSection section = side_section(plan, station, side);
    for (const SideLine line : {SideLine::KerbFoot, SideLine::Outer}) {
      const unsigned index = static_cast<unsigned>(line);
      add(section.points[index], section.lifts_m[index]);
    }
    const unsigned of = static_cast<unsigned>(side);
    if (plan.land_m[of][station] <= plan.depth_m[of][station]) continue;
    const LandSection land = land_section(plan, ground, station, side);
    add(land.points[k_land_line_count - 1], land.lifts_m[k_land_line_count - 1]);
  }
}

content::Content build_segment(const EdgePlan& plan, const Ground& ground, unsigned segment,
                               std::uint8_t lod) {
  content::Content content;
  PieceWriter out(content, frame_corner(plan.curve.node_world(segment)), ground, lod);
  build_road(out, plan, segment);
  build_stop_line(out, plan, segment);
  build_side(out, plan, segment, Side::Left);
  build_side(out, plan, segment, Side::Right);
  build_intersection(out, plan, segment);
  build_lots(out, plan, segment);
  build_overhead(out, plan, segment);
  out.finish();
  owned_by_segment(plan, segment, content.owned);
  station_border(plan, ground, segment, piece_before(plan.curve, segment), content.border_points);
  station_border(plan, ground, segment + 1, piece_behind(plan.curve, segment + 1),
                 content.border_points);
  return content;
}

}  // namespace terrane::city
