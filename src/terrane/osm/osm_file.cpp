#include "terrane/osm/osm_file.h"

#include <utility>

#include "terrane/fetch/file.h"
#include "terrane/osm/decompress.h"
#include "terrane/osm/overpass_json.h"
#include "terrane/osm/read_osmium.h"

namespace terrane::osm {
namespace {

using base::Error;
using base::ErrorCode;

bool begins_with(const std::string& bytes, std::string_view magic) {
  return bytes.compare(0, magic.size(), magic) == 0;
}

// The first character that says something: past a byte order mark and white space.
char first_character(const std::string& bytes) {
  std::size_t at = begins_with(bytes, "\xef\xbb\xbf") ? 3 : 0;
  while (at < bytes.size() &&
         (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r' || bytes[at] == '\n')) {
    at += 1;
  }
  return at < bytes.size() ? bytes[at] : '\0';
}

// A PBF file opens with the length of a header (big end first), then that header's type.
bool looks_like_pbf(const std::string& bytes) {
  return bytes.size() > 15 && bytes[0] == '\0' &&
         bytes.compare(4, 11, "\x0a\x09OSMHeader", 11) == 0;
}

Error not_osm(const std::string& where) {
  return {ErrorCode::BadData, "this is not an OpenStreetMap file", where,
          "OpenStreetMap PBF, XML or Overpass JSON was expected"};
}

}  // namespace

base::Result<OsmObjects> read_osm_bytes(std::string bytes, const std::string& where) {
  if (bytes.empty()) {
    return Error{ErrorCode::BadData, "file is empty", where, "an OpenStreetMap file was expected"};
  }
  const bool is_gzip = begins_with(bytes, "\x1f\x8b");
  const bool is_bzip2 = begins_with(bytes, "BZh");
#if defined(__EMSCRIPTEN__)
  if (is_gzip || is_bzip2 || looks_like_pbf(bytes) || first_character(bytes) == '<') {
    return Error{ErrorCode::Unavailable, "this form of file cannot be read in WebAssembly", where,
                 "plain Overpass JSON was expected (terrane extract writes it)"};
  }
  if (first_character(bytes) != '{') return not_osm(where);
#else
  if (is_gzip) bytes = TERRANE_TRY(gunzip(bytes, where));
  if (is_bzip2) bytes = TERRANE_TRY(bunzip2(bytes, where));
  if (bytes.empty()) {
    return Error{ErrorCode::BadData, "file is empty", where, "an OpenStreetMap file was expected"};
  }
  const bool is_pbf = looks_like_pbf(bytes);
  const char first = first_character(bytes);
  if (!is_pbf && first != '<' && first != '{') return not_osm(where);
  if (is_pbf || first == '<') {
    OsmObjects objects = TERRANE_TRY(read_with_osmium(bytes, is_pbf ? "pbf" : "osm", where));
    sort_and_locate(objects);
    return objects;
  }
#endif
  std::string_view text(bytes);
  if (begins_with(bytes, "\xef\xbb\xbf")) text.remove_prefix(3);
  OsmObjects objects = TERRANE_TRY(read_overpass_json(text, where));
  sort_and_locate(objects);
  return objects;
}

base::Result<OsmObjects> read_osm_file(const std::string& path) {
  return read_osm_bytes(TERRANE_TRY(fetch::read_file(path)), path);
}

}  // namespace terrane::osm
