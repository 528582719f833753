#include "terrane/snapshot/buffer.h"

#include <string>

namespace terrane::snapshot {

base::Result<void> words_from_bytes(std::span<const std::uint8_t> bytes, Buffer& words) {
  if (bytes.size() % sizeof(Word) != 0) {
    return base::Error{base::ErrorCode::Incomplete, "the snapshot is cut within a word",
                       "byte " + std::to_string(bytes.size()), "a multiple of 4 bytes"};
  }
  const std::span<Word> target = words.reset(bytes.size() / sizeof(Word));
  for (std::size_t at = 0; at < target.size(); ++at) {
    const std::uint8_t* four = bytes.data() + at * sizeof(Word);
    target[at] = Word{four[0]} | Word{four[1]} << 8 | Word{four[2]} << 16 | Word{four[3]} << 24;
  }
  return {};
}

void words_to_bytes(std::span<const Word> words, std::span<std::uint8_t> bytes) {
  TERRANE_ASSERT(bytes.size() == words.size_bytes(), "four bytes a word");
  for (std::size_t at = 0; at < words.size(); ++at) {
    for (unsigned byte = 0; byte < 4; ++byte) {
      bytes[at * sizeof(Word) + byte] = static_cast<std::uint8_t>(words[at] >> (8 * byte));
    }
  }
}

}  // namespace terrane::snapshot
