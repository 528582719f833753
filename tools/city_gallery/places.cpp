#include "places.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "terrane/base/hash.h"
#include "terrane/city/corner_place.h"
#include "terrane/city/cross_street.h"
#include "terrane/city/field_side.h"
#include "terrane/city/junction_corner.h"
#include "terrane/city/lattice_layout.h"
#include "terrane/city/lots.h"
#include "terrane/city/overhead_bridge.h"
#include "terrane/city/park_side.h"
#include "terrane/city/street_profile.h"
#include "terrane/city/water_side.h"
#include "terrane/geo/frame.h"
#include "terrane/world/world_uri.h"

namespace terrane::gallery {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using city::EdgePlan;
using city::PlanePoint;
using city::PlaneVector;
using city::Side;

constexpr double k_search_first_m = 400;
constexpr double k_search_last_m = 12800;
constexpr double k_view_m = 800;  // of a street
constexpr unsigned k_middle_place = city::k_block_segments / 2;

using NameOf = std::function<const char*(unsigned)>;
// All places of the kind and number on an edge.
using Finder = std::function<void(const EdgePlan&, unsigned, std::vector<Place>&)>;

struct Kind {
  const char* name;
  unsigned count;
  NameOf name_of;
  Finder find;
};

double heading_of(PlaneVector way) {
  return geo::heading_of({way.x, 0, way.z});
}

// A place in the middle of the street at a segment's near station, looking along.
void stand_on_street(const EdgePlan& plan, unsigned station, Place& place) {
  place.street = plan.beside(station, Side::Right, plan.half_width_m[station] * 0.4);
  place.street_turn_rad = heading_of(plan.curve.nodes[station].forward);
}

unsigned first_segment(unsigned block) {
  return block == 0 ? 0 : block * city::k_block_segments - city::k_first_place;
}

void find_bridge(const EdgePlan& plan, unsigned number, std::vector<Place>& places) {
  for (unsigned block = 0; block < plan.block_count; ++block) {
    const unsigned at = plan.blocks[block].bridge_place;
    const std::uint64_t key = base::hash(plan.blocks[block].key, 14);
    if (at == 0 ||
        static_cast<unsigned>(city::draw_overhead_bridge(base::hash(key, 1))) != number) {
      continue;
    }
    const unsigned segment = first_segment(block) + at;
    Place place;
    place.key = city::segment_key(plan.curve.number, segment);
    place.rings = 10;
    place.middle = plan.curve.node_world(segment);
    place.reach_m = 9;
    place.high_m = 9;
    place.heading_rad = heading_of(plan.curve.nodes[segment].forward);
    stand_on_street(plan, segment - 6, place);
    places.push_back(place);
  }
}

// A block side of the kind and style.
void find_side(const EdgePlan& plan, city::SideKind kind, unsigned number,
               std::vector<Place>& places) {
  for (unsigned block = 0; block < plan.block_count; ++block) {
    for (const Side side : {Side::Left, Side::Right}) {
      const city::BlockSide& of = plan.blocks[block].sides[static_cast<unsigned>(side)];
      if (of.kind != kind) continue;
      const std::uint64_t key = base::hash(plan.blocks[block].key, 12, side);
      const unsigned style = kind == city::SideKind::Field
                                 ? static_cast<unsigned>(city::draw_field_kind(key))
                                 : of.style;
      if (style != number) continue;
      const unsigned segment = first_segment(block) + k_middle_place;
      const double depth_m = plan.depth_m[static_cast<unsigned>(side)][segment];
      if (depth_m < 40) continue;  // too shallow to show what it can be
      Place place;
      place.key = city::segment_key(plan.curve.number, segment);
      place.rings = 11;
      place.middle = plan.beside(segment, side, depth_m * 0.5);
      place.reach_m = 29;
      place.high_m = 3;
      place.heading_rad = heading_of(-plan.outward(segment, side));
      stand_on_street(plan, segment - 6, place);
      places.push_back(place);
    }
  }
}

void find_street_end(const EdgePlan& plan, unsigned number, std::vector<Place>& places) {
  for (unsigned block = 1; block < plan.block_count; ++block) {
    const unsigned first = first_segment(block);
    for (const Side side : {Side::Left, Side::Right}) {
      const std::uint64_t key = base::hash(plan.blocks[block].key, 13, side);
      if (first + city::k_cross_street_segments >= plan.curve.segment_count ||
          !city::is_intersection(plan, first, side) || !city::has_cross_street(plan, first, side) ||
          static_cast<unsigned>(city::draw_street_end(key)) != number) {
        continue;
      }
      const double depth_m = plan.depth_m[static_cast<unsigned>(side)][first + 1];
      Place place;
      place.key = city::segment_key(plan.curve.number, first + 1);
      place.rings = 9;
      place.middle = plan.beside(first + 1, side, depth_m - 8.0);
      place.reach_m = 8;
      place.high_m = 7;
      place.heading_rad = heading_of(plan.outward(first + 1, side));
      place.street = plan.curve.node_world(first + 1);
      place.street_turn_rad = place.heading_rad;
      places.push_back(place);
    }
  }
}

// A street between built sides for three blocks on, best without a bridge before the eye.
void find_district(const EdgePlan& plan, unsigned number, std::vector<Place>& places) {
  if (static_cast<unsigned>(plan.street.district) != number || plan.block_count < 4) return;
  for (const Side side : {Side::Left, Side::Right}) {
    for (unsigned block = 0; block < 4; ++block) {
      const city::BlockSide& of = plan.blocks[block].sides[static_cast<unsigned>(side)];
      if (of.kind != city::SideKind::Buildings) return;
    }
  }
  if (plan.blocks[1].bridge_place != 0) return;
  const unsigned segment = plan.curve.segment_count / 2;
  Place place;
  place.key = city::segment_key(plan.curve.number, segment);
  place.rings = segment + 2;
  place.middle = plan.curve.node_world(segment);
  place.reach_m = segment * plan.curve.segment_length_m * 0.8;
  place.heading_rad = heading_of(plan.curve.nodes[segment].forward);
  stand_on_street(plan, 12, place);
  places.push_back(place);
}

std::vector<Kind> kinds() {
  const auto side = [](city::SideKind kind) {
    return [kind](const EdgePlan& plan, unsigned number, std::vector<Place>& places) {
      find_side(plan, kind, number, places);
    };
  };
  return {
      {"bridge", city::k_overhead_bridge_count,
       [](unsigned n) { return overhead_bridge_name(static_cast<city::OverheadBridge>(n)); },
       find_bridge},
      {"park", city::k_park_theme_count,
       [](unsigned n) { return park_theme_name(static_cast<city::ParkTheme>(n)); },
       side(city::SideKind::Park)},
      {"water", city::k_water_style_count,
       [](unsigned n) { return water_style_name(static_cast<city::WaterStyle>(n)); },
       side(city::SideKind::Water)},
      {"field", city::k_field_kind_count,
       [](unsigned n) { return field_kind_name(static_cast<city::FieldKind>(n)); },
       side(city::SideKind::Field)},
      {"street_end", city::k_street_end_count,
       [](unsigned n) { return street_end_name(static_cast<city::StreetEnd>(n)); },
       find_street_end},
      {"district", city::k_district_count,
       [](unsigned n) { return city::traits_of(static_cast<city::District>(n)).name; },
       find_district},
  };
}

// Every piece within k_view_m of where one stands, nearest first.
void look_around(const city::Layout& layout, Place& place) {
  struct Seen {
    double distance_m = 0;
    stream::PieceKey key;
  };
  std::vector<Seen> all;
  const auto see = [&](PlanePoint at, stream::PieceKey key) {
    const double distance_m = city::length(city::between(place.street, at));
    if (distance_m < k_view_m) all.push_back({distance_m, key});
  };
  const PlanePoint low = city::moved(place.street, {-k_view_m, -k_view_m});
  const PlanePoint high = city::moved(place.street, {k_view_m, k_view_m});
  for (const city::EdgeNumber edge : layout.edges_near(low, high)) {
    const auto curve = layout.curve(edge);
    for (unsigned segment = 0; curve && segment < curve->segment_count; ++segment) {
      see(curve->node_world(segment), city::segment_key(edge, segment));
    }
  }
  for (const city::JunctionNumber junction : layout.junctions_in(low, high)) {
    const auto shape = layout.shape(junction);
    if (shape) see(shape->centre, city::junction_key(junction));
  }
  std::sort(all.begin(), all.end(), [](const Seen& a, const Seen& b) {
    return a.distance_m < b.distance_m || (a.distance_m == b.distance_m && a.key < b.key);
  });
  for (const Seen& seen : all) place.around.push_back(seen.key);
}

// In a box about the origin that grows until something is in it.
std::optional<Place> nearest_place(const city::Layout& layout, const Kind& kind, unsigned number) {
  for (double reach_m = k_search_first_m; reach_m <= k_search_last_m; reach_m *= 2) {
    const std::int64_t reach_mm = base::to_mm(reach_m);
    std::vector<Place> places;
    for (const city::EdgeNumber edge :
         layout.edges_near({-reach_mm, -reach_mm}, {reach_mm, reach_mm})) {
      if (const auto plan = layout.edge(edge)) kind.find(*plan, number, places);
    }
    const auto from_origin_m = [](const Place& place) {
      return city::length(city::between({}, place.middle));
    };
    const auto nearest = std::min_element(
        places.begin(), places.end(),
        [&](const Place& a, const Place& b) { return from_origin_m(a) < from_origin_m(b); });
    if (nearest != places.end()) return *nearest;
  }
  return std::nullopt;
}

// The junctions within 1,600 m of the origin, nearest first.
std::vector<city::JunctionShape> junctions_about(const city::Layout& layout) {
  const std::int64_t reach_mm = base::to_mm(1600);
  std::vector<city::JunctionShape> shapes;
  for (const city::JunctionNumber number :
       layout.junctions_in({-reach_mm, -reach_mm}, {reach_mm, reach_mm})) {
    if (const auto shape = layout.shape(number)) shapes.push_back(*shape);
  }
  std::stable_sort(shapes.begin(), shapes.end(),
                   [](const city::JunctionShape& a, const city::JunctionShape& b) {
                     return city::length(city::between({}, a.centre)) <
                            city::length(city::between({}, b.centre));
                   });
  return shapes;
}

Place place_on_junction(const city::JunctionShape& shape) {
  Place place;
  place.key = city::junction_key(shape.number);
  place.rings = 11;
  place.middle = shape.centre;
  place.reach_m = 30;
  place.high_m = 6;
  place.street = shape.centre;
  return place;
}

// The nearest to the origin with as many arms as that.
std::optional<Place> nearest_junction(const city::Layout& layout, unsigned arms) {
  for (const city::JunctionShape& shape : junctions_about(layout)) {
    if (shape.arm_count == arms) return place_on_junction(shape);
  }
  return std::nullopt;
}

// The one of that rank among the dead ends, seen from the open land behind it, along its street.
std::optional<Place> nearest_dead_end(const city::Layout& layout, unsigned rank) {
  for (const city::JunctionShape& shape : junctions_about(layout)) {
    if (shape.arm_count != 1) continue;
    if (rank > 0) {
      rank -= 1;
      continue;
    }
    const auto arm = std::find_if(shape.arms.begin(), shape.arms.end(),
                                  [](const city::Arm& of) { return of.exists; });
    Place place = place_on_junction(shape);
    place.reach_m = 18;
    place.high_m = 4;
    place.heading_rad = heading_of(arm->direction);
    place.street = city::moved(shape.centre, arm->direction * (shape.radius_m + 6.0));
    place.street_turn_rad = heading_of(-arm->direction);
    return place;
  }
  return std::nullopt;
}

// The nearest corner with such a place between two streets, seen across the pad.
std::optional<Place> nearest_corner(const city::Layout& layout, city::CornerPlace wanted) {
  for (const city::JunctionShape& shape : junctions_about(layout)) {
    const auto plan = layout.junction(shape.number);
    if (!plan) continue;
    const city::ArmMouths mouths = arm_mouths(*plan, layout.ground());
    for (const city::Corner& corner : corners_of(*plan, mouths)) {
      const auto site = corner_site(*plan, corner);
      if (corner.angle_rad > city::k_wide_rad || corner_lot(*plan, corner) || !site) continue;
      const std::uint64_t key = base::hash(corner.key, 15);
      if (draw_corner_place(site->lot.district, key) != wanted) continue;
      Place place = place_on_junction(shape);
      place.middle = city::moved(site->lot.front, site->lot.inward * (site->lot.depth_m * 0.5));
      place.reach_m = 12;
      place.high_m = 3;
      place.heading_rad = heading_of(site->lot.inward);
      place.street_turn_rad = place.heading_rad;
      return place;
    }
  }
  return std::nullopt;
}

// Kinds of places that junctions have: what each number is called, and where it is.
struct JunctionKind {
  const char* name;
  unsigned count;
  NameOf name_of;
  std::function<std::optional<Place>(const city::Layout&, unsigned)> find;
};

std::vector<JunctionKind> junction_kinds() {
  constexpr static const char* k_arms[] = {"dead end", "two arms", "three arms", "four arms"};
  constexpr static const char* k_ranks[] = {"first", "second", "third"};
  return {
      {"junction", 4, [](unsigned n) { return k_arms[n]; },
       [](const city::Layout& layout, unsigned n) { return nearest_junction(layout, n + 1); }},
      {"dead_end", 3, [](unsigned n) { return k_ranks[n]; }, nearest_dead_end},
      {"corner", city::k_corner_place_count,
       [](unsigned n) { return corner_place_name(static_cast<city::CornerPlace>(n)); },
       [](const city::Layout& layout, unsigned n) {
         return nearest_corner(layout, static_cast<city::CornerPlace>(n));
       }},
  };
}

Result<std::vector<unsigned>> numbers_of(const std::vector<std::string>& names, unsigned count,
                                         const NameOf& name_of) {
  std::vector<unsigned> numbers;
  std::string all;
  for (unsigned number = 0; number < count; ++number) {
    all += (number == 0 ? "" : ", ") + std::string(name_of(number));
    const bool asked = names.empty() || std::find(names.begin(), names.end(), "all") != names.end();
    if (asked) numbers.push_back(number);
  }
  if (!numbers.empty()) return numbers;
  for (const std::string& name : names) {
    unsigned number = 0;
    while (number < count && name != name_of(number)) ++number;
    if (number == count) {
      return Error{ErrorCode::NotFound, "no such name", "--name " + name, "all, or one of " + all};
    }
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

std::vector<std::string> place_kinds() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds()) names.push_back(kind.name);
  for (const JunctionKind& kind : junction_kinds()) names.push_back(kind.name);
  return names;
}

Result<std::vector<Place>> find_places(const std::string& world_uri, const std::string& kind,
                                       const std::vector<std::string>& names) {
  const world::WorldName world = TERRANE_TRY(world::parse_world_uri(world_uri, 0));
  if (world.scheme != world::Scheme::City || world.grown) {
    return Error{ErrorCode::BadUri, "nothing to search", world_uri, "city:SEED"};
  }
  const city::LatticeLayout layout(world.seed);
  std::vector<Place> places;
  const auto add = [&](std::optional<Place> place, const std::string& name) -> Result<void> {
    if (!place) {
      return Error{ErrorCode::NotFound, "none near the origin", kind + " " + name,
                   "another name or another world"};
    }
    place->name = name;
    places.push_back(std::move(*place));
    return {};
  };
  for (const JunctionKind& of : junction_kinds()) {
    if (kind != of.name) continue;
    const std::vector<unsigned> numbers = TERRANE_TRY(numbers_of(names, of.count, of.name_of));
    for (const unsigned number : numbers) {
      TERRANE_TRY(add(of.find(layout, number), of.name_of(number)));
    }
  }
  for (const Kind& of : kinds()) {
    if (kind != of.name) continue;
    const std::vector<unsigned> numbers = TERRANE_TRY(numbers_of(names, of.count, of.name_of));
    for (const unsigned number : numbers) {
      TERRANE_TRY(add(nearest_place(layout, of, number), of.name_of(number)));
      if (kind == "district") look_around(layout, places.back());
    }
  }
  return places;
}

}  // namespace terrane::gallery
