#include "terrane/stream/detail/pool_memory.h"

#include <cstdlib>
#include <cstring>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace terrane::stream::detail {

void FreePoolMemory::operator()(void* memory) const {
  std::free(memory);
}

void* allocate_pool_memory(std::size_t bytes) {
  constexpr std::size_t k_huge_page_bytes = std::size_t{2} << 20;
  const std::size_t rounded =
      (bytes + k_huge_page_bytes - 1) / k_huge_page_bytes * k_huge_page_bytes;
  void* memory = std::aligned_alloc(k_huge_page_bytes, rounded);
  if (memory == nullptr) std::abort();
#if defined(__linux__)
  madvise(memory, rounded, MADV_HUGEPAGE);  // a wish: without it everything still works
#endif
  std::memset(memory, 0, rounded);
  return memory;
}

}  // namespace terrane::stream::detail
