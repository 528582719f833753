// Where in a city something can be looked at: the nearest to the origin of each style of bridge,
// park, water, field, street end and corner place, a street of each district, junctions, dead ends.
// Found in the plans that the pieces are built from, as the pieces read them (city/segment.cpp,
// city/junction.cpp). Not a picture (subjects.h).
#pragma once

#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/city/plane.h"
#include "terrane/stream/provider.h"

namespace terrane::gallery {

struct Place {
  std::string name;            // of what is there
  stream::PieceKey key;        // the piece in the middle
  unsigned rings = 0;          // of neighbours that belong to the picture
  city::PlanePoint middle;     // of what is looked at
  double reach_m = 0;          // from the middle, that should be in the picture
  double low_m = 0;            // from the ground at the middle
  double high_m = 0;           // from the ground at the middle
  double heading_rad = 0;      // straight at its front
  city::PlanePoint street;     // on the street nearby, where one might stand
  double street_turn_rad = 0;  // and look: a heading
  // If any, the picture is taken from there instead, and these are in it: nearest first.
  std::vector<stream::PieceKey> around;
};

// The kinds, as --subject takes them.
std::vector<std::string> place_kinds();
// NotFound when the name is none of the kind's, and lists those; an empty name takes all. Only the
// lattice layout is searched.
base::Result<std::vector<Place>> find_places(const std::string& world_uri, const std::string& kind,
                                             const std::vector<std::string>& names);

}  // namespace terrane::gallery
