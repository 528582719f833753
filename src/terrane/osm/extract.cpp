#include "terrane/osm/extract.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "terrane/base/json_document.h"
#include "terrane/fetch/file.h"
#include "terrane/osm/local_scale.h"
#include "terrane/osm/osm_file.h"

// After json_document.h.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace terrane::osm {
namespace {

using Id = osmium::object_id_type;
using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

// Ids that were chosen, sorted once everything is in.
class Chosen {
 public:
  void add(Id id) { ids_.push_back(id); }
  void sort() {
    std::sort(ids_.begin(), ids_.end());
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
  }
  bool has(Id id) const { return std::binary_search(ids_.begin(), ids_.end(), id); }

 private:
  std::vector<Id> ids_;
};

geo::PositionE7 position_of(osmium::Location place) {
  return {place.y(), place.x()};
}

bool touches(const osmium::Way& way, const RectE7& rect) {
  const osmium::NodeRef* last = nullptr;
  for (const osmium::NodeRef& node : way.nodes()) {
    if (!node.location().valid()) {
      last = nullptr;
      continue;
    }
    const geo::PositionE7 here = position_of(node.location());
    const geo::PositionE7 before = last != nullptr ? position_of(last->location()) : here;
    if (segment_touches(before, here, rect)) return true;
    last = &node;
  }
  return false;
}

struct Selected {
  Chosen nodes;
  Chosen ways;
  Chosen relations;
};

Selected select(const OsmObjects& objects, const geo::BoundsE7& area) {
  const RectE7 rect{area.south_e7, area.west_e7, area.north_e7, area.east_e7};
  Selected direct;
  for (const osmium::Node* node : objects.nodes) {
    if (area.contains(position_of(node->location()))) direct.nodes.add(node->id());
  }
  for (const osmium::Way* way : objects.ways) {
    if (touches(*way, rect)) direct.ways.add(way->id());
  }
  direct.nodes.sort();
  direct.ways.sort();
  Selected all = direct;
  for (const osmium::Relation* relation : objects.relations) {
    bool chosen = false;
    for (const osmium::RelationMember& member : relation->members()) {
      chosen = chosen ||
               (member.type() == osmium::item_type::node && direct.nodes.has(member.ref())) ||
               (member.type() == osmium::item_type::way && direct.ways.has(member.ref()));
    }
    if (!chosen) continue;
    all.relations.add(relation->id());
    for (const osmium::RelationMember& member : relation->members()) {
      if (member.type() == osmium::item_type::node) all.nodes.add(member.ref());
      if (member.type() == osmium::item_type::way) all.ways.add(member.ref());
    }
  }
  all.ways.sort();
  all.relations.sort();
  for (const osmium::Way* way : objects.ways) {
    if (!all.ways.has(way->id())) continue;
    for (const osmium::NodeRef& node : way->nodes()) all.nodes.add(node.ref());
  }
  all.nodes.sort();
  return all;
}

// Exactly the integer of 1e-7 degree, as a decimal.
void write_degrees(Writer& writer, const char* key, std::int32_t degrees_e7) {
  const std::int64_t size = std::abs(static_cast<std::int64_t>(degrees_e7));
  std::string digits = std::to_string(size % 10000000);
  digits.insert(0, 7 - digits.size(), '0');
  const std::string text =
      (degrees_e7 < 0 ? "-" : "") + std::to_string(size / 10000000) + "." + digits;
  writer.Key(key);
  writer.RawValue(text.c_str(), text.size(), rapidjson::kNumberType);
}

void write_head(Writer& writer, const char* type, const osmium::OSMObject& object) {
  writer.StartObject();
  writer.Key("type");
  writer.String(type);
  writer.Key("id");
  writer.Int64(object.id());
}

void write_tail(Writer& writer, const osmium::OSMObject& object) {
  if (!object.tags().empty()) {
    writer.Key("tags");
    writer.StartObject();
    for (const osmium::Tag& tag : object.tags()) {
      writer.Key(tag.key());
      writer.String(tag.value());
    }
    writer.EndObject();
  }
  writer.EndObject();
}

void write_node(Writer& writer, const osmium::Node& node) {
  write_head(writer, "node", node);
  write_degrees(writer, "lat", node.location().y());
  write_degrees(writer, "lon", node.location().x());
  write_tail(writer, node);
}

void write_way(Writer& writer, const osmium::Way& way) {
  write_head(writer, "way", way);
  writer.Key("nodes");
  writer.StartArray();
  for (const osmium::NodeRef& node : way.nodes()) writer.Int64(node.ref());
  writer.EndArray();
  write_tail(writer, way);
}

void write_relation(Writer& writer, const osmium::Relation& relation) {
  write_head(writer, "relation", relation);
  writer.Key("members");
  writer.StartArray();
  for (const osmium::RelationMember& member : relation.members()) {
    writer.StartObject();
    writer.Key("type");
    writer.String(osmium::item_type_to_name(member.type()));
    writer.Key("ref");
    writer.Int64(member.ref());
    writer.Key("role");
    writer.String(member.role());
    writer.EndObject();
  }
  writer.EndArray();
  write_tail(writer, relation);
}

std::string write_reply(const OsmObjects& objects, const Selected& selected,
                        ExtractReport& report) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.StartObject();
  writer.Key("version");
  writer.Double(0.6);
  writer.Key("generator");
  writer.String("terrane extract");
  writer.Key("osm3s");
  writer.StartObject();
  writer.Key("copyright");
  writer.String(
      "The data included in this document is from www.openstreetmap.org. The data is "
      "made available under ODbL.");
  writer.EndObject();
  writer.Key("elements");
  writer.StartArray();
  for (const osmium::Node* node : objects.nodes) {
    if (!selected.nodes.has(node->id())) continue;
    write_node(writer, *node);
    buffer.Put('\n');
    report.nodes += 1;
  }
  for (const osmium::Way* way : objects.ways) {
    if (!selected.ways.has(way->id())) continue;
    write_way(writer, *way);
    buffer.Put('\n');
    report.ways += 1;
  }
  for (const osmium::Relation* relation : objects.relations) {
    if (!selected.relations.has(relation->id())) continue;
    write_relation(writer, *relation);
    buffer.Put('\n');
    report.relations += 1;
  }
  writer.EndArray();
  writer.EndObject();
  return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace

base::Result<ExtractReport> extract_area(const std::string& path, geo::BoundsE7 area,
                                         const std::string& out_path) {
  if (area.south_e7 > area.north_e7 || area.west_e7 > area.east_e7) {
    return base::Error{base::ErrorCode::BadUsage, "the area has no inside", path,
                       "west <= east and south <= north were expected"};
  }
  const OsmObjects objects = TERRANE_TRY(read_osm_file(path));
  ExtractReport report;
  const std::string text = write_reply(objects, select(objects, area), report);
  TERRANE_TRY(fetch::write_file(out_path, text));
  return report;
}

}  // namespace terrane::osm
