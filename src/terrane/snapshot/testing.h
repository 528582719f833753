// For tests only: worlds to snapshot, drawn from a number, and snapshots as older and newer writers
// would have written them.
#pragma once

#include <vector>

#include "terrane/base/hash.h"
#include "terrane/snapshot/encode.h"
#include "terrane/snapshot/view.h"

namespace terrane::snapshot::testing {

struct SampleWorld {
  Word tick = 0;
  std::vector<CoreRow> core;
  std::vector<ConstructionRow> construction;
  std::vector<ProductionRow> production;
  std::vector<ProjectileRow> projectiles;
  std::vector<ResourceRow> resources;
  std::vector<EffectRow> effects;
  std::vector<OrderRow> orders;
  std::vector<Word> vision;
  Word vision_stride = k_vision_head_words;
  std::vector<PlayerRow> players;
  std::vector<WildlifeRow> wildlife;
  std::vector<RallyRow> rally_points;
  std::vector<UpgradeRow> upgrades;
  std::vector<CorpseRow> corpses;
  std::vector<RememberedRow> remembered;
  std::vector<ScoreRow> scores;

  Source source() const;
  Word next_identity() const {
    return core.empty() ? k_first_unit_identity : core.back().identity + 1;
  }
};

// Two players, `units` core rows, and something in each side table. Every field that the sample
// sets is a stated function of the row, so golden tests can name it.
SampleWorld sample_world(Word units, Word vision_cells_a_side = 8);
CoreRow sample_unit(Word number);

// One tick later: units walk, strike, die and appear; side tables change.
void step(SampleWorld& world, base::RandomStream& random);
// One tick later with nothing happening.
void step_at_rest(SampleWorld& world);

std::vector<Word> encoded(const SampleWorld& world);

// Today's words as a writer of version 1 or 2 would have written them: shorter core rows, without
// the tables that came later.
std::vector<Word> as_version(std::span<const Word> today, Word version);
// Today's words as a writer of a later version might: fields appended to core and tables, a table
// appended at the end.
std::vector<Word> as_future(std::span<const Word> today);

}  // namespace terrane::snapshot::testing
