// A world for tests: an endless flat field of 100 m squares, a road straight north along x = 0.
// Each square is one small page, owns one lot and shares a point with each of its four neighbours.
// Its ring ends one square before the load radius; the last square is prefetched.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/stream/provider.h"

namespace terrane::tests {

class FieldRoad final : public stream::RoadFollower {
 public:
  explicit FieldRoad(double z) : z_(z) {}
  stream::RoadPlace place() const override { return {{0, 0, z_}, {0, 0, -1}}; }
  void advance(double distance_m) override { z_ -= distance_m; }

 private:
  double z_;
};

class FieldWorld final : public stream::Provider {
 public:
  static constexpr double k_side_m = 100.0;

  FieldWorld() {
    info_.uri = "field:";
    info_.rules_digest = 1;
  }

  static stream::PieceKey key_at(std::int32_t column, std::int32_t row) {
    return {(static_cast<std::uint64_t>(static_cast<std::uint32_t>(column) ^ 0x80000000U) << 32) |
            (static_cast<std::uint32_t>(row) ^ 0x80000000U)};
  }
  static std::int32_t column_of(stream::PieceKey key) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(key.value >> 32) ^ 0x80000000U);
  }
  static std::int32_t row_of(stream::PieceKey key) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(key.value) ^ 0x80000000U);
  }

  void set_road(bool has_road) { has_road_ = has_road; }
  unsigned builds() const { return builds_.load(); }

  const stream::WorldInfo& info() const override { return info_; }
  geo::Frame piece_frame(stream::PieceKey key) const override {
    geo::Frame frame;
    frame.origin = {(column_of(key) + 0.5) * k_side_m, 0, (row_of(key) + 0.5) * k_side_m};
    return frame;
  }
  geo::Frame frame_at(geo::Vec3 position) const override {
    geo::Frame frame;
    frame.origin = position;
    return frame;
  }
  double ground_height_m(geo::Vec3) const override { return 0; }
  content::BoundsMm rough_bounds(stream::PieceKey) const override {
    content::BoundsMm bounds;
    bounds.include(-50000, 0, -50000);
    bounds.include(50000, 0, 50000);
    return bounds;
  }

  base::Result<stream::Selection> select(std::span<const stream::Observer> observers,
                                         const stream::SelectionLimits& limits,
                                         std::span<const stream::PieceKey>) override {
    stream::Selection selection;
    const geo::Vec3 at = observers.front().position;
    const auto reach = static_cast<std::int32_t>(limits.load_radius_m / k_side_m) + 1;
    const auto column = static_cast<std::int32_t>(std::floor(at.x / k_side_m));
    const auto row = static_cast<std::int32_t>(std::floor(at.z / k_side_m));
    for (std::int32_t dx = -reach; dx <= reach; ++dx) {
      for (std::int32_t dz = -reach; dz <= reach; ++dz) {
        stream::WantedPiece piece;
        piece.key = key_at(column + dx, row + dz);
        const geo::Vec3 middle = piece_frame(piece.key).origin;
        piece.cost = std::hypot(middle.x - at.x, middle.z - at.z);
        piece.within_reach = piece.cost <= limits.load_radius_m - k_side_m;
        if (piece.cost <= limits.load_radius_m) selection.pieces.push_back(piece);
      }
    }
    std::sort(selection.pieces.begin(), selection.pieces.end(), [](const auto& a, const auto& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.key < b.key;
    });
    return selection;
  }

  base::Result<content::Content> build_on_worker(const stream::BuildRequest& request,
                                                 std::span<const fetch::Bytes>) const override {
    builds_ += 1;
    content::Content content;
    content::MeshPage page;
    const std::uint64_t hash = base::hash(request.key.value, request.lod);
    for (int corner = 0; corner < 4; ++corner) {
      content::Vertex vertex;
      vertex.x_mm = corner == 0 || corner == 3 ? -50000 : 50000;
      vertex.z_mm = corner < 2 ? 50000 : -50000;
      vertex.palette = static_cast<std::uint8_t>(hash & 7);
      page.vertices.push_back(vertex);
      page.bounds.include(vertex.x_mm, 0, vertex.z_mm);
    }
    page.indices = {0, 1, 2, 0, 2, 3};
    content.mesh_pages.push_back(page);
    content.owned.push_back({content::OwnedKind::Lot, request.key.value});
    for (const stream::PieceKey other : neighbours(request.key)) {
      content::BorderPoint point;
      point.identity = base::hash(std::min(request.key.value, other.value),
                                  std::max(request.key.value, other.value));
      point.other_piece = other.value;
      point.values[0] = static_cast<std::int64_t>(point.identity % 1000);
      content.border_points.push_back(point);
    }
    return content;
  }

  base::Result<std::vector<stream::PieceKey>> pieces_in(const stream::Area* area) const override {
    const stream::Area square = area != nullptr ? *area : stream::Area{-300, -300, 300, 300};
    std::vector<stream::PieceKey> keys;
    const auto low = [](double v) { return static_cast<std::int32_t>(std::floor(v / k_side_m)); };
    const auto high = [](double v) { return static_cast<std::int32_t>(std::ceil(v / k_side_m)); };
    for (std::int32_t column = low(square.min_x); column < high(square.max_x); ++column) {
      for (std::int32_t row = low(square.min_y); row < high(square.max_y); ++row) {
        keys.push_back(key_at(column, row));
      }
    }
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  std::vector<stream::PieceKey> neighbours(stream::PieceKey key) const override {
    const std::int32_t c = column_of(key);
    const std::int32_t r = row_of(key);
    std::vector<stream::PieceKey> keys{key_at(c - 1, r), key_at(c, r - 1), key_at(c, r + 1),
                                       key_at(c + 1, r)};
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  std::vector<content::OwnedObject> objects_in(
      std::span<const stream::PieceKey> pieces) const override {
    std::vector<content::OwnedObject> objects;
    for (const stream::PieceKey key : pieces) {
      objects.push_back({content::OwnedKind::Lot, key.value});
    }
    return objects;
  }
  std::unique_ptr<stream::RoadFollower> follow_roads(geo::Vec3 start, double,
                                                     std::uint64_t) const override {
    if (!has_road_) return nullptr;
    return std::make_unique<FieldRoad>(start.z);
  }

 private:
  stream::WorldInfo info_;
  bool has_road_ = true;
  mutable std::atomic<unsigned> builds_{0};
};

}  // namespace terrane::tests
