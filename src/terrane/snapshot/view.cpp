#include "terrane/snapshot/view.h"

#include <string>

namespace terrane::snapshot {
namespace {

using base::Error;
using base::ErrorCode;

Error refusal(ErrorCode code, std::string what, std::string_view table, std::string expected) {
  return Error{code, std::move(what), "snapshot table " + std::string(table), std::move(expected)};
}

}  // namespace

Word Rows::find(Word identity) const {
  Word low = 0;
  Word high = count_;
  while (low < high) {
    const Word middle = low + (high - low) / 2;
    if (words_[std::size_t{middle} * stride_] < identity) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < count_ && words_[std::size_t{low} * stride_] == identity ? low : count_;
}

Word Rows::find_end(Word identity) const {
  Word end = find(identity);
  while (end < count_ && words_[std::size_t{end} * stride_] == identity) end += 1;
  return end;
}

CellSight VisionView::at(std::int32_t cell_x, std::int32_t cell_z) const {
  if (cell_x < 0 || cell_z < 0) return CellSight::Unseen;
  const Word x = static_cast<Word>(cell_x);
  const Word z = static_cast<Word>(cell_z);
  if (x >= head_.width_cells || z >= head_.height_cells) return CellSight::Unseen;
  const std::uint64_t cell = std::uint64_t{z} * head_.width_cells + x;
  const Word bits = cells_[static_cast<std::size_t>(cell / 16)] >> (2 * (cell % 16)) & 3;
  return bits == 3 ? CellSight::Visible : static_cast<CellSight>(bits);
}

// Walks the buffer once; each step checks what it is about to use.
class View::Opener {
 public:
  explicit Opener(std::span<const Word> words) : words_(words) {}

  base::Result<View> open() {
    TERRANE_TRY(header());
    View view;
    view.words_ = words_;
    view.version_ = version_;
    view.tick_ = words_[1];
    view.core_ = TERRANE_TRY(
        rows(k_core_name, words_[2], words_[3], core_words_of(version_), k_core_stride_max));
    TERRANE_TRY(check_order(view.core_, k_core_name, 1));
    for (Word table = 0; table < tables_of(version_); ++table) {
      view.tables_[table] = TERRANE_TRY(side_table(static_cast<Table>(table)));
    }
    view.unknown_words_ = words_.size() - at_;
    if (version_ <= k_version && view.unknown_words_ != 0) {
      return Error{ErrorCode::BadData,
                   std::to_string(view.unknown_words_) + " words follow the last table",
                   "word " + std::to_string(at_) + " of the snapshot",
                   "the end of a version " + std::to_string(version_) + " snapshot"};
    }
    return view;
  }

 private:
  base::Result<void> header() {
    if (words_.size() < k_header_words) {
      return Error{ErrorCode::Incomplete, "the snapshot is cut short", "header",
                   "16 words, not " + std::to_string(words_.size())};
    }
    if (words_.size() > k_words_max) {
      return Error{ErrorCode::OutOfRange, "the snapshot is too large", "header",
                   "at most " + std::to_string(k_words_max) + " words"};
    }
    if (words_[0] >> 16 != k_magic) {
      return Error{ErrorCode::BadData, "not a snapshot", "word 0", "the magic number 0x5453"};
    }
    if ((words_[0] >> 8 & 0xff) != k_epoch) {
      return Error{ErrorCode::OutOfRange, "the snapshot is of a later epoch", "word 0",
                   "epoch " + std::to_string(k_epoch)};
    }
    version_ = words_[0] & 0xff;
    if (version_ == 0) {
      return Error{ErrorCode::BadData, "the snapshot has version 0", "word 0", "1 or more"};
    }
    at_ = k_header_words;
    return {};
  }

  base::Result<Rows> side_table(Table table) {
    const Word number = static_cast<Word>(table);
    const bool counts_itself = number >= k_counted_tables;
    const std::size_t head = counts_itself ? 2 : 1;
    if (words_.size() - at_ < head) {
      return refusal(ErrorCode::Incomplete, "the snapshot is cut short", table_name(table),
                     "its stride at word " + std::to_string(at_));
    }
    const Word stride = words_[at_];
    const Word count = counts_itself ? words_[at_ + 1] : words_[4 + number];
    at_ += head;
    Rows result =
        TERRANE_TRY(rows(table_name(table), count, stride, table_words(table), k_table_stride_max));
    TERRANE_TRY(check_order(result, table_name(table), 0));
    return result;
  }

  base::Result<Rows> rows(std::string_view table, Word count, Word stride, Word stride_min,
                          Word stride_max) {
    if (stride < stride_min || stride > stride_max) {
      return refusal(ErrorCode::OutOfRange, "the stride is " + std::to_string(stride) + " words",
                     table,
                     std::to_string(stride_min) + " to " + std::to_string(stride_max) + " words");
    }
    if (count > k_rows_max) {
      return refusal(ErrorCode::OutOfRange, std::to_string(count) + " rows are claimed", table,
                     "at most " + std::to_string(k_rows_max));
    }
    const std::uint64_t needed = std::uint64_t{count} * stride;
    if (needed > words_.size() - at_) {
      return refusal(
          ErrorCode::Incomplete, std::to_string(count) + " rows are claimed", table,
          std::to_string(needed) + " words of rows, not " + std::to_string(words_.size() - at_));
    }
    const Rows result(words_.data() + at_, count, stride);
    at_ += static_cast<std::size_t>(needed);
    return result;
  }

  // Each identity is at least the one before plus `step`, and none is 0.
  static base::Result<void> check_order(const Rows& rows, std::string_view table, Word step) {
    std::uint64_t least = 1;
    const Column<Word> identities = rows.column(&CoreRow::identity);
    for (Word row = 0; row < rows.count(); ++row) {
      const Word identity = identities[row];
      if (identity < least) {
        return refusal(ErrorCode::BadData,
                       "row " + std::to_string(row) + " has identity " + std::to_string(identity),
                       table,
                       "identities in ascending order, " + std::to_string(least) + " or more here");
      }
      least = std::uint64_t{identity} + step;
    }
    return {};
  }

  std::span<const Word> words_;
  std::size_t at_ = 0;
  Word version_ = 0;
};

base::Result<View> View::open(std::span<const Word> words) {
  return Opener(words).open();
}

base::Result<VisionView> View::vision_row(Word index) const {
  const Rows& rows = table(Table::Vision);
  const auto head = rows.get<VisionRow>(index);
  const std::uint64_t needed = head.width_cells == 0 || head.height_cells == 0
                                   ? 0
                                   : vision_cell_words(head.width_cells, head.height_cells);
  if (head.width_cells > k_table_stride_max || head.height_cells > k_table_stride_max ||
      head.cells_words < needed || head.cells_at < k_vision_head_words ||
      std::uint64_t{head.cells_at} + head.cells_words > rows.stride()) {
    return refusal(ErrorCode::BadData,
                   "the cells of row " + std::to_string(index) + " do not fit in it",
                   table_name(Table::Vision), "two bits a cell within the row");
  }
  return VisionView(head, rows.row(index).subspan(head.cells_at, head.cells_words));
}

base::Result<VisionView> View::vision_of(Word player) const {
  const Rows& rows = table(Table::Vision);
  const Word row = rows.find(player_identity(player));
  if (row == rows.count()) {
    return refusal(ErrorCode::NotFound, "player " + std::to_string(player) + " has no sight",
                   table_name(Table::Vision), "one row a player");
  }
  return vision_row(row);
}

base::Result<void> check_started(const View& view) {
  const auto refuse = [&view](std::string_view table) {
    return refusal(ErrorCode::NotFound,
                   "the started match has none at tick " + std::to_string(view.tick()), table,
                   "at least one row");
  };
  if (view.core().count() == 0) return refuse(k_core_name);
  for (const Table table : {Table::Vision, Table::Players}) {
    if (view.table(table).count() == 0) return refuse(table_name(table));
  }
  return {};
}

}  // namespace terrane::snapshot
