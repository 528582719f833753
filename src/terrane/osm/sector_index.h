// Which objects of a map touch which sector, which sector owns each, and which sectors are pieces:
// those that own an object, hold a slice of water or land cover, or hold coast. Immutable after
// building.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/osm/map_data.h"
#include "terrane/osm/tile_grid.h"

namespace terrane::osm {

// Objects by sector: sorted pairs, so that a sector's objects are one stretch.
class SectorLists {
 public:
  void add(std::uint64_t sector, std::uint32_t object) { pairs_.push_back({sector, object}); }
  void finish();  // sorts, once each
  struct Pair {
    std::uint64_t sector = 0;
    std::uint32_t object = 0;
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  std::span<const Pair> of(std::uint64_t sector) const;
  std::span<const Pair> all() const { return pairs_; }

 private:
  std::vector<Pair> pairs_;
};

struct SectorIndex {
  TileGrid grid;
  SectorLists roads;      // a segment touches the sector
  SectorLists areas;      // the area's box touches the sector
  SectorLists coasts;     // a segment touches the sector
  SectorLists furniture;  // stands in the sector
  SectorLists labels;     // roads whose label the sector owns
  SectorLists warnings;   // placed in the sector
  // Objects whose boxes touch more sectors than are worth listing: asked about every time.
  std::vector<std::uint32_t> wide_roads;
  std::vector<std::uint32_t> wide_areas;
  std::vector<std::uint32_t> wide_coasts;
  // The outline of each building part, as an index into areas; k_no_outline for the rest.
  std::vector<std::uint32_t> outline_of;
  std::vector<std::uint64_t> area_owner;      // the sector that owns each area
  std::vector<std::uint64_t> pieces;          // sorted keys
  std::vector<std::int32_t> piece_height_mm;  // of each piece: how high its buildings reach at most

  bool is_piece(std::uint64_t sector) const;
};

inline constexpr std::uint32_t k_no_outline = UINT32_MAX;
// Sectors an object's box may touch before it is held apart.
inline constexpr std::uint64_t k_wide_limit = 4096;

SectorIndex index_sectors(const MapData& map);

// Where a road's name stands: the middle of its longest run by length. Nothing for short or unnamed
// ones.
bool label_place(const MapData& map, const Road& road, geo::PositionE7& place,
                 geo::PositionE7& ahead);

// True when the area has something in the rectangle: an edge touches it, or it covers it.
bool area_touches(const MapData& map, const Area& area, const RectE7& rect);
// True when the position lies in the area or on its outline.
bool area_contains(const MapData& map, const Area& area, geo::PositionE7 position);

// The rule that gives a part its outline: the smallest building (ties: the smallest id) that
// contains the part's owner point. `candidates` are indices into areas; parts among them are passed
// over.
std::uint32_t find_outline(const MapData& map, const Area& part,
                           std::span<const std::uint32_t> candidates);
// The sector that owns a part: its outline's, when the part's owner point lies within the building
// pad of that sector; else its own.
std::uint64_t owner_of_part(const Area& part, std::uint64_t own_sector,
                            std::uint64_t outline_sector);

}  // namespace terrane::osm
