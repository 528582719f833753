// What a piece needs before it can be committed: its fetches, its build, and what happens when
// either fails. See detail/streamer_state.h.
#include <algorithm>
#include <cmath>

#include "terrane/stream/detail/streamer_state.h"

namespace terrane::stream {
namespace {

// Pieces asked for their needs in one frame.
constexpr std::size_t k_plans_per_frame = 256;
// Built and not yet committed: beyond this, no more builds are asked for, so that memory stays
// bounded where building is faster than committing.
constexpr std::size_t k_built_backlog_limit = 512;
// The shares of jobs that fill it add up to one but for rounding.
constexpr double k_whole_room = 1.0 + 1e-6;

}  // namespace

// `retry_after_s` beats the streamer's own back-off: whoever fetches knows its server.
void Streamer::State::fail(Slot& slot, base::Error error, double now_s, double retry_after_s) {
  if (slot.attempts == 0) failing_count += 1;
  slot.attempts += 1;
  const int doublings = static_cast<int>(std::min(slot.attempts - 1, 30u));
  const double wait_s = std::ldexp(options.retry_first_s, doublings);
  slot.retry_at_s =
      now_s + (retry_after_s > 0 ? retry_after_s : std::min(wait_s, options.retry_longest_s));
  if (slot.stage == Stage::Fetching) cancel_fetches(slot.request_id);
  slot.error = std::make_unique<base::Error>(std::move(error));
  slot.request_id = 0;
  slot.inputs.clear();
  set_stage(slot, Stage::Failed);
  if (told) told({slot.key, *slot.error, slot.attempts, slot.retry_at_s});
}

void Streamer::State::cancel_fetches(std::uint64_t request_id) {
  const auto is_of_it = [request_id](const detail::Flight& flight) {
    return flight.request_id == request_id;
  };
  for (const detail::Flight& flight : flights) {
    if (is_of_it(flight)) fetcher->cancel(flight.ticket);
  }
  flights.erase(std::remove_if(flights.begin(), flights.end(), is_of_it), flights.end());
}

void Streamer::State::retry_failed(double now_s) {
  const auto due = std::partition(failed.begin(), failed.end(), [&](std::uint32_t index) {
    return slots[index].retry_at_s > now_s;
  });
  std::vector<std::uint32_t> again(due, failed.end());
  failed.erase(due, failed.end());
  for (const std::uint32_t index : again) {
    start_over(slots[index]);
    enqueue(index);
  }
}

void Streamer::State::plan_fetches(std::uint32_t index) {
  Slot& slot = slots[index];
  const std::vector<fetch::Request> needs = provider.needs(slot.key);
  if (needs.empty()) {
    set_stage(slot, Stage::ToBuild);
    return enqueue(index);
  }
  slot.request_id = ++next_request_id;
  slot.inputs.assign(needs.size(), nullptr);
  slot.inputs_missing = needs.size();
  set_stage(slot, Stage::Fetching);
  for (std::size_t input = 0; input < needs.size(); ++input) {
    planned_fetches.push_back({slot.request_id, index, input, needs[input]});
  }
}

void Streamer::State::start_fetches() {
  std::size_t plans = 0;
  while (flights.size() < options.fetches_in_flight) {
    if (!planned_fetches.empty()) {
      const detail::PlannedFetch planned = std::move(planned_fetches.front());
      planned_fetches.pop_front();
      if (slots[planned.slot].request_id != planned.request_id) continue;  // released since
      flights.push_back({++next_ticket, planned.request_id, planned.slot, planned.input});
      report.queries += 1;
      fetcher->start(next_ticket, planned.request);
    } else {
      if (to_fetch.empty() || plans == k_plans_per_frame) return;
      const detail::QueueEntry entry = to_fetch.pop();
      if (slots[entry.slot].stage != Stage::ToFetch) continue;
      plans += 1;
      plan_fetches(entry.slot);
    }
  }
}

void Streamer::State::collect_fetches(double now_s) {
  for (fetch::Delivery& delivery : fetcher->collect()) {
    const auto flight = std::find_if(
        flights.begin(), flights.end(),
        [&](const detail::Flight& candidate) { return candidate.ticket == delivery.ticket; });
    if (flight == flights.end()) continue;
    const detail::Flight landed = *flight;
    flights.erase(flight);
    if (delivery.body.ok()) report.bytes_fetched += delivery.body.value()->size();
    Slot& slot = slots[landed.slot];
    if (slot.request_id != landed.request_id) continue;  // released, or failed by another input
    if (!delivery.body.ok()) {
      fail(slot, std::move(delivery.body).error(), now_s, delivery.retry_after_s);
      enqueue(landed.slot);
      continue;
    }
    slot.inputs[landed.input] = std::move(delivery.body).value();
    slot.inputs_missing -= 1;
    if (slot.inputs_missing > 0) continue;
    set_stage(slot, Stage::ToBuild);
    enqueue(landed.slot);
  }
}

void Streamer::State::receive_builds(double deadline_s, double now_s) {
  for (BuildOutcome& outcome : builds.pump(deadline_s)) {
    report.pieces_built += 1;
    report.built_on_workers += outcome.built_on_worker ? 1 : 0;
    const std::uint32_t index = index_by_key.find(outcome.key.value);
    const bool is_current = index != FlatIndex::k_absent && slots[index].stage == Stage::Building &&
                            slots[index].request_id == outcome.request_id;
    if (!is_current) {
      report.stale_results += 1;
      if (outcome.content.ok()) {
        dead_meshes.push_back(std::move(outcome.content).value().mesh_pages);
      }
      continue;
    }
    Slot& slot = slots[index];
    if (outcome.content.ok()) {
      slot.built = std::make_unique<content::Content>(std::move(outcome.content).value());
      set_stage(slot, Stage::ToCommit);
    } else {
      fail(slot, std::move(outcome.content).error(), now_s);
    }
    enqueue(index);
  }
}

void Streamer::State::submit_builds() {
  const bool is_full = to_commit.size() + for_room.size() >= k_built_backlog_limit;
  std::vector<BuildJob> jobs;
  double filled = 0;  // share of the service's room
  while (!to_build.empty()) {
    // What makes room is built even then, or nothing would ever move again.
    Slot& slot = slots[to_build.front().slot];
    if (is_full && !slot.lowering) break;
    if (slot.stage != Stage::ToBuild) {
      to_build.pop();
      continue;
    }
    const std::uint8_t lod = level_for(slot);
    const std::size_t room = builds.room(lod);
    if (room == 0) break;
    filled += 1.0 / static_cast<double>(room);
    if (filled > k_whole_room) break;
    to_build.pop();
    slot.request_id = ++next_request_id;
    slot.request_lod = lod;
    jobs.push_back({slot.request_id,
                    {slot.key, slot.request_lod, InputScope::Padded},
                    std::move(slot.inputs)});
    slot.inputs.clear();
    set_stage(slot, Stage::Building);
  }
  if (!jobs.empty()) builds.submit(std::move(jobs));
}

}  // namespace terrane::stream
