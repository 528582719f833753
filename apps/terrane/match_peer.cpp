#include "match_peer.h"

#include <cstdio>
#include <string>
#include <utility>

#include "peer_socket.h"
#include "terrane/play/lockstep.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using snapshot::Word;

constexpr double k_meet_patience_s = 60;
constexpr double k_answer_patience_s = 15;  // a peer that is silent for so long is lost
constexpr double k_dump_patience_s = 3;

class PeerMatch {
 public:
  PeerMatch(PeerSocket socket, const play::LockstepTerms& terms, bool is_host, MatchRun& run)
      : socket_(std::move(socket)), lockstep_(terms, is_host), is_host_(is_host), run_(run) {}

  Result<bool> play() {
    const auto played = play_on();
    if (played.ok() || played.error().code != ErrorCode::IoFailed) return played;
    Error lost = played.error();
    const std::string path = name_of("lost");
    TERRANE_TRY(run_.save_to(path));
    lost.what += " at tick " + std::to_string(run_.host().tick());
    lost.expected += "; the match goes on with --load " + path + " on both sides";
    return lost;
  }

 private:
  std::string name_of(const std::string& why) {
    return "match-" + why + "-" + std::to_string(run_.host().tick()) +
           (is_host_ ? "-host.trs" : "-joined.trs");
  }

  Result<void> flush() {
    TERRANE_TRY(socket_.send(lockstep_.outgoing()));
    lockstep_.outgoing().clear();
    return {};
  }

  Result<void> listen(double patience_s) {
    incoming_.clear();
    TERRANE_TRY(socket_.receive(incoming_, patience_s));
    return lockstep_.receive(incoming_);
  }

  // Until `done()` or nothing came for so long.
  template <typename Done>
  Result<bool> wait_for(Done done, double patience_s) {
    TERRANE_TRY(flush());
    double silent_s = 0;
    while (!done()) {
      TERRANE_TRY(listen(0.1));
      silent_s = incoming_.empty() ? silent_s + 0.1 : 0;
      if (silent_s > patience_s) return false;
    }
    return true;
  }

  Result<bool> play_on() {
    const Error silent{ErrorCode::IoFailed, "the peer does not answer any more", "the peer",
                       "a peer that plays on"};
    if (!TERRANE_TRY(wait_for([&] { return lockstep_.greeted(); }, k_answer_patience_s))) {
      return silent;
    }
    while (run_.goes_on()) {
      const Word tick = run_.host().tick();
      lockstep_.close_tick(tick, run_.drawn_orders(is_host_, !is_host_));
      const auto may_run = [&] { return lockstep_.may_run_after(tick); };
      if (!TERRANE_TRY(wait_for(may_run, k_answer_patience_s))) return silent;
      TERRANE_TRY(run_.step(lockstep_.take_inputs(tick)));
      lockstep_.add_checksums(run_.host().tick(), *run_.host().last().checksums);
      if (!lockstep_.desync().empty()) return tell_desync();
    }
    lockstep_.say_bye();
    const auto done = [&] { return lockstep_.peer_is_done() || !lockstep_.desync().empty(); };
    const auto waited = wait_for(done, k_answer_patience_s);
    if (!lockstep_.desync().empty()) return tell_desync();
    // The peer may leave as soon as it has our last word.
    if (!waited.ok() && waited.error().code != ErrorCode::IoFailed) return waited.error();
    return true;
  }

  Result<bool> tell_desync() {
    const std::string ours = name_of("desync");
    TERRANE_TRY(run_.save_to(ours));
    lockstep_.tell_dump(ours);
    const auto waited = wait_for([&] { return !lockstep_.peer_dump().empty(); }, k_dump_patience_s);
    const bool told = waited.ok() && waited.value();
    std::fprintf(stderr, "the two worlds fell apart at %s; ours: %s, the peer's: %s\n",
                 lockstep_.desync().c_str(), ours.c_str(),
                 told ? lockstep_.peer_dump().c_str() : "not told");
    return false;
  }

  PeerSocket socket_;
  play::Lockstep lockstep_;
  bool is_host_;
  MatchRun& run_;
  std::vector<std::uint8_t> incoming_;
};

}  // namespace

Result<bool> play_with_peer(const MatchArguments& arguments, const rts::Rules& rules,
                            std::uint64_t field_digest, MatchRun& run) {
  const bool is_host = arguments.host_port != 0;
  play::LockstepTerms terms;
  terms.engine_digest = play::match_engine_digest();
  terms.rules_digest = rules.digest;
  terms.field_digest = field_digest;
  terms.tick = run.host().tick();
  terms.state_checksum = TERRANE_TRY(run.start_checksum());
  terms.input_delay = arguments.input_delay;
  PeerSocket socket = is_host
                          ? TERRANE_TRY(PeerSocket::host(
                                static_cast<std::uint16_t>(arguments.host_port), k_meet_patience_s))
                          : TERRANE_TRY(PeerSocket::join(arguments.join, k_meet_patience_s));
  return PeerMatch(std::move(socket), terms, is_host, run).play();
}

}  // namespace terrane::app
