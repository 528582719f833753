// A match on the page: a person against a computer opponent on an area of the opened world. Owner
// thread: the page's main thread.
#pragma once

#include <memory>
#include <string>

#include "terrane/base/result.h"
#include "terrane/play/command_way.h"

namespace terrane::web {

struct MatchWish {
  // A person's and the opponent's sides, or two opponents': "human,normal", "hard,easy". Levels as
  // the rules name them; "ai" is the middle one.
  std::string players = "human,ai";
  unsigned units = 60;  // at the start, both sides together
  unsigned seed = 1;
  bool in_worker = false;  // the match runs in a thread of its own
};

// Builds the ground of the match on this thread, which takes about a second.
base::Result<std::unique_ptr<play::CommandWay>> open_match(gpu::Device& device,
                                                           stream::Provider& provider,
                                                           const MatchWish& wish,
                                                           play::CommandOptions options);

}  // namespace terrane::web
