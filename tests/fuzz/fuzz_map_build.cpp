// A map from bytes to built sectors: whatever a file says, each sector builds, the same from its
// padded cut and from everything.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "terrane/osm/map_load.h"
#include "terrane/osm/osm_file.h"
#include "terrane/osm/sector_build.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace terrane;
  constexpr std::size_t k_sectors = 8;  // enough for a border, few enough to be quick
  auto objects =
      osm::read_osm_bytes(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!objects.ok()) return 0;
  const osm::MapData map = osm::load_map(objects.value());
  const osm::SectorIndex index = osm::index_sectors(map);
  for (std::size_t at = 0; at < index.pieces.size() && at < k_sectors; ++at) {
    const auto build = [&](stream::InputScope scope) {
      return content::digest(
          osm::build_sector(map, osm::gather_input(map, index, index.pieces[at], scope)));
    };
    if (build(stream::InputScope::Padded) != build(stream::InputScope::Everything)) std::abort();
  }
  return 0;
}
