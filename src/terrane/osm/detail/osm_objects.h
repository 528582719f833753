// The objects of an OpenStreetMap source as libosmium holds them: its memory buffers, and pointers
// to the objects sorted by id, each id once (the highest version). Whatever the source was, what
// follows sees the same lists. For this folder alone: it is the only header that lets libosmium in.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <osmium/memory/buffer.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>

#include "terrane/content/content.h"

namespace terrane::osm {

// Where each node lies. A hash table by open addressing: it is asked for every reference of every
// way.
class NodePlaces {
 public:
  void build(const std::vector<const osmium::Node*>& nodes);
  // The node's location; not valid where the node is absent.
  osmium::Location find(osmium::object_id_type id) const;

 private:
  struct Slot {
    osmium::object_id_type id = 0;
    osmium::Location place;  // not valid: the slot is empty
  };
  std::vector<Slot> slots_;
};

struct OsmObjects {
  std::vector<osmium::memory::Buffer> buffers;  // own the objects
  std::vector<const osmium::Node*> nodes;       // valid locations only
  std::vector<osmium::Way*> ways;               // node references carry their locations
  std::vector<const osmium::Relation*> relations;
  std::vector<content::Warning> warnings;
};

// Fills the lists from the buffers: sorted, without doubles and deleted objects, ways located.
void sort_and_locate(OsmObjects& objects);

// The objects of several lists as one, each id once, whatever their order. Each is sorted and
// located; the result points to what the lists point to, owns none of it, and is for reading.
OsmObjects merge_objects(std::span<const OsmObjects> sources);

}  // namespace terrane::osm
