// Who stands near a place: core rows sorted into square buckets, rebuilt each tick. Nothing else
// may search all units. Answers come in a fixed order (buckets row by row, in a bucket by index),
// so that what a system does with them is the same everywhere. Owner thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/rts/battlefield.h"
#include "terrane/snapshot/layout.h"

namespace terrane::rts {

class UnitGrid {
 public:
  static constexpr std::int32_t k_bucket_mm = 4000;

  // Sorts all rows in (dead and inside ones too: whoever asks looks at the flags). Counting sort,
  // no allocation once grown.
  void rebuild(const Battlefield& field, std::span<const snapshot::CoreRow> core);

  // Calls use(index) for each row whose bucket touches the circle: a superset of those within.
  template <typename Use>
  void for_each_near(PointMm place, std::int32_t radius_mm, Use&& use) const {
    const std::int32_t x0 = column(place.x_mm - radius_mm);
    const std::int32_t x1 = column(place.x_mm + radius_mm);
    const std::int32_t z0 = row(place.z_mm - radius_mm);
    const std::int32_t z1 = row(place.z_mm + radius_mm);
    for (std::int32_t z = z0; z <= z1; ++z) {
      const std::size_t line = static_cast<std::size_t>(z) * static_cast<std::size_t>(width_);
      const std::uint32_t first = starts_[line + static_cast<std::size_t>(x0)];
      const std::uint32_t past = starts_[line + static_cast<std::size_t>(x1) + 1];
      for (std::uint32_t at = first; at < past; ++at) use(indices_[at]);
    }
  }

  // The same without the buckets where nobody stands but the owner's own: who looks for foes among
  // its friends passes over most of them. Nodes and who is inside something do not count.
  template <typename Use>
  void for_each_near_others(PointMm place, std::int32_t radius_mm, std::uint32_t owner,
                            Use&& use) const {
    const std::int32_t x0 = column(place.x_mm - radius_mm);
    const std::int32_t x1 = column(place.x_mm + radius_mm);
    const std::int32_t z0 = row(place.z_mm - radius_mm);
    const std::int32_t z1 = row(place.z_mm + radius_mm);
    const auto others = static_cast<std::uint16_t>(~(1u << owner));
    for (std::int32_t z = z0; z <= z1; ++z) {
      const std::size_t line = static_cast<std::size_t>(z) * static_cast<std::size_t>(width_);
      for (std::size_t bucket = line + static_cast<std::size_t>(x0);
           bucket <= line + static_cast<std::size_t>(x1); ++bucket) {
        if ((owners_[bucket] & others) == 0) continue;
        for (std::uint32_t at = starts_[bucket]; at < starts_[bucket + 1]; ++at) use(indices_[at]);
      }
    }
  }

 private:
  std::int32_t column(std::int32_t x_mm) const;  // clamped to the grid
  std::int32_t row(std::int32_t z_mm) const;

  std::int32_t origin_x_mm_ = 0;
  std::int32_t origin_z_mm_ = 0;
  std::int32_t width_ = 0;
  std::int32_t height_ = 0;
  std::vector<std::uint32_t> starts_;   // first of each bucket in indices_, one more at the end
  std::vector<std::uint32_t> indices_;  // of core rows
  std::vector<std::uint32_t> bucket_of_row_;
  std::vector<std::uint16_t> owners_;  // of each bucket: a bit an owner
};

}  // namespace terrane::rts
