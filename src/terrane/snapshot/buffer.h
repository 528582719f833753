// The storage of one snapshot: words that keep their capacity, so that a steady match never
// allocates. Not a vector, because growing one writes zeros that an encode overwrites at once.
// Moves are free: this is what the posted exchange carries across. Owner thread.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "terrane/base/result.h"
#include "terrane/snapshot/layout.h"

namespace terrane::snapshot {

class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    words_ = std::move(other.words_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  std::span<const Word> words() const { return {words_.get(), size_}; }
  std::span<Word> words() { return {words_.get(), size_}; }

  // `count` words of any value; what was there is lost. Allocates only beyond the capacity, and
  // then a quarter more than asked for.
  std::span<Word> reset(std::size_t count) {
    size_ = 0;
    return extend(count);
  }
  // `count` more words of any value at the end; what is there stays. The spans of before may be
  // dead after it.
  std::span<Word> extend(std::size_t count) {
    reserve(size_ + count);
    const std::span<Word> added{words_.get() + size_, count};
    size_ += count;
    return added;
  }
  void assign(std::span<const Word> words) {
    const std::span<Word> target = reset(words.size());
    if (!words.empty()) std::memcpy(target.data(), words.data(), words.size_bytes());
  }

 private:
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    const std::size_t larger = count + count / 4;
    std::unique_ptr<Word[]> grown(new Word[larger]);
    if (size_ > 0) std::memcpy(grown.get(), words_.get(), size_ * sizeof(Word));
    words_ = std::move(grown);
    capacity_ = larger;
  }

  std::unique_ptr<Word[]> words_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// Bytes of a file as words, the first in the lowest bits. Incomplete when they are not whole words.
base::Result<void> words_from_bytes(std::span<const std::uint8_t> bytes, Buffer& words);
// `bytes` holds 4 * words.size().
void words_to_bytes(std::span<const Word> words, std::span<std::uint8_t> bytes);

}  // namespace terrane::snapshot
