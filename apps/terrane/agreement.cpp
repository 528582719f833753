#include "agreement.h"

#include <algorithm>
#include <tuple>

#include "terrane/base/digest.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using content::BorderKind;
using content::BorderPoint;
using content::OwnedKind;
using content::OwnedObject;

const char* name_of(BorderKind kind) {
  switch (kind) {
    case BorderKind::Station:
      return "station";
    case BorderKind::TerrainEdge:
      return "terrain edge";
    case BorderKind::RoadEdge:
      return "road edge";
    case BorderKind::WaterOutline:
      return "water outline";
  }
  return "border";
}

const char* name_of(OwnedKind kind) {
  switch (kind) {
    case OwnedKind::Building:
      return "building";
    case OwnedKind::Road:
      return "road";
    case OwnedKind::Area:
      return "area";
    case OwnedKind::Tree:
      return "tree";
    case OwnedKind::Label:
      return "label";
    case OwnedKind::Junction:
      return "junction";
    case OwnedKind::Segment:
      return "segment";
    case OwnedKind::Lot:
      return "lot";
  }
  return "object";
}

void name_difference(Agreement& agreement, std::string sentence) {
  if (agreement.named.size() < k_named_max) agreement.named.push_back(std::move(sentence));
}

// A border point seen from one of its two pieces.
struct Side {
  std::uint64_t low_piece = 0;
  std::uint64_t high_piece = 0;
  BorderPoint point;
  bool seen_from_high = false;
};

auto shared_thing(const Side& side) {
  return std::make_tuple(side.low_piece, side.high_piece, side.point.kind, side.point.identity);
}

auto values_of(const BorderPoint& point) {
  return std::make_tuple(point.values[0], point.values[1], point.values[2], point.values[3]);
}

bool comes_before(const Side& a, const Side& b) {
  return std::make_tuple(shared_thing(a), a.seen_from_high, values_of(a.point)) <
         std::make_tuple(shared_thing(b), b.seen_from_high, values_of(b.point));
}

std::vector<Side> sides_of(const std::vector<stream::PieceKey>& keys,
                           const std::vector<PieceFacts>& facts) {
  std::vector<Side> sides;
  for (std::size_t index = 0; index < keys.size(); ++index) {
    const std::uint64_t own = keys[index].value;
    for (const BorderPoint& point : facts[index].border_points) {
      if (!std::binary_search(keys.begin(), keys.end(), stream::PieceKey{point.other_piece}))
        continue;
      Side side;
      side.low_piece = std::min(own, point.other_piece);
      side.high_piece = std::max(own, point.other_piece);
      side.point = point;
      side.seen_from_high = own == side.high_piece;
      sides.push_back(side);
    }
  }
  std::sort(sides.begin(), sides.end(), comes_before);
  return sides;
}

std::string place_text(const Side& side) {
  return std::string(name_of(side.point.kind)) + " " + base::digest_text(side.point.identity) +
         " between piece " + base::digest_text(side.low_piece) + " and piece " +
         base::digest_text(side.high_piece);
}

// One shared thing: [begin, middle) from the lower piece, [middle, end) from the higher one.
void compare_shared_thing(const Side* begin, const Side* middle, const Side* end,
                          Agreement& agreement) {
  const auto low_count = middle - begin;
  const auto high_count = end - middle;
  if (low_count != high_count) {
    agreement.differences += 1;
    name_difference(agreement, place_text(*begin) + ": named " + std::to_string(low_count) +
                                   " times from the first and " + std::to_string(high_count) +
                                   " times from the second");
    return;
  }
  for (auto at = 0; at < low_count; ++at) {
    agreement.border_points += 1;
    for (int value = 0; value < 4; ++value) {
      const std::int64_t low = begin[at].point.values[value];
      const std::int64_t high = middle[at].point.values[value];
      if (low == high) continue;
      agreement.differences += 1;
      name_difference(agreement, place_text(begin[at]) + ": value " + std::to_string(value) +
                                     " is " + std::to_string(low) + " from the first and " +
                                     std::to_string(high) + " from the second");
      break;
    }
  }
}

struct Owner {
  OwnedObject object;
  std::uint64_t piece = 0;
};

auto order_of(const OwnedObject& object) {
  return std::make_tuple(object.kind, object.id);
}

BorderKind border_of(PlantKind kind) {
  switch (kind) {
    case PlantKind::Station:
      return BorderKind::Station;
    case PlantKind::Edge:
      return BorderKind::TerrainEdge;
    case PlantKind::Road:
      return BorderKind::RoadEdge;
    default:
      return BorderKind::WaterOutline;
  }
}

struct PlantName {
  const char* name;
  PlantKind kind;
};
constexpr PlantName k_plant_names[] = {
    {"station", PlantKind::Station}, {"edge", PlantKind::Edge},   {"road", PlantKind::Road},
    {"water", PlantKind::Water},     {"owner", PlantKind::Owner}, {"level", PlantKind::Level},
};

Error nothing_to_plant(PlantKind kind) {
  std::string name;
  for (const PlantName& known : k_plant_names) {
    if (known.kind == kind) name = known.name;
  }
  return Error{
      ErrorCode::NotFound, "nothing of this kind is shared between two pieces of the area",
      "--plant " + name,
      "a kind that it has: station, level or owner of a city; road, edge, water or owner of a map"};
}

}  // namespace

PieceFacts facts_of(const content::Content& content) {
  return {content::digest(content), content.border_points, content.owned};
}

void compare_borders(const std::vector<stream::PieceKey>& keys,
                     const std::vector<PieceFacts>& facts, Agreement& agreement) {
  const std::vector<Side> sides = sides_of(keys, facts);
  const Side* const all_end = sides.data() + sides.size();
  const Side* begin = sides.data();
  std::uint64_t last_low = 0;
  std::uint64_t last_high = 0;
  while (begin != all_end) {
    const Side* middle = begin;
    while (middle != all_end && shared_thing(*middle) == shared_thing(*begin) &&
           !middle->seen_from_high) {
      ++middle;
    }
    const Side* end = middle;
    while (end != all_end && shared_thing(*end) == shared_thing(*begin)) ++end;
    if (begin == sides.data() || begin->low_piece != last_low || begin->high_piece != last_high) {
      agreement.borders += 1;
    }
    last_low = begin->low_piece;
    last_high = begin->high_piece;
    compare_shared_thing(begin, middle, end, agreement);
    begin = end;
  }
}

void compare_builds(const std::vector<stream::PieceKey>& keys, const std::vector<PieceFacts>& first,
                    const std::vector<PieceFacts>& second, const std::string& how,
                    Agreement& agreement) {
  for (std::size_t index = 0; index < keys.size(); ++index) {
    if (first[index].digest == second[index].digest) continue;
    agreement.differences += 1;
    name_difference(agreement, "piece " + base::digest_text(keys[index].value) +
                                   " comes out different when built " + how + ": digest " +
                                   base::digest_text(first[index].digest) + " and " +
                                   base::digest_text(second[index].digest));
  }
}

void compare_owners(const std::vector<stream::PieceKey>& keys, const std::vector<PieceFacts>& facts,
                    const std::vector<OwnedObject>& objects, Agreement& agreement) {
  std::vector<Owner> owners;
  for (std::size_t index = 0; index < keys.size(); ++index) {
    for (const OwnedObject& object : facts[index].owned) {
      owners.push_back(Owner{object, keys[index].value});
    }
  }
  std::sort(owners.begin(), owners.end(), [](const Owner& a, const Owner& b) {
    return std::make_tuple(order_of(a.object), a.piece) <
           std::make_tuple(order_of(b.object), b.piece);
  });
  for (std::size_t at = 1; at < owners.size(); ++at) {
    if (!(owners[at].object == owners[at - 1].object)) continue;
    agreement.owned_twice += 1;
    name_difference(agreement, std::string(name_of(owners[at].object.kind)) + " " +
                                   std::to_string(owners[at].object.id) + " is owned by piece " +
                                   base::digest_text(owners[at - 1].piece) + " and by piece " +
                                   base::digest_text(owners[at].piece));
  }
  for (const OwnedObject& object : objects) {
    const auto found = std::lower_bound(owners.begin(), owners.end(), object,
                                        [](const Owner& owner, const OwnedObject& o) {
                                          return order_of(owner.object) < order_of(o);
                                        });
    if (found != owners.end() && found->object == object) continue;
    agreement.unowned += 1;
    name_difference(agreement, std::string(name_of(object.kind)) + " " + std::to_string(object.id) +
                                   " is owned by no piece");
  }
}

Result<PlantKind> parse_plant(const std::string& text) {
  for (const PlantName& known : k_plant_names) {
    if (text == known.name) return known.kind;
  }
  return Error{ErrorCode::BadUsage, "unknown kind", "--plant " + text,
               "station, edge, road, water, owner or level"};
}

Result<Plant> place_plant(PlantKind kind, const std::vector<stream::PieceKey>& keys,
                          const std::vector<PieceFacts>& facts) {
  for (std::size_t index = 0; index < keys.size(); ++index) {
    if (kind == PlantKind::Level && !is_at_other_level(index)) continue;
    Plant plant;
    plant.piece = index;
    if (kind == PlantKind::Owner) {
      const std::size_t other = index == 0 ? 1 : 0;
      if (other >= facts.size() || facts[other].owned.empty()) continue;
      plant.owned = facts[other].owned.front();
      return plant;
    }
    const std::vector<BorderPoint>& points = facts[index].border_points;
    for (std::size_t at = 0; at < points.size(); ++at) {
      const stream::PieceKey other{points[at].other_piece};
      // Levels meet along whatever border there is.
      if (kind != PlantKind::Level && points[at].kind != border_of(kind)) continue;
      if (!std::binary_search(keys.begin(), keys.end(), other)) continue;
      plant.border_point = at;
      return plant;
    }
  }
  return nothing_to_plant(kind);
}

void apply_plant(PlantKind kind, const Plant& plant, content::Content& content) {
  if (kind == PlantKind::Owner) {
    content.owned.push_back(plant.owned);
  } else if (plant.border_point < content.border_points.size()) {
    content.border_points[plant.border_point].values[0] += 1;
  }
}

}  // namespace terrane::app
