#include "terrane/content/wire.h"

#include <algorithm>
#include <string>

#include "terrane/base/bytes.h"

namespace terrane::content {
namespace {

using base::ByteReader;
using base::ByteWriter;

constexpr unsigned k_label_kind_count = 3;
constexpr unsigned k_owned_kind_count = 8;
constexpr unsigned k_border_kind_count = 4;
// What one of each takes at least, so that no count makes room for more than there are bytes.
constexpr std::size_t k_page_head_bytes = 2 * 2 + 6 * 4;
constexpr std::size_t k_collider_bytes = 6 * 4 + 2;
constexpr std::size_t k_marker_bytes = 7 * 4 + 3;
constexpr std::size_t k_label_bytes = 3 * 4 + 2 + 1 + 4;
constexpr std::size_t k_lane_bytes = 2 * 8 + 2 * 4 + 4;
constexpr std::size_t k_owned_bytes = 1 + 8;
constexpr std::size_t k_border_bytes = 1 + 2 * 8 + 4 * 8;
constexpr std::size_t k_warning_bytes = 3 * 4;

void put_count(ByteWriter& writer, std::size_t count) {
  writer.put(static_cast<std::uint32_t>(count));
}

void put_meshes(ByteWriter& writer, const std::vector<MeshPage>& pages) {
  put_count(writer, pages.size());
  for (const MeshPage& page : pages) {
    writer.put(static_cast<std::uint16_t>(page.vertices.size()));
    writer.put(static_cast<std::uint16_t>(page.indices.size()));
    writer.put_block(page.bounds.min_mm, 3);
    writer.put_block(page.bounds.max_mm, 3);
  }
  for (const MeshPage& page : pages) {
    writer.put_block(page.vertices.data(), page.vertices.size());
  }
  for (const MeshPage& page : pages) writer.put_block(page.indices.data(), page.indices.size());
}

bool holds_known_materials(const std::vector<Vertex>& vertices) {
  return std::all_of(vertices.begin(), vertices.end(), [](const Vertex& vertex) {
    return static_cast<unsigned>(vertex.material) < k_material_count;
  });
}

// Every triangle whole, every index of a vertex.
bool is_triangles(const std::vector<std::uint16_t>& indices, std::size_t vertex_count) {
  unsigned highest = 0;
  for (const std::uint16_t index : indices) highest = std::max<unsigned>(highest, index);
  return indices.size() % 3 == 0 && (indices.empty() || highest < vertex_count);
}

void get_meshes(ByteReader& reader, std::vector<MeshPage>& pages) {
  struct Head {
    std::uint16_t vertex_count = 0;
    std::uint16_t index_count = 0;
  };
  const std::uint32_t count = reader.get_count(k_page_head_bytes);
  std::vector<Head> heads(count);
  pages.resize(count);
  for (std::uint32_t page = 0; page < count; ++page) {
    heads[page].vertex_count = reader.get<std::uint16_t>();
    heads[page].index_count = reader.get<std::uint16_t>();
    reader.get_block(pages[page].bounds.min_mm, 3);
    reader.get_block(pages[page].bounds.max_mm, 3);
    if (heads[page].vertex_count > k_page_vertices || heads[page].index_count > k_page_indices) {
      return reader.fail();
    }
  }
  for (std::uint32_t page = 0; page < count && !reader.failed(); ++page) {
    pages[page].vertices.resize(heads[page].vertex_count);
    reader.get_block(pages[page].vertices.data(), heads[page].vertex_count);
    if (!holds_known_materials(pages[page].vertices)) return reader.fail();
  }
  for (std::uint32_t page = 0; page < count && !reader.failed(); ++page) {
    pages[page].indices.resize(heads[page].index_count);
    reader.get_block(pages[page].indices.data(), heads[page].index_count);
    if (!is_triangles(pages[page].indices, heads[page].vertex_count)) return reader.fail();
  }
}

void put_instances(ByteWriter& writer, const std::vector<Instance>& instances) {
  put_count(writer, instances.size());
  writer.put_block(instances.data(), instances.size());
}

void get_instances(ByteReader& reader, std::vector<Instance>& instances) {
  instances.resize(reader.get_count(sizeof(Instance)));
  reader.get_block(instances.data(), instances.size());
  for (const Instance& instance : instances) {
    if (static_cast<unsigned>(instance.kind) >= k_instance_kind_count) return reader.fail();
  }
}

void put_terrain(ByteWriter& writer, const TerrainTile& tile) {
  writer.put(tile.samples_per_side);
  writer.put(tile.spacing_mm);
  writer.put(tile.west_mm);
  writer.put(tile.north_mm);
  put_count(writer, tile.heights_mm.size());
  writer.put_block(tile.heights_mm.data(), tile.heights_mm.size());
}

void get_terrain(ByteReader& reader, TerrainTile& tile) {
  tile.samples_per_side = reader.get<std::uint32_t>();
  tile.spacing_mm = reader.get<std::int32_t>();
  tile.west_mm = reader.get<std::int32_t>();
  tile.north_mm = reader.get<std::int32_t>();
  tile.heights_mm.resize(reader.get_count(sizeof(std::int32_t)));
  reader.get_block(tile.heights_mm.data(), tile.heights_mm.size());
  const std::uint64_t side = tile.samples_per_side;
  if (side * side != tile.heights_mm.size()) reader.fail();
}

void put(ByteWriter& writer, const Collider& collider) {
  writer.put(collider.x_mm);
  writer.put(collider.y_mm);
  writer.put(collider.z_mm);
  writer.put(collider.half_along_mm);
  writer.put(collider.half_across_mm);
  writer.put(collider.height_mm);
  writer.put(collider.heading_turn16);
}

void get(ByteReader& reader, Collider& collider) {
  collider.x_mm = reader.get<std::int32_t>();
  collider.y_mm = reader.get<std::int32_t>();
  collider.z_mm = reader.get<std::int32_t>();
  collider.half_along_mm = reader.get<std::int32_t>();
  collider.half_across_mm = reader.get<std::int32_t>();
  collider.height_mm = reader.get<std::int32_t>();
  collider.heading_turn16 = reader.get<std::uint16_t>();
}

void put(ByteWriter& writer, const GroundMarker& marker) {
  writer.put_block(marker.x_mm, 3);
  writer.put_block(marker.z_mm, 3);
  writer.put(marker.half_width_mm);
  writer.put(marker.material);
  writer.put(marker.palette);
  writer.put(marker.variant);
}

void get(ByteReader& reader, GroundMarker& marker) {
  reader.get_block(marker.x_mm, 3);
  reader.get_block(marker.z_mm, 3);
  marker.half_width_mm = reader.get<std::int32_t>();
  marker.material = reader.get_enum<Material>(k_material_count);
  marker.palette = reader.get<std::uint8_t>();
  marker.variant = reader.get<std::uint8_t>();
}

void put(ByteWriter& writer, const Label& label) {
  writer.put(label.x_mm);
  writer.put(label.y_mm);
  writer.put(label.z_mm);
  writer.put(label.heading_turn16);
  writer.put(label.kind);
  writer.put_text(label.text);
}

void get(ByteReader& reader, Label& label) {
  label.x_mm = reader.get<std::int32_t>();
  label.y_mm = reader.get<std::int32_t>();
  label.z_mm = reader.get<std::int32_t>();
  label.heading_turn16 = reader.get<std::uint16_t>();
  label.kind = reader.get_enum<LabelKind>(k_label_kind_count);
  label.text = reader.get_text();
}

void put(ByteWriter& writer, const LanePiece& lane) {
  writer.put(lane.from_key);
  writer.put(lane.to_key);
  writer.put(lane.width_mm);
  writer.put(lane.speed_mm_per_s);
  put_count(writer, lane.points_mm.size());
  writer.put_block(lane.points_mm.data(), lane.points_mm.size());
}

void get(ByteReader& reader, LanePiece& lane) {
  lane.from_key = reader.get<std::uint64_t>();
  lane.to_key = reader.get<std::uint64_t>();
  lane.width_mm = reader.get<std::int32_t>();
  lane.speed_mm_per_s = reader.get<std::int32_t>();
  lane.points_mm.resize(reader.get_count(sizeof(std::int32_t)));
  reader.get_block(lane.points_mm.data(), lane.points_mm.size());
  if (lane.points_mm.size() % 3 != 0) reader.fail();
}

void put(ByteWriter& writer, const OwnedObject& owned) {
  writer.put(owned.kind);
  writer.put(owned.id);
}

void get(ByteReader& reader, OwnedObject& owned) {
  owned.kind = reader.get_enum<OwnedKind>(k_owned_kind_count);
  owned.id = reader.get<std::uint64_t>();
}

void put(ByteWriter& writer, const BorderPoint& point) {
  writer.put(point.kind);
  writer.put(point.identity);
  writer.put(point.other_piece);
  writer.put_block(point.values, 4);
}

void get(ByteReader& reader, BorderPoint& point) {
  point.kind = reader.get_enum<BorderKind>(k_border_kind_count);
  point.identity = reader.get<std::uint64_t>();
  point.other_piece = reader.get<std::uint64_t>();
  reader.get_block(point.values, 4);
}

void put(ByteWriter& writer, const Warning& warning) {
  writer.put_text(warning.code);
  writer.put_text(warning.object);
  writer.put_text(warning.detail);
}

void get(ByteReader& reader, Warning& warning) {
  warning.code = reader.get_text();
  warning.object = reader.get_text();
  warning.detail = reader.get_text();
}

template <typename Item>
void put_all(ByteWriter& writer, const std::vector<Item>& items) {
  put_count(writer, items.size());
  for (const Item& item : items) put(writer, item);
}

template <typename Item>
void get_all(ByteReader& reader, std::vector<Item>& items, std::size_t least_bytes) {
  items.resize(reader.get_count(least_bytes));
  for (Item& item : items) {
    get(reader, item);
    if (reader.failed()) return;
  }
}

// Nearly all of a piece; the rest is small and grows the buffer by itself.
std::size_t rough_bytes(const Content& content) {
  return content.mesh_bytes() + content.mesh_pages.size() * k_page_head_bytes +
         content.side_bytes() + 256;
}

}  // namespace

void append_wire(const Content& content, std::vector<std::uint8_t>& out) {
  out.reserve(out.size() + rough_bytes(content));
  ByteWriter writer(out);
  writer.put(k_wire_version);
  put_meshes(writer, content.mesh_pages);
  put_instances(writer, content.instances);
  put_terrain(writer, content.terrain);
  put_all(writer, content.colliders);
  put_all(writer, content.markers);
  put_all(writer, content.labels);
  put_all(writer, content.lanes);
  put_all(writer, content.owned);
  put_all(writer, content.border_points);
  put_all(writer, content.warnings);
}

base::Result<Content> read_wire(std::span<const std::uint8_t> bytes) {
  ByteReader reader(bytes);
  const auto version = reader.get<std::uint32_t>();
  if (!reader.failed() && version != k_wire_version) {
    return base::Error{base::ErrorCode::BadData, "content of another version",
                       "version " + std::to_string(version),
                       "version " + std::to_string(k_wire_version)};
  }
  Content content;
  get_meshes(reader, content.mesh_pages);
  get_instances(reader, content.instances);
  get_terrain(reader, content.terrain);
  get_all(reader, content.colliders, k_collider_bytes);
  get_all(reader, content.markers, k_marker_bytes);
  get_all(reader, content.labels, k_label_bytes);
  get_all(reader, content.lanes, k_lane_bytes);
  get_all(reader, content.owned, k_owned_bytes);
  get_all(reader, content.border_points, k_border_bytes);
  get_all(reader, content.warnings, k_warning_bytes);
  if (reader.failed() || reader.remaining() > 0) {
    return base::Error{base::ErrorCode::BadData, "a piece's content does not add up",
                       std::to_string(bytes.size()) + " bytes", "content as a build gives it"};
  }
  return content;
}

}  // namespace terrane::content
