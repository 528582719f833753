// An OpenStreetMap file in any of its forms, from bytes to the map's own data.
#include <cstdint>
#include <string>

#include "terrane/osm/map_load.h"
#include "terrane/osm/osm_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto objects =
      terrane::osm::read_osm_bytes(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
  if (objects.ok()) terrane::osm::load_map(objects.value());
  return 0;
}
