#include <snapshot_generated.h>

#include <algorithm>
#include <vector>

#include "row_fields.h"
#include "snapshot_rival.h"
#include "vision_rows.h"

namespace terrane::rivals {
namespace {

using snapshot::Source;

// write_row(): a table with the row's fields; same_row(): whether a table has them.
#define ADD_FIELD(name, Name) table.add_##name(row.name);
#define SAME_FIELD(name, Name) &&table.name() == row.name
#define ROW_FUNCTIONS(Row, member, Member)                                      \
  flatbuffers::Offset<flat::Row> write_row(flatbuffers::FlatBufferBuilder& out, \
                                           const snapshot::Row& row) {          \
    flat::Row##Builder table(out);                                              \
    TERRANE_FIELDS_OF_##Row(ADD_FIELD) return table.Finish();                   \
  }                                                                             \
  bool same_row(const flat::Row& table, const snapshot::Row& row) {             \
    return true TERRANE_FIELDS_OF_##Row(SAME_FIELD);                            \
  }
TERRANE_TABLES(ROW_FUNCTIONS)
#undef ROW_FUNCTIONS

template <typename Tables, typename Row>
bool same_rows(const Tables& tables, std::span<const Row> rows) {
  if (tables.size() != rows.size()) return false;
  for (std::size_t index = 0; index < rows.size(); ++index) {
    const auto place = static_cast<flatbuffers::uoffset_t>(index);
    if (!same_row(*tables.Get(place), rows[index])) return false;
  }
  return true;
}

class FlatBuffersRival final : public SnapshotRival {
 public:
  std::size_t write(const Source& source) override {
    builder_.Clear();  // keeps its memory
#define WRITE_TABLE(Row, member, Member)           \
  member##_.clear();                               \
  for (const snapshot::Row& row : source.member) { \
    member##_.push_back(write_row(builder_, row)); \
  }                                                \
  const auto member = builder_.CreateVector(member##_);
    TERRANE_TABLES(WRITE_TABLE)
#undef WRITE_TABLE
    const auto vision = write_vision(source);
    flat::SnapshotBuilder whole(builder_);
    whole.add_tick(source.tick);
    whole.add_vision(vision);
#define ADD_TABLE(Row, member, Member) whole.add_##member(member);
    TERRANE_TABLES(ADD_TABLE)
#undef ADD_TABLE
    builder_.Finish(whole.Finish());
    return builder_.GetSize();
  }

  bool says(const Source& source) const override {
    const flat::Snapshot& whole = *flat::GetSnapshot(builder_.GetBufferPointer());
#define SAME_TABLE(Row, member, Member) &&same_rows(*whole.member(), source.member)
    return whole.tick() == source.tick && says_vision(whole, source) TERRANE_TABLES(SAME_TABLE);
#undef SAME_TABLE
  }

 private:
  using VisionTables = flatbuffers::Vector<flatbuffers::Offset<flat::VisionRow>>;

  flatbuffers::Offset<VisionTables> write_vision(const Source& source) {
    vision_.clear();
    for (std::size_t index = 0; index < vision_count(source); ++index) {
      const snapshot::VisionRow row = vision_head(source, index);
      const std::span<const snapshot::Word> words = vision_cells(source, index);
      const auto cells = builder_.CreateVector(words.data(), words.size());
      flat::VisionRowBuilder table(builder_);
      TERRANE_FIELDS_OF_VisionRow(ADD_FIELD) table.add_cells(cells);
      vision_.push_back(table.Finish());
    }
    return builder_.CreateVector(vision_);
  }

  static bool says_vision(const flat::Snapshot& whole, const Source& source) {
    const VisionTables& tables = *whole.vision();
    if (tables.size() != vision_count(source)) return false;
    for (flatbuffers::uoffset_t index = 0; index < tables.size(); ++index) {
      const flat::VisionRow& table = *tables.Get(index);
      const snapshot::VisionRow row = vision_head(source, index);
      const std::span<const snapshot::Word> cells = vision_cells(source, index);
      const bool same = true TERRANE_FIELDS_OF_VisionRow(SAME_FIELD);
      if (!same || table.cells()->size() != cells.size() ||
          !std::equal(cells.begin(), cells.end(), table.cells()->begin())) {
        return false;
      }
    }
    return true;
  }

  flatbuffers::FlatBufferBuilder builder_;
#define OFFSETS(Row, member, Member) std::vector<flatbuffers::Offset<flat::Row>> member##_;
  TERRANE_TABLES(OFFSETS)
#undef OFFSETS
  std::vector<flatbuffers::Offset<flat::VisionRow>> vision_;
};
#undef ADD_FIELD
#undef SAME_FIELD

}  // namespace

std::unique_ptr<SnapshotRival> make_flatbuffers_rival() {
  return std::make_unique<FlatBuffersRival>();
}

}  // namespace terrane::rivals
