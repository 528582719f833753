// The lattice as a layout: roads along the cells' candidate edges, each a gentle curve from pad to
// pad. A pure function of seed and place: nothing is kept but the last things each thread made,
// which changes nothing but speed. Any thread.
#pragma once

#include <memory>

#include "terrane/city/lattice.h"
#include "terrane/city/layout.h"

namespace terrane::city {

class LatticeLayout final : public Layout {
 public:
  explicit LatticeLayout(std::uint64_t seed) : Layout(seed), lattice_(seed) {}

  const Lattice& lattice() const { return lattice_; }

  std::shared_ptr<const EdgeCurve> curve(EdgeNumber edge) const override;
  std::shared_ptr<const EdgePlan> edge(EdgeNumber edge) const override;
  std::optional<JunctionShape> shape(JunctionNumber junction) const override;
  std::shared_ptr<const JunctionPlan> junction(JunctionNumber junction) const override;
  std::vector<EdgeNumber> edges_near(PlanePoint low, PlanePoint high) const override;
  std::vector<JunctionNumber> junctions_in(PlanePoint low, PlanePoint high) const override;

 private:
  Lattice lattice_;
};

}  // namespace terrane::city
