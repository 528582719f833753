#include "terrane/stream/streamer.h"

#include <algorithm>
#include <cmath>

#include "terrane/stream/detail/streamer_state.h"

namespace terrane::stream {
namespace detail {
namespace {

bool dearer(const QueueEntry& a, const QueueEntry& b) {
  return a.cost != b.cost ? a.cost > b.cost : b.key < a.key;
}

}  // namespace

void CostQueue::push(const QueueEntry& entry) {
  entries_.push_back(entry);
  std::push_heap(entries_.begin(), entries_.end(), dearer);
}

QueueEntry CostQueue::pop() {
  std::pop_heap(entries_.begin(), entries_.end(), dearer);
  const QueueEntry entry = entries_.back();
  entries_.pop_back();
  return entry;
}

}  // namespace detail

namespace {

// What an observer may see without turning: 65 degrees to either side of a level view, and all that
// is so near that its middle says little about where it lies.
constexpr double k_cos_half_view = 0.42261826174069944;
constexpr double k_level_view = 0.2;  // of a unit vector: the level part of a view that looks ahead
constexpr double k_always_near_m = 80.0;

// Slots made before the first frame; more are made when a selection needs them.
constexpr std::size_t k_slots_prepared = 4096;
// A piece is drawn coarser only when so many selections in a row wanted it, two seconds by default,
// so that one on the border between two levels is not built over and over. Finer it is drawn at
// once.
constexpr std::uint8_t k_coarser_wishes = 8;

base::Result<void> check(std::span<const Observer> observers) {
  for (std::size_t index = 0; index < observers.size(); ++index) {
    const Observer& observer = observers[index];
    const char* faulty = nullptr;
    if (!is_finite(observer.forward)) faulty = "view direction";
    if (!is_finite(observer.velocity)) faulty = "velocity";
    if (!is_finite(observer.position)) faulty = "position";
    if (faulty == nullptr) continue;
    return base::Error{base::ErrorCode::OutOfRange, std::string(faulty) + " is not finite",
                       "observer " + std::to_string(index + 1),
                       "three finite numbers were expected"};
  }
  return {};
}

}  // namespace

Streamer::State::State(Provider& provider_in, BuildService& builds_in, PageSink& sink_in,
                       std::uint32_t pool_pages, Clock& clock_in, fetch::Fetcher* fetcher_in,
                       StreamerOptions options_in)
    : provider(provider_in),
      builds(builds_in),
      sink(sink_in),
      pool(pool_pages),
      clock(clock_in),
      fetcher(fetcher_in != nullptr ? fetcher_in : provider_in.fetcher()),
      options(options_in) {
  // Memory that is touched for the first time costs far more than memory that was used before:
  // touch it here, and not while driving.
  const std::size_t count = std::min<std::size_t>(options.limits.piece_limit, k_slots_prepared);
  slots.resize(count);
  stage_counts[static_cast<std::size_t>(Stage::Free)] = count;
  for (std::size_t index = count; index > 0; --index) {
    free_slots.push_back(static_cast<std::uint32_t>(index - 1));
  }
  index_by_key.reserve(count);
  order.reserve(count);
  previous.reserve(count);
  leaving.reserve(count);
  resident_by_cost.reserve(count);
  held_keys.reserve(count);
  previous_held_keys.reserve(count);
}

void Streamer::State::set_stage(Slot& slot, Stage stage) {
  const bool on_its_way = stage >= Stage::ToFetch && stage <= Stage::ForRoom;
  if (slot.stage == Stage::ForRoom) awaited_pages -= slot.pages_needed;
  if (stage == Stage::ForRoom) awaited_pages += slot.pages_needed;
  if (slot.lowering && !on_its_way) {
    slot.lowering = false;
    expected_pages -= slot.expected_gain();
    room_came_back = true;  // whoever waited for it must look again, even if it brought nothing
  }
  stage_counts[static_cast<std::size_t>(slot.stage)] -= 1;
  slot.stage = stage;
  stage_counts[static_cast<std::size_t>(slot.stage)] += 1;
}

// Back to the begin of the piece's way; what is on the way already becomes stale.
void Streamer::State::start_over(Slot& slot) {
  slot.request_id = 0;
  slot.inputs.clear();
  set_stage(slot, fetcher != nullptr ? Stage::ToFetch : Stage::ToBuild);
}

void Streamer::State::enqueue(std::uint32_t index) {
  const Slot& slot = slots[index];
  // What makes room for others goes before them.
  const detail::QueueEntry entry{slot.lowering ? -1.0 : slot.cost, slot.key, index};
  switch (slot.stage) {
    case Stage::ToFetch:
      to_fetch.push(entry);
      break;
    case Stage::ToBuild:
      to_build.push(entry);
      break;
    case Stage::ToCommit:
      to_commit.push(entry);
      break;
    case Stage::ForRoom:
      for_room.push_back(index);
      break;
    case Stage::Failed:
      failed.push_back(index);
      break;
    default:
      break;
  }
}

std::uint8_t Streamer::State::coarsest_level() const {
  return static_cast<std::uint8_t>(std::max<unsigned>(provider.info().lod_count, 1) - 1);
}

std::uint8_t Streamer::State::level_for(const Slot& slot) const {
  const unsigned level = unsigned{slot.wanted_lod} + slot.lod_penalty;
  return static_cast<std::uint8_t>(std::min<unsigned>(level, coarsest_level()));
}

bool Streamer::State::wants_other_level(Slot& slot) const {
  const std::uint8_t level = level_for(slot);
  if (level <= slot.drawn.lod) {
    slot.coarser_wishes = 0;
    return level < slot.drawn.lod;
  }
  slot.coarser_wishes += 1;
  return slot.coarser_wishes >= k_coarser_wishes;
}

// The fetcher may outlive the streamer, and the tickets of the next one begin anew.
Streamer::State::~State() {
  for (const detail::Flight& flight : flights) fetcher->cancel(flight.ticket);
}

base::Result<void> Streamer::State::select(std::span<const Observer> from, double now_s) {
  SelectionLimits limits = options.limits;
  limits.growth_limit = std::min(limits.growth_limit, options.growth_per_selection);
  next_selection = TERRANE_TRY(provider.select(from, limits, held_keys));
  next_select_s = next_selection.is_partial ? now_s : now_s + options.select_interval_s;
  next_selection_waits = true;
  return {};
}

std::uint32_t Streamer::State::claim(PieceKey key) {
  std::uint32_t index = 0;
  if (free_slots.empty()) {
    index = static_cast<std::uint32_t>(slots.size());
    slots.emplace_back();
    stage_counts[static_cast<std::size_t>(Stage::Free)] += 1;
  } else {
    index = free_slots.back();
    free_slots.pop_back();
  }
  slots[index].key = key;
  start_over(slots[index]);
  return index;
}

void Streamer::State::apply_selection() {
  next_selection_waits = false;
  std::swap(selection, next_selection);
  stamp += 1;
  std::swap(order, previous);
  order.clear();
  claimed_keys.clear();
  for (const WantedPiece& wanted : selection.pieces) {
    std::uint32_t index = index_by_key.find(wanted.key.value);
    if (index == FlatIndex::k_absent) {
      index = claim(wanted.key);
      index_by_key.find_or_add(wanted.key.value, index);
      claimed_keys.push_back(wanted.key);
    }
    Slot& slot = slots[index];
    TERRANE_ASSERT(slot.stamp != stamp, "a selection names a piece once");
    slot.stamp = stamp;
    slot.cost = wanted.cost;
    slot.within_reach = wanted.within_reach;
    slot.wanted_lod = wanted.lod;
    order.push_back(index);
  }
  leave_unwanted();
  update_held_keys();
  revisit_overflow();
  restore_one_level();
  rebuild_lists();
}

void Streamer::State::leave_unwanted() {
  left_keys.clear();
  for (const std::uint32_t index : previous) {
    if (slots[index].stamp == stamp) continue;
    left_keys.push_back(slots[index].key);
    index_by_key.remove(slots[index].key.value);
    leave(index);
  }
}

// Few come and few go at a time, so this is cheaper than sorting all.
void Streamer::State::update_held_keys() {
  if (claimed_keys.empty() && left_keys.empty()) return;
  std::sort(claimed_keys.begin(), claimed_keys.end());
  std::sort(left_keys.begin(), left_keys.end());
  std::swap(held_keys, previous_held_keys);
  held_keys.clear();
  auto left = left_keys.begin();
  auto claimed = claimed_keys.begin();
  for (const PieceKey key : previous_held_keys) {
    if (left != left_keys.end() && *left == key) {
      ++left;
      continue;
    }
    for (; claimed != claimed_keys.end() && *claimed < key; ++claimed)
      held_keys.push_back(*claimed);
    held_keys.push_back(key);
  }
  held_keys.insert(held_keys.end(), claimed, claimed_keys.end());
}

// Queues and lists in the order of the new costs.
void Streamer::State::rebuild_lists() {
  to_fetch.clear();
  to_build.clear();
  to_commit.clear();
  for_room.clear();
  failed.clear();
  resident_by_cost.clear();
  settled_count = 0;
  for (const std::uint32_t index : order) {
    Slot& slot = slots[index];
    if (slot.stage == Stage::Resident && wants_other_level(slot)) start_over(slot);
    if (slot.stage != Stage::Resident) enqueue(index);
    if (slot.is_drawn) {
      slot.drawn.cost = slot.cost;
      resident_by_cost.push_back(&slot.drawn);
    }
  }
}

void Streamer::State::note_first_world(double now_s) {
  if (report.first_world_ready || stamp == 0 || selection.is_partial) return;
  for (; settled_count < order.size(); ++settled_count) {
    const Slot& slot = slots[order[settled_count]];
    const bool settled = slot.is_drawn || !slot.within_reach || slot.stage == Stage::Failed ||
                         slot.stage == Stage::Overflow;
    if (!settled) return;
  }
  report.first_world_ready = true;
  report.first_world_at_s = now_s;
}

// The level way from the nearest observer to the nearest point of the piece's rough bounds.
double Streamer::State::distance_m(PieceKey key) const {
  const geo::Frame frame = provider.piece_frame(key);
  const content::BoundsMm bounds = provider.rough_bounds(key);
  const auto outside_m = [](double value_m, std::int32_t min_mm, std::int32_t max_mm) {
    return std::max({min_mm * 0.001 - value_m, value_m - max_mm * 0.001, 0.0});
  };
  double nearest_m = HUGE_VAL;
  for (const Observer& observer : observers) {
    const geo::Vec3 local = frame.to_local(observer.position);
    geo::Vec3 outside = local;
    if (!bounds.empty()) {
      outside = {outside_m(local.x, bounds.min_mm[0], bounds.max_mm[0]), 0.0,
                 outside_m(local.z, bounds.min_mm[2], bounds.max_mm[2])};
    }
    nearest_m = std::min(nearest_m, length(outside));
  }
  return nearest_m;
}

// How far the selection goes where it names neither a complete radius nor what lies beyond it.
double Streamer::State::reach_m() const {
  const double stated_m = std::max(options.limits.load_radius_m, options.limits.reach_m);
  if (selection.end == SelectionEnd::RanOutOfWorld) return stated_m;
  if (selection.complete_radius_m > 0) return selection.complete_radius_m;
  if (!selection.beyond.empty()) return options.limits.reach_m * options.limits.prefetch_factor;
  const auto last = std::find_if(selection.pieces.rbegin(), selection.pieces.rend(),
                                 [](const WantedPiece& piece) { return piece.within_reach; });
  if (last == selection.pieces.rend()) return 0;
  return std::min(stated_m, distance_m(last->key));
}

// Whether somebody who looks about as the first observer does can see the piece.
bool Streamer::State::ahead(PieceKey key) const {
  if (observers.empty()) return true;
  const Observer& observer = observers.front();
  const geo::Vec3 up = provider.frame_at(observer.position).up;
  const geo::Vec3 view = observer.forward - up * dot(up, observer.forward);
  const content::BoundsMm bounds = provider.rough_bounds(key);
  geo::Vec3 middle;
  if (!bounds.empty()) {
    middle.x = 0.0005 * (double{1} * bounds.min_mm[0] + bounds.max_mm[0]);
    middle.z = 0.0005 * (double{1} * bounds.min_mm[2] + bounds.max_mm[2]);
  }
  const geo::Vec3 way = provider.piece_frame(key).to_world(middle) - observer.position;
  const geo::Vec3 level_way = way - up * dot(up, way);
  if (length(view) < k_level_view || length(level_way) < k_always_near_m) return true;
  return dot(view, level_way) >= k_cos_half_view * length(view) * length(level_way);
}

void Streamer::State::refresh_report() {
  const auto count = [this](Stage stage) { return stage_counts[static_cast<std::size_t>(stage)]; };
  report.wanted = order.size();
  report.resident = resident_by_cost.size();
  report.fetching = count(Stage::ToFetch) + count(Stage::Fetching);
  report.queued = count(Stage::ToBuild);
  report.building = count(Stage::Building);
  report.overflow_pieces = count(Stage::Overflow) + count(Stage::ForRoom);
  report.failed_pieces = failing_count;
  if (fetcher != nullptr) {
    if (const auto traffic = fetcher->traffic()) {
      report.queries = traffic->queries;
      report.bytes_fetched = traffic->bytes;
    }
  }
  report.resident_bytes = (pool.page_count() - pool.free_count()) * k_page_bytes + side_bytes;
  report.selection_end = selection.end;
}

Streamer::Streamer(Provider& provider, BuildService& builds, PageSink& sink,
                   std::uint32_t pool_pages, Clock& clock, fetch::Fetcher* fetcher,
                   StreamerOptions options)
    : state_(std::make_unique<State>(provider, builds, sink, pool_pages, clock, fetcher, options)) {
}

Streamer::~Streamer() = default;

base::Result<void> Streamer::update(std::span<const Observer> observers) {
  State& state = *state_;
  TERRANE_TRY(check(observers));
  const double now_s = state.clock.now_s();
  const double budget_ms = state.report.first_world_ready ? state.options.frame_budget_ms
                                                          : state.options.loading_budget_ms;
  const double deadline_s = now_s + budget_ms * 1e-3;
  state.observers.assign(observers.begin(), observers.end());
  // Asking and applying take a frame each, so that neither comes on top of the other; but while
  // nothing stands yet, the sooner the better.
  if (state.next_selection_waits) {
    state.apply_selection();
  } else if (now_s >= state.next_select_s) {
    TERRANE_TRY(state.select(observers, now_s));
    if (!state.report.first_world_ready) state.apply_selection();
  } else if (now_s >= state.next_evict_s) {
    state.next_evict_s = now_s + state.options.evict_interval_s;
    state.provider.evict_far(observers);
  }
  state.retry_failed(now_s);
  if (state.fetcher != nullptr) {
    state.collect_fetches(now_s);
    state.start_fetches();
  }
  // Inline builds may take half of the frame, so that the other half commits what they built.
  state.receive_builds(now_s + 0.5 * budget_ms * 1e-3, now_s);
  state.submit_builds();
  state.commit(deadline_s);
  state.free_some();
  state.note_first_world(state.clock.now_s());
  state.refresh_report();
  return {};
}

std::span<const ResidentPiece* const> Streamer::resident() const {
  return state_->resident_by_cost;
}

const ResidentPiece* Streamer::find(PieceKey key) const {
  const std::uint32_t index = state_->index_by_key.find(key.value);
  if (index == FlatIndex::k_absent || !state_->slots[index].is_drawn) return nullptr;
  return &state_->slots[index].drawn;
}

const Selection& Streamer::selection() const {
  return state_->selection;
}

const StreamerReport& Streamer::report() const {
  return state_->report;
}

std::vector<Failure> Streamer::failures() const {
  std::vector<Failure> failures;
  for (const std::uint32_t index : state_->order) {
    const detail::Slot& slot = state_->slots[index];
    // A piece that is being tried again is still one that cannot be had now.
    if (slot.attempts == 0) continue;
    failures.push_back({slot.key, *slot.error, slot.attempts, slot.retry_at_s});
  }
  return failures;
}

std::vector<PieceKey> Streamer::overflowing() const {
  std::vector<PieceKey> keys;
  for (const std::uint32_t index : state_->order) {
    const detail::Slot& slot = state_->slots[index];
    if (slot.stage == detail::Stage::Overflow || slot.stage == detail::Stage::ForRoom) {
      keys.push_back(slot.key);
    }
  }
  return keys;
}

double Streamer::clear_distance_m() const {
  const State& state = *state_;
  double clear_m = state.reach_m();
  const auto close_before = [&](PieceKey key) {
    if (state.ahead(key)) clear_m = std::min(clear_m, state.distance_m(key));
  };
  std::size_t missing = state.order.size() - state.resident_by_cost.size();
  for (std::size_t place = 0; place < state.order.size() && missing > 0; ++place) {
    const detail::Slot& slot = state.slots[state.order[place]];
    if (slot.is_drawn) continue;
    missing -= 1;
    close_before(slot.key);
  }
  for (const WantedPiece& piece : state.selection.left_out) close_before(piece.key);
  for (const PieceKey key : state.selection.beyond) close_before(key);
  return clear_m;
}

void Streamer::on_failure(std::function<void(const Failure&)> told) {
  state_->told = std::move(told);
}

}  // namespace terrane::stream
