// Saved matches from anywhere. The first byte chooses: 0, the rest is a save as it stands; 1, the
// rest changes words of a good state (seven bytes each: part, place as a share of the part's words,
// value) that is then saved with a right checksum, as whoever knows the format would. Whatever
// read_save() takes plays on for a second without reading outside its arrays.
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "small_match.h"
#include "terrane/rts/match.h"
#include "terrane/rts/save.h"

namespace {

using namespace terrane::rts;

using terrane::fuzz::change_word;
using terrane::fuzz::k_patch_bytes;
using terrane::fuzz::play;
using terrane::fuzz::require;
using terrane::fuzz::small_match;

SaveHead head_of_match() {
  return {small_match().rules.digest, digest(small_match().field), 1, small_match().state.tick};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t k_patches_max = 16;
  if (size == 0) return 0;
  std::vector<std::uint8_t> bytes(data + 1, data + size);
  if (data[0] != 0) {
    State state = small_match().state;
    for (std::size_t patch = 0; patch < k_patches_max; ++patch) {
      const std::size_t at = 1 + patch * k_patch_bytes;
      if (at + k_patch_bytes > size) break;
      change_word(state, std::span(data + at, k_patch_bytes));
    }
    SaveHead head = head_of_match();
    head.tick = state.tick;
    write_save(state, head, bytes);
  }
  auto state = read_save(bytes, small_match().rules, small_match().field);
  if (!state.ok()) {
    require(terrane::base::to_sentence(state.error()).find('\n') == std::string::npos);
    return 0;
  }
  std::vector<std::uint8_t> again;
  SaveHead head = head_of_match();
  head.tick = state.value().tick;
  write_save(state.value(), head, again);
  require(data[0] == 0 || again == bytes);  // what was read is what was written
  auto match = Match::resume(small_match().rules, small_match().field, std::move(state).value());
  require(match.ok());
  play(*match.value(), 20);
  return 0;
}
