// A device without a window: an EGL context that draws into textures only. Tries a real GPU's EGL
// device, Mesa's surfaceless platform (software drawing is enough), then the default display.
// Owner thread: the context is current on the thread that opened it.
#pragma once

#include <cstdint>
#include <memory>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"

namespace terrane::gpu {

// Which dialect is asked for first; the other is tried after it.
enum class GlDialect : std::uint8_t { Desktop, Es };

class HeadlessContext {
 public:
  // ErrorCode::Unavailable when no EGL driver gives a context of OpenGL ES 3.0 or OpenGL 3.3.
  static base::Result<std::unique_ptr<HeadlessContext>> open(GlDialect first = GlDialect::Desktop);
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  Device& device();

 private:
  HeadlessContext();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace terrane::gpu
