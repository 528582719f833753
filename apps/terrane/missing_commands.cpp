#include "command.h"

namespace terrane::app {
namespace {

struct MissingCommand {
  const char* name;
  const char* does;
  const char* reason;
};

// Names of the contract that are kept for what comes; a script gets a clear answer today.
constexpr MissingCommand k_missing[] = {
    {"cook", "writes a cooked world", "not built yet"},
    {"export", "writes tiles for other engines", "not built yet"},
    {"serve", "serves the page and cooked worlds", "not built yet"},
#if defined(__EMSCRIPTEN__)
    {"command", "a real-time strategy match in a window", "not in the WebAssembly build"},
    {"render", "one frame, headless", "not in the WebAssembly build"},
    {"drive", "the window at a road", "not in the WebAssembly build"},
    {"walk", "the window on a map", "not in the WebAssembly build"},
#endif
};

}  // namespace

void add_missing_commands(CLI::App& app, Action& chosen) {
  for (const MissingCommand& missing : k_missing) {
    CLI::App* command =
        app.add_subcommand(missing.name, std::string(missing.does) + " (" + missing.reason + ")");
    command->allow_extras();
    command->footer("Example: terrane info city:412\n(`" + std::string(missing.name) + "` is " +
                    missing.reason + ".)");
    command->callback([&chosen, &missing] {
      chosen = [&missing]() -> base::Result<int> {
        return base::Error{base::ErrorCode::Unavailable,
                           "`" + std::string(missing.name) + "` is " + missing.reason,
                           "terrane " + std::string(missing.name),
                           "one of the commands that `terrane --help` lists"};
      };
    });
  }
}

}  // namespace terrane::app
