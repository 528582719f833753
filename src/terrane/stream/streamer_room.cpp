// A pool that is short. The order is: farther pieces drop a level of detail, then the piece itself
// does, then nearer ones do, then farther pieces leave the pool, and what still does not fit is
// counted and named until there is room. Nothing is ever cut off or left out silently. See
// detail/streamer_state.h.
#include <algorithm>

#include "terrane/stream/detail/streamer_state.h"

namespace terrane::stream {
namespace {

// A piece gives way to another only if it is that much dearer, or two pieces of the same distance
// would take turns.
constexpr double k_give_way_factor = 1.1;
// A level is restored when this many times its pages are free, and this share of the pool beside
// them.
constexpr std::size_t k_restore_factor = 2;
constexpr std::size_t k_restore_share = 8;

}  // namespace

void Streamer::State::make_room(std::uint32_t index) {
  Slot& slot = slots[index];
  const std::size_t pages = slot.built->mesh_pages.size();
  const auto wait = [&] {
    slot.pages_needed = pages;
    set_stage(slot, Stage::ForRoom);
    enqueue(index);
  };
  if (lower_others(slot, pages, true)) return wait();
  if (lower_itself(slot, pages)) return enqueue(index);
  if (lower_others(slot, pages, false)) return wait();
  if (drop_farther(slot, pages)) return enqueue(index);
  overflow(slot, pages);
}

// Sends resident pieces for a coarser level, the farthest first, until half of their pages would be
// enough for all that wait. True when enough is on its way; if there is not enough to be had,
// nothing is sent.
bool Streamer::State::lower_others(const Slot& slot, std::size_t pages, bool only_farther) {
  if (slot.lowering) return false;  // it is to make room, not to ask for it
  const std::size_t missing = awaited_pages + pages - std::min(pages, pool.free_count());
  std::size_t gained = expected_pages;
  std::vector<std::uint32_t> lowered;
  for (auto place = order.rbegin(); place != order.rend() && gained < missing; ++place) {
    Slot& other = slots[*place];
    if (only_farther && other.cost <= slot.cost) break;
    if (other.stage != Stage::Resident || level_for(other) >= coarsest_level()) continue;
    other.finer_pages = other.drawn.pages.size();
    gained += other.expected_gain();
    lowered.push_back(*place);
  }
  if (gained < missing) return false;
  for (const std::uint32_t index : lowered) {
    slots[index].lod_penalty += 1;
    start_over(slots[index]);
    slots[index].lowering = true;
    enqueue(index);
  }
  expected_pages = gained;
  return true;
}

bool Streamer::State::lower_itself(Slot& slot, std::size_t pages) {
  if (level_for(slot) >= coarsest_level()) return false;
  if (!slot.lowering) slot.finer_pages = pages;
  slot.lod_penalty += 1;
  discard_built(slot);
  if (slot.is_drawn && slot.drawn.lod == level_for(slot)) {
    set_stage(slot, Stage::Resident);
  } else {
    start_over(slot);
  }
  return true;
}

// Takes the farthest pieces out of the pool, all that is needed or none. They are counted as
// overflowing and come back when there is room.
bool Streamer::State::drop_farther(const Slot& slot, std::size_t pages) {
  std::size_t gained = pool.free_count();
  std::vector<std::uint32_t> dropped;
  for (auto place = order.rbegin(); place != order.rend() && gained < pages; ++place) {
    const Slot& farther = slots[*place];
    if (farther.cost <= slot.cost * k_give_way_factor) break;
    if (farther.stage != Stage::Resident || farther.drawn.pages.empty()) continue;
    gained += farther.drawn.pages.size();
    dropped.push_back(*place);
  }
  if (gained < pages) return false;
  for (const std::uint32_t index : dropped) {
    slots[index].pages_needed = slots[index].drawn.pages.size();
    undraw(index);
    set_stage(slots[index], Stage::Overflow);
  }
  return true;
}

void Streamer::State::overflow(Slot& slot, std::size_t pages) {
  slot.pages_needed = pages;
  discard_built(slot);
  slot.request_id = 0;
  set_stage(slot, Stage::Overflow);
}

// At each selection: builds again what would fit by now, in free pages or in those of farther
// pieces.
void Streamer::State::revisit_overflow() {
  if (stage_counts[static_cast<std::size_t>(Stage::Overflow)] == 0) return;
  std::size_t free_pages = pool.free_count();
  for (const std::uint32_t index : order) {
    Slot& slot = slots[index];
    if (slot.stage != Stage::Overflow) continue;
    std::size_t gained = free_pages;
    for (auto place = order.rbegin(); place != order.rend() && gained < slot.pages_needed;
         ++place) {
      const Slot& farther = slots[*place];
      if (farther.cost <= slot.cost * k_give_way_factor) break;
      if (farther.stage == Stage::Resident) gained += farther.drawn.pages.size();
    }
    if (gained < slot.pages_needed) return;  // nor would any that is dearer
    free_pages -= std::min(free_pages, slot.pages_needed);
    start_over(slot);
  }
}

// At each selection: gives one piece, the cheapest, a level back when there is plenty of room.
void Streamer::State::restore_one_level() {
  if (expected_pages > 0 || !for_room.empty()) return;
  if (stage_counts[static_cast<std::size_t>(Stage::Overflow)] > 0) return;
  for (const std::uint32_t index : order) {
    Slot& slot = slots[index];
    if (slot.lod_penalty == 0 || slot.stage != Stage::Resident) continue;
    const std::size_t wanted = k_restore_factor * slot.finer_pages;
    if (pool.free_count() >= wanted + pool.page_count() / k_restore_share) slot.lod_penalty -= 1;
    return;
  }
}

}  // namespace terrane::stream
