// A match on the page: a person against a computer opponent, or two of those, on an area of the
// opened world or on an arena; or a replay of one. Owner thread: the page's main thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/play/command_way.h"

namespace terrane::web {

// A recorded match that the page was given.
struct GivenReplay {
  std::vector<std::uint8_t> bytes;
  std::string world_uri;
  std::string area;
  rts::MatchSetup setup;
};

struct MatchWish {
  // A person's and the opponent's sides, or two opponents': "human,normal", "hard,easy". Levels as
  // the rules name them; "ai" is the middle one, "idle" nobody, who only defends itself.
  std::string players = "human,ai";
  unsigned units = 60;  // at the start, both sides together
  unsigned seed = 1;
  bool in_worker = false;             // the match runs in a thread of its own
  std::optional<GivenReplay> replay;  // is shown instead
};

// BadData for what is no replay.
base::Result<GivenReplay> read_replay(const std::string& path);

// The ground of an arena for this wish.
base::Result<rts::Battlefield> make_arena(const std::string& uri, const MatchWish& wish);

// `arena`: the opened world's, where it is one. Else the ground is built on this thread, which
// takes about a second.
base::Result<std::unique_ptr<play::CommandWay>> open_match(gpu::Device& device,
                                                           stream::Provider& provider,
                                                           const rts::Battlefield* arena,
                                                           const MatchWish& wish,
                                                           play::CommandOptions options);

// The same ground and setup without a window's worth of the rest: for page_proof.cpp.
base::Result<play::MatchRecipe> make_recipe(const stream::Provider& provider,
                                            const rts::Battlefield* arena, const std::string& area,
                                            const MatchWish& wish, rts::Word& person);

}  // namespace terrane::web
