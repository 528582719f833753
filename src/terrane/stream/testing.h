// For tests of this part only: a scripted world of square cells on the plane, a clock that stands
// until it is moved, and a transport and a fetcher whose replies, delays and deaths are the test's
// choice. Owner thread, except for the provider's build, which is pure.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/stream/build_service.h"
#include "terrane/stream/ring_selector.h"
#include "terrane/stream/streamer.h"

namespace terrane::stream::testing {

class ManualClock final : public Clock {
 public:
  double now_s() override {
    const double now = time_s;
    time_s += per_call_s;
    return now;
  }
  double time_s = 100.0;
  double per_call_s = 0;  // what looking at it costs: makes work take time
};

struct Cell {
  int x = 0;
  int z = 0;
};

// A world of cells of `cell_m`; each piece is one cell, selected by the ring.
class ScriptedProvider : public Provider, public RingGrid {
 public:
  double cell_m = 20.0;
  int half_cells = 100000;  // the world ends there
  unsigned pages = 1;       // of a piece at level 0; halved by each level
  unsigned page_vertices = 3;
  double coarse_beyond_m = 1e9;                 // level 1 from here
  unsigned needed_inputs = 0;                   // requests "x,z,i" for each piece
  std::map<std::uint64_t, unsigned> own_pages;  // instead of `pages`, whatever the level
  std::set<std::uint64_t> failing;              // keys whose build fails
  std::function<void()> on_build;               // called in each build
  unsigned partial_selections = 0;              // so many give but half of the pieces
  WorldInfo world;
  mutable std::size_t select_calls = 0;
  std::size_t evict_calls = 0;

  ScriptedProvider() {
    world.uri = "scripted:1";
    world.rules_digest = 77;
    world.lod_count = 2;
  }

  static PieceKey key_of(Cell cell) {
    return {(std::uint64_t{static_cast<std::uint32_t>(cell.x)} << 32) |
            static_cast<std::uint32_t>(cell.z)};
  }
  static Cell cell_of(PieceKey key) {
    return {static_cast<int>(static_cast<std::uint32_t>(key.value >> 32)),
            static_cast<int>(static_cast<std::uint32_t>(key.value))};
  }

  const WorldInfo& info() const override { return world; }
  geo::Frame piece_frame(PieceKey key) const override {
    const Cell cell = cell_of(key);
    geo::Frame frame;
    frame.origin = {cell.x * cell_m, 0, cell.z * cell_m};
    return frame;
  }
  geo::Frame frame_at(geo::Vec3 position) const override {
    geo::Frame frame;
    frame.origin = position;
    return frame;
  }
  double ground_height_m(geo::Vec3) const override { return 0; }
  content::BoundsMm rough_bounds(PieceKey) const override {
    const auto half_mm = static_cast<std::int32_t>(cell_m * 500);
    content::BoundsMm bounds;
    bounds.include(-half_mm, 0, -half_mm);
    bounds.include(half_mm, 10000, half_mm);
    return bounds;
  }

  void pieces_near(geo::Vec3 position, double radius_m,
                   std::vector<RingCandidate>& found) override {
    const int reach = static_cast<int>(radius_m / cell_m) + 1;
    const int centre_x = static_cast<int>(std::floor(position.x / cell_m + 0.5));
    const int centre_z = static_cast<int>(std::floor(position.z / cell_m + 0.5));
    for (int x = centre_x - reach; x <= centre_x + reach; ++x) {
      for (int z = centre_z - reach; z <= centre_z + reach; ++z) {
        if (std::abs(x) > half_cells || std::abs(z) > half_cells) continue;
        const double dx = std::max(0.0, std::fabs(x * cell_m - position.x) - 0.5 * cell_m);
        const double dz = std::max(0.0, std::fabs(z * cell_m - position.z) - 0.5 * cell_m);
        const double distance_m = std::sqrt(dx * dx + dz * dz);
        if (distance_m > radius_m) continue;
        const auto lod = static_cast<std::uint8_t>(distance_m > coarse_beyond_m ? 1 : 0);
        found.push_back({key_of({x, z}), distance_m, lod});
      }
    }
  }

  base::Result<Selection> select(std::span<const Observer> observers, const SelectionLimits& limits,
                                 std::span<const PieceKey> resident) override {
    select_calls += 1;
    Selection selection = select_ring(*this, observers, limits, resident);
    if (partial_selections > 0) {
      partial_selections -= 1;
      selection.is_partial = true;
      selection.pieces.resize(selection.pieces.size() / 2);
    }
    return selection;
  }
  void evict_far(std::span<const Observer>) override { evict_calls += 1; }

  std::vector<fetch::Request> needs(PieceKey key) const override {
    std::vector<fetch::Request> requests;
    const Cell cell = cell_of(key);
    for (unsigned input = 0; input < needed_inputs; ++input) {
      requests.push_back(
          {std::to_string(cell.x) + "," + std::to_string(cell.z) + "," + std::to_string(input)});
    }
    return requests;
  }

  base::Result<content::Content> build_on_worker(
      const BuildRequest& request, std::span<const fetch::Bytes> inputs) const override {
    if (on_build) on_build();
    if (failing.count(request.key.value) > 0) {
      return base::Error{base::ErrorCode::BadData, "the script says no", "a cell", "another cell"};
    }
    content::Content content;
    unsigned count = std::max(pages >> request.lod, pages > 0 ? 1u : 0u);
    if (const auto own = own_pages.find(request.key.value); own != own_pages.end()) {
      count = own->second;
    }
    for (unsigned page = 0; page < count; ++page) {
      content::MeshPage mesh;
      mesh.bounds = rough_bounds(request.key);
      for (unsigned vertex = 0; vertex < page_vertices; ++vertex) {
        const std::uint64_t draw = base::hash(request.key.value, request.lod, page, vertex);
        content::Vertex made;
        made.x_mm = static_cast<std::int32_t>(draw % 1000);
        made.y_mm = static_cast<std::int32_t>(inputs.size());
        mesh.vertices.push_back(made);
        mesh.indices.push_back(static_cast<std::uint16_t>(vertex));
      }
      content.mesh_pages.push_back(std::move(mesh));
    }
    content.labels.push_back({0, 0, 0, 0, content::LabelKind::Place, "a cell"});
    return content;
  }

  base::Result<std::vector<PieceKey>> pieces_in(const Area*) const override {
    return std::vector<PieceKey>{key_of({0, 0})};
  }
  std::vector<PieceKey> neighbours(PieceKey) const override { return {}; }
  std::vector<content::OwnedObject> objects_in(std::span<const PieceKey>) const override {
    return {};
  }
  std::unique_ptr<RoadFollower> follow_roads(geo::Vec3, double, std::uint64_t) const override {
    return nullptr;
  }
};

struct ScriptedWorker {
  bool ready = true;
  bool alive = true;
  bool loaded = true;
  bool replaceable = true;
  bool builds_differently = false;
  std::optional<WorkerHello> hello;
  unsigned replacements = 0;
  std::vector<BuildJob> jobs;  // submitted, in order, and not yet finished
  std::size_t bundles = 0;     // submitted in all
};

// Shared by a test and the transport that the service owns.
struct ScriptedWorkers {
  std::vector<ScriptedWorker> workers;
  double finish_chance = 1.0;  // of each waiting job, at each collect
  bool shuffles = false;       // finished builds arrive in a random order
  std::uint64_t seed = 1;
  double build_ms = 2.0;            // what each build says it took
  std::vector<BuildJob> submitted;  // all, in order
};

class ScriptedTransport final : public BuildTransport {
 public:
  ScriptedTransport(const Provider& provider, ScriptedWorkers& script)
      : provider_(provider), script_(script), random_(script.seed) {}

  unsigned worker_count() const override { return static_cast<unsigned>(script_.workers.size()); }
  bool ready(unsigned worker) const override { return script_.workers[worker].ready; }
  bool alive(unsigned worker) const override { return script_.workers[worker].alive; }
  bool code_loaded(unsigned worker) const override { return script_.workers[worker].loaded; }
  std::optional<WorkerHello> hello(unsigned worker) const override {
    return script_.workers[worker].hello;
  }
  void submit(unsigned index, std::vector<BuildJob> bundle) override {
    ScriptedWorker& worker = script_.workers[index];
    worker.bundles += 1;
    for (BuildJob& job : bundle) {
      script_.submitted.push_back(job);
      worker.jobs.push_back(std::move(job));
    }
  }
  std::vector<Finished> collect() override {
    std::vector<Finished> finished;
    for (unsigned index = 0; index < worker_count(); ++index) {
      ScriptedWorker& worker = script_.workers[index];
      if (!worker.alive) continue;
      std::vector<BuildJob> waiting;
      for (BuildJob& job : worker.jobs) {
        if (base::draw_unit(random_.next()) < script_.finish_chance) {
          finished.push_back({index, build(worker, job)});
        } else {
          waiting.push_back(std::move(job));
        }
      }
      worker.jobs = std::move(waiting);
    }
    if (script_.shuffles) {
      for (std::size_t left = finished.size(); left > 1; --left) {
        const std::uint32_t other =
            base::draw_index(random_.next(), static_cast<std::uint32_t>(left));
        std::swap(finished[left - 1], finished[other]);
      }
    }
    return finished;
  }
  bool replace(unsigned index) override {
    ScriptedWorker& worker = script_.workers[index];
    if (!worker.replaceable) return false;
    worker.alive = true;
    worker.jobs.clear();
    worker.replacements += 1;
    return true;
  }
  const char* name() const override { return "scripted"; }

 private:
  BuildOutcome build(const ScriptedWorker& worker, const BuildJob& job) const {
    BuildOutcome outcome{job.request_id, job.request.key,
                         provider_.build_on_worker(job.request, job.inputs), script_.build_ms,
                         true};
    if (worker.builds_differently && outcome.content.ok()) {
      outcome.content.value().instances.emplace_back();
    }
    return outcome;
  }

  const Provider& provider_;
  ScriptedWorkers& script_;
  base::RandomStream random_;
};

class ScriptedFetcher final : public fetch::Fetcher {
 public:
  void start(std::uint64_t ticket, const fetch::Request& request) override {
    waiting.emplace_back(ticket, request.url);
    most_waiting = std::max(most_waiting, waiting.size());
    started.push_back(request.url);
  }
  std::vector<fetch::Delivery> collect() override {
    std::vector<fetch::Delivery> arrived;
    if (holds) return arrived;
    for (const auto& [ticket, url] : waiting) {
      if (unreachable.count(url) > 0) {
        arrived.push_back(
            {ticket,
             base::Error{base::ErrorCode::Unavailable, "no answer", url, "a server that answers"},
             retry_after_s});
      } else {
        arrived.push_back({ticket, std::make_shared<const std::string>(url)});
      }
    }
    waiting.clear();
    return arrived;
  }
  void cancel(std::uint64_t ticket) override {
    const auto is_it = [ticket](const auto& item) { return item.first == ticket; };
    cancelled += static_cast<std::size_t>(std::count_if(waiting.begin(), waiting.end(), is_it));
    waiting.erase(std::remove_if(waiting.begin(), waiting.end(), is_it), waiting.end());
  }

  double retry_after_s = 0;   // of what is unreachable
  std::size_t cancelled = 0;  // while they waited
  bool holds = false;
  std::set<std::string> unreachable;
  std::vector<std::pair<std::uint64_t, std::string>> waiting;
  std::size_t most_waiting = 0;
  std::vector<std::string> started;
};

inline Observer observer_at(double x, double z) {
  Observer observer;
  observer.position = {x, 0, z};
  return observer;
}

}  // namespace terrane::stream::testing
