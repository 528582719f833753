#include "terrane/osm/read_osmium.h"

#if !defined(__EMSCRIPTEN__)

#include <exception>

#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>

namespace terrane::osm {
namespace {

using base::Error;
using base::ErrorCode;

// libosmium says "XML parsing error at line 3, column 0: no element found" for a text that ends
// early, and speaks of truncation or end of data for PBF.
bool speaks_of_end(const std::string& what) {
  for (const char* sign : {"no element found", "unclosed", "truncated", "end of", "EOF", "short"}) {
    if (what.find(sign) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

base::Result<OsmObjects> read_with_osmium(const std::string& bytes, const char* format,
                                          const std::string& where) {
  try {
    OsmObjects objects;
    const osmium::io::File file(bytes.data(), bytes.size(), format);
    osmium::io::Reader reader(file, osmium::osm_entity_bits::nwr);
    while (osmium::memory::Buffer buffer = reader.read()) {
      objects.buffers.push_back(std::move(buffer));
    }
    reader.close();
    return objects;
  } catch (const std::exception& failure) {
    const std::string what = failure.what();
    return Error{speaks_of_end(what) ? ErrorCode::Incomplete : ErrorCode::BadData,
                 "cannot be read as OpenStreetMap data: " + what, where,
                 "a whole OpenStreetMap file was expected"};
  }
}

}  // namespace terrane::osm

#endif
