// Builds every piece of an area, each from its own input, in a given order on a given number of
// threads. Nothing about the order or the threads may show in the results: `digest` and `verify`
// depend on it, and check it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/content/content.h"
#include "terrane/stream/provider.h"

namespace terrane::app {

enum class OrderKind { Forward, Reverse, Random };

struct BuildOrder {
  OrderKind kind = OrderKind::Forward;
  std::uint64_t seed = 0;  // of Random
};

// `forward`, `reverse` or `random:N`.
base::Result<BuildOrder> parse_order(const std::string& text);

struct BuildPlan {
  BuildOrder order;
  unsigned threads = 1;  // in WebAssembly their shares run one after another
  std::uint8_t lod = 0;
  stream::InputScope scope = stream::InputScope::Padded;
};

// Which piece is built first, second, …: a permutation of 0 … count - 1.
std::vector<std::size_t> build_sequence(std::size_t count, BuildOrder order);

// Takes the result of keys[index] on the thread that built it; different indices may come at the
// same time, so it may only touch what belongs to its index.
using TakeResult = std::function<void(std::size_t index, base::Result<content::Content> result)>;
// Told on the calling thread now and then.
using TellProgress = std::function<void(std::size_t done)>;

void build_pieces(const stream::Provider& provider, const std::vector<stream::PieceKey>& keys,
                  const BuildPlan& plan, const TakeResult& take, const TellProgress& tell = {});

}  // namespace terrane::app
