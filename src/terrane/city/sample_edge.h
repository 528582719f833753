// For tests of what stands beside a street: an edge made by hand, bent, on swells, with sides as
// deep and as shallow as they come. Not a layout.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {

// 51 segments of 4.2 m that turn by `bend_rad` a metre (to the left when positive); depths vary
// between `shallow_m` and `deep_m`.
inline EdgePlan sample_edge(std::uint64_t seed, double bend_rad, double shallow_m, double deep_m) {
  EdgePlan plan;
  plan.seed = seed;
  plan.key = base::hash(seed, 1);
  EdgeCurve& curve = plan.curve;
  curve.start = {base::draw_integer(base::hash(seed, 2), -900000, 900000),
                 base::draw_integer(base::hash(seed, 3), -900000, 900000)};
  curve.segment_length_m = k_segment_length_m;
  curve.segment_count = 51;
  double heading = base::draw_between(base::hash(seed, 4), 0.0, 6.28);
  PlaneVector place;
  for (unsigned node = 0; node <= curve.segment_count; ++node) {
    const base::SinCos turn = base::sin_cos(heading);
    curve.nodes[node] = {base::to_mm32(place.x), base::to_mm32(place.z), {-turn.sin, -turn.cos}};
    const base::SinCos half = base::sin_cos(heading + bend_rad * k_segment_length_m * 0.5);
    place = place + PlaneVector{-half.sin, -half.cos} * k_segment_length_m;
    heading += bend_rad * k_segment_length_m;
  }
  plan.block_count = 3;
  for (unsigned station = 0; station <= curve.segment_count; ++station) {
    plan.half_width_m[station] = station < 16 ? k_street_half_width_m : k_boulevard_half_width_m;
    for (unsigned side = 0; side < 2; ++side) {
      const double roll = base::draw_unit(base::hash(seed, 5, side, station / 2));
      plan.depth_m[side][station] = base::from_mm(base::to_mm(
          std::max(plan.half_width_m[station] + 0.5, shallow_m + (deep_m - shallow_m) * roll)));
      plan.land_m[side][station] = plan.depth_m[side][station];
    }
  }
  return plan;
}

// What one segment's builder puts into a piece.
template <typename Build>
content::Content sample_piece(const EdgePlan& plan, const Ground& ground, unsigned segment,
                              std::uint8_t lod, Build&& build) {
  content::Content content;
  PieceWriter out(content, frame_corner(plan.curve.node_world(segment)), ground, lod);
  build(out);
  out.finish();
  return content;
}

// Ground that closes the world; not the sheets of paths and paint that lie on it.
inline bool is_ground(const content::Vertex& vertex) {
  switch (vertex.material) {
    case content::Material::Water:
    case content::Material::Asphalt:
      return vertex.flags != content::k_ground_layer_path;
    case content::Material::Grass:
    case content::Material::Soil:
    case content::Material::Paving:
      return vertex.flags == content::k_ground_layer_base;
    default:
      return false;
  }
}

// The ground vertices of a piece that lie on a station's line beside the road, in world
// millimetres: what two segments that meet there must have in common.
inline std::set<std::array<std::int64_t, 3>> ground_at_station(const content::Content& content,
                                                               const EdgePlan& plan,
                                                               unsigned segment, unsigned station,
                                                               Side side) {
  std::set<std::array<std::int64_t, 3>> found;
  const PlanePoint origin = frame_corner(plan.curve.node_world(segment));
  const PlaneVector outward = plan.outward(station, side);
  for (const content::MeshPage& page : content.mesh_pages) {
    for (const content::Vertex& vertex : page.vertices) {
      if (!is_ground(vertex)) continue;
      const PlanePoint point{origin.x_mm + vertex.x_mm, origin.z_mm + vertex.z_mm};
      const PlaneVector way = between(plan.curve.node_world(station), point);
      if (std::fabs(turn(outward, way)) > 0.0011 || dot(outward, way) <= 0) continue;
      found.insert({point.x_mm, vertex.y_mm, point.z_mm});
    }
  }
  return found;
}

// How far the farthest vertex of a piece lies beyond the line that its side ends at, metres;
// negative when all lie within.
inline double beyond_depth_m(const content::Content& content, const EdgePlan& plan,
                             unsigned segment, Side side) {
  double most = -1e9;
  const PlanePoint origin = frame_corner(plan.curve.node_world(segment));
  const auto& depths = plan.depth_m[static_cast<unsigned>(side)];
  const unsigned first = segment > 3 ? segment - 3 : 0;
  const unsigned last = std::min(segment + 3, plan.curve.segment_count - 1);
  for (const content::MeshPage& page : content.mesh_pages) {
    for (const content::Vertex& vertex : page.vertices) {
      const PlanePoint point{origin.x_mm + vertex.x_mm, origin.z_mm + vertex.z_mm};
      double nearest = 1e9;
      double beyond = 0;
      for (unsigned near = first; near <= last; ++near) {
        const PlanePoint from = plan.beside(near, side, depths[near]);
        const PlaneVector way = between(from, plan.beside(near + 1, side, depths[near + 1]));
        const double size = length(way);
        const PlaneVector there = between(from, point);
        const double share = std::clamp(dot(there, way) / (size * size), 0.0, 1.0);
        const double distance = length(there - way * share);
        if (distance >= nearest) continue;
        nearest = distance;
        const double off = turn(way, there) / size;
        beyond = side == Side::Left ? off : -off;
      }
      most = std::max(most, beyond);
    }
  }
  return most;
}

}  // namespace terrane::city
