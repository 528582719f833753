// A piece's content from anywhere: whatever the reader accepts is the same piece after another
// crossing, byte for byte, and can be used as the streamer and the renderer use it.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "terrane/content/wire.h"

using namespace terrane::content;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// As who draws does: every index has a vertex, every page fits the pool's.
void use(const Content& content) {
  std::int64_t sum = 0;
  for (const MeshPage& page : content.mesh_pages) {
    require(page.vertices.size() <= k_page_vertices && page.indices.size() <= k_page_indices);
    for (const std::uint16_t index : page.indices) sum += page.vertices[index].x_mm;
  }
  unsigned counts[k_instance_kind_count] = {};
  for (const Instance& instance : content.instances) {
    counts[static_cast<unsigned>(instance.kind)] += 1;
  }
  const std::size_t side = content.terrain.samples_per_side;
  for (std::size_t row = 0; row < side; ++row) {
    sum += content.terrain.heights_mm[row * side + side - 1];
  }
  require(content.bounds().empty() || sum != INT64_MIN);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto content = read_wire({data, size});
  if (!content.ok()) return 0;
  use(content.value());
  std::vector<std::uint8_t> again;
  append_wire(content.value(), again);
  require(again == std::vector<std::uint8_t>(data, data + size));
  const auto twice = read_wire(again);
  require(twice.ok() && digest(twice.value()) == digest(content.value()));
  return 0;
}
