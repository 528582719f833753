// Memory for a whole pool at once, zeroed and touched, so that no page of it faults while driving.
// Huge pages where the system gives them: the first touch of 57 MB then takes a twentieth of the
// time.
#pragma once

#include <cstddef>
#include <memory>

namespace terrane::stream::detail {

struct FreePoolMemory {
  void operator()(void* memory) const;
};

template <typename Item>
using PoolMemory = std::unique_ptr<Item[], FreePoolMemory>;

// Aborts when the system has no such memory left, as `new` would. `bytes` > 0.
void* allocate_pool_memory(std::size_t bytes);

// Zeroed items of a trivially copyable type.
template <typename Item>
PoolMemory<Item> make_pool_memory(std::size_t count) {
  return PoolMemory<Item>(static_cast<Item*>(allocate_pool_memory(count * sizeof(Item))));
}

}  // namespace terrane::stream::detail
