// Areas from closed ways and multipolygon relations, by libosmium's assembler; a small simple ring
// is its own area and skips it. The rings come out normalised, so that neither the library's
// version nor the order or direction of the source shows in them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "terrane/osm/detail/osm_objects.h"
#include "terrane/osm/local_scale.h"

namespace terrane::osm {

struct AssembledRing {
  std::vector<geo::PositionE7> positions;  // open, starts at the smallest
  bool outer = true;                       // counter-clockwise when outer, else clockwise
};

struct Assembly {
  std::vector<AssembledRing> rings;  // each outer followed by its inner ones; empty: no area
  std::string trouble;               // why there is no area: a warning's code
  std::string detail;
};

bool is_closed(const osmium::Way& way);

Assembly assemble_way(const osmium::Way& way);
// Without the short cut for simple rings: what the short cut is tested against.
Assembly assemble_way_by_library(const osmium::Way& way);
// `ways` sorted by id: all that the source holds. A member way that is absent makes it
// "incomplete".
Assembly assemble_relation(const osmium::Relation& relation, const std::vector<osmium::Way*>& ways);

}  // namespace terrane::osm
