#include "terrane/osm/tags_parse.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "terrane/osm/colour_names.h"

namespace terrane::osm {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// An unsigned decimal at the start of `text`, which is moved past it. Digits beyond the fifteenth
// are beyond any tag's meaning: such a text is refused.
std::optional<double> take_decimal(std::string_view& text) {
  std::int64_t mantissa = 0;
  double divisor = 1;
  unsigned digits = 0;
  bool fraction = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if ((c == '.' || c == ',') && !fraction) {
      fraction = true;
      continue;
    }
    if (!is_digit(c)) break;
    if (++digits > 15) return std::nullopt;
    mantissa = mantissa * 10 + (c - '0');
    if (fraction) divisor *= 10;
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(at);
  return static_cast<double>(mantissa) / divisor;
}

// Feet and inches: what follows a number and an apostrophe.
std::optional<double> with_inches(double feet, std::string_view rest) {
  rest = trimmed(rest);
  double inches = 0;
  if (!rest.empty()) {
    const std::optional<double> number = take_decimal(rest);
    rest = trimmed(rest);
    if (!number || (rest != "\"" && rest != "''")) return std::nullopt;
    inches = *number;
  }
  return (feet * 12.0 + inches) * 0.0254;
}

std::optional<double> one_length(std::string_view text) {
  const std::optional<double> number = take_decimal(text);
  if (!number) return std::nullopt;
  const std::string_view unit = trimmed(text);
  if (unit.empty() || unit == "m") return *number;
  if (unit == "ft") return *number * 0.3048;
  if (unit == "km") return *number * 1000.0;
  if (unit == "mi") return *number * 1609.344;
  if (unit == "\"") return *number * 0.0254;
  if (unit.front() == '\'') return with_inches(*number, unit.substr(1));
  return std::nullopt;
}

std::optional<double> one_count(std::string_view text) {
  const std::optional<double> number = take_decimal(text);
  return text.empty() ? number : std::nullopt;
}

template <typename ReadOne>
TagNumber largest_of_list(std::string_view text, double cap, ReadOne read_one) {
  TagNumber result;
  while (true) {
    const std::size_t end = text.find(';');
    const std::optional<double> value = read_one(trimmed(text.substr(0, end)));
    if (!value || *value > cap) {
      result.faulty = true;
    } else if (!result.value || *value > *result.value) {
      result.value = value;
    }
    if (end == std::string_view::npos) return result;
    text.remove_prefix(end + 1);
  }
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

TagNumber parse_length_m(std::string_view text, double cap_m) {
  return largest_of_list(text, cap_m, one_length);
}

TagNumber parse_count(std::string_view text, double cap) {
  return largest_of_list(text, cap, one_count);
}

int parse_layer(std::string_view text) {
  text = trimmed(text);
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  int value = 0;
  for (const char c : text) {
    if (!is_digit(c)) break;
    value = std::min(value * 10 + (c - '0'), 5);
  }
  return negative ? -value : value;
}

std::optional<content::Rgb8> parse_colour(std::string_view text) {
  std::string lower(trimmed(text));
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (lower.empty() || lower.front() != '#') return css_colour(lower);
  if (lower.size() != 4 && lower.size() != 7) return std::nullopt;
  const bool is_short = lower.size() == 4;
  std::uint8_t channels[3] = {0, 0, 0};
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const int high = hex_digit(lower[is_short ? 1 + channel : 1 + 2 * channel]);
    const int low = is_short ? high : hex_digit(lower[2 + 2 * channel]);
    if (high < 0 || low < 0) return std::nullopt;
    channels[channel] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return content::Rgb8{channels[0], channels[1], channels[2]};
}

}  // namespace terrane::osm
