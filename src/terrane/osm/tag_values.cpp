#include "terrane/osm/tag_values.h"

#include <algorithm>

namespace terrane::osm {
namespace {

constexpr std::array<std::string_view, k_key_count> k_names = {"amenity",
                                                               "area",
                                                               "bridge",
                                                               "building",
                                                               "building:colour",
                                                               "building:facade:colour",
                                                               "building:height",
                                                               "building:levels",
                                                               "building:levels:underground",
                                                               "building:material",
                                                               "building:min_level",
                                                               "building:part",
                                                               "covered",
                                                               "emergency",
                                                               "height",
                                                               "highway",
                                                               "indoor",
                                                               "junction",
                                                               "landuse",
                                                               "lanes",
                                                               "layer",
                                                               "leaf_type",
                                                               "leisure",
                                                               "location",
                                                               "man_made",
                                                               "min_height",
                                                               "name",
                                                               "natural",
                                                               "oneway",
                                                               "place",
                                                               "roof:angle",
                                                               "roof:colour",
                                                               "roof:height",
                                                               "roof:levels",
                                                               "roof:material",
                                                               "roof:shape",
                                                               "service",
                                                               "surface",
                                                               "tunnel",
                                                               "type",
                                                               "water",
                                                               "waterway",
                                                               "width"};

constexpr bool are_sorted() {
  for (std::size_t at = 1; at < k_names.size(); ++at) {
    if (!(k_names[at - 1] < k_names[at])) return false;
  }
  return true;
}
static_assert(are_sorted(), "keys are found by bisection");

}  // namespace

void TagValues::add(std::string_view key, std::string_view value) {
  const auto found = std::lower_bound(k_names.begin(), k_names.end(), key);
  if (found == k_names.end() || *found != key) return;
  const auto at = static_cast<std::size_t>(found - k_names.begin());
  values_[at] = value;
  present_[at] = true;
  any_ = true;
}

void add_fault(std::vector<TagFault>& faults, const char* code, Key key, std::string_view value) {
  faults.push_back({code, std::string(key_name(key)) + "=" + std::string(value) +
                              " cannot be used: it was taken as absent or limited"});
}

std::string_view key_name(Key key) {
  return k_names[static_cast<std::size_t>(key)];
}

}  // namespace terrane::osm
