#include "terrane/play/match_host.h"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "terrane/fetch/file.h"
#include "terrane/play/drawn_player.h"
#include "terrane/rts/arena.h"

namespace terrane::play {
namespace {

using snapshot::Word;

std::vector<rts::RulesText> real_rules() {
  std::vector<rts::RulesText> texts;
  for (const char* name : {"match", "nature", "people", "goblins"}) {
    const std::string path = std::string(TERRANE_SOURCE_DIR) + "/data/rules/" + name + ".json";
    auto text = fetch::read_file(path);
    REQUIRE_MESSAGE(text.ok(), "the rules that come with the engine cannot be read: " << path);
    texts.push_back({path, std::move(text).value()});
  }
  return texts;
}

MatchRecipe recipe(Word units = 40) {
  MatchRecipe recipe;
  recipe.rules = real_rules();
  recipe.setup.seed = 5;
  recipe.setup.units = units;
  recipe.setup.players = {{0, 1}, {1, rts::k_none}};
  auto field = rts::make_arena(5, 2, 128);
  REQUIRE_MESSAGE(field.ok(), "an arena for two sides cannot be made");
  recipe.field = std::move(field).value();
  return recipe;
}

HostOptions options(MatchThread thread) {
  HostOptions options;
  options.thread = thread;
  options.checksum_every = 1;
  return options;
}

// Checksums of so many ticks with a drawn player on side 2.
std::vector<std::uint64_t> play(MatchHost& host, Word ticks) {
  const rts::Rules rules = rts::load_rules(real_rules()).value();
  DrawnPlayer drawn(9, 1);
  std::vector<std::uint64_t> sums;
  std::vector<Word> records;
  for (Word tick = 0; tick < ticks; ++tick) {
    records.clear();
    drawn.play(rules, host.latest().current, records);
    for (std::size_t at = 0; at < records.size();) {
      const std::size_t began = at;
      REQUIRE(snapshot::read_event(records, at).ok());
      REQUIRE(host.give_record(std::span<const Word>(records).subspan(began, at - began)).ok());
    }
    const auto stepped = host.step();
    REQUIRE_MESSAGE(stepped.ok(), "a tick failed: " << (stepped.ok() ? "" : stepped.error().what));
    REQUIRE(host.last().checksums.has_value());
    sums.push_back(host.last().checksums->total);
    host.drain([](const snapshot::Event&) {});
  }
  return sums;
}

// A worker that takes everything and never says a word.
class MuteSide final : public MatchSide {
 public:
  void give(const std::vector<Word>&) override {}
  void run_tick() override {}
  void plant(Word) override {}
  std::optional<TickRecord> wait_tick(double) override { return std::nullopt; }
  std::vector<Word> take_events() override { return {}; }
  snapshot::SnapshotSource& snapshots() override { return exchange_; }
  base::Result<std::vector<std::uint8_t>> save(double) override {
    return std::vector<std::uint8_t>();
  }
  void begin_save() override {}
  std::optional<std::vector<std::uint8_t>> take_save() override { return std::nullopt; }

 private:
  snapshot::SharedExchange exchange_;
};

}  // namespace

TEST_CASE("wherever a match runs, it is the same match") {
  auto here = MatchHost::start(recipe(), options(MatchThread::Main));
  REQUIRE(here.ok());
  const auto expected = play(*here.value(), 120);
  for (const bool posted : {false, true}) {
    HostOptions there = options(MatchThread::Worker);
    there.posted = posted;
    auto worker = MatchHost::start(recipe(), there);
    REQUIRE(worker.ok());
    CHECK_MESSAGE(worker.value()->trouble().empty(), worker.value()->trouble());
    CHECK_MESSAGE(play(*worker.value(), 120) == expected, "the worker's match is another");
    CHECK_MESSAGE(worker.value()->latest().current_tick() == 120,
                  "the last snapshot of the worker did not come over");
    CHECK(worker.value()->cross_us().size() == 120);
  }
}

TEST_CASE("a shadow agrees tick by tick") {
  for (const bool posted : {false, true}) {
    HostOptions both = options(MatchThread::Shadow);
    both.posted = posted;
    auto host = MatchHost::start(recipe(), both);
    REQUIRE(host.ok());
    REQUIRE(host.value()->has_shadow());
    play(*host.value(), 120);
    CHECK_MESSAGE(host.value()->shadow_differences() == 0, host.value()->first_difference());
  }
}

TEST_CASE("one bit planted in the shadow is found in its tick, with its field's name") {
  bool found_undrawn = false;
  bool found_drawn = false;
  for (Word tick = 20; tick < 40; ++tick) {
    HostOptions both = options(MatchThread::Shadow);
    both.plant_tick = tick;
    auto host = MatchHost::start(recipe(), both);
    REQUIRE(host.ok());
    play(*host.value(), tick - 1);
    CHECK_MESSAGE(host.value()->shadow_differences() == 0, "it differs before the bit was turned");
    play(*host.value(), 1);
    CHECK_MESSAGE(host.value()->shadow_differences() == 1, "the planted bit was not found");
    const std::string& words = host.value()->first_difference();
    CHECK_MESSAGE(words.find("tick " + std::to_string(tick) + ":") == 0, words);
    const bool drawn = words.find("core") != std::string::npos;
    const bool undrawn = words.find("minds") != std::string::npos;
    CHECK_MESSAGE((drawn || undrawn), words);
    found_drawn = found_drawn || drawn;
    found_undrawn = found_undrawn || undrawn;
  }
  CHECK_MESSAGE(found_drawn, "no planted bit was in what is drawn");
  CHECK_MESSAGE(found_undrawn, "no planted bit was in what is not drawn");
}

TEST_CASE("a worker that never answers is given up within two seconds") {
  HostOptions there = options(MatchThread::Worker);
  const auto began = std::chrono::steady_clock::now();
  auto host = MatchHost::start(recipe(), there, [](MatchRecipe, const SideOptions&) {
    return std::unique_ptr<MatchSide>(std::make_unique<MuteSide>());
  });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  REQUIRE(host.ok());
  CHECK(took.count() < 10);  // two seconds and a busy machine
  CHECK_MESSAGE(host.value()->trouble().find("main thread") != std::string::npos,
                "the fallback is not told: " << host.value()->trouble());
  CHECK_MESSAGE(play(*host.value(), 40).size() == 40, "the match does not go on here");
}

TEST_CASE("a worker that cannot open its world says why") {
  HostOptions there = options(MatchThread::Worker);
  auto host = MatchHost::start(recipe(), there, [](MatchRecipe broken, const SideOptions& side) {
    broken.rules[0].text = "{";
    return make_thread_side(std::move(broken), side);
  });
  REQUIRE(host.ok());
  CHECK_MESSAGE(host.value()->trouble().find("match.json") != std::string::npos,
                host.value()->trouble());
}

TEST_CASE("a save goes on as the match would have") {
  auto straight = MatchHost::start(recipe(), options(MatchThread::Main));
  REQUIRE(straight.ok());
  play(*straight.value(), 60);
  const auto bytes = straight.value()->save();
  REQUIRE(bytes.ok());
  MatchRecipe resumed_recipe = recipe();
  resumed_recipe.saved = bytes.value();
  auto resumed = MatchHost::start(std::move(resumed_recipe), options(MatchThread::Worker));
  REQUIRE(resumed.ok());
  CHECK(resumed.value()->tick() == 60);
  CHECK_MESSAGE(play(*resumed.value(), 60) == play(*straight.value(), 60),
                "the match that was loaded goes another way");
}

TEST_CASE("the thread's name is checked") {
  CHECK(parse_match_thread("shadow").value() == MatchThread::Shadow);
  CHECK_FALSE(parse_match_thread("gpu").ok());
}

TEST_CASE("a tick that is begun is taken without waiting, and orders go to the one after it") {
  HostOptions slow = options(MatchThread::Worker);
  slow.tick_at_least_s = 0.05;
  auto started = MatchHost::start(recipe(), slow);
  REQUIRE(started.ok());
  MatchHost& host = *started.value();
  if (!host.trouble().empty()) return;  // no threads here: nothing to wait for
  const double began_s = match_clock_s();
  host.begin_step();
  host.begin_step();
  const auto first = host.poll();
  REQUIRE(first.ok());
  CHECK_MESSAGE(match_clock_s() - began_s < 0.045, "asking for a tick waited for it");
  CHECK(host.begun() == 2);
  CHECK(host.tick() == 0);
  // For tick 3: the two that are under way have begun.
  snapshot::SettingPayload pause;
  pause.player = 1;
  REQUIRE(host.give(snapshot::EventKind::SetPause, pause).ok());
  host.begin_step();
  while (host.begun() > 0) {
    REQUIRE(host.poll().ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  CHECK(host.tick() == 3);
  Word paused_tick = 0;
  host.drain([&](const snapshot::Event& event) {
    if (event.info->kind == snapshot::EventKind::Paused) paused_tick = event.tick;
  });
  CHECK_MESSAGE(paused_tick == 3, "an order given meanwhile ran in tick " << paused_tick);

  auto plain = MatchHost::start(recipe(), options(MatchThread::Main));
  REQUIRE(plain.ok());
  for (int tick = 0; tick < 3; ++tick) {
    if (tick == 2) REQUIRE(plain.value()->give(snapshot::EventKind::SetPause, pause).ok());
    REQUIRE(plain.value()->step().ok());
  }
  CHECK(plain.value()->last().checksums->total == host.last().checksums->total);
}

}  // namespace terrane::play
