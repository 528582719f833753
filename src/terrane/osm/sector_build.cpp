#include "terrane/osm/sector_build.h"

#include "terrane/osm/build_buildings.h"
#include "terrane/osm/build_furniture.h"
#include "terrane/osm/build_ground.h"
#include "terrane/osm/build_roads.h"

namespace terrane::osm {

content::Content build_sector(const MapData& map, const SectorInput& input) {
  SectorWriter writer(map, input);
  build_land_and_sea(writer);
  build_ground_areas(writer);
  build_buildings(writer);
  build_roads(writer);
  build_furniture(writer);
  build_labels(writer);
  for (const std::uint32_t at : input.warnings) {
    const PlacedWarning& placed = map.warnings[at];
    if (input.bounds.contains(placed.position)) {
      writer.content.warnings.push_back(placed.warning);
    }
  }
  return std::move(writer.content);
}

}  // namespace terrane::osm
