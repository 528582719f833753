#include "terrane/content/content.h"

#include <doctest/doctest.h>

#include <type_traits>
#include <utility>

namespace terrane::content {
namespace {

// A content with two of everything, every field different from its default.
Content full_content() {
  Content content;
  for (int copy = 0; copy < 2; ++copy) {
    MeshPage page;
    for (std::int32_t corner = 0; corner < 3; ++corner) {
      Vertex vertex{10 + corner, 20 + copy, 30 - corner, 5,    -6, 7, Material::Facade,
                    1,           200,       300,         -400, 8,  9};
      page.vertices.push_back(vertex);
      page.indices.push_back(static_cast<std::uint16_t>(corner));
      page.bounds.include(vertex.x_mm, vertex.y_mm, vertex.z_mm);
    }
    content.mesh_pages.push_back(page);
    content.instances.push_back({1, 2, 3 + copy, 4, 5, InstanceKind::Bench, 6, 7});
    content.colliders.push_back({1, 2, 3, 4, 5 + copy, 6, 7});
    content.markers.push_back({{1, 2, 3}, {4, 5, 6}, 7 + copy, Material::Paint, 8, 9});
    content.labels.push_back({1, 2, 3, 4, LabelKind::Place, copy == 0 ? "Rue Grimaldi" : "Port"});
    content.lanes.push_back({1, 2, 3, 4, {5, 6, 7, 8, 9, 10 + copy}});
    content.owned.push_back({OwnedKind::Road, 17u + static_cast<unsigned>(copy)});
    content.border_points.push_back({BorderKind::Station, 1, 2, {3, 4, 5, 6 + copy}});
    content.warnings.push_back({"node_missing", "way 17", "a node of the way is not in the file"});
  }
  content.terrain = {2, 30, -40, 50, {1, 2, 3, 4}};
  return content;
}

// Flips each byte of a field in turn; the digest must notice every one.
class Sweep {
 public:
  explicit Sweep(Content& content) : content_(content), before_(digest(content)) {}

  template <typename Field>
  void field(Field& value) {
    static_assert(std::has_unique_object_representations_v<Field>, "flip no padding");
    auto* bytes = reinterpret_cast<unsigned char*>(&value);
    for (std::size_t place = 0; place < sizeof(Field); ++place) {
      for (const unsigned mask : {0x01u, 0x80u, 0xffu}) {
        bytes[place] = static_cast<unsigned char>(bytes[place] ^ mask);
        if (digest(content_) == before_) unnoticed_ += 1;
        bytes[place] = static_cast<unsigned char>(bytes[place] ^ mask);
        flips_ += 1;
      }
    }
  }

  template <typename... Fields>
  void fields(Fields&... values) {
    (field(values), ...);
  }

  template <typename Item>
  void items(std::vector<Item>& values) {
    for (Item& value : values) field(value);
    shorter(values);
  }

  // A row less at the end, a row more.
  template <typename Rows>
  void shorter(Rows& rows) {
    const Rows kept = rows;
    rows.pop_back();
    if (digest(content_) == before_) unnoticed_ += 1;
    rows = kept;
    rows.push_back(kept.back());
    if (digest(content_) == before_) unnoticed_ += 1;
    rows = kept;
    flips_ += 2;
  }

  bool restored() const { return digest(content_) == before_; }
  std::size_t flips() const { return flips_; }
  std::size_t unnoticed() const { return unnoticed_; }

 private:
  Content& content_;
  std::uint64_t before_;
  std::size_t flips_ = 0;
  std::size_t unnoticed_ = 0;
};

}  // namespace

TEST_CASE("flipping any byte of any field changes the digest") {
  Content content = full_content();
  Sweep sweep(content);
  // Structured bindings name every member: a member added later does not compile until it is swept.
  auto& [pages, instances, colliders, terrain, markers, labels, lanes, owned, borders, warnings] =
      content;
  for (MeshPage& page : pages) {
    auto& [vertices, indices, bounds] = page;
    sweep.items(vertices);
    sweep.items(indices);
    sweep.field(bounds);
  }
  sweep.shorter(pages);
  sweep.items(instances);
  for (Collider& collider : colliders) {
    auto& [x, y, z, along, across, height, heading] = collider;
    sweep.fields(x, y, z, along, across, height, heading);
  }
  sweep.shorter(colliders);
  auto& [samples, spacing, west, north, heights] = terrain;
  sweep.fields(samples, spacing, west, north);
  sweep.items(heights);
  for (GroundMarker& marker : markers) {
    auto& [x, z, half_width, material, palette, variant] = marker;
    sweep.fields(x, z, half_width, material, palette, variant);
  }
  sweep.shorter(markers);
  for (Label& label : labels) {
    auto& [x, y, z, heading, kind, text] = label;
    sweep.fields(x, y, z, heading, kind);
    for (char& character : text) sweep.field(character);
    sweep.shorter(text);
  }
  sweep.shorter(labels);
  for (LanePiece& lane : lanes) {
    auto& [from, to, width, speed, points] = lane;
    sweep.fields(from, to, width, speed);
    sweep.items(points);
  }
  sweep.shorter(lanes);
  for (OwnedObject& object : owned) {
    auto& [kind, id] = object;
    sweep.fields(kind, id);
  }
  sweep.shorter(owned);
  for (BorderPoint& point : borders) {
    auto& [kind, identity, other, values] = point;
    sweep.fields(kind, identity, other, values);
  }
  sweep.shorter(borders);
  CHECK(sweep.unnoticed() == 0);
  CHECK(sweep.flips() > 1900);
  CHECK(sweep.restored());
  // Warnings speak of the input and are no part of it.
  warnings.clear();
  CHECK(sweep.restored());
}

TEST_CASE("swapping neighbours and moving rows between lists changes the digest") {
  const Content content = full_content();
  Content swapped = content;
  std::swap(swapped.mesh_pages[0].vertices[0], swapped.mesh_pages[0].vertices[1]);
  CHECK(digest(swapped) != digest(content));
  swapped = content;
  std::swap(swapped.labels[0], swapped.labels[1]);
  CHECK(digest(swapped) != digest(content));
  // The same vertices cut into other pages.
  swapped = content;
  swapped.mesh_pages[0].vertices.push_back(swapped.mesh_pages[1].vertices[0]);
  swapped.mesh_pages[1].vertices.erase(swapped.mesh_pages[1].vertices.begin());
  CHECK(digest(swapped) != digest(content));
}

TEST_CASE("digests never change: stored ones are compared with them") {
  CHECK(digest(Content{}) == 0xbb5c9ae9310b7275ULL);
  CHECK(digest(full_content()) == 0x3fdcbd929353b1b7ULL);
}

TEST_CASE("counts, bytes and bounds are sums over the parts") {
  const Content content = full_content();
  CHECK(content.vertex_count() == 6);
  CHECK(content.triangle_count() == 2);
  CHECK(content.mesh_bytes() == 6 * 24 + 6 * 2);
  CHECK(content.side_bytes() > 2 * (sizeof(Instance) + sizeof(Collider)));
  const BoundsMm bounds = content.bounds();
  CHECK(bounds.min_mm[0] == 1);  // the instances stand further out than the meshes
  CHECK(bounds.max_mm[0] == 12);
  CHECK(bounds.min_mm[2] == 3);
  CHECK(bounds.max_mm[2] == 30);
  CHECK(Content{}.bounds().empty());
}

}  // namespace terrane::content
