// Models figures from boxes, tubes and balls that are closed, so that they may be drawn with back
// faces left out. Each shape belongs to a part that the vertex shader moves (shaders/figure.glsl).
// Owner thread. Deterministic.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/content/content.h"
#include "terrane/geo/vec3.h"

namespace terrane::render {

// How a vertex moves; Vertex::half_width_dm.
enum class FigurePart : std::uint8_t {
  Fixed = 0,
  LeftLeg = 1,  // swing about their pivot with the stride
  RightLeg = 2,
  LeftArm = 3,
  RightArm = 4,  // strikes
  Wheel = 5,     // rolls about its pivot
  SteeredWheel = 6,
  Sack = 7,            // there only when something is carried
  Leaf = 8,            // of a gate: rises
  BrakeLamp = 9,       // shines with the action
  Beam = 10,           // of a catapult: thrown over about its pivot
  AimingArm = 11,      // held level during the action
  SteeringWheel = 12,  // turns in its own plane
};

// Where a vertex's colour comes from; Vertex::variant.
enum class FigureTint : std::uint8_t { Own = 0, Team = 1, Glow = 2, Clothes = 3 };

// The look of a shape. Of materials, Facade is glass here, Foliage is thatch and fur.
struct FigureLook {
  content::Material material = content::Material::Plain;
  std::uint8_t colour = 0;  // of the palette; Team and Clothes multiply it
  FigureTint tint = FigureTint::Own;
  double occlusion = 1;
};

class FigureBuilder {
 public:
  explicit FigureBuilder(unsigned level) : level_(level) {}
  // 0 near, 1 far away: fewer sides, and what is small is left out by whoever models.
  bool is_near() const { return level_ == 0; }

  // One mesh of all that was built; 16-bit indices bound it.
  content::MeshPage take() const;

  // What follows is turned by `yaw` (to the left), scaled and moved so, until the next call.
  void stand(geo::Vec3 at, double yaw_rad = 0, double scale = 1);
  // What follows belongs to `part`, which turns about a line from left to right through `pivot`.
  void begin_part(FigurePart part, geo::Vec3 pivot = {});
  void end_part() { begin_part(FigurePart::Fixed); }

  void box(geo::Vec3 low, geo::Vec3 high, const FigureLook& look);
  // A box whose upper side is another size: half sides below and above, upright over (x, z).
  void block(double x, double z, double low_y, double high_y, double low_half_x, double low_half_z,
             double high_half_x, double high_half_z, const FigureLook& look);
  // A straight bar between two points; `flat` is half its thickness along `hint`, `half` across.
  void beam(geo::Vec3 from, geo::Vec3 to, double half, double flat, const FigureLook& look,
            geo::Vec3 hint = {0, 1, 0});
  // Round, with lids; a radius of 0 is a point.
  void tube(geo::Vec3 from, geo::Vec3 to, double from_radius, double to_radius, unsigned sides,
            const FigureLook& look);
  void ball(geo::Vec3 middle, geo::Vec3 radii, const FigureLook& look);
  // A roof with its ridge along z (or x), eaves at low.y; `wall` closes its gables.
  void gable(geo::Vec3 low, geo::Vec3 high, bool ridge_along_x, const FigureLook& roof,
             const FigureLook& wall, double gable_inset = 0.15);
  void pyramid(geo::Vec3 low, geo::Vec3 high, const FigureLook& roof);
  // A cloth that is seen from both sides; corners in order.
  void cloth(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, geo::Vec3 d, const FigureLook& look);
  // Flat faces, counter-clockwise from outside.
  void triangle(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, const FigureLook& look);
  void quad(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c, geo::Vec3 d, const FigureLook& look);

 private:
  geo::Vec3 placed(geo::Vec3 point) const;
  geo::Vec3 turned(geo::Vec3 direction) const;
  content::Vertex vertex(geo::Vec3 point, geo::Vec3 normal, const FigureLook& look) const;
  void add(const std::vector<content::Vertex>& vertices, const std::vector<unsigned>& indices);

  unsigned level_;
  std::vector<content::Vertex> vertices_;
  std::vector<std::uint16_t> indices_;
  geo::Vec3 at_;
  double cos_ = 1;
  double sin_ = 0;
  double scale_ = 1;
  FigurePart part_ = FigurePart::Fixed;
  geo::Vec3 pivot_;
};

}  // namespace terrane::render
