#include "terrane/rts/rules_reader.h"

#include <algorithm>

namespace terrane::rts {
namespace {

constexpr std::size_t k_text_bytes_max = 32;
constexpr std::string_view k_name_expected =
    "a name of 1 to 32 small letters, digits and underscores, a letter first";
constexpr std::string_view k_title_expected = "a text of 1 to 32 bytes without control characters";

std::string_view text_of(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

bool is_name(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && text.size() <= k_text_bytes_max && text[0] >= 'a' && text[0] <= 'z' &&
         std::all_of(text.begin(), text.end(), fits);
}

bool is_title(std::string_view text) {
  return !text.empty() && text.size() <= k_text_bytes_max &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 32 && c != 127; });
}

// As an error says it, cut short.
std::string shown(const rapidjson::Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      return "null";
    case rapidjson::kFalseType:
      return "false";
    case rapidjson::kTrueType:
      return "true";
    case rapidjson::kObjectType:
      return "an object";
    case rapidjson::kArrayType:
      return "a list of " + std::to_string(value.Size());
    case rapidjson::kStringType: {
      const std::string_view text = text_of(value);
      return '"' + std::string(text.substr(0, 40)) + (text.size() > 40 ? "…\"" : "\"");
    }
    case rapidjson::kNumberType:
      break;
  }
  if (value.IsInt64()) return std::to_string(value.GetInt64());
  return value.IsUint64() ? std::to_string(value.GetUint64()) : "a number that is not whole";
}

std::string range_text(std::int64_t low, std::int64_t high) {
  return "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
}

}  // namespace

void RulesErrors::add(std::string what, const std::string& path, std::string expected) {
  if (first_) return;
  first_ = base::Error{base::ErrorCode::BadData, std::move(what),
                       path.empty() ? file_ : file_ + " " + path, std::move(expected)};
}

RulesObject::RulesObject(RulesErrors& errors, const rapidjson::Value& value, std::string path)
    : errors_(errors), value_(value.IsObject() ? &value : nullptr), path_(std::move(path)) {
  if (value_ == nullptr) errors_.add("this is " + shown(value), path_, "an object");
}

std::string RulesObject::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

bool RulesObject::may_have(std::string_view key) {
  asked_.emplace_back(key);
  if (value_ == nullptr) return false;
  const rapidjson::Value name(rapidjson::StringRef(key.data(), key.size()));
  return value_->FindMember(name) != value_->MemberEnd();
}

const rapidjson::Value* RulesObject::find(std::string_view key, std::string_view expected) {
  asked_.emplace_back(key);
  if (value_ == nullptr) return nullptr;
  const rapidjson::Value name(rapidjson::StringRef(key.data(), key.size()));
  const auto found = value_->FindMember(name);
  if (found != value_->MemberEnd()) return &found->value;
  errors_.add("a key is missing", path_of(key), std::string(expected));
  return nullptr;
}

std::int32_t RulesObject::number(std::string_view key, std::int32_t low, std::int32_t high) {
  const std::string expected = range_text(low, high);
  const rapidjson::Value* value = find(key, expected);
  if (value == nullptr) return low;
  if (!value->IsInt64() || value->GetInt64() < low || value->GetInt64() > high) {
    errors_.add("this is " + shown(*value), path_of(key), expected);
    return low;
  }
  return static_cast<std::int32_t>(value->GetInt64());
}

std::int32_t RulesObject::number_or(std::string_view key, std::int32_t low, std::int32_t high,
                                    std::int32_t otherwise) {
  return may_have(key) ? number(key, low, high) : otherwise;
}

std::string RulesObject::name(std::string_view key) {
  const rapidjson::Value* value = find(key, k_name_expected);
  if (value == nullptr) return {};
  if (value->IsString() && is_name(text_of(*value))) return std::string(text_of(*value));
  errors_.add("this is " + shown(*value), path_of(key), std::string(k_name_expected));
  return {};
}

std::string RulesObject::title(std::string_view key) {
  const rapidjson::Value* value = find(key, k_title_expected);
  if (value == nullptr) return {};
  if (value->IsString() && is_title(text_of(*value))) return std::string(text_of(*value));
  errors_.add("this is " + shown(*value), path_of(key), std::string(k_title_expected));
  return {};
}

std::uint32_t RulesObject::choice(std::string_view key, std::span<const std::string_view> choices) {
  std::string expected = "one of";
  for (const std::string_view& one : choices) {
    expected += (&one == choices.data() ? " " : ", ") + std::string(one);
  }
  const rapidjson::Value* value = find(key, expected);
  if (value == nullptr) return 0;
  if (value->IsString()) {
    const auto found = std::find(choices.begin(), choices.end(), text_of(*value));
    if (found != choices.end()) return static_cast<std::uint32_t>(found - choices.begin());
  }
  errors_.add("this is " + shown(*value), path_of(key), expected);
  return 0;
}

RulesObject RulesObject::object(std::string_view key) {
  static const rapidjson::Value k_nothing(rapidjson::kObjectType);
  const rapidjson::Value* value = find(key, "an object");
  return {errors_, value == nullptr ? k_nothing : *value, path_of(key)};
}

const rapidjson::Value* RulesObject::find_list(std::string_view key, std::size_t low,
                                               std::size_t high, std::string_view of) {
  const std::string expected =
      "a list of " + std::to_string(low) + " to " + std::to_string(high) + " " + std::string(of);
  const rapidjson::Value* value = find(key, expected);
  if (value == nullptr) return nullptr;
  if (value->IsArray() && value->Size() >= low && value->Size() <= high) return value;
  errors_.add("this is " + shown(*value), path_of(key), expected);
  return nullptr;
}

std::vector<RulesObject> RulesObject::objects(std::string_view key, std::size_t low,
                                              std::size_t high) {
  std::vector<RulesObject> made;
  const rapidjson::Value* list = find_list(key, low, high, "objects");
  if (list == nullptr) return made;
  for (rapidjson::SizeType at = 0; at < list->Size(); ++at) {
    made.emplace_back(errors_, (*list)[at], path_of(key) + "[" + std::to_string(at) + "]");
  }
  return made;
}

std::vector<std::string> RulesObject::texts(std::string_view key, std::size_t low, std::size_t high,
                                            bool are_names) {
  std::vector<std::string> made;
  const rapidjson::Value* list = find_list(key, low, high, are_names ? "names" : "texts");
  if (list == nullptr) return made;
  for (rapidjson::SizeType at = 0; at < list->Size(); ++at) {
    const rapidjson::Value& value = (*list)[at];
    const std::string path = path_of(key) + "[" + std::to_string(at) + "]";
    const std::string text = value.IsString() ? std::string(text_of(value)) : std::string();
    if (!(are_names ? is_name(text) : is_title(text))) {
      errors_.add("this is " + shown(value), path,
                  std::string(are_names ? k_name_expected : k_title_expected));
    } else if (std::find(made.begin(), made.end(), text) != made.end()) {
      errors_.add("\"" + text + "\" stands twice", path, "each once");
    }
    made.push_back(text);
  }
  return made;
}

std::vector<std::string> RulesObject::names(std::string_view key, std::size_t low,
                                            std::size_t high) {
  return texts(key, low, high, true);
}

std::vector<std::string> RulesObject::titles(std::string_view key, std::size_t low,
                                             std::size_t high) {
  return texts(key, low, high, false);
}

void RulesObject::finish() {
  if (value_ == nullptr) return;
  std::vector<std::string_view> met;
  for (auto member = value_->MemberBegin(); member != value_->MemberEnd(); ++member) {
    const std::string_view key = text_of(member->name);
    if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) {
      std::string expected = "only";
      for (const std::string& one : asked_) expected += (&one == asked_.data() ? " " : ", ") + one;
      errors_.add("an unknown key", path_of(key.substr(0, 40)), expected);
    }
    if (std::find(met.begin(), met.end(), key) != met.end()) {
      errors_.add("a key stands twice", path_of(key), "each once");
    }
    met.push_back(key);
    if (errors_.first()) return;
  }
}

}  // namespace terrane::rts
