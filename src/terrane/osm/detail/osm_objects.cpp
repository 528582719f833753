#include "terrane/osm/detail/osm_objects.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "terrane/base/hash.h"
#include "terrane/geo/sector.h"

namespace terrane::osm {
namespace {

// A total order in which the version to keep of an id comes first.
template <typename Object>
bool comes_before(const Object* a, const Object* b) {
  if (a->id() != b->id()) return a->id() < b->id();
  if (a->version() != b->version()) return a->version() > b->version();
  if (a->byte_size() != b->byte_size()) return a->byte_size() > b->byte_size();
  return std::memcmp(a->data(), b->data(), a->byte_size()) < 0;
}

template <typename Object>
void sort_once_each(std::vector<Object*>& objects) {
  const auto before = [](const Object* a, const Object* b) { return comes_before(a, b); };
  if (!std::is_sorted(objects.begin(), objects.end(), before)) {
    std::sort(objects.begin(), objects.end(), before);
  }
  const auto same = [](const Object* a, const Object* b) { return a->id() == b->id(); };
  objects.erase(std::unique(objects.begin(), objects.end(), same), objects.end());
  const auto gone = [](const Object* object) { return object->deleted(); };
  objects.erase(std::remove_if(objects.begin(), objects.end(), gone), objects.end());
}

}  // namespace

void NodePlaces::build(const std::vector<const osmium::Node*>& nodes) {
  std::size_t size = 16;
  while (size < nodes.size() * 2) size *= 2;
  slots_.assign(size, Slot());
  for (const osmium::Node* node : nodes) {
    std::size_t at = base::mix64(static_cast<std::uint64_t>(node->id())) & (size - 1);
    while (slots_[at].place.valid()) at = (at + 1) & (size - 1);
    slots_[at].id = node->id();
    slots_[at].place = node->location();
  }
}

osmium::Location NodePlaces::find(osmium::object_id_type id) const {
  if (slots_.empty()) return osmium::Location();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = base::mix64(static_cast<std::uint64_t>(id)) & mask;
  while (slots_[at].place.valid()) {
    if (slots_[at].id == id) return slots_[at].place;
    at = (at + 1) & mask;
  }
  return osmium::Location();
}

void sort_and_locate(OsmObjects& objects) {
  for (osmium::memory::Buffer& buffer : objects.buffers) {
    for (osmium::memory::Item& item : buffer) {
      if (item.type() == osmium::item_type::node) {
        objects.nodes.push_back(static_cast<const osmium::Node*>(&item));
      } else if (item.type() == osmium::item_type::way) {
        objects.ways.push_back(static_cast<osmium::Way*>(&item));
      } else if (item.type() == osmium::item_type::relation) {
        objects.relations.push_back(static_cast<const osmium::Relation*>(&item));
      }
    }
  }
  sort_once_each(objects.nodes);
  sort_once_each(objects.ways);
  sort_once_each(objects.relations);
  const auto nowhere = [&objects](const osmium::Node* node) {
    const osmium::Location place = node->location();
    if (place.valid() && std::abs(place.y()) < geo::k_mercator_limit_lat_e7) return false;
    objects.warnings.push_back({"node_position_invalid", "node " + std::to_string(node->id()),
                                "its position is not on the map: the node was left out"});
    return true;
  };
  objects.nodes.erase(std::remove_if(objects.nodes.begin(), objects.nodes.end(), nowhere),
                      objects.nodes.end());
  NodePlaces places;
  places.build(objects.nodes);
  for (osmium::Way* way : objects.ways) {
    for (osmium::NodeRef& node : way->nodes()) node.set_location(places.find(node.ref()));
  }
}

OsmObjects merge_objects(std::span<const OsmObjects> sources) {
  OsmObjects all;
  const auto merge = [](auto& into, const auto& from) {
    const auto middle = static_cast<std::ptrdiff_t>(into.size());
    into.insert(into.end(), from.begin(), from.end());
    std::inplace_merge(into.begin(), into.begin() + middle, into.end(),
                       [](const auto* a, const auto* b) { return comes_before(a, b); });
  };
  for (const OsmObjects& source : sources) {
    merge(all.nodes, source.nodes);
    merge(all.ways, source.ways);
    merge(all.relations, source.relations);
  }
  sort_once_each(all.nodes);
  sort_once_each(all.ways);
  sort_once_each(all.relations);
  return all;
}

}  // namespace terrane::osm
