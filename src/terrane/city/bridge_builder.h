// Builds one bridge over a street: the parts that the seven styles share (piers, stair towers,
// decks, railings, arches, cables, tracks) and the styles that are made of them. Local coordinates:
// z across the road, x along it, y from the highest roadway below the deck; all metres. Which style
// stands where is overhead_bridge.h; nothing else uses this.
#pragma once

#include <cstdint>

#include "terrane/city/overhead_bridge.h"
#include "terrane/city/solid_kit.h"

namespace terrane::city {

inline constexpr double k_underside_m = 5.25;  // above the highest road below
inline constexpr double k_tower_from_m = 2.6;  // from the kerb: people pass before it

// Owner thread.
class BridgeBuilder {
 public:
  BridgeBuilder(PieceWriter& out, const SolidKit& kit, double half_road_m, double half_width_m,
                std::uint64_t key)
      : out_(out), kit_(kit), half_(half_road_m), w_(half_width_m), key_(key) {}

  void steel_girder();
  void stone_arch();
  void suspension();
  void glass_skywalk();
  void truss_railway();
  void brick_viaduct();
  void cable_stayed();

 private:
  double end_m() const { return half_ + k_bridge_end_m; }
  bool full() const { return out_.full_detail(); }

  // Just below the lowest ground of a footprint.
  double foot_below(double x0, double x1, double z0, double z1) const;
  // An upright block on the ground between two distances from the road's centre, on both sides of
  // the road; bumped into.
  void piers(double x0, double x1, double z0, double z1, double top_m, const Surface& surface);
  // A closed stair or lift tower at each end.
  void towers(double top_m, const Surface& wall, const Surface& roof, bool slits);
  void deck(double half_width, double low_m, double high_m, double end, const Surface& surface);
  // Posts and rails along both edges of a deck.
  void railings(double x, double floor_m, double end, double spacing_m, const Surface& surface);
  // The opening of an arch between z0 and z1: walls above it on both faces, and its underside. Its
  // curve has points at `sure_m` to either side of its middle whatever the number of parts.
  void arch(double z0, double z1, double sure_m, double spring_m, double rise_m, double top_m,
            unsigned parts, const Surface& wall, const Surface& underside);
  // A bridge of masonry: a wide arch over the road, a low one over each sidewalk, piers between.
  void masonry(double rise_m, double deck_m, const Surface& wall, const Surface& trim);
  void lamps(double floor_m);
  void cable(geo::Vec3 from, geo::Vec3 to, double sag_m, unsigned parts, const Surface& surface);
  void tracks(double floor_m, double end);
  void carriage(double floor_m);

  PieceWriter& out_;
  SolidKit kit_;
  double half_;  // of the road
  double w_;     // of the deck
  std::uint64_t key_;
};

}  // namespace terrane::city
