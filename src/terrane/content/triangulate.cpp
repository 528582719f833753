#include "terrane/content/triangulate.h"

#include <algorithm>

#include "terrane/content/detail/polygon_loop.h"

namespace terrane::content {
namespace {

using detail::LoopNode;
using detail::LoopNodes;
using detail::same_place;
using detail::turn;

// How much a candidate ear is forgiven, from what a good polygon needs to what a bad one gets.
enum class Leniency {
  None,      // nothing enters the triangle, nothing lies on the new edge
  Touching,  // the loop may touch the triangle all along: pinched interiors have no other ear
  Flat,      // straight vertices are dropped, which loses no area
  Crossing,  // only a vertex strictly inside the triangle forbids it: the ring crosses itself
  Drop,      // the vertex at hand goes without a triangle
};

// A bound on the pairs looked at, so that no ring, however bad, holds up a build. A star of 10,000
// vertices needs a few dozen a vertex, a comb with 5,000 teeth about a thousand.
constexpr std::int64_t k_pairs_per_vertex = 4096;

// The vertices that may stand in an ear's way, those that are not convex, in a grid of cells.
class ObstacleGrid {
 public:
  explicit ObstacleGrid(const LoopNodes& nodes) : nodes_(nodes), slot_(nodes.size(), k_nowhere) {
    min_x_ = max_x_ = nodes[0].x;
    min_y_ = max_y_ = nodes[0].y;
    for (const LoopNode& node : nodes) {
      min_x_ = std::min(min_x_, node.x);
      max_x_ = std::max(max_x_, node.x);
      min_y_ = std::min(min_y_, node.y);
      max_y_ = std::max(max_y_, node.y);
    }
    while (side_ < 256 && side_ * side_ * 2 < static_cast<std::int64_t>(nodes.size())) side_ += 1;
    cells_.resize(static_cast<std::size_t>(side_ * side_));
  }

  void insert(std::uint32_t at) {
    if (slot_[at] != k_nowhere) return;
    slot_[at] = static_cast<std::uint32_t>(all_.size());
    all_.push_back(at);
    cell_of(nodes_[at]).push_back(at);
  }

  void remove(std::uint32_t at) {
    if (slot_[at] == k_nowhere) return;
    all_[slot_[at]] = all_.back();
    slot_[all_.back()] = slot_[at];
    all_.pop_back();
    slot_[at] = k_nowhere;
    std::vector<std::uint32_t>& cell = cell_of(nodes_[at]);
    *std::find(cell.begin(), cell.end(), at) = cell.back();
    cell.pop_back();
  }

  // Whether `blocks(node)` holds for any obstacle in the triangle's bounding box or near it.
  template <typename Blocks>
  bool any(const LoopNode& a, const LoopNode& b, const LoopNode& c, const Blocks& blocks) const {
    const std::int64_t first_x = column(std::min({a.x, b.x, c.x}));
    const std::int64_t last_x = column(std::max({a.x, b.x, c.x}));
    const std::int64_t first_y = row(std::min({a.y, b.y, c.y}));
    const std::int64_t last_y = row(std::max({a.y, b.y, c.y}));
    const std::int64_t cells = (last_x - first_x + 1) * (last_y - first_y + 1);
    if (cells >= static_cast<std::int64_t>(all_.size())) {
      return std::any_of(all_.begin(), all_.end(), blocks);
    }
    for (std::int64_t y = first_y; y <= last_y; ++y) {
      for (std::int64_t x = first_x; x <= last_x; ++x) {
        const std::vector<std::uint32_t>& cell = cells_[static_cast<std::size_t>(y * side_ + x)];
        if (std::any_of(cell.begin(), cell.end(), blocks)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::uint32_t k_nowhere = UINT32_MAX;

  std::int64_t column(std::int64_t x) const { return (x - min_x_) * side_ / (max_x_ - min_x_ + 1); }
  std::int64_t row(std::int64_t y) const { return (y - min_y_) * side_ / (max_y_ - min_y_ + 1); }
  std::vector<std::uint32_t>& cell_of(const LoopNode& node) {
    return cells_[static_cast<std::size_t>(row(node.y) * side_ + column(node.x))];
  }

  const LoopNodes& nodes_;
  std::int64_t min_x_ = 0;
  std::int64_t max_x_ = 0;
  std::int64_t min_y_ = 0;
  std::int64_t max_y_ = 0;
  std::int64_t side_ = 1;
  std::vector<std::vector<std::uint32_t>> cells_;
  std::vector<std::uint32_t> all_;
  std::vector<std::uint32_t> slot_;  // of each node in all_
};

class EarClipper {
 public:
  EarClipper(LoopNodes& nodes, std::uint32_t start)
      : nodes_(nodes), grid_(nodes), place_(nodes.size(), SIZE_MAX) {
    const std::uint32_t first = detail::drop_spikes(nodes, start);
    std::uint32_t at = first;
    do {
      update(at);
      remaining_ += 1;
      at = nodes_[at].next;
    } while (at != first);
    pairs_left_ = k_pairs_per_vertex * remaining_;
    clip(first);
  }

  std::vector<std::uint32_t> triangles;

 private:
  void clip(std::uint32_t first) {
    Leniency leniency = Leniency::None;
    std::uint32_t alive = first;
    bool fruitful = true;
    enqueue_all(alive);
    while (remaining_ > 2 && pairs_left_ > 0) {
      if (head_ == queue_.size()) {
        // What stood in the way of some may be gone; if nothing went, less is asked.
        leniency =
            fruitful ? Leniency::None : static_cast<Leniency>(static_cast<int>(leniency) + 1);
        fruitful = false;
        enqueue_all(alive);
      }
      const std::uint32_t at = queue_[head_++];
      if (place_[at] != head_ - 1) continue;
      const LoopNode node = nodes_[at];
      if (!may_go(at, leniency)) continue;
      if (leniency != Leniency::Flat && leniency != Leniency::Drop) {
        triangles.insert(triangles.end(),
                         {nodes_[node.previous].index, node.index, nodes_[node.next].index});
      }
      remove(at);
      alive = tidy(node.previous);
      // The two whose corners changed wait their turn: fans of slivers look worse.
      enqueue(alive);
      enqueue(nodes_[alive].next);
      if (leniency > Leniency::Touching) leniency = Leniency::None;
      fruitful = true;
    }
  }

  bool may_go(std::uint32_t at, Leniency leniency) {
    if (leniency == Leniency::Drop) return true;
    return leniency == Leniency::Flat ? corner(at) == 0 : is_ear(at, leniency);
  }

  void enqueue(std::uint32_t at) {
    place_[at] = queue_.size();
    queue_.push_back(at);
  }

  void enqueue_all(std::uint32_t first) {
    queue_.clear();
    head_ = 0;
    std::uint32_t at = first;
    do {
      enqueue(at);
      at = nodes_[at].next;
    } while (at != first);
  }

  std::int64_t corner(std::uint32_t at) const {
    return turn(nodes_[nodes_[at].previous], nodes_[at], nodes_[nodes_[at].next]);
  }

  bool is_ear(std::uint32_t at, Leniency leniency) {
    const LoopNode& b = nodes_[at];
    const LoopNode& a = nodes_[b.previous];
    const LoopNode& c = nodes_[b.next];
    pairs_left_ -= 1;
    if (turn(a, b, c) <= 0) return false;
    return !grid_.any(a, b, c, [&](std::uint32_t other) {
      pairs_left_ -= 1;
      if (other == at || other == b.previous || other == b.next) return false;
      return blocks(nodes_[other], a, b, c, leniency);
    });
  }

  // Whether the loop at `p` enters the triangle, or touches it in a way not forgiven.
  bool blocks(const LoopNode& p, const LoopNode& a, const LoopNode& b, const LoopNode& c,
              Leniency leniency) const {
    const std::int64_t ab = turn(a, b, p);
    const std::int64_t bc = turn(b, c, p);
    const std::int64_t ca = turn(c, a, p);
    if (ab < 0 || bc < 0 || ca < 0) return false;
    if (ab > 0 && bc > 0 && ca > 0) return true;
    if (leniency == Leniency::Crossing) return false;
    if (leniency == Leniency::None && ca == 0 && ab != 0 && bc != 0) return true;
    // On the border: what matters is on which side of it the loop goes on. A loop that runs along
    // the border both ways may fill the corner (a hole does) or lie beyond it: last resort.
    bool along = leniency == Leniency::None;
    for (const std::uint32_t neighbour : {p.previous, p.next}) {
      const LoopNode& q = nodes_[neighbour];
      const std::int64_t inside = std::min(
          {ab == 0 ? turn(a, b, q) : 1, bc == 0 ? turn(b, c, q) : 1, ca == 0 ? turn(c, a, q) : 1});
      if (inside > 0) return true;
      if (inside < 0) along = false;
    }
    return along;
  }

  void update(std::uint32_t at) {
    if (corner(at) > 0) {
      grid_.remove(at);
    } else {
      grid_.insert(at);
    }
  }

  void remove(std::uint32_t at) {
    const LoopNode node = nodes_[at];
    nodes_[node.previous].next = node.next;
    nodes_[node.next].previous = node.previous;
    grid_.remove(at);
    place_[at] = SIZE_MAX;
    remaining_ -= 1;
    update(node.previous);
    update(node.next);
  }

  // Drops the spikes that the removal of the node after `at` may have left. The node that is there
  // now.
  std::uint32_t tidy(std::uint32_t at) {
    while (remaining_ > 2) {
      const LoopNode node = nodes_[at];
      if (detail::is_spike(nodes_, at)) {
        remove(at);
        at = node.previous;
      } else if (detail::is_spike(nodes_, node.next)) {
        remove(node.next);
      } else {
        break;
      }
    }
    return at;
  }

  LoopNodes& nodes_;
  ObstacleGrid grid_;
  std::vector<std::uint32_t> queue_;  // candidates, first come, first served
  std::size_t head_ = 0;
  std::vector<std::size_t> place_;  // where in queue_ each node stands last; earlier entries lapse
  std::int64_t remaining_ = 0;
  std::int64_t pairs_left_ = 0;
};

// The convex hull of a loop, counter-clockwise (Andrew's monotone chain).
LoopNodes hull_of(LoopNodes nodes) {
  std::sort(nodes.begin(), nodes.end(), [](const LoopNode& a, const LoopNode& b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
  });
  LoopNodes hull;
  for (int half = 0; half < 2; ++half) {
    const std::size_t first = hull.size();
    for (const LoopNode& node : nodes) {
      while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), node) <= 0) {
        hull.pop_back();
      }
      hull.push_back(node);
    }
    hull.pop_back();
    std::reverse(nodes.begin(), nodes.end());
  }
  return hull;
}

bool hull_contains(const LoopNodes& hull, std::span<const LoopNode> nodes) {
  for (std::size_t side = 0; side < hull.size(); ++side) {
    const LoopNode& a = hull[side];
    const LoopNode& b = hull[(side + 1) % hull.size()];
    for (const LoopNode& node : nodes) {
      if (turn(a, b, node) < 0) return false;
    }
  }
  return true;
}

}  // namespace

std::int64_t doubled_area(std::span<const PointMm> ring) {
  // Unsigned, because the partial sums of a ring that winds many times may pass 2^63.
  std::uint64_t sum = 0;
  for (std::size_t place = 1; place + 1 < ring.size(); ++place) {
    const std::int64_t bx = std::int64_t{ring[place].x_mm} - ring[0].x_mm;
    const std::int64_t bz = std::int64_t{ring[place].z_mm} - ring[0].z_mm;
    const std::int64_t cx = std::int64_t{ring[place + 1].x_mm} - ring[0].x_mm;
    const std::int64_t cz = std::int64_t{ring[place + 1].z_mm} - ring[0].z_mm;
    sum += static_cast<std::uint64_t>(bz) * static_cast<std::uint64_t>(cx) -
           static_cast<std::uint64_t>(bx) * static_cast<std::uint64_t>(cz);
  }
  return static_cast<std::int64_t>(sum);
}

std::vector<std::uint32_t> triangulate(std::span<const std::vector<PointMm>> rings) {
  if (rings.empty()) return {};
  LoopNodes nodes;
  const std::optional<std::uint32_t> outer = detail::append_ring(nodes, rings[0], 0, true);
  if (!outer) return {};
  std::vector<std::uint32_t> holes;
  LoopNodes hull;
  std::size_t first_index = rings[0].size();
  for (std::size_t ring = 1; ring < rings.size(); ++ring) {
    if (hull.empty()) hull = hull_of(nodes);
    const std::size_t first_node = nodes.size();
    const std::optional<std::uint32_t> hole =
        detail::append_ring(nodes, rings[ring], static_cast<std::uint32_t>(first_index), false);
    first_index += rings[ring].size();
    if (!hole) continue;
    if (hull_contains(hull, std::span(nodes).subspan(first_node))) {
      holes.push_back(*hole);
    } else {
      nodes.resize(first_node);
    }
  }
  detail::bridge_holes(nodes, *outer, holes);
  return EarClipper(nodes, *outer).triangles;
}

}  // namespace terrane::content
