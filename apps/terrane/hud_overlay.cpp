#include "hud_overlay.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include "terrane/play/controls.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;

constexpr double k_font_px = 15;
constexpr double k_kmh_per_m_s = 3.6;
constexpr double k_mph_per_m_s = 2.236936;
constexpr gpu::Key k_key_streaming{static_cast<gpu::Key>(static_cast<int>(gpu::Key::F1) + 2)};
constexpr const char* k_font_path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr ImGuiWindowFlags k_panel_flags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove;

// Latin, Greek and Cyrillic: what street names of most places are written in. The rest becomes a
// question mark.
const ImWchar k_glyphs[] = {0x20, 0x24F, 0x370, 0x52F, 0x1E00, 0x1EFF, 0x2010, 0x2044, 0};

void text(const std::string& line) {
  ImGui::TextUnformatted(line.data(), line.data() + line.size());
}

// `pivot`: which corner of the panel stands at the place.
bool begin_panel(const char* name, ImVec2 place, ImVec2 pivot) {
  ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowBgAlpha(0.55f);
  return ImGui::Begin(name, nullptr, k_panel_flags);
}

const char* wind_of(double heading_deg) {
  constexpr const char* k_winds[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
  return k_winds[static_cast<unsigned>(heading_deg / 45 + 0.5) % 8];
}

void show_travel(const play::HudTravel& travel, bool miles, ImVec2 size, float edge) {
  if (begin_panel("travel", {edge, edge}, {0, 0})) {
    if (travel.is_free) {
      ImGui::Text("free camera   %s %03.0f", wind_of(travel.heading_deg), travel.heading_deg);
    } else {
      const double speed = travel.speed_m_s * (miles ? k_mph_per_m_s : k_kmh_per_m_s);
      ImGui::Text("%.0f %s   %s %03.0f", speed, miles ? "mph" : "km/h", wind_of(travel.heading_deg),
                  travel.heading_deg);
    }
    if (!travel.street.empty()) text(travel.street);
    if (!travel.place.empty()) text(travel.place);
  }
  ImGui::End();
  if (travel.notice.empty()) return;
  if (begin_panel("notice", {size.x / 2, size.y * 0.2f}, {0.5f, 0})) text(travel.notice);
  ImGui::End();
}

void show_streaming(const play::HudStreaming& panel, ImVec2 size, float edge) {
  if (begin_panel("streaming", {size.x - edge, edge}, {1, 0})) {
    const auto count = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    ImGui::Text("%.0f frames/s", panel.frames_per_second);
    ImGui::Text("%llu pieces of %llu, %llu on their way", count(panel.pieces), count(panel.wanted),
                count(panel.queued));
    ImGui::Text("streaming %.2f ms, p99 %.2f", panel.update_ms, panel.update_ms_p99);
    ImGui::Text("%llu draws, %.2f M triangles", count(panel.draw_calls),
                static_cast<double>(panel.triangles) * 1e-6);
    ImGui::Text("built by %s", panel.transport.c_str());
    if (panel.queries > 0) {
      ImGui::Text("%llu queries, %.1f MB", count(panel.queries),
                  static_cast<double>(panel.bytes_fetched) * 1e-6);
    }
  }
  ImGui::End();
}

void show_faults(const play::HudStreaming& panel, ImVec2 size, float edge) {
  if (panel.trouble.empty() && panel.failures.empty()) return;
  if (begin_panel("faults", {edge, size.y - edge}, {0, 1})) {
    ImGui::PushTextWrapPos(size.x * 0.4f);
    if (!panel.trouble.empty()) text(panel.trouble);
    for (const std::string& failure : panel.failures) text(failure);
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
}

std::string label_of(const play::HudButton& button) {
  std::string label = button.label;
  const std::string key = play::name_of(button.key);
  if (!key.empty()) label += " (" + key + ")";
  if (button.count > 0) label += " x" + std::to_string(button.count);
  return label + "##" + std::to_string(button.action);
}

// Returns whether it was pressed.
bool show_button(const play::HudButton& button) {
  if (!button.enabled) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, ImGui::GetStyle().Alpha * 0.5f);
  const bool pressed = ImGui::Button(label_of(button).c_str()) && button.enabled;
  if (!button.enabled) ImGui::PopStyleVar();
  if (ImGui::IsItemHovered()) {
    const std::string& why = button.enabled ? button.hint : button.reason;
    if (!why.empty()) ImGui::SetTooltip("%s", why.c_str());
  }
  if (button.progress > 0) {
    ImGui::SameLine();
    ImGui::ProgressBar(static_cast<float>(button.progress), {ImGui::GetFontSize() * 5, 0});
  }
  return pressed;
}

void show_command(const play::HudCommand& command, ImVec2 size, float edge,
                  std::vector<gpu::InputRecord>& pressed) {
  if (begin_panel("purse", {edge, edge}, {0, 0})) {
    text(command.side);
    ImGui::Text("gold %lld   wood %lld   supply %u of %u", static_cast<long long>(command.gold),
                static_cast<long long>(command.wood), command.supply, command.supply_max);
    const unsigned seconds = command.tick / 20;
    if (command.is_replay) {
      ImGui::Text("%u:%02u of %u:%02u   x%.1f", seconds / 60, seconds % 60,
                  command.tick_last / 1200, command.tick_last / 20 % 60, command.speed);
    } else if (command.speed <= 0) {
      ImGui::Text("%u:%02u   paused", seconds / 60, seconds % 60);
    } else {
      ImGui::Text("%u:%02u   x%.1f", seconds / 60, seconds % 60, command.speed);
    }
    for (const std::string& alert : command.alerts) text(alert);
  }
  ImGui::End();
  if (!command.outcome.empty()) {
    if (begin_panel("outcome", {size.x / 2, size.y * 0.2f}, {0.5f, 0})) text(command.outcome);
    ImGui::End();
  }
  if (command.selected.empty() && command.buttons.empty()) return;
  if (begin_panel("orders", {size.x / 2, size.y - edge}, {0.5f, 1})) {
    if (!command.selected.empty()) text(command.selected);
    constexpr std::size_t k_buttons_a_row = 6;
    for (std::size_t at = 0; at < command.buttons.size(); ++at) {
      if (at % k_buttons_a_row != 0) ImGui::SameLine();
      if (!show_button(command.buttons[at])) continue;
      gpu::InputRecord record;
      record.kind = gpu::InputKind::Panel;
      record.action = command.buttons[at].action;
      pressed.push_back(record);
    }
  }
  ImGui::End();
}

}  // namespace

base::Result<std::unique_ptr<HudOverlay>> HudOverlay::open(double scale, play::Settings& settings) {
  std::unique_ptr<HudOverlay> overlay(new HudOverlay(settings));
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // it reads and writes no file of its own
  const float pixels = static_cast<float>(std::round(k_font_px * std::max(scale, 1.0)));
  std::error_code error;
  if (std::filesystem::exists(k_font_path, error)) {
    io.Fonts->AddFontFromFileTTF(k_font_path, pixels, nullptr, k_glyphs);
  } else {
    ImFontConfig config;
    config.SizePixels = pixels;
    io.Fonts->AddFontDefault(&config);
  }
  ImGui::StyleColorsDark();
  ImGui::GetStyle().ScaleAllSizes(static_cast<float>(std::max(scale, 1.0)));
  ImGui::GetStyle().WindowRounding = 4;
  ImGui::GetStyle().WindowBorderSize = 0;
  if (ImGui_ImplOpenGL3_Init("#version 330 core")) return overlay;
  return Error{ErrorCode::Unavailable, "the HUD cannot be drawn", "Dear ImGui", "OpenGL 3.3"};
}

HudOverlay::~HudOverlay() {
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void HudOverlay::take(std::vector<gpu::InputRecord>& records) {
  ImGuiIO& io = ImGui::GetIO();
  const auto is_mine = [&](const gpu::InputRecord& record) {
    switch (record.kind) {
      case gpu::InputKind::MouseMove:
        io.MousePos = {static_cast<float>(record.x), static_cast<float>(record.y)};
        return false;
      case gpu::InputKind::MouseLeave:
        io.MousePos = {-FLT_MAX, -FLT_MAX};
        return false;
      case gpu::InputKind::MouseButton: {
        if (record.button < 0 || record.button > 2) return false;
        io.MouseDown[record.button] = record.pressed;
        if (record.pressed) pointer_was_pressed_here_ = io.WantCaptureMouse;
        return pointer_was_pressed_here_;
      }
      case gpu::InputKind::Key:
        if (record.key == k_key_streaming && record.pressed) {
          settings_.streaming_panel = !settings_.streaming_panel;
        }
        return record.key == k_key_streaming;
      default:
        return false;
    }
  };
  records.erase(std::remove_if(records.begin(), records.end(), is_mine), records.end());
}

std::vector<gpu::InputRecord> HudOverlay::draw(const play::Hud& hud, std::uint32_t width,
                                               std::uint32_t height, double elapsed_s) {
  std::vector<gpu::InputRecord> pressed;
  ImGuiIO& io = ImGui::GetIO();
  const ImVec2 size{static_cast<float>(width), static_cast<float>(height)};
  io.DisplaySize = size;
  io.DeltaTime = static_cast<float>(std::max(elapsed_s, 1e-4));
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  const float edge = ImGui::GetFontSize() * 0.6f;
  if (hud.travel) show_travel(*hud.travel, settings_.miles, size, edge);
  if (hud.command) show_command(*hud.command, size, edge, pressed);
  if (settings_.streaming_panel) show_streaming(hud.streaming, size, edge);
  show_faults(hud.streaming, size, edge);
  if (!hud.caption.empty()) {
    if (begin_panel("caption", {size.x / 2, size.y / 2}, {0.5f, 0.5f})) text(hud.caption);
    ImGui::End();
  }
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return pressed;
}

}  // namespace terrane::app
