#include "terrane/play/command_recorder.h"

#include <chrono>
#include <thread>

#include "terrane/play/command_testing.h"

namespace terrane::play {
namespace {

using testing::Person;

// Twelve seconds at four times the speed, with the whole army sent somewhere every second.
std::vector<std::uint8_t> command_for_a_while(MatchThread thread, Word& ticks) {
  MatchRecipe recipe = testing::arena_recipe(120, true);
  recipe.field.world_uri = "arena:5";
  const rts::PointMm start = recipe.field.starts[0];
  DeskOptions options = Person::make_options(std::move(recipe));
  options.host.thread = thread;
  options.host.checksum_every = 0;  // the recorder's own choice
  Person person(std::move(options));
  CHECK(person.desk->match().host().trouble().empty());
  person.panel(Deed::Speed, 4 * 256);
  for (int second = 0; second < 12; ++second) {
    person.type('Z');
    person.frame(0);  // the army's buttons, and their keys
    person.type('A');
    person.desk->camera().look_at(start.x_mm / 1000.0, start.z_mm / 1000.0);
    person.frame(0);
    const auto [x, y] =
        person.pixel_of_ground(start.x_mm / 1000.0 + second, start.z_mm / 1000.0 + 5);
    person.click(x, y);
    for (int frame = 0; frame < 20; ++frame) {
      person.frame(0.05);
      // A thread needs its time; what it has done is taken when the moment comes to it.
      const CommandMatch& match = person.desk->match();
      while (match.host().begun() > 2 && match.moment_tick() >= match.tick()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        person.frame(0);
      }
    }
  }
  ticks = person.desk->match().tick();
  return person.desk->match().replay();
}

}  // namespace

TEST_CASE("a match that was commanded plays again from its record, wherever it ran") {
  for (const MatchThread thread : {MatchThread::Main, MatchThread::Worker}) {
    Word ticks = 0;
    const std::vector<std::uint8_t> bytes = command_for_a_while(thread, ticks);
    CHECK(ticks > 700);
    const auto replay = rts::Replay::open(bytes);
    REQUIRE_MESSAGE(replay.ok(), base::to_sentence(replay.error()));
    CHECK(replay.value().ticks() == ticks);
    CHECK_MESSAGE(replay.value().keyframes() >= 2, "no state was kept on the way");
    MatchRecipe recipe = testing::arena_recipe(120, true);
    recipe.field.world_uri = "arena:5";
    const rts::Rules rules = rts::load_rules(recipe.rules).value();
    auto player =
        rts::ReplayPlayer::open(replay.value(), rules, recipe.field, match_engine_digest());
    REQUIRE_MESSAGE(player.ok(), base::to_sentence(player.error()));
    unsigned orders = 0;
    unsigned sums = 0;
    std::string difference;
    for (Word tick = 0; tick < ticks && difference.empty(); ++tick) {
      orders += replay.value().inputs(tick).empty() ? 0 : 1;
      player.value().step();
      sums += replay.value().checksums(tick + 1) != nullptr ? 1 : 0;
      difference = player.value().difference();
    }
    CHECK_MESSAGE(difference.empty(), difference);
    CHECK_MESSAGE(orders >= 6, orders << " ticks with orders were kept of 12");
    CHECK_MESSAGE(sums >= 20, sums << " checksums were kept");
    // From a keyframe it is the same match.
    REQUIRE(player.value().seek(ticks - 30).ok());
    for (Word tick = ticks - 30; tick < ticks; ++tick) player.value().step();
    CHECK_MESSAGE(player.value().difference().empty(), player.value().difference());
  }
}

}  // namespace terrane::play
