#include "terrane/world/world_uri.h"

#include <algorithm>
#include <charconv>

#include "terrane/base/hash.h"
#include "terrane/fetch/transport.h"

namespace terrane::world {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view k_known = "city:SEED, osm:FILE or osm:overpass";
constexpr std::size_t k_uri_bytes_max = 4096;

Error bad_uri(std::string what, std::string_view uri, std::string expected) {
  std::string where = uri.empty() ? "WORLD" : std::string(uri);
  return Error{ErrorCode::BadUri, std::move(what), std::move(where), std::move(expected)};
}

Error not_built_yet(std::string_view what, std::string_view uri) {
  return Error{ErrorCode::Unavailable, std::string(what) + " is not built yet", std::string(uri),
               "a world named by " + std::string(k_known)};
}

bool is_all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Blanks, line ends and the signs of a URI are slips, not names of a city.
bool is_seed_character(char character) {
  const auto code = static_cast<unsigned char>(character);
  return code > 0x20 && code != 0x7f &&
         std::string_view("#?&=").find(character) == std::string::npos;
}

Result<std::uint64_t> parse_seed(std::string_view text, std::string_view uri) {
  if (!std::all_of(text.begin(), text.end(), is_seed_character)) {
    return bad_uri("the seed holds a blank, a control character or one of #?&=", uri,
                   "a whole number, or a text of one word, which is hashed");
  }
  if (!is_all_digits(text)) return base::hash_text(text);
  std::uint64_t seed = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (parsed.ec != std::errc{}) {
    return bad_uri("the seed does not fit in 64 bits", uri,
                   "a whole number up to 18446744073709551615, or a text");
  }
  return seed;
}

// Whether the grown layout is asked for.
Result<bool> parse_layout(std::string_view options, std::string_view uri) {
  if (options.empty() || options == "layout=lattice") return false;
  if (options == "layout=grown") return true;
  return bad_uri("unknown option `" + std::string(options) + "` of a city", uri,
                 "?layout=lattice, ?layout=grown or none");
}

Result<WorldName> parse_city(std::string_view rest, std::string_view uri,
                             std::uint64_t drawn_seed) {
  WorldName name;
  const std::size_t mark = rest.find('?');
  const std::string_view seed_text = rest.substr(0, mark);
  if (mark != std::string_view::npos) {
    name.grown = TERRANE_TRY(parse_layout(rest.substr(mark + 1), uri));
  }
  name.seed_was_drawn = seed_text.empty();
  name.seed = seed_text.empty() ? drawn_seed : TERRANE_TRY(parse_seed(seed_text, uri));
  return name;
}

Result<WorldName> parse_live(std::string_view options, std::string_view uri) {
  WorldName name;
  name.scheme = Scheme::Live;
  while (!options.empty()) {
    const std::size_t end = std::min(options.find('&'), options.size());
    const std::string_view option = options.substr(0, end);
    options.remove_prefix(std::min(end + 1, options.size()));
    if (option == "elevation=flat") continue;
    if (option.substr(0, 10) == "elevation=") {
      return Error{ErrorCode::Unavailable, "elevation of a live place is not built yet",
                   std::string(uri), "a place on level ground: elevation comes with the ground"};
    }
    if (option.substr(0, 9) != "endpoint=" || !name.endpoint.empty()) {
      return bad_uri("unknown option `" + std::string(option) + "` of a live place", uri,
                     "?endpoint=URL of an Overpass server, once, or none");
    }
    name.endpoint = std::string(option.substr(9));
    TERRANE_TRY(fetch::check_service_url(name.endpoint, std::string(uri)));
  }
  return name;
}

// A file's name may hold a question mark, so only what looks like an option is taken for one.
Result<WorldName> parse_map(std::string_view rest, std::string_view uri) {
  if (rest == "overpass") return parse_live({}, uri);
  if (rest.substr(0, 9) == "overpass?") return parse_live(rest.substr(9), uri);
  WorldName name;
  name.scheme = Scheme::Map;
  const std::size_t mark = rest.rfind('?');
  const std::string_view options =
      mark == std::string_view::npos ? std::string_view{} : rest.substr(mark + 1);
  const std::string_view file =
      options.find('=') == std::string_view::npos ? rest : rest.substr(0, mark);
  if (file.size() != rest.size() && options != "elevation=flat") {
    if (options.substr(0, 10) == "elevation=") return not_built_yet("elevation", uri);
    return bad_uri("unknown option `" + std::string(options) + "` of a map", uri,
                   "?elevation=flat or none");
  }
  name.path = std::string(file);
  return name;
}

}  // namespace

Result<WorldName> parse_world_uri(std::string_view uri, std::uint64_t drawn_seed) {
  if (uri.size() > k_uri_bytes_max) {
    return bad_uri("the world's name is too long", uri.substr(0, 60), "at most 4096 bytes");
  }
  if (uri.find('\0') != std::string_view::npos) {
    return bad_uri("the world's name holds a zero byte", "world", std::string(k_known));
  }
  const std::size_t colon = uri.find(':');
  if (colon == std::string_view::npos) {
    return bad_uri("not a world URI", uri,
                   "a scheme and a colon first, as in " + std::string(k_known));
  }
  const std::string_view scheme = uri.substr(0, colon);
  const std::string_view rest = uri.substr(colon + 1);
  if (scheme == "city") return parse_city(rest, uri, drawn_seed);
  if (scheme == "osm") return parse_map(rest, uri);
  if (scheme == "cooked") return not_built_yet("the cooked world", uri);
  if (scheme == "scene") return not_built_yet("the scene world", uri);
  return bad_uri("unknown scheme `" + std::string(scheme) + "` of a world URI", uri,
                 std::string(k_known));
}

}  // namespace terrane::world
