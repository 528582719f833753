// The loop of a match that two processes play: play/lockstep.h over a socket. Owner thread.
#pragma once

#include "match_run.h"
#include "terrane/base/result.h"

namespace terrane::app {

// Plays to the end. Its value is false when the two worlds fell apart: then both have written the
// state to files that are named on standard error. A lost peer is an error; before it, the state is
// written to a save with which both can go on.
base::Result<bool> play_with_peer(const MatchArguments& arguments, const rts::Rules& rules,
                                  std::uint64_t field_digest, MatchRun& run);

}  // namespace terrane::app
