#include "terrane/rts/unit_grid.h"

#include <algorithm>

namespace terrane::rts {
namespace {

std::int32_t bucket_of(std::int32_t place_mm, std::int32_t origin_mm, std::int32_t count) {
  const std::int64_t from_origin = std::int64_t{place_mm} - origin_mm;
  if (from_origin < 0) return 0;  // before the division, which rounds towards zero
  const std::int64_t bucket = from_origin / UnitGrid::k_bucket_mm;
  return bucket < count ? static_cast<std::int32_t>(bucket) : count - 1;
}

std::int32_t buckets_over(std::int32_t cells) {
  const std::int64_t length_mm = std::int64_t{cells} * k_cell_mm;
  const std::int64_t count = base::ceil_divide(length_mm, UnitGrid::k_bucket_mm);
  return static_cast<std::int32_t>(std::max<std::int64_t>(count, 1));
}

}  // namespace

std::int32_t UnitGrid::column(std::int32_t x_mm) const {
  return bucket_of(x_mm, origin_x_mm_, width_);
}

std::int32_t UnitGrid::row(std::int32_t z_mm) const {
  return bucket_of(z_mm, origin_z_mm_, height_);
}

void UnitGrid::rebuild(const Battlefield& field, std::span<const snapshot::CoreRow> core) {
  origin_x_mm_ = field.origin_x_mm;
  origin_z_mm_ = field.origin_z_mm;
  width_ = buckets_over(field.width_cells);
  height_ = buckets_over(field.height_cells);
  const std::size_t buckets = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  starts_.assign(buckets + 1, 0);
  owners_.assign(buckets, 0);
  bucket_of_row_.resize(core.size());
  indices_.resize(core.size());
  for (std::size_t index = 0; index < core.size(); ++index) {
    const std::uint32_t bucket = static_cast<std::uint32_t>(row(core[index].world_z_mm)) *
                                     static_cast<std::uint32_t>(width_) +
                                 static_cast<std::uint32_t>(column(core[index].world_x_mm));
    bucket_of_row_[index] = bucket;
    ++starts_[bucket];
    const bool counts =
        (core[index].flags & (snapshot::k_flag_resource | snapshot::k_flag_inside)) == 0;
    if (counts) owners_[bucket] |= static_cast<std::uint16_t>(1u << core[index].owner);
  }
  // Ends of the buckets; filling them from behind turns the ends into starts and keeps the order of
  // indices in each.
  std::uint32_t end = 0;
  for (std::uint32_t& start : starts_) {
    end += start;
    start = end;
  }
  for (std::size_t index = core.size(); index-- > 0;) {
    indices_[--starts_[bucket_of_row_[index]]] = static_cast<std::uint32_t>(index);
  }
}

}  // namespace terrane::rts
