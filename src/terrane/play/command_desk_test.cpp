#include "terrane/play/command_desk.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "terrane/play/command_testing.h"
#include "terrane/rts/save.h"

namespace terrane::play {
namespace {

using snapshot::CoreRow;
using snapshot::EventKind;
using testing::arena_recipe;
using testing::Person;

bool holds_text(const std::vector<std::string>& lines, const std::string& wanted) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(wanted) != std::string::npos;
  });
}

const HudButton* button_of(const HudCommand& hud, Deed deed, std::uint32_t argument) {
  for (const HudButton& button : hud.buttons) {
    if (button.action == action_of(deed, argument)) return &button;
  }
  return nullptr;
}

Word type_named(const Person& person, const char* name) {
  const Word type = rts::find_type(person.desk->rules(), name);
  REQUIRE(type != rts::k_none);
  return type;
}

// The hall's workers as one sees them at the start.
void select_workers(Person& person) {
  const std::vector<Word> workers = person.of_role(0, rts::Role::Worker);
  REQUIRE(!workers.empty());
  const auto [x, y] = person.pixel_of(workers.front());
  person.click(x, y);
  person.frame();
  person.click(x, y);
  person.frame();
}

}  // namespace

TEST_CASE("a rectangle selects those who move, a click one, an empty click nobody") {
  Person person(arena_recipe(60));
  person.drag(4, 4, Person::k_width - 4.0, Person::k_height - 250.0);
  person.frame();
  const auto selected = person.desk->selection().units();
  REQUIRE(selected.size() >= 5);
  for (const Word identity : selected) {
    const CoreRow row = person.row(identity);
    CHECK_MESSAGE(row.owner == 0, "a rectangle selected another side's unit");
    CHECK_MESSAGE(rts::is_mobile(person.desk->rules().type(row.type).role),
                  "a rectangle with units in it selected a building");
  }
  CHECK(person.hud().selected.find("selected:") != std::string::npos);

  const Word first = selected.front();
  const auto [x, y] = person.pixel_of(first);
  person.click(x, y);
  person.frame();
  CHECK(person.desk->selection().units().size() == 1);
  person.click(Person::k_width - 60.0, 40);
  person.frame();
  const Word under = CommandSelection::under(person.desk->picture().shown, person.desk->rules(),
                                             Person::k_width - 60.0, 40);
  if (under == 0) CHECK_MESSAGE(person.desk->selection().units().empty(), "an empty click keeps");
}

TEST_CASE("a double click selects the kind in the picture, groups keep and centre, tab goes on") {
  Person person(arena_recipe(120));
  const std::vector<Word> workers = person.of_role(0, rts::Role::Worker);
  select_workers(person);
  const auto units = person.desk->selection().units();
  CHECK(units.size() > 1);
  for (const Word identity : units) {
    CHECK(person.desk->rules().type(person.row(identity).type).role == rts::Role::Worker);
  }
  const std::vector<Word> kept(units.begin(), units.end());
  person.key(gpu::Key::Control, true);
  person.type('3');
  person.key(gpu::Key::Control, false);
  person.type(gpu::Key::Escape);
  person.frame();
  CHECK(person.desk->selection().units().empty());
  person.type('3');
  person.frame();
  const auto again = person.desk->selection().units();
  CHECK_MESSAGE(std::equal(again.begin(), again.end(), kept.begin(), kept.end()),
                "a control group gives back other units than were put in");

  person.desk->camera().look_at(0, 0);
  person.frame(0.1);
  person.type('3');
  person.frame(0.1);
  const CoreRow near = person.row(kept.front());
  CHECK_MESSAGE(std::fabs(person.desk->camera().x_m() - near.world_x_mm / 1000.0) < 15,
                "a group pressed twice does not bring the camera to it");

  person.type('Z');
  person.frame();
  for (const Word identity : person.desk->selection().units()) {
    CHECK(rts::is_soldier(person.desk->rules().type(person.row(identity).type).role));
  }
  const Word before = person.desk->selection().active_type();
  person.type(gpu::Key::Tab);
  person.frame();
  CHECK_MESSAGE(person.desk->selection().active_type() != before, "tab stays at one kind");

  person.type('I');
  person.frame();
  REQUIRE(person.desk->selection().units().size() == 1);
  const Word idle = person.desk->selection().units().front();
  CHECK(std::find(workers.begin(), workers.end(), idle) != workers.end());
}

TEST_CASE("a right click means what is under it, shift queues, the marker shows it") {
  Person person(arena_recipe(0));
  select_workers(person);
  const std::vector<Word> workers(person.desk->selection().units().begin(),
                                  person.desk->selection().units().end());
  const CoreRow start = person.row(workers.front());
  const auto [x, y] =
      person.pixel_of_ground(start.world_x_mm / 1000.0 + 6, start.world_z_mm / 1000.0 + 6);
  person.click(x, y, 1);
  person.frame();
  person.frame();
  const auto& marks = person.desk->picture().marks;
  CHECK_MESSAGE(
      std::any_of(marks.begin(), marks.end(),
                  [](const auto& mark) { return mark.kind == render::GroundMarkKind::Arrows; }),
      "a right click leaves no marker");
  CHECK(person.desk->cues().size() <= k_cues_a_frame_max);
  person.seconds(0.3);
  CHECK(person.row(workers.front()).order == static_cast<Word>(EventKind::OrderMove));

  // Queued behind it: a tree.
  Word tree = 0;
  for (const ShownUnit& unit : person.desk->picture().shown) {
    if (unit.type == person.desk->rules().tree) tree = unit.identity;
  }
  REQUIRE_MESSAGE(tree != 0, "no tree beside the hall is in the picture");
  const auto [tree_x, tree_y] = person.pixel_of(tree);
  person.key(gpu::Key::Shift, true);
  person.click(tree_x, tree_y, 1);
  person.key(gpu::Key::Shift, false);
  person.seconds(0.3);
  const snapshot::Rows& orders = person.view().table(snapshot::Table::Orders);
  const Word first = orders.find(workers.front());
  REQUIRE_MESSAGE(orders.find_end(workers.front()) - first == 2, "the second order is not queued");
  CHECK(orders.get<snapshot::OrderRow>(first + 1).kind ==
        static_cast<Word>(EventKind::OrderGather));
  person.seconds(12);
  const Word order = person.row(workers.front()).order;
  CHECK_MESSAGE(order == static_cast<Word>(EventKind::OrderGather), "the queued order never began");
}

TEST_CASE("a ghost snaps, knows why not, and the match agrees with it") {
  Person person(arena_recipe(0));
  select_workers(person);
  const std::vector<Word> builders(person.desk->selection().units().begin(),
                                   person.desk->selection().units().end());
  person.type('B');
  person.frame();
  const Word house = type_named(person, "house");
  const HudCommand hud = person.hud();
  const HudButton* button = button_of(hud, Deed::Build, house);
  REQUIRE_MESSAGE(button != nullptr, "the build menu has no house");
  CHECK(button->hint.find("gold") != std::string::npos);
  const Word tower = type_named(person, "frost_tower");
  const HudButton* needs = button_of(hud, Deed::Build, tower);
  REQUIRE(needs != nullptr);
  CHECK_MESSAGE(!needs->enabled, "a tower may be built without barracks");
  CHECK(needs->reason.find("must stand first") != std::string::npos);

  person.panel(Deed::Build, house);
  const std::vector<Word> halls = person.of_role(0, rts::Role::TownHall);
  const auto [hall_x, hall_y] = person.pixel_of(halls.front());
  person.move(hall_x, hall_y);
  person.frame();
  REQUIRE(person.desk->hand().ghost().has_value());
  CHECK_MESSAGE(person.desk->hand().ghost()->reason == rts::Refusal::SiteBlocked,
                "the ghost is free over the hall");
  person.click(hall_x, hall_y);
  person.frame();
  CHECK_MESSAGE(holds_text(person.hud().alerts, "Cannot build the house: the site is blocked"),
                "a refused building gives no reason");
  CHECK(person.of_role(0, rts::Role::House).empty());

  // Where the mirror says yes the match builds, everywhere around.
  const CoreRow hall = person.row(halls.front());
  bool built = false;
  for (int ring = 6; ring < 14 && !built; ++ring) {
    const auto [x, y] =
        person.pixel_of_ground(hall.world_x_mm / 1000.0 + ring, hall.world_z_mm / 1000.0 - 3);
    person.move(x, y);
    person.frame();
    REQUIRE(person.desk->hand().ghost().has_value());
    if (person.desk->hand().ghost()->reason != rts::Refusal::None) continue;
    const rts::PointMm place = person.desk->hand().ghost()->place;
    person.button(0, true);
    person.button(0, false);
    person.seconds(0.4);
    const std::vector<Word> houses = person.of_role(0, rts::Role::House);
    REQUIRE_MESSAGE(houses.size() == 1, "the ghost was green and the match refused");
    CHECK(person.row(houses.front()).world_x_mm == place.x_mm);
    CHECK(person.row(houses.front()).world_z_mm == place.z_mm);
    built = true;
  }
  CHECK_MESSAGE(built, "no free site beside the hall");
  CHECK(person.desk->hand().is_free());
}

TEST_CASE("a hall trains, shows its queue, cancels, and rallies by a right click") {
  Person person(arena_recipe(0));
  const std::vector<Word> halls = person.of_role(0, rts::Role::TownHall);
  const auto [x, y] = person.pixel_of(halls.front());
  person.click(x, y);
  person.frame();
  REQUIRE(person.desk->selection().only_buildings());
  const Word peasant = type_named(person, "peasant");
  HudCommand hud = person.hud();
  const HudButton* train = button_of(hud, Deed::Train, peasant);
  REQUIRE(train != nullptr);
  CHECK(train->enabled);
  CHECK(train->key != gpu::Key::Unknown);
  person.type(train->key);
  person.seconds(0.3);
  hud = person.hud();
  train = button_of(hud, Deed::Train, peasant);
  REQUIRE(train != nullptr);
  CHECK_MESSAGE(train->count == 1, "the button does not count what is queued");
  const HudButton* cancel = button_of(hud, Deed::CancelQueue, 0);
  REQUIRE(cancel != nullptr);
  CHECK(cancel->progress > 0);
  const auto [rally_x, rally_y] =
      person.pixel_of_ground(person.row(halls.front()).world_x_mm / 1000.0 + 9,
                             person.row(halls.front()).world_z_mm / 1000.0);
  person.click(rally_x, rally_y, 1);
  person.seconds(0.3);
  CHECK(person.view().table(snapshot::Table::RallyPoints).count() == 1);
  const auto& figures = person.desk->picture().figures;
  CHECK_MESSAGE(
      std::any_of(figures.begin(), figures.end(),
                  [](const auto& figure) { return figure.mesh == render::FigureMesh::Banner; }),
      "a selected building's rally point has no banner");
  const std::int64_t before = person.hud().gold;
  person.panel(Deed::CancelQueue, 0);
  person.seconds(0.3);
  CHECK_MESSAGE(person.hud().gold > before, "cancelling gives nothing back");
  // The marshal needs more than there is: the button says why.
  hud = person.hud();
  for (const HudButton& button : hud.buttons) {
    if (!button.enabled) CHECK_MESSAGE(!button.reason.empty(), button.label << " has no reason");
  }
}

TEST_CASE("an army is selected and wins a scripted skirmish by attack-move") {
  MatchRecipe recipe = arena_recipe(120);
  const rts::PointMm start = recipe.field.starts[0];
  const rts::PointMm foe_start = recipe.field.starts[1];
  Person person(std::move(recipe));
  person.panel(Deed::Speed, 8 * 256);
  person.type('Z');
  person.frame();
  REQUIRE(person.desk->selection().units().size() > 20);
  // The foe is scripted too: its soldiers come a few at a time, and do not look round on the way.
  for (int wave = 0; wave < 60 && person.hud().outcome.empty(); ++wave) {
    std::vector<Word> foes;
    for (Word at = 0; at < person.view().core().count(); ++at) {
      const auto unit = person.view().core().get<CoreRow>(at);
      if (unit.owner == 1 && rts::is_soldier(person.desk->rules().type(unit.type).role)) {
        foes.push_back(unit.identity);
      }
    }
    const bool attacks = foes.empty();
    const rts::PointMm goal = attacks ? foe_start : start;
    if (!attacks) {
      foes.resize(std::min<std::size_t>(foes.size(), 6));
      const snapshot::OrderPayload march{1, 0, start.x_mm, start.z_mm, 0, 0, 0};
      REQUIRE(person.desk->match().give(EventKind::OrderMove, march, foes).ok());
    }
    person.type('Z');
    person.type('A');
    person.desk->camera().look_at(goal.x_mm / 1000.0, goal.z_mm / 1000.0);
    person.frame();
    auto [x, y] = person.pixel_of_ground(goal.x_mm / 1000.0 + 8, goal.z_mm / 1000.0);
    for (const ShownUnit& unit : person.desk->picture().shown) {
      if (unit.owner != 1 || !attacks) continue;
      x = unit.x_px;  // on what still stands there, else on the ground
      y = unit.y_px;
    }
    person.click(x, y);
    person.frame();
    person.seconds(10, 0.1);
  }
  const HudCommand hud = person.hud();
  CHECK_MESSAGE(hud.outcome.find("Victory") == 0, "the skirmish was not won: " << hud.outcome);
  CHECK_MESSAGE(!person.desk->alerts().all().empty(), "a won battle reported nothing");
}

TEST_CASE("the small map moves the camera and takes orders") {
  Person person(arena_recipe(120));
  const PixelBox map = Minimap::place_in(Person::k_width, Person::k_height);
  const double x = map.x0 + (map.x1 - map.x0) * 0.75;
  const double y = map.y0 + (map.y1 - map.y0) * 0.25;
  double x_m = 0;
  double z_m = 0;
  REQUIRE(person.desk->minimap().place_at(Person::k_width, Person::k_height, x, y, x_m, z_m));
  person.move(x, y);
  person.button(0, true);
  person.frame();
  CHECK(std::fabs(person.desk->camera().x_m() - x_m) < 1);
  CHECK(std::fabs(person.desk->camera().z_m() - z_m) < 1);
  person.move(x - 30, y);
  person.frame();
  CHECK_MESSAGE(person.desk->camera().x_m() < x_m - 5, "dragging on the small map does nothing");
  person.button(0, false);
  person.type('Z');
  person.frame();
  person.click(x, y, 1);
  person.seconds(0.3);
  REQUIRE(!person.desk->selection().units().empty());
  const Word first = person.desk->selection().units().front();
  CHECK(person.row(first).order == static_cast<Word>(EventKind::OrderMove));
  // Its picture: the whole ground, and something in the person's colour.
  CHECK(person.desk->minimap().pixels().size() ==
        std::size_t{Minimap::k_side_px} * Minimap::k_side_px * 4);
}

TEST_CASE("selecting, looking and hovering change nothing in the match") {
  const auto play = [](bool busy) {
    Person person(arena_recipe(60, true));
    std::vector<std::uint64_t> sums;
    for (int frame = 0; frame < 900; ++frame) {
      if (busy) {
        const double at = frame * 7 % 1200;
        person.move(at, frame * 5 % 700);
        if (frame % 5 == 0) person.drag(at, 100, 1240 - at / 2, 480);
        if (frame % 7 == 0) person.click(at, 300);
        if (frame % 11 == 0) person.type('Z');
        if (frame % 13 == 0) person.type(gpu::Key::Tab);
        if (frame % 17 == 0) person.type('I');
        if (frame % 19 == 0) person.type('B');
        if (frame % 23 == 0) person.type(gpu::Key::Escape);
        if (frame % 29 == 0) {
          person.key(gpu::Key::Control, true);
          person.type('1');
          person.key(gpu::Key::Control, false);
        }
      }
      person.frame(1.0 / 30);
      const TickRecord& last = person.desk->match().host().last();
      if (last.checksums) sums.push_back(last.checksums->total);
    }
    return sums;
  };
  const auto idle = play(false);
  const auto busy = play(true);
  REQUIRE(idle.size() == busy.size());
  CHECK_MESSAGE(idle == busy, "the match goes on otherwise when somebody selects things");
}

TEST_CASE("the camera follows input in the next frame while each tick takes 50 ms") {
  MatchRecipe recipe = arena_recipe(400, true);
  auto field = rts::make_arena(5, 2, 256);
  REQUIRE(field.ok());
  recipe.field = std::move(field).value();
  DeskOptions options = Person::make_options(std::move(recipe));
  options.host.thread = MatchThread::Worker;
  options.host.checksum_every = 0;
  options.host.tick_at_least_s = 0.05;
  Person person(std::move(options));
  if (!person.desk->match().trouble().empty()) {
    MESSAGE("no threads here: " << person.desk->match().trouble());
    return;
  }
  person.key(gpu::Key::Right, true);
  double before = person.desk->camera().x_m();
  double longest_s = 0;
  int stood = 0;
  for (int frame = 0; frame < 60; ++frame) {
    if (frame == 30) {
      person.key(gpu::Key::Right, false);
      person.key(gpu::Key::Left, true);
    }
    const double began_s = match_clock_s();
    person.frame(1.0 / 60);
    longest_s = std::max(longest_s, match_clock_s() - began_s);
    const double now = person.desk->camera().x_m();
    if (frame < 30 ? now <= before : now >= before) stood += 1;
    before = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(12));
  }
  CHECK_MESSAGE(stood == 0, stood << " frames in which the camera did not follow");
  CHECK_MESSAGE(person.desk->match().tick() >= 3, "the slowed match does not go on");
  // Without waiting a frame is far shorter than a tick; the bound leaves room for a busy machine.
  CHECK_MESSAGE(longest_s < 0.045, "a frame took " << longest_s * 1000 << " ms: it waited");
}

TEST_CASE("a replay shows the same picture at a tick however one came there") {
  // A short match with orders, recorded.
  MatchRecipe recipe = arena_recipe(60, true);
  const rts::Rules rules = rts::load_rules(recipe.rules).value();
  rts::ReplayHead head;
  head.engine_digest = match_engine_digest();
  head.rules_digest = rules.digest;
  head.field_digest = rts::digest(recipe.field);
  head.world_uri = "arena:5";
  head.setup = recipe.setup;
  rts::ReplayWriter writer(head);
  auto started = rts::Match::start(rules, recipe.field, recipe.setup);
  REQUIRE(started.ok());
  rts::Match& match = *started.value();
  constexpr Word k_ticks = 700;
  for (Word tick = 0; tick < k_ticks; ++tick) {
    if (tick % rts::k_replay_keyframe_ticks == 0) {
      rts::SaveHead save;
      save.rules_digest = rules.digest;
      save.field_digest = head.field_digest;
      save.seed = recipe.setup.seed;
      save.tick = tick;
      std::vector<std::uint8_t> bytes;
      rts::write_save(match.state(), save, bytes);
      writer.add_keyframe(tick, bytes);
    }
    if (tick == 40) {
      std::vector<Word> units;
      for (const CoreRow& row : match.state().core) {
        if (row.owner == 0 && rts::is_soldier(rules.type(row.type).role)) {
          units.push_back(row.identity);
        }
      }
      std::vector<Word> record;
      const snapshot::OrderPayload order{
          0, 0, recipe.field.starts[1].x_mm, recipe.field.starts[1].z_mm, 0, 0, 0};
      REQUIRE(snapshot::append_event(record, EventKind::OrderAttackMove, tick + 1, order,
                                     std::span<const Word>(units))
                  .ok());
      REQUIRE(match.give(record).ok());
      writer.add_input(tick, record);
    }
    match.step();
    match.port().drain([](const snapshot::Event&) {});
    match.port().outbox().clear();
    if (match.tick() % rts::k_replay_checksum_ticks == 0 || match.tick() == k_ticks) {
      writer.add_checksums(match.tick(), rts::checksums(match.state()));
    }
  }
  const std::vector<std::uint8_t> bytes = writer.finish(k_ticks);

  const auto open = [&] {
    DeskOptions options = Person::make_options(recipe);
    options.replay = bytes;
    return Person(std::move(options));
  };
  const auto go = [](Person& person, Word tick) {
    person.panel(Deed::Speed, 0);
    person.panel(Deed::Seek, tick);
    for (int frame = 0; frame < 2000; ++frame) {
      person.frame();
      if (!person.desk->match().is_seeking()) break;
    }
    person.frame();
    REQUIRE(person.desk->match().tick() == tick);
  };
  Person played = open();
  CHECK(played.hud().is_replay);
  CHECK(played.hud().tick_last == k_ticks);
  for (int frame = 0; frame < 4000 && played.desk->match().tick() < 500; ++frame) {
    played.frame(0.05);
  }
  REQUIRE(played.desk->match().tick() == 500);
  played.panel(Deed::Pause);
  played.frame(0);
  go(played, 500);
  Person sought = open();
  go(sought, 640);
  go(sought, 120);
  go(sought, 500);
  REQUIRE(sought.desk->match().host().last().checksums.has_value());
  CHECK(sought.desk->match().host().last().checksums->total ==
        played.desk->match().host().last().checksums->total);
  const CommandPicture& a = played.desk->picture();
  const CommandPicture& b = sought.desk->picture();
  REQUIRE(a.figures.size() == b.figures.size());
  std::size_t differences = 0;
  for (std::size_t at = 0; at < a.figures.size(); ++at) {
    const render::Figure& left = a.figures[at];
    const render::Figure& right = b.figures[at];
    differences += left.position == right.position && left.heading_rad == right.heading_rad &&
                           left.mesh == right.mesh && left.action == right.action &&
                           left.stride_rad == right.stride_rad && left.built == right.built
                       ? 0
                       : 1;
  }
  CHECK_MESSAGE(differences == 0, differences << " figures differ after a seek");
  CHECK(a.bars.size() == b.bars.size());
}

TEST_CASE("decode and blend of 400 units stay far below a frame") {
  Person person(arena_recipe(400, true));
  person.panel(Deed::Watch, 0);
  person.seconds(1);
  std::vector<double> cross_ms;
  for (int frame = 0; frame < 240; ++frame) {
    person.frame();
    cross_ms.push_back(person.desk->cross_ms());
  }
  const void* before = person.desk->picture().figures.data();
  const void* bars_before = person.desk->picture().bars.data();
  for (int frame = 0; frame < 30; ++frame) person.frame();
  CHECK_MESSAGE(person.desk->picture().figures.data() == before, "a steady frame makes new lists");
  CHECK(person.desk->picture().bars.data() == bars_before);
  std::sort(cross_ms.begin(), cross_ms.end());
  MESSAGE("cross_ms median " << cross_ms[120] << ", p99 " << cross_ms[237] << " of "
                             << person.view().core().count() << " rows");
  // The figure is 0.5 ms; the bound leaves room for a busy machine and a debug build.
  CHECK(cross_ms[120] < 4);
}

}  // namespace terrane::play
