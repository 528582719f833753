// Writes a snapshot of today's version: a header and one copy a table. The match keeps its hot
// state as the very rows of layout.h, so nothing is gathered or converted here. It does not check
// what it is given (check_source does, for tests and a debug build's match).
#pragma once

#include <span>

#include "terrane/base/result.h"
#include "terrane/snapshot/buffer.h"
#include "terrane/snapshot/layout.h"

namespace terrane::snapshot {

// Borrowed rows; each span ascends by identity, `core` strictly.
struct Source {
  Word tick = 0;
  std::span<const CoreRow> core;
  std::span<const ConstructionRow> construction;
  std::span<const ProductionRow> production;
  std::span<const ProjectileRow> projectiles;
  std::span<const ResourceRow> resources;
  std::span<const EffectRow> effects;
  std::span<const OrderRow> orders;
  // Whole rows of `vision_stride` words: a VisionRow, then its cells.
  std::span<const Word> vision;
  Word vision_stride = k_vision_head_words;
  std::span<const PlayerRow> players;
  std::span<const WildlifeRow> wildlife;
  std::span<const RallyRow> rally_points;
  std::span<const UpgradeRow> upgrades;
  std::span<const CorpseRow> corpses;
  std::span<const RememberedRow> remembered;
  std::span<const ScoreRow> scores;
};

// Words that encode() will write.
std::size_t encoded_words(const Source& source);

// Any thread that owns `buffer`. Allocates only when the buffer is too small, so never in a steady
// match.
void encode(const Source& source, Buffer& buffer);

// Whether encode() of it gives what View::open() accepts (the order of identities, the limits), the
// vision's cells fit, and each side table's identities are core rows or players as its kind says.
// For tests and a debug build's match: it encodes once more. OutOfRange or BadData naming the
// table.
base::Result<void> check_source(const Source& source);

}  // namespace terrane::snapshot
