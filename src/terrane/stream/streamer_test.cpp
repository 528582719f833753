#include "terrane/stream/streamer.h"

#include <doctest/doctest.h>

#include <limits>

#include "terrane/stream/testing.h"

namespace terrane::stream {
namespace {

using testing::Cell;
using testing::ManualClock;
using testing::observer_at;
using testing::ScriptedFetcher;
using testing::ScriptedProvider;
using testing::ScriptedTransport;
using testing::ScriptedWorkers;

constexpr double k_frame_s = 1.0 / 64;  // exact, so that clocks add up

StreamerOptions near_options() {
  StreamerOptions options;
  options.limits.load_radius_m = 100;
  options.limits.unload_radius_m = 130;
  return options;
}

// A streamer over a scripted world. `workers` = 0 builds inline.
struct Stage {
  explicit Stage(unsigned workers, StreamerOptions options = near_options(),
                 std::uint32_t pool_pages = 4096, bool fetches = false) {
    script.workers.resize(workers);
    start(options, pool_pages, fetches);
  }
  void start(StreamerOptions options, std::uint32_t pool_pages, bool fetches) {
    BuildServiceOptions build_options;
    build_options.bundle_limit = 2;
    build_options.inline_pieces_per_frame = 1000;
    std::unique_ptr<BuildTransport> transport;
    if (!script.workers.empty()) {
      transport = std::make_unique<ScriptedTransport>(provider, script);
    }
    sink = std::make_unique<MemoryPageSink>(pool_pages);
    service = std::make_unique<BuildService>(provider, std::move(transport), build_options, &clock);
    streamer = std::make_unique<Streamer>(provider, *service, *sink, pool_pages, clock,
                                          fetches ? &fetcher : nullptr, options);
  }

  void frame(const Observer& observer) {
    clock.time_s += k_frame_s;
    REQUIRE(streamer->update({&observer, 1}).ok());
  }
  void frames(const Observer& observer, int count) {
    for (int number = 0; number < count; ++number) frame(observer);
  }
  bool is_resident(Cell cell) const {
    return streamer->find(ScriptedProvider::key_of(cell)) != nullptr;
  }
  const StreamerReport& report() const { return streamer->report(); }

  // Everything that is drawn, as a renderer sees it.
  std::map<std::uint64_t, std::uint64_t> table() const {
    std::map<std::uint64_t, std::uint64_t> pieces;
    for (const ResidentPiece* piece : streamer->resident()) {
      std::uint64_t digest = base::hash(piece->lod, piece->pages.size());
      for (std::size_t page = 0; page < piece->pages.size(); ++page) {
        const auto vertices = sink->vertices(piece->pages[page]);
        for (std::size_t place = 0; place < piece->page_index_counts[page]; ++place) {
          digest = base::hash_combine(digest, static_cast<std::uint64_t>(vertices[place].x_mm));
        }
      }
      pieces[piece->key.value] = digest;
    }
    return pieces;
  }

  ScriptedProvider provider;
  ManualClock clock;
  ScriptedWorkers script;
  ScriptedFetcher fetcher;
  std::unique_ptr<MemoryPageSink> sink;
  std::unique_ptr<BuildService> service;
  std::unique_ptr<Streamer> streamer;
};

double cost_of(const Selection& selection, PieceKey key) {
  for (const WantedPiece& piece : selection.pieces) {
    if (piece.key == key) return piece.cost;
  }
  return -1;
}

}  // namespace

TEST_CASE("every wanted piece becomes resident, sorted by cost, and the first world is told once") {
  Stage stage(2);
  const Observer observer = observer_at(0, 0);
  stage.frame(observer);
  CHECK_FALSE(stage.report().first_world_ready);
  CHECK(stage.streamer->resident().empty());
  stage.frames(observer, 60);
  const StreamerReport& report = stage.report();
  CHECK(report.first_world_ready);
  CHECK(report.resident == report.wanted);
  CHECK(report.resident == stage.streamer->selection().pieces.size());
  CHECK(report.pieces_built == report.wanted);
  CHECK(report.built_on_workers == report.wanted);
  CHECK(report.stale_results == 0);
  double cost = 0;
  for (const ResidentPiece* piece : stage.streamer->resident()) {
    CHECK(piece->cost >= cost);
    cost = piece->cost;
    CHECK(stage.streamer->find(piece->key) == piece);
    REQUIRE(piece->content != nullptr);
    CHECK(piece->content->mesh_pages.empty());
    CHECK(piece->content->labels.size() == 1);
    CHECK(piece->page_bounds.size() == piece->pages.size());
  }
}

TEST_CASE("a selection that stopped growing is asked for again at once, until it is whole") {
  Stage stage(2);
  stage.provider.partial_selections = 3;
  const Observer observer = observer_at(0, 0);
  for (std::size_t frame = 1; frame <= 4; ++frame) {
    stage.frame(observer);
    CHECK_MESSAGE(stage.provider.select_calls == frame, "a partial selection waits for its turn");
    CHECK_MESSAGE(!stage.report().first_world_ready, "half a world was told to be the first world");
  }
  stage.frames(observer, 8);
  CHECK_MESSAGE(stage.provider.select_calls == 4, "a whole selection is asked for every frame");
  stage.frames(observer, 60);
  CHECK(stage.report().first_world_ready);
  CHECK(stage.report().resident == stage.report().wanted);
}

TEST_CASE("builds are asked for cheapest first") {
  Stage stage(1);
  stage.frames(observer_at(3, 4), 120);
  double cost = -1;
  for (const BuildJob& job : stage.script.submitted) {
    const double next = cost_of(stage.streamer->selection(), job.request.key);
    CHECK_MESSAGE(next >= cost, "a far piece was asked for before a near one");
    cost = next;
  }
}

TEST_CASE(
    "after a teleport the next builds are the cheapest of that moment, and old results go stale") {
  Stage stage(2);
  stage.script.finish_chance = 0;  // a full queue: nothing comes back
  stage.frames(observer_at(0, 0), 40);
  const std::size_t in_flight = stage.script.submitted.size();
  CHECK(in_flight == stage.service->in_flight());
  const Observer there = observer_at(90, -70);
  stage.frames(there, 20);
  CHECK(stage.script.submitted.size() == in_flight);
  stage.script.finish_chance = 1;
  stage.frame(there);
  // Of the old builds, those near both places still count; the rest are stale.
  std::size_t stale = 0;
  std::set<std::uint64_t> old_keys;
  for (std::size_t place = 0; place < in_flight; ++place) {
    const PieceKey key = stage.script.submitted[place].request.key;
    old_keys.insert(key.value);
    stale += cost_of(stage.streamer->selection(), key) < 0 ? 1 : 0;
  }
  CHECK(stage.report().stale_results == stale);
  stage.frames(there, 20);
  std::set<std::uint64_t> cheapest;
  for (const WantedPiece& piece : stage.streamer->selection().pieces) {
    if (old_keys.count(piece.key.value) == 0 && cheapest.size() < 24) {
      cheapest.insert(piece.key.value);
    }
  }
  REQUIRE(stage.script.submitted.size() >= in_flight + 24);
  for (std::size_t next = 0; next < 24; ++next) {
    CHECK_MESSAGE(cheapest.count(stage.script.submitted[in_flight + next].request.key.value) == 1,
                  "build ", next, " after the turn is not among the cheapest 24");
  }
}

TEST_CASE("a result whose slot moved on is dropped and counted, wherever the piece is now") {
  Stage stage(2);
  stage.script.finish_chance = 0;
  stage.frames(observer_at(0, 0), 4);
  const std::size_t in_flight = stage.service->in_flight();
  stage.frames(observer_at(1000, 0), 20);  // gone
  stage.frames(observer_at(0, 0), 20);     // and back: claimed anew, with newer requests
  stage.script.finish_chance = 1;
  stage.frame(observer_at(0, 0));
  CHECK(stage.report().pieces_built == in_flight);
  CHECK_MESSAGE(stage.report().stale_results == in_flight,
                "a result of an older request was applied");
  stage.frames(observer_at(0, 0), 100);
  CHECK(stage.report().resident == stage.report().wanted);
}

TEST_CASE("random delays and reordered replies end in the table of the inline run") {
  const auto drive = [](Stage& stage) {
    for (int step = 0; step < 400; ++step) {
      stage.frame(observer_at(step * 1.5, step % 100 < 50 ? 0 : 150));
    }
    stage.script.finish_chance = 1;
    stage.frames(observer_at(600, 149), 300);
  };
  StreamerOptions options = near_options();
  Stage inline_run(0, options);
  inline_run.provider.coarse_beyond_m = 60;
  drive(inline_run);
  const auto expected = inline_run.table();
  CHECK(expected.size() > 50);
  for (const unsigned workers : {1u, 2u, 3u, 8u}) {
    Stage stage(workers, options);
    stage.provider.coarse_beyond_m = 60;
    stage.script.finish_chance = 0.2;
    stage.script.shuffles = true;
    drive(stage);
    CHECK(stage.report().stale_results > 0);
    CHECK_MESSAGE(stage.table() == expected, "the resident table depends on ", workers, " workers");
  }
}

TEST_CASE("moving to and fro over the load border builds nothing twice") {
  Stage stage(2);
  stage.frames(observer_at(0, 0), 60);
  stage.frames(observer_at(20, 0), 60);
  const std::uint64_t built = stage.report().pieces_built;
  for (int turn = 0; turn < 40; ++turn) stage.frames(observer_at(turn % 2 == 0 ? 0 : 20, 0), 20);
  CHECK_MESSAGE(stage.report().pieces_built == built, "pieces on the border come and go");
}

TEST_CASE("what the selection no longer names is released, down to the last page and byte") {
  Stage stage(2);
  stage.frames(observer_at(0, 0), 60);
  CHECK(stage.is_resident({0, 0}));
  CHECK(stage.report().resident_bytes > 0);
  stage.frames(observer_at(5000, 0), 60);
  CHECK_FALSE(stage.is_resident({0, 0}));
  CHECK(stage.report().resident == stage.report().wanted);
  for (int number = 0; number < 40; ++number) {
    stage.clock.time_s += k_frame_s;
    REQUIRE(stage.streamer->update({}).ok());
  }
  CHECK(stage.report().resident == 0);
  CHECK(stage.report().resident_bytes == 0);
  CHECK(stage.streamer->resident().empty());
}

TEST_CASE(
    "a failing build is told, listed, retried with doubling waits, and told when it is back") {
  StreamerOptions options = near_options();
  options.retry_longest_s = 3;
  Stage stage(1, options);
  const PieceKey key = ScriptedProvider::key_of({1, 0});
  stage.provider.failing.insert(key.value);
  std::vector<Failure> told;
  stage.streamer->on_failure([&](const Failure& failure) { told.push_back(failure); });
  std::vector<double> told_at_s;
  for (int number = 0; number < 64 * 12; ++number) {
    stage.frame(observer_at(0, 0));
    while (told_at_s.size() < told.size()) told_at_s.push_back(stage.clock.time_s);
  }
  REQUIRE(told.size() >= 4);
  CHECK(told[0].key == key);
  CHECK(told[0].error.what == "the script says no");
  CHECK(told[0].attempts == 1);
  CHECK(told[1].attempts == 2);
  CHECK(told_at_s[1] - told_at_s[0] == doctest::Approx(1).epsilon(0.1));
  CHECK(told_at_s[2] - told_at_s[1] == doctest::Approx(2).epsilon(0.1));
  CHECK_MESSAGE(told_at_s[3] - told_at_s[2] == doctest::Approx(3).epsilon(0.1),
                "the wait grew beyond its limit");
  CHECK(stage.report().failed_pieces == 1);
  REQUIRE(stage.streamer->failures().size() == 1);
  CHECK(stage.streamer->failures()[0].key == key);
  CHECK_MESSAGE(stage.report().first_world_ready, "one faulty piece keeps the world from starting");

  stage.provider.failing.clear();
  stage.frames(observer_at(0, 0), 64 * 4);
  CHECK(told.back().key == key);
  CHECK(told.back().attempts == 0);
  CHECK(stage.streamer->failures().empty());
  CHECK(stage.report().failed_pieces == 0);
  CHECK(stage.is_resident({1, 0}));
}

TEST_CASE("a failing piece that is no longer wanted is no failure any more") {
  Stage stage(1);
  stage.provider.failing.insert(ScriptedProvider::key_of({1, 0}).value);
  stage.frames(observer_at(0, 0), 60);
  CHECK(stage.report().failed_pieces == 1);
  stage.frames(observer_at(5000, 0), 60);
  CHECK(stage.report().failed_pieces == 0);
  CHECK(stage.streamer->failures().empty());
}

TEST_CASE("fetches: in-flight cap, cheapest first, all inputs reach the build") {
  StreamerOptions options = near_options();
  options.fetches_in_flight = 3;
  Stage stage(1, options, 4096, true);
  stage.provider.needed_inputs = 2;
  stage.fetcher.holds = true;
  stage.frames(observer_at(0, 0), 10);
  const std::vector<std::string> expected = {"0,0,0", "0,0,1", "0,1,0"};
  CHECK(stage.fetcher.started == expected);
  CHECK(stage.script.submitted.empty());
  stage.fetcher.holds = false;
  stage.frames(observer_at(0, 0), 400);
  CHECK(stage.fetcher.most_waiting == 3);
  CHECK(stage.report().resident == stage.report().wanted);
  CHECK(stage.report().queries == 2 * stage.report().wanted);
  CHECK(stage.report().bytes_fetched > 0);
  const PieceKey key = ScriptedProvider::key_of({0, 0});
  for (const BuildJob& job : stage.script.submitted) {
    REQUIRE(job.inputs.size() == 2);
    if (job.request.key == key) CHECK(*job.inputs[1] == "0,0,1");
  }
}

TEST_CASE("a fetch that fails is told, retried and does not block the others") {
  Stage stage(1, near_options(), 4096, true);
  stage.provider.needed_inputs = 1;
  stage.fetcher.unreachable.insert("0,0,0");
  unsigned told = 0;
  stage.streamer->on_failure([&](const Failure&) { told += 1; });
  stage.frames(observer_at(0, 0), 50);
  CHECK(told == 1);
  CHECK(stage.report().failed_pieces == 1);
  CHECK(stage.report().resident == stage.report().wanted - 1);
  stage.fetcher.unreachable.clear();
  stage.frames(observer_at(0, 0), 120);
  CHECK(stage.report().resident == stage.report().wanted);
  CHECK(told == 2);
}

TEST_CASE("a fetcher that names a wait is not asked sooner") {
  Stage stage(1, near_options(), 4096, true);
  stage.provider.needed_inputs = 1;
  stage.fetcher.unreachable.insert("0,0,0");
  stage.fetcher.retry_after_s = 1000;
  unsigned told = 0;
  stage.streamer->on_failure([&](const Failure& failure) {
    told += 1;
    CHECK(failure.retry_at_s >= 1000);
  });
  stage.frames(observer_at(0, 0), 600);  // far beyond the streamer's own first wait
  CHECK(told == 1);
  CHECK(stage.report().failed_pieces == 1);
}

TEST_CASE("a delivery for a piece that was released meanwhile is dropped") {
  Stage stage(1, near_options(), 4096, true);
  stage.provider.needed_inputs = 1;
  stage.fetcher.holds = true;
  stage.frames(observer_at(0, 0), 4);
  stage.frames(observer_at(5000, 0), 20);
  CHECK_MESSAGE(stage.fetcher.cancelled > 0, "what nobody wants any more was not called off");
  stage.fetcher.holds = false;
  stage.frames(observer_at(5000, 0), 200);
  CHECK(stage.report().resident == stage.report().wanted);
  CHECK_FALSE(stage.is_resident({0, 0}));
}

TEST_CASE("no update commits more bytes than the frame may copy, and none is lost to that") {
  StreamerOptions options = near_options();
  options.frame_bytes = 3 * k_page_bytes;
  Stage stage(0, options);
  stage.provider.pages = 7;
  stage.provider.page_vertices = content::k_page_vertices;
  std::uint64_t before = 0;
  int frames = 0;
  while (!stage.report().first_world_ready && frames < 2000) {
    stage.frame(observer_at(0, 0));
    CHECK(stage.report().bytes_committed - before <= options.frame_bytes);
    before = stage.report().bytes_committed;
    for (const ResidentPiece* piece : stage.streamer->resident()) {
      REQUIRE_MESSAGE(piece->pages.size() == 7, "a piece is drawn before its last page stands");
    }
    frames += 1;
  }
  CHECK(stage.report().resident == stage.report().wanted);
  CHECK(frames > 100);
}

TEST_CASE("a frame stops committing when its time is over, and never stands still") {
  StreamerOptions options = near_options();
  options.loading_budget_ms = 1.0;
  Stage slow(4, options);
  slow.clock.per_call_s = 0.0001;  // each look at the clock takes 0.1 ms
  std::size_t before = 0;
  for (int number = 0; number < 8; ++number) {
    slow.frame(observer_at(0, 0));
    const std::size_t committed = slow.report().resident - before;
    CHECK_MESSAGE(committed <= 10, "a frame went on after its time");
    before = slow.report().resident;
  }
  slow.clock.per_call_s = 0.01;  // each look takes longer than the whole budget
  before = slow.report().resident;
  slow.frames(observer_at(0, 0), 5);
  CHECK_MESSAGE(slow.report().resident >= before + 5, "a late frame commits nothing at all");
}

TEST_CASE("a level of detail that is replaced stays drawn until the new one stands") {
  Stage stage(1);
  stage.provider.coarse_beyond_m = 50;
  stage.frames(observer_at(0, 0), 100);
  const PieceKey key = ScriptedProvider::key_of({4, 0});
  REQUIRE(stage.is_resident({4, 0}));
  CHECK(stage.streamer->find(key)->lod == 1);
  stage.script.finish_chance = 0;
  stage.frames(observer_at(40, 0), 40);
  REQUIRE_MESSAGE(stage.is_resident({4, 0}), "a hole while the finer level is built");
  CHECK(stage.streamer->find(key)->lod == 1);
  stage.script.finish_chance = 1;
  stage.frames(observer_at(40, 0), 100);
  REQUIRE(stage.is_resident({4, 0}));
  CHECK(stage.streamer->find(key)->lod == 0);
  CHECK(stage.report().resident == stage.report().wanted);
}

TEST_CASE("moving to and fro over the border between two levels builds nothing twice") {
  Stage stage(1);
  stage.provider.coarse_beyond_m = 50;
  stage.frames(observer_at(0, 0), 100);
  stage.frames(observer_at(15, 0), 60);
  const std::uint64_t built = stage.report().pieces_built;
  for (int turn = 0; turn < 20; ++turn) stage.frames(observer_at(turn % 2 == 0 ? 0 : 15, 0), 60);
  CHECK_MESSAGE(stage.report().pieces_built == built, "levels on the border come and go");
  stage.frames(observer_at(0, 0), 200);
  CHECK_MESSAGE(stage.report().pieces_built > built, "a far piece keeps its detail for ever");
}

TEST_CASE("a pool that is short: farther pieces drop a level, nothing that was drawn disappears") {
  // 97 pieces of 4 pages at level 0, 2 at level 1: neither all fine nor one fine and the rest fit.
  Stage stage(2, near_options(), 260);
  stage.provider.pages = 4;
  std::set<std::uint64_t> seen;
  for (int number = 0; number < 600; ++number) {
    stage.frame(observer_at(0, 0));
    for (const std::uint64_t key : seen) {
      REQUIRE_MESSAGE(stage.streamer->find({key}) != nullptr, "a drawn piece became a hole");
    }
    for (const ResidentPiece* piece : stage.streamer->resident()) seen.insert(piece->key.value);
  }
  CHECK(stage.report().resident == stage.report().wanted);
  CHECK(stage.report().overflow_pieces == 0);
  std::size_t fine = 0;
  for (const ResidentPiece* piece : stage.streamer->resident()) fine += piece->lod == 0 ? 1 : 0;
  CHECK(fine > 0);
  CHECK(fine < stage.report().resident);
  CHECK_MESSAGE(stage.streamer->resident().front()->lod == 0, "the nearest piece lost its detail");
  CHECK(stage.streamer->resident().back()->lod == 1);
  // With room again the levels come back, one by one.
  stage.provider.half_cells = 3;
  stage.frames(observer_at(0, 0), 16 * 64);
  for (const ResidentPiece* piece : stage.streamer->resident()) CHECK(piece->lod == 0);
}

TEST_CASE(
    "what does not fit at any level is counted and named, nearest first served, and comes back") {
  Stage stage(2, near_options(), 60);
  stage.provider.world.lod_count = 1;
  stage.provider.pages = 2;
  stage.frames(observer_at(0, 0), 200);
  const StreamerReport& report = stage.report();
  CHECK(report.resident == 30);
  CHECK(report.overflow_pieces == report.wanted - 30);
  CHECK_MESSAGE(stage.streamer->overflowing().size() == report.overflow_pieces,
                "an overflow is counted but not named");
  CHECK(report.first_world_ready);
  const double last_cost = stage.streamer->resident().back()->cost;
  for (const PieceKey key : stage.streamer->overflowing()) {
    CHECK(cost_of(stage.streamer->selection(), key) >= last_cost);
  }
  const std::uint64_t built = report.pieces_built;
  stage.frames(observer_at(0, 0), 200);
  CHECK_MESSAGE(report.pieces_built == built, "pieces without room are built again and again");

  // Moving on, the near ones win over the far ones that hold the pool.
  stage.frames(observer_at(80, 0), 200);
  CHECK(stage.is_resident({4, 0}));
  CHECK(report.resident == 30);

  stage.provider.half_cells = 2;
  stage.frames(observer_at(0, 0), 200);
  CHECK(report.overflow_pieces == 0);
  CHECK_MESSAGE(report.resident == report.wanted, "pieces did not come back when there was room");
}

TEST_CASE("a piece larger than the whole pool is named, and the rest keeps its place and detail") {
  Stage stage(1, near_options(), 300);
  stage.provider.pages = 2;
  stage.provider.own_pages[ScriptedProvider::key_of({1, 0}).value] = 301;
  stage.frames(observer_at(0, 0), 200);
  REQUIRE(stage.streamer->overflowing().size() == 1);
  CHECK(stage.streamer->overflowing()[0] == ScriptedProvider::key_of({1, 0}));
  CHECK(stage.report().resident == stage.report().wanted - 1);
  for (const ResidentPiece* piece : stage.streamer->resident()) CHECK(piece->lod == 0);
  CHECK_MESSAGE(stage.streamer->clear_distance_m() == doctest::Approx(10),
                "fog does not close before a piece that has no room");
}

TEST_CASE("the clear distance ends at the nearest piece within reach that is missing") {
  Stage stage(1);
  stage.script.finish_chance = 0;
  stage.frames(observer_at(0, 0), 20);
  CHECK(stage.streamer->clear_distance_m() == 0);
  stage.script.finish_chance = 1;
  stage.provider.failing.insert(ScriptedProvider::key_of({3, 0}).value);
  stage.frames(observer_at(0, 0), 120);
  CHECK(stage.streamer->clear_distance_m() == doctest::Approx(50));
  stage.provider.failing.clear();
  stage.frames(observer_at(0, 0), 120);
  const double clear_m = stage.streamer->clear_distance_m();
  CHECK(clear_m > 80);
  CHECK(clear_m <= 100);
  // A world that ends within the reach has no far edge to hide.
  stage.frames(observer_at(1e7, 0), 40);
  CHECK(stage.streamer->selection().end == SelectionEnd::RanOutOfWorld);
  CHECK(stage.streamer->clear_distance_m() == SelectionLimits{}.reach_m);
}

TEST_CASE("what is missing behind the observer does not close the fog ahead of him") {
  StreamerOptions options = near_options();
  options.limits.load_radius_m = 200;
  options.limits.unload_radius_m = 230;
  Stage stage(1, options);
  stage.provider.failing.insert(ScriptedProvider::key_of({0, 7}).value);  // 130 m to the south
  Observer observer = observer_at(0, 0);
  observer.forward = {0, 0, -1};
  stage.frames(observer, 200);
  CHECK(stage.streamer->clear_distance_m() == doctest::Approx(200));
  observer.forward = {0, 0, 1};
  stage.frames(observer, 1);
  CHECK(stage.streamer->clear_distance_m() == doctest::Approx(130));
  observer.forward = {0, -1, 0};
  stage.frames(observer, 1);
  CHECK_MESSAGE(stage.streamer->clear_distance_m() == doctest::Approx(130),
                "who looks straight down sees all around");
}

TEST_CASE("an observer that is not finite is refused by name and changes nothing") {
  Stage stage(1);
  stage.frames(observer_at(0, 0), 60);
  const std::size_t calls = stage.provider.select_calls;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Observer observers[] = {observer_at(0, 0), observer_at(nan, 0)};
  stage.clock.time_s += 1;
  auto result = stage.streamer->update(observers);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().what == "position is not finite");
  CHECK(result.error().where == "observer 2");
  observers[1] = observer_at(0, 0);
  observers[0].velocity.z = std::numeric_limits<double>::infinity();
  result = stage.streamer->update(observers);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().what == "velocity is not finite");
  CHECK(stage.provider.select_calls == calls);
  CHECK(stage.is_resident({0, 0}));
}

TEST_CASE(
    "selection every quarter of a second, eviction every two seconds, never in the same frame") {
  Stage stage(1);
  for (int number = 0; number < 64 * 8; ++number) {
    const std::size_t calls = stage.provider.select_calls + stage.provider.evict_calls;
    stage.frame(observer_at(0, 0));
    CHECK(stage.provider.select_calls + stage.provider.evict_calls <= calls + 1);
  }
  CHECK(stage.provider.select_calls == 32);
  CHECK(stage.provider.evict_calls == 4);
}

TEST_CASE("an empty piece is resident without a page") {
  Stage stage(1);
  stage.provider.pages = 0;
  stage.frames(observer_at(0, 0), 100);
  CHECK(stage.report().resident == stage.report().wanted);
  CHECK(stage.report().bytes_committed == 0);
}

}  // namespace terrane::stream
