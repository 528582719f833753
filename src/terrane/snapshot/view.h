// Reads a snapshot that may come from anywhere: another thread, a file, a newer or older build.
// View::open() checks every size before it is used, and after it no accessor can read outside the
// words. Strides come from the buffer, never from a constant; what a newer writer appended is
// skipped, and what an older one lacked reads as 0. Nothing here allocates unless it refuses.
// A View borrows the words and is immutable: any thread, while they live.
#pragma once

#include <array>
#include <cstring>
#include <span>

#include "terrane/base/result.h"
#include "terrane/snapshot/layout.h"

namespace terrane::snapshot {

// One field of every row; [row] for row < count of the rows it came from.
template <typename T>
class Column {
 public:
  Column(const T* first, std::size_t stride) : first_(first), stride_(stride) {}
  T operator[](std::size_t row) const { return first_[row * stride_]; }

 private:
  const T* first_;
  std::size_t stride_;
};

// The rows of one table.
class Rows {
 public:
  Rows() = default;
  // `words` holds count * stride words.
  Rows(const Word* words, Word count, Word stride)
      : words_(words), count_(count), stride_(stride) {}

  Word count() const { return count_; }
  Word stride() const { return stride_; }
  std::span<const Word> row(Word index) const {
    TERRANE_ASSERT(index < count_, "a row's index is below the count");
    return {words_ + std::size_t{index} * stride_, stride_};
  }
  // 0 for a field that the rows do not have.
  Word word(Word index, Word field) const {
    TERRANE_ASSERT(index < count_, "a row's index is below the count");
    return field < stride_ ? words_[std::size_t{index} * stride_ + field] : 0;
  }
  Word identity(Word index) const { return word(index, 0); }

  // The whole row as its struct of layout.h; missing fields are 0.
  template <typename Row>
  Row get(Word index) const {
    TERRANE_ASSERT(index < count_, "a row's index is below the count");
    Row result;
    std::memset(&result, 0, sizeof(result));
    const std::size_t words = stride_ < k_row_words<Row> ? stride_ : k_row_words<Row>;
    std::memcpy(&result, words_ + std::size_t{index} * stride_, words * sizeof(Word));
    return result;
  }

  // rows.column(&CoreRow::health_256): the quick way to read one field of every row.
  template <typename Row, typename T>
  Column<T> column(T Row::* member) const {
    static_assert(sizeof(T) == sizeof(Word));
    static const Row k_none{};
    const T* field = &(k_none.*member);
    const auto word = static_cast<std::size_t>(reinterpret_cast<const Word*>(field) -
                                               reinterpret_cast<const Word*>(&k_none));
    // `field` itself stands for a missing field: it is 0, and a stride of 0 stays on it.
    if (word >= stride_) return Column<T>(field, 0);
    return Column<T>(reinterpret_cast<const T*>(words_) + word, stride_);
  }

  // Index of the first row with that identity, count() when there is none. Binary search.
  Word find(Word identity) const;
  // Index after the last row with that identity; find(identity) == find_end(identity) when none.
  Word find_end(Word identity) const;

 private:
  const Word* words_ = nullptr;
  Word count_ = 0;
  Word stride_ = 0;
};

// One player's sight.
class VisionView {
 public:
  VisionView(const VisionRow& head, std::span<const Word> cells) : head_(head), cells_(cells) {}
  const VisionRow& head() const { return head_; }
  std::span<const Word> cells() const { return cells_; }
  // Unseen outside the grid.
  CellSight at(std::int32_t cell_x, std::int32_t cell_z) const;

 private:
  VisionRow head_;
  std::span<const Word> cells_;
};

class View {
 public:
  // No snapshot: version 0, tick 0, no rows. The baseline of a first delta.
  View() = default;
  // Checks magic, epoch, version, counts, strides, sizes and the order of identities.
  // Incomplete when it is cut short, OutOfRange beyond a limit or for another epoch, else BadData;
  // the sentence names the table and word.
  static base::Result<View> open(std::span<const Word> words);

  Word version() const { return version_; }
  Word tick() const { return tick_; }
  const Rows& core() const { return core_; }
  const Rows& table(Table table) const { return tables_[static_cast<Word>(table)]; }
  std::span<const Word> words() const { return words_; }
  // Words after the last table known here; none unless the version is newer than k_version.
  std::size_t unknown_words() const { return unknown_words_; }

  // Sight of the vision table's row; BadData when its cells do not fit in it.
  base::Result<VisionView> vision_row(Word index) const;
  // Sight of a player; NotFound when there is no row.
  base::Result<VisionView> vision_of(Word player) const;

 private:
  class Opener;
  std::span<const Word> words_;
  Word version_ = 0;
  Word tick_ = 0;
  Rows core_;
  std::array<Rows, k_table_count> tables_;
  std::size_t unknown_words_ = 0;
};

// Bytes of a file as words. Incomplete when they are not whole words.
base::Result<void> words_from_bytes(std::span<const std::uint8_t> bytes, class Buffer& words);
// Little end first; `bytes` holds 4 * words.size().
void words_to_bytes(std::span<const Word> words, std::span<std::uint8_t> bytes);

}  // namespace terrane::snapshot
