// The ground of a match in a world: an area of it whose pieces are built and rasterised
// (rts/rasterise.h) and furnished with starts, mines and trees. The same world, area and seed give
// the same battlefield everywhere; replays and saves depend on it. Who builds the pieces, and
// where, is the caller's affair; FieldBuilder does it on the spot, a few a frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/content/content.h"
#include "terrane/rts/battlefield.h"
#include "terrane/rts/rasterise.h"
#include "terrane/stream/provider.h"

namespace terrane::play {

struct FieldPlan {
  geo::Frame frame;  // the battlefield's, in world space
  rts::RasterArea raster;
  std::int64_t frame_x = 0;  // as Battlefield's
  std::int64_t frame_z = 0;
  std::vector<stream::PieceKey> keys;  // what is to be built at full detail
};

// OutOfRange for an area of more than 2 km a side. Any thread.
base::Result<FieldPlan> plan_field(const stream::Provider& provider, const stream::Area& area);

// `contents` are the plan's pieces in the order of its keys. Fails as rasterise() and furnish() do.
base::Result<rts::Battlefield> make_field(const stream::Provider& provider, const FieldPlan& plan,
                                          const std::vector<content::Content>& contents,
                                          std::uint64_t seed, std::uint32_t sides);

// "arena:" and a seed, which no world holds.
bool is_arena(const std::string& uri);
// The generated ground of that seed, of `seed` without one, as large as the sides and their units
// need. `world_uri` repeats it. BadUri for what is no seed.
base::Result<rts::Battlefield> make_arena_field(const std::string& uri, std::uint64_t seed,
                                                std::uint32_t sides, std::uint32_t units);

// The area of a replay's head: "around A,B RADIUS_M" or "bbox W,S,E,N"; empty: the 400 m around the
// middle of the world. BadData for anything else.
base::Result<stream::Area> area_of_text(const std::string& text, const stream::Provider& provider);

// A page's way: builds on its own thread within a budget, so that a progress bar moves. Only for
// worlds whose pieces need nothing fetched. Owner thread.
class FieldBuilder {
 public:
  // Borrows the provider.
  FieldBuilder(const stream::Provider& provider, FieldPlan plan)
      : provider_(provider), plan_(std::move(plan)) {}

  // Builds pieces for about so long, at least one. Fails as the first that cannot be had.
  base::Result<void> step(double budget_ms);
  bool done() const { return contents_.size() == plan_.keys.size(); }
  double progress() const;  // 0 ... 1
  base::Result<rts::Battlefield> finish(std::uint64_t seed, std::uint32_t sides) const {
    return make_field(provider_, plan_, contents_, seed, sides);
  }

 private:
  const stream::Provider& provider_;
  FieldPlan plan_;
  std::vector<content::Content> contents_;
};

}  // namespace terrane::play
