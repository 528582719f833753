// Digests and checksums of this engine, to be held against those of others: the same numbers as
// `terrane digest` and `terrane match` print. Nothing of the page waits for it: it takes as long as
// building and playing take.
#include <emscripten.h>

#include <string>
#include <utility>
#include <vector>

#include "page_way.h"
#include "terrane/base/digest.h"
#include "terrane/content/content.h"
#include "terrane/play/command_ground.h"
#include "terrane/play/match_host.h"
#include "terrane/snapshot/buffer.h"

namespace terrane::web {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

struct Proof {
  std::string text;
  std::vector<std::uint8_t> snapshot;
};
Proof& proof() {
  static Proof the_proof;
  return the_proof;
}

Result<std::string> digest_area(const std::string& area) {
  const stream::Provider* provider = current_provider();
  if (provider == nullptr) {
    return Error{ErrorCode::BadUsage, "a digest before a world", "terrane_digest", "a world first"};
  }
  const stream::Area box = TERRANE_TRY(play::area_of_text(area, *provider));
  const auto keys = TERRANE_TRY(provider->pieces_in(&box));
  base::Digester world;
  for (const stream::PieceKey key : keys) {
    const auto content = TERRANE_TRY(provider->build_on_worker({key, 0, {}}, {}));
    world.add(key.value);
    world.add(content::digest(content));
  }
  return base::digest_text(world.value());
}

Result<std::string> play_match(const std::string& area, const MatchWish& wish, unsigned ticks) {
  const stream::Provider* provider = current_provider();
  if (provider == nullptr) {
    return Error{ErrorCode::BadUsage, "a match before a world", "terrane_play", "a world first"};
  }
  rts::Word person = rts::k_none;
  play::HostOptions options;
  options.checksum_every = 1;
  options.thread = wish.in_worker ? play::MatchThread::Worker : play::MatchThread::Main;
  play::MatchRecipe recipe = TERRANE_TRY(make_recipe(*provider, nullptr, area, wish, person));
  recipe.setup.ticks_max = ticks;  // as `terrane match --ticks` has it
  auto host = TERRANE_TRY(play::MatchHost::start(std::move(recipe), options));
  for (unsigned tick = 0; tick < ticks; ++tick) TERRANE_TRY(host->step());
  const std::span<const snapshot::Word> words = host->latest().current.words();
  proof().snapshot.resize(words.size_bytes());
  snapshot::words_to_bytes(words, proof().snapshot);
  const auto& sums = host->last().checksums;
  return base::digest_text(sums ? sums->total : 0);
}

const char* told(Result<std::string> result) {
  if (!result.ok()) done(result.error());
  proof().text = result.ok() ? std::move(result).value() : "";
  return proof().text.c_str();
}

}  // namespace
}  // namespace terrane::web

extern "C" {

// Of the open world's pieces in an area, as in "around 0,0 200". Empty: terrane_error() says why.
EMSCRIPTEN_KEEPALIVE const char* terrane_digest(const char* area) {
  return terrane::web::told(terrane::web::digest_area(area));
}

// The checksum of a match on an area of the open world after so many ticks; its snapshot then is at
// terrane_proof_snapshot(), terrane_proof_snapshot_size() bytes.
EMSCRIPTEN_KEEPALIVE const char* terrane_play(const char* area, const char* players, unsigned units,
                                              unsigned seed, unsigned ticks, int in_worker) {
  terrane::web::MatchWish wish;
  wish.players = players;
  wish.units = units;
  wish.seed = seed;
  wish.in_worker = in_worker != 0;
  return terrane::web::told(terrane::web::play_match(area, wish, ticks));
}
EMSCRIPTEN_KEEPALIVE unsigned terrane_proof_snapshot_size() {
  return static_cast<unsigned>(terrane::web::proof().snapshot.size());
}
EMSCRIPTEN_KEEPALIVE const std::uint8_t* terrane_proof_snapshot() {
  return terrane::web::proof().snapshot.data();
}

}  // extern "C"
