// What a battle sounds like: events that crossed from the match become cues (which sound, how loud,
// from which side), and each sound is made from sines and noise by a pure function. It plays
// nothing: whoever has a loudspeaker asks for the samples once and plays the cues of a frame. No
// sound of a place that the player does not see. Owner thread: the drawing one's.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/geo/vec3.h"
#include "terrane/rts/rules.h"
#include "terrane/snapshot/events.h"

namespace terrane::play {

// Numbers stay: a page names its buffers by them.
enum class CueKind : std::uint8_t {
  Swords = 0,
  Arrow = 1,        // let go
  Stone = 2,        // a boulder, a pot or a cart's load lands
  Acknowledge = 3,  // an order was given
  Refused = 4,
  Alert = 5,  // under attack
  BuildingDone = 6,
  Horn = 7,  // victory, defeat, a hero
  Ready = 8,
  Research = 9,
  Collapse = 10,  // a building falls
  Tree = 11,
  Coins = 12,  // a load is brought home
  Growl = 13,
  Gate = 14,
  Hammer = 15,
};
inline constexpr unsigned k_cue_kinds = 16;
inline constexpr unsigned k_cue_variants = 4;  // of each, so that a fight is no machine
inline constexpr unsigned k_cue_rate_hz = 22050;

// Mono, at most two seconds, silent at both ends. The same samples everywhere.
std::vector<std::int16_t> synthesise(CueKind kind, unsigned variant);

struct Cue {
  CueKind kind = CueKind::Acknowledge;
  unsigned variant = 0;  // below k_cue_variants
  float gain = 1;        // 0 ... 1
  float pan = 0;         // -1 left ... 1 right
};
inline constexpr std::size_t k_cues_a_frame_max = 12;

// Where an event of the match would be heard from. False when it makes no sound.
struct CueSource {
  CueKind kind = CueKind::Swords;
  bool has_place = false;  // else heard wherever one looks
  geo::Vec3 place;         // metres of the battlefield's frame, on the plane
  unsigned variant = 0;
  float gain = 1;
};
bool cue_of(const snapshot::Event& event, const rts::Rules& rules, snapshot::Word player,
            CueSource& source);

// By distance and side as heard from above a point with a heading: `height_m` above it.
Cue heard_from(const CueSource& source, double x_m, double z_m, double height_m,
               double heading_rad);

}  // namespace terrane::play
