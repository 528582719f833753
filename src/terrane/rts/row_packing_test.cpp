#include "terrane/rts/row_packing.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"

namespace terrane::rts {
namespace {

using snapshot::Word;

std::vector<Word> drawn_rows(std::uint64_t seed, std::size_t rows, std::size_t stride) {
  std::vector<Word> words;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t word = 0; word < stride; ++word) {
      const std::uint64_t key = base::hash(seed, row, word);
      const bool is_new = words.size() < stride || base::draw_chance(key, 0.3);
      words.push_back(is_new ? static_cast<Word>(key) : words[words.size() - stride]);
    }
  }
  return words;
}

}  // namespace

TEST_CASE("what was packed comes back word for word") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::size_t stride = 1 + seed % 9;
    const std::vector<Word> words = drawn_rows(seed, seed % 50, stride);
    std::vector<std::uint8_t> bytes{42};
    pack_rows(words, stride, bytes);
    snapshot::VarintReader reader(std::span<const std::uint8_t>(bytes).subspan(1));
    std::vector<Word> back(words.size(), 7);
    CHECK(unpack_rows(reader, stride, back));
    CHECK(back == words);
    CHECK_MESSAGE(reader.remaining() == 0, "bytes are left over");
  }
}

TEST_CASE("rows that are alike take a few bytes") {
  const std::vector<Word> words(10000, 0);
  std::vector<std::uint8_t> bytes;
  pack_rows(words, 10, bytes);
  CHECK(bytes.size() == 2);
}

TEST_CASE("bytes that were cut or changed never lead outside") {
  const std::vector<Word> words = drawn_rows(1, 40, 5);
  std::vector<std::uint8_t> bytes;
  pack_rows(words, 5, bytes);
  std::vector<Word> back(words.size());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    snapshot::VarintReader reader(std::span<const std::uint8_t>(bytes).first(size));
    CHECK_MESSAGE(!unpack_rows(reader, 5, back), "cut at " << size << " and taken");
  }
  for (std::uint64_t round = 0; round < 2000; ++round) {
    std::vector<std::uint8_t> changed = bytes;
    changed[base::draw_index(base::hash(round), static_cast<std::uint32_t>(bytes.size()))] ^=
        static_cast<std::uint8_t>(1 + base::draw_index(base::hash(round, 1), 255));
    snapshot::VarintReader reader(changed);
    static_cast<void>(unpack_rows(reader, 5, back));
  }
}

}  // namespace terrane::rts
