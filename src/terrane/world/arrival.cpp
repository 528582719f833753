#include "terrane/world/arrival.h"

#include <algorithm>
#include <set>
#include <utility>

#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"

namespace terrane::world {
namespace {

// Far from those of a streamer, which count from one.
constexpr std::uint64_t k_first_ticket = std::uint64_t{1} << 62;

}  // namespace

Arrival::Arrival(const stream::Provider& provider)
    : provider_(provider), fetcher_(provider.fetcher()) {}

Arrival::~Arrival() {
  for (const auto& [ticket, url] : waiting_) fetcher_->cancel(ticket);
}

void Arrival::want(const fetch::Request& request) {
  asked_ += 1;
  const std::uint64_t ticket = k_first_ticket + asked_;
  waiting_.emplace(ticket, request.url);
  fetcher_->start(ticket, request);
}

void Arrival::want_place(geo::Vec3 position) {
  if (fetcher_ == nullptr) return;
  const geo::Geodetic place = geo::to_geodetic(position);
  const double lat_deg = place.lat_rad / base::k_radians_per_degree;
  const double lon_deg = place.lon_rad / base::k_radians_per_degree;
  const stream::Area point{lon_deg, lat_deg, lon_deg, lat_deg};
  const auto pieces = provider_.pieces_in(&point);
  if (!pieces.ok() || pieces.value().empty()) return;
  const std::vector<fetch::Request> needs = provider_.needs(pieces.value().front());
  if (!needs.empty()) want(needs.front());
}

void Arrival::want(std::span<const stream::PieceKey> pieces) {
  if (fetcher_ == nullptr) return;
  std::set<std::string> known;
  for (const stream::PieceKey key : pieces) {
    for (const fetch::Request& request : provider_.needs(key)) {
      if (known.insert(request.url).second) want(request);
    }
  }
}

void Arrival::poll() {
  if (fetcher_ == nullptr) return;
  for (fetch::Delivery& delivery : fetcher_->collect()) {
    const auto found = waiting_.find(delivery.ticket);
    if (found == waiting_.end()) continue;
    if (delivery.body.ok()) {
      bodies_.emplace(std::move(found->second), std::move(delivery.body).value());
    } else {
      const bool is_first = failures_.empty();
      failures_.push_back(std::move(delivery.body).error());
      retry_after_s_ =
          is_first ? delivery.retry_after_s : std::min(retry_after_s_, delivery.retry_after_s);
    }
    waiting_.erase(found);
  }
}

}  // namespace terrane::world
