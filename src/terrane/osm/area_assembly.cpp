#include "terrane/osm/area_assembly.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include <osmium/area/assembler.hpp>
#include <osmium/area/problem_reporter.hpp>

#include "terrane/osm/ring_geometry.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

// Above this many corners the assembler's sweep is quicker than comparing every pair of edges.
constexpr std::size_t k_simple_ring_limit = 48;

PositionE7 position_of(osmium::Location place) {
  return {place.y(), place.x()};
}

// Remembers the first problem of a kind that explains why no area came out.
class Reporter final : public osmium::area::ProblemReporter {
 public:
  void report_duplicate_node(osmium::object_id_type, osmium::object_id_type,
                             osmium::Location) override {}
  void report_touching_ring(osmium::object_id_type, osmium::Location) override {}
  void report_intersection(osmium::object_id_type, osmium::Location, osmium::Location,
                           osmium::object_id_type, osmium::Location, osmium::Location,
                           osmium::Location at) override {
    note("area_crosses_itself", "its outline crosses itself", at);
  }
  void report_duplicate_segment(const osmium::NodeRef& a, const osmium::NodeRef&) override {
    note("area_doubled_edge", "an edge of its outline is there twice", a.location());
  }
  void report_overlapping_segment(const osmium::NodeRef& a, const osmium::NodeRef&) override {
    note("area_doubled_edge", "edges of its outline lie on each other", a.location());
  }
  void report_ring_not_closed(const osmium::NodeRef& end, const osmium::Way*) override {
    note("area_not_closed", "its outline does not close", end.location());
  }
  void report_role_should_be_outer(osmium::object_id_type, osmium::Location,
                                   osmium::Location) override {}
  void report_role_should_be_inner(osmium::object_id_type, osmium::Location,
                                   osmium::Location) override {}
  void report_way_in_multiple_rings(const osmium::Way&) override {}
  void report_inner_with_same_tags(const osmium::Way&) override {}
  void report_invalid_location(osmium::object_id_type, osmium::object_id_type node) override {
    if (!code_.empty()) return;
    code_ = "area_node_missing";
    detail_ = "node " + std::to_string(node) + " of its outline is not in the file";
  }
  void report_duplicate_way(const osmium::Way&) override {}
  void report_way(const osmium::Way&) override {}

  const std::string& code() const { return code_; }
  const std::string& detail() const { return detail_; }

 private:
  void note(const char* code, const char* what, osmium::Location at) {
    if (!code_.empty()) return;
    code_ = code;
    detail_ = what;
    if (at.valid()) {
      detail_ += " near " + std::to_string(at.y()) + ", " + std::to_string(at.x()) +
                 " (1e-7 degrees, latitude first)";
    }
  }

  std::string code_;
  std::string detail_;
};

// The way's positions without repetitions, open; empty where one is missing.
std::vector<PositionE7> open_ring(const osmium::Way& way) {
  std::vector<PositionE7> ring;
  ring.reserve(way.nodes().size());
  for (const osmium::NodeRef& node : way.nodes()) {
    if (!node.location().valid()) return {};
    const PositionE7 position = position_of(node.location());
    if (ring.empty() || !(ring.back() == position)) ring.push_back(position);
  }
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  return ring;
}

AssembledRing convert_ring(const osmium::NodeRefList& nodes, bool outer) {
  AssembledRing ring;
  ring.outer = outer;
  for (const osmium::NodeRef& node : nodes) ring.positions.push_back(position_of(node.location()));
  if (ring.positions.size() > 1) ring.positions.pop_back();  // closed in libosmium
  normalise_ring(ring.positions, outer);
  return ring;
}

bool ring_before(const AssembledRing& a, const AssembledRing& b) {
  return std::lexicographical_compare(a.positions.begin(), a.positions.end(), b.positions.begin(),
                                      b.positions.end());
}

Assembly convert_area(const osmium::memory::Buffer& buffer, const Reporter& reporter) {
  Assembly assembly;
  std::vector<std::vector<AssembledRing>> groups;  // an outer ring and its inner ones
  for (const osmium::Area& area : buffer.select<osmium::Area>()) {
    for (const osmium::OuterRing& outer : area.outer_rings()) {
      std::vector<AssembledRing> group;
      group.push_back(convert_ring(outer, true));
      for (const osmium::InnerRing& inner : area.inner_rings(outer)) {
        group.push_back(convert_ring(inner, false));
      }
      std::sort(group.begin() + 1, group.end(), ring_before);
      groups.push_back(std::move(group));
    }
  }
  std::sort(groups.begin(), groups.end(),
            [](const auto& a, const auto& b) { return ring_before(a.front(), b.front()); });
  for (std::vector<AssembledRing>& group : groups) {
    for (AssembledRing& ring : group) assembly.rings.push_back(std::move(ring));
  }
  if (assembly.rings.empty()) {
    assembly.trouble = reporter.code().empty() ? "area_invalid" : reporter.code();
    assembly.detail = reporter.code().empty() ? "no area can be made of it" : reporter.detail();
  }
  return assembly;
}

osmium::area::AssemblerConfig config_for(Reporter& reporter) {
  osmium::area::AssemblerConfig config;
  config.problem_reporter = &reporter;
  config.create_empty_areas = false;
  return config;
}

Assembly failed(const char* trouble, std::string detail) {
  Assembly assembly;
  assembly.trouble = trouble;
  assembly.detail = std::move(detail);
  return assembly;
}

const osmium::Way* find_way(const std::vector<osmium::Way*>& ways, osmium::object_id_type id) {
  const auto found = std::lower_bound(
      ways.begin(), ways.end(), id,
      [](const osmium::Way* way, osmium::object_id_type wanted) { return way->id() < wanted; });
  return found != ways.end() && (*found)->id() == id ? *found : nullptr;
}

}  // namespace

bool is_closed(const osmium::Way& way) {
  const osmium::WayNodeList& nodes = way.nodes();
  if (nodes.size() < 3) return false;
  if (nodes.front().ref() == nodes.back().ref()) return true;
  return nodes.front().location().valid() && nodes.front().location() == nodes.back().location();
}

Assembly assemble_way(const osmium::Way& way) {
  std::vector<PositionE7> ring = open_ring(way);
  if (ring.size() <= k_simple_ring_limit && is_simple_ring(ring)) {
    normalise_ring(ring, true);
    Assembly assembly;
    assembly.rings.push_back({std::move(ring), true});
    return assembly;
  }
  return assemble_way_by_library(way);
}

Assembly assemble_way_by_library(const osmium::Way& way) {
  try {
    Reporter reporter;
    osmium::memory::Buffer buffer(4096, osmium::memory::Buffer::auto_grow::yes);
    const osmium::area::AssemblerConfig config = config_for(reporter);  // kept by reference
    osmium::area::Assembler assembler(config);
    assembler(way, buffer);
    return convert_area(buffer, reporter);
  } catch (const std::exception& failure) {
    return failed("area_invalid", std::string("no area can be made of it: ") + failure.what());
  }
}

Assembly assemble_relation(const osmium::Relation& relation,
                           const std::vector<osmium::Way*>& ways) {
  std::vector<const osmium::Way*> members;
  unsigned absent = 0;
  for (const osmium::RelationMember& member : relation.members()) {
    if (member.type() != osmium::item_type::way) continue;  // nodes and relations have no say
    const osmium::Way* way = find_way(ways, member.ref());
    if (way == nullptr) {
      absent += 1;
    } else {
      members.push_back(way);
    }
  }
  if (absent > 0) {
    return failed("incomplete", std::to_string(absent) + " of its " +
                                    std::to_string(members.size() + absent) +
                                    " member ways are not in the file: it was left out");
  }
  if (members.empty()) return failed("relation_without_ways", "it has no member way");
  try {
    Reporter reporter;
    osmium::memory::Buffer buffer(16384, osmium::memory::Buffer::auto_grow::yes);
    const osmium::area::AssemblerConfig config = config_for(reporter);  // kept by reference
    osmium::area::Assembler assembler(config);
    assembler(relation, members, buffer);
    return convert_area(buffer, reporter);
  } catch (const std::exception& failure) {
    return failed("area_invalid", std::string("no area can be made of it: ") + failure.what());
  }
}

}  // namespace terrane::osm
