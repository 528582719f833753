#include "hud_json.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>

#include "terrane/play/controls.h"

namespace terrane::web {
namespace {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

void text(Writer& writer, const char* key, const std::string& value) {
  writer.Key(key);
  writer.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
}
void number(Writer& writer, const char* key, double value) {
  writer.Key(key);
  writer.Double(std::isfinite(value) ? value : 0);
}
void count(Writer& writer, const char* key, std::uint64_t value) {
  writer.Key(key);
  writer.Uint64(value);
}
void flag(Writer& writer, const char* key, bool value) {
  writer.Key(key);
  writer.Bool(value);
}
void texts(Writer& writer, const char* key, const std::vector<std::string>& values) {
  writer.Key(key);
  writer.StartArray();
  for (const std::string& value : values) {
    writer.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
  }
  writer.EndArray();
}

void write_streaming(Writer& writer, const play::HudStreaming& panel) {
  writer.Key("streaming");
  writer.StartObject();
  count(writer, "pieces", panel.pieces);
  count(writer, "wanted", panel.wanted);
  count(writer, "queued", panel.queued);
  number(writer, "update_ms", panel.update_ms);
  number(writer, "update_ms_p99", panel.update_ms_p99);
  number(writer, "update_ms_max", panel.update_ms_max);
  number(writer, "frames_per_second", panel.frames_per_second);
  count(writer, "draw_calls", panel.draw_calls);
  count(writer, "triangles", panel.triangles);
  flag(writer, "first_world_ready", panel.first_world_ready);
  text(writer, "transport", panel.transport);
  text(writer, "trouble", panel.trouble);
  texts(writer, "failures", panel.failures);
  count(writer, "queries", panel.queries);
  count(writer, "bytes_fetched", panel.bytes_fetched);
  writer.EndObject();
}

void write_travel(Writer& writer, const play::HudTravel& travel) {
  writer.Key("travel");
  writer.StartObject();
  number(writer, "speed_m_s", travel.speed_m_s);
  number(writer, "heading_deg", travel.heading_deg);
  text(writer, "street", travel.street);
  text(writer, "place", travel.place);
  text(writer, "notice", travel.notice);
  flag(writer, "is_free", travel.is_free);
  writer.EndObject();
}

void write_button(Writer& writer, const play::HudButton& button) {
  writer.StartObject();
  count(writer, "action", button.action);
  text(writer, "label", button.label);
  text(writer, "hint", button.hint);
  text(writer, "key", play::name_of(button.key));
  flag(writer, "enabled", button.enabled);
  text(writer, "reason", button.reason);
  number(writer, "progress", button.progress);
  count(writer, "count", button.count);
  writer.EndObject();
}

void write_command(Writer& writer, const play::HudCommand& command) {
  writer.Key("command");
  writer.StartObject();
  text(writer, "side", command.side);
  flag(writer, "is_spectator", command.is_spectator);
  writer.Key("gold");
  writer.Int64(command.gold);
  writer.Key("wood");
  writer.Int64(command.wood);
  count(writer, "supply", command.supply);
  count(writer, "supply_max", command.supply_max);
  count(writer, "tick", command.tick);
  number(writer, "speed", command.speed);
  flag(writer, "is_replay", command.is_replay);
  count(writer, "tick_last", command.tick_last);
  text(writer, "selected", command.selected);
  writer.Key("buttons");
  writer.StartArray();
  for (const play::HudButton& button : command.buttons) write_button(writer, button);
  writer.EndArray();
  texts(writer, "alerts", command.alerts);
  text(writer, "outcome", command.outcome);
  number(writer, "tick_ms", command.tick_ms);
  number(writer, "cross_ms", command.cross_ms);
  flag(writer, "in_worker", command.in_worker);
  text(writer, "trouble", command.trouble);
  writer.EndObject();
}

}  // namespace

void write_hud(const play::Hud& hud, std::string& out) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.StartObject();
  text(writer, "world", hud.world);
  text(writer, "attribution", hud.attribution);
  text(writer, "caption", hud.caption);
  write_streaming(writer, hud.streaming);
  if (hud.travel) write_travel(writer, *hud.travel);
  if (hud.command) write_command(writer, *hud.command);
  writer.EndObject();
  out.assign(buffer.GetString(), buffer.GetSize());
}

}  // namespace terrane::web
