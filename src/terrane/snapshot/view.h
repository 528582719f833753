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

// Place of a member in its row; the compiler folds it to a number.
template <typename Row, typename T>
std::size_t word_of(T Row::*member) {
  static_assert(sizeof(T) == sizeof(Word));
  static const Row k_row{};
  return static_cast<std::size_t>(reinterpret_cast<const Word*>(&(k_row.*member)) -
                                  reinterpret_cast<const Word*>(&k_row));
}

// One row, read where it lies.
template <typename Row>
class RowRef {
 public:
  RowRef(const Word* words, Word stride) : words_(words), stride_(stride) {}
  // row.get(&CoreRow::rank); 0 for a field that the buffer lacks.
  template <typename T>
  T get(T Row::*member) const {
    const std::size_t word = word_of(member);
    const bool stands = word < k_first_words<Row> || word < stride_;
    return stands ? static_cast<T>(words_[word]) : T{0};
  }

 private:
  const Word* words_;
  Word stride_;
};

// Rows as those of one struct: `for (const auto row : view.core().each<CoreRow>())`. The quick way
// to read a few fields of every row.
template <typename Row>
class Each {
 public:
  class Iterator {
   public:
    Iterator(const Word* at, Word stride) : at_(at), stride_(stride) {}
    RowRef<Row> operator*() const { return RowRef<Row>(at_, stride_); }
    Iterator& operator++() {
      at_ += stride_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const Word* at_;
    Word stride_;
  };

  // No rows when they are too narrow to be this struct's.
  Each(const Word* words, Word count, Word stride)
      : words_(words), count_(stride < k_first_words<Row> ? 0 : count), stride_(stride) {}
  Word count() const { return count_; }
  RowRef<Row> operator[](Word index) const {
    TERRANE_ASSERT(index < count_, "a row's index is below the count");
    return RowRef<Row>(words_ + std::size_t{index} * stride_, stride_);
  }
  Iterator begin() const { return Iterator(words_, stride_); }
  Iterator end() const {
    return Iterator(count_ == 0 ? words_ : words_ + std::size_t{count_} * stride_, stride_);
  }

 private:
  const Word* words_;
  Word count_;
  Word stride_;
};

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
    static_assert(std::is_trivially_copyable_v<Row>);
    Row result{};  // every member of a row begins as 0
    const std::size_t words = stride_ < k_row_words<Row> ? stride_ : k_row_words<Row>;
    std::memcpy(static_cast<void*>(&result), words_ + std::size_t{index} * stride_,
                words * sizeof(Word));
    return result;
  }

  template <typename Row>
  Each<Row> each() const {
    return Each<Row>(words_, count_, stride_);
  }

  // rows.column(&CoreRow::health_256): one field of every row, by index.
  template <typename Row, typename T>
  Column<T> column(T Row::*member) const {
    static const T k_missing{0};  // a stride of 0 stays on it
    const std::size_t word = word_of(member);
    if (word >= stride_) return Column<T>(&k_missing, 0);
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

// A match that has started has units, sight and players; NotFound names the table that is empty.
// What a renderer calls on the first snapshot, so that an empty world is an error on screen and not
// a black map.
base::Result<void> check_started(const View& view);

}  // namespace terrane::snapshot
