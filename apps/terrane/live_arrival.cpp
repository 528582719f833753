#include "live_arrival.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include "progress.h"
#include "terrane/world/arrival.h"

namespace terrane::app {
namespace {

using base::Error;
using base::Result;
using Steady = std::chrono::steady_clock;

constexpr double k_place_patience_s = 8;
constexpr double k_poll_s = 0.002;

double seconds_since(Steady::time_point began) {
  return std::chrono::duration<double>(Steady::now() - began).count();
}

void sleep_s(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

}  // namespace

Result<ArrivedInputs> wait_for_pieces(const stream::Provider& provider,
                                      const std::vector<stream::PieceKey>& pieces,
                                      double patience_s) {
  const bool needs_some = std::any_of(pieces.begin(), pieces.end(), [&](stream::PieceKey key) {
    return !provider.needs(key).empty();
  });
  if (!needs_some) return ArrivedInputs{};
  if (provider.fetcher() == nullptr) {
    return Error{base::ErrorCode::Unavailable, "this build has no network", provider.info().uri,
                 "the native program, or the page"};
  }
  Progress progress("asking for map tiles");
  const auto began = Steady::now();
  for (;;) {
    world::Arrival arrival(provider);
    arrival.want(pieces);
    while (!arrival.is_over() && seconds_since(began) < patience_s) {
      arrival.poll();
      progress.show(arrival.came(), arrival.asked());
      sleep_s(k_poll_s);
    }
    if (arrival.is_over() && arrival.failures().empty()) return arrival.bodies();
    if (arrival.failures().empty()) {
      return Error{base::ErrorCode::Unavailable, "the map does not come", provider.info().uri,
                   "an answer within " + std::to_string(static_cast<int>(patience_s)) + " s"};
    }
    std::fprintf(stderr, "terrane: %s\n", base::to_sentence(arrival.failures().front()).c_str());
    if (seconds_since(began) + arrival.retry_after_s() >= patience_s) {
      return arrival.failures().front();
    }
    sleep_s(arrival.retry_after_s());
  }
}

void wait_for_place(const stream::Provider& provider, geo::Vec3 position) {
  if (provider.fetcher() == nullptr) return;
  world::Arrival arrival(provider);
  arrival.want_place(position);
  Progress progress("asking for the map");
  const auto began = Steady::now();
  while (!arrival.is_over() && seconds_since(began) < k_place_patience_s) {
    arrival.poll();
    progress.show(arrival.came(), arrival.asked());
    sleep_s(k_poll_s);
  }
  if (!arrival.failures().empty()) {
    std::fprintf(stderr, "terrane: %s\n", base::to_sentence(arrival.failures().front()).c_str());
  }
}

}  // namespace terrane::app
