// A device whose requests the page carries out itself, on WebGPU: gpu/word_backend.h writes them
// into this memory, the page takes them after each frame. Every call is on the page's main thread.
#include <emscripten.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "page_device.h"
#include "terrane/gpu/word_backend.h"

namespace terrane::web {
namespace {

class PageWordBackend;
PageWordBackend* current = nullptr;  // the page's device's own, while it lives
std::span<const std::uint32_t> taken;

class PageWordBackend final : public gpu::WordBackend {
 public:
  explicit PageWordBackend(const gpu::Capabilities& capabilities) : WordBackend(capabilities) {
    current = this;
    taken = {};
  }
  ~PageWordBackend() override {
    if (current != this) return;
    current = nullptr;
    taken = {};
  }
};

}  // namespace
}  // namespace terrane::web

extern "C" {

// The page has a WebGPU device. `renderer`: its name for itself; `software`: the processor draws.
// Instead of terrane_open_device(). Always 1.
EMSCRIPTEN_KEEPALIVE int terrane_open_word_device(const char* renderer, int software,
                                                  unsigned max_texture_size) {
  terrane::gpu::Capabilities can;
  can.backend = "WebGPU";
  can.renderer = renderer;
  can.software = software != 0;
  can.max_texture_size = max_texture_size;
  auto backend = std::make_unique<terrane::web::PageWordBackend>(can);
  terrane::web::replace_device(std::make_unique<terrane::gpu::Device>(std::move(backend)));
  return 1;
}

// How many words there are since the last call; terrane_gpu_words() is where. Both hold until the
// next call into this module. Of a device that is no such, and of none: 0.
EMSCRIPTEN_KEEPALIVE unsigned terrane_take_gpu_words() {
  using namespace terrane::web;
  if (current != nullptr) taken = current->take_words();
  return static_cast<unsigned>(taken.size());
}
EMSCRIPTEN_KEEPALIVE const std::uint32_t* terrane_gpu_words() {
  return terrane::web::taken.data();
}

}  // extern "C"
