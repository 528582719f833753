// What a build returns: everything of one piece, relative to the piece's frame, in integers.
// Plain data: filled by a provider, digested, committed by the streamer, drawn, driven on. A build
// owns its Content; after publication it is immutable.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terrane/content/vertex.h"

namespace terrane::content {

// A page of mesh is what the GPU pool hands out: geometry that stands alone, with indices into its
// own vertices. How a mesh was cut into pages is part of the content, since the writer cuts
// deterministically.
inline constexpr unsigned k_page_vertices = 256;
inline constexpr unsigned k_page_indices = 512;

struct BoundsMm {
  std::int32_t min_mm[3] = {INT32_MAX, INT32_MAX, INT32_MAX};
  std::int32_t max_mm[3] = {INT32_MIN, INT32_MIN, INT32_MIN};
  bool empty() const { return min_mm[0] > max_mm[0]; }
  void include(std::int32_t x_mm, std::int32_t y_mm, std::int32_t z_mm);
  void include(const BoundsMm& other);
  friend bool operator==(const BoundsMm&, const BoundsMm&) = default;
};

struct MeshPage {
  std::vector<Vertex> vertices;  // at most k_page_vertices
  std::vector<std::uint16_t>
      indices;  // triangles, counter-clockwise from outside; <= k_page_indices
  BoundsMm bounds;
};

// Things drawn many times from one mesh that the renderer holds.
enum class InstanceKind : std::uint8_t {
  BroadleafTree = 0,
  ConiferTree = 1,
  StreetLamp = 2,
  Bench = 3,
  Hydrant = 4,
  Bush = 5,
  StreetSign = 6,  // two name boards on a post, the lower one looking along its heading
  Bollard = 7,
};
inline constexpr unsigned k_instance_kind_count = 8;

struct Instance {
  std::int32_t x_mm = 0;  // where it stands, in the piece's frame
  std::int32_t y_mm = 0;
  std::int32_t z_mm = 0;
  std::uint16_t heading_turn16 = 0;  // 65,536ths of a turn, 0 north, growing to the left
  std::uint16_t scale_256 = 256;     // 256 = as modelled
  InstanceKind kind = InstanceKind::BroadleafTree;
  std::uint8_t palette = 0;  // tint
  std::uint16_t variant = 0;
};
static_assert(sizeof(Instance) == 20);

// An upright box that things bump into: axis along its heading.
struct Collider {
  std::int32_t x_mm = 0;  // centre
  std::int32_t y_mm = 0;  // bottom
  std::int32_t z_mm = 0;
  std::int32_t half_along_mm = 0;
  std::int32_t half_across_mm = 0;
  std::int32_t height_mm = 0;
  std::uint16_t heading_turn16 = 0;
};

// A regular grid of ground heights over the piece's square, row by row from the north-west.
struct TerrainTile {
  std::uint32_t samples_per_side = 0;  // 0 = none
  std::int32_t spacing_mm = 0;
  std::int32_t west_mm = 0;   // of the first sample, in the piece's frame
  std::int32_t north_mm = 0;  // its z
  std::vector<std::int32_t> heights_mm;
};

// Paint on the ground that is not a mesh: a quadratic Bezier band.
struct GroundMarker {
  std::int32_t x_mm[3] = {0, 0, 0};
  std::int32_t z_mm[3] = {0, 0, 0};
  std::int32_t half_width_mm = 0;
  Material material = Material::Asphalt;
  std::uint8_t palette = 0;
  std::uint8_t variant = 0;
};

enum class LabelKind : std::uint8_t { Street, Place, Building };

struct Label {
  std::int32_t x_mm = 0;
  std::int32_t y_mm = 0;
  std::int32_t z_mm = 0;
  std::uint16_t heading_turn16 = 0;  // reading direction
  LabelKind kind = LabelKind::Street;
  std::string text;  // UTF-8, as the source gives it: never trusted as markup
};

// A stretch of one lane, from its first point to its last; ends join by identity.
struct LanePiece {
  std::uint64_t from_key = 0;
  std::uint64_t to_key = 0;
  std::int32_t width_mm = 0;
  std::int32_t speed_mm_per_s = 0;
  std::vector<std::int32_t> points_mm;  // x, y, z triples in the piece's frame
};

// Ownership and shared borders, so that agreement can be checked on any world: numbers are
// frame-free where the world has a frame-free form (map: 1e-7 degrees), else millimetres of the
// world plane.
enum class OwnedKind : std::uint8_t { Building, Road, Area, Tree, Label, Junction, Segment, Lot };

struct OwnedObject {
  OwnedKind kind = OwnedKind::Building;
  std::uint64_t id = 0;  // unique within its kind
  friend bool operator==(const OwnedObject&, const OwnedObject&) = default;
};

enum class BorderKind : std::uint8_t { Station, TerrainEdge, RoadEdge, WaterOutline };

// A point that two pieces share. Both name it by the same identity and must give the same values.
struct BorderPoint {
  BorderKind kind = BorderKind::RoadEdge;
  std::uint64_t identity = 0;     // of the shared thing: way and place on it, edge and station
  std::uint64_t other_piece = 0;  // key of the piece that shares it
  std::int64_t values[4] = {0, 0, 0, 0};
  friend bool operator==(const BorderPoint&, const BorderPoint&) = default;
};

// A remark on the input: the object was left out or repaired, and why.
struct Warning {
  std::string code;    // snake_case, stable: "node_missing", "height_absurd"
  std::string object;  // "way 17"
  std::string detail;  // a sentence
};

struct Content {
  std::vector<MeshPage> mesh_pages;
  std::vector<Instance> instances;
  std::vector<Collider> colliders;
  TerrainTile terrain;
  std::vector<GroundMarker> markers;
  std::vector<Label> labels;
  std::vector<LanePiece> lanes;
  std::vector<OwnedObject> owned;
  std::vector<BorderPoint> border_points;
  std::vector<Warning>
      warnings;  // not part of the digest: they speak of the input, not of the piece

  BoundsMm bounds() const;  // of meshes and instances
  std::size_t vertex_count() const;
  std::size_t triangle_count() const;
  std::size_t mesh_bytes() const;  // vertices and indices used
  // Bytes held in memory beside the mesh pages, which move to the GPU.
  std::size_t side_bytes() const;
};

// Equal when every field of two contents is (warnings aside); see base/digest.h.
std::uint64_t digest(const Content& content);

}  // namespace terrane::content
