#include "terrane/osm/live_query.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include "terrane/osm/local_scale.h"
#include "terrane/osm/overpass_json.h"
#include "terrane/osm/pads.h"

namespace terrane::osm {
namespace {

constexpr std::int32_t k_lat_limit_e7 = geo::k_mercator_limit_lat_e7 - 10;
constexpr std::int32_t k_lon_limit_e7 = 1800000000;
constexpr unsigned k_server_limit_s = 60;
constexpr unsigned k_server_limit_bytes = 128u << 20;

// Exactly the integer of 1e-7 degree, as a decimal with a point.
std::string degrees_text(std::int32_t degrees_e7) {
  const std::int64_t size = std::abs(static_cast<std::int64_t>(degrees_e7));
  char text[24];
  std::snprintf(text, sizeof(text), "%s%d.%07d", degrees_e7 < 0 ? "-" : "",
                static_cast<int>(size / 10000000), static_cast<int>(size % 10000000));
  return text;
}

std::int32_t middle_of(std::int32_t low, std::int32_t high) {
  return static_cast<std::int32_t>((static_cast<std::int64_t>(low) + high) / 2);
}

class ReplyCheck final : public fetch::BodyCheck {
 public:
  explicit ReplyCheck(bool* has_coast) : has_coast_(has_coast) {}

  void look(std::string_view slice) override {
    for (const char c : slice) take(c);
  }

  Verdict verdict() const override {
    if (!said_anything_) return {false, false, "the reply is empty"};
    if (is_page_) return {false, false, "the server answers with a page instead of map data"};
    if (is_wrong_) return {false, false, "the reply is no map data"};
    if (!is_over_) return {false, false, "the reply was cut short"};
    if (speaks_of_failure(remark_)) {
      const bool is_too_much = remark_.find("timed out") != std::string::npos ||
                               remark_.find("out of memory") != std::string::npos;
      return {false, is_too_much, "the server says: " + remark_};
    }
    if (!has_elements_) return {false, false, "the reply holds no map data"};
    return {true, false, {}};
  }

 private:
  static constexpr std::size_t k_remark_bytes_max = 200;
  static constexpr std::string_view k_coast = "coastline";

  void take(char c) {
    if (in_string_) return take_in_string(c);
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') return;
    if (!said_anything_) {
      if (c == '\xef' || c == '\xbb' || c == '\xbf') return;  // a byte order mark
      said_anything_ = true;
      is_page_ = c == '<';
      is_wrong_ = c != '{';
    }
    if (is_wrong_) return;
    if (is_over_) {
      is_wrong_ = true;
      return;
    }
    take_sign(c);
  }

  void take_in_string(char c) {
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (c == '\\') {
      is_escaped_ = true;
      return;
    } else if (c == '"') {
      in_string_ = false;
      if (has_coast_ != nullptr && coast_letters_ == k_coast.size()) *has_coast_ = true;
      if (depth_ == 1 && is_value_ && key_ == "remark") remark_ = text_;
      return;
    }
    const bool is_like = coast_letters_ < k_coast.size() && k_coast[coast_letters_] == c;
    coast_letters_ = is_like ? coast_letters_ + 1 : k_coast.size() + 1;
    if (depth_ == 1 && text_.size() < k_remark_bytes_max) text_ += c;
  }

  void take_sign(char c) {
    switch (c) {
      case '"':
        in_string_ = true;
        text_.clear();
        coast_letters_ = 0;
        break;
      case ':':
        if (depth_ != 1) break;
        key_ = text_;
        is_value_ = true;
        break;
      case ',':
        if (depth_ == 1) is_value_ = false;
        break;
      case '[':
        if (depth_ == 1 && key_ == "elements") has_elements_ = true;
        depth_ += 1;
        break;
      case '{':
        depth_ += 1;
        break;
      case ']':
      case '}':
        depth_ -= 1;
        is_over_ = depth_ == 0;
        break;
      default:
        break;
    }
  }

  bool* has_coast_;
  std::size_t coast_letters_ = 0;  // of k_coast, that the string begins with; more: another text
  bool said_anything_ = false;
  bool is_page_ = false;
  bool is_wrong_ = false;
  bool is_over_ = false;
  bool in_string_ = false;
  bool is_escaped_ = false;
  bool is_value_ = false;  // of the outermost object
  bool has_elements_ = false;
  int depth_ = 0;
  std::string text_;  // the last string of the outermost object
  std::string key_;
  std::string remark_;
};

}  // namespace

geo::Tile query_tile_of(std::uint64_t sector_key) {
  const geo::Tile sector = geo::sector_of_key(sector_key);
  return {k_query_zoom, sector.x >> 1, sector.y >> 1};
}

RectE7 sector_reach(std::uint64_t sector_key) {
  constexpr double k_pad_m = std::max({k_road_pad_m, k_water_pad_m, k_building_pad_m});
  RectE7 rect = padded_rect(geo::bounds_of(geo::sector_of_key(sector_key)), k_pad_m);
  rect.south_e7 = std::max(rect.south_e7, -k_lat_limit_e7);
  rect.west_e7 = std::max(rect.west_e7, -k_lon_limit_e7);
  rect.north_e7 = std::min(rect.north_e7, k_lat_limit_e7);
  rect.east_e7 = std::min(rect.east_e7, k_lon_limit_e7 - 1);
  return rect;
}

std::vector<geo::Tile> query_tiles_of(std::uint64_t sector_key) {
  const RectE7 rect = sector_reach(sector_key);
  const geo::Tile first = *geo::tile_of({rect.north_e7, rect.west_e7}, k_query_zoom);
  const geo::Tile last = *geo::tile_of({rect.south_e7, rect.east_e7}, k_query_zoom);
  const geo::Tile own = query_tile_of(sector_key);
  std::vector<geo::Tile> tiles;
  for (std::uint32_t y = first.y; y <= last.y; ++y) {
    for (std::uint32_t x = first.x; x <= last.x; ++x) tiles.push_back({k_query_zoom, x, y});
  }
  const auto rank = [own](const geo::Tile& tile) {
    const auto away = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
    const std::uint32_t dx = away(tile.x, own.x);
    const std::uint32_t dy = away(tile.y, own.y);
    return std::tuple(std::max(dx, dy), dx + dy, tile.y, tile.x);
  };
  std::sort(tiles.begin(), tiles.end(),
            [&](const geo::Tile& a, const geo::Tile& b) { return rank(a) < rank(b); });
  return tiles;
}

// What touches the tile, and the named areas that cover the whole of it, which have no edge there.
std::string overpass_query(geo::Tile tile) {
  const geo::BoundsE7 bounds = geo::bounds_of(tile);
  const std::string box = "(" + degrees_text(bounds.south_e7) + "," + degrees_text(bounds.west_e7) +
                          "," + degrees_text(bounds.north_e7) + "," + degrees_text(bounds.east_e7) +
                          ")";
  const std::string middle = degrees_text(middle_of(bounds.south_e7, bounds.north_e7)) + "," +
                             degrees_text(middle_of(bounds.west_e7, bounds.east_e7));
  const std::string drawn = "[~\"^(natural|landuse|leisure|water|waterway)$\"~\".\"]";
  return "[out:json][timeout:" + std::to_string(k_server_limit_s) +
         "][maxsize:" + std::to_string(k_server_limit_bytes) + "];is_in(" + middle +
         ")->.over;(node[\"natural\"~\"^(tree|shrub)$\"]" + box +
         ";node[\"highway\"=\"street_lamp\"]" + box + ";node[\"amenity\"=\"bench\"]" + box +
         ";node[\"emergency\"=\"fire_hydrant\"]" + box + ";way" + box +
         ";rel[\"type\"=\"multipolygon\"]" + box + ";way(pivot.over)" + drawn +
         ";rel(pivot.over)[\"type\"=\"multipolygon\"]" + drawn + ";);(._;>;);out body qt;";
}

fetch::Request query_request(geo::Tile tile, const std::string& endpoint) {
  return {endpoint + "?data=" + fetch::percent_encoded(overpass_query(tile)),
          "map tile " + std::to_string(tile.zoom) + "/" + std::to_string(tile.x) + "/" +
              std::to_string(tile.y) + " from " + fetch::host_of(endpoint)};
}

std::optional<geo::Tile> tile_of_request(const fetch::Request& request) {
  geo::Tile tile;
  if (std::sscanf(request.name.c_str(), "map tile %u/%u/%u ", &tile.zoom, &tile.x, &tile.y) != 3) {
    return std::nullopt;
  }
  return tile;
}

std::vector<fetch::Request> split_query(const fetch::Request& request,
                                        const std::string& endpoint) {
  const std::optional<geo::Tile> tile = tile_of_request(request);
  if (!tile || tile->zoom >= k_query_zoom_finest) return {};
  std::vector<fetch::Request> quarters;
  for (std::uint32_t quarter = 0; quarter < 4; ++quarter) {
    quarters.push_back(query_request(
        {tile->zoom + 1, tile->x * 2 + (quarter & 1), tile->y * 2 + (quarter >> 1)}, endpoint));
  }
  return quarters;
}

std::unique_ptr<fetch::BodyCheck> make_reply_check(bool* has_coast) {
  return std::make_unique<ReplyCheck>(has_coast);
}

}  // namespace terrane::osm
