// What `match` was asked for, as numbers: the command line's texts are turned into these, and
// everything that cannot be meant is an error that names the option.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "match_ground.h"
#include "terrane/base/result.h"
#include "terrane/play/match_host.h"

namespace terrane::app {

// Who gives a side's orders, beside what the simulation's own opponents think.
enum class Controller { Opponent, Person, Drawn };

struct TickFile {
  snapshot::Word tick = 0;
  std::string path;  // empty: not asked for
};

// As the command line has it.
struct MatchArguments {
  std::string uri;
  AreaOptions area;
  std::uint32_t units = 0;
  std::uint32_t ticks = 0;
  std::uint64_t seed = 0;
  std::string players = "ai,ai";
  std::string thread = "main";
  bool posted = false;
  std::uint32_t plant_tick = 0;
  std::string record_path;
  bool report = false;
  std::string snapshot_at;
  std::string save_at;
  std::string load_path;
  std::uint32_t host_port = 0;
  std::string join;
  std::uint32_t input_delay = 3;
  std::string json_path;
};

struct MatchOptions {
  rts::MatchSetup setup;
  std::vector<Controller> controllers;  // one a player
  GroundOptions ground;
  play::HostOptions host;
  TickFile snapshot_at;
  TickFile save_at;
};

// BadUsage, OutOfRange or IoFailed, before any work is done.
base::Result<MatchOptions> parse_match(const MatchArguments& arguments, const rts::Rules& rules);

}  // namespace terrane::app
