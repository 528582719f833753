#include "terrane/render/picture.h"

#include <doctest/doctest.h>

#include "terrane/render/font.h"

namespace terrane::render {
namespace {

std::size_t ink_in(const Picture& picture) {
  std::size_t count = 0;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) count += picture.at(x, y).r > 128 ? 1 : 0;
  }
  return count;
}

TEST_CASE("a PNG begins with its signature and states the picture's size") {
  Picture picture(300, 7, {10, 20, 30});
  const std::vector<std::uint8_t> bytes = encode_png(picture).value();
  REQUIRE(bytes.size() > 33);
  const std::uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  for (std::size_t index = 0; index < 8; ++index) CHECK(bytes[index] == signature[index]);
  CHECK((bytes[18] << 8 | bytes[19]) == 300);
  CHECK((bytes[22] << 8 | bytes[23]) == 7);
}

TEST_CASE("pictures that a PNG cannot hold are refused") {
  CHECK(encode_png(Picture{}).error().code == base::ErrorCode::OutOfRange);
  Picture wide;
  wide.width = 100000;
  wide.height = 1;
  CHECK(encode_png(wide).error().code == base::ErrorCode::OutOfRange);
}

TEST_CASE("shrinking averages and drops what is left over") {
  Picture picture(5, 4, {0, 0, 0});
  picture.set(0, 0, {200, 100, 0});
  const Picture small = shrink(picture, 2);
  CHECK(small.width == 2);
  CHECK(small.height == 2);
  CHECK(small.at(0, 0) == content::Rgb8{50, 25, 0});
  CHECK(small.at(1, 1) == content::Rgb8{0, 0, 0});
}

TEST_CASE("text is drawn inside the picture only and knows its size") {
  CHECK(text_width("abc") == 3 * k_glyph_width);
  CHECK(text_width("ab\nabcd\n", 2) == 8 * k_glyph_width);
  CHECK(text_height("ab\nabcd", 3) == 60);
  CHECK(text_width("\xC2\xA9 \xC3\xA9") == 3 * k_glyph_width);
  Picture picture(20, 12, {0, 0, 0});
  draw_text(picture, -3, -4, "Wide text runs off the edge", {255, 255, 255}, 2);
  draw_text(picture, 18, 8, "off", {255, 255, 255}, 9);
  CHECK(ink_in(picture) > 0);
}

TEST_CASE("letters differ from each other and accents add ink") {
  const auto ink_of = [](const char* text) {
    Picture picture(8, 10, {0, 0, 0});
    draw_text(picture, 0, 0, text, {255, 255, 255});
    return ink_in(picture);
  };
  CHECK(ink_of(" ") == 0);
  CHECK(ink_of("\xC3\xA9") > ink_of("e"));       // é
  CHECK(ink_of("\xC3\x89") > ink_of("E"));       // É
  CHECK(ink_of("\xC2\xA9") > 10);                // ©
  CHECK(ink_of("\xE4\xB8\xAD") == ink_of("?"));  // a letter that the font lacks
  for (char32_t first = U'!'; first <= U'~'; ++first) {
    for (char32_t second = first + 1; second <= U'~'; ++second) {
      INFO("letters " << static_cast<int>(first) << " and " << static_cast<int>(second));
      CHECK(glyph_of(first) != glyph_of(second));
    }
  }
}

TEST_CASE("bytes that are not UTF-8 never run past the end") {
  for (const char* text : {"\xC3", "\xE4\xB8", "\xF0\x9F\x98", "\xFF\xFE", "\x80", "\xC3("}) {
    std::string_view left(text);
    std::size_t taken = 0;
    while (!left.empty()) {
      take_character(left);
      taken += 1;
    }
    CHECK(taken >= 1);
    CHECK(taken <= 3);
  }
}

TEST_CASE("a contact sheet has room for every picture and caption") {
  const Picture wide(400, 200, {255, 255, 255});
  const Picture small(90, 60, {255, 255, 255});
  const CaptionedPicture pictures[] = {{&wide, "wide"}, {&small, "small"}, {&wide, "again"}};
  const Picture sheet = contact_sheet(pictures, 2, 200);
  CHECK(sheet.width >= 2 * 200);
  CHECK(sheet.height >= 2 * 100);
  // Two shrunk wide pictures, one small one, and their captions' ink.
  CHECK(ink_in(sheet) > 2 * 200 * 100 + 90 * 60 + 30);
  CHECK(contact_sheet({}, 2, 200).width > 0);
}

}  // namespace
}  // namespace terrane::render
