// A peer that says anything. The first byte's low bit says which part we have; the rest is what the
// peer sends after an honest greeting, cut into pieces of 1 to 64 bytes by the second byte. Orders
// that are taken run in a match, whose ticks go on as the peer closes them.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "small_match.h"
#include "terrane/play/lockstep.h"
#include "terrane/snapshot/events.h"

namespace {

using namespace terrane;
using fuzz::require;
using fuzz::small_match;
using snapshot::Word;

constexpr Word k_ticks_played = 40;

play::LockstepTerms terms() {
  play::LockstepTerms terms;
  terms.tick = small_match().state.tick;
  terms.input_delay = 2;
  return terms;
}

class Ours {
 public:
  explicit Ours(bool is_host) : lockstep_(terms(), is_host) {
    rts::State state = small_match().state;
    auto match = rts::Match::resume(small_match().rules, small_match().field, std::move(state));
    require(match.ok());
    match_ = std::move(match).value();
  }

  // False when the match cannot go on.
  bool hear(std::span<const std::uint8_t> bytes) {
    if (!lockstep_.receive(bytes).ok()) return false;
    while (lockstep_.may_run_after(match_->tick()) && played_ < k_ticks_played) {
      lockstep_.close_tick(match_->tick(), {});
      const std::vector<Word> records = lockstep_.take_inputs(match_->tick());
      for (std::size_t at = 0; at < records.size();) {
        const std::size_t began = at;
        require(snapshot::read_event(records, at).ok());  // what was taken is whole
        static_cast<void>(match_->give(std::span(records).subspan(began, at - began)));
      }
      fuzz::play(*match_, 1);
      lockstep_.add_checksums(match_->tick(), rts::checksums(match_->state()));
      played_ += 1;
    }
    return true;
  }

 private:
  play::Lockstep lockstep_;
  std::unique_ptr<rts::Match> match_;
  Word played_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const bool is_host = (data[0] & 1) == 0;
  const std::size_t piece = 1 + data[1] % 64;
  Ours ours(is_host);
  play::Lockstep peer(terms(), !is_host);
  require(ours.hear(peer.outgoing()));
  auto said = std::span(data, size).subspan(2);
  while (!said.empty()) {
    const auto part = said.first(std::min(piece, said.size()));
    said = said.subspan(part.size());
    if (!ours.hear(part)) return 0;
  }
  return 0;
}
