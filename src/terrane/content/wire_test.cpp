#include "terrane/content/wire.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

#include "terrane/base/hash.h"

namespace terrane::content {
namespace {

std::string drawn_text(base::RandomStream& random) {
  std::string text(base::draw_index(random.next(), 12), ' ');
  for (char& letter : text) letter = static_cast<char>(random.next() & 0xff);
  return text;
}

std::int32_t drawn_mm(base::RandomStream& random) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(random.next()));
}

std::uint16_t drawn_16(base::RandomStream& random) {
  return static_cast<std::uint16_t>(random.next());
}

std::uint8_t drawn_8(base::RandomStream& random) {
  return static_cast<std::uint8_t>(random.next());
}

template <typename Enum>
Enum drawn_enum(base::RandomStream& random, unsigned count) {
  return static_cast<Enum>(base::draw_index(random.next(), count));
}

MeshPage drawn_page(base::RandomStream& random, std::uint32_t vertices, std::uint32_t triangles) {
  MeshPage page;
  for (std::uint32_t count = 0; count < vertices; ++count) {
    Vertex vertex;
    vertex.x_mm = drawn_mm(random);
    vertex.y_mm = drawn_mm(random);
    vertex.z_mm = drawn_mm(random);
    vertex.normal_u = static_cast<std::int8_t>(drawn_8(random));
    vertex.normal_v = static_cast<std::int8_t>(drawn_8(random));
    vertex.palette = drawn_8(random);
    vertex.material = drawn_enum<Material>(random, k_material_count);
    vertex.variant = drawn_8(random);
    vertex.occlusion = drawn_8(random);
    vertex.u_cm = static_cast<std::int16_t>(drawn_16(random));
    vertex.v_cm = static_cast<std::int16_t>(drawn_16(random));
    vertex.half_width_dm = drawn_8(random);
    vertex.flags = drawn_8(random);
    page.vertices.push_back(vertex);
  }
  for (std::uint32_t count = 0; vertices > 0 && count < 3 * triangles; ++count) {
    page.indices.push_back(static_cast<std::uint16_t>(base::draw_index(random.next(), vertices)));
  }
  for (int axis = 0; axis < 3; ++axis) {
    page.bounds.min_mm[axis] = drawn_mm(random);
    page.bounds.max_mm[axis] = drawn_mm(random);
  }
  return page;
}

void draw_things(base::RandomStream& random, std::uint32_t most, Content& content) {
  const auto count = [&] { return base::draw_index(random.next(), most + 1); };
  for (std::uint32_t left = count(); left > 0; --left) {
    Instance instance;
    instance.x_mm = drawn_mm(random);
    instance.y_mm = drawn_mm(random);
    instance.z_mm = drawn_mm(random);
    instance.heading_turn16 = drawn_16(random);
    instance.scale_256 = drawn_16(random);
    instance.kind = drawn_enum<InstanceKind>(random, k_instance_kind_count);
    instance.palette = drawn_8(random);
    instance.variant = drawn_16(random);
    content.instances.push_back(instance);
  }
  for (std::uint32_t left = count(); left > 0; --left) {
    Collider collider;
    collider.x_mm = drawn_mm(random);
    collider.y_mm = drawn_mm(random);
    collider.z_mm = drawn_mm(random);
    collider.half_along_mm = drawn_mm(random);
    collider.half_across_mm = drawn_mm(random);
    collider.height_mm = drawn_mm(random);
    collider.heading_turn16 = drawn_16(random);
    content.colliders.push_back(collider);
  }
  for (std::uint32_t left = count(); left > 0; --left) {
    GroundMarker marker;
    for (int point = 0; point < 3; ++point) {
      marker.x_mm[point] = drawn_mm(random);
      marker.z_mm[point] = drawn_mm(random);
    }
    marker.half_width_mm = drawn_mm(random);
    marker.material = drawn_enum<Material>(random, k_material_count);
    marker.palette = drawn_8(random);
    marker.variant = drawn_8(random);
    content.markers.push_back(marker);
  }
  content.terrain.samples_per_side = count();
  content.terrain.spacing_mm = drawn_mm(random);
  content.terrain.west_mm = drawn_mm(random);
  content.terrain.north_mm = drawn_mm(random);
  const std::uint32_t side = content.terrain.samples_per_side;
  for (std::uint32_t left = side * side; left > 0; --left) {
    content.terrain.heights_mm.push_back(drawn_mm(random));
  }
}

void draw_records(base::RandomStream& random, std::uint32_t most, Content& content) {
  const auto count = [&] { return base::draw_index(random.next(), most + 1); };
  for (std::uint32_t left = count(); left > 0; --left) {
    Label label;
    label.x_mm = drawn_mm(random);
    label.y_mm = drawn_mm(random);
    label.z_mm = drawn_mm(random);
    label.heading_turn16 = drawn_16(random);
    label.kind = drawn_enum<LabelKind>(random, 3);
    label.text = drawn_text(random);
    content.labels.push_back(label);
  }
  for (std::uint32_t left = count(); left > 0; --left) {
    LanePiece lane;
    lane.from_key = random.next();
    lane.to_key = random.next();
    lane.width_mm = drawn_mm(random);
    lane.speed_mm_per_s = drawn_mm(random);
    for (std::uint32_t values = 3 * count(); values > 0; --values) {
      lane.points_mm.push_back(drawn_mm(random));
    }
    content.lanes.push_back(lane);
  }
  for (std::uint32_t left = count(); left > 0; --left) {
    const auto kind = drawn_enum<OwnedKind>(random, 8);
    content.owned.push_back({kind, random.next()});
  }
  for (std::uint32_t left = count(); left > 0; --left) {
    BorderPoint point;
    point.kind = drawn_enum<BorderKind>(random, 4);
    point.identity = random.next();
    point.other_piece = random.next();
    for (std::int64_t& value : point.values) value = static_cast<std::int64_t>(random.next());
    content.border_points.push_back(point);
  }
  for (std::uint32_t left = count(); left > 0; --left) {
    Warning warning;
    warning.code = drawn_text(random);
    warning.object = drawn_text(random);
    warning.detail = drawn_text(random);
    content.warnings.push_back(warning);
  }
}

Content drawn_content(std::uint64_t seed, std::uint32_t most) {
  base::RandomStream random(seed);
  Content content;
  for (std::uint32_t left = base::draw_index(random.next(), most + 1); left > 0; --left) {
    const std::uint32_t vertices = base::draw_index(random.next(), most + 1);
    content.mesh_pages.push_back(drawn_page(random, vertices, most));
  }
  draw_things(random, most, content);
  draw_records(random, most, content);
  return content;
}

std::vector<std::uint8_t> wire_of(const Content& content) {
  std::vector<std::uint8_t> bytes;
  append_wire(content, bytes);
  return bytes;
}

bool same_warnings(const Content& a, const Content& b) {
  if (a.warnings.size() != b.warnings.size()) return false;
  for (std::size_t index = 0; index < a.warnings.size(); ++index) {
    const Warning& one = a.warnings[index];
    const Warning& other = b.warnings[index];
    if (one.code != other.code || one.object != other.object || one.detail != other.detail) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("content crosses the wire complete: digest, warnings and bytes are the same after") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Content content = drawn_content(seed, seed % 10 == 0 ? 0 : 9);
    const std::vector<std::uint8_t> bytes = wire_of(content);
    const base::Result<Content> read = read_wire(bytes);
    REQUIRE_MESSAGE(read.ok(), "seed ", seed, ": ", base::to_sentence(read.error()));
    CHECK_MESSAGE(digest(read.value()) == digest(content), "a field was lost; seed ", seed);
    CHECK_MESSAGE(same_warnings(read.value(), content), "a warning was lost; seed ", seed);
    CHECK_MESSAGE(wire_of(read.value()) == bytes, "seed ", seed);
  }
}

TEST_CASE("the largest page of the pool crosses, and hardly anything is added to it") {
  base::RandomStream random(5);
  Content content;
  for (int page = 0; page < 3; ++page) {
    content.mesh_pages.push_back(drawn_page(random, k_page_vertices, k_page_indices / 3));
  }
  const std::vector<std::uint8_t> bytes = wire_of(content);
  const base::Result<Content> read = read_wire(bytes);
  REQUIRE(read.ok());
  CHECK(digest(read.value()) == digest(content));
  CHECK(bytes.size() < content.mesh_bytes() + 200);
}

TEST_CASE("content cut at any length is an error") {
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const std::vector<std::uint8_t> bytes = wire_of(drawn_content(seed, 4));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      // A copy of exactly that size, so that a sanitizer sees a read past the end.
      const std::vector<std::uint8_t> cut(bytes.begin(),
                                          bytes.begin() + static_cast<std::ptrdiff_t>(size));
      CHECK_FALSE(read_wire(cut).ok());
    }
    std::vector<std::uint8_t> longer = bytes;
    longer.push_back(0);
    CHECK_FALSE_MESSAGE(read_wire(longer).ok(), "bytes behind the content were not seen");
  }
}

TEST_CASE("content with any byte flipped is an error or content, never a read outside") {
  unsigned refused = 0;
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    std::vector<std::uint8_t> bytes = wire_of(drawn_content(seed, 4));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const unsigned flip : {0x01u, 0x80u, 0xffu}) {
        bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ flip);
        const base::Result<Content> read = read_wire(bytes);
        refused += read.ok() ? 0 : 1;
        if (read.ok()) CHECK(wire_of(read.value()) == bytes);
        bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ flip);
      }
    }
  }
  CHECK(refused > 100);
}

TEST_CASE("what no build gives is refused on the wire") {
  const auto is_refused = [](const Content& content) { return !read_wire(wire_of(content)).ok(); };
  base::RandomStream random(9);
  Content sound;
  sound.mesh_pages.push_back(drawn_page(random, 4, 2));
  sound.instances.emplace_back();
  sound.lanes.emplace_back();
  sound.markers.emplace_back();
  REQUIRE_FALSE(is_refused(sound));

  Content content = sound;
  content.mesh_pages[0].indices[3] = 4;
  CHECK_MESSAGE(is_refused(content), "an index without a vertex");
  content = sound;
  content.mesh_pages[0].indices.pop_back();
  CHECK_MESSAGE(is_refused(content), "half a triangle");
  content = sound;
  content.mesh_pages[0].vertices[1].material = static_cast<Material>(k_material_count);
  CHECK_MESSAGE(is_refused(content), "a material that there is not");
  content = sound;
  content.mesh_pages.push_back(drawn_page(random, k_page_vertices + 1, 1));
  CHECK_MESSAGE(is_refused(content), "a page with more vertices than the pool's");
  content = sound;
  content.mesh_pages.push_back(drawn_page(random, 3, k_page_indices / 3 + 1));
  CHECK_MESSAGE(is_refused(content), "a page with more indices than the pool's");
  content = sound;
  content.instances[0].kind = static_cast<InstanceKind>(k_instance_kind_count);
  CHECK_MESSAGE(is_refused(content), "an instance of no kind");
  content = sound;
  content.markers[0].material = static_cast<Material>(200);
  CHECK_MESSAGE(is_refused(content), "a marker of no material");
  content = sound;
  content.lanes[0].points_mm = {1, 2};
  CHECK_MESSAGE(is_refused(content), "half a point of a lane");
  content = sound;
  content.terrain.samples_per_side = 2;
  content.terrain.heights_mm = {1, 2, 3};
  CHECK_MESSAGE(is_refused(content), "a terrain tile that is no square");
  content = sound;
  content.terrain.samples_per_side = 0x10000;  // its square is 0 in 32 bits
  CHECK_MESSAGE(is_refused(content), "a terrain tile whose size wraps");
}

TEST_CASE("content of another version is refused by name") {
  std::vector<std::uint8_t> bytes = wire_of({});
  bytes[0] = 2;
  const base::Result<Content> read = read_wire(bytes);
  REQUIRE_FALSE(read.ok());
  CHECK(base::to_sentence(read.error()) == "content of another version (version 2): version 1");
}

}  // namespace terrane::content
