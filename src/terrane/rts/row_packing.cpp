#include "terrane/rts/row_packing.h"

namespace terrane::rts {

using snapshot::Word;

void pack_rows(std::span<const Word> words, std::size_t stride, std::vector<std::uint8_t>& out) {
  Word alike = 0;  // words since the last difference
  for (std::size_t at = 0; at < words.size(); ++at) {
    const Word above = at >= stride ? words[at - stride] : 0;
    if (words[at] == above) {
      alike += 1;
      continue;
    }
    snapshot::write_varint(out, alike);
    snapshot::write_varint(out, snapshot::zigzag(words[at] - above));
    alike = 0;
  }
  if (alike > 0) snapshot::write_varint(out, alike);
}

bool unpack_rows(snapshot::VarintReader& reader, std::size_t stride, std::span<Word> words) {
  const auto above = [&](std::size_t at) { return at >= stride ? words[at - stride] : 0; };
  std::size_t at = 0;
  while (at < words.size()) {
    const Word alike = reader.varint();
    if (reader.failed() || alike > words.size() - at) return false;
    for (Word step = 0; step < alike; ++step, ++at) words[at] = above(at);
    if (at == words.size()) break;
    const Word difference = reader.varint();
    if (reader.failed() || difference == 0) return false;
    words[at] = above(at) + snapshot::unzigzag(difference);
    at += 1;
  }
  return true;
}

}  // namespace terrane::rts
