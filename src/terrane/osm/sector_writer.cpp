#include "terrane/osm/sector_writer.h"

#include "terrane/base/quantise.h"
#include "terrane/content/triangulate.h"
#include "terrane/osm/pads.h"

namespace terrane::osm {

content::Vertex ground_vertex(geo::Vec3 position, std::int32_t height_mm, const GroundLook& look) {
  content::Vertex vertex;
  vertex.x_mm = base::to_mm32(position.x);
  vertex.y_mm = base::to_mm32(position.y) + height_mm;
  vertex.z_mm = base::to_mm32(position.z);
  vertex.palette = look.palette;
  vertex.material = look.material;
  vertex.flags = look.layer;
  return vertex;
}

void write_sheet(SectorWriter& writer, const ClippedPolygon& polygon, const GroundLook& look) {
  std::vector<content::Vertex> vertices;
  std::vector<std::vector<content::PointMm>> rings;
  for (const std::vector<PointHalves>& ring : polygon.rings) {
    rings.emplace_back();
    for (const PointHalves point : ring) {
      const geo::Vec3 place = writer.projector.place_halves(point.y, point.x);
      vertices.push_back(ground_vertex(place, look.height_mm, look));
      rings.back().push_back({vertices.back().x_mm, vertices.back().z_mm});
    }
  }
  writer.mesh.mesh(vertices, content::triangulate(rings));
}

RectE7 sheet_rect(const geo::BoundsE7& bounds) {
  return padded_rect(bounds, k_sheet_overlap_m);
}

}  // namespace terrane::osm
