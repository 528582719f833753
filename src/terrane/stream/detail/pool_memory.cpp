#include "terrane/stream/detail/pool_memory.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <system_error>

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/resource.h>
#endif

namespace terrane::stream::detail {

#if defined(__linux__)

namespace {

constexpr std::size_t k_small_page_bytes = 4096;
constexpr std::size_t k_huge_page_bytes = std::size_t{2} << 20;
constexpr int k_lowest_priority = 19;

// As if each page had been written to, whatever others do to the memory meanwhile. False where the
// system cannot do so (Linux before 5.14).
bool touch(void* memory, std::size_t bytes) {
#if defined(MADV_POPULATE_WRITE)
  return madvise(memory, bytes, MADV_POPULATE_WRITE) == 0;
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
  return false;
#endif
}

}  // namespace

PoolMemory::PoolMemory(std::size_t bytes)
    : bytes_((bytes + k_huge_page_bytes - 1) / k_huge_page_bytes * k_huge_page_bytes) {
  mapping_bytes_ = bytes_ + k_huge_page_bytes;  // room to begin at a huge page
  mapping_ =
      mmap(nullptr, mapping_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) std::abort();
  const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
  const std::uintptr_t aligned =
      (address + k_huge_page_bytes - 1) / k_huge_page_bytes * k_huge_page_bytes;
  memory_ = static_cast<char*>(mapping_) + (aligned - address);
  const bool can_touch = touch(memory_, k_small_page_bytes);
  madvise(memory_, bytes_, MADV_HUGEPAGE);  // a wish: without it everything still works
  if (!can_touch) {
    std::memset(memory_, 0, bytes_);
    return;
  }
  try {
    toucher_ = std::thread([this] {
      // A head start, not worth a frame: whoever builds or draws goes first. (0: this thread.)
      static_cast<void>(setpriority(PRIO_PROCESS, 0, k_lowest_priority));
      touch_all();
    });
  } catch (const std::system_error&) {
    touch_all();
  }
}

void PoolMemory::touch_all() {
  for (std::size_t begin = 0; begin < bytes_ && !stopping_.load(); begin += k_huge_page_bytes) {
    if (!touch(static_cast<char*>(memory_) + begin, k_huge_page_bytes)) return;
  }
}

PoolMemory::~PoolMemory() {
  stopping_.store(true);
  if (toucher_.joinable()) toucher_.join();
  munmap(mapping_, mapping_bytes_);
}

#else

PoolMemory::PoolMemory(std::size_t bytes) : memory_(std::calloc(bytes, 1)) {
  if (memory_ == nullptr) std::abort();
}

PoolMemory::~PoolMemory() {
  std::free(memory_);
}

#endif

}  // namespace terrane::stream::detail
