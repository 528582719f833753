#include "terrane/play/settings.h"

#include <cmath>

#include "terrane/base/json_document.h"

// After json_document.h.
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

namespace terrane::play {
namespace {

using Value = rapidjson::Value;

const Value* find(const Value& object, const char* key) {
  const auto found = object.FindMember(key);
  return found == object.MemberEnd() ? nullptr : &found->value;
}

void read_flag(const Value& object, const char* key, bool& flag,
               std::vector<std::string>& ignored) {
  const Value* value = find(object, key);
  if (value == nullptr) return;
  if (value->IsBool()) {
    flag = value->GetBool();
  } else {
    ignored.push_back(std::string("settings: ") + key + ": expected true or false");
  }
}

void read_keys(const Value& keys, Bindings& bindings, std::vector<std::string>& ignored) {
  for (unsigned row = 0; row < k_action_count; ++row) {
    const char* name = name_of(static_cast<Action>(row));
    const Value* list = find(keys, name);
    if (list == nullptr) continue;
    bool good = list->IsArray() && list->Size() <= 2;
    std::array<gpu::Key, 2> read{gpu::Key::Unknown, gpu::Key::Unknown};
    for (unsigned at = 0; good && at < list->Size(); ++at) {
      const Value& key = (*list)[at];
      good = key.IsString();
      if (good) read[at] = key_named({key.GetString(), key.GetStringLength()});
      good = good && read[at] != gpu::Key::Unknown;
    }
    if (good) {
      bindings.keys[row] = read;
    } else {
      ignored.push_back(std::string("settings: keys.") + name +
                        ": expected a list of at most two names of keys, such as \"W\" or \"Up\"");
    }
  }
}

}  // namespace

Settings read_settings(std::string_view json, std::vector<std::string>& ignored) {
  Settings settings;
  rapidjson::Document document;
  // Iterative, since a file from anywhere may be nested to any depth.
  document.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());
  if (document.HasParseError() || !document.IsObject()) {
    ignored.emplace_back("settings: expected a JSON object");
    return settings;
  }
  if (const Value* units = find(document, "units")) {
    const bool is_text = units->IsString();
    const std::string_view text = is_text ? units->GetString() : "";
    settings.miles = text == "miles";
    if (text != "miles" && text != "kilometres") {
      ignored.emplace_back("settings: units: expected \"kilometres\" or \"miles\"");
    }
  }
  read_flag(document, "fullscreen", settings.fullscreen, ignored);
  read_flag(document, "streaming_panel", settings.streaming_panel, ignored);
  if (const Value* hour = find(document, "hour")) {
    const double value = hour->IsNumber() ? hour->GetDouble() : -1;
    if (value >= 0 && value < 24) {
      settings.hour = value;
    } else {
      ignored.emplace_back("settings: hour: expected a number from 0 to below 24");
    }
  }
  if (const Value* keys = find(document, "keys")) {
    if (keys->IsObject()) {
      read_keys(*keys, settings.bindings, ignored);
    } else {
      ignored.emplace_back("settings: keys: expected an object of actions");
    }
  }
  return settings;
}

std::string write_settings(const Settings& settings) {
  rapidjson::StringBuffer buffer;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(buffer);
  writer.SetIndent(' ', 2);
  writer.StartObject();
  writer.Key("units");
  writer.String(settings.miles ? "miles" : "kilometres");
  writer.Key("fullscreen");
  writer.Bool(settings.fullscreen);
  writer.Key("streaming_panel");
  writer.Bool(settings.streaming_panel);
  writer.Key("hour");
  writer.Double(settings.hour);
  writer.Key("keys");
  writer.StartObject();
  for (unsigned row = 0; row < k_action_count; ++row) {
    writer.Key(name_of(static_cast<Action>(row)));
    writer.StartArray();
    for (const gpu::Key key : settings.bindings.keys[row]) {
      if (key != gpu::Key::Unknown) writer.String(name_of(key).c_str());
    }
    writer.EndArray();
  }
  writer.EndObject();
  writer.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace terrane::play
