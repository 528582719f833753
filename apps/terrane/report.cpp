#include "report.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "terrane/base/json_document.h"
#include "terrane/fetch/file.h"

// After json_document.h.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace terrane::app {
namespace {

using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

// JSON has no word for what is not finite.
void write_number(JsonWriter& json, double value) {
  if (std::isfinite(value)) {
    json.Double(value);
  } else {
    json.Null();
  }
}

void write_text(JsonWriter& json, const std::string& text) {
  json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

struct JsonValue {
  JsonWriter& json;
  void operator()(double value) const { write_number(json, value); }
  void operator()(std::uint64_t value) const { json.Uint64(value); }
  void operator()(bool value) const { json.Bool(value); }
  void operator()(const std::string& value) const { write_text(json, value); }
  void operator()(const std::vector<double>& values) const {
    json.StartArray();
    for (const double value : values) write_number(json, value);
    json.EndArray();
  }
  void operator()(const std::vector<std::string>& values) const {
    json.StartArray();
    for (const std::string& value : values) write_text(json, value);
    json.EndArray();
  }
};

std::string number_text(double value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.10g", value);
  return text;
}

struct LineValue {
  std::string operator()(double value) const { return number_text(value); }
  std::string operator()(std::uint64_t value) const { return std::to_string(value); }
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<double>& values) const {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ",") + number_text(value);
    return text;
  }
  std::string operator()(const std::vector<std::string>& values) const {
    std::string text;
    for (const std::string& value : values) text += "\n  " + value;
    return values.empty() ? "none" : text;
  }
};

}  // namespace

void Report::add(std::string key, double value) {
  values_.emplace_back(std::move(key), value);
}
void Report::add_count(std::string key, std::uint64_t value) {
  values_.emplace_back(std::move(key), value);
}
void Report::add_flag(std::string key, bool value) {
  values_.emplace_back(std::move(key), value);
}
void Report::add_text(std::string key, std::string value) {
  values_.emplace_back(std::move(key), std::move(value));
}
void Report::add_numbers(std::string key, std::vector<double> values) {
  values_.emplace_back(std::move(key), std::move(values));
}
void Report::add_texts(std::string key, std::vector<std::string> values) {
  values_.emplace_back(std::move(key), std::move(values));
}

std::string Report::to_json() const {
  rapidjson::StringBuffer buffer;
  JsonWriter json(buffer);
  json.SetMaxDecimalPlaces(9);
  json.StartObject();
  for (const auto& entry : values_) {
    write_text(json, entry.first);
    std::visit(JsonValue{json}, entry.second);
  }
  json.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

std::string Report::to_lines() const {
  std::string lines;
  for (const auto& entry : values_) {
    lines += entry.first + ": " + std::visit(LineValue{}, entry.second) + "\n";
  }
  return lines;
}

void refuse_empty(CLI::Option& option) {
  option.check(CLI::Validator(
      [](std::string& text) {
        return text.empty() ? std::string("the value is empty") : std::string();
      },
      ""));
}

void add_json_option(CLI::App& command, std::string& json_path) {
  refuse_empty(
      *command
           .add_option("--json", json_path, "Write the report as one JSON object (- for stdout)")
           ->type_name("FILE|-"));
}

base::Result<void> check_output(const std::string& path) {
  if (path.empty() || path == "-") return {};
  std::error_code error;
  const std::filesystem::path target(path);
  if (std::filesystem::is_directory(target, error)) {
    return base::Error{base::ErrorCode::IoFailed, "the output is a folder", path,
                       "a file to write"};
  }
  const std::filesystem::path folder = target.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, error)) {
    return base::Error{base::ErrorCode::IoFailed, "the output's folder is not there", path,
                       "a file in a folder that exists"};
  }
  return {};
}

base::Result<void> check_made_file(const std::string& path, const std::string& json_path) {
  if (path.empty() || path == "-") {
    return base::Error{base::ErrorCode::BadUsage, "the output has no name", "--out `" + path + "`",
                       "the path of a file to write"};
  }
  TERRANE_TRY(check_two_files(path, json_path));
  return check_output(path);
}

base::Result<void> check_two_files(const std::string& one, const std::string& other) {
  if (std::filesystem::path(one).lexically_normal() ==
      std::filesystem::path(other).lexically_normal()) {
    return base::Error{base::ErrorCode::BadUsage, "two outputs are one file", one,
                       "two paths, so that neither overwrites the other"};
  }
  return {};
}

base::Result<void> write_report(const Report& report, const std::string& json_path) {
  if (!json_path.empty() && json_path != "-") {
    return fetch::write_file(json_path, report.to_json());
  }
  const std::string text = json_path.empty() ? report.to_lines() : report.to_json();
  std::fwrite(text.data(), 1, text.size(), stdout);
  return {};
}

}  // namespace terrane::app
