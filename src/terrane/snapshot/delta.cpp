#include "terrane/snapshot/delta.h"

#include <array>
#include <cstring>
#include <iterator>
#include <string>

#include "terrane/snapshot/compare.h"
#include "terrane/snapshot/nibble.h"
#include "terrane/snapshot/varint.h"

namespace terrane::snapshot {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::uint8_t k_delta_magic[4] = {'T', 'S', 'D', '2'};
// Table 0 of a delta is the core, table n the side table n - 1.

// The low two bits of a step; the others are a number of rows. A step of changed or new rows begins
// with that many rows as expected, and each of its rows says whether another follows.
enum Step : Word { k_step_same = 0, k_step_change = 1, k_step_insert = 2, k_step_drop = 3 };

#define TERRANE_CORE_WORD(member) static_cast<Word>(offsetof(CoreRow, member) / sizeof(Word))
constexpr Word k_word_x = TERRANE_CORE_WORD(world_x_mm);
constexpr Word k_word_y = TERRANE_CORE_WORD(world_y_mm);
constexpr Word k_word_z = TERRANE_CORE_WORD(world_z_mm);
constexpr Word k_word_velocity_x = TERRANE_CORE_WORD(velocity_x_mm);
constexpr Word k_word_velocity_z = TERRANE_CORE_WORD(velocity_z_mm);

// The core's words as a delta takes them: those that change most are the low bits of a mask.
constexpr Word k_core_order[] = {
    k_word_y,
    k_word_velocity_x,
    k_word_velocity_z,
    TERRANE_CORE_WORD(facing_turn16),
    TERRANE_CORE_WORD(grid_x),
    TERRANE_CORE_WORD(grid_z),
    TERRANE_CORE_WORD(status_end),
    TERRANE_CORE_WORD(waypoint_x_mm),
    TERRANE_CORE_WORD(waypoint_z_mm),
    TERRANE_CORE_WORD(animation),
    TERRANE_CORE_WORD(animation_tick),
    TERRANE_CORE_WORD(action_tick),
    TERRANE_CORE_WORD(flags),
    TERRANE_CORE_WORD(target),
    TERRANE_CORE_WORD(health_256),
    TERRANE_CORE_WORD(ready_tick),
    k_word_x,
    k_word_z,
    TERRANE_CORE_WORD(order),
    TERRANE_CORE_WORD(group),
    TERRANE_CORE_WORD(status),
    TERRANE_CORE_WORD(rank),
    TERRANE_CORE_WORD(identity),
    TERRANE_CORE_WORD(health_max_256),
    TERRANE_CORE_WORD(owner),
    TERRANE_CORE_WORD(type),
    TERRANE_CORE_WORD(radius_mm),
};
#undef TERRANE_CORE_WORD
constexpr Word k_core_order_words = static_cast<Word>(std::size(k_core_order));
static_assert(k_core_order_words == k_row_words<CoreRow>);

constexpr std::array<Word, k_core_order_words> places_of_core() {
  std::array<Word, k_core_order_words> places{};
  for (Word place = 0; place < k_core_order_words; ++place) places[k_core_order[place]] = place;
  return places;
}
constexpr std::array<Word, k_core_order_words> k_core_places = places_of_core();

const Rows& delta_table(const View& view, Word number) {
  return number == 0 ? view.core() : view.table(static_cast<Table>(number - 1));
}
std::string_view delta_table_name(Word number) {
  return number == 0 ? k_core_name : table_name(static_cast<Table>(number - 1));
}

// How the rows of one table are expected from the baseline's, and in which order their words are
// said. The same for both ends.
class Model {
 public:
  // `ticks` from the baseline to `tick`.
  Model(Word table, Word stride, Word tick, Word ticks)
      : is_core_(table == 0), stride_(stride), tick_(tick), ticks_(ticks) {
    const auto fields = is_core_ ? core_fields() : table_fields(static_cast<Table>(table - 1));
    for (const Field& field : fields) {
      if (field.unit == "tick") tick_words_ |= 1u << field.word;
    }
  }
  Word stride() const { return stride_; }
  // The word at a place of the order in which words are said. The row may lack it.
  Word word_at(Word place) const {
    return is_core_ && place < k_core_order_words ? k_core_order[place] : place;
  }
  // Its inverse.
  Word place_of(Word word) const {
    return is_core_ && word < k_core_order_words ? k_core_places[word] : word;
  }
  // Beyond that a mask and the bit in front of it are no word any more.
  bool is_wide() const { return stride_ > 31; }
  bool is_core() const { return is_core_; }

  // Moments are said from the tick of the snapshot, as they mostly are near it.
  bool is_tick(Word word) const { return word < 32 && (tick_words_ >> word & 1) != 0; }
  Word tick() const { return tick_; }

  bool as_expected(const Word* before, const Word* now) const {
    if (!is_core_) return std::memcmp(before, now, stride_ * sizeof(Word)) == 0;
    constexpr Word k_rest = k_word_z + 1;
    static_assert(k_word_x == 1 && k_word_y == 2 && k_word_z == 3);
    return before[0] == now[0] && before[k_word_y] == now[k_word_y] &&
           before[k_word_x] + now[k_word_velocity_x] * ticks_ == now[k_word_x] &&
           before[k_word_z] + now[k_word_velocity_z] * ticks_ == now[k_word_z] &&
           std::memcmp(before + k_rest, now + k_rest, (stride_ - k_rest) * sizeof(Word)) == 0;
  }
  void write_expected(const Word* before, Word* now) const {
    std::memcpy(now, before, stride_ * sizeof(Word));
    move(now);
  }
  // What stood in the baseline and moved by itself did so with the velocity it has now. Only a
  // row of the core moves. Wrapping arithmetic.
  void move(Word* row) const {
    if (!is_core_) return;
    row[k_word_x] += row[k_word_velocity_x] * ticks_;
    row[k_word_z] += row[k_word_velocity_z] * ticks_;
  }
  void move_back(Word* row) const {
    row[k_word_x] -= row[k_word_velocity_x] * ticks_;
    row[k_word_z] -= row[k_word_velocity_z] * ticks_;
  }

 private:
  bool is_core_ = false;
  Word stride_ = 0;
  Word tick_ = 0;
  Word ticks_ = 0;
  Word tick_words_ = 0;  // a bit for each word that is a tick
};

// Writes the tables that are not as expected.
class TableWriter {
 public:
  TableWriter(const Rows& before, const Rows& after, const Model& model, NibbleWriter& out)
      : before_(before.stride() == after.stride() ? before : Rows()),
        after_(after),
        model_(model),
        out_(out) {}

  // Steps until every row of `after` is written; what is left of `before` is dropped by that.
  void write() {
    out_.number(after_.stride());
    out_.number(after_.count());
    look();
    while (!done()) {
      const Word same = skip(k_step_same);
      if (done() || step_ == k_step_drop) {
        if (same > 0) out_.number(same << 2 | k_step_same);
        const Word gone = skip(k_step_drop);
        if (gone > 0) out_.number(gone << 2 | k_step_drop);
      } else {
        write_rows(same);
      }
    }
  }

 private:
  bool done() const { return row_after_ == after_.count(); }
  // What makes the next row of `after`.
  void look() {
    if (done()) return;
    const Word left = row_before_ == before_.count() ? 0 : before_.identity(row_before_);
    const Word right = after_.identity(row_after_);
    if (row_before_ == before_.count() || right < left) {
      step_ = k_step_insert;
    } else if (left < right) {
      step_ = k_step_drop;
    } else {
      const Word* before = before_.row(row_before_).data();
      step_ =
          model_.as_expected(before, after_.row(row_after_).data()) ? k_step_same : k_step_change;
    }
  }
  void advance() {
    if (step_ != k_step_insert) row_before_ += 1;
    if (step_ != k_step_drop) row_after_ += 1;
    look();
  }
  // How many times that step comes.
  Word skip(Step step) {
    Word run = 0;
    for (; !done() && step_ == step; ++run) advance();
    return run;
  }

  // Changed or new rows behind `same` ones.
  void write_rows(Word same) {
    const Step kind = step_;
    out_.number(same << 2 | kind);
    for (bool more = true; more;) {
      const Word* now = after_.row(row_after_).data();
      const Word* from = kind == k_step_change ? before_.row(row_before_).data()
                         : row_after_ > 0      ? after_.row(row_after_ - 1).data()
                                               : nullptr;
      advance();
      more = !done() && step_ == kind;
      Word at_rest[k_core_stride_max];
      if (kind == k_step_change && model_.is_core()) {
        std::memcpy(at_rest, now, model_.stride() * sizeof(Word));
        model_.move_back(at_rest);
        now = at_rest;
      }
      write_row(from, now, more);
    }
  }
  // `from` is the baseline's row, of a new row the one in front of it, of the first new one none.
  static Word expected(const Word* from, Word word) { return from != nullptr ? from[word] : 0; }
  // A bit for each word from `first` on, at most 32, that is not as expected; by its place.
  Word mask_of(const Word* from, const Word* now, Word first) const {
    const Word end = model_.stride() - first < 32 ? model_.stride() : first + 32;
    Word words = 0;
    for (Word word = first; word < end; ++word) {
      words |= (expected(from, word) != now[word] ? 1u : 0u) << (word - first);
    }
    Word places = 0;
    for (Word word = first; words != 0; ++word, words >>= 1) {
      if ((words & 1) != 0) places |= 1u << (model_.place_of(word) - first);
    }
    return places;
  }
  void write_words(const Word* from, const Word* now, Word first, Word mask) {
    for (Word place = first; mask != 0; ++place, mask >>= 1) {
      if ((mask & 1) == 0) continue;
      const Word word = model_.word_at(place);
      const Word base = model_.is_tick(word) ? model_.tick() : expected(from, word);
      out_.number(zigzag(now[word] - base));
    }
  }
  void write_row(const Word* from, const Word* now, bool more) {
    if (!model_.is_wide()) {
      const Word mask = mask_of(from, now, 0);
      out_.number(mask << 1 | (more ? 1 : 0));
      write_words(from, now, 0, mask);
      return;
    }
    out_.number(more ? 1 : 0);
    Word chunk_next = 0;
    for (Word first = 0; first < model_.stride(); first += 32) {
      const Word mask = mask_of(from, now, first);
      if (mask == 0) continue;
      out_.number(first / 32 - chunk_next + 1);
      chunk_next = first / 32 + 1;
      out_.number(mask);
      write_words(from, now, first, mask);
    }
    out_.number(0);
  }

  Rows before_;
  const Rows& after_;
  const Model& model_;
  NibbleWriter& out_;
  Word row_before_ = 0;
  Word row_after_ = 0;
  Step step_ = k_step_same;  // what makes the row row_after_
};

// Reads one table's rows into a buffer.
class TableReader {
 public:
  TableReader(NibbleReader& in, Buffer& out, const Rows& before, const Model& model,
              std::string_view name)
      : in_(in),
        out_(out),
        before_(before.stride() == model.stride() ? before : Rows()),
        model_(model),
        name_(name) {}

  base::Result<void> read(Word count) {
    while (written_ < count) {
      const Word token = in_.number();
      const Word run = token >> 2;
      const auto step = static_cast<Step>(token & 3);
      const Word left = before_.count() - row_before_;
      const bool says_nothing = run == 0 && (step == k_step_same || step == k_step_drop);
      if (in_.failed() || says_nothing || run > left ||
          (step != k_step_drop && run > count - written_)) {
        return refuse("a step goes beyond its rows");
      }
      if (step == k_step_drop) {
        row_before_ += run;
        continue;
      }
      for (Word row = 0; row < run; ++row) copy_row();
      for (more_ = step != k_step_same; more_;) {
        if (written_ == count || (step == k_step_change && row_before_ == before_.count())) {
          return refuse("a step goes beyond its rows");
        }
        if (!read_row(step)) return refuse("a row's fields cannot be read");
      }
    }
    return {};
  }
  Error refuse(std::string what) const {
    return Error{in_.failed() ? ErrorCode::Incomplete : ErrorCode::BadData,
                 "the delta's table is damaged: " + std::move(what),
                 "table " + std::string(name_) + ", byte " + std::to_string(in_.at_byte()) +
                     " behind the head",
                 "steps that write each row once"};
  }

 private:
  const Word* next_before() { return before_.row(row_before_++).data(); }
  void copy_row() {
    Word* row = out_.extend(model_.stride()).data();
    model_.write_expected(next_before(), row);
    written_ += 1;
  }
  bool read_row(Step step) {
    const std::span<Word> row = out_.extend(model_.stride());
    if (step == k_step_change) {
      std::memcpy(row.data(), next_before(), row.size_bytes());
    } else if (written_ > 0) {
      std::memcpy(row.data(), row.data() - row.size(), row.size_bytes());
    } else {
      std::memset(row.data(), 0, row.size_bytes());
    }
    const bool ok = model_.is_wide() ? read_wide(row) : read_narrow(row);
    if (step == k_step_change) model_.move(row.data());
    written_ += 1;
    return ok && !in_.failed();
  }
  bool read_narrow(std::span<Word> row) {
    const Word mask = in_.number();
    more_ = (mask & 1) != 0;
    return read_words(row, 0, mask >> 1);
  }
  bool read_wide(std::span<Word> row) {
    const Word more = in_.number();
    more_ = more == 1;
    std::uint64_t chunk = 0;
    for (Word gap = in_.number(); gap != 0; gap = in_.number()) {
      chunk += gap;
      const std::uint64_t first = (chunk - 1) * 32;
      if (first >= row.size()) return false;
      if (!read_words(row, static_cast<Word>(first), in_.number())) return false;
    }
    return more <= 1;
  }
  // The words of the mask, of which bit 0 is the place `first`.
  bool read_words(std::span<Word> row, Word first, Word mask) {
    for (Word place = first; mask != 0; ++place, mask >>= 1) {
      if ((mask & 1) == 0) continue;
      const Word word = model_.word_at(place);
      if (word >= row.size()) return false;
      const Word difference = unzigzag(in_.number());
      row[word] = (model_.is_tick(word) ? model_.tick() : row[word]) + difference;
    }
    return !in_.failed();
  }

  NibbleReader& in_;
  Buffer& out_;
  Rows before_;
  const Model& model_;
  std::string_view name_;
  Word row_before_ = 0;
  Word written_ = 0;
  bool more_ = false;
};

struct Preamble {
  DeltaHead head;
  Word version = 0;
  Word baseline_checksum = 0;
  Word checksum = 0;
  Word tables = 0;  // a bit for each table that is not as expected
};

base::Result<void> read_magic(VarintReader& in) {
  std::uint8_t letters[4];
  for (std::uint8_t& letter : letters) letter = in.byte();
  if (std::memcmp(letters, "TSD1", 4) == 0) {
    return Error{ErrorCode::OutOfRange, "a delta of the first form, which is read no more",
                 "byte 0: TSD1", "the letters TSD2"};
  }
  if (std::memcmp(letters, k_delta_magic, 4) != 0) {
    return Error{ErrorCode::BadData, "not a delta", "byte 0", "the letters TSD2"};
  }
  return {};
}

base::Result<Preamble> read_preamble(VarintReader& in) {
  TERRANE_TRY(read_magic(in));
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

bool same_tables(const Rows& before, const Rows& after, const Model& model) {
  if (before.count() != after.count() || before.stride() != after.stride()) return false;
  for (Word row = 0; row < after.count(); ++row) {
    if (!model.as_expected(before.row(row).data(), after.row(row).data())) return false;
  }
  return true;
}

}  // namespace

Baseline::Baseline(const View& of) : view(of) {
  const std::uint64_t total = checksums(of).total;
  checksum = static_cast<Word>(total ^ total >> 32);
}

base::Result<void> encode_delta(const Baseline& from, const Baseline& to,
                                std::vector<std::uint8_t>& out) {
  const View& baseline = from.view;
  const View& current = to.view;
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
  write_word(out, from.checksum);
  write_word(out, to.checksum);
  const Word tables = 1 + tables_of(current.version());
  const Word ticks = current.tick() - baseline.tick();
  Word changed = 0;
  for (Word number = 0; number < tables; ++number) {
    const Rows& after = delta_table(current, number);
    const Model model(number, after.stride(), current.tick(), ticks);
    if (!same_tables(delta_table(baseline, number), after, model)) changed |= 1u << number;
  }
  write_varint(out, changed);
  NibbleWriter nibbles(out);
  for (Word number = 0; number < tables; ++number) {
    if ((changed >> number & 1) == 0) continue;
    const Rows& after = delta_table(current, number);
    const Model model(number, after.stride(), current.tick(), ticks);
    TableWriter(delta_table(baseline, number), after, model, nibbles).write();
  }
  return {};
}

base::Result<DeltaHead> read_delta_head(std::span<const std::uint8_t> bytes) {
  VarintReader in(bytes);
  return TERRANE_TRY(read_preamble(in)).head;
}

namespace {

// What stands before a side table's rows.
void start_table(Word number, Word stride, Word count, Buffer& out) {
  if (number > 0) out.extend(1)[0] = stride;
  if (number > k_counted_tables) out.extend(1)[0] = count;
}

// A table that is as expected from the baseline.
void copy_table(const Rows& before, const Model& model, Buffer& out) {
  for (Word row = 0; row < before.count(); ++row) {
    model.write_expected(before.row(row).data(), out.extend(before.stride()).data());
  }
}

// A table that the delta tells. Its size is checked before there is room for it.
base::Result<void> read_table(NibbleReader& in, const Rows& before, Word number, const Model& model,
                              Word count, Buffer& out) {
  TableReader reader(in, out, before, model, delta_table_name(number));
  const Word stride = model.stride();
  // A row takes at least a part of a step from the baseline, or a nibble of its own.
  if (in.failed() || stride == 0 || stride > k_table_stride_max ||
      count > std::uint64_t{before.count()} + in.remaining_nibbles()) {
    return reader.refuse("its size cannot be meant");
  }
  if (out.words().size() + 2 + std::uint64_t{count} * stride > k_words_max) {
    return reader.refuse("it is too large");
  }
  start_table(number, stride, count, out);
  return reader.read(count);
}

// All tables; fills what the header says of them.
base::Result<void> read_tables(NibbleReader& in, const View& baseline, const Preamble& preamble,
                               std::span<Word, k_header_words> header, Buffer& out) {
  const DeltaHead& head = preamble.head;
  for (Word number = 0; number < 1 + tables_of(preamble.version); ++number) {
    const Rows& before = delta_table(baseline, number);
    const bool is_told = (preamble.tables >> number & 1) != 0;
    const Word stride = is_told ? in.number() : before.stride();
    const Word count = is_told ? in.number() : before.count();
    const Model model(number, stride, head.tick, head.tick - head.baseline_tick);
    if (is_told) {
      TERRANE_TRY(read_table(in, before, number, model, count, out));
    } else {
      start_table(number, stride, count, out);
      copy_table(before, model, out);
    }
    if (number == 0) header[3] = stride;
    if (number <= k_counted_tables) header[number == 0 ? 2 : 3 + number] = count;
  }
  return {};
}

}  // namespace

base::Result<Baseline> decode_delta(const Baseline& from, std::span<const std::uint8_t> bytes,
                                    Buffer& out) {
  const View& baseline = from.view;
  VarintReader start(bytes);
  const Preamble preamble = TERRANE_TRY(read_preamble(start));
  if (preamble.head.from_empty != (baseline.version() == 0) ||
      preamble.head.baseline_tick != baseline.tick() ||
      preamble.baseline_checksum != from.checksum) {
    return Error{ErrorCode::NotFound, "the delta is against another baseline",
                 "tick " + std::to_string(preamble.head.tick),
                 "the snapshot of tick " + std::to_string(preamble.head.baseline_tick)};
  }
  const Word tables = 1 + tables_of(preamble.version);
  if (preamble.tables >> tables != 0) {
    return Error{ErrorCode::BadData, "the delta names a table its version has not", "its head",
                 std::to_string(tables) + " tables"};
  }
  Word header[k_header_words] = {k_magic << 16 | k_epoch << 8 | preamble.version,
                                 preamble.head.tick};
  out.reset(k_header_words);
  NibbleReader in(bytes.subspan(start.at()));
  TERRANE_TRY(read_tables(in, baseline, preamble, header, out));
  if (!in.at_end()) {
    return Error{ErrorCode::BadData, "bytes follow the last table",
                 "byte " + std::to_string(start.at() + in.at_byte()), "the end of the delta"};
  }
  std::memcpy(out.words().data(), header, sizeof(header));
  const Baseline decoded(TERRANE_TRY(View::open(std::as_const(out).words())));
  if (decoded.checksum != preamble.checksum) {
    return Error{ErrorCode::BadData, "the delta's snapshot has another checksum",
                 "tick " + std::to_string(preamble.head.tick), "an undamaged delta"};
  }
  return decoded;
}

}  // namespace terrane::snapshot
