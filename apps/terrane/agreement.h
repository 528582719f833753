// Do the pieces of an area agree? Compares what two builds of one piece give, what two pieces say
// of the border they share, and who owns each object. Pure functions over the facts of finished
// builds; building them is build_area.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/content/content.h"
#include "terrane/stream/provider.h"

namespace terrane::app {

// What agreement is about, of one built piece; the mesh itself counts through the digest.
struct PieceFacts {
  std::uint64_t digest = 0;
  std::vector<content::BorderPoint> border_points;
  std::vector<content::OwnedObject> owned;
};

PieceFacts facts_of(const content::Content& content);

struct Agreement {
  std::size_t borders = 0;        // pairs of pieces of the area that share at least one point
  std::size_t border_points = 0;  // points that both sides name
  std::size_t differences = 0;
  std::size_t unowned = 0;
  std::size_t owned_twice = 0;
  std::vector<std::string> named;  // a sentence for each difference, at most k_named_max
};
inline constexpr std::size_t k_named_max = 20;

// `keys` sorted; `facts` beside them. A point whose other piece lies outside the area is left
// alone; any other point must be named by both pieces with equal values.
void compare_borders(const std::vector<stream::PieceKey>& keys,
                     const std::vector<PieceFacts>& facts, Agreement& agreement);

// Two builds of the same pieces; `how` says what was different about the second.
void compare_builds(const std::vector<stream::PieceKey>& keys, const std::vector<PieceFacts>& first,
                    const std::vector<PieceFacts>& second, const std::string& how,
                    Agreement& agreement);

// Every one of `objects` must be owned by exactly one piece, and no piece may own what another
// does.
void compare_owners(const std::vector<stream::PieceKey>& keys, const std::vector<PieceFacts>& facts,
                    const std::vector<content::OwnedObject>& objects, Agreement& agreement);

// What `verify --plant` does to prove that it would notice.
enum class PlantKind { Station, Edge, Road, Water, Owner, Level };
base::Result<PlantKind> parse_plant(const std::string& text);

struct Plant {
  std::size_t piece = 0;         // index of the piece that is changed
  std::size_t border_point = 0;  // of a moved border value
  content::OwnedObject owned;    // of a doubled owner
};
// In a round at another level every second piece is; those between them are of the first build.
constexpr bool is_at_other_level(std::size_t piece) {
  return piece % 2 != 0;
}
// The first place of the area where it can be planted; NotFound when the world has no such border.
base::Result<Plant> place_plant(PlantKind kind, const std::vector<stream::PieceKey>& keys,
                                const std::vector<PieceFacts>& facts);
// Moves one value by its smallest unit (a millimetre, or 1e-7 degree), or adds the second owner.
void apply_plant(PlantKind kind, const Plant& plant, content::Content& content);

}  // namespace terrane::app
