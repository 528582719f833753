// The streamer's pool in GPU memory: fixed buffers of equal pages, made once, written by sub-data.
// Remembers where each surface class begins in a page's indices. Owner thread: the device's.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"
#include "terrane/render/surface_class.h"
#include "terrane/stream/pages.h"

namespace terrane::render {

class GpuPageSink final : public stream::PageSink {
 public:
  static base::Result<std::unique_ptr<GpuPageSink>> create(gpu::Device& device,
                                                           std::uint32_t page_count);

  // Sorts the triangles by surface class, keeping their order within one, and uploads.
  void write(stream::PageId page, const content::MeshPage& mesh) override;

  struct Range {
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
  };
  struct Page {
    gpu::Buffer vertices;
    gpu::Buffer indices;
    std::uint64_t vertex_offset_bytes = 0;
    std::uint64_t index_offset_bytes = 0;
    std::uint32_t index_count = 0;
    std::array<Range, k_surface_class_count> ranges;
  };
  const Page& page(stream::PageId id) const { return pages_[id.index]; }
  std::uint32_t page_count() const { return static_cast<std::uint32_t>(pages_.size()); }
  // Of the first write that the device refused since the last call; none when all went well.
  base::Result<void> take_failure();

 private:
  explicit GpuPageSink(gpu::Device& device) : device_(device) {}

  gpu::Device& device_;
  std::vector<Page> pages_;
  std::vector<std::uint16_t> sorted_;
  base::Result<void> failure_;
};

}  // namespace terrane::render
