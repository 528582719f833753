#include "terrane/base/result.h"

namespace terrane::base {

std::string to_sentence(const Error& error) {
  std::string sentence = error.what;
  if (!error.where.empty()) sentence += " (" + error.where + ")";
  if (!error.expected.empty()) sentence += ": " + error.expected;
  for (char& character : sentence) {
    const auto code = static_cast<unsigned char>(character);
    if (code < 0x20 || code == 0x7f) character = ' ';
  }
  return sentence;
}

}  // namespace terrane::base
