#include "terrane/play/command_minimap.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/trig.h"

namespace terrane::play {
namespace {

using snapshot::CoreRow;
using snapshot::Table;
using snapshot::Word;

constexpr std::uint8_t k_white[3] = {255, 255, 255};
constexpr std::uint8_t k_gold[3] = {240, 200, 60};
constexpr std::uint8_t k_tree[3] = {40, 90, 45};
constexpr std::uint8_t k_alarm[3] = {255, 70, 50};
constexpr std::uint8_t k_news[3] = {130, 220, 255};

std::int32_t whole(double value) {
  return static_cast<std::int32_t>(std::floor(value));
}

}  // namespace

Minimap::Minimap(const rts::Battlefield& field) : field_(field) {
  const double side_m = std::max({field.width_cells, field.height_cells, 1});
  metres_a_px_ = side_m / k_side_px;
  west_m_ = field.origin_x_mm / 1000.0 - (side_m - field.width_cells) / 2;
  north_m_ = field.origin_z_mm / 1000.0 - (side_m - field.height_cells) / 2;
  paint_ground();
  pixels_ = ground_;
}

void Minimap::paint_ground() {
  ground_.assign(std::size_t{k_side_px} * k_side_px * 4, 0);
  for (std::uint32_t y = 0; y < k_side_px; ++y) {
    for (std::uint32_t x = 0; x < k_side_px; ++x) {
      std::uint8_t* pixel = &ground_[(std::size_t{y} * k_side_px + x) * 4];
      pixel[3] = 255;
      const auto mm = [&](double metres) { return static_cast<std::int32_t>(metres * 1000.0); };
      const rts::PointMm point{mm(west_m_ + (x + 0.5) * metres_a_px_),
                               mm(north_m_ + (y + 0.5) * metres_a_px_)};
      const rts::Cell cell = field_.cell_of(point);
      if (!field_.contains(cell)) continue;
      constexpr std::uint8_t k_colours[4][3] = {
          {104, 128, 82}, {148, 136, 98}, {96, 92, 90}, {62, 96, 130}};
      const auto ground = static_cast<std::size_t>(field_.ground[field_.index(cell)]);
      // Lit from the north-west.
      const std::int32_t here = field_.height_at_mm(point);
      const std::int32_t there = field_.height_at_mm({point.x_mm - 2000, point.z_mm - 2000});
      const double light = std::clamp(1.0 + (here - there) / 6000.0, 0.7, 1.35);
      for (int channel = 0; channel < 3; ++channel) {
        pixel[channel] = static_cast<std::uint8_t>(
            std::min(255.0, k_colours[std::min<std::size_t>(ground, 3)][channel] * light));
      }
    }
  }
}

PixelBox Minimap::place_in(std::uint32_t width, std::uint32_t height) {
  const double least = std::min(width, height);
  const double side = std::floor(std::clamp(least * 0.27, 96.0, 300.0));
  const double margin = 12;
  return {margin, height - margin - side, margin + side, height - margin};
}

bool Minimap::place_at(std::uint32_t width, std::uint32_t height, double x_px, double y_px,
                       double& x_m, double& z_m) const {
  const PixelBox box = place_in(width, height);
  if (x_px < box.x0 || x_px >= box.x1 || y_px < box.y0 || y_px >= box.y1) return false;
  const double scale = k_side_px / (box.x1 - box.x0);
  x_m = west_m_ + (x_px - box.x0) * scale * metres_a_px_;
  z_m = north_m_ + (y_px - box.y0) * scale * metres_a_px_;
  return true;
}

void Minimap::pixel_at(double x_m, double z_m, double& x_px, double& y_px) const {
  x_px = (x_m - west_m_) / metres_a_px_;
  y_px = (z_m - north_m_) / metres_a_px_;
}

void Minimap::set(std::int32_t x, std::int32_t y, const std::uint8_t* rgb) {
  constexpr auto k_side = static_cast<std::int32_t>(k_side_px);
  if (x < 0 || y < 0 || x >= k_side || y >= k_side) return;
  std::copy(rgb, rgb + 3, &pixels_[static_cast<std::size_t>(y * k_side + x) * 4]);
}

void Minimap::dot(double x_m, double z_m, std::int32_t half_px, const std::uint8_t* rgb) {
  double x_px = 0;
  double y_px = 0;
  pixel_at(x_m, z_m, x_px, y_px);
  for (std::int32_t y = whole(y_px) - half_px; y <= whole(y_px) + half_px; ++y) {
    for (std::int32_t x = whole(x_px) - half_px; x <= whole(x_px) + half_px; ++x) set(x, y, rgb);
  }
}

void Minimap::line(double x0, double y0, double x1, double y1, const std::uint8_t* rgb) {
  const double longest = std::max(std::fabs(x1 - x0), std::fabs(y1 - y0));
  const int steps = static_cast<int>(std::clamp(longest, 1.0, 4.0 * k_side_px));
  for (int step = 0; step <= steps; ++step) {
    const double share = static_cast<double>(step) / steps;
    set(whole(x0 + (x1 - x0) * share), whole(y0 + (y1 - y0) * share), rgb);
  }
}

void Minimap::darken(const snapshot::View& view, std::span<const std::uint8_t> sight) {
  const snapshot::Rows& table = view.table(Table::Vision);
  if (sight.empty() || table.count() == 0) return;
  const auto head = table.get<snapshot::VisionRow>(0);
  if (head.cell_mm == 0 || sight.size() < std::size_t{head.width_cells} * head.height_cells) return;
  const double cell_m = head.cell_mm / 1000.0;
  for (std::uint32_t y = 0; y < k_side_px; ++y) {
    const double z_m = north_m_ + (y + 0.5) * metres_a_px_ - head.origin_z_mm / 1000.0;
    const std::int32_t line = whole(z_m / cell_m);
    if (line < 0 || line >= static_cast<std::int32_t>(head.height_cells)) continue;
    const std::size_t row = static_cast<std::size_t>(line) * head.width_cells;
    for (std::uint32_t x = 0; x < k_side_px; ++x) {
      const double x_m = west_m_ + (x + 0.5) * metres_a_px_ - head.origin_x_mm / 1000.0;
      const std::int32_t column = whole(x_m / cell_m);
      if (column < 0 || column >= static_cast<std::int32_t>(head.width_cells)) continue;
      const unsigned seen = sight[row + static_cast<std::size_t>(column)];
      std::uint8_t* pixel = &pixels_[(std::size_t{y} * k_side_px + x) * 4];
      // A quarter of the light where nobody ever was.
      const unsigned light = 64 + seen * 191 / 255;
      for (int channel = 0; channel < 3; ++channel) {
        pixel[channel] = static_cast<std::uint8_t>(pixel[channel] * light / 255);
      }
    }
  }
}

void Minimap::paint(const rts::Rules& rules, const snapshot::View& view,
                    std::span<const std::uint8_t> sight, Word viewer,
                    const std::array<geo::Vec3, 4>& corners, std::span<const Ping> pings) {
  std::copy(ground_.begin(), ground_.end(), pixels_.begin());
  darken(view, sight);
  std::uint8_t colours[snapshot::k_players_max + 1][3] = {};
  const snapshot::Rows& players = view.table(Table::Players);
  for (Word at = 0; at < players.count() && at < snapshot::k_players_max; ++at) {
    const Word rgb = players.get<snapshot::PlayerRow>(at).colour_rgb;
    for (int channel = 0; channel < 3; ++channel) {
      colours[at][channel] = static_cast<std::uint8_t>(rgb >> (16 - 8 * channel));
    }
  }
  const auto vision = view.vision_of(viewer);
  const auto seen = [&](double x_m, double z_m) {
    if (sight.empty() || !vision.ok()) return snapshot::CellSight::Visible;
    const snapshot::VisionRow& head = vision.value().head();
    const double cell_m = head.cell_mm / 1000.0;
    return vision.value().at(whole((x_m - head.origin_x_mm / 1000.0) / cell_m),
                             whole((z_m - head.origin_z_mm / 1000.0) / cell_m));
  };
  for (const auto row : view.table(Table::Remembered).each<snapshot::RememberedRow>()) {
    using snapshot::RememberedRow;
    if (row.get(&RememberedRow::viewer) != viewer) continue;
    const Word owner = std::min(row.get(&RememberedRow::owner), snapshot::k_players_max);
    dot(row.get(&RememberedRow::x_mm) / 1000.0, row.get(&RememberedRow::z_mm) / 1000.0, 1,
        colours[owner]);
  }
  for (const auto row : view.core().each<CoreRow>()) {
    const Word flags = row.get(&CoreRow::flags);
    const Word owner = row.get(&CoreRow::owner);
    const Word type = row.get(&CoreRow::type);
    if ((flags & (snapshot::k_flag_inside | snapshot::k_flag_wildlife)) != 0) continue;
    const double x_m = row.get(&CoreRow::world_x_mm) / 1000.0;
    const double z_m = row.get(&CoreRow::world_z_mm) / 1000.0;
    if ((flags & snapshot::k_flag_resource) != 0) {
      if (seen(x_m, z_m) == snapshot::CellSight::Unseen) continue;
      const bool is_gold = type == rules.gold_mine;
      dot(x_m, z_m, is_gold ? 1 : 0, is_gold ? k_gold : k_tree);
      continue;
    }
    if (owner >= snapshot::k_players_max) continue;
    if (owner != viewer && seen(x_m, z_m) != snapshot::CellSight::Visible) continue;
    const bool is_building = (flags & snapshot::k_flag_building) != 0;
    dot(x_m, z_m, is_building ? 2 : 1, colours[owner]);
  }
  double xs[4] = {};
  double ys[4] = {};
  for (std::size_t at = 0; at < 4; ++at) pixel_at(corners[at].x, corners[at].z, xs[at], ys[at]);
  for (std::size_t at = 0; at < 4; ++at) {
    const std::size_t next = (at + 1) % 4;
    line(xs[at], ys[at], xs[next], ys[next], k_white);
  }
  for (const Ping& ping : pings) {
    if (ping.age_s >= k_ping_s) continue;
    double x_px = 0;
    double y_px = 0;
    pixel_at(ping.x_m, ping.z_m, x_px, y_px);
    const double share = std::fmod(ping.age_s, 1.0);
    const double radius_px = 3 + 11 * (1 - share);
    for (int at = 0; at < 48; ++at) {
      const base::SinCos turn = base::sin_cos(2 * base::k_pi * at / 48);
      set(whole(x_px + turn.cos * radius_px), whole(y_px + turn.sin * radius_px),
          ping.hostile ? k_alarm : k_news);
    }
  }
}

}  // namespace terrane::play
