// PBF and XML through libosmium's readers. Native only: they need threads, zlib and expat. Apart
// from osm_file.cpp because those headers are slow to compile.
#pragma once

#include <string>

#include "terrane/base/result.h"
#include "terrane/osm/detail/osm_objects.h"

namespace terrane::osm {

// `format` is libosmium's: "pbf" or "osm" (XML). The lists of the result are not filled yet.
base::Result<OsmObjects> read_with_osmium(const std::string& bytes, const char* format,
                                          const std::string& where);

}  // namespace terrane::osm
