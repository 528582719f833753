#include "terrane/play/settings.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace terrane::play {

TEST_CASE("settings come back as they were written") {
  Settings settings;
  settings.miles = true;
  settings.fullscreen = true;
  settings.streaming_panel = true;
  settings.hour = 17.25;
  settings.bindings.keys[static_cast<std::size_t>(Action::Ahead)] = {gpu::key_of('I'),
                                                                     gpu::Key::PageUp};
  settings.bindings.keys[static_cast<std::size_t>(Action::Photo)] = {gpu::Key::Unknown,
                                                                     gpu::Key::Unknown};
  std::vector<std::string> ignored;
  const Settings read = read_settings(write_settings(settings), ignored);
  CHECK(ignored.empty());
  CHECK(read.miles);
  CHECK(read.fullscreen);
  CHECK(read.streaming_panel);
  CHECK(read.hour == doctest::Approx(17.25));
  CHECK(read.bindings.keys == settings.bindings.keys);
}

TEST_CASE("nonsense in settings keeps the defaults and is named, one sentence each") {
  const Settings defaults;
  const struct {
    const char* text;
    std::size_t sentences;
  } cases[] = {
      {"", 1},
      {"[]", 1},
      {"{\"units\": 7}", 1},
      {"{\"hour\": 24}", 1},
      {"{\"hour\": -0.5, \"fullscreen\": \"yes\"}", 2},
      {"{\"keys\": []}", 1},
      {"{\"keys\": {\"ahead\": [\"<b>\"]}}", 1},
      {"{\"keys\": {\"ahead\": [\"W\", \"Up\", \"I\"], \"back\": [1]}}", 2},
      {"{\"units\": \"kilometres\", \"unknown\": {}}", 0},
  };
  for (const auto& one : cases) {
    std::vector<std::string> ignored;
    const Settings read = read_settings(one.text, ignored);
    CHECK_MESSAGE(ignored.size() == one.sentences, one.text);
    CHECK(read.hour == doctest::Approx(defaults.hour));
    CHECK(read.bindings.keys == defaults.bindings.keys);
  }
  std::vector<std::string> ignored;
  read_settings(std::string(200000, '['), ignored);
  CHECK(ignored.size() == 1);
}

}  // namespace terrane::play
