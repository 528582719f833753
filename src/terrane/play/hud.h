// What is shown over the picture, as plain values: one model for the native window, which draws it,
// and for the page, which lays it out. Text is UTF-8 as the world's source has it and never markup.
// Nothing in here is read by a simulation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "terrane/gpu/input.h"

namespace terrane::play {

// The streaming panel.
struct HudStreaming {
  std::uint64_t pieces = 0;  // resident
  std::uint64_t wanted = 0;
  std::uint64_t queued = 0;  // fetching, waiting or being built
  double update_ms = 0;      // streaming work on this thread in the last frame
  double update_ms_p99 = 0;  // of the last 600 frames
  double update_ms_max = 0;
  double frames_per_second = 0;
  std::uint64_t draw_calls = 0;
  std::uint64_t triangles = 0;
  bool first_world_ready = false;
  std::string transport;              // "threads", "message workers", "inline"
  std::string trouble;                // why builds are not where they were meant to be
  std::vector<std::string> failures;  // a sentence each thing that cannot be had, at most eight
  std::uint64_t queries = 0;          // asked of a server by a live place
  std::uint64_t bytes_fetched = 0;
};

// Driving and walking.
struct HudTravel {
  double speed_m_s = 0;
  double heading_deg = 0;  // compass: 0 north, clockwise
  std::string street;      // the one nearest, or empty
  std::string place;       // district of the city or place of the map, or empty
  std::string notice;      // "waiting for the ground ahead", "the lake", or empty
  bool is_free = false;    // looked at through the free camera
};

// A thing to press. `action` comes back as an InputKind::Panel record.
struct HudButton {
  std::uint32_t action = 0;
  std::string label;
  std::string hint;  // cost and what it does
  gpu::Key key = gpu::Key::Unknown;
  bool enabled = true;
  std::string reason;   // why not, when it is not
  double progress = 0;  // 0 ... 1 of what is under way; 0 when nothing is
  unsigned count = 0;   // waiting in the queue
};

// Commanding a match.
struct HudCommand {
  std::string side;  // whose it is; "spectating"
  bool is_spectator = false;
  std::int64_t gold = 0;
  std::int64_t wood = 0;
  unsigned supply = 0;
  unsigned supply_max = 0;
  std::uint32_t tick = 0;
  double speed = 1;  // of play; 0 while paused
  bool is_replay = false;
  std::uint32_t tick_last = 0;  // of a replay
  std::string selected;         // a line: name, health, what it does; or how many of what
  std::vector<HudButton> buttons;
  std::vector<std::string> alerts;  // the newest last, at most four
  std::string outcome;              // a sentence once it is over
  double tick_ms = 0;               // of the simulation, wherever it runs
  double cross_ms = 0;              // decode and blend on the drawing thread, last frame
  bool in_worker = false;           // the simulation runs in a thread of its own
  std::string trouble;              // why it does not, though it was asked to
};

struct Hud {
  std::string world;
  std::string attribution;
  std::string caption;  // what is going on in the whole: "building the world ..."
  HudStreaming streaming;
  std::optional<HudTravel> travel;
  std::optional<HudCommand> command;
};

}  // namespace terrane::play
