#include "terrane/rts/crowd.h"

#include <algorithm>
#include <cstdlib>

namespace terrane::rts {
namespace {

// Bodies at rest may overlap by this part of the smaller radius; it stops them from trembling.
constexpr std::int32_t k_rest_overlap_part = 12;
constexpr std::int32_t k_hold_step_mm = 20;  // how far who fights or works lets itself be moved

std::int64_t cross(VectorMm a, VectorMm b) {
  return std::int64_t{a.x} * b.z - std::int64_t{a.z} * b.x;
}
std::int64_t dot(VectorMm a, VectorMm b) {
  return std::int64_t{a.x} * b.x + std::int64_t{a.z} * b.z;
}
// Of an overlap, in 256ths, what the one gives way. `away` leads from the other to it.
std::int32_t share_of(const Body& own, const Body& other, VectorMm away) {
  constexpr std::int32_t k_all = 256;
  constexpr std::int32_t k_half = 128;
  constexpr std::int32_t k_pushed = 24;  // by who walks behind it
  const bool friends =
      own.side == other.side || own.side == k_nobodys_side || other.side == k_nobodys_side;
  switch (own.stance) {
    case Stance::Walks: {
      if (other.stance != Stance::Walks) {
        return other.stance == Stance::Stands && friends ? 96 : k_all;
      }
      // Who has the other before it waits; so a queue is not pressed together.
      const bool sees_other = dot(own.wish, away) < 0;
      const bool is_seen = dot(other.wish, away) > 0;
      if (sees_other == is_seen) return k_half;
      return sees_other ? k_all - k_pushed : k_pushed;
    }
    case Stance::Stands:
      if (other.stance == Stance::Walks) return friends ? 160 : 0;
      return other.stance == Stance::Holds ? k_all : k_half;
    case Stance::Holds:
      return other.stance == Stance::Holds ? k_half : 0;
  }
  return 0;
}

// East of north.
VectorMm right_of(VectorMm way) {
  return {-way.z, way.x};
}

VectorMm limited(VectorMm step, std::int32_t length_max) {
  const std::uint64_t squared = length_squared(step.x, step.z);
  if (squared <= static_cast<std::uint64_t>(length_max) * static_cast<std::uint64_t>(length_max)) {
    return step;
  }
  return with_length(step.x, step.z, length_max);
}

}  // namespace

PointMm step_on_ground(const WalkGrid& grid, PointMm from, VectorMm step, SizeClass size) {
  const PointMm to{from.x_mm + step.x, from.z_mm + step.z};
  const Cell start = grid.field().cell_of(from);
  const Cell end = grid.field().cell_of(to);
  if (start == end || !grid.may_stand(start, size)) return to;
  const bool side_x = start.x == end.x || grid.may_stand(Cell{end.x, start.z}, size);
  const bool side_z = start.z == end.z || grid.may_stand(Cell{start.x, end.z}, size);
  if (side_x && side_z && grid.may_stand(end, size)) return to;
  // Along the wall.
  if (side_x && (!side_z || std::abs(step.x) >= std::abs(step.z))) return {to.x_mm, from.z_mm};
  if (side_z) return {from.x_mm, to.z_mm};
  return from;
}

void Crowd::sort_into_buckets() {
  std::int32_t x_min = 0;
  std::int32_t x_max = 0;
  std::int32_t z_min = 0;
  std::int32_t z_max = 0;
  radius_max_ = 0;
  bool is_first = true;
  for (const Body& body : bodies) {
    const std::int32_t x = body.place.x_mm + body.wish.x;
    const std::int32_t z = body.place.z_mm + body.wish.z;
    x_min = is_first ? x : std::min(x_min, x);
    x_max = is_first ? x : std::max(x_max, x);
    z_min = is_first ? z : std::min(z_min, z);
    z_max = is_first ? z : std::max(z_max, z);
    radius_max_ = std::max(radius_max_, body.radius_mm);
    is_first = false;
  }
  origin_x_ = x_min;
  origin_z_ = z_min;
  columns_ = (x_max - x_min) / k_bucket_mm + 1;
  rows_ = (z_max - z_min) / k_bucket_mm + 1;
  starts_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
  bucket_of_.resize(bodies.size());
  near_.resize(bodies.size());
  for (std::size_t at = 0; at < bodies.size(); ++at) {
    const Body& body = bodies[at];
    const std::int32_t column = (body.place.x_mm + body.wish.x - x_min) / k_bucket_mm;
    const std::int32_t row = (body.place.z_mm + body.wish.z - z_min) / k_bucket_mm;
    bucket_of_[at] = static_cast<std::uint32_t>(row * columns_ + column);
    ++starts_[bucket_of_[at]];
  }
  std::uint32_t end = 0;
  for (std::uint32_t& start : starts_) {
    end += start;
    start = end;
  }
  for (std::size_t at = bodies.size(); at-- > 0;) {
    const Body& body = bodies[at];
    near_[--starts_[bucket_of_[at]]] = {body.place.x_mm + body.wish.x,
                                        body.place.z_mm + body.wish.z, body.radius_mm,
                                        static_cast<std::uint32_t>(at)};
  }
}

void Crowd::add_contact(const Body& own, const Near& at, const Near& other_at, Push& push) const {
  const Body& other = bodies[other_at.body];
  std::int32_t reach = own.radius_mm + other.radius_mm;
  const bool both_walk = own.stance == Stance::Walks && other.stance == Stance::Walks;
  if (both_walk) {
    reach =
        (own.radius_mm * (own.width_256ths + 1) + other.radius_mm * (other.width_256ths + 1)) >> 8;
  }
  VectorMm away{at.x - other_at.x, at.z - other_at.z};
  const std::int32_t distance = length_mm(away.x, away.z);
  std::int32_t depth = reach - distance;
  const bool none_walks = own.stance != Stance::Walks && other.stance != Stance::Walks;
  if (none_walks) depth -= std::min(own.radius_mm, other.radius_mm) / k_rest_overlap_part;
  if (depth <= 0) return;
  // Exactly on one another: apart by who comes first.
  if (distance == 0) away = {at.body < other_at.body ? -1024 : 1024, 0};
  if (own.stance == Stance::Walks && other.stance != Stance::Walks &&
      dot(own.wish, {-away.x, -away.z}) > 0) {
    push.touches_standing = true;
  }
  const std::int32_t give = depth * share_of(own, other, away) / 256;
  if (give == 0) return;
  VectorMm move = with_length(away.x, away.z, give);
  if (own.stance == Stance::Walks) {
    // Who meets somebody head on passes him on the right; round one that stands: see Passing.
    VectorMm aside{};
    std::int32_t aside_mm = depth / 2;
    if (both_walk) {
      if (dot(own.wish, other.wish) < 0) aside = right_of(own.wish);
    } else {
      const bool goes_left = own.passing == Passing::Left ||
                             (own.passing == Passing::Nearest && cross(own.wish, away) < 0);
      aside = right_of(own.wish);
      if (goes_left) aside = {-aside.x, -aside.z};
      if (own.passing != Passing::Nearest) aside_mm = depth * 3 / 2;  // out of the gap, over one
    }
    const VectorMm more = with_length(aside.x, aside.z, aside_mm);
    move = {move.x + more.x, move.z + more.z};
  } else if (other.stance == Stance::Walks) {
    // Out of the walker's way rather than along with it.
    VectorMm aside = right_of(other.wish);
    if (cross(other.wish, away) < 0) aside = {-aside.x, -aside.z};
    const VectorMm more = with_length(aside.x, aside.z, give);
    move = {move.x / 2 + more.x, move.z / 2 + more.z};
  }
  push.x += move.x;
  push.z += move.z;
  ++push.contacts;
}

void Crowd::push_apart(const Near& own, std::int32_t reach_mm, Push& push) const {
  const std::int32_t column0 = std::max((own.x - reach_mm - origin_x_) / k_bucket_mm, 0);
  const std::int32_t column1 = std::min((own.x + reach_mm - origin_x_) / k_bucket_mm, columns_ - 1);
  const std::int32_t row0 = std::max((own.z - reach_mm - origin_z_) / k_bucket_mm, 0);
  const std::int32_t row1 = std::min((own.z + reach_mm - origin_z_) / k_bucket_mm, rows_ - 1);
  const Body& body = bodies[own.body];
  for (std::int32_t row = row0; row <= row1; ++row) {
    const std::size_t line = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_);
    const std::uint32_t first = starts_[line + static_cast<std::size_t>(column0)];
    const std::uint32_t past = starts_[line + static_cast<std::size_t>(column1) + 1];
    for (std::uint32_t at = first; at < past; ++at) {
      const Near& other = near_[at];
      const std::int32_t x = own.x - other.x;
      const std::int32_t z = own.z - other.z;
      const std::int32_t reach = own.radius + other.radius;
      if (x >= reach || -x >= reach || z >= reach || -z >= reach) continue;
      if (x * x + z * z >= reach * reach || other.body == own.body) continue;
      add_contact(body, own, other, push);
    }
  }
}

void Crowd::step(const WalkGrid& grid) {
  moved.resize(bodies.size());
  if (bodies.empty()) return;
  sort_into_buckets();
  for (const Near& at : near_) {
    const Body& body = bodies[at.body];
    Push push;
    push_apart(at, body.radius_mm + radius_max_, push);
    VectorMm step{body.wish.x + push.x, body.wish.z + push.z};
    const std::int32_t step_max = body.stance == Stance::Holds
                                      ? std::min(k_hold_step_mm, body.step_max_mm)
                                      : body.step_max_mm;
    step = limited(step, step_max);
    Moved& result = moved[at.body];
    result.place = step.x == 0 && step.z == 0
                       ? body.place
                       : step_on_ground(grid, body.place, step, size_class_of(body.radius_mm));
    result.touches_standing = push.touches_standing;
    result.hit_ground = result.place.x_mm != body.place.x_mm + step.x ||
                        result.place.z_mm != body.place.z_mm + step.z;
  }
}

}  // namespace terrane::rts
