// For tests only: a desk over a small arena with the real rules, and a person at it who clicks,
// drags and types as input records. Not how a match is commanded: that is command_desk.h's.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "terrane/fetch/file.h"
#include "terrane/play/command_desk.h"
#include "terrane/rts/arena.h"

namespace terrane::play::testing {

inline std::vector<rts::RulesText> real_rules() {
  std::vector<rts::RulesText> texts;
  for (const char* name : {"match", "nature", "people", "goblins"}) {
    const std::string path = std::string(TERRANE_SOURCE_DIR) + "/data/rules/" + name + ".json";
    auto text = fetch::read_file(path);
    REQUIRE_MESSAGE(text.ok(), "the rules that come with the engine cannot be read: " << path);
    texts.push_back({path, std::move(text).value()});
  }
  return texts;
}

// Side 1 is a person's, side 2 a computer's or another person's who does nothing.
inline MatchRecipe arena_recipe(Word units, bool foe_plays = false) {
  MatchRecipe recipe;
  recipe.rules = real_rules();
  recipe.setup.seed = 5;
  recipe.setup.units = units;
  recipe.setup.players = {{0, rts::k_none}, {1, foe_plays ? 1 : rts::k_none}};
  auto field = rts::make_arena(5, 2, 128);
  REQUIRE_MESSAGE(field.ok(), "an arena for two sides cannot be made");
  recipe.field = std::move(field).value();
  return recipe;
}

struct Person {
  static constexpr std::uint32_t k_width = 1280;
  static constexpr std::uint32_t k_height = 720;
  std::unique_ptr<CommandDesk> desk;
  std::vector<gpu::InputRecord> records;
  double x_px = 640;
  double y_px = 300;

  explicit Person(DeskOptions options) {
    auto opened = CommandDesk::open(std::move(options));
    REQUIRE_MESSAGE(opened.ok(), "the desk cannot be opened: "
                                     << (opened.ok() ? "" : base::to_sentence(opened.error())));
    desk = std::move(opened).value();
    frame(0);
  }
  explicit Person(MatchRecipe recipe) : Person(make_options(std::move(recipe))) {}

  static DeskOptions make_options(MatchRecipe recipe) {
    DeskOptions options;
    options.recipe = std::move(recipe);
    options.host.checksum_every = 1;
    return options;
  }

  void key(gpu::Key which, bool pressed) {
    gpu::InputRecord record;
    record.kind = gpu::InputKind::Key;
    record.key = which;
    record.pressed = pressed;
    records.push_back(record);
  }
  void type(gpu::Key which) {
    key(which, true);
    key(which, false);
  }
  void type(char letter) { type(gpu::key_of(letter)); }
  void move(double to_x_px, double to_y_px) {
    gpu::InputRecord record;
    record.kind = gpu::InputKind::MouseMove;
    record.x = to_x_px;
    record.y = to_y_px;
    record.dx = to_x_px - x_px;
    record.dy = to_y_px - y_px;
    x_px = to_x_px;
    y_px = to_y_px;
    records.push_back(record);
  }
  void button(int which, bool pressed) {
    gpu::InputRecord record;
    record.kind = gpu::InputKind::MouseButton;
    record.button = which;
    record.pressed = pressed;
    record.x = x_px;
    record.y = y_px;
    records.push_back(record);
  }
  void click(double at_x_px, double at_y_px, int which = 0) {
    move(at_x_px, at_y_px);
    button(which, true);
    button(which, false);
  }
  void drag(double x0, double y0, double x1, double y1) {
    move(x0, y0);
    button(0, true);
    move(x1, y1);
    button(0, false);
  }
  void panel(Deed deed, std::uint32_t argument = 0) {
    gpu::InputRecord record;
    record.kind = gpu::InputKind::Panel;
    record.action = action_of(deed, argument);
    records.push_back(record);
  }

  // One frame with what was done since the last.
  void frame(double elapsed_s = 1.0 / 60) {
    const auto stepped = desk->step(records, elapsed_s, k_width, k_height);
    REQUIRE_MESSAGE(stepped.ok(),
                    "a frame failed: " << (stepped.ok() ? "" : base::to_sentence(stepped.error())));
    records.clear();
  }
  void seconds(double seconds, double elapsed_s = 1.0 / 20) {
    for (double passed = 0; passed < seconds; passed += elapsed_s) frame(elapsed_s);
  }

  const snapshot::View& view() const { return desk->match().latest().current; }
  HudCommand hud() const {
    HudCommand hud;
    desk->describe(hud);
    return hud;
  }
  snapshot::CoreRow row(Word identity) const {
    const Word at = view().core().find(identity);
    REQUIRE_MESSAGE(at != view().core().count(), "unit " << identity << " is there");
    return view().core().get<snapshot::CoreRow>(at);
  }
  // Of a player's with a role, ascending.
  std::vector<Word> of_role(Word owner, rts::Role role) const {
    std::vector<Word> units;
    for (Word at = 0; at < view().core().count(); ++at) {
      const auto unit = view().core().get<snapshot::CoreRow>(at);
      if (unit.owner == owner && desk->rules().type(unit.type).role == role) {
        units.push_back(unit.identity);
      }
    }
    return units;
  }
  // Where a unit is in the picture; looks there first.
  std::pair<double, double> pixel_of(Word identity) const {
    for (const ShownUnit& unit : desk->picture().shown) {
      if (unit.identity == identity) return {unit.x_px, unit.y_px};
    }
    FAIL("unit " << identity << " is not in the picture");
    return {0, 0};
  }
  std::pair<double, double> pixel_of_ground(double x_m, double z_m) const {
    double x = 0;
    double y = 0;
    double scale = 0;
    const bool is_before =
        desk->camera().pixel_of({x_m, desk->camera().ground_m(x_m, z_m), z_m}, x, y, scale);
    REQUIRE_MESSAGE(is_before, "the place is before the eye");
    return {x, y};
  }
};

}  // namespace terrane::play::testing
