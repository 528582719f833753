// A generated battlefield as a world that streams like any other: its cells as ground in pieces of
// 32 x 32 m, rocks where nobody can walk, water where there is water. A pure function of the
// battlefield; borders agree because each corner's height depends on the field alone. Trees, mines
// and all that fights are the match's and drawn as figures. Immutable after it was made, but for
// what stream/provider.h says.
#pragma once

#include <memory>
#include <vector>

#include "terrane/rts/battlefield.h"
#include "terrane/stream/provider.h"

namespace terrane::play {

class ArenaProvider final : public stream::Provider {
 public:
  static constexpr std::int32_t k_piece_cells = 32;
  // Pieces farther than this are never asked for, whatever the limits say.
  static constexpr double k_radius_m_max = 350;

  explicit ArenaProvider(rts::Battlefield field);

  const stream::WorldInfo& info() const override { return info_; }
  geo::Frame piece_frame(stream::PieceKey key) const override;
  geo::Frame frame_at(geo::Vec3 position) const override;
  double ground_height_m(geo::Vec3 position) const override;
  content::BoundsMm rough_bounds(stream::PieceKey key) const override;
  base::Result<stream::Selection> select(std::span<const stream::Observer> observers,
                                         const stream::SelectionLimits& limits,
                                         std::span<const stream::PieceKey> resident) override;
  base::Result<content::Content> build_on_worker(
      const stream::BuildRequest& request, std::span<const fetch::Bytes> inputs) const override;
  base::Result<std::vector<stream::PieceKey>> pieces_in(const stream::Area* area) const override;
  std::vector<stream::PieceKey> neighbours(stream::PieceKey key) const override;
  std::vector<content::OwnedObject> objects_in(
      std::span<const stream::PieceKey> pieces) const override;
  std::unique_ptr<stream::RoadFollower> follow_roads(geo::Vec3 start, double heading_rad,
                                                     std::uint64_t seed) const override;

 private:
  class Tiles;
  class TileBuilder;
  stream::PieceKey key_of(std::int32_t column, std::int32_t line) const;
  bool has(stream::PieceKey key) const;
  // First cell of a piece, and where its corner lies in the world.
  rts::Cell first_cell(stream::PieceKey key) const;
  geo::Vec3 corner_of(stream::PieceKey key) const;

  rts::Battlefield field_;
  stream::WorldInfo info_;
  std::int32_t columns_;
  std::int32_t lines_;
};

}  // namespace terrane::play
