// Where the builders of a sector put what they make: the content, its mesh, and the sector's frame.
#pragma once

#include "terrane/content/content.h"
#include "terrane/content/mesh_writer.h"
#include "terrane/osm/map_data.h"
#include "terrane/osm/projector.h"
#include "terrane/osm/rect_clip.h"
#include "terrane/osm/sector_input.h"

namespace terrane::osm {

struct SectorWriter {
  SectorWriter(const MapData& map_data, const SectorInput& sector_input)
      : map(map_data),
        input(sector_input),
        projector(geo::sector_frame(geo::sector_of_key(sector_input.key))),
        mesh(content.mesh_pages) {}

  const MapData& map;
  const SectorInput& input;
  Projector projector;
  content::Content content;
  content::MeshWriter mesh;
};

// A flat vertex of the ground: normal straight up.
content::Vertex ground_vertex(geo::Vec3 position, std::int32_t height_mm, const GroundLook& look);

// Triangulates a clipped polygon onto the ground, as `look` says.
void write_sheet(SectorWriter& writer, const ClippedPolygon& polygon, const GroundLook& look);

// The sector's rectangle grown by the overlap of sheets.
RectE7 sheet_rect(const geo::BoundsE7& bounds);

}  // namespace terrane::osm
