// How full pieces are: vertices and bytes of each piece of an area at each level of detail, their
// distribution by kind, and what the pieces nearest to a place take together. What `info` says of a
// world that is built.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/stream/provider.h"

namespace terrane::app {

struct PieceSize {
  std::uint32_t vertices = 0;
  std::uint32_t pages = 0;
  std::uint32_t lots = 0;        // buildings of the city that it owns
  std::uint64_t mesh_bytes = 0;  // vertices and indices used
  geo::Vec3 middle;              // of its bounds, world space
};

// What building an area tells beside sizes.
struct BuiltArea {
  std::vector<stream::PieceKey> keys;
  std::vector<std::vector<PieceSize>> levels;  // [level of detail][piece as in keys]
  std::size_t lots = 0;
  std::size_t buildings = 0;
  std::map<std::string, std::size_t> warnings;  // by code, at full detail
};

// Builds every piece at every level, on all processors; shows progress.
BuiltArea build_all_levels(const stream::Provider& provider, std::vector<stream::PieceKey> keys);

// `by_kind` names a piece's kind ("segment", "junction"); rows are for people.
struct SizeReport {
  double p50 = 0;  // vertices of a piece at full detail
  double p90 = 0;
  double p99 = 0;
  std::uint64_t most = 0;
  double building_segment_p50 = 0;     // of segments that own a lot; 0 where none does
  std::string fullest;                 // key, kind, place
  std::vector<std::string> summaries;  // one a kind and level
  std::vector<std::string> histogram;
};
using NameKind = std::string (*)(stream::PieceKey key);
SizeReport report_sizes(const stream::Provider& provider, const BuiltArea& area, NameKind by_kind);

// The first `count` pieces that an observer at `place` selects, cheapest first: what their meshes
// take at full detail, and at the levels that the selection gives them.
struct NearestBytes {
  std::size_t pieces = 0;
  std::uint64_t full_bytes = 0;
  std::uint64_t levels_bytes = 0;
};
base::Result<NearestBytes> measure_nearest(stream::Provider& provider, geo::Vec3 place,
                                           std::size_t count);

}  // namespace terrane::app
