// Memory for a whole pool at once, zeroed. The system gives memory when it is touched for the first
// time, which costs time while driving; so a thread of its own touches all of it beforehand, from
// the front, in the order in which a pool hands out pages, while the world opens. Huge pages where
// the system has them: that takes a twentieth of the time. Owner thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <type_traits>
#if defined(__linux__)
#include <thread>
#endif

namespace terrane::stream::detail {

class PoolMemory {
 public:
  // Aborts when the system has no such memory left, as `new` would. `bytes` > 0.
  explicit PoolMemory(std::size_t bytes);
  ~PoolMemory();
  PoolMemory(const PoolMemory&) = delete;
  PoolMemory& operator=(const PoolMemory&) = delete;

  // The memory as items of a trivially copyable type whose zero is zeros; aligned to 4 KiB.
  template <typename Item>
  Item* items() const {
    static_assert(std::is_trivially_copyable_v<Item>);
    return static_cast<Item*>(memory_);
  }

 private:
  void* memory_ = nullptr;
#if defined(__linux__)
  void touch_all();

  void* mapping_ = nullptr;
  std::size_t mapping_bytes_ = 0;
  std::size_t bytes_ = 0;
  std::atomic<bool> stopping_{false};
  std::thread toucher_;
#endif
};

}  // namespace terrane::stream::detail
