#include "terrane/base/digest.h"

namespace terrane::base {

void Digester::add_text(std::string_view text) {
  std::uint64_t word = 0;
  unsigned shift = 0;
  for (const char character : text) {
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(character)) << shift;
    shift += 8;
    if (shift == 64) {
      add(word);
      word = 0;
      shift = 0;
    }
  }
  add(word);
  add(text.size());
}

std::uint64_t digest_of_bytes(std::span<const std::uint8_t> bytes) {
  Digester digester;
  digester.add_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return digester.value();
}

std::string digest_text(std::uint64_t digest) {
  static constexpr char k_digits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (int place = 15; place >= 0; --place) {
    text[static_cast<std::size_t>(place)] = k_digits[digest & 15];
    digest >>= 4;
  }
  return text;
}

}  // namespace terrane::base
