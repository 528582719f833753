// Reads the Overpass API's JSON into libosmium buffers. Ids are kept exactly (64 bits), positions
// are read as text into 1e-7 degrees, unknown keys are skipped. A reply whose `remark` speaks of an
// error or a time-out is a failure, however many elements it has; so is a body that is cut short.
// Source: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL (out:json).
#pragma once

#include <string>
#include <string_view>

#include "terrane/base/result.h"
#include "terrane/osm/detail/osm_objects.h"

namespace terrane::osm {

// `where` names the bytes in errors. The lists of the result are not filled yet (sort_and_locate).
base::Result<OsmObjects> read_overpass_json(std::string_view text, const std::string& where);

// Whether a reply's remark tells of a failure.
bool speaks_of_failure(std::string remark);

}  // namespace terrane::osm
