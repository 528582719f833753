// The compact vertex, 24 bytes: everything a surface needs to be drawn, in integers, so that two
// builds agree bit for bit and no value depends on a float format. The article's was 15 floats, 60
// bytes.
#pragma once

#include <cstdint>
#include <type_traits>

namespace terrane::content {

// What a surface is made of; the shader knows how each looks. The comment says what u and v mean.
enum class Material : std::uint8_t {
  Plain = 0,    // the palette colour alone; u, v unused
  Asphalt = 1,  // street frame: u along the road in cm, v across it in cm (0 = centre, right is +)
  Paving = 2,   // sidewalks and squares, slabs in world space; u, v unused
  Grass = 3,    // lawns, meadows, parks; u, v unused
  Soil = 4,     // bare earth, fields, sand; u, v unused
  Facade = 5,   // a wall with windows: u along the wall in cm, v above the wall's foot in cm;
                // variant is the facade style (FacadeStyle), half_width_dm the storey height in dm,
                // flags the hash that lights and dresses its windows
  Roof = 6,     // roof covering; u, v unused
  Water = 7,    // still or flowing water; u, v unused
  Foliage = 8,  // leaves
  Bark = 9,     // trunks
  Metal = 10,   // railings, lamp posts
  Stone = 11,   // kerbs, plinths, cornices, parapets
  Lamp = 12,    // shines at night
  Paint = 13,   // road paint as geometry: crosswalks, stop lines
};
inline constexpr unsigned k_material_count = 14;

// Vertex::variant of Material::Facade.
enum class FacadeStyle : std::uint8_t {
  Blank = 0,        // wall without windows
  Masonry = 1,      // upright windows in a wall
  Curtain = 2,      // glass from floor to floor with mullions
  Ribbon = 3,       // bands of windows
  Residential = 4,  // wide windows and balcony doors
  Shopfront = 5,    // tall glass on the ground floor, masonry above
  Industrial = 6,   // few small windows high up
};
inline constexpr unsigned k_facade_style_count = 7;

// Vertex::variant of Material::Asphalt.
enum class RoadPaint : std::uint8_t {
  None = 0,  // no markings: paths, pads, service roads
  CentreDashes = 1,
  CentreAndLanes = 2,
  OneWayLanes = 3,
  EdgeLines = 4,  // motorways: edge lines and lane dashes
};

// Vertex::flags of the ground materials (Asphalt, Paving, Grass, Soil, Water, Paint): which lies on
// which. The vertex shader pulls a higher layer towards the eye by a bias that grows with distance,
// so that sheets a few millimetres apart never fight; near the eye their real heights decide.
inline constexpr std::uint8_t k_ground_layer_base = 0;
inline constexpr std::uint8_t k_ground_layer_land_cover = 2;
inline constexpr std::uint8_t k_ground_layer_water = 4;
inline constexpr std::uint8_t k_ground_layer_path = 6;
inline constexpr std::uint8_t k_ground_layer_road = 8;
inline constexpr std::uint8_t k_ground_layer_paint = 10;

struct Vertex {
  std::int32_t x_mm = 0;  // position in the piece's frame
  std::int32_t y_mm = 0;
  std::int32_t z_mm = 0;
  std::int8_t normal_u = 0;  // octahedral unit normal, -127 … 127 (octahedral.h)
  std::int8_t normal_v = 0;
  std::uint8_t palette = 0;  // index into the palette (palette.h)
  Material material = Material::Plain;
  std::uint8_t variant = 0;      // meaning set by the material
  std::uint8_t occlusion = 255;  // baked ambient light: 0 dark, 255 open sky
  std::int16_t u_cm = 0;         // street frame or facade frame, by material; wraps
  std::int16_t v_cm = 0;
  std::uint8_t half_width_dm = 0;  // the road's half-width, or by material
  std::uint8_t flags = 0;  // facades: window hash; ground materials (k_ground_layer_*): layer

  friend constexpr bool operator==(const Vertex&, const Vertex&) = default;
};

static_assert(sizeof(Vertex) == 24 && std::is_trivially_copyable_v<Vertex>,
              "the GPU reads vertices as 24 bytes without padding");

}  // namespace terrane::content
