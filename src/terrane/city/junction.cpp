#include "terrane/city/junction.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/building_kit.h"
#include "terrane/city/corner_place.h"
#include "terrane/city/grove.h"
#include "terrane/city/junction_corner.h"
#include "terrane/city/lots.h"
#include "terrane/city/roadside.h"
#include "terrane/city/segment.h"
#include "terrane/city/street_profile.h"
#include "terrane/city/street_signal.h"
#include "terrane/city/turning_circle.h"
#include "terrane/content/octahedral.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
namespace palette = content::palette;

constexpr double k_paint_lift_m = 0.015;

// The pad: rings from the centre to the kerbs and the arms' mouths, with every point the segments
// have.
void build_pad(PieceWriter& out, const JunctionShape& shape, const std::vector<Corner>& corners,
               const std::vector<CornerLines>& lines) {
  std::vector<PlanePoint> rim;
  for (std::size_t index = 0; index < corners.size(); ++index) {
    const ArmMouth& arm = *corners[index].first;
    rim.push_back(arm.plan->curve.node_world(arm.station));
    const CornerLine& foot = lines[index].lines[static_cast<unsigned>(SideLine::KerbFoot)];
    rim.insert(rim.end(), foot.points.begin(), foot.points.begin() + lines[index].steps + 1);
  }
  const Surface road =
      ground_surface(Material::Asphalt, palette::k_asphalt, content::k_ground_layer_road);
  constexpr unsigned k_rings = 3;
  std::vector<content::Vertex> vertices;
  std::vector<std::uint32_t> indices;
  vertices.push_back(out.ground_vertex({shape.centre, 0, 245, 0, 0}, road));
  const auto count = static_cast<std::uint32_t>(rim.size());
  for (unsigned ring = 1; ring <= k_rings; ++ring) {
    for (const PlanePoint point : rim) {
      const PlaneVector way = between(shape.centre, point) * (ring * (1.0 / k_rings));
      const PlanePoint place = ring == k_rings ? point : moved(shape.centre, way);
      const std::uint8_t light = ring == k_rings ? 210 : 245;
      vertices.push_back(out.ground_vertex({place, 0, light, 0, 0}, road));
    }
  }
  for (std::uint32_t point = 0; point < count; ++point) {
    const std::uint32_t next = (point + 1) % count;
    for (const std::uint32_t index : {0u, 1 + point, 1 + next}) indices.push_back(index);
    for (unsigned ring = 1; ring < k_rings; ++ring) {
      const std::uint32_t inner = 1 + (ring - 1) * count;
      const std::uint32_t outer = inner + count;
      for (const std::uint32_t index : {inner + point, outer + point, outer + next, inner + point,
                                        outer + next, inner + next}) {
        indices.push_back(index);
      }
    }
  }
  out.mesh().mesh(vertices, indices);
}

void corner_strip(PieceWriter& out, const CornerLines& lines, SideLine inner, SideLine outer,
                  std::uint8_t inner_light, std::uint8_t outer_light, const Surface& surface) {
  for (unsigned step = 0; step < lines.steps; ++step) {
    out.ground_quad(lines.at(inner, step, inner_light), lines.at(outer, step, outer_light),
                    lines.at(outer, step + 1, outer_light), lines.at(inner, step + 1, inner_light),
                    surface);
  }
}

void build_corner_kerb(PieceWriter& out, const CornerLines& lines) {
  Surface kerb;
  kerb.material = Material::Stone;
  kerb.palette = palette::k_kerb;
  for (unsigned step = 0; step < lines.steps; ++step) {
    const PlaneVector way = between(lines.at(SideLine::KerbFoot, step, 0).point,
                                    lines.at(SideLine::KerbFoot, step + 1, 0).point);
    const PlaneVector facing = left_of(way);
    const content::OctahedralNormal normal = content::encode_octahedral({facing.x, 0, facing.z});
    const auto upright = [&](SideLine line, unsigned at) {
      content::Vertex vertex =
          out.ground_vertex(lines.at(line, at, line == SideLine::KerbFoot ? 150 : 220), kerb);
      vertex.normal_u = normal.u;
      vertex.normal_v = normal.v;
      return vertex;
    };
    out.mesh().quad(upright(SideLine::KerbFoot, step + 1), upright(SideLine::KerbFoot, step),
                    upright(SideLine::KerbTop, step), upright(SideLine::KerbTop, step + 1));
  }
  corner_strip(out, lines, SideLine::KerbTop, SideLine::KerbBack, 225, 225, kerb);
}

void build_corner_ground(PieceWriter& out, const Corner& corner, const CornerLines& lines,
                         bool has_lot) {
  // A wide corner without a building is a lawn.
  const bool green = corner.angle_rad > k_wide_rad && !has_lot;
  const Surface paving =
      ground_surface(Material::Paving,
                     base::draw_chance(base::hash(corner.key, 11), 0.4) ? palette::k_paving_warm
                                                                        : palette::k_paving_cool,
                     content::k_ground_layer_base);
  const Surface lawn =
      ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base);
  build_corner_kerb(out, lines);
  corner_strip(out, lines, SideLine::KerbBack, SideLine::Frontage, 222, 205, paving);
  for (SideLine line = SideLine::Frontage; line != SideLine::Outer; line = next_line(line)) {
    const bool in_front = line < SideLine::Yard;
    corner_strip(out, lines, line, next_line(line), in_front ? 205 : 220, in_front ? 215 : 232,
                 in_front && !green ? paving : lawn);
  }
}

void build_crosswalk(PieceWriter& out, const JunctionShape& shape, const ArmMouth& mouth) {
  constexpr double k_stripe_m = 0.55;
  constexpr double k_length_m = 2.8;
  const Surface paint =
      ground_surface(Material::Paint, palette::k_paint_white, content::k_ground_layer_paint);
  const PlaneVector along = mouth.direction;
  const PlaneVector across = right_of(along);
  const double near_m = shape.radius_m - 0.5 - k_length_m;
  const double room_m = mouth.half_width_m - 0.6;
  const unsigned stripes =
      static_cast<unsigned>(std::floor((2.0 * room_m + k_stripe_m) / (2.0 * k_stripe_m)));
  const double first_m = -(stripes * 2.0 - 1.0) * k_stripe_m * 0.5;
  for (unsigned stripe = 0; stripe < stripes; ++stripe) {
    const double left_m = first_m + stripe * 2.0 * k_stripe_m;
    const auto corner = [&](double along_m, double across_m) {
      return GroundCorner{moved(shape.centre, along * along_m + across * across_m), k_paint_lift_m,
                          235, 0, 0};
    };
    out.ground_quad(corner(near_m, left_m), corner(near_m, left_m + k_stripe_m),
                    corner(near_m + k_length_m, left_m + k_stripe_m),
                    corner(near_m + k_length_m, left_m), paint);
  }
}

// A few trees where a corner has neither a building nor room for a place.
void plant_open_corner(PieceWriter& out, const JunctionShape& shape, const Corner& corner,
                       const CornerLines& lines) {
  const bool outward = corner.angle_rad > k_outward_rad;
  const bool wide = corner.angle_rad > k_wide_rad;
  const unsigned trees = outward ? 12 : wide ? 8 : 2;
  for (unsigned tree = 0; tree < trees; ++tree) {
    const std::uint64_t own = base::hash(corner.key, 12, tree);
    const unsigned step = 1 + base::draw_index(base::hash(own, 1), lines.steps - 1);
    const PlaneVector from = between(shape.centre, lines.at(SideLine::Frontage, step, 0).point);
    const PlaneVector to = outward ? between(shape.centre, lines.at(SideLine::Bank, step, 0).point)
                           : wide  ? between(shape.centre, lines.at(SideLine::Yard, step, 0).point)
                                   : from + normalised(from) * 11.0;
    const double share = base::draw_between(base::hash(own, 2), 0.25, 0.95);
    if (wide && length(to) < length(from) + 3.0) continue;
    out.instance(
        content::InstanceKind::BroadleafTree, moved(shape.centre, from + (to - from) * share),
        k_sidewalk_lift_m, base::draw_between(base::hash(own, 3), 0.0, 6.28),
        base::draw_between(base::hash(own, 4), 0.8, 1.25), draw_leaf_colour(base::hash(own, 5)),
        static_cast<std::uint16_t>(base::draw_index(base::hash(own, 6), 8)));
  }
}

void build_lamp(PieceWriter& out, const JunctionShape& shape, const CornerLines& lines) {
  const PlanePoint kerb = lines.at(SideLine::KerbBack, lines.steps / 2, 0).point;
  const PlaneVector way = normalised(between(shape.centre, kerb));
  out.instance(content::InstanceKind::StreetLamp, moved(kerb, way * 0.5), k_sidewalk_lift_m,
               geo::heading_of({-way.x, 0, -way.z}), 1.0, palette::k_metal_dark, 0);
}

// A signal for the traffic that comes in by the corner's first arm, on its right.
void build_signal(PieceWriter& out, const Corner& corner, const CornerLines& lines) {
  const PlaneVector inward = -corner.first->direction;
  const PlanePoint kerb = lines.at(SideLine::KerbBack, 0, 0).point;
  build_street_signal(out, moved(kerb, right_of(inward) * 0.45 + inward * 0.4), inward,
                      std::min(5.0, corner.first->half_width_m * 0.7));
}

// The names of the two streets that meet, on a post at the corner.
void build_sign(PieceWriter& out, const Corner& corner, const CornerLines& lines) {
  if (out.lod() > 0 || corner.angle_rad > k_wide_rad) return;
  const PlanePoint kerb = lines.at(SideLine::KerbBack, lines.steps / 2, 0).point;
  const PlaneVector along = corner.next->direction;
  out.instance(content::InstanceKind::StreetSign, moved(kerb, along * 0.9), k_sidewalk_lift_m,
               geo::heading_of({along.x, 0, along.z}), 1.0, palette::k_metal_dark, 0);
}

// What a corner has that no building stands on.
void build_open_corner(PieceWriter& out, const JunctionPlan& plan, const Corner& corner,
                       const CornerLines& lines) {
  if (plan.shape.arm_count == 1) {
    build_turning_circle(out, plan.shape, lines, base::hash(corner.key, 14));
  }
  if (const std::optional<CornerLot> site = corner_site(plan, corner)) {
    const CornerPlace place = draw_corner_place(site->lot.district, base::hash(corner.key, 15));
    return build_corner_place(out, *site, place, base::hash(corner.key, 16));
  }
  plant_open_corner(out, plan.shape, corner, lines);
}

void build_corner_land(PieceWriter& out, const CornerLines& lines) {
  for (unsigned step = 0; step < lines.steps; ++step) {
    build_land(out, lines.land_at(step), lines.land_at(step + 1));
  }
}

}  // namespace

stream::PieceKey first_segment_key(const JunctionPlan& plan, unsigned arm) {
  const Arm& of = plan.shape.arms[arm];
  return segment_key(of.edge, of.starts ? 0 : plan.arms[arm]->curve.segment_count - 1);
}

void owned_by_junction(const JunctionPlan& plan, const Ground& ground,
                       std::vector<content::OwnedObject>& owned) {
  const stream::PieceKey key = junction_key(plan.shape.number);
  owned.push_back({content::OwnedKind::Junction, key.value});
  const ArmMouths mouths = arm_mouths(plan, ground);
  const std::vector<Corner> corners = corners_of(plan, mouths);
  for (std::size_t corner = 0; corner < corners.size(); ++corner) {
    if (!corner_lot(plan, corners[corner])) continue;
    owned.push_back({content::OwnedKind::Lot, (key.value << 2) | corner});
  }
}

content::Content build_junction(const JunctionPlan& plan, const Ground& ground, std::uint8_t lod) {
  const JunctionShape& shape = plan.shape;
  const ArmMouths mouths = arm_mouths(plan, ground);
  const std::vector<Corner> corners = corners_of(plan, mouths);
  content::Content content;
  PieceWriter out(content, frame_corner(shape.centre), ground, lod);
  std::vector<CornerLines> lines;
  for (const Corner& corner : corners) lines.push_back(corner_lines(plan, corner, ground));

  build_pad(out, shape, corners, lines);
  for (std::size_t index = 0; index < corners.size(); ++index) {
    const std::optional<CornerLot> lot = corner_lot(plan, corners[index]);
    build_corner_ground(out, corners[index], lines[index], lot.has_value());
    // Two roads' land meets before a narrower corner has any.
    if (corners[index].angle_rad > k_wide_rad) {
      build_corner_land(out, lines[index]);
      plant_grove(out, plan, corners[index], lines[index]);
    }
    if (shape.arm_count > 1) build_lamp(out, shape, lines[index]);
    if (shape.arm_count > 2) {
      build_crosswalk(out, shape, *corners[index].first);
      build_signal(out, corners[index], lines[index]);
      build_sign(out, corners[index], lines[index]);
    }
    if (lot) {
      build_building(out, lot->lot, lot->footprint);
    } else {
      build_open_corner(out, plan, corners[index], lines[index]);
    }
  }
  out.finish();
  owned_by_junction(plan, ground, content.owned);
  for (unsigned arm = 0; arm < k_arms_most; ++arm) {
    if (!mouths[arm].exists) continue;
    station_border(*mouths[arm].plan, ground, mouths[arm].station, first_segment_key(plan, arm),
                   content.border_points);
  }
  return content;
}

}  // namespace terrane::city
