#include "terrane/stream/ring_selector.h"

#include <algorithm>
#include <limits>

namespace terrane::stream {
namespace {

constexpr double k_far = std::numeric_limits<double>::infinity();

// One sighting of a piece: from where an observer is, or from where he is heading.
struct Sighting {
  RingCandidate candidate;
  double here_m = k_far;   // distance from an observer
  double ahead_m = k_far;  // distance from where one is heading
  double cost = k_far;
};

void look(RingGrid& grid, const Observer& observer, const SelectionLimits& limits,
          std::vector<RingCandidate>& near, std::vector<Sighting>& sightings) {
  near.clear();
  grid.pieces_near(observer.position, limits.unload_radius_m, near);
  for (const RingCandidate& piece : near) {
    sightings.push_back({piece, piece.distance_m, k_far, piece.distance_m});
  }
  const geo::Vec3 ahead = ring_look_ahead(observer, limits.load_radius_m);
  const double way_m = length(ahead - observer.position);
  if (!(way_m > 0)) return;
  near.clear();
  grid.pieces_near(ahead, limits.unload_radius_m, near);
  for (const RingCandidate& piece : near) {
    sightings.push_back({piece, k_far, piece.distance_m, piece.distance_m + 0.5 * way_m});
  }
}

// Sorts by key and makes one sighting of several of the same piece.
void merge(std::vector<Sighting>& sightings) {
  std::stable_sort(sightings.begin(), sightings.end(), [](const Sighting& a, const Sighting& b) {
    return a.candidate.key < b.candidate.key;
  });
  std::size_t kept = 0;
  for (const Sighting& sighting : sightings) {
    if (kept > 0 && sightings[kept - 1].candidate.key == sighting.candidate.key) {
      Sighting& known = sightings[kept - 1];
      known.here_m = std::min(known.here_m, sighting.here_m);
      known.ahead_m = std::min(known.ahead_m, sighting.ahead_m);
      known.cost = std::min(known.cost, sighting.cost);
      known.candidate.lod = std::min(known.candidate.lod, sighting.candidate.lod);
    } else {
      sightings[kept++] = sighting;
    }
  }
  sightings.resize(kept);
}

}  // namespace

geo::Vec3 ring_look_ahead(const Observer& observer, double load_radius_m) {
  const geo::Vec3 way = observer.velocity * k_ring_look_ahead_s;
  const double way_m = length(way);
  const double longest_m = load_radius_m * k_ring_look_ahead_radii;
  return observer.position + (way_m > longest_m ? way * (longest_m / way_m) : way);
}

Selection select_ring(RingGrid& grid, std::span<const Observer> observers,
                      const SelectionLimits& limits, std::span<const PieceKey> resident) {
  std::vector<RingCandidate> near;
  std::vector<Sighting> sightings;
  for (const Observer& observer : observers) look(grid, observer, limits, near, sightings);
  merge(sightings);

  Selection selection;
  selection.end = sightings.empty() ? SelectionEnd::RanOutOfWorld : SelectionEnd::ReachedCostLimit;
  selection.complete_radius_m = limits.load_radius_m;
  auto held = resident.begin();
  for (const Sighting& sighting : sightings) {
    const PieceKey key = sighting.candidate.key;
    while (held != resident.end() && *held < key) ++held;
    const bool is_held = held != resident.end() && *held == key;
    const double radius_m = is_held ? limits.unload_radius_m : limits.load_radius_m;
    if (std::min(sighting.here_m, sighting.ahead_m) > radius_m) continue;
    const bool within_reach = sighting.here_m <= limits.load_radius_m;
    selection.pieces.push_back({key, sighting.candidate.lod, within_reach, sighting.cost});
  }
  std::sort(selection.pieces.begin(), selection.pieces.end(),
            [](const WantedPiece& a, const WantedPiece& b) {
              return a.cost != b.cost ? a.cost < b.cost : a.key < b.key;
            });
  return selection;
}

}  // namespace terrane::stream
