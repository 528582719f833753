#include "terrane/snapshot/encode.h"

#include <cstring>
#include <string>

#include "terrane/snapshot/view.h"

namespace terrane::snapshot {
namespace {

template <typename Row>
constexpr bool k_is_words = std::is_trivially_copyable_v<Row> && sizeof(Row) % sizeof(Word) == 0 &&
                            alignof(Row) == alignof(Word);

// Appends words to a span that is known to be large enough.
class Cursor {
 public:
  explicit Cursor(std::span<Word> words) : at_(words.data()) {}
  void word(Word value) { *at_++ = value; }
  template <typename Row>
  void rows(std::span<const Row> rows) {
    static_assert(k_is_words<Row>);
    if (rows.empty()) return;
    std::memcpy(at_, rows.data(), rows.size_bytes());
    at_ += rows.size_bytes() / sizeof(Word);
  }
  template <typename Row>
  void table(std::span<const Row> table_rows) {
    word(k_row_words<Row>);
    rows(table_rows);
  }
  template <typename Row>
  void counted_table(std::span<const Row> table_rows) {
    word(k_row_words<Row>);
    word(static_cast<Word>(table_rows.size()));
    rows(table_rows);
  }

 private:
  Word* at_;
};

template <typename Row>
std::size_t words_in(std::span<const Row> rows) {
  return rows.size_bytes() / sizeof(Word);
}

// Whose identities a table's rows carry.
enum class About { Units, Players, Anyone };

About about(Table table) {
  switch (table) {
    case Table::Construction:
    case Table::Production:
    case Table::Resources:
    case Table::Effects:
    case Table::Orders:
    case Table::Wildlife:
    case Table::RallyPoints:
      return About::Units;
    case Table::Vision:
    case Table::Players:
    case Table::Upgrades:
    case Table::Scores:
      return About::Players;
    case Table::Projectiles:  // the shooter may be dead, the corpse is, the memory may be stale
    case Table::Corpses:
    case Table::Remembered:
      return About::Anyone;
  }
  return About::Anyone;
}

base::Result<void> check_identities(const View& view, Table table) {
  const Rows& rows = view.table(table);
  for (Word row = 0; row < rows.count(); ++row) {
    const Word identity = rows.identity(row);
    const bool known =
        about(table) == About::Anyone ||
        (about(table) == About::Players && identity <= player_identity(k_players_max - 1)) ||
        (about(table) == About::Units && view.core().find(identity) < view.core().count());
    if (known) continue;
    return base::Error{
        base::ErrorCode::BadData,
        "identity " + std::to_string(identity) + " is of no unit or player that lives",
        "snapshot table " + std::string(table_name(table)),
        about(table) == About::Players ? "a player's identity" : "a core row's"};
  }
  return {};
}

Word vision_rows(const Source& source) {
  return source.vision_stride == 0 ? 0
                                   : static_cast<Word>(source.vision.size() / source.vision_stride);
}

template <typename Row>
Word count(std::span<const Row> rows) {
  return static_cast<Word>(rows.size());
}

}  // namespace

std::size_t encoded_words(const Source& s) {
  constexpr std::size_t k_table_heads = k_counted_tables + 2 * (k_table_count - k_counted_tables);
  return k_header_words + k_table_heads + words_in(s.core) + words_in(s.construction) +
         words_in(s.production) + words_in(s.projectiles) + words_in(s.resources) +
         words_in(s.effects) + words_in(s.orders) + s.vision.size() + words_in(s.players) +
         words_in(s.wildlife) + words_in(s.rally_points) + words_in(s.upgrades) +
         words_in(s.corpses) + words_in(s.remembered) + words_in(s.scores);
}

void encode(const Source& s, Buffer& buffer) {
  TERRANE_ASSERT(s.vision_stride >= k_vision_head_words && s.vision.size() % s.vision_stride == 0,
                 "vision is whole rows of its stride");
  Cursor cursor(buffer.reset(encoded_words(s)));
  cursor.word(k_magic << 16 | k_epoch << 8 | k_version);
  cursor.word(s.tick);
  cursor.word(count(s.core));
  cursor.word(k_row_words<CoreRow>);
  for (const Word rows :
       {count(s.construction), count(s.production), count(s.projectiles), count(s.resources),
        count(s.effects), count(s.orders), vision_rows(s), count(s.players), count(s.wildlife),
        count(s.rally_points), count(s.upgrades), count(s.corpses)}) {
    cursor.word(rows);
  }
  cursor.rows(s.core);
  cursor.table(s.construction);
  cursor.table(s.production);
  cursor.table(s.projectiles);
  cursor.table(s.resources);
  cursor.table(s.effects);
  cursor.table(s.orders);
  cursor.word(s.vision_stride);
  cursor.rows(s.vision);
  cursor.table(s.players);
  cursor.table(s.wildlife);
  cursor.table(s.rally_points);
  cursor.table(s.upgrades);
  cursor.table(s.corpses);
  cursor.counted_table(s.remembered);
  cursor.counted_table(s.scores);
}

base::Result<void> check_source(const Source& source) {
  if (source.vision_stride < k_vision_head_words ||
      source.vision.size() % source.vision_stride != 0) {
    return base::Error{base::ErrorCode::OutOfRange, "vision is not whole rows of its stride",
                       "table vision", "rows of at least 8 words"};
  }
  Buffer buffer;
  encode(source, buffer);
  const View view = TERRANE_TRY(View::open(buffer.words()));
  for (Word row = 0; row < view.table(Table::Vision).count(); ++row) {
    if (!view.vision_row(row).ok()) return view.vision_row(row).error();
  }
  for (Word number = 0; number < k_table_count; ++number) {
    TERRANE_TRY(check_identities(view, static_cast<Table>(number)));
  }
  return {};
}

}  // namespace terrane::snapshot
