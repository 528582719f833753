// A map from 64-bit ids to small numbers for work on the main thread: open addressing in one array
// that is kept between uses, so that filling it allocates nothing in steady state. Not a container:
// nobody can walk through it, so no result can depend on the order in which it holds things. Owner
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "terrane/base/hash.h"

namespace terrane::stream {

class FlatIndex {
 public:
  // Forgets all ids, keeps the memory.
  void clear() {
    generation_ += 1;
    count_ = 0;
  }
  // Room for so many ids without growing.
  void reserve(std::size_t count) {
    while (slots_.size() < 2 * (count + 1)) grow();
  }
  std::size_t size() const { return count_; }

  static constexpr std::uint32_t k_absent = UINT32_MAX;

  std::uint32_t find(std::uint64_t id) const {
    if (count_ == 0) return k_absent;
    const Slot& slot = slots_[place_of(id)];
    return slot.generation == generation_ ? slot.number : k_absent;
  }

  // The number stored for `id`, or, when there is none yet, `fresh`, which is stored.
  std::uint32_t find_or_add(std::uint64_t id, std::uint32_t fresh) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place_of(id)];
    if (slot.generation == generation_) return slot.number;
    slot = {id, generation_, fresh};
    count_ += 1;
    return fresh;
  }

  void set(std::uint64_t id, std::uint32_t number) {
    find_or_add(id, number);
    slots_[place_of(id)].number = number;
  }

  // Does nothing where the id is absent. What was pushed on by the id moves back towards its own
  // place, so that no search has to pass over holes.
  void remove(std::uint64_t id) {
    if (count_ == 0) return;
    std::size_t hole = place_of(id);
    if (slots_[hole].generation != generation_) return;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t next = (hole + 1) & mask; slots_[next].generation == generation_;
         next = (next + 1) & mask) {
      const std::size_t pushed_by = (next - home_of(slots_[next].id)) & mask;
      if (pushed_by < ((next - hole) & mask)) continue;
      slots_[hole] = slots_[next];
      hole = next;
    }
    slots_[hole].generation = 0;
    count_ -= 1;
  }

 private:
  struct Slot {
    std::uint64_t id = 0;
    std::uint32_t generation = 0;  // the slot is taken when it equals the index's
    std::uint32_t number = 0;
  };

  std::size_t home_of(std::uint64_t id) const {
    return static_cast<std::size_t>(base::mix64(id)) & (slots_.size() - 1);
  }
  std::size_t place_of(std::uint64_t id) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = home_of(id);
    while (slots_[place].generation == generation_ && slots_[place].id != id) {
      place = (place + 1) & mask;
    }
    return place;
  }

  void grow() {
    std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.empty() ? 64 : old.size() * 2, Slot{});
    for (const Slot& slot : old) {
      if (slot.generation == generation_) slots_[place_of(slot.id)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::uint32_t generation_ = 1;
  std::size_t count_ = 0;
};

}  // namespace terrane::stream
