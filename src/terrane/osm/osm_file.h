// Reads an OpenStreetMap source, whatever its form: PBF and XML (plain, gzip, bzip2) through
// libosmium, Overpass JSON (plain, gzip) through RapidJSON into the same buffers. The form is told
// by the bytes, not by the name. In WebAssembly: plain JSON only. Never throws; a file is read
// whole or refused.
#pragma once

#include <string>

#include "terrane/base/result.h"
#include "terrane/osm/detail/osm_objects.h"

namespace terrane::osm {

// Any thread.
base::Result<OsmObjects> read_osm_file(const std::string& path);

// The same from bytes; `where` names them in errors. Used by tests and fuzzers.
base::Result<OsmObjects> read_osm_bytes(std::string bytes, const std::string& where);

}  // namespace terrane::osm
