#include "terrane/rts/save.h"

#include <algorithm>
#include <array>
#include <string>

#include "terrane/base/digest.h"
#include "terrane/base/hash.h"
#include "terrane/rts/row_packing.h"
#include "terrane/rts/save_check.h"
#include "terrane/rts/state_parts.h"

namespace terrane::rts {
namespace {

using base::Error;
using base::ErrorCode;

constexpr Word k_save_magic = 0x56535254;  // "TRSV" as little-end bytes
constexpr Word k_save_version = 1;

// Words of the file's head; docs/formats/save_v1.md.
enum HeadWord : std::size_t {
  k_at_magic = 0,
  k_at_version,
  k_at_words,     // of the whole file
  k_at_sections,  // how many
  k_at_layout,    // digest of the names and widths of all parts, two words
  k_at_rules = 6,
  k_at_field = 8,
  k_at_seed = 10,
  k_at_tick = 12,
  k_at_spare,
  k_at_checksum = 14,  // of all words but these two
  k_save_head_words = 16,
};
constexpr std::size_t k_section_head_words = 3;  // hash of the name, words of a row, rows

Error bad(std::string what, std::string expected) {
  return Error{ErrorCode::BadData, std::move(what), "saved match", std::move(expected)};
}

Word name_hash(std::size_t part) {
  return static_cast<Word>(base::hash_text(checksum_part_name(part)));
}

std::array<std::size_t, k_parts> part_widths() {
  std::array<std::size_t, k_parts> widths;
  widths[k_part_head] = k_head_words;
  const State empty;
  for_each_part(
      empty, [&](std::size_t part, const auto& rows) { widths[part] = words_of(rows).row_words; });
  return widths;
}

// Changes with any name, order or width, so that a save of another layout is refused as such.
std::uint64_t layout_digest() {
  base::Digester digest;
  const std::array<std::size_t, k_parts> widths = part_widths();
  for (std::size_t part = 0; part < k_parts; ++part) {
    digest.add_text(checksum_part_name(part));
    digest.add(widths[part]);
    for (const snapshot::Field& field : part_fields(part)) digest.add_text(field.name);
  }
  return digest.value();
}

// --- Words as bytes, little end first ---------------------------------------------------------

Word load_word(std::span<const std::uint8_t> bytes, std::size_t word) {
  const std::uint8_t* at = bytes.data() + word * sizeof(Word);
  return Word{at[0]} | Word{at[1]} << 8 | Word{at[2]} << 16 | Word{at[3]} << 24;
}
std::uint64_t load_pair(std::span<const std::uint8_t> bytes, std::size_t word) {
  return std::uint64_t{load_word(bytes, word + 1)} << 32 | load_word(bytes, word);
}
void store_word(std::span<std::uint8_t> bytes, std::size_t word, Word value) {
  std::uint8_t* at = bytes.data() + word * sizeof(Word);
  at[0] = static_cast<std::uint8_t>(value);
  at[1] = static_cast<std::uint8_t>(value >> 8);
  at[2] = static_cast<std::uint8_t>(value >> 16);
  at[3] = static_cast<std::uint8_t>(value >> 24);
}
void store_pair(std::span<std::uint8_t> bytes, std::size_t word, std::uint64_t value) {
  store_word(bytes, word, static_cast<Word>(value));
  store_word(bytes, word + 1, static_cast<Word>(value >> 32));
}

// `words` is even or its last one stands alone.
std::uint64_t sum(std::span<const std::uint8_t> bytes, std::size_t words) {
  base::Digester digest;
  for (std::size_t at = 0; at + 1 < words; at += 2) {
    if (at != k_at_checksum) digest.add(load_pair(bytes, at));
  }
  if (words % 2 == 1) digest.add(load_word(bytes, words - 1));
  return digest.value();
}

// --- Writing ----------------------------------------------------------------------------------

class Writer {
 public:
  explicit Writer(std::span<std::uint8_t> bytes) : bytes_(bytes) {}
  void section(std::size_t part, PartWords rows) {
    word(name_hash(part));
    word(static_cast<Word>(rows.row_words));
    word(static_cast<Word>(rows.words.size() / rows.row_words));
    for (const Word value : rows.words) word(value);
  }

 private:
  void word(Word value) { store_word(bytes_, at_++, value); }

  std::span<std::uint8_t> bytes_;
  std::size_t at_ = k_save_head_words;
};

// Vision's rows are as wide as the field asks; a table without rows has any width.
PartWords part_words(std::size_t part, PartWords rows, Word vision_stride) {
  if (part == k_part_vision) rows.row_words = std::max<std::size_t>(1, vision_stride);
  return rows;
}

// --- Reading ----------------------------------------------------------------------------------

base::Result<void> check_file(std::span<const std::uint8_t> bytes) {
  const std::size_t words = bytes.size() / sizeof(Word);
  if (words < k_save_head_words) {
    return Error{ErrorCode::Incomplete, std::to_string(bytes.size()) + " bytes", "saved match",
                 "a head of 64 bytes"};
  }
  if (load_word(bytes, k_at_magic) != k_save_magic) return bad("no magic word", "a saved match");
  const Word version = load_word(bytes, k_at_version);
  if (version != k_save_version) {
    return bad("version " + std::to_string(version), "version " + std::to_string(k_save_version));
  }
  const std::uint64_t told = std::uint64_t{load_word(bytes, k_at_words)} * sizeof(Word);
  if (told > bytes.size()) {
    return Error{ErrorCode::Incomplete,
                 "it is cut after " + std::to_string(bytes.size()) + " bytes", "saved match",
                 std::to_string(told) + " bytes"};
  }
  if (told != bytes.size()) {
    return bad(std::to_string(bytes.size()) + " bytes", std::to_string(told) + " bytes");
  }
  if (load_pair(bytes, k_at_checksum) != sum(bytes, words)) {
    return bad("the checksum is another", "the bytes that were written");
  }
  return {};
}

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes)
      : bytes_(bytes), words_(bytes.size() / sizeof(Word)) {}

  // The section's words into `out`, which it sizes. `row_words` 0: as the section says.
  template <typename Row>
  base::Result<std::size_t> section(std::size_t part, std::size_t row_words,
                                    std::vector<Row>& out) {
    static_assert(sizeof(Row) % sizeof(Word) == 0);
    const std::string name(checksum_part_name(part));
    if (words_ - at_ < k_section_head_words) return cut(name);
    const Word hash = load_word(bytes_, at_);
    const std::size_t stride = load_word(bytes_, at_ + 1);
    const std::uint64_t count = load_word(bytes_, at_ + 2);
    at_ += k_section_head_words;
    if (hash != name_hash(part)) return bad("another section", "section " + name);
    if (stride == 0 || (row_words != 0 && stride != row_words)) {
      return bad("section " + name + " has rows of " + std::to_string(stride) + " words",
                 std::to_string(row_words) + " words");
    }
    if (count > (words_ - at_) / stride) return cut(name);
    const std::size_t total = static_cast<std::size_t>(count) * stride;
    out.resize(total / (sizeof(Row) / sizeof(Word)));
    Word* to = reinterpret_cast<Word*>(out.data());
    for (std::size_t word = 0; word < total; ++word) to[word] = load_word(bytes_, at_ + word);
    at_ += total;
    return stride;
  }
  bool at_end() const { return at_ == words_; }

 private:
  static Error cut(const std::string& name) {
    return Error{ErrorCode::Incomplete, "section " + name + " is cut", "saved match",
                 "all of its rows"};
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t words_;
  std::size_t at_ = k_save_head_words;
};

base::Result<State> read_parts(std::span<const std::uint8_t> bytes) {
  Reader reader(bytes);
  State state;
  std::vector<Word> head;
  TERRANE_TRY(reader.section(k_part_head, k_head_words, head));
  if (head.size() != k_head_words) return bad("no head of the state", "one row");
  HeadWords words;
  std::copy(head.begin(), head.end(), words.begin());
  set_head(state, words);
  base::Result<void> result;
  const std::array<std::size_t, k_parts> widths = part_widths();
  for_each_part(state, [&](std::size_t part, auto& rows) {
    if (!result.ok()) return;
    const bool is_vision = part == k_part_vision;
    auto stride = reader.section(part, is_vision ? 0 : widths[part], rows);
    if (!stride.ok()) {
      result = std::move(stride).error();
    } else if (is_vision && stride.value() != state.vision_stride) {
      result = bad("the vision's rows are not as wide as the head says", "its vision_stride");
    }
  });
  if (!result.ok()) return result.error();
  if (!reader.at_end()) return bad("there is more behind the last section", "its end");
  return state;
}

}  // namespace

void write_save(const State& state, const SaveHead& head, std::vector<std::uint8_t>& out) {
  const HeadWords head_words = head_of(state);
  std::size_t words = k_save_head_words + k_parts * k_section_head_words + k_head_words;
  for_each_part(state,
                [&](std::size_t, const auto& rows) { words += words_of(rows).words.size(); });
  out.resize(words * sizeof(Word));
  store_word(out, k_at_magic, k_save_magic);
  store_word(out, k_at_version, k_save_version);
  store_word(out, k_at_words, static_cast<Word>(words));
  store_word(out, k_at_sections, static_cast<Word>(k_parts));
  store_pair(out, k_at_layout, layout_digest());
  store_pair(out, k_at_rules, head.rules_digest);
  store_pair(out, k_at_field, head.field_digest);
  store_pair(out, k_at_seed, head.seed);
  store_word(out, k_at_tick, head.tick);
  store_word(out, k_at_spare, 0);
  Writer writer(out);
  writer.section(k_part_head, {head_words, k_head_words});
  for_each_part(state, [&](std::size_t part, const auto& rows) {
    writer.section(part, part_words(part, words_of(rows), state.vision_stride));
  });
  store_pair(out, k_at_checksum, sum(out, words));
}

void pack_save(std::span<const std::uint8_t> save, std::vector<std::uint8_t>& out) {
  std::vector<Word> words(save.size() / sizeof(Word));
  for (std::size_t word = 0; word < words.size(); ++word) words[word] = load_word(save, word);
  out.clear();
  snapshot::write_varint(out, static_cast<Word>(words.size()));
  std::size_t at = 0;
  const auto pack = [&](std::size_t count, std::size_t stride) {
    pack_rows(std::span<const Word>(words).subspan(at, count), stride, out);
    at += count;
  };
  pack(k_save_head_words, k_save_head_words);
  while (at + k_section_head_words <= words.size()) {
    const std::size_t stride = words[at + 1];
    const std::uint64_t said = std::uint64_t{words[at + 1]} * words[at + 2];
    pack(k_section_head_words, k_section_head_words);
    // Of a state that contradicts itself as much as there is; unpack_save() refuses it.
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(said, words.size() - at));
    if (count > 0) pack(count, stride);
  }
}

base::Result<std::vector<std::uint8_t>> unpack_save(std::span<const std::uint8_t> packed) {
  constexpr std::size_t k_words_max = std::size_t{1} << 26;
  const auto refused = [] { return bad("a packed save cannot be read", "what pack_save() wrote"); };
  snapshot::VarintReader reader(packed);
  const std::size_t total = reader.varint();
  if (reader.failed() || total < k_save_head_words || total > k_words_max) return refused();
  std::vector<Word> words(total);
  std::size_t at = 0;
  const auto unpack = [&](std::size_t count, std::size_t stride) {
    if (count > total - at) return false;
    if (!unpack_rows(reader, stride, std::span<Word>(words).subspan(at, count))) return false;
    at += count;
    return true;
  };
  if (!unpack(k_save_head_words, k_save_head_words)) return refused();
  while (at < total) {
    if (!unpack(k_section_head_words, k_section_head_words)) return refused();
    const std::size_t stride = words[at - 2];
    const std::uint64_t count = std::uint64_t{words[at - 1]} * stride;
    if (count > total - at) return refused();
    if (count > 0 && !unpack(static_cast<std::size_t>(count), stride)) return refused();
  }
  if (reader.remaining() != 0) return refused();
  std::vector<std::uint8_t> save(total * sizeof(Word));
  for (std::size_t word = 0; word < total; ++word) store_word(save, word, words[word]);
  return save;
}

base::Result<SaveHead> read_save_head(std::span<const std::uint8_t> bytes) {
  TERRANE_TRY(check_file(bytes));
  SaveHead head;
  head.rules_digest = load_pair(bytes, k_at_rules);
  head.field_digest = load_pair(bytes, k_at_field);
  head.seed = load_pair(bytes, k_at_seed);
  head.tick = load_word(bytes, k_at_tick);
  return head;
}

base::Result<State> read_save(std::span<const std::uint8_t> bytes, const Rules& rules,
                              const Battlefield& field) {
  const SaveHead head = TERRANE_TRY(read_save_head(bytes));
  if (load_pair(bytes, k_at_layout) != layout_digest() ||
      load_word(bytes, k_at_sections) != k_parts) {
    return bad("it was saved by another build", "the state's parts and fields of this one");
  }
  if (head.rules_digest != rules.digest) {
    return bad("it was saved under other rules", "rules " + base::digest_text(rules.digest));
  }
  const std::uint64_t field_digest = digest(field);
  if (head.field_digest != field_digest) {
    return bad("it was saved on another field", "field " + base::digest_text(field_digest));
  }
  State state = TERRANE_TRY(read_parts(bytes));
  if (state.tick != head.tick) {
    return bad("it is of tick " + std::to_string(state.tick),
               "tick " + std::to_string(head.tick) + " as its head says");
  }
  TERRANE_TRY(check_state(state, rules, field));
  return state;
}

}  // namespace terrane::rts
