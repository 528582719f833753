#include "streaming_options.h"

#include <cmath>

#include "world_options.h"

namespace terrane::app {
namespace {

constexpr unsigned k_workers_max = 8;  // of real threads; make_thread_transport's limit

}  // namespace

void add_streaming_options(CLI::App& command, StreamingArguments& arguments) {
  stream::SelectionLimits& limits = arguments.streaming.limits;
  const auto add = [&](const char* name, auto& value, const char* does, const char* type) {
    command.add_option(name, value, does)->type_name(type)->capture_default_str();
  };
  add("--load-radius", limits.load_radius_m, "Ring: load what is nearer than this", "M");
  add("--unload-radius", limits.unload_radius_m, "Ring: drop what is farther than this", "M");
  add("--reach", limits.reach_m, "Road walk: weighted metres that must be resident", "M");
  add("--piece-limit", limits.piece_limit, "Road walk: pieces selected at most", "N");
  add("--pool-pages", arguments.pool_pages, "Pages of 7 KiB in the pool", "N");
  command
      .add_option("--workers", arguments.workers,
                  "Build workers, 1 to 8, or inline for the main thread; default: cores minus one")
      ->type_name("N|inline");
}

base::Result<void> check_streaming(const StreamingArguments& arguments) {
  const stream::SelectionLimits& limits = arguments.streaming.limits;
  TERRANE_TRY(check_range(limits.load_radius_m, 10, 20000, "--load-radius"));
  TERRANE_TRY(check_range(limits.unload_radius_m, limits.load_radius_m, 30000, "--unload-radius"));
  TERRANE_TRY(check_range(limits.reach_m, 10, 20000, "--reach"));
  TERRANE_TRY(check_range(limits.piece_limit, 1, 100000, "--piece-limit"));
  return check_range(arguments.pool_pages, 16, 65536, "--pool-pages");
}

base::Result<unsigned> parse_workers(const std::string& text) {
  if (text == "inline") return 0U;
  if (text.empty()) return stream::default_worker_count();
  const auto number = parse_numbers(text, 1, "--workers", "");
  const bool is_count = number.ok() && std::floor(number.value()[0]) == number.value()[0] &&
                        number.value()[0] >= 1 && number.value()[0] <= k_workers_max;
  if (is_count) return static_cast<unsigned>(number.value()[0]);
  return base::Error{base::ErrorCode::BadUsage, "cannot be read as a number of workers",
                     "--workers " + text, "inline or a whole number from 1 to 8"};
}

}  // namespace terrane::app
