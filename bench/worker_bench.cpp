// What workers that share no memory cost: a piece as a message beside building it and beside
// copying it into the pool; and a drive of 60 seconds whose pieces all come by message, with what
// of it the drawing thread pays. Two workers run between the frames, each as far as a frame is
// long, so their work is not counted. Compare the rows with each other, not with another day's.
#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "terrane/content/wire.h"
#include "terrane/stream/message_transport.h"
#include "terrane/stream/message_worker.h"
#include "terrane/stream/pages.h"
#include "terrane/stream/streamer.h"
#include "terrane/world/open_world.h"

namespace {

using namespace terrane;

constexpr std::size_t k_page_bytes = content::k_page_vertices * sizeof(content::Vertex) +
                                     content::k_page_indices * sizeof(std::uint16_t);
constexpr unsigned k_workers = 2;
constexpr double k_frame_s = 1.0 / 60.0;
constexpr double k_speed_m_per_s = 30.0;
constexpr unsigned k_frames = 3600;
constexpr std::uint32_t k_pool_pages = 12288;

std::vector<content::Content> built_pieces(const std::string& uri, std::size_t count) {
  std::vector<content::Content> built;
  const auto provider = world::open_world(uri);
  if (!provider.ok()) return built;
  const auto keys = provider.value()->pieces_in(nullptr);
  if (!keys.ok()) return built;
  for (const stream::PieceKey key : keys.value()) {
    if (built.size() == count) break;
    auto content = provider.value()->build_on_worker({key, 0, {}}, {});
    if (content.ok()) built.push_back(std::move(content).value());
  }
  return built;
}

std::vector<std::vector<std::uint8_t>> wires_of(const std::vector<content::Content>& built) {
  std::vector<std::vector<std::uint8_t>> wires(built.size());
  for (std::size_t piece = 0; piece < built.size(); ++piece) {
    content::append_wire(built[piece], wires[piece]);
  }
  return wires;
}

void build_pieces(benchmark::State& state, const std::string& uri) {
  const auto provider = world::open_world(uri);
  if (!provider.ok()) return state.SkipWithError("the world does not open");
  const auto keys = provider.value()->pieces_in(nullptr);
  if (!keys.ok() || keys.value().empty()) return state.SkipWithError("the world has no piece");
  const std::size_t count = std::min<std::size_t>(256, keys.value().size());
  std::size_t next = 0;
  for (auto _ : state) {
    const stream::PieceKey key = keys.value()[next++ % count];
    benchmark::DoNotOptimize(provider.value()->build_on_worker({key, 0, {}}, {}));
  }
}

void encode_pieces(benchmark::State& state, const std::string& uri) {
  const auto built = built_pieces(uri, 256);
  if (built.empty()) return state.SkipWithError("the world has no piece");
  std::size_t next = 0;
  std::vector<std::uint8_t> wire;
  for (auto _ : state) {
    wire.clear();
    content::append_wire(built[next++ % built.size()], wire);
    benchmark::DoNotOptimize(wire.data());
  }
  std::size_t wire_bytes = 0;
  std::size_t page_bytes = 0;
  std::size_t used_bytes = 0;
  for (const auto& bytes : wires_of(built)) wire_bytes += bytes.size();
  for (const content::Content& content : built) {
    page_bytes += content.mesh_pages.size() * k_page_bytes;
    used_bytes += content.mesh_bytes();
  }
  const auto mean = [&](std::size_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(built.size());
  };
  state.counters["wire_bytes_per_piece"] = mean(wire_bytes);
  state.counters["mesh_bytes_per_piece"] = mean(used_bytes);
  state.counters["page_bytes_per_piece"] = mean(page_bytes);
}

void decode_pieces(benchmark::State& state, const std::string& uri) {
  const auto wires = wires_of(built_pieces(uri, 256));
  if (wires.empty()) return state.SkipWithError("the world has no piece");
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(content::read_wire(wires[next++ % wires.size()]));
  }
}

// What this thread has worked: a busy machine that takes it off its core counts for nothing.
double worked_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

// What crossed, and what the drawing thread spent on it, a frame.
struct Costs {
  std::size_t change_messages = 0;
  std::size_t change_bytes = 0;
  std::size_t piece_messages = 0;
  std::size_t piece_bytes = 0;
  double collect_ms = 0;
  double submit_ms = 0;
};

class FramePort final : public stream::MessagePort {
 public:
  explicit FramePort(Costs& costs) : costs_(costs) { restart(); }

  void post(stream::MessageView message) override {
    if (stream::kind_of(message).value() == stream::MessageKind::Changes) {
      costs_.change_messages += 1;
      costs_.change_bytes += message.size();
    }
    to_worker_.emplace_back(message.begin(), message.end());
  }
  bool take(stream::Message& message) override {
    if (to_owner_.empty()) return false;
    message = to_owner_.front();  // copied, as a page copies it into the module's memory
    to_owner_.pop_front();
    return true;
  }
  bool code_loaded() const override { return true; }
  std::string error() const override { return {}; }
  bool restart() override {
    to_worker_.clear();
    to_owner_.clear();
    worker_ = std::make_unique<stream::MessageWorker>(
        [](const stream::LoadMessage& load) { return world::open_world(load.uri); },
        [this](stream::MessageView message) { answer(message); }, clock_);
    return true;
  }
  void end() override { to_worker_.clear(); }

  // Between two frames.
  void work_a_frame() {
    left_s_ = std::min(left_s_ + k_frame_s, k_frame_s);
    while (left_s_ > 0 && !to_worker_.empty()) {
      const stream::Message message = std::move(to_worker_.front());
      to_worker_.pop_front();
      const double start_s = clock_.now_s();
      worker_->receive(message);
      left_s_ -= clock_.now_s() - start_s;
    }
  }

 private:
  void answer(stream::MessageView message) {
    costs_.piece_messages += 1;
    costs_.piece_bytes += message.size();
    to_owner_.emplace_back(message.begin(), message.end());
  }

  Costs& costs_;
  stream::SteadyClock clock_;
  std::unique_ptr<stream::MessageWorker> worker_;
  std::deque<stream::Message> to_worker_;
  std::deque<stream::Message> to_owner_;
  double left_s_ = 0;
};

// Passes everything on and takes the time.
class TimedTransport final : public stream::BuildTransport {
 public:
  TimedTransport(std::unique_ptr<stream::BuildTransport> of, Costs& costs)
      : of_(std::move(of)), costs_(costs) {}
  unsigned worker_count() const override { return of_->worker_count(); }
  bool ready(unsigned worker) const override { return of_->ready(worker); }
  std::optional<stream::WorkerHello> hello(unsigned worker) const override {
    return of_->hello(worker);
  }
  bool code_loaded(unsigned worker) const override { return of_->code_loaded(worker); }
  bool alive(unsigned worker) const override { return of_->alive(worker); }
  std::string why_dead(unsigned worker) const override { return of_->why_dead(worker); }
  void submit(unsigned worker, std::vector<stream::BuildJob> bundle) override {
    const double start_ms = worked_ms();
    of_->submit(worker, std::move(bundle));
    costs_.submit_ms += worked_ms() - start_ms;
  }
  std::vector<Finished> collect() override { return of_->collect(); }
  std::vector<Finished> collect_by(stream::Clock& clock, double deadline_s) override {
    const double start_ms = worked_ms();
    std::vector<Finished> finished = of_->collect_by(clock, deadline_s);
    costs_.collect_ms += worked_ms() - start_ms;
    return finished;
  }
  bool replace(unsigned worker) override { return of_->replace(worker); }
  void dismiss(unsigned worker) override { of_->dismiss(worker); }
  const char* name() const override { return of_->name(); }

 private:
  std::unique_ptr<stream::BuildTransport> of_;
  Costs& costs_;
};

// A frame begins each sixtieth of a second, however long the workers took; within it time is real.
class FrameClock final : public stream::Clock {
 public:
  double now_s() override { return frame_s_ + real_.now_s() - began_s_; }
  void begin_frame() {
    frame_s_ += k_frame_s;
    began_s_ = real_.now_s();
  }

 private:
  stream::SteadyClock real_;
  double frame_s_ = 0;
  double began_s_ = real_.now_s();
};

double share_of(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(static_cast<double>(values.size() - 1) * share)];
}

void drive(benchmark::State& state, const std::string& uri) {
  auto opened = world::open_world(uri);
  if (!opened.ok()) return state.SkipWithError("the world does not open");
  stream::Provider& provider = *opened.value();
  Costs costs;
  std::vector<FramePort*> workers;
  std::vector<std::unique_ptr<stream::MessagePort>> ports;
  for (unsigned worker = 0; worker < k_workers; ++worker) {
    auto port = std::make_unique<FramePort>(costs);
    workers.push_back(port.get());
    ports.push_back(std::move(port));
  }
  FrameClock clock;
  stream::BuildService builds(
      provider,
      std::make_unique<TimedTransport>(
          stream::make_message_transport(provider, std::move(ports), {uri, "", nullptr}), costs),
      {}, &clock);
  stream::MemoryPageSink sink(k_pool_pages);
  stream::Streamer streamer(provider, builds, sink, k_pool_pages, clock);
  const auto follower =
      provider.follow_roads(provider.info().start.origin, provider.info().start_heading_rad, 1);
  std::vector<double> update_ms;
  std::vector<double> collect_ms;
  std::vector<double> submit_ms;
  unsigned loading_frames = 0;
  std::size_t first_change_bytes = 0;
  for (auto _ : state) {
    while (update_ms.size() < k_frames) {
      const bool is_loading = !streamer.report().first_world_ready;
      if (!is_loading) follower->advance(k_speed_m_per_s * k_frame_s);
      stream::Observer observer;
      observer.position = follower->place().position;
      observer.forward = follower->place().forward;
      costs.collect_ms = 0;
      costs.submit_ms = 0;
      clock.begin_frame();
      const double start_ms = worked_ms();
      if (!streamer.update({&observer, 1}).ok()) return state.SkipWithError("nowhere");
      const double ms = worked_ms() - start_ms;
      if (is_loading) {
        loading_frames += 1;
        first_change_bytes = costs.change_bytes;
      } else {
        update_ms.push_back(ms);
        collect_ms.push_back(costs.collect_ms);
        submit_ms.push_back(costs.submit_ms);
      }
      for (FramePort* worker : workers) worker->work_a_frame();
      if (builds.inline_fallback()) return state.SkipWithError(builds.trouble().c_str());
    }
  }
  state.counters["loading_frames"] = loading_frames;
  state.counters["update_ms_p50"] = share_of(update_ms, 0.5);
  state.counters["update_ms_p99"] = share_of(update_ms, 0.99);
  state.counters["update_ms_max"] = share_of(update_ms, 1.0);
  state.counters["collect_ms_p99"] = share_of(collect_ms, 0.99);
  state.counters["submit_ms_p99"] = share_of(submit_ms, 0.99);
  state.counters["submit_ms_max"] = share_of(submit_ms, 1.0);
  state.counters["pieces"] = static_cast<double>(costs.piece_messages);
  state.counters["piece_megabytes"] = static_cast<double>(costs.piece_bytes) * 1e-6;
  state.counters["mirror_bytes_first"] = static_cast<double>(first_change_bytes);
  state.counters["mirror_bytes_drive"] =
      static_cast<double>(costs.change_bytes - first_change_bytes);
  state.counters["mirror_messages"] = static_cast<double>(costs.change_messages);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string town = std::string("osm:") + TERRANE_SOURCE_DIR + "/data/town.osm";
  for (const std::string& uri : {std::string("city:412"), town}) {
    benchmark::RegisterBenchmark(("build " + uri).c_str(), build_pieces, uri);
    benchmark::RegisterBenchmark(("encode " + uri).c_str(), encode_pieces, uri);
    benchmark::RegisterBenchmark(("decode " + uri).c_str(), decode_pieces, uri);
  }
  for (const char* uri : {"city:412", "city:412?layout=grown"}) {
    benchmark::RegisterBenchmark((std::string("drive 60 s ") + uri).c_str(), drive,
                                 std::string(uri))
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
