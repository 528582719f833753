#include "terrane/base/digest.h"

#include <doctest/doctest.h>

#include <set>
#include <vector>

namespace terrane::base {
namespace {

std::uint64_t digest_of(const std::vector<std::uint64_t>& values) {
  Digester digester;
  for (const std::uint64_t value : values) digester.add(value);
  return digester.value();
}

std::uint64_t digest_of_text(std::string_view text) {
  Digester digester;
  digester.add_text(text);
  return digester.value();
}

}  // namespace

TEST_CASE("digests never change: they are compared with stored ones") {
  CHECK(digest_of({}) == 0x952f14f1e8ddc491ULL);
  CHECK(digest_of({1, 2, 3}) == 0xad6c7047560f05dbULL);
  CHECK(digest_of_text("Terrane, 412") == 0x0502739565c7c7e1ULL);
}

TEST_CASE("order, length and every bit matter") {
  CHECK(digest_of({}) != digest_of({0}));
  CHECK(digest_of({0}) != digest_of({0, 0}));
  CHECK(digest_of({1, 2}) != digest_of({2, 1}));
  const std::vector<std::uint64_t> values = {7, 0, ~std::uint64_t{0}, 412};
  std::set<std::uint64_t> seen = {digest_of(values)};
  for (std::size_t place = 0; place < values.size(); ++place) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      std::vector<std::uint64_t> flipped = values;
      flipped[place] ^= std::uint64_t{1} << bit;
      seen.insert(digest_of(flipped));
    }
  }
  CHECK(seen.size() == 1 + 4 * 64);
}

TEST_CASE("texts of every length differ, also in their zero bytes") {
  std::set<std::uint64_t> seen;
  std::string text;
  for (int length = 0; length < 40; ++length) {
    seen.insert(digest_of_text(text));
    text += '\0';
  }
  CHECK(seen.size() == 40);
  CHECK(digest_of_text("12345678x") != digest_of_text("12345678y"));
  CHECK(digest_of_text("\xff") != digest_of_text("\x7f"));
}

TEST_CASE("digest_text is sixteen lower-case digits") {
  CHECK(digest_text(0) == "0000000000000000");
  CHECK(digest_text(0x0123456789abcdefULL) == "0123456789abcdef");
}

}  // namespace terrane::base
