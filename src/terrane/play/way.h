// One way in progress: drive, walk or command. The same object stands behind the native window and
// the page: input records in, a picture into a texture, a HUD's model out. Knows no window and no
// page. Owner thread: the device's.
#pragma once

#include <cstdint>
#include <span>

#include "terrane/base/result.h"
#include "terrane/geo/frame.h"
#include "terrane/gpu/device.h"
#include "terrane/gpu/input.h"
#include "terrane/play/hud.h"

namespace terrane::play {

// Where somebody looks from, for a link that can be shared.
struct Standpoint {
  geo::Vec3 position;  // world space, of the feet, the wheels or the middle of the view
  double heading_rad = 0;
  double hour = 10;
};

class Way {
 public:
  virtual ~Way() = default;

  // One frame of `elapsed_s`: takes what was done, moves on, streams within its budget. The picture
  // that draw() fills next has this size in pixels.
  virtual base::Result<void> step(std::span<const gpu::InputRecord> records, double elapsed_s,
                                  std::uint32_t width, std::uint32_t height) = 0;
  // Device::surface() or an Rgba8Unorm render target; any number of times a step.
  virtual base::Result<void> draw(gpu::Texture target) = 0;
  // Replaces what `hud` holds.
  virtual void describe(Hud& hud) const = 0;

  // False until what is near stands. Until then pictures cost more than they show: draw few of them
  // and step often.
  virtual bool is_world_ready() const { return true; }
  // Whether the pointer should be hidden and give endless movement.
  virtual bool wants_pointer_lock() const = 0;
  // Given up by the window or the page.
  virtual void release_pointer() {}
  // Whether the player asked for a picture, or to end, since the last call.
  virtual bool take_photo_wish() { return false; }
  virtual bool take_end_wish() { return false; }
  virtual Standpoint standpoint() const = 0;
  // Of the local solar day, [0, 24).
  virtual void set_hour(double hour) = 0;
};

}  // namespace terrane::play
