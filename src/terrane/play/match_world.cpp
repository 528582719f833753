#include "terrane/play/match_world.h"

#include <utility>

#include "terrane/snapshot/encode.h"

namespace terrane::play {

using base::Result;

Result<std::unique_ptr<MatchWorld>> MatchWorld::open(MatchRecipe recipe) {
  std::unique_ptr<MatchWorld> world(new MatchWorld);
  world->rules_ = TERRANE_TRY(rts::load_rules(recipe.rules));
  world->field_ = std::move(recipe.field);
  world->field_digest_ = rts::digest(world->field_);
  world->seed_ = recipe.setup.seed;
  if (recipe.saved.empty()) {
    world->match_ = TERRANE_TRY(rts::Match::start(world->rules_, world->field_, recipe.setup));
    return world;
  }
  const rts::SaveHead head = TERRANE_TRY(rts::read_save_head(recipe.saved));
  world->seed_ = head.seed;
  rts::State state = TERRANE_TRY(rts::read_save(recipe.saved, world->rules_, world->field_));
  if (recipe.setup.ticks_max != 0) state.ticks_max = recipe.setup.ticks_max;
  world->match_ = TERRANE_TRY(rts::Match::resume(world->rules_, world->field_, std::move(state)));
  return world;
}

void MatchWorld::encode(snapshot::Buffer& buffer) const {
  snapshot::encode(match_->state().source(), buffer);
}

void MatchWorld::save(std::vector<std::uint8_t>& out) const {
  rts::SaveHead head;
  head.rules_digest = rules_.digest;
  head.field_digest = field_digest_;
  head.seed = seed_;
  head.tick = match_->tick();
  rts::write_save(match_->state(), head, out);
}

}  // namespace terrane::play
