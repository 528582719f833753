#include "terrane/city/piece_writer.h"

#include "terrane/content/octahedral.h"

namespace terrane::city {

PieceWriter::PieceWriter(content::Content& content, PlanePoint frame_origin, const Ground& ground,
                         std::uint8_t lod)
    : content_(content),
      mesh_(content.mesh_pages),
      origin_(frame_origin),
      ground_(ground),
      lod_(lod) {
  // Most pieces fit one page; its room is taken once instead of grown.
  content_.mesh_pages.emplace_back();
  content_.mesh_pages.back().vertices.reserve(content::k_page_vertices);
  content_.mesh_pages.back().indices.reserve(content::k_page_indices);
}

void PieceWriter::finish() {
  for (content::MeshPage& page : content_.mesh_pages) {
    page.vertices.shrink_to_fit();
    page.indices.shrink_to_fit();
  }
}

const PieceWriter::GroundMemo& PieceWriter::ground_at(PlanePoint point) const {
  const std::uint64_t place = static_cast<std::uint64_t>(point.x_mm) * 0x9e3779b97f4a7c15ULL +
                              static_cast<std::uint64_t>(point.z_mm) * 0xbf58476d1ce4e5b9ULL;
  GroundMemo& memo = memos_[(place >> 40) % k_memos];
  if (!(memo.point == point)) {
    const GroundSample sample = ground_.at(point);
    memo = {point, sample.height_mm,
            content::encode_octahedral({-sample.slope_x, 1.0, -sample.slope_z})};
  }
  return memo;
}

content::Vertex PieceWriter::ground_vertex(const GroundCorner& corner,
                                           const Surface& surface) const {
  const GroundMemo& ground = ground_at(corner.point);
  content::Vertex vertex;
  vertex.x_mm = static_cast<std::int32_t>(corner.point.x_mm - origin_.x_mm);
  vertex.y_mm = ground.height_mm + base::to_mm32(corner.lift_m);
  vertex.z_mm = static_cast<std::int32_t>(corner.point.z_mm - origin_.z_mm);
  vertex.normal_u = ground.normal.u;
  vertex.normal_v = ground.normal.v;
  vertex.palette = surface.palette;
  vertex.material = surface.material;
  vertex.variant = surface.variant;
  vertex.occlusion = corner.occlusion;
  vertex.u_cm = corner.u_cm;
  vertex.v_cm = corner.v_cm;
  vertex.half_width_dm = surface.half_width_dm;
  vertex.flags = surface.flags;
  return vertex;
}

void PieceWriter::ground_quad(const GroundCorner& a, const GroundCorner& b, const GroundCorner& c,
                              const GroundCorner& d, const Surface& surface) {
  mesh_.quad(ground_vertex(a, surface), ground_vertex(b, surface), ground_vertex(c, surface),
             ground_vertex(d, surface));
}

void PieceWriter::ground_triangle(const GroundCorner& a, const GroundCorner& b,
                                  const GroundCorner& c, const Surface& surface) {
  mesh_.triangle(ground_vertex(a, surface), ground_vertex(b, surface), ground_vertex(c, surface));
}

void PieceWriter::instance(content::InstanceKind kind, PlanePoint place, double lift_m,
                           double heading_rad, double scale, std::uint8_t palette,
                           std::uint16_t variant) {
  content::Instance instance;
  instance.x_mm = static_cast<std::int32_t>(place.x_mm - origin_.x_mm);
  instance.y_mm = ground_at(place).height_mm + base::to_mm32(lift_m);
  instance.z_mm = static_cast<std::int32_t>(place.z_mm - origin_.z_mm);
  instance.heading_turn16 = base::to_turn16(heading_rad);
  instance.scale_256 = static_cast<std::uint16_t>(base::round_to_integer(scale * 256.0));
  instance.kind = kind;
  instance.palette = palette;
  instance.variant = variant;
  content_.instances.push_back(instance);
}

}  // namespace terrane::city
