// What a live place asks an Overpass server: one query a *query tile* (Web Mercator zoom 15, four
// sectors), unpadded, ways and relations complete, and which of them a sector is built from. Not
// when and how politely (fetch/service_fetcher.h).
// Source: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terrane/fetch/service_fetcher.h"
#include "terrane/geo/sector.h"
#include "terrane/osm/local_scale.h"

namespace terrane::osm {

inline constexpr unsigned k_query_zoom = 15;
// A query that is too much is asked in quarters, and those again, down to this.
inline constexpr unsigned k_query_zoom_finest = 17;
inline constexpr char k_public_overpass[] = "https://overpass-api.de/api/interpreter";

// The tiles that the sector's padded rectangle touches: its own first, then by distance.
std::vector<geo::Tile> query_tiles_of(std::uint64_t sector_key);
// Everything that a build of the sector may look at lies in this rectangle or touches it; within
// the Mercator limit.
RectE7 sector_reach(std::uint64_t sector_key);
// The tile that the sector lies in.
geo::Tile query_tile_of(std::uint64_t sector_key);

// As Overpass QL.
std::string overpass_query(geo::Tile tile);
fetch::Request query_request(geo::Tile tile, const std::string& endpoint);
// The tile of such a request.
std::optional<geo::Tile> tile_of_request(const fetch::Request& request);
// Its four quarters; none at k_query_zoom_finest.
std::vector<fetch::Request> split_query(const fetch::Request& request, const std::string& endpoint);

// Whether a reply is the whole of Overpass JSON and no report of a failure: a remark that says
// error or timed out is one, however many elements come before it; so is a page of HTML, and a text
// that ends too early. `has_coast`, borrowed, becomes true when a reply has a coastline.
std::unique_ptr<fetch::BodyCheck> make_reply_check(bool* has_coast = nullptr);

}  // namespace terrane::osm
