// Reads an object of a rules file key by key, and remembers the first thing that is wrong with it:
// file, key as a path ("units[3].health") and what was expected. Readers ask for what they need and
// go on with a harmless value when it is not there; whoever began looks at the error at the end.
// Keys that nobody asked for are errors too. Not the meaning of the numbers: that is
// rules_check.h's. Any thread, one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "terrane/base/json_document.h"
#include "terrane/base/result.h"

namespace terrane::rts {

// The first error of one file.
class RulesErrors {
 public:
  explicit RulesErrors(std::string file) : file_(std::move(file)) {}
  void add(std::string what, const std::string& path, std::string expected);
  const std::optional<base::Error>& first() const { return first_; }

 private:
  std::string file_;
  std::optional<base::Error> first_;
};

class RulesObject {
 public:
  // Borrows both. `path` is "" for the file itself.
  RulesObject(RulesErrors& errors, const rapidjson::Value& value, std::string path);

  // Whether an optional key is there; it counts as asked for.
  bool may_have(std::string_view key);
  // A whole number from low to high; low when it is not one.
  std::int32_t number(std::string_view key, std::int32_t low, std::int32_t high);
  std::int32_t number_or(std::string_view key, std::int32_t low, std::int32_t high,
                         std::int32_t otherwise);
  // 1 to 32 small letters, digits and underscores, beginning with a letter.
  std::string name(std::string_view key);
  // 1 to 32 bytes of printable text.
  std::string title(std::string_view key);
  // The place in `choices` of the text; 0 when it is none.
  std::uint32_t choice(std::string_view key, std::span<const std::string_view> choices);
  RulesObject object(std::string_view key);
  // A list of objects, texts or names with `low` to `high` entries.
  std::vector<RulesObject> objects(std::string_view key, std::size_t low, std::size_t high);
  std::vector<std::string> names(std::string_view key, std::size_t low, std::size_t high);
  std::vector<std::string> titles(std::string_view key, std::size_t low, std::size_t high);

  // Says no to keys that nobody asked for and to keys that stand twice.
  void finish();

  std::string path_of(std::string_view key) const;
  const std::string& path() const { return path_; }
  RulesErrors& errors() const { return errors_; }

 private:
  // Null after an error.
  const rapidjson::Value* find(std::string_view key, std::string_view expected);
  const rapidjson::Value* find_list(std::string_view key, std::size_t low, std::size_t high,
                                    std::string_view of);
  std::vector<std::string> texts(std::string_view key, std::size_t low, std::size_t high,
                                 bool are_names);

  RulesErrors& errors_;
  const rapidjson::Value* value_;  // null when there is no such object
  std::string path_;
  std::vector<std::string> asked_;
};

}  // namespace terrane::rts
