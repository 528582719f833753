#include "terrane/city/grown_records.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "terrane/base/assert.h"
#include "terrane/base/quantise.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

using base::ByteReader;
using base::ByteWriter;

// Far beyond whatever a layout gives; what lies outside was written by nobody.
constexpr double k_offset_most_m = 1000.0;
constexpr std::int64_t k_offset_most_mm = 1000000;
constexpr std::int64_t k_place_most_mm = 4000000000000;
constexpr std::size_t k_name_bytes_most = 64;
constexpr std::size_t k_obstacle_bytes_least = 4;

void put_signed(ByteWriter& writer, std::int64_t value) {
  writer.put_varint(base::zigzag64(value));
}

// 0, and the reader has failed, beyond `most` either way.
std::int64_t get_signed(ByteReader& reader, std::int64_t most) {
  const std::int64_t value = base::unzigzag64(reader.get_varint());
  if (value < -most || value > most) reader.fail();
  return reader.failed() ? 0 : value;
}

void put_point(ByteWriter& writer, PlanePoint point) {
  put_signed(writer, point.x_mm);
  put_signed(writer, point.z_mm);
}

PlanePoint get_point(ByteReader& reader) {
  PlanePoint point;
  point.x_mm = get_signed(reader, k_place_most_mm);
  point.z_mm = get_signed(reader, k_place_most_mm);
  return point;
}

void put_vector(ByteWriter& writer, PlaneVector vector) {
  writer.put(vector.x);
  writer.put(vector.z);
}

// Fails for what is not of unit length.
PlaneVector get_direction(ByteReader& reader) {
  PlaneVector direction;
  direction.x = reader.get<double>();
  direction.z = reader.get<double>();
  // Written so that a number that is not one fails too.
  if (!(std::fabs(dot(direction, direction) - 1.0) < 1e-6)) reader.fail();
  return reader.failed() ? PlaneVector{0, -1} : direction;
}

double get_radius(ByteReader& reader) {
  const auto radius_m = reader.get<double>();
  if (!(radius_m >= k_radius_least_m && radius_m <= k_radius_most_m)) reader.fail();
  return reader.failed() ? k_radius_least_m : radius_m;
}

std::uint64_t get_number(ByteReader& reader) {
  const auto number = reader.get<std::uint64_t>();
  if (number >> k_number_bits != 0) reader.fail();
  return reader.failed() ? 0 : number;
}

// A length that lies on or next to a whole millimetre takes three bytes or so, any other number
// comes back as well: its millimetres, as the difference to the one before, and how far its bits
// are from theirs.
void put_near_mm(ByteWriter& writer, double value_m, std::int64_t& last_mm) {
  const std::int64_t value_mm = base::to_mm(value_m);
  put_signed(writer, value_mm - last_mm);
  put_signed(writer,
             static_cast<std::int64_t>(__builtin_bit_cast(std::uint64_t, value_m) -
                                       __builtin_bit_cast(std::uint64_t, base::from_mm(value_mm))));
  last_mm = value_mm;
}

double get_near_mm(ByteReader& reader, std::int64_t& last_mm) {
  last_mm += get_signed(reader, 2 * k_offset_most_mm);
  const auto beside = static_cast<std::uint64_t>(base::unzigzag64(reader.get_varint()));
  const double value_m = __builtin_bit_cast(
      double, __builtin_bit_cast(std::uint64_t, base::from_mm(last_mm)) + beside);
  if (!(std::fabs(value_m) <= k_offset_most_m)) reader.fail();
  return reader.failed() ? 0.0 : value_m;
}

void put_end(ByteWriter& writer, const EdgeEnd& end) {
  writer.put(static_cast<std::uint8_t>(end.arm_count | (end.wide_corner[0] ? 8u : 0u) |
                                       (end.wide_corner[1] ? 16u : 0u)));
}

EdgeEnd get_end(ByteReader& reader) {
  const unsigned packed = reader.get<std::uint8_t>();
  EdgeEnd end;
  end.arm_count = packed & 7u;
  end.wide_corner = {(packed & 8u) != 0, (packed & 16u) != 0};
  if (end.arm_count < 1 || end.arm_count > k_arms_most || packed >= 32) reader.fail();
  return end;
}

StreetIdentity get_street(ByteReader& reader) {
  StreetIdentity street;
  street.street = reader.get<std::uint64_t>();
  street.district = reader.get_enum<District>(k_district_count);
  street.name = reader.get_text();
  if (street.name.size() > k_name_bytes_most) reader.fail();
  return street;
}

// The land on both sides; the built side's depth follows from it.
void put_land(ByteWriter& writer, const EdgePlan& plan) {
  for (unsigned side = 0; side < 2; ++side) {
    std::int64_t last_mm = 0;
    for (unsigned station = 0; station <= plan.curve.segment_count; ++station) {
      const std::int64_t land_mm = base::to_mm(plan.land_m[side][station]);
      TERRANE_ASSERT(
          plan.depth_m[side][station] == std::min(plan.land_m[side][station], k_side_depth_m),
          "the built side reaches as far as the land, or to its limit");
      put_signed(writer, land_mm - last_mm);
      last_mm = land_mm;
    }
  }
}

void get_land(ByteReader& reader, EdgePlan& plan) {
  for (unsigned side = 0; side < 2; ++side) {
    std::int64_t last_mm = 0;
    for (unsigned station = 0; station <= plan.curve.segment_count; ++station) {
      last_mm += get_signed(reader, k_offset_most_mm);
      if (last_mm < -k_offset_most_mm || last_mm > k_offset_most_mm) return reader.fail();
      plan.land_m[side][station] = base::from_mm(last_mm);
      plan.depth_m[side][station] = std::min(plan.land_m[side][station], k_side_depth_m);
    }
  }
}

// Visits the water levels of a plan, which were worked out before its sides yielded to others'.
template <typename Plan, typename Visit>
void visit_water_levels(Plan& plan, Visit&& visit) {
  for (unsigned block = 0; block < plan.block_count; ++block) {
    for (auto& side : plan.blocks[block].sides) {
      if (side.kind == SideKind::Water) visit(side.water_level_m);
    }
  }
}

}  // namespace

void write_edge_record(const EdgePlan& plan, const GrownOrigin& origin, ByteWriter& writer) {
  const EdgeCurve& curve = plan.curve;
  writer.put(curve.number.value);
  writer.put(curve.from.value);
  writer.put(curve.to.value);
  put_point(writer, curve.start);
  put_signed(writer, base::to_mm(curve.end_junction_m.x));
  put_signed(writer, base::to_mm(curve.end_junction_m.z));
  writer.put(origin.from_key);
  put_vector(writer, origin.direction);
  writer.put(origin.radius_m);
  writer.put(origin.way);
  writer.put(static_cast<std::uint8_t>(origin.attempt));
  writer.put(plan.key);
  for (const EdgeEnd& end : plan.ends) put_end(writer, end);
  writer.put(plan.street.street);
  writer.put(plan.street.district);
  writer.put_text(plan.street.name);
  put_land(writer, plan);
  visit_water_levels(plan, [&](double level_m) { writer.put(level_m); });
}

std::shared_ptr<const EdgePlan> read_edge_record(std::uint64_t seed, const Ground& ground,
                                                 ByteReader& reader) {
  const EdgeNumber number{get_number(reader)};
  const JunctionNumber from{get_number(reader)};
  const JunctionNumber to{get_number(reader)};
  GrownPlace place;
  place.centre = get_point(reader);
  PlaneVector end_junction_m;
  end_junction_m.x = base::from_mm(get_signed(reader, k_offset_most_mm));
  end_junction_m.z = base::from_mm(get_signed(reader, k_offset_most_mm));
  place.key = reader.get<std::uint64_t>();
  const PlaneVector direction = get_direction(reader);
  place.radius_m = get_radius(reader);
  const auto way = reader.get_enum<Way>(k_arms_most);
  const auto attempt = reader.get_enum<std::uint8_t>(k_attempts);
  const auto key = reader.get<std::uint64_t>();
  std::array<EdgeEnd, 2> ends;
  for (EdgeEnd& end : ends) end = get_end(reader);
  StreetIdentity street = get_street(reader);
  if (reader.failed()) return nullptr;

  place.drawn[static_cast<unsigned>(way)] = true;
  place.ways[static_cast<unsigned>(way)] = direction;
  const EdgeCurve curve = redraw_course(place, way, attempt, end_junction_m);
  auto plan = std::make_shared<EdgePlan>(
      plan_edge(seed, key, curve, ends, std::move(street), Obstacles{}, ground));
  plan->curve.number = number;
  plan->curve.from = from;
  plan->curve.to = to;
  get_land(reader, *plan);
  visit_water_levels(*plan, [&](double& level_m) {
    level_m = reader.get<double>();
    if (!(std::fabs(level_m) <= k_offset_most_m)) reader.fail();
  });
  if (reader.failed()) return nullptr;
  return plan;
}

void write_junction_record(const JunctionPlan& plan, ByteWriter& writer) {
  const JunctionShape& shape = plan.shape;
  writer.put(shape.number.value);
  put_point(writer, shape.centre);
  writer.put(shape.radius_m);
  writer.put(plan.key);
  for (const Arm& arm : shape.arms) {
    writer.put(static_cast<std::uint8_t>((arm.exists ? 1u : 0u) | (arm.starts ? 2u : 0u)));
    if (!arm.exists) continue;
    put_vector(writer, arm.direction);
    writer.put(arm.edge.value);
  }
  const std::vector<PlaneVector>& points = plan.obstacles.points();
  writer.put(static_cast<std::uint32_t>(points.size()));
  std::int64_t last_x_mm = 0;
  std::int64_t last_z_mm = 0;
  for (const PlaneVector point : points) {
    put_near_mm(writer, point.x, last_x_mm);
    put_near_mm(writer, point.z, last_z_mm);
  }
}

std::shared_ptr<const JunctionPlan> read_junction_record(std::uint64_t seed, const EdgeOf& edge_of,
                                                         ByteReader& reader) {
  auto plan = std::make_shared<JunctionPlan>();
  JunctionShape& shape = plan->shape;
  plan->seed = seed;
  shape.number = {get_number(reader)};
  shape.centre = get_point(reader);
  shape.radius_m = get_radius(reader);
  plan->key = reader.get<std::uint64_t>();
  for (unsigned index = 0; index < k_arms_most && !reader.failed(); ++index) {
    const auto flags = reader.get_enum<std::uint8_t>(4);
    if ((flags & 1u) == 0) continue;
    Arm& arm = shape.arms[index];
    arm.exists = true;
    arm.starts = (flags & 2u) != 0;
    arm.direction = get_direction(reader);
    arm.edge = {get_number(reader)};
    shape.arm_count += 1;
    plan->arms[index] = edge_of(arm.edge);
    if (!plan->arms[index]) reader.fail();
  }
  if (shape.arm_count == 0) reader.fail();
  const std::uint32_t count = reader.get_count(k_obstacle_bytes_least);
  std::int64_t last_x_mm = 0;
  std::int64_t last_z_mm = 0;
  for (std::uint32_t index = 0; index < count && !reader.failed(); ++index) {
    PlaneVector point;
    point.x = get_near_mm(reader, last_x_mm);
    point.z = get_near_mm(reader, last_z_mm);
    plan->obstacles.add(point);
  }
  if (reader.failed()) return nullptr;
  return plan;
}

}  // namespace terrane::city
