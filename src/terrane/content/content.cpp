#include "terrane/content/content.h"

#include <algorithm>

#include "terrane/base/digest.h"

namespace terrane::content {
namespace {

using base::Digester;

std::uint64_t pair_of(std::int32_t high, std::int32_t low) {
  return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32) |
         static_cast<std::uint32_t>(low);
}

std::uint64_t word(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

void add(Digester& digester, const Vertex& v) {
  digester.add(pair_of(v.x_mm, v.y_mm));
  digester.add(pair_of(
      v.z_mm,
      static_cast<std::int32_t>(
          (static_cast<std::uint32_t>(static_cast<std::uint8_t>(v.normal_u)) << 24) |
          (static_cast<std::uint32_t>(static_cast<std::uint8_t>(v.normal_v)) << 16) |
          (static_cast<std::uint32_t>(v.palette) << 8) | static_cast<std::uint32_t>(v.material))));
  digester.add((static_cast<std::uint64_t>(v.variant) << 56) |
               (static_cast<std::uint64_t>(v.occlusion) << 48) |
               (static_cast<std::uint64_t>(static_cast<std::uint16_t>(v.u_cm)) << 32) |
               (static_cast<std::uint64_t>(static_cast<std::uint16_t>(v.v_cm)) << 16) |
               (static_cast<std::uint64_t>(v.half_width_dm) << 8) | v.flags);
}

void add(Digester& digester, const BoundsMm& bounds) {
  for (int axis = 0; axis < 3; ++axis)
    digester.add(pair_of(bounds.min_mm[axis], bounds.max_mm[axis]));
}

void add(Digester& digester, const MeshPage& page) {
  digester.add(page.vertices.size());
  for (const Vertex& vertex : page.vertices) add(digester, vertex);
  digester.add(page.indices.size());
  for (const std::uint16_t index : page.indices) digester.add(index);
  add(digester, page.bounds);
}

void add(Digester& digester, const Instance& instance) {
  digester.add(pair_of(instance.x_mm, instance.y_mm));
  digester.add(pair_of(instance.z_mm, 0));
  digester.add((static_cast<std::uint64_t>(instance.heading_turn16) << 48) |
               (static_cast<std::uint64_t>(instance.scale_256) << 32) |
               (static_cast<std::uint64_t>(instance.kind) << 24) |
               (static_cast<std::uint64_t>(instance.palette) << 16) | instance.variant);
}

void add(Digester& digester, const Collider& collider) {
  digester.add(pair_of(collider.x_mm, collider.y_mm));
  digester.add(pair_of(collider.z_mm, collider.half_along_mm));
  digester.add(pair_of(collider.half_across_mm, collider.height_mm));
  digester.add(collider.heading_turn16);
}

void add(Digester& digester, const TerrainTile& tile) {
  digester.add(tile.samples_per_side);
  digester.add(word(tile.spacing_mm));
  digester.add(pair_of(tile.west_mm, tile.north_mm));
  digester.add(tile.heights_mm.size());
  for (const std::int32_t height_mm : tile.heights_mm) digester.add(word(height_mm));
}

void add(Digester& digester, const GroundMarker& marker) {
  for (int point = 0; point < 3; ++point)
    digester.add(pair_of(marker.x_mm[point], marker.z_mm[point]));
  digester.add(word(marker.half_width_mm));
  digester.add((static_cast<std::uint64_t>(marker.material) << 16) |
               (static_cast<std::uint64_t>(marker.palette) << 8) | marker.variant);
}

void add(Digester& digester, const Label& label) {
  digester.add(pair_of(label.x_mm, label.y_mm));
  digester.add(pair_of(label.z_mm, label.heading_turn16));
  digester.add(static_cast<std::uint64_t>(label.kind));
  digester.add_text(label.text);
}

void add(Digester& digester, const LanePiece& lane) {
  digester.add(lane.from_key);
  digester.add(lane.to_key);
  digester.add(pair_of(lane.width_mm, lane.speed_mm_per_s));
  digester.add(lane.points_mm.size());
  for (const std::int32_t value_mm : lane.points_mm) digester.add(word(value_mm));
}

void add(Digester& digester, const OwnedObject& owned) {
  digester.add(static_cast<std::uint64_t>(owned.kind));
  digester.add(owned.id);
}

void add(Digester& digester, const BorderPoint& point) {
  digester.add(static_cast<std::uint64_t>(point.kind));
  digester.add(point.identity);
  digester.add(point.other_piece);
  for (const std::int64_t value : point.values) digester.add(word(value));
}

template <typename Item>
void add_all(Digester& digester, const std::vector<Item>& items) {
  digester.add(items.size());
  for (const Item& item : items) add(digester, item);
}

}  // namespace

void BoundsMm::include(std::int32_t x_mm, std::int32_t y_mm, std::int32_t z_mm) {
  const std::int32_t point[3] = {x_mm, y_mm, z_mm};
  for (int axis = 0; axis < 3; ++axis) {
    min_mm[axis] = std::min(min_mm[axis], point[axis]);
    max_mm[axis] = std::max(max_mm[axis], point[axis]);
  }
}

void BoundsMm::include(const BoundsMm& other) {
  for (int axis = 0; axis < 3; ++axis) {
    min_mm[axis] = std::min(min_mm[axis], other.min_mm[axis]);
    max_mm[axis] = std::max(max_mm[axis], other.max_mm[axis]);
  }
}

BoundsMm Content::bounds() const {
  BoundsMm all;
  for (const MeshPage& page : mesh_pages) all.include(page.bounds);
  for (const Instance& instance : instances)
    all.include(instance.x_mm, instance.y_mm, instance.z_mm);
  return all;
}

std::size_t Content::vertex_count() const {
  std::size_t count = 0;
  for (const MeshPage& page : mesh_pages) count += page.vertices.size();
  return count;
}

std::size_t Content::triangle_count() const {
  std::size_t count = 0;
  for (const MeshPage& page : mesh_pages) count += page.indices.size() / 3;
  return count;
}

std::size_t Content::mesh_bytes() const {
  std::size_t bytes = 0;
  for (const MeshPage& page : mesh_pages) {
    bytes += page.vertices.size() * sizeof(Vertex) + page.indices.size() * sizeof(std::uint16_t);
  }
  return bytes;
}

std::size_t Content::side_bytes() const {
  std::size_t bytes = instances.size() * sizeof(Instance) + colliders.size() * sizeof(Collider) +
                      terrain.heights_mm.size() * sizeof(std::int32_t) +
                      markers.size() * sizeof(GroundMarker) + owned.size() * sizeof(OwnedObject) +
                      border_points.size() * sizeof(BorderPoint);
  for (const Label& label : labels) bytes += sizeof(Label) + label.text.size();
  for (const LanePiece& lane : lanes) {
    bytes += sizeof(LanePiece) + lane.points_mm.size() * sizeof(std::int32_t);
  }
  return bytes;
}

std::uint64_t digest(const Content& content) {
  Digester digester;
  add_all(digester, content.mesh_pages);
  add_all(digester, content.instances);
  add_all(digester, content.colliders);
  add(digester, content.terrain);
  add_all(digester, content.markers);
  add_all(digester, content.labels);
  add_all(digester, content.lanes);
  add_all(digester, content.owned);
  add_all(digester, content.border_points);
  return digester.value();
}

}  // namespace terrane::content
