#include "terrane/rts/paths.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <tuple>

#include "terrane/rts/flow.h"
#include "terrane/rts/vector_mm.h"

namespace terrane::rts {
namespace {

constexpr std::int32_t k_look_cells = 32;    // how far ahead a way is straightened
constexpr std::int32_t k_rescue_cells = 64;  // how far who stands on closed ground looks for open
constexpr std::size_t k_nearest_kept = 64;
constexpr std::size_t k_field_bytes_max = std::size_t{48} << 20;

std::int64_t distance_squared(Cell a, Cell b) {
  const std::int64_t x = a.x - b.x;
  const std::int64_t z = a.z - b.z;
  return x * x + z * z;
}

// Of one size of unit.
struct Ways {
  Ways(const WalkGrid& grid, SizeClass size, PathLimits limits)
      : sectors(grid, size), flow(grid, sectors, size, limits) {}

  Sectors sectors;
  Flow flow;
};

// An answer of nearest_reachable(), kept while the ground stays.
struct Nearest {
  Cell wanted;
  std::uint32_t region = 0;
  std::int32_t radius_cells = -1;
  SizeClass size = SizeClass::Small;
  std::uint32_t generation = 0;
  bool is_found = false;
  Cell found;
};

PathLimits affordable(PathLimits limits, const WalkGrid& grid) {
  const std::size_t field_bytes = static_cast<std::size_t>(grid.sectors_x()) *
                                  static_cast<std::size_t>(grid.sectors_z()) * k_nodes_a_sector *
                                  sizeof(PathCost);
  const std::size_t many = std::max<std::size_t>(k_field_bytes_max / field_bytes, 16);
  limits.fields = static_cast<std::uint32_t>(std::min<std::size_t>(limits.fields, many));
  return limits;
}

}  // namespace

struct Paths::Detail {
  Detail(const Battlefield& field, PathLimits limits) : grid(field) {
    limits = affordable(limits, grid);
    ways[0] = std::make_unique<Ways>(grid, SizeClass::Small, limits);
    ways[1] = std::make_unique<Ways>(grid, SizeClass::Large, limits);
  }

  Ways& of(SizeClass size) {
    Ways& wanted = *ways[static_cast<std::size_t>(size)];
    const std::vector<std::uint32_t>& changed = grid.changed_sectors(size);
    if (!changed.empty()) {
      wanted.sectors.update(changed);
      wanted.flow.update(changed);
      grid.forget_changes(size);
    }
    return wanted;
  }

  bool nearest_in(std::uint32_t sector, const Nearest& question, std::int64_t& best, Cell& found);
  bool nearest(const Nearest& question, Cell& found);
  // The cell itself or the nearest that may be stood on.
  bool standable(Cell cell, SizeClass size, Cell& found) {
    found = cell;
    if (grid.may_stand(cell, size)) return true;
    Nearest question;
    question.wanted = cell;
    question.radius_cells = k_rescue_cells;
    question.size = size;
    return nearest(question, found);
  }
  PointMm straightened(PointMm at, PointMm goal, SizeClass size);

  WalkGrid grid;
  std::array<std::unique_ptr<Ways>, k_size_classes> ways;
  std::array<Nearest, k_nearest_kept> kept;
  std::size_t next_kept = 0;
  std::vector<Cell> ends;
  std::array<Cell, k_look_cells + 1> ahead;          // the way from where somebody stands
  std::array<std::int32_t, k_look_cells + 1> rough;  // rough cells on it so far
  std::size_t ahead_count = 0;
};

// A cell of the sector that is nearer than `best`, or as near and earlier, and may be stood on (in
// the region, when one is asked for).
bool Paths::Detail::nearest_in(std::uint32_t sector, const Nearest& question, std::int64_t& best,
                               Cell& found) {
  const Sectors& sectors = of(question.size).sectors;
  const Cell first = sectors.first_cell(sector);
  bool any = false;
  for (std::int32_t z = first.z; z < first.z + k_sector_cells; ++z) {
    std::uint32_t open = grid.open_word(first.x >> 5, z, question.size);
    for (; open != 0; open &= open - 1) {
      const Cell cell{first.x + __builtin_ctz(open), z};
      const std::int64_t distance = distance_squared(cell, question.wanted);
      if (distance > best) continue;
      if (distance == best && std::tie(cell.z, cell.x) >= std::tie(found.z, found.x)) continue;
      if (question.region != 0 && sectors.region(cell) != question.region) continue;
      best = distance;
      found = cell;
      any = true;
    }
  }
  return any;
}

bool Paths::Detail::nearest(const Nearest& question, Cell& found) {
  const Sectors& sectors = of(question.size).sectors;
  const Cell wanted = question.wanted;
  const std::int64_t radius = question.radius_cells;
  std::int64_t best = radius * radius;
  found = {std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max()};
  bool any = false;
  const auto look = [&](std::uint32_t sector) {
    if (question.region != 0 && !sectors.has_region(sector, question.region)) return;
    any = nearest_in(sector, question, best, found) || any;
  };
  // The wanted cell's own sector first: it bounds how far the others need to be looked at.
  const std::uint32_t own = sectors.sector_of(grid.field().clamped(wanted));
  look(own);
  for (std::uint32_t sector = 0; sector < sectors.count(); ++sector) {
    const Cell first = sectors.first_cell(sector);
    const Cell near{std::clamp(wanted.x, first.x, first.x + k_sector_cells - 1),
                    std::clamp(wanted.z, first.z, first.z + k_sector_cells - 1)};
    if (sector != own && distance_squared(near, wanted) <= best) look(sector);
  }
  return any;
}

Paths::Paths(const Battlefield& field, PathLimits limits)
    : detail_(std::make_unique<Detail>(field, limits)) {}
Paths::~Paths() = default;
Paths::Paths(Paths&&) noexcept = default;
Paths& Paths::operator=(Paths&&) noexcept = default;

void Paths::block(CellRect cells) {
  detail_->grid.block(cells);
}
void Paths::unblock(CellRect cells) {
  detail_->grid.unblock(cells);
}
void Paths::unblock_all() {
  detail_->grid.unblock_all();
}

const WalkGrid& Paths::grid() const {
  return detail_->grid;
}

bool Paths::may_stand(Cell cell, SizeClass size) const {
  return detail_->grid.may_stand(cell, size);
}

Ground Paths::ground(Cell cell) const {
  const Battlefield& field = detail_->grid.field();
  if (!field.contains(cell)) return Ground::Blocked;
  return detail_->grid.is_built_on(cell) ? Ground::Blocked : field.ground[field.index(cell)];
}

bool Paths::clear_line(PointMm from, PointMm to, SizeClass size) const {
  return detail_->grid.line(from, to, size).is_clear;
}

std::uint32_t Paths::region(Cell cell, SizeClass size) {
  return detail_->of(size).sectors.region(cell);
}

bool Paths::reachable(PointMm from, PointMm to, SizeClass size) {
  const Battlefield& field = detail_->grid.field();
  Cell start;
  if (!detail_->standable(field.cell_of(from), size, start)) return false;
  const Ways& ways = detail_->of(size);
  const std::uint32_t home = ways.sectors.region(start);
  ways.flow.goal_cells(field.clamped(field.cell_of(to)), detail_->ends);
  return std::any_of(detail_->ends.begin(), detail_->ends.end(),
                     [&](Cell end) { return ways.sectors.region(end) == home; });
}

bool Paths::nearest_reachable(PointMm from, PointMm wanted, SizeClass size,
                              std::int32_t radius_cells, Cell& found) {
  const Battlefield& field = detail_->grid.field();
  Cell start;
  if (!detail_->standable(field.cell_of(from), size, start)) return false;
  const Cell goal = field.cell_of(wanted);
  const std::uint32_t home = detail_->of(size).sectors.region(start);
  if (detail_->of(size).sectors.region(goal) == home) {
    found = goal;
    return true;
  }
  Nearest question{goal, home, radius_cells, size, generation(), false, {}};
  for (const Nearest& known : detail_->kept) {
    if (known.wanted == goal && known.region == home && known.radius_cells == radius_cells &&
        known.size == size && known.generation == question.generation) {
      if (known.is_found) found = known.found;
      return known.is_found;
    }
  }
  question.is_found = detail_->nearest(question, question.found);
  detail_->kept[detail_->next_kept] = question;
  detail_->next_kept = (detail_->next_kept + 1) % k_nearest_kept;
  if (question.is_found) found = question.found;
  return question.is_found;
}

// The furthest of the cells ahead that can be walked to straight. Its search halves, so that it
// asks for few lines; the next cell always can.
PointMm Paths::Detail::straightened(PointMm at, PointMm goal, SizeClass size) {
  const Cell goal_cell = grid.field().cell_of(goal);
  const auto point_of = [&](std::size_t step) {
    return ahead[step] == goal_cell ? goal : grid.field().middle_of(ahead[step]);
  };
  const auto is_straight = [&](std::size_t step) {
    const WalkGrid::Line line = grid.line(at, point_of(step), size);
    return line.is_clear && line.rough_cells <= rough[step];
  };
  std::size_t seen = 1;
  std::size_t unseen = ahead_count;
  if (is_straight(ahead_count - 1)) return point_of(ahead_count - 1);
  while (unseen - seen > 1) {
    const std::size_t middle = (seen + unseen) / 2;
    (is_straight(middle) ? seen : unseen) = middle;
  }
  return point_of(seen);
}

Paths::Lead Paths::lead(PointMm goal, PointMm at, SizeClass size, PointMm& point) {
  const Battlefield& field = detail_->grid.field();
  const Cell start = field.cell_of(at);
  Cell open;
  if (!detail_->standable(start, size, open)) return Lead::NoWay;
  if (!(open == start)) {
    point = field.middle_of(open);
    return Lead::Onward;
  }
  Flow& flow = detail_->of(size).flow;
  const std::uint32_t to_goal = flow.field(field.cell_of(goal));
  detail_->ahead[0] = start;
  detail_->rough[0] = 0;
  std::size_t count = 1;
  for (; count <= k_look_cells; ++count) {
    const Cell cell = detail_->ahead[count - 1];
    const Way way = flow.way(to_goal, cell);
    if (way == k_way_none) return Lead::NoWay;
    if (way == k_way_here) break;
    const Cell next{cell.x + k_way_x[way], cell.z + k_way_z[way]};
    detail_->ahead[count] = next;
    detail_->rough[count] = detail_->rough[count - 1] + (detail_->grid.is_rough(next) ? 1 : 0);
  }
  if (count == 1) return Lead::There;
  detail_->ahead_count = count;
  point = detail_->straightened(at, goal, size);
  return Lead::Onward;
}

Bearing Paths::toward(PointMm goal, PointMm at, SizeClass size) {
  PointMm point;
  if (lead(goal, at, size, point) != Lead::Onward) return {};
  const VectorMm way = with_length(point.x_mm - at.x_mm, point.z_mm - at.z_mm, 1024);
  return {way.x, way.z};
}

std::int64_t Paths::distance_mm(PointMm goal, PointMm at, SizeClass size) {
  const Battlefield& field = detail_->grid.field();
  Cell start;
  if (!detail_->standable(field.cell_of(at), size, start)) return -1;
  Flow& flow = detail_->of(size).flow;
  const PathCost cost = flow.cost(flow.field(field.cell_of(goal)), start, k_no_way);
  return cost == k_no_way ? -1 : std::int64_t{cost} * k_mm_per_cost;
}

bool Paths::is_within(PointMm goal, PointMm at, SizeClass size, std::int64_t most_mm) {
  const Battlefield& field = detail_->grid.field();
  Cell start;
  if (!detail_->standable(field.cell_of(at), size, start)) return false;
  Flow& flow = detail_->of(size).flow;
  const std::int64_t most = std::min<std::int64_t>(most_mm / k_mm_per_cost, k_no_way - 1);
  return flow.cost(flow.field(field.cell_of(goal)), start, static_cast<PathCost>(most)) <= most;
}

void Paths::prepare(std::uint32_t sectors) {
  for (const SizeClass size : {SizeClass::Small, SizeClass::Large}) {
    sectors -= detail_->of(size).sectors.prepare(sectors);
  }
}

std::uint32_t Paths::generation() const {
  return detail_->grid.generation();
}

Paths::Counters Paths::counters() const {
  Counters counters;
  for (const std::unique_ptr<Ways>& each : detail_->ways) {
    counters.tiles_made += each->flow.tiles_made();
    counters.fields_made += each->flow.fields_made();
    counters.sectors_made += each->sectors.sectors_made();
  }
  return counters;
}

}  // namespace terrane::rts
