#include "terrane/snapshot/blend.h"

namespace terrane::snapshot {
namespace {

std::int32_t between(std::int32_t from, std::int32_t to, std::uint32_t factor) {
  const std::int64_t step = (std::int64_t{to} - from) * factor;
  // Towards zero, so that a mirrored motion is the mirrored one.
  return static_cast<std::int32_t>(from + step / std::int64_t{k_factor_one});
}

}  // namespace

std::uint32_t blend_factor(const Latest& latest, std::int64_t moment_tick16) {
  const std::int64_t first = std::int64_t{latest.previous_tick()} << 16;
  const std::int64_t last = std::int64_t{latest.current_tick()} << 16;
  if (moment_tick16 >= last || last <= first) return k_factor_one;
  if (moment_tick16 <= first) return 0;
  // Ticks are below 2^32, so a difference times 2^16 is below 2^64 once the ticks are divided out.
  const std::int64_t ticks = (last - first) >> 16;
  return static_cast<std::uint32_t>((moment_tick16 - first) / ticks);
}

std::uint32_t blend_facing(std::uint32_t from_turn16, std::uint32_t to_turn16,
                           std::uint32_t factor) {
  std::int64_t turn = (to_turn16 - from_turn16) & 0xffff;
  if (turn > 0x8000) turn -= 0x10000;
  const std::int64_t step = turn * factor / std::int64_t{k_factor_one};
  return static_cast<std::uint32_t>(from_turn16 + step) & 0xffff;
}

Blend::Blend(const Latest& latest, std::uint32_t factor)
    : previous_(latest.previous.core()), current_(latest.current.core()), factor_(factor) {
  const Word ticks = latest.current_tick() - latest.previous_tick();
  jump_mm_ = k_jump_mm_per_tick * (ticks == 0 ? 1 : std::int64_t{ticks});
  TERRANE_ASSERT(factor <= k_factor_one, "a blend's factor is at most one");
}

Blended Blend::both(Word before, Word after) const {
  const RowRef<CoreRow> from = previous_.each<CoreRow>()[before];
  Blended blended = single(current_, after, Presence::Both);
  const std::int32_t x_mm = from.get(&CoreRow::world_x_mm);
  const std::int32_t z_mm = from.get(&CoreRow::world_z_mm);
  const std::int64_t dx = std::int64_t{blended.x_mm} - x_mm;
  const std::int64_t dz = std::int64_t{blended.z_mm} - z_mm;
  const bool jumped = dx > jump_mm_ || dx < -jump_mm_ || dz > jump_mm_ || dz < -jump_mm_;
  if (!jumped) {
    blended.x_mm = between(x_mm, blended.x_mm, factor_);
    blended.y_mm = between(from.get(&CoreRow::world_y_mm), blended.y_mm, factor_);
    blended.z_mm = between(z_mm, blended.z_mm, factor_);
    blended.facing_turn16 =
        blend_facing(from.get(&CoreRow::facing_turn16), blended.facing_turn16, factor_);
  }
  blended.health_256 = between(from.get(&CoreRow::health_256), blended.health_256, factor_);
  return blended;
}

Blended Blend::single(const Rows& rows, Word row, Presence presence) {
  const RowRef<CoreRow> unit = rows.each<CoreRow>()[row];
  Blended blended;
  blended.identity = unit.get(&CoreRow::identity);
  blended.presence = presence;
  blended.row = row;
  blended.x_mm = unit.get(&CoreRow::world_x_mm);
  blended.y_mm = unit.get(&CoreRow::world_y_mm);
  blended.z_mm = unit.get(&CoreRow::world_z_mm);
  blended.facing_turn16 = unit.get(&CoreRow::facing_turn16) & 0xffff;
  blended.health_256 = unit.get(&CoreRow::health_256);
  return blended;
}

bool Blend::find(Word identity, Blended& blended) const {
  const Word before = previous_.find(identity);
  const Word after = current_.find(identity);
  const bool has_before = before < previous_.count();
  const bool has_after = after < current_.count();
  if (has_before && has_after) {
    blended = both(before, after);
  } else if (has_after) {
    blended = single(current_, after, Presence::New);
  } else if (has_before && factor_ < k_factor_one) {
    blended = single(previous_, before, Presence::Gone);
  } else {
    return false;
  }
  return true;
}

}  // namespace terrane::snapshot
