// Puts surfaces of one city piece into its content: ground that is draped on the swells, and solids
// in the piece's frame. Knows vertices and frames, not what is built. Owner thread.
// Ground points are world millimetres until the last step, so that two pieces with different frames
// give a shared point the same place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "terrane/city/ground.h"
#include "terrane/city/plane.h"
#include "terrane/content/content.h"
#include "terrane/content/mesh_writer.h"
#include "terrane/content/octahedral.h"
#include "terrane/geo/vec3.h"

namespace terrane::city {

// How a surface looks; the vertex fields that do not change across it.
struct Surface {
  content::Material material = content::Material::Plain;
  std::uint8_t palette = 0;
  std::uint8_t variant = 0;
  std::uint8_t half_width_dm = 0;  // facades: storey height
  std::uint8_t flags = 0;          // facades: window hash; ground: layer
};

// A ground material; `layer` says which lies on which (content::k_ground_layer_*).
inline Surface ground_surface(content::Material material, std::uint8_t palette,
                              std::uint8_t layer) {
  Surface surface;
  surface.material = material;
  surface.palette = palette;
  surface.flags = layer;
  return surface;
}

// A corner of a surface that lies on the ground.
struct GroundCorner {
  PlanePoint point;
  double lift_m = 0;  // above the ground's own height
  std::uint8_t occlusion = 255;
  std::int16_t u_cm = 0;
  std::int16_t v_cm = 0;
};

class PieceWriter {
 public:
  PieceWriter(content::Content& content, PlanePoint frame_origin, const Ground& ground,
              std::uint8_t lod);
  // Gives back the room that pages took and did not use: results wait in numbers to be committed.
  void finish();

  content::Content& content() { return content_; }
  content::MeshWriter& mesh() { return mesh_; }
  const Ground& ground() const { return ground_; }
  PlanePoint origin() const { return origin_; }
  // Small parts are left out at every level but the first.
  bool full_detail() const { return lod_ == 0; }
  // 0 full; 1 massing with window texture; 2 block massing.
  std::uint8_t lod() const { return lod_; }

  // In the piece's frame, metres.
  PlaneVector local(PlanePoint point) const { return between(origin_, point); }
  double ground_m(PlanePoint point) const { return base::from_mm(ground_at(point).height_mm); }

  content::Vertex ground_vertex(const GroundCorner& corner, const Surface& surface) const;
  // Seen from above in counter-clockwise order.
  void ground_quad(const GroundCorner& a, const GroundCorner& b, const GroundCorner& c,
                   const GroundCorner& d, const Surface& surface);
  void ground_triangle(const GroundCorner& a, const GroundCorner& b, const GroundCorner& c,
                       const Surface& surface);

  void instance(content::InstanceKind kind, PlanePoint place, double lift_m, double heading_rad,
                double scale, std::uint8_t palette, std::uint16_t variant);

 private:
  // The ground at a point: neighbouring quads ask for the same corners again and again.
  struct GroundMemo {
    PlanePoint point{INT64_MIN, INT64_MIN};
    std::int32_t height_mm = 0;
    content::OctahedralNormal normal;
  };
  static constexpr std::size_t k_memos = 256;
  const GroundMemo& ground_at(PlanePoint point) const;

  content::Content& content_;
  content::MeshWriter mesh_;
  PlanePoint origin_;
  const Ground& ground_;
  std::uint8_t lod_;
  // Direct-mapped; what it gives is what the ground would give again.
  mutable std::array<GroundMemo, k_memos> memos_;
};

}  // namespace terrane::city
