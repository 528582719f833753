// How the command line is put together: each command adds itself and, when chosen, leaves an
// action. main() runs the action after parsing, so that no command runs inside the option parser.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "terrane/base/result.h"

namespace terrane::app {

// Exit codes of the contract.
inline constexpr int k_exit_done = 0;
inline constexpr int k_exit_answer_is_no = 1;
inline constexpr int k_exit_bad_input = 2;

// Runs a command; its value is the exit code. An error is printed as one line and exits with 2.
using Action = std::function<base::Result<int>()>;

// Everything a command has to do to be found.
void add_info_command(CLI::App& app, Action& chosen);
void add_digest_command(CLI::App& app, Action& chosen);
void add_verify_command(CLI::App& app, Action& chosen);
void add_tour_command(CLI::App& app, Action& chosen);
void add_extract_command(CLI::App& app, Action& chosen);
void add_bench_command(CLI::App& app, Action& chosen);
void add_match_command(CLI::App& app, Action& chosen);
void add_replay_command(CLI::App& app, Action& chosen);
void add_snapshot_command(CLI::App& app, Action& chosen);
void add_ride_command(CLI::App& app, Action& chosen);
// Native only: they need a graphics device.
void add_render_command(CLI::App& app, Action& chosen);
void add_window_commands(CLI::App& app, Action& chosen);
void add_command_window(CLI::App& app, Action& chosen);
// Commands of the contract that this build does not have: each says so and exits with 2.
void add_missing_commands(CLI::App& app, Action& chosen);

// Parses, runs, prints; the exit code. Never throws.
int run_command_line(int argc, const char* const* argv);

}  // namespace terrane::app
