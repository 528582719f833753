#include <cstdio>
#include <memory>

#include "command.h"
#include "report.h"
#include "terrane/fetch/file.h"
#include "terrane/snapshot/buffer.h"
#include "terrane/snapshot/print.h"
#include "terrane/snapshot/view.h"

namespace terrane::app {
namespace {

using base::Result;

struct SnapshotOptions {
  std::string path;
  snapshot::Word rows_max = 20;
  std::string json_path;
};

Result<int> run_snapshot(const SnapshotOptions& options) {
  TERRANE_TRY(check_output(options.json_path));
  const std::string text =
      TERRANE_TRY(fetch::read_file(options.path, std::uint64_t{snapshot::k_words_max} * 4));
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  snapshot::Buffer words;
  const auto opened = [&]() -> Result<snapshot::View> {
    TERRANE_TRY(snapshot::words_from_bytes(bytes, words));
    return snapshot::View::open(words.words());
  }();
  if (!opened.ok()) {
    base::Error error = opened.error();
    error.where = options.path + ", " + error.where;
    return error;
  }
  const snapshot::View& view = opened.value();
  if (options.json_path != "-") {
    std::fputs(snapshot::to_text(view, options.rows_max).c_str(), stdout);
  }
  if (options.json_path.empty()) return k_exit_done;
  Report report;
  report.add_count("tick", view.tick());
  report.add_count("version", view.version());
  report.add_count("bytes", bytes.size());
  report.add_count("core_rows", view.core().count());
  for (snapshot::Word table = 0; table < snapshot::k_table_count; ++table) {
    const auto kind = static_cast<snapshot::Table>(table);
    report.add_count(std::string(snapshot::table_name(kind)) + "_rows", view.table(kind).count());
  }
  TERRANE_TRY(write_report(report, options.json_path));
  return k_exit_done;
}

}  // namespace

void add_snapshot_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<SnapshotOptions>();
  CLI::App* command = app.add_subcommand("snapshot", "Prints a stored snapshot");
  refuse_empty(
      *command->add_option("file", options->path, "A file that `match --snapshot-at` wrote")
           ->required()
           ->type_name("F"));
  command->add_option("--rows", options->rows_max, "Rows of each table at most")
      ->type_name("N")
      ->capture_default_str();
  add_json_option(*command, options->json_path);
  command->footer("Example: terrane snapshot match.trs --rows 5");
  command->callback([&chosen, options] { chosen = [options] { return run_snapshot(*options); }; });
}

}  // namespace terrane::app
