#include "startup.h"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <system_error>
#include <thread>
#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace terrane::app {
namespace {

std::chrono::steady_clock::time_point process_start;

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_WRITE)
constexpr std::size_t k_huge_page_bytes = std::size_t{2} << 20;
constexpr std::size_t k_heap_bytes = std::size_t{24} << 20;  // what a first world takes, and more

// The heap grows once, in huge pages, and a thread touches them while the world is opened: memory
// that is touched for the first time costs a fault for every page, and with pages of 4 KiB these
// took a quarter of all time until the first world stood. A wish: where the system does not grant
// it, everything still works.
void grow_heap_in_huge_pages() {
  const auto heap_end = [] {
    return reinterpret_cast<std::uintptr_t>(sbrk(0)) / k_huge_page_bytes * k_huge_page_bytes;
  };
  const std::uintptr_t before = heap_end();
  mallopt(M_TOP_PAD, static_cast<int>(k_heap_bytes));
  void* volatile grown = std::malloc(k_huge_page_bytes);  // more than is free yet
  std::free(grown);
  const std::uintptr_t end = heap_end();
  const std::uintptr_t begin = end - k_heap_bytes;
  if (begin < before) return;  // another allocator's, as under a sanitizer
  if (madvise(reinterpret_cast<void*>(begin), k_heap_bytes, MADV_HUGEPAGE) != 0) return;
  try {
    std::thread([begin, end] {
      constexpr int k_lowest_priority = 19;
      static_cast<void>(setpriority(PRIO_PROCESS, 0, k_lowest_priority));  // 0: this thread
      for (std::uintptr_t page = begin; page < end; page += k_huge_page_bytes) {
        if (madvise(reinterpret_cast<void*>(page), k_huge_page_bytes, MADV_POPULATE_WRITE) != 0) {
          return;
        }
      }
    }).detach();
  } catch (const std::system_error&) {
    // No thread, no head start: whoever needs a page first waits for it.
  }
}
#endif

}  // namespace

void keep_freed_memory() {
#if defined(__GLIBC__)
  // By default glibc gives memory back to the system and takes it again, and each page that comes
  // back costs a fault on the thread that touches it first: the worst frames were made of them.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  // One heap for all threads, so that workers build in it too.
  mallopt(M_ARENA_MAX, 1);
#if defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_WRITE)
  grow_heap_in_huge_pages();
#endif
  mallopt(M_TOP_PAD, 4 << 20);
#endif
}

void mark_process_start() {
  process_start = std::chrono::steady_clock::now();
#if defined(__linux__)
  // Loading and linking the libraries was done before main(); it cost that much processor time.
  timespec used{};
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0) {
    process_start -= std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
  }
#endif
}

double seconds_since_process_start() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - process_start).count();
}

}  // namespace terrane::app
