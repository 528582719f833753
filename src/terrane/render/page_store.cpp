#include "terrane/render/page_store.h"

#include <utility>

#include "terrane/base/assert.h"

namespace terrane::render {
namespace {

// Buffers of about 28 MB: large enough to be few, small enough for any driver and for WebGL.
constexpr std::uint32_t k_pages_per_buffer = 4096;
constexpr std::uint64_t k_vertex_bytes = content::k_page_vertices * sizeof(content::Vertex);
constexpr std::uint64_t k_index_bytes = content::k_page_indices * sizeof(std::uint16_t);

}  // namespace

base::Result<std::unique_ptr<GpuPageSink>> GpuPageSink::create(gpu::Device& device,
                                                               std::uint32_t page_count) {
  std::unique_ptr<GpuPageSink> sink(new GpuPageSink(device));
  sink->pages_.reserve(page_count);
  while (sink->pages_.size() < page_count) {
    const std::uint32_t left = page_count - static_cast<std::uint32_t>(sink->pages_.size());
    const std::uint32_t count = left < k_pages_per_buffer ? left : k_pages_per_buffer;
    gpu::BufferDesc desc;
    desc.label = "page vertices";
    desc.size_bytes = count * k_vertex_bytes;
    desc.usage = gpu::BufferUsage::Vertex;
    const gpu::Buffer vertices = TERRANE_TRY(device.make_buffer(desc));
    desc.label = "page indices";
    desc.size_bytes = count * k_index_bytes;
    desc.usage = gpu::BufferUsage::Index;
    const gpu::Buffer indices = TERRANE_TRY(device.make_buffer(desc));
    for (std::uint32_t index = 0; index < count; ++index) {
      Page page;
      page.vertices = vertices;
      page.indices = indices;
      page.vertex_offset_bytes = index * k_vertex_bytes;
      page.index_offset_bytes = index * k_index_bytes;
      sink->pages_.push_back(page);
    }
  }
  return sink;
}

void GpuPageSink::write(stream::PageId id, const content::MeshPage& mesh) {
  TERRANE_ASSERT(id.index < pages_.size(), "a page of this pool");
  TERRANE_ASSERT(mesh.vertices.size() <= content::k_page_vertices &&
                     mesh.indices.size() <= content::k_page_indices,
                 "a page holds at most k_page_vertices and k_page_indices");
  Page& page = pages_[id.index];
  page.index_count = static_cast<std::uint32_t>(mesh.indices.size());

  const auto class_of = [&mesh](std::size_t first) {
    return static_cast<std::size_t>(surface_class_of(mesh.vertices[mesh.indices[first]].material));
  };
  std::array<std::uint32_t, k_surface_class_count> counts{};
  for (std::size_t first = 0; first + 2 < mesh.indices.size(); first += 3) {
    counts[class_of(first)] += 3;
  }
  std::array<std::uint32_t, k_surface_class_count> next{};
  std::uint32_t begin = 0;
  for (unsigned index = 0; index < k_surface_class_count; ++index) {
    page.ranges[index] = {begin, counts[index]};
    next[index] = begin;
    begin += counts[index];
  }
  sorted_.resize(mesh.indices.size());
  for (std::size_t first = 0; first + 2 < mesh.indices.size(); first += 3) {
    std::uint32_t& place = next[class_of(first)];
    for (std::size_t corner = 0; corner < 3; ++corner) {
      sorted_[place] = mesh.indices[first + corner];
      place += 1;
    }
  }
  for (base::Result<void> written : {device_.write_buffer(page.vertices, page.vertex_offset_bytes,
                                                          std::as_bytes(std::span(mesh.vertices))),
                                     device_.write_buffer(page.indices, page.index_offset_bytes,
                                                          std::as_bytes(std::span(sorted_)))}) {
    if (!written && failure_) failure_ = std::move(written);
  }
}

base::Result<void> GpuPageSink::take_failure() {
  return std::exchange(failure_, base::Result<void>{});
}

}  // namespace terrane::render
