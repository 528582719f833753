// Of a match on the page: what it sounds like, its replay, and where it runs. Every call is on the
// page's main thread; see page_main.cpp.
#include <emscripten.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "page_way.h"

namespace terrane::web {
namespace {

struct Heard {
  std::vector<float> cues;  // kind, variant, gain and pan of each
  std::vector<std::int16_t> samples;
  std::vector<std::uint8_t> replay;
};

Heard& heard() {
  static Heard the_heard;
  return the_heard;
}

}  // namespace
}  // namespace terrane::web

extern "C" {

using terrane::web::current_command;
using terrane::web::done;
using terrane::web::heard;
using terrane::web::match_wish;

// How many cues the last frame has; four floats each at terrane_cues().
EMSCRIPTEN_KEEPALIVE unsigned terrane_cue_count() {
  std::vector<float>& cues = heard().cues;
  cues.clear();
  if (current_command() == nullptr) return 0;
  for (const terrane::play::Cue& cue : current_command()->cues()) {
    cues.insert(cues.end(),
                {static_cast<float>(cue.kind), static_cast<float>(cue.variant), cue.gain, cue.pan});
  }
  return static_cast<unsigned>(cues.size() / 4);
}
EMSCRIPTEN_KEEPALIVE const float* terrane_cues() {
  return heard().cues.data();
}

// How many samples a cue has (mono, 16 bits, terrane_cue_rate() a second); they are at
// terrane_cue_samples() until the next call.
EMSCRIPTEN_KEEPALIVE unsigned terrane_make_cue(unsigned kind, unsigned variant) {
  if (kind >= terrane::play::k_cue_kinds) return 0;
  heard().samples = terrane::play::synthesise(static_cast<terrane::play::CueKind>(kind), variant);
  return static_cast<unsigned>(heard().samples.size());
}
EMSCRIPTEN_KEEPALIVE const std::int16_t* terrane_cue_samples() {
  return heard().samples.data();
}
EMSCRIPTEN_KEEPALIVE unsigned terrane_cue_rate() {
  return terrane::play::k_cue_rate_hz;
}

// The next "command" shows the replay of that file, in the world that terrane_replay_world() names.
EMSCRIPTEN_KEEPALIVE int terrane_open_replay(const char* path) {
  match_wish().replay.reset();
  auto read = terrane::web::read_replay(path);
  if (!read.ok()) return done(read.error());
  match_wish().replay = std::move(read).value();
  return 1;
}
EMSCRIPTEN_KEEPALIVE const char* terrane_replay_world() {
  return match_wish().replay ? match_wish().replay->world_uri.c_str() : "";
}
EMSCRIPTEN_KEEPALIVE void terrane_forget_replay() {
  match_wish().replay.reset();
}

// How many bytes the replay of the open match has up to now; they are at terrane_replay_bytes().
EMSCRIPTEN_KEEPALIVE unsigned terrane_take_replay() {
  heard().replay.clear();
  if (current_command() != nullptr) heard().replay = current_command()->desk().match().replay();
  return static_cast<unsigned>(heard().replay.size());
}
EMSCRIPTEN_KEEPALIVE const std::uint8_t* terrane_replay_bytes() {
  return heard().replay.data();
}

}  // extern "C"
