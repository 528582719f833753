#include "terrane/drive/box_grid.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"

namespace terrane::drive {
namespace {

// Smaller cells hold a house in many of them, larger ones hold many houses to look through.
constexpr double k_cell_m = 16;
constexpr double k_turn16 = 2 * base::k_pi / 65536;
constexpr double k_m_per_mm = 1e-3;

double radius_of(const Box& box) {
  return std::sqrt(box.half_along * box.half_along + box.half_across * box.half_across);
}

Box box_of(const content::Collider& collider, const geo::FrameTransform& transform) {
  const geo::Vec3 at = transform.apply(
      {collider.x_mm * k_m_per_mm, collider.y_mm * k_m_per_mm, collider.z_mm * k_m_per_mm});
  const base::SinCos turn = base::sin_cos(collider.heading_turn16 * k_turn16);
  const geo::Vec3 heading = {-turn.sin, 0, -turn.cos};
  const geo::Vec3 along = {transform.column_x.x * heading.x + transform.column_z.x * heading.z, 0,
                           transform.column_x.z * heading.x + transform.column_z.z * heading.z};
  const geo::Vec3 unit = geo::normalised(along);
  Box box;
  box.x = at.x;
  box.z = at.z;
  box.bottom = at.y;
  box.top = at.y + collider.height_mm * k_m_per_mm;
  box.along_x = unit.x;
  box.along_z = unit.z;
  box.half_along = collider.half_along_mm * k_m_per_mm;
  box.half_across = collider.half_across_mm * k_m_per_mm;
  return box;
}

}  // namespace

template <typename Visit>
void BoxGrid::for_each_cell(Point middle, double radius_m, Visit visit) const {
  const auto cell_of = [](double place) {
    return static_cast<std::int64_t>(std::floor(place / k_cell_m));
  };
  for (std::int64_t row = cell_of(middle.z - radius_m); row <= cell_of(middle.z + radius_m);
       ++row) {
    for (std::int64_t column = cell_of(middle.x - radius_m); column <= cell_of(middle.x + radius_m);
         ++column) {
      visit(base::hash(static_cast<std::uint64_t>(column), static_cast<std::uint64_t>(row)));
    }
  }
}

void BoxGrid::put(std::uint64_t piece, const geo::Frame& frame,
                  std::span<const content::Collider> colliders) {
  remove(piece);
  const geo::FrameTransform transform = geo::transform_between(frame, local_);
  std::vector<Box>& boxes = pieces_[piece];
  boxes.reserve(colliders.size());
  for (const content::Collider& collider : colliders) {
    const std::uint32_t at = static_cast<std::uint32_t>(boxes.size());
    boxes.push_back(box_of(collider, transform));
    const Box& box = boxes.back();
    for_each_cell({box.x, box.z}, radius_of(box), [&](std::uint64_t cell) {
      cells_[cell].push_back({piece, at});
    });
  }
}

void BoxGrid::remove(std::uint64_t piece) {
  const auto found = pieces_.find(piece);
  if (found == pieces_.end()) return;
  for (const Box& box : found->second) {
    for_each_cell({box.x, box.z}, radius_of(box), [&](std::uint64_t key) {
      const auto cell = cells_.find(key);
      if (cell == cells_.end()) return;
      std::erase_if(cell->second, [&](const Entry& entry) { return entry.piece == piece; });
      if (cell->second.empty()) cells_.erase(cell);
    });
  }
  pieces_.erase(found);
}

void BoxGrid::boxes_near(Point middle, double radius_m, std::vector<Box>& out) const {
  Cell found;
  for_each_cell(middle, radius_m, [&](std::uint64_t key) {
    const auto cell = cells_.find(key);
    if (cell == cells_.end()) return;
    found.insert(found.end(), cell->second.begin(), cell->second.end());
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  for (const Entry& entry : found) {
    const Box& box = pieces_.at(entry.piece)[entry.at];
    const double dx = box.x - middle.x;
    const double dz = box.z - middle.z;
    const double reach = radius_m + radius_of(box);
    if (dx * dx + dz * dz <= reach * reach) out.push_back(box);
  }
}

}  // namespace terrane::drive
