#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "command.h"
#include "startup.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;

int print_error(const Error& error) {
  std::fflush(stdout);
  std::fprintf(stderr, "terrane: error: %s\n", base::to_sentence(error).c_str());
  return k_exit_bad_input;
}

void add_commands(CLI::App& app, Action& chosen) {
  add_info_command(app, chosen);
  add_digest_command(app, chosen);
  add_verify_command(app, chosen);
  add_tour_command(app, chosen);
  add_extract_command(app, chosen);
  add_match_command(app, chosen);
  add_replay_command(app, chosen);
  add_snapshot_command(app, chosen);
  add_ride_command(app, chosen);
  add_bench_command(app, chosen);
#if !defined(__EMSCRIPTEN__)
  add_render_command(app, chosen);
  add_window_commands(app, chosen);
  add_command_window(app, chosen);
#endif
  add_missing_commands(app, chosen);
}

// The subcommand that was being parsed when an error came up, for the error's place.
std::string place_of(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "terrane" : "terrane " + chosen.front()->get_name();
}

int run(int argc, const char* const* argv) {
  CLI::App app{"Terrane streams open worlds that are built one piece at a time.", "terrane"};
  app.set_version_flag("--version", "terrane " TERRANE_VERSION);
  app.require_subcommand(0, 1);
  app.footer(
      "Example: terrane tour city:412 --seconds 10 --speed 30 --json -\n"
      "Each command has --help with an example.");
  Action chosen;
  add_commands(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
    return print_error(
        {ErrorCode::BadUsage, error.what(), place_of(app), "see `" + place_of(app) + " --help`"});
  }
  if (!chosen) {
    return print_error({ErrorCode::BadUsage, "no command given", "terrane",
                        "a command, as in `terrane info city:412`; see `terrane --help`"});
  }
  auto exit_code = chosen();
  if (!exit_code.ok()) return print_error(exit_code.error());
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    return print_error({ErrorCode::IoFailed, "the output could not be written", "standard output",
                        "an output that takes what is printed"});
  }
  return exit_code.value();
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  mark_process_start();
  keep_freed_memory();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    return print_error({ErrorCode::OutOfRange, "out of memory", "terrane", "a smaller area"});
  } catch (const std::exception& error) {
    return print_error({ErrorCode::BadUsage, error.what(), "terrane", "a command that can be run"});
  }
}

}  // namespace terrane::app
