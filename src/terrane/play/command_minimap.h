// The small map of a battlefield as a picture of one fixed size: its ground, what is in fog, who
// stands where, what was reported lately, and what the camera sees. North is up. It also says where
// the map lies in a picture of any size and which place a pixel of it is. Owner thread: the drawing
// one's.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "terrane/geo/vec3.h"
#include "terrane/play/command_selection.h"
#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules.h"
#include "terrane/snapshot/view.h"

namespace terrane::play {

// Something that was reported at a place: drawn as a ring that closes in.
struct Ping {
  double x_m = 0;
  double z_m = 0;
  double age_s = 0;
  bool hostile = false;
};
inline constexpr double k_ping_s = 3;

class Minimap {
 public:
  static constexpr std::uint32_t k_side_px = 192;

  // Borrows the field.
  explicit Minimap(const rts::Battlefield& field);

  // `sight`: a byte a cell of the vision grid (render/sight_grid.h), empty: all is seen. Units in
  // fog are not drawn; remembered buildings of `viewer` are.
  void paint(const rts::Rules& rules, const snapshot::View& view,
             std::span<const std::uint8_t> sight, snapshot::Word viewer,
             const std::array<geo::Vec3, 4>& corners, std::span<const Ping> pings);
  // k_side_px * k_side_px * 4 bytes, rows from the top.
  std::span<const std::uint8_t> pixels() const { return pixels_; }

  // Where it lies in a picture of that size: a square at the lower left.
  static PixelBox place_in(std::uint32_t width, std::uint32_t height);
  // The place of the field under a pixel of the picture; false outside the map's square.
  bool place_at(std::uint32_t width, std::uint32_t height, double x_px, double y_px, double& x_m,
                double& z_m) const;
  // In pixels of the small map; may lie outside it.
  void pixel_at(double x_m, double z_m, double& x_px, double& y_px) const;

 private:
  void paint_ground();
  void set(std::int32_t x, std::int32_t y, const std::uint8_t* rgb);
  void dot(double x_m, double z_m, std::int32_t half_px, const std::uint8_t* rgb);
  void line(double x0, double y0, double x1, double y1, const std::uint8_t* rgb);
  void darken(const snapshot::View& view, std::span<const std::uint8_t> sight);

  const rts::Battlefield& field_;
  double metres_a_px_;
  double west_m_;   // of the picture's left edge
  double north_m_;  // of its upper edge
  std::vector<std::uint8_t> ground_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace terrane::play
