#include <capnp/message.h>
#include <capnp/serialize.h>
#include <snapshot.capnp.h>

#include <memory>
#include <vector>

#include "row_fields.h"
#include "snapshot_rival.h"
#include "vision_rows.h"

namespace terrane::rivals {
namespace {

using snapshot::Source;

// write_row(): sets the row's fields; same_row(): whether a struct has them.
#define SET_FIELD(name, Name) out.set##Name(row.name);
#define SAME_FIELD(name, Name) &&in.get##Name() == row.name
#define ROW_FUNCTIONS(Row, member, Member)                           \
  void write_row(capn::Row::Builder out, const snapshot::Row& row) { \
    TERRANE_FIELDS_OF_##Row(SET_FIELD)                               \
  }                                                                  \
  bool same_row(capn::Row::Reader in, const snapshot::Row& row) {    \
    return true TERRANE_FIELDS_OF_##Row(SAME_FIELD);                 \
  }
TERRANE_TABLES(ROW_FUNCTIONS)
#undef ROW_FUNCTIONS

capnp::uint count_of(std::size_t rows) {
  return static_cast<capnp::uint>(rows);
}

template <typename List, typename Row>
void write_rows(List list, std::span<const Row> rows) {
  for (std::size_t index = 0; index < rows.size(); ++index) {
    write_row(list[count_of(index)], rows[index]);
  }
}

template <typename List, typename Row>
bool same_rows(const List& list, std::span<const Row> rows) {
  if (list.size() != rows.size()) return false;
  for (std::size_t index = 0; index < rows.size(); ++index) {
    if (!same_row(list[count_of(index)], rows[index])) return false;
  }
  return true;
}

capnp::word* words_of(std::vector<std::uint64_t>& room) {
  return reinterpret_cast<capnp::word*>(room.data());
}

// Builds in one segment of memory that is used again.
class CapnProtoRival final : public SnapshotRival {
 public:
  explicit CapnProtoRival(bool in_one_piece) : in_one_piece_(in_one_piece) {}

  std::size_t write(const Source& source) override {
    message_.reset();  // writes zeros over what it used of the room, as it must be for the next one
    if (room_.size() < room_words_) room_.assign(room_words_, 0);
    message_ =
        std::make_unique<capnp::MallocMessageBuilder>(kj::arrayPtr(words_of(room_), room_.size()));
    auto whole = message_->initRoot<capn::Snapshot>();
    whole.setTick(source.tick);
#define WRITE_TABLE(Row, member, Member) \
  write_rows(whole.init##Member(count_of(source.member.size())), source.member);
    TERRANE_TABLES(WRITE_TABLE)
#undef WRITE_TABLE
    write_vision(whole, source);
    const std::size_t words = capnp::computeSerializedSizeInWords(*message_);
    room_words_ = words + words / 4;  // one segment from the second time on
    if (in_one_piece_) flatten(words);
    return words * sizeof(capnp::word);
  }

  bool says(const Source& source) const override {
    if (!in_one_piece_) return says(message_->getRoot<capn::Snapshot>().asReader(), source);
    capnp::ReaderOptions options;
    options.traversalLimitInWords = flat_.size() * 2;
    const auto* words = reinterpret_cast<const capnp::word*>(flat_.data());
    capnp::FlatArrayMessageReader message(kj::arrayPtr(words, flat_.size()), options);
    return says(message.getRoot<capn::Snapshot>(), source);
  }

 private:
  void flatten(std::size_t words) {
    flat_.resize(words);
    kj::ArrayOutputStream out(kj::arrayPtr(words_of(flat_), words).asBytes());
    capnp::writeMessage(out, *message_);
  }

  static bool says(capn::Snapshot::Reader whole, const Source& source) {
#define SAME_TABLE(Row, member, Member) &&same_rows(whole.get##Member(), source.member)
    return whole.getTick() == source.tick && says_vision(whole, source) TERRANE_TABLES(SAME_TABLE);
#undef SAME_TABLE
  }

  static void write_vision(capn::Snapshot::Builder whole, const Source& source) {
    auto list = whole.initVision(count_of(vision_count(source)));
    for (std::size_t index = 0; index < vision_count(source); ++index) {
      const snapshot::VisionRow row = vision_head(source, index);
      const std::span<const snapshot::Word> words = vision_cells(source, index);
      auto out = list[count_of(index)];
      TERRANE_FIELDS_OF_VisionRow(SET_FIELD) out.setCells(kj::arrayPtr(words.data(), words.size()));
    }
  }

  static bool says_vision(capn::Snapshot::Reader whole, const Source& source) {
    const auto list = whole.getVision();
    if (list.size() != vision_count(source)) return false;
    for (std::size_t index = 0; index < vision_count(source); ++index) {
      const auto in = list[count_of(index)];
      const snapshot::VisionRow row = vision_head(source, index);
      const std::span<const snapshot::Word> words = vision_cells(source, index);
      const auto cells = in.getCells();
      bool same = true TERRANE_FIELDS_OF_VisionRow(SAME_FIELD);
      same = same && cells.size() == words.size();
      for (std::size_t cell = 0; same && cell < words.size(); ++cell) {
        same = cells[count_of(cell)] == words[cell];
      }
      if (!same) return false;
    }
    return true;
  }

  bool in_one_piece_;
  std::vector<std::uint64_t> room_;  // capnp::word has no constructor
  std::size_t room_words_ = 1024;
  std::unique_ptr<capnp::MallocMessageBuilder> message_;  // ends before its room
  std::vector<std::uint64_t> flat_;
};
#undef SET_FIELD
#undef SAME_FIELD

}  // namespace

std::unique_ptr<SnapshotRival> make_capnproto_rival(bool in_one_piece) {
  return std::make_unique<CapnProtoRival>(in_one_piece);
}

}  // namespace terrane::rivals
