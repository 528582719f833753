// The article's layout: a tree of roads that grows from one junction at the origin as junctions are
// reached, and is let go of 1,400 m from everybody. Not a pure function of place as the lattice is
// (lattice_layout.h): a road's draws come from the seed and the ways taken from the origin to it,
// so that a route repeated gives the same city, and an evicted road grows back with its draws. What
// still hangs on the order of events is room: where two branches want one place, the first laid has
// it, so another route, or the same one the other way, grows other branches. The way back to the
// origin is kept (grown_graph.h). Source: article "Building a procedural city in WebGPU".
//
// What is given out does not change. When a junction is reached, the arms of the junctions next to
// it are laid first, so all roads that share a junction with an edge are known when its plan is
// made. Later roads keep 112 m from a road whose plan stands: beyond its shore, so no road ever
// crosses another's kerbs, buildings or land. That floor holds even where the article relaxes the
// straight arm to 0, and so a street may end. Where a later road is nearer than 144 m its own sides
// yield: they end where the standing built side begins. Standing land beyond a built side is not
// taken back: it falls with the distance to its road, so it lies below the later road's side.
//
// Numbers are hashed from what they name: a junction's from its place and which arms found room, an
// edge's also from its depths. A junction of an evicted edge is not reached any more, 1,400 m from
// everybody; while another road stands there it keeps its number, place, pad and arms, but when it
// is reached again a road that came back may have other depths, and so another number.
#pragma once

#include <memory>
#include <shared_mutex>
#include <unordered_map>

#include "terrane/city/grown_graph.h"
#include "terrane/city/grown_records.h"
#include "terrane/city/layout.h"

namespace terrane::city {

inline constexpr double k_evict_m = 1400.0;  // the article's
// How far what was evicted can still be looked up by its number, for builds in flight.
inline constexpr double k_forget_m = 2000.0;
// The most junctions that one cover() grows, in about 2 s and 250 MB: 20 km a side around the
// origin, or the way to an area as far out as k_cover_reach_mm.
inline constexpr unsigned k_cover_limit = 12000;
// How far from the origin cover() goes, east-west and north-south.
inline constexpr std::int64_t k_cover_reach_mm = 30000000;

class GrownLayout final : public Layout {
 public:
  // The origin is reached: its streets stand, and stand for ever.
  explicit GrownLayout(std::uint64_t seed);

  std::shared_ptr<const EdgeCurve> curve(EdgeNumber edge) const override;
  std::shared_ptr<const EdgePlan> edge(EdgeNumber edge) const override;
  // A junction that was not reached yet has the arms of those edges only that stand.
  std::optional<JunctionShape> shape(JunctionNumber junction) const override;
  // Null where the junction was not reached.
  std::shared_ptr<const JunctionPlan> junction(JunctionNumber junction) const override;
  // Edges that stand, and junctions that were reached.
  std::vector<EdgeNumber> edges_near(PlanePoint low, PlanePoint high) const override;
  std::vector<JunctionNumber> junctions_in(PlanePoint low, PlanePoint high) const override;

  void reach(JunctionNumber junction) override;
  // Ring by ring from the origin, each by number, within the box, 400 m round it and a corridor of
  // 800 m to either side of the way from the origin; at most k_cover_limit junctions. Where the
  // roads end before the box, it stays as it is.
  bool cover(PlanePoint low, PlanePoint high) const override;
  void evict_far(std::span<const PlanePoint> observers) override;

  // Any thread. Rises whenever something is given out, evicted or forgotten; never 0.
  std::uint64_t change_count() const;
  // Any thread. What a GrownMirror that knows `knowledge` has to apply; `knowledge` is then all
  // that can be looked up here. New roads and junctions in full, what was evicted or forgotten by
  // its id. A junction that was reached again has changed its arms: it is new.
  std::vector<std::uint8_t> changes_for(stream::WorkerKnowledge& knowledge) const;

 private:
  // `version`: the count of changes when it was given out.
  struct KeptEdge {
    std::shared_ptr<const EdgePlan> plan;
    bool stands = false;
    std::uint64_t version = 0;
    GrownOrigin origin;
  };
  struct KeptJunction {
    std::shared_ptr<const JunctionPlan> plan;
    bool stands = false;
    std::uint64_t version = 0;
  };

  // Under the lock.
  void reach_junction(GrownJunction& junction) const;
  void give_out(GrownEdge& edge) const;
  void give_out(GrownJunction& junction) const;
  void forget_far(std::span<const PlanePoint> observers);
  std::vector<stream::WorkerKnowledge::Record> kept_records() const;

  // Growing is no change of what a const layout says: it adds what nobody could name before.
  mutable std::shared_mutex mutex_;
  std::unique_ptr<GrownGraph> graph_;
  // By number; looked up only, never walked in order.
  mutable std::unordered_map<std::uint64_t, KeptEdge> kept_edges_;
  mutable std::unordered_map<std::uint64_t, KeptJunction> kept_junctions_;
  mutable std::uint64_t change_count_ = 1;
};

}  // namespace terrane::city
