#include "terrane/stream/pages.h"

#include <algorithm>

#include "terrane/base/assert.h"

namespace terrane::stream {

MemoryPageSink::MemoryPageSink(std::uint32_t page_count)
    : page_count_(page_count),
      vertex_memory_(std::size_t{page_count} * content::k_page_vertices * sizeof(content::Vertex)),
      index_memory_(std::size_t{page_count} * content::k_page_indices * sizeof(std::uint16_t)),
      vertices_(vertex_memory_.items<content::Vertex>()),
      indices_(index_memory_.items<std::uint16_t>()) {}

void MemoryPageSink::write(PageId page, const content::MeshPage& mesh) {
  TERRANE_ASSERT(page.index < page_count_, "a page of the pool");
  TERRANE_ASSERT(mesh.vertices.size() <= content::k_page_vertices &&
                     mesh.indices.size() <= content::k_page_indices,
                 "a mesh page fits a page of the pool");
  std::copy(mesh.vertices.begin(), mesh.vertices.end(),
            vertices_ + std::size_t{page.index} * content::k_page_vertices);
  std::copy(mesh.indices.begin(), mesh.indices.end(),
            indices_ + std::size_t{page.index} * content::k_page_indices);
}

std::span<const content::Vertex> MemoryPageSink::vertices(PageId page) const {
  return {vertices_ + std::size_t{page.index} * content::k_page_vertices, content::k_page_vertices};
}

std::span<const std::uint16_t> MemoryPageSink::indices(PageId page) const {
  return {indices_ + std::size_t{page.index} * content::k_page_indices, content::k_page_indices};
}

PagePool::PagePool(std::uint32_t page_count) : page_count_(page_count) {
  free_.reserve(page_count);
  // Last first, so that pages are handed out from the front of the pool.
  for (std::uint32_t index = page_count; index > 0; --index) free_.push_back({index - 1});
}

std::vector<PageId> PagePool::take(std::size_t count) {
  if (count > free_.size()) return {};
  const auto first = free_.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<PageId> pages(first, free_.end());
  free_.erase(first, free_.end());
  return pages;
}

void PagePool::give_back(std::span<const PageId> pages) {
  TERRANE_ASSERT(free_.size() + pages.size() <= page_count_, "pages come back once");
  free_.insert(free_.end(), pages.begin(), pages.end());
}

}  // namespace terrane::stream
