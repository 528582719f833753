#include "terrane/snapshot/delta.h"

#include <cstring>
#include <string>

#include "terrane/snapshot/compare.h"
#include "terrane/snapshot/varint.h"

namespace terrane::snapshot {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::uint8_t k_delta_magic[4] = {'T', 'S', 'D', '1'};
// Table 0 of a delta is the core, table n the side table n - 1.

// The low two bits of a step; the others are how many rows it is about.
enum Step : Word { k_step_same = 0, k_step_drop = 1, k_step_change = 2, k_step_insert = 3 };

constexpr Word k_word_x = offsetof(CoreRow, world_x_mm) / sizeof(Word);
constexpr Word k_word_z = offsetof(CoreRow, world_z_mm) / sizeof(Word);
constexpr Word k_word_velocity_x = offsetof(CoreRow, velocity_x_mm) / sizeof(Word);
constexpr Word k_word_velocity_z = offsetof(CoreRow, velocity_z_mm) / sizeof(Word);

const Rows& delta_table(const View& view, Word number) {
  return number == 0 ? view.core() : view.table(static_cast<Table>(number - 1));
}
std::string_view delta_table_name(Word number) {
  return number == 0 ? k_core_name : table_name(static_cast<Table>(number - 1));
}

// A row as the receiver expects it from the baseline, word by word. Wrapping arithmetic throughout.
class Expected {
 public:
  // A row of the baseline; of the core, moved on by `ticks`.
  Expected(const Word* row, bool is_core, Word ticks)
      : row_(row), moves_(is_core && ticks != 0), ticks_(ticks) {}
  // A row that the baseline lacks: zeros, but for an identity that is likely.
  explicit Expected(Word identity) : identity_(identity) {}

  Word operator[](Word word) const {
    if (row_ == nullptr) return word == 0 ? identity_ : 0;
    if (moves_ && word == k_word_x) return row_[word] + row_[k_word_velocity_x] * ticks_;
    if (moves_ && word == k_word_z) return row_[word] + row_[k_word_velocity_z] * ticks_;
    return row_[word];
  }

 private:
  const Word* row_ = nullptr;
  bool moves_ = false;
  Word ticks_ = 0;
  Word identity_ = 0;
};

bool row_equals(const Expected& expected, std::span<const Word> row) {
  for (Word word = 0; word < row.size(); ++word) {
    if (expected[word] != row[word]) return false;
  }
  return true;
}

// Up to 32 fields: one mask. More: chunks of 32 fields, each as the number of chunks since the last
// one plus one, its mask and differences; a 0 ends them.
void write_row(const Expected& expected, std::span<const Word> row,
               std::vector<std::uint8_t>& out) {
  const bool is_wide = row.size() > 32;
  Word chunk_next = 0;
  for (Word first = 0; first < row.size(); first += 32) {
    const Word end = row.size() - first < 32 ? static_cast<Word>(row.size()) : first + 32;
    Word mask = 0;
    for (Word word = first; word < end; ++word) {
      if (expected[word] != row[word]) mask |= 1u << (word - first);
    }
    if (is_wide) {
      if (mask == 0) continue;
      write_varint(out, first / 32 - chunk_next + 1);
      chunk_next = first / 32 + 1;
    }
    write_varint(out, mask);
    for (Word word = first; word < end; ++word) {
      if ((mask >> (word - first) & 1) != 0) {
        write_varint(out, zigzag(row[word] - expected[word]));
      }
    }
  }
  if (is_wide) write_varint(out, 0);
}

// One table of the baseline beside the same table of the snapshot to write. A baseline table with
// another stride is of no use: every row is then inserted.
struct Pair {
  Rows before;
  Rows after;
  bool is_core = false;
  Word ticks = 0;

  Expected expected(Word row) const { return Expected(before.row(row).data(), is_core, ticks); }
  Step step(Word row_before, Word row_after) const {
    if (row_before == before.count()) return k_step_insert;
    const Word left = before.identity(row_before);
    const Word right = after.identity(row_after);
    if (left < right) return k_step_drop;
    if (right < left) return k_step_insert;
    return row_equals(expected(row_before), after.row(row_after)) ? k_step_same : k_step_change;
  }
  bool same() const {
    if (before.count() != after.count() || before.stride() != after.stride()) return false;
    for (Word row = 0; row < after.count(); ++row) {
      if (!row_equals(expected(row), after.row(row))) return false;
    }
    return true;
  }
};

Pair pair_of(const View& baseline, const View& current, Word number) {
  Pair pair{delta_table(baseline, number), delta_table(current, number), number == 0,
            current.tick() - baseline.tick()};
  return pair;
}

// Steps until every row of `after` is written; what is left of `before` is dropped by that.
void write_table(Pair pair, std::vector<std::uint8_t>& out) {
  write_varint(out, pair.after.stride());
  write_varint(out, pair.after.count());
  if (pair.before.stride() != pair.after.stride()) pair.before = Rows();
  Word before = 0;
  Word after = 0;
  while (after < pair.after.count()) {
    const Step step = pair.step(before, after);
    const Word first_before = before;
    const Word first_after = after;
    Word run = 0;
    do {
      if (step != k_step_insert) before += 1;
      if (step != k_step_drop) after += 1;
      run += 1;
    } while (after < pair.after.count() && pair.step(before, after) == step);
    write_varint(out, run << 2 | step);
    for (Word row = 0; step == k_step_change && row < run; ++row) {
      write_row(pair.expected(first_before + row), pair.after.row(first_after + row), out);
    }
    for (Word row = first_after; step == k_step_insert && row < first_after + run; ++row) {
      const Word identity = row == 0 ? 0 : pair.after.identity(row - 1);
      write_row(Expected(identity), pair.after.row(row), out);
    }
  }
}

// Reads one table's rows into a buffer.
class TableReader {
 public:
  TableReader(VarintReader& in, Buffer& out, std::string_view name)
      : in_(in), out_(out), name_(name) {}

  // The rows' number, or why not. `before` is the baseline's table.
  base::Result<Word> read(Rows before, bool is_core, Word ticks, bool counts_itself) {
    stride_ = in_.varint();
    const Word count = in_.varint();
    // A row takes at least a part of a step's byte from the baseline, or a byte of its own.
    if (in_.failed() || stride_ == 0 || stride_ > k_table_stride_max ||
        count > std::uint64_t{before.count()} + in_.remaining()) {
      return refuse("its size cannot be meant");
    }
    const std::size_t head = is_core ? 0 : counts_itself ? 2 : 1;
    if (out_.words().size() + head + std::uint64_t{count} * stride_ > k_words_max) {
      return refuse("it is too large");
    }
    start(head, count, is_core);
    const Rows usable = before.stride() == stride_ ? before : Rows();
    Word row_before = 0;
    Word written = 0;
    while (written < count) {
      const Word token = in_.varint();
      const Word run = token >> 2;
      const auto step = static_cast<Step>(token & 3);
      const Word left = usable.count() - row_before;
      if (in_.failed() || run == 0 || (step != k_step_insert && run > left) ||
          (step != k_step_drop && run > count - written)) {
        return refuse("a step goes beyond its rows");
      }
      for (Word row = 0; step != k_step_drop && row < run; ++row) {
        const Expected expected =
            step == k_step_insert ? Expected(identity_)
                                  : Expected(usable.row(row_before + row).data(), is_core, ticks);
        if (!read_row(expected, step)) return refuse("a row's fields cannot be read");
      }
      if (step != k_step_insert) row_before += run;
      if (step != k_step_drop) written += run;
    }
    return count;
  }
  Word stride() const { return stride_; }

 private:
  void start(std::size_t head, Word count, bool is_core) {
    const std::span<Word> words = out_.extend(head);
    if (!is_core) words[0] = stride_;
    if (head == 2) words[1] = count;
  }

  bool read_row(const Expected& expected, Step step) {
    const std::span<Word> row = out_.extend(stride_);
    for (Word word = 0; word < stride_; ++word) row[word] = expected[word];
    const bool ok = step == k_step_same || (stride_ > 32 ? read_wide(row) : read_chunk(row));
    identity_ = row[0];
    return ok && !in_.failed();
  }
  bool read_wide(std::span<Word> row) {
    std::uint64_t chunk = 0;
    for (Word gap = in_.varint(); gap != 0; gap = in_.varint()) {
      chunk += gap;
      const std::uint64_t first = (chunk - 1) * 32;
      if (first >= row.size()) return false;
      if (!read_chunk(row.subspan(static_cast<std::size_t>(first)))) return false;
    }
    return true;
  }
  // At most 32 fields.
  bool read_chunk(std::span<Word> fields) {
    const Word mask = in_.varint();
    if (fields.size() < 32 && mask >> fields.size() != 0) return false;
    for (Word field = 0; field < 32 && field < fields.size(); ++field) {
      if ((mask >> field & 1) != 0) fields[field] += unzigzag(in_.varint());
    }
    return !in_.failed();
  }

  Error refuse(std::string what) const {
    return Error{in_.failed() ? ErrorCode::Incomplete : ErrorCode::BadData,
                 "the delta's table is damaged: " + std::move(what),
                 "table " + std::string(name_) + ", byte " + std::to_string(in_.at()),
                 "steps that write each row once"};
  }

  VarintReader& in_;
  Buffer& out_;
  std::string_view name_;
  Word stride_ = 0;
  Word identity_ = 0;  // of the row written last
};

struct Preamble {
  DeltaHead head;
  Word version = 0;
  Word baseline_checksum = 0;
  Word checksum = 0;
  Word tables = 0;  // a bit for each table that is not as expected
};

base::Result<Preamble> read_preamble(VarintReader& in) {
  for (const std::uint8_t letter : k_delta_magic) {
    if (in.byte() != letter) {
      return Error{ErrorCode::BadData, "not a delta", "byte 0", "the letters TSD1"};
    }
  }
  Preamble preamble;
  preamble.version = in.varint();
  preamble.head.from_empty = in.byte() == 0;
  preamble.head.baseline_tick = in.varint();
  preamble.head.tick = preamble.head.baseline_tick + in.varint();
  preamble.baseline_checksum = in.word();
  preamble.checksum = in.word();
  preamble.tables = in.varint();
  if (in.failed()) {
    return Error{ErrorCode::Incomplete, "the delta is cut short", "its head", "at least 17 bytes"};
  }
  if (preamble.version == 0 || preamble.version > k_version) {
    return Error{ErrorCode::OutOfRange,
                 "the delta gives a snapshot of version " + std::to_string(preamble.version),
                 "byte 4", "1 to " + std::to_string(k_version)};
  }
  return preamble;
}

Word short_checksum(const View& view) {
  const std::uint64_t total = checksums(view).total;
  return static_cast<Word>(total ^ total >> 32);
}

}  // namespace

base::Result<void> encode_delta(const View& baseline, const View& current,
                                std::vector<std::uint8_t>& out) {
  if (current.version() == 0 || current.version() > k_version || baseline.version() > k_version) {
    return Error{ErrorCode::BadData,
                 "a delta carries no snapshot of version " + std::to_string(current.version()),
                 "tick " + std::to_string(current.tick()), "1 to " + std::to_string(k_version)};
  }
  out.assign(k_delta_magic, k_delta_magic + 4);
  write_varint(out, current.version());
  out.push_back(baseline.version() == 0 ? 0 : 1);
  write_varint(out, baseline.tick());
  write_varint(out, current.tick() - baseline.tick());
  write_word(out, short_checksum(baseline));
  write_word(out, short_checksum(current));
  const Word tables = 1 + tables_of(current.version());
  Word changed = 0;
  for (Word number = 0; number < tables; ++number) {
    if (!pair_of(baseline, current, number).same()) changed |= 1u << number;
  }
  write_varint(out, changed);
  for (Word number = 0; number < tables; ++number) {
    if ((changed >> number & 1) != 0) write_table(pair_of(baseline, current, number), out);
  }
  return {};
}

base::Result<DeltaHead> read_delta_head(std::span<const std::uint8_t> bytes) {
  VarintReader in(bytes);
  return TERRANE_TRY(read_preamble(in)).head;
}

namespace {

// A table that is as expected from the baseline.
void copy_table(const Rows& before, Word number, Word ticks, Buffer& out) {
  if (number > 0) out.extend(1)[0] = before.stride();
  if (number > k_counted_tables) out.extend(1)[0] = before.count();
  for (Word row = 0; row < before.count(); ++row) {
    const Expected expected(before.row(row).data(), number == 0, ticks);
    const std::span<Word> words = out.extend(before.stride());
    for (Word word = 0; word < before.stride(); ++word) words[word] = expected[word];
  }
}

}  // namespace

base::Result<void> decode_delta(const View& baseline, std::span<const std::uint8_t> bytes,
                                Buffer& out) {
  VarintReader in(bytes);
  const Preamble preamble = TERRANE_TRY(read_preamble(in));
  if (preamble.head.from_empty != (baseline.version() == 0) ||
      preamble.head.baseline_tick != baseline.tick() ||
      preamble.baseline_checksum != short_checksum(baseline)) {
    return Error{ErrorCode::NotFound, "the delta is against another baseline",
                 "tick " + std::to_string(preamble.head.tick),
                 "the snapshot of tick " + std::to_string(preamble.head.baseline_tick)};
  }
  const Word tables = 1 + tables_of(preamble.version);
  if (preamble.tables >> tables != 0) {
    return Error{ErrorCode::BadData, "the delta names a table its version has not", "its head",
                 std::to_string(tables) + " tables"};
  }
  const Word ticks = preamble.head.tick - preamble.head.baseline_tick;
  Word header[k_header_words] = {k_magic << 16 | k_epoch << 8 | preamble.version,
                                 preamble.head.tick};
  out.reset(k_header_words);
  for (Word number = 0; number < tables; ++number) {
    const Rows& before = delta_table(baseline, number);
    Word count = before.count();
    if ((preamble.tables >> number & 1) != 0) {
      TableReader reader(in, out, delta_table_name(number));
      count = TERRANE_TRY(reader.read(before, number == 0, ticks, number > k_counted_tables));
      if (number == 0) header[3] = reader.stride();
    } else {
      copy_table(before, number, ticks, out);
      if (number == 0) header[3] = before.stride();
    }
    if (number <= k_counted_tables) header[number == 0 ? 2 : 3 + number] = count;
  }
  if (in.remaining() != 0) {
    return Error{ErrorCode::BadData, "bytes follow the last table",
                 "byte " + std::to_string(in.at()), "the end of the delta"};
  }
  std::memcpy(out.words().data(), header, sizeof(header));
  const View view = TERRANE_TRY(View::open(std::as_const(out).words()));
  if (short_checksum(view) != preamble.checksum) {
    return Error{ErrorCode::BadData, "the delta's snapshot has another checksum",
                 "tick " + std::to_string(preamble.head.tick), "an undamaged delta"};
  }
  return {};
}

}  // namespace terrane::snapshot
