// The grown city in a worker that shares no memory with it: what GrownLayout gave out, by number,
// kept up to date by differences (GrownLayout::changes_for). It never grows by itself: reach() does
// nothing, and cover() has nothing to add. Whatever a build asks for is what the original has, and
// what the original has let go of is gone here too. One thread: the worker's.
// Source: article "Streaming an open world with Web Workers" (applyRoadGraphChanges).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>

#include "terrane/base/result.h"
#include "terrane/city/layout.h"

namespace terrane::city {

class GrownMirror final : public Layout {
 public:
  explicit GrownMirror(std::uint64_t seed) : Layout(seed) {}

  std::shared_ptr<const EdgeCurve> curve(EdgeNumber edge) const override;
  std::shared_ptr<const EdgePlan> edge(EdgeNumber edge) const override;
  // Nothing for a junction that the original has not reached, whose shape is not settled.
  std::optional<JunctionShape> shape(JunctionNumber junction) const override;
  std::shared_ptr<const JunctionPlan> junction(JunctionNumber junction) const override;
  std::vector<EdgeNumber> edges_near(PlanePoint low, PlanePoint high) const override;
  std::vector<JunctionNumber> junctions_in(PlanePoint low, PlanePoint high) const override;

  // Bytes from anywhere. BadData, and nothing applied, where they do not add up, are of another
  // seed's city, or speak of what this mirror never had.
  base::Result<void> apply(std::span<const std::uint8_t> changes);
  // How many roads and junctions it holds.
  std::size_t size() const { return edges_.size() + junctions_.size(); }

 private:
  template <typename Plan>
  struct Kept {
    std::shared_ptr<const Plan> plan;
    bool stands = false;
  };
  struct Changes;

  bool read(std::span<const std::uint8_t> bytes, Changes& changes) const;
  bool has(std::uint64_t id) const;

  // By number.
  std::map<std::uint64_t, Kept<EdgePlan>> edges_;
  std::map<std::uint64_t, Kept<JunctionPlan>> junctions_;
};

}  // namespace terrane::city
