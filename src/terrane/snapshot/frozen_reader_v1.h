// A reader as it was written for version 1 of the snapshot: 24 words a core row, twelve side
// tables. It is never changed, includes nothing of today's layout, and a test holds this text to
// its digest; that it reads every later snapshot is what "append, never insert" means. Not for use
// by anything but tests. If it fails, the layout broke its promise: mend the layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace terrane::snapshot::frozen_v1 {

struct Unit {
  std::uint32_t identity;
  std::int32_t world_x_mm, world_y_mm, world_z_mm;
  std::int32_t grid_x, grid_z;
  std::uint32_t facing_turn16;
  std::int32_t health_256, health_max_256;
  std::uint32_t animation, animation_tick, owner, type, flags;
  std::int32_t velocity_x_mm, velocity_z_mm;
  std::uint32_t target, order, ready_tick;
  std::int32_t waypoint_x_mm, waypoint_z_mm;
  std::uint32_t radius_mm, group, action_tick;
};

class Reader {
 public:
  static constexpr std::uint32_t k_tables = 12;

  // False for what a version 1 reader cannot read.
  bool open(std::span<const std::uint32_t> words) {
    if (words.size() < 16 || words[0] >> 16 != 0x5453 || (words[0] >> 8 & 0xff) != 0 ||
        (words[0] & 0xff) == 0) {
      return false;
    }
    tick_ = words[1];
    core_.count = words[2];
    core_.stride = words[3];
    std::size_t at = 16;
    if (core_.stride < 24 || !place(words, at, core_)) return false;
    for (std::uint32_t table = 0; table < k_tables; ++table) {
      if (at == words.size()) return false;
      tables_[table].count = words[4 + table];
      tables_[table].stride = words[at++];
      if (tables_[table].stride == 0 || !place(words, at, tables_[table])) return false;
    }
    return true;
  }

  std::uint32_t tick() const { return tick_; }
  std::uint32_t count() const { return core_.count; }
  std::uint32_t table_count(std::uint32_t table) const { return tables_[table].count; }
  // Word of a side table's row; row and field below what the table has.
  std::uint32_t table_word(std::uint32_t table, std::uint32_t row, std::uint32_t field) const {
    return tables_[table].words[std::size_t{row} * tables_[table].stride + field];
  }

  Unit unit(std::uint32_t row) const {
    const std::uint32_t* w = core_.words + std::size_t{row} * core_.stride;
    return Unit{w[0],  integer(w[1]),  integer(w[2]),  integer(w[3]),  integer(w[4]), integer(w[5]),
                w[6],  integer(w[7]),  integer(w[8]),  w[9],           w[10],         w[11],
                w[12], w[13],          integer(w[14]), integer(w[15]), w[16],         w[17],
                w[18], integer(w[19]), integer(w[20]), w[21],          w[22],         w[23]};
  }

 private:
  struct Table {
    const std::uint32_t* words = nullptr;
    std::uint32_t count = 0;
    std::uint32_t stride = 0;
  };

  static std::int32_t integer(std::uint32_t word) { return static_cast<std::int32_t>(word); }

  static bool place(std::span<const std::uint32_t> words, std::size_t& at, Table& table) {
    const std::uint64_t needed = std::uint64_t{table.count} * table.stride;
    if (needed > words.size() - at) return false;
    table.words = words.data() + at;
    at += static_cast<std::size_t>(needed);
    return true;
  }

  std::uint32_t tick_ = 0;
  Table core_;
  Table tables_[k_tables];
};

}  // namespace terrane::snapshot::frozen_v1
