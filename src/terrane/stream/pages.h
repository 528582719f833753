// The fixed pool of equal pages that holds the geometry of resident pieces. Nothing is allocated
// while driving: pages are handed out and returned. Where the bytes go is the sink's affair: memory
// of the real size (tour, tests) or GPU buffers (render). Owner thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/content/content.h"
#include "terrane/stream/detail/pool_memory.h"

namespace terrane::stream {

struct PageId {
  std::uint32_t index = UINT32_MAX;
  friend constexpr bool operator==(PageId, PageId) = default;
};

// Bytes of the pool a page stands for: its vertices and its indices.
inline constexpr std::size_t k_page_bytes = content::k_page_vertices * sizeof(content::Vertex) +
                                            content::k_page_indices * sizeof(std::uint16_t);

class PageSink {
 public:
  virtual ~PageSink() = default;
  // Copies a page's vertices and indices to where they are drawn from.
  virtual void write(PageId page, const content::MeshPage& mesh) = 0;
};

// A sink in memory of the pool's full size: every byte is really copied.
class MemoryPageSink final : public PageSink {
 public:
  explicit MemoryPageSink(std::uint32_t page_count);
  void write(PageId page, const content::MeshPage& mesh) override;
  std::span<const content::Vertex> vertices(PageId page) const;
  std::span<const std::uint16_t> indices(PageId page) const;

 private:
  content::Vertex* vertices_of(PageId page) const;
  std::uint16_t* indices_of(PageId page) const;

  std::uint32_t page_count_;
  // Page by page, vertices and then indices, so that the first pages are ready for use first.
  detail::PoolMemory memory_;
};

class PagePool {
 public:
  explicit PagePool(std::uint32_t page_count);

  // Takes `count` pages, all or none: empty when the pool is short, which is counted by the caller.
  std::vector<PageId> take(std::size_t count);
  void give_back(std::span<const PageId> pages);
  std::uint32_t page_count() const { return page_count_; }
  std::size_t free_count() const { return free_.size(); }

 private:
  std::vector<PageId> free_;
  std::uint32_t page_count_;
};

}  // namespace terrane::stream
