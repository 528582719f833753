// A small bitmap font, compiled in: ASCII, the copyright sign and the Latin-1 letters that names of
// places need. Cells of 6 by 10 pixels; letters of 5 by 7 with room for accents and descenders.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace terrane::render {

inline constexpr unsigned k_glyph_width = 6;
inline constexpr unsigned k_glyph_height = 10;

// Rows from the top; bit 5 is the leftmost pixel.
using Glyph = std::array<std::uint8_t, k_glyph_height>;

// Latin-1 code points; what the font lacks is drawn as a question mark.
Glyph glyph_of(char32_t character);

// Takes the first character off `text`, which is not empty; U+FFFD for bytes that are not UTF-8.
char32_t take_character(std::string_view& text);

}  // namespace terrane::render
