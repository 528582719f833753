#include "terrane/osm/map_load.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "terrane/osm/area_assembly.h"
#include "terrane/osm/ring_geometry.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

// Across, corner to corner of its box: the largest building on Earth is under 2 km.
constexpr double k_building_size_limit_m = 10000.0;
// Between two neighbouring nodes. Longer ones are slips of the hand or of a file.
constexpr double k_road_segment_limit_m = 20000.0;
constexpr double k_coast_segment_limit_m = 50000.0;

std::string object_name(const char* type, std::int64_t id) {
  return std::string(type) + " " + std::to_string(id);
}

void read_tags(const osmium::TagList& list, TagValues& tags) {
  tags.clear();
  for (const osmium::Tag& tag : list) tags.add(tag.key(), tag.value());
}

class MapLoader {
 public:
  explicit MapLoader(OsmObjects& objects) : objects_(objects) { data_.names.emplace_back(); }

  MapData load() {
    for (content::Warning& warning : objects_.warnings) {
      data_.warnings.push_back({std::move(warning), {}, false});
    }
    load_nodes();
    for (const osmium::Way* way : objects_.ways) load_way(*way);
    for (const osmium::Relation* relation : objects_.relations) load_relation(*relation);
    std::sort(data_.areas.begin(), data_.areas.end(),
              [](const Area& a, const Area& b) { return a.id < b.id; });
    return std::move(data_);
  }

 private:
  void warn(const char* code, std::string object, std::string detail) {
    data_.warnings.push_back({{code, std::move(object), std::move(detail)}, {}, false});
  }

  void warn_faults(const std::vector<TagFault>& faults, const std::string& object, PositionE7 at) {
    for (const TagFault& fault : faults) {
      data_.warnings.push_back({{fault.code, object, fault.detail}, at, true});
    }
  }

  void load_nodes() {
    TagValues tags;
    for (const osmium::Node* node : objects_.nodes) {
      const PositionE7 position{node->location().y(), node->location().x()};
      data_.box.include(position);
      if (node->tags().empty()) continue;
      read_tags(node->tags(), tags);
      if (const auto kind = furniture_kind(tags)) {
        data_.furniture.push_back({node->id(), *kind, position});
      }
    }
  }

  static std::optional<content::InstanceKind> furniture_kind(const TagValues& tags) {
    using content::InstanceKind;
    if (tags.is(Key::Natural, "tree")) {
      return tags.is(Key::LeafType, "needleleaved") ? InstanceKind::ConiferTree
                                                    : InstanceKind::BroadleafTree;
    }
    if (tags.is(Key::Natural, "shrub")) return InstanceKind::Bush;
    if (tags.is(Key::Highway, "street_lamp")) return InstanceKind::StreetLamp;
    if (tags.is(Key::Amenity, "bench")) return InstanceKind::Bench;
    if (tags.is(Key::Emergency, "fire_hydrant")) return InstanceKind::Hydrant;
    return std::nullopt;
  }

  void load_way(const osmium::Way& way) {
    if (way.tags().empty()) return;
    TagValues tags;
    read_tags(way.tags(), tags);
    if (!tags.any()) return;
    if (tags.is(Key::Natural, "coastline")) {
      load_coast(way);
      return;
    }
    std::vector<TagFault> faults;
    const bool closed = is_closed(way);
    const std::optional<AreaKind> kind = read_area_kind(tags);
    if (kind && (closed || is_building(*kind))) {
      if (!closed) {
        warn("area_not_closed", object_name("way", way.id()), "its outline does not close");
        return;
      }
      add_area(assemble_way(way), static_cast<std::uint64_t>(way.id()) * 2, *kind, tags);
      return;
    }
    if (const std::optional<RoadTags> road = read_road_tags(tags, faults)) {
      load_road(way, *road, tags, faults);
    }
  }

  // The runs of present nodes, repeated positions taken out; one warning where nodes are missing.
  // So are segments longer than `limit_m`.
  std::vector<std::vector<PositionE7>> runs_of(const osmium::Way& way, double limit_m) {
    std::vector<std::vector<PositionE7>> runs(1);
    unsigned missing = 0;
    unsigned too_long = 0;
    for (const osmium::NodeRef& node : way.nodes()) {
      if (!node.location().valid()) {
        missing += 1;
        if (!runs.back().empty()) runs.emplace_back();
        continue;
      }
      const PositionE7 position{node.location().y(), node.location().x()};
      if (!runs.back().empty()) {
        if (runs.back().back() == position) continue;
        if (is_longer(runs.back().back(), position, limit_m)) {
          too_long += 1;
          runs.emplace_back();
        }
      }
      runs.back().push_back(position);
    }
    const std::string object = object_name("way", way.id());
    if (too_long > 0) {
      warn("segment_too_long", object,
           std::to_string(too_long) + " of its segments are longer than any road's: left out");
    }
    if (missing > 0) {
      warn("node_missing", object,
           std::to_string(missing) + " of its nodes are not in the file: drawn between the others");
    }
    runs.erase(
        std::remove_if(runs.begin(), runs.end(), [](const auto& run) { return run.size() < 2; }),
        runs.end());
    if (runs.empty()) warn("way_without_length", object, "it has no two different nodes");
    return runs;
  }

  // The exact length is asked for only where a difference of degrees makes it possible.
  static bool is_longer(PositionE7 a, PositionE7 b, double limit_m) {
    const std::int64_t lat = std::abs(static_cast<std::int64_t>(a.lat_e7) - b.lat_e7);
    const std::int64_t lon = std::abs(static_cast<std::int64_t>(a.lon_e7) - b.lon_e7);
    constexpr double k_degree_m = 111400.0;  // at most, of latitude
    const double rough_m = static_cast<double>(lat + lon) * 1e-7 * k_degree_m;
    return rough_m > limit_m && distance_m(a, b) > limit_m;
  }

  PositionRange keep(const std::vector<PositionE7>& positions) {
    const PositionRange range{static_cast<std::uint32_t>(data_.positions.size()),
                              static_cast<std::uint32_t>(positions.size())};
    data_.positions.insert(data_.positions.end(), positions.begin(), positions.end());
    return range;
  }

  void load_coast(const osmium::Way& way) {
    for (const std::vector<PositionE7>& run : runs_of(way, k_coast_segment_limit_m)) {
      Coast coast{way.id(), keep(run), RectE7::nothing()};
      for (const PositionE7 position : run) coast.box.include(position);
      data_.coasts.push_back(coast);
    }
  }

  void load_road(const osmium::Way& way, const RoadTags& tags, const TagValues& values,
                 const std::vector<TagFault>& faults) {
    std::vector<std::vector<PositionE7>> runs = runs_of(way, k_road_segment_limit_m);
    if (runs.empty()) return;
    warn_faults(faults, object_name("way", way.id()), runs[0][0]);
    // The canonical direction is the way's, not each run's, so that runs keep their numbers.
    if (runs.back().back() < runs.front().front()) {
      std::reverse(runs.begin(), runs.end());
      for (std::vector<PositionE7>& run : runs) std::reverse(run.begin(), run.end());
    }
    for (std::size_t index = 0; index < runs.size(); ++index) {
      Road road;
      road.way_id = way.id();
      road.run = static_cast<std::uint32_t>(index);
      road.tags = tags;
      road.positions = keep(runs[index]);
      road.box = RectE7::nothing();
      for (const PositionE7 position : runs[index]) road.box.include(position);
      road.name = index == 0 ? name_index(values.get(Key::Name)) : 0;
      data_.roads.push_back(road);
    }
  }

  std::uint32_t name_index(std::string_view name) {
    if (name.empty()) return 0;
    const auto [found, fresh] =
        name_places_.try_emplace(std::string(name), static_cast<std::uint32_t>(data_.names.size()));
    if (fresh) data_.names.emplace_back(name);
    return found->second;
  }

  void load_relation(const osmium::Relation& relation) {
    TagValues tags;
    read_tags(relation.tags(), tags);
    if (!tags.is(Key::Type, "multipolygon")) return;
    tags.add(key_name(Key::Area), "yes");  // a multipolygon says so by being one
    if (const std::optional<AreaKind> kind = read_area_kind(tags)) {
      add_area(assemble_relation(relation, objects_.ways),
               static_cast<std::uint64_t>(relation.id()) * 2 + 1, *kind, tags);
    }
  }

  void add_area(Assembly assembly, std::uint64_t id, AreaKind kind, const TagValues& tags) {
    if (assembly.rings.empty()) {
      warn(assembly.trouble.c_str(), area_object(id), std::move(assembly.detail));
      return;
    }
    Area area;
    area.id = id;
    area.kind = kind;
    area.first_ring = static_cast<std::uint32_t>(data_.rings.size());
    area.ring_count = static_cast<std::uint32_t>(assembly.rings.size());
    area.box = RectE7::nothing();
    std::vector<std::span<const PositionE7>> spans;
    for (const AssembledRing& ring : assembly.rings) {
      data_.rings.push_back({keep(ring.positions), ring.outer});
      for (const PositionE7 position : ring.positions) area.box.include(position);
      spans.emplace_back(ring.positions);
    }
    const AreaMeasure measure = measure_area(spans);
    area.area_m2 = measure.area_m2;
    area.owner = measure.owner;
    if (is_building(kind)) {
      if (distance_m({area.box.south_e7, area.box.west_e7}, {area.box.north_e7, area.box.east_e7}) >
          k_building_size_limit_m) {
        warn("building_too_large", area_object(id), "no building is that wide: it was left out");
        return;
      }
      std::vector<TagFault> faults;
      area.building = static_cast<std::uint32_t>(data_.buildings.size());
      data_.buildings.push_back(read_building_tags(tags, kind == AreaKind::BuildingPart, faults));
      warn_faults(faults, area_object(id), area.owner);
    }
    data_.areas.push_back(area);
  }

  OsmObjects& objects_;
  MapData data_;
  std::map<std::string, std::uint32_t> name_places_;
};

}  // namespace

std::string area_object(std::uint64_t area_id) {
  const bool relation = (area_id & 1) != 0;
  const auto id = static_cast<std::int64_t>(area_id - (relation ? 1 : 0)) / 2;
  return object_name(relation ? "relation" : "way", id);
}

MapData load_map(OsmObjects& objects) {
  return MapLoader(objects).load();
}

}  // namespace terrane::osm
