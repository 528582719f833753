#include "terrane/stream/pages.h"

#include <algorithm>

#include "terrane/base/assert.h"

namespace terrane::stream {

MemoryPageSink::MemoryPageSink(std::uint32_t page_count)
    : page_count_(page_count), memory_(std::size_t{page_count} * k_page_bytes) {}

content::Vertex* MemoryPageSink::vertices_of(PageId page) const {
  TERRANE_ASSERT(page.index < page_count_, "a page of the pool");
  static_assert(k_page_bytes % alignof(content::Vertex) == 0);
  return reinterpret_cast<content::Vertex*>(memory_.items<char>() + page.index * k_page_bytes);
}

std::uint16_t* MemoryPageSink::indices_of(PageId page) const {
  return reinterpret_cast<std::uint16_t*>(vertices_of(page) + content::k_page_vertices);
}

void MemoryPageSink::write(PageId page, const content::MeshPage& mesh) {
  TERRANE_ASSERT(mesh.vertices.size() <= content::k_page_vertices &&
                     mesh.indices.size() <= content::k_page_indices,
                 "a mesh page fits a page of the pool");
  std::copy(mesh.vertices.begin(), mesh.vertices.end(), vertices_of(page));
  std::copy(mesh.indices.begin(), mesh.indices.end(), indices_of(page));
}

std::span<const content::Vertex> MemoryPageSink::vertices(PageId page) const {
  return {vertices_of(page), content::k_page_vertices};
}

std::span<const std::uint16_t> MemoryPageSink::indices(PageId page) const {
  return {indices_of(page), content::k_page_indices};
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
