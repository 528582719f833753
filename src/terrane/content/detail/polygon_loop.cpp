#include "terrane/content/detail/polygon_loop.h"

#include <algorithm>

namespace terrane::content::detail {
namespace {

// Only the comparison of two crossings along a ray needs more than 64 bits (about 2^91).
__extension__ typedef __int128 Integer128;

bool within_limit(std::span<const PointMm> ring) {
  for (const PointMm& point : ring) {
    if (point.x_mm < -k_coordinate_limit_mm || point.x_mm > k_coordinate_limit_mm ||
        point.z_mm < -k_coordinate_limit_mm || point.z_mm > k_coordinate_limit_mm) {
      return false;
    }
  }
  return true;
}

void link(LoopNodes& nodes, std::uint32_t from, std::uint32_t to) {
  nodes[from].next = to;
  nodes[to].previous = from;
}

// Whether the direction from `nodes[at]` to `target` points strictly into the loop's interior
// there. Rings come without spikes, so one here stems from edges that touch, with nothing in
// between.
bool points_inward(const LoopNodes& nodes, std::uint32_t at, const LoopNode& target) {
  const LoopNode& node = nodes[at];
  const LoopNode& before = nodes[node.previous];
  const LoopNode& after = nodes[node.next];
  if (turn(before, node, after) > 0) {
    return turn(node, after, target) > 0 && turn(node, target, before) > 0;
  }
  if (is_spike(nodes, at)) return false;
  return !(turn(node, before, target) >= 0 && turn(node, target, after) >= 0);
}

// The edge that the westward ray from a hole's westernmost node meets first, by the node it begins
// at.
std::optional<std::uint32_t> cast_west(const LoopNodes& nodes, std::uint32_t outer,
                                       const LoopNode& from) {
  std::optional<std::uint32_t> nearest;
  // The nearest crossing's x is numerator / denominator.
  Integer128 nearest_numerator = 0;
  Integer128 nearest_denominator = 1;
  std::uint32_t at = outer;
  do {
    const LoopNode& a = nodes[at];
    const LoopNode& b = nodes[a.next];
    // Southward edges alone have the interior to their east.
    if (a.y > b.y && a.y >= from.y && b.y <= from.y) {
      const Integer128 denominator = a.y - b.y;
      const Integer128 numerator =
          a.x * denominator + static_cast<Integer128>(a.y - from.y) * (b.x - a.x);
      if (numerator <= denominator * from.x &&
          (!nearest || numerator * nearest_denominator > nearest_numerator * denominator)) {
        nearest = at;
        nearest_numerator = numerator;
        nearest_denominator = denominator;
      }
    }
    at = a.next;
  } while (at != outer);
  return nearest;
}

// The node that `from` sees although the end of the edge that its ray met may be hidden: of all
// nodes in the triangle of `from`, the crossing and that end, the one nearest to the ray by angle.
std::uint32_t visible_node(const LoopNodes& nodes, std::uint32_t outer, const LoopNode& from,
                           std::uint32_t edge) {
  const LoopNode& a = nodes[edge];
  const LoopNode& b = nodes[a.next];
  // The western end: holes not joined yet lie no further west than `from`, so none is in the way.
  std::uint32_t best = a.x <= b.x ? edge : a.next;
  const std::int64_t side = nodes[best].y > from.y ? 1 : -1;
  std::uint32_t at = outer;
  do {
    const LoopNode& node = nodes[at];
    if ((node.y - from.y) * side > 0 && node.x <= from.x && turn(a, b, node) >= 0) {
      const std::int64_t angle = turn(from, nodes[best], node) * side;
      const bool nearer = std::abs(node.y - from.y) < std::abs(nodes[best].y - from.y);
      if (angle > 0 || (angle == 0 && nearer)) best = at;
    }
    at = node.next;
  } while (at != outer);
  return best;
}

// Of the nodes at the place of `like` the one whose interior takes in the direction to `target`.
std::optional<std::uint32_t> node_facing(const LoopNodes& nodes, std::uint32_t like,
                                         const LoopNode& target) {
  std::uint32_t at = like;
  do {
    if (same_place(nodes[at], nodes[like]) && points_inward(nodes, at, target)) return at;
    at = nodes[at].next;
  } while (at != like);
  return std::nullopt;
}

std::uint32_t append_copy(LoopNodes& nodes, std::uint32_t of) {
  const LoopNode copy = nodes[of];
  nodes.push_back(copy);
  return static_cast<std::uint32_t>(nodes.size() - 1);
}

// `at` and `hole` are one place: the loop runs round the hole and goes on.
void join_touching(LoopNodes& nodes, std::uint32_t at, std::uint32_t hole) {
  const std::uint32_t after = nodes[at].next;
  link(nodes, at, nodes[hole].next);
  link(nodes, hole, after);
}

// The hole's node lies on the edge that begins at `edge`.
void join_on_edge(LoopNodes& nodes, std::uint32_t edge, std::uint32_t hole) {
  const std::uint32_t after = nodes[edge].next;
  const std::uint32_t again = append_copy(nodes, hole);
  link(nodes, nodes[hole].previous, again);
  link(nodes, again, after);
  link(nodes, edge, hole);
}

// There and back along the bridge from `at` to the hole's node.
void join_by_bridge(LoopNodes& nodes, std::uint32_t at, std::uint32_t hole) {
  const std::uint32_t at_again = append_copy(nodes, at);
  const std::uint32_t hole_again = append_copy(nodes, hole);
  link(nodes, at_again, nodes[at].next);
  link(nodes, nodes[hole].previous, hole_again);
  link(nodes, hole_again, at_again);
  link(nodes, at, hole);
}

// Where a hole touches the loop with its westernmost node, no bridge is needed. `within` is a point
// in the hole's own corner there.
bool join_where_touching(LoopNodes& nodes, std::uint32_t outer, std::uint32_t hole,
                         const LoopNode& within) {
  const LoopNode from = nodes[hole];
  std::uint32_t at = outer;
  do {
    const LoopNode& a = nodes[at];
    const LoopNode& b = nodes[a.next];
    if (same_place(a, from) && points_inward(nodes, at, within)) {
      join_touching(nodes, at, hole);
      return true;
    }
    const bool between = (a.x - from.x) * (b.x - from.x) + (a.y - from.y) * (b.y - from.y) < 0;
    if (between && turn(a, b, from) == 0 && turn(a, b, within) > 0) {
      join_on_edge(nodes, at, hole);
      return true;
    }
    at = a.next;
  } while (at != outer);
  return false;
}

void bridge_hole(LoopNodes& nodes, std::uint32_t outer, std::uint32_t hole) {
  const LoopNode from = nodes[hole];
  LoopNode within = from;  // the corner is convex, because it is the westernmost
  within.x += (nodes[from.next].x - from.x) + (nodes[from.previous].x - from.x);
  within.y += (nodes[from.next].y - from.y) + (nodes[from.previous].y - from.y);
  if (join_where_touching(nodes, outer, hole, within)) return;
  const std::optional<std::uint32_t> edge = cast_west(nodes, outer, from);
  if (!edge) return;
  const std::uint32_t end = nodes[*edge].next;
  std::uint32_t target = *edge;
  if (nodes[end].y == from.y) {
    target = end;
  } else if (nodes[*edge].y != from.y) {
    target = visible_node(nodes, outer, from, *edge);
  }
  const std::optional<std::uint32_t> facing = node_facing(nodes, target, from);
  if (facing) join_by_bridge(nodes, *facing, hole);
}

}  // namespace

bool is_spike(const LoopNodes& nodes, std::uint32_t at) {
  const LoopNode& b = nodes[at];
  const LoopNode& a = nodes[b.previous];
  const LoopNode& c = nodes[b.next];
  if (same_place(a, b) || same_place(b, c)) return true;
  return turn(a, b, c) == 0 && (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0;
}

std::uint32_t drop_spikes(LoopNodes& nodes, std::uint32_t start) {
  std::uint32_t at = start;
  std::uint32_t last = start;  // once round from here without a spike is the end
  do {
    if (nodes[at].next == nodes[at].previous) return at;
    if (is_spike(nodes, at)) {
      const std::uint32_t before = nodes[at].previous;
      link(nodes, before, nodes[at].next);
      at = before;
      last = nodes[before].previous;
    } else {
      at = nodes[at].next;
    }
  } while (at != last);
  return at;
}

std::optional<std::uint32_t> append_ring(LoopNodes& nodes, std::span<const PointMm> ring,
                                         std::uint32_t first_index, bool counter_clockwise) {
  if (ring.size() < 3 || !within_limit(ring)) return std::nullopt;
  const std::int64_t area = doubled_area(ring);
  if (area == 0) return std::nullopt;
  const bool reversed = (area > 0) != counter_clockwise;
  const auto first = static_cast<std::uint32_t>(nodes.size());
  const auto count = static_cast<std::uint32_t>(ring.size());
  for (std::uint32_t step = 0; step < count; ++step) {
    const std::uint32_t place = reversed ? count - 1 - step : step;
    LoopNode node;
    node.x = ring[place].x_mm;
    node.y = -static_cast<std::int64_t>(ring[place].z_mm);
    node.index = first_index + place;
    node.previous = first + (step + count - 1) % count;
    node.next = first + (step + 1) % count;
    nodes.push_back(node);
  }
  return drop_spikes(nodes, first);
}

void bridge_holes(LoopNodes& nodes, std::uint32_t outer, std::span<const std::uint32_t> holes) {
  std::vector<std::uint32_t> westernmost;
  for (const std::uint32_t hole : holes) {
    std::uint32_t best = hole;
    for (std::uint32_t at = nodes[hole].next; at != hole; at = nodes[at].next) {
      const bool further =
          nodes[at].x != nodes[best].x ? nodes[at].x < nodes[best].x : nodes[at].y < nodes[best].y;
      if (further) best = at;
    }
    westernmost.push_back(best);
  }
  std::sort(westernmost.begin(), westernmost.end(), [&nodes](std::uint32_t a, std::uint32_t b) {
    if (nodes[a].x != nodes[b].x) return nodes[a].x < nodes[b].x;
    if (nodes[a].y != nodes[b].y) return nodes[a].y < nodes[b].y;
    return a < b;
  });
  for (const std::uint32_t hole : westernmost) bridge_hole(nodes, outer, hole);
}

}  // namespace terrane::content::detail
