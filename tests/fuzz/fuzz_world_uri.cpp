// A world's name from the command line: any text gives a name or a sentence.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "terrane/world/world_uri.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view uri(reinterpret_cast<const char*>(data), size);
  const auto name = terrane::world::parse_world_uri(uri, 412);
  if (!name.ok() && terrane::base::to_sentence(name.error()).find('\n') != std::string::npos) {
    std::abort();  // an error is one line
  }
  return 0;
}
