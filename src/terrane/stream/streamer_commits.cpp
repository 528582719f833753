// Pages in and out of the pool. A piece is copied page by page, over several frames where it is
// large, and is drawn from the moment its last page stands; a level of detail it replaces is drawn
// until then. See detail/streamer_state.h.
#include <algorithm>
#include <utility>

#include "terrane/stream/detail/streamer_state.h"

namespace terrane::stream {
namespace {

// What is let go of is freed over the following frames: at least so much a frame, and a sixteenth
// of what waits, so that the backlog stays bounded.
constexpr std::size_t k_meshes_freed_per_frame = 16;
constexpr std::size_t k_pages_freed_per_mesh = 8;
constexpr std::size_t k_contents_freed_per_frame = 16;
constexpr std::size_t k_slots_released_per_frame = 64;
constexpr std::size_t k_backlog_share = 16;

std::uint64_t bytes_of(const content::MeshPage& page) {
  return page.vertices.size() * sizeof(content::Vertex) +
         page.indices.size() * sizeof(std::uint16_t);
}

bool cheaper(const ResidentPiece* a, const ResidentPiece* b) {
  return a->cost != b->cost ? a->cost < b->cost : a->key < b->key;
}

}  // namespace

void Streamer::State::commit(double deadline_s) {
  if (room_came_back) {
    room_came_back = false;
    for (const std::uint32_t index : for_room) {
      if (slots[index].stage != Stage::ForRoom) continue;
      set_stage(slots[index], Stage::ToCommit);
      enqueue(index);
    }
    for_room.clear();
  }
  std::uint64_t bytes_left = std::max<std::uint64_t>(options.frame_bytes, k_page_bytes);
  // Large pieces that had their step; they come again when all others had theirs.
  std::vector<std::uint32_t> unfinished;
  bool is_first = true;  // whatever the time, something moves each frame
  while (!to_commit.empty() && bytes_left > 0 && (is_first || clock.now_s() < deadline_s)) {
    const std::uint32_t index = to_commit.pop().slot;
    Slot& slot = slots[index];
    if (slot.stage != Stage::ToCommit) continue;
    is_first = false;
    if (take_pages(index, bytes_left)) {
      const double step_end_s = clock.now_s() + options.commit_limit_ms * 1e-3;
      if (write_pages(slot, std::min(step_end_s, deadline_s), bytes_left)) {
        finish_commit(index);
      } else {
        unfinished.push_back(index);
      }
    }
    if (to_commit.empty()) {
      for (const std::uint32_t waiting : unfinished) enqueue(waiting);
      unfinished.clear();
    }
  }
  for (const std::uint32_t waiting : unfinished) enqueue(waiting);
}

// True when the slot has its pages, all or none; else somebody must make room first.
bool Streamer::State::take_pages(std::uint32_t index, std::uint64_t& bytes_left) {
  Slot& slot = slots[index];
  const std::size_t count = slot.built->mesh_pages.size();
  if (slot.pages.size() == count) return true;
  if (slot.is_drawn && slot.drawn.lod == level_for(slot) && slot.drawn.lod != slot.request_lod) {
    discard_built(slot);  // the wish went back to the level that stands
    set_stage(slot, Stage::Resident);
    return false;
  }
  while (count > pool.free_count() && !leaving.empty()) release_some(1);
  if (count <= pool.free_count()) {
    slot.pages = pool.take(count);
    return true;
  }
  // In place of its own pages, if that can be done before the next frame is drawn.
  const bool fits_in_place = slot.is_drawn && count <= pool.free_count() + slot.drawn.pages.size();
  if (fits_in_place && slot.built->mesh_bytes() <= bytes_left) {
    give_back(slot.drawn.pages);
    slot.pages = pool.take(count);
    while (!write_pages(slot, 0, bytes_left)) {
    }
    finish_commit(index);
    return false;
  }
  make_room(index);
  return false;
}

// Copies pages until all stand (true), the time is over or the bytes are spent. At least one page,
// if the bytes allow it.
bool Streamer::State::write_pages(Slot& slot, double deadline_s, std::uint64_t& bytes_left) {
  const std::size_t begin = slot.pages_written;
  while (slot.pages_written < slot.pages.size()) {
    if (slot.pages_written > begin && clock.now_s() >= deadline_s) return false;
    const content::MeshPage& page = slot.built->mesh_pages[slot.pages_written];
    const std::uint64_t bytes = bytes_of(page);
    if (bytes > bytes_left) {
      bytes_left = 0;  // the frame is over
      return false;
    }
    sink.write(slot.pages[slot.pages_written], page);
    bytes_left -= bytes;
    report.bytes_committed += bytes;
    slot.pages_written += 1;
  }
  return true;
}

void Streamer::State::finish_commit(std::uint32_t index) {
  Slot& slot = slots[index];
  ResidentPiece piece;
  piece.key = slot.key;
  piece.lod = slot.request_lod;
  piece.cost = slot.cost;
  piece.frame = provider.piece_frame(slot.key);
  piece.bounds = slot.built->bounds();
  piece.page_bounds.reserve(slot.pages.size());
  piece.page_index_counts.reserve(slot.pages.size());
  for (const content::MeshPage& page : slot.built->mesh_pages) {
    piece.page_bounds.push_back(page.bounds);
    piece.page_index_counts.push_back(static_cast<std::uint16_t>(page.indices.size()));
  }
  piece.pages = std::move(slot.pages);
  dead_meshes.push_back(std::exchange(slot.built->mesh_pages, {}));
  piece.content = std::move(slot.built);
  const std::size_t piece_side_bytes = piece.content->side_bytes();
  slot.pages.clear();
  slot.pages_written = 0;

  if (slot.is_drawn) {
    give_back(slot.drawn.pages);
    dead_contents.push_back(std::move(slot.drawn.content));
  }
  side_bytes += piece_side_bytes - slot.side_bytes;
  slot.side_bytes = piece_side_bytes;
  slot.drawn = std::move(piece);
  slot.coarser_wishes = 0;
  if (!slot.is_drawn) {
    const auto place =
        std::lower_bound(resident_by_cost.begin(), resident_by_cost.end(), &slot.drawn, cheaper);
    resident_by_cost.insert(place, &slot.drawn);
    slot.is_drawn = true;
  }
  set_stage(slot, Stage::Resident);
  if (slot.attempts > 0) {
    slot.attempts = 0;
    failing_count -= 1;
    if (told) told({slot.key, *slot.error, 0, 0});
    slot.error.reset();
  }
}

void Streamer::State::give_back(std::vector<PageId>& pages) {
  if (!pages.empty()) room_came_back = true;
  pool.give_back(pages);
  pages.clear();
}

void Streamer::State::discard_built(Slot& slot) {
  give_back(slot.pages);
  slot.pages_written = 0;
  if (slot.built == nullptr) return;
  if (!slot.built->mesh_pages.empty()) dead_meshes.push_back(std::move(slot.built->mesh_pages));
  slot.built.reset();
}

// Takes a drawn piece out of the pool and the lists; the slot stays claimed.
void Streamer::State::undraw(std::uint32_t index) {
  Slot& slot = slots[index];
  const auto place = std::find(resident_by_cost.begin(), resident_by_cost.end(), &slot.drawn);
  resident_by_cost.erase(place);
  give_back(slot.drawn.pages);
  dead_contents.push_back(std::move(slot.drawn.content));
  side_bytes -= slot.side_bytes;
  slot.side_bytes = 0;
  slot.drawn = {};
  slot.is_drawn = false;
}

// A piece that is no longer wanted: whatever still arrives for it is stale. The lists are the
// caller's affair, since a selection rebuilds them all at once.
void Streamer::State::leave(std::uint32_t index) {
  Slot& slot = slots[index];
  if (slot.stage == Stage::Fetching) cancel_fetches(slot.request_id);
  slot.request_id = 0;
  if (slot.attempts > 0) failing_count -= 1;
  set_stage(slot, Stage::Free);
  leaving.push_back(index);
}

// Gives back all that a piece that left still holds, and its slot.
void Streamer::State::release(std::uint32_t index) {
  Slot& slot = slots[index];
  discard_built(slot);
  if (slot.is_drawn) {
    give_back(slot.drawn.pages);
    dead_contents.push_back(std::move(slot.drawn.content));
    side_bytes -= slot.side_bytes;
  }
  slot = Slot{};
  free_slots.push_back(index);
}

void Streamer::State::release_some(std::size_t at_least) {
  std::size_t count = std::min(leaving.size(), at_least + leaving.size() / k_backlog_share);
  for (; count > 0; --count) {
    release(leaving.back());
    leaving.pop_back();
  }
}

void Streamer::State::free_some() {
  // While the first world is built the next builds use this memory again at once: memory that
  // nobody used yet costs them far more than freeing does.
  if (!report.first_world_ready) dead_meshes.clear();
  release_some(k_slots_released_per_frame);
  std::size_t meshes = k_meshes_freed_per_frame + dead_meshes.size() / k_backlog_share;
  for (; meshes > 0 && !dead_meshes.empty(); --meshes) {
    std::vector<content::MeshPage>& mesh = dead_meshes.back();
    if (mesh.size() > k_pages_freed_per_mesh) {
      mesh.resize(mesh.size() - k_pages_freed_per_mesh);
    } else {
      dead_meshes.pop_back();
    }
  }
  const std::size_t contents = std::min(
      dead_contents.size(), k_contents_freed_per_frame + dead_contents.size() / k_backlog_share);
  dead_contents.resize(dead_contents.size() - contents);
}

}  // namespace terrane::stream
