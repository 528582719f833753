// A command's report: named values in order, printed as lines for people or written as one JSON
// object for scripts. Keys are snake_case with the unit in the name and are part of the contract.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "command.h"
#include "terrane/base/result.h"

namespace terrane::app {

class Report {
 public:
  void add(std::string key, double value);
  void add_count(std::string key, std::uint64_t value);
  void add_flag(std::string key, bool value);
  void add_text(std::string key, std::string value);
  void add_numbers(std::string key, std::vector<double> values);
  void add_texts(std::string key, std::vector<std::string> values);

  std::string to_json() const;   // one object and a line end
  std::string to_lines() const;  // `key: value`

 private:
  using Value = std::variant<double, std::uint64_t, bool, std::string, std::vector<double>,
                             std::vector<std::string>>;
  std::vector<std::pair<std::string, Value>> values_;
};

// An option that is given must have a value.
void refuse_empty(CLI::Option& option);

// `--json FILE|-`.
void add_json_option(CLI::App& command, std::string& json_path);

// Refuses an output that cannot be written, before any work is done for it. `-` and nothing pass.
base::Result<void> check_output(const std::string& path);

// The same for a file that a command must make: it has a name of its own, and the report goes
// elsewhere.
base::Result<void> check_made_file(const std::string& path, const std::string& json_path);

// Refuses two outputs that are one file.
base::Result<void> check_two_files(const std::string& one, const std::string& other);

// To standard output as lines when `json_path` is empty, else as JSON to the file or to `-`.
base::Result<void> write_report(const Report& report, const std::string& json_path);

}  // namespace terrane::app
