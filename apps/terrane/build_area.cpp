#include "build_area.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <memory>
#include <numeric>
#if !defined(__EMSCRIPTEN__)
#include <thread>
#endif

#include "live_arrival.h"
#include "terrane/base/hash.h"

namespace terrane::app {
namespace {

using base::Result;

Result<content::Content> build_piece(const stream::Provider& provider, stream::PieceKey key,
                                     const BuildPlan& plan, const ArrivedInputs& arrived) {
  std::vector<fetch::Bytes> inputs;
  for (const fetch::Request& request : provider.needs(key)) {
    inputs.push_back(arrived.at(request.url));
  }
  return provider.build_on_worker({key, plan.lod, plan.scope}, inputs);
}

}  // namespace

Result<BuildOrder> parse_order(const std::string& text) {
  constexpr std::string_view k_random = "random:";
  if (text == "forward") return BuildOrder{OrderKind::Forward, 0};
  if (text == "reverse") return BuildOrder{OrderKind::Reverse, 0};
  if (text.rfind(k_random, 0) == 0) {
    BuildOrder order{OrderKind::Random, 0};
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + k_random.size(), end, order.seed);
    if (parsed.ec == std::errc{} && parsed.ptr == end) return order;
  }
  return base::Error{base::ErrorCode::BadUsage, "unknown order", "--order " + text,
                     "forward, reverse or random:N"};
}

std::vector<std::size_t> build_sequence(std::size_t count, BuildOrder order) {
  std::vector<std::size_t> sequence(count);
  std::iota(sequence.begin(), sequence.end(), std::size_t{0});
  if (order.kind == OrderKind::Reverse) std::reverse(sequence.begin(), sequence.end());
  if (order.kind == OrderKind::Random) {
    base::RandomStream random(order.seed);
    for (std::size_t left = count; left > 1; --left) {
      std::swap(sequence[left - 1], sequence[static_cast<std::size_t>(random.next() % left)]);
    }
  }
  return sequence;
}

void build_pieces(const stream::Provider& provider, const std::vector<stream::PieceKey>& keys,
                  const BuildPlan& plan, const TakeResult& take, const TellProgress& tell) {
  const Result<ArrivedInputs> arrived = wait_for_pieces(provider, keys, k_area_patience_s);
  if (!arrived.ok()) {
    for (std::size_t at = 0; at < keys.size(); ++at) take(at, arrived.error());
    return;
  }
  const auto build = [&](stream::PieceKey key) {
    return build_piece(provider, key, plan, arrived.value());
  };
  const std::vector<std::size_t> sequence = build_sequence(keys.size(), plan.order);
#if defined(__EMSCRIPTEN__)
  std::size_t done = 0;
  for (std::size_t share = 0; share < plan.threads; ++share) {
    for (std::size_t at = share; at < sequence.size(); at += plan.threads) {
      take(sequence[at], build(keys[sequence[at]]));
      if (tell) tell(++done);
    }
  }
#else
  std::atomic<std::size_t> next{0};
  const auto work = [&](bool may_tell) {
    while (true) {
      const std::size_t at = next.fetch_add(1);
      if (at >= sequence.size()) return;
      take(sequence[at], build(keys[sequence[at]]));
      if (may_tell && tell) tell(std::min(next.load(), sequence.size()));
    }
  };
  std::vector<std::thread> threads;
  for (unsigned thread = 1; thread < plan.threads; ++thread) threads.emplace_back(work, false);
  work(true);
  for (std::thread& thread : threads) thread.join();
#endif
}

}  // namespace terrane::app
