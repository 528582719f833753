#include "terrane/city/street_clock.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/side_strip.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
using geo::Vec3;
namespace palette = content::palette;

constexpr double k_behind_kerb_m = 1.1;
constexpr double k_centre_m = 4.1;
constexpr double k_dial_m = 0.52;
constexpr double k_half_thick_m = 0.16;

// A hand as a thin quad on a dial, `angle` clockwise from twelve as its reader sees it.
void hand(SolidKit& kit, double sign, double angle_rad, double length_m, double half_m,
          const Surface& surface) {
  const base::SinCos turn = base::sin_cos(angle_rad);
  // Whoever reads the face that looks along +z has +x on the left.
  const double right = -sign;
  const double z = sign * (k_half_thick_m + 0.035);
  const Vec3 way{right * turn.sin * length_m, turn.cos * length_m, 0};
  const Vec3 wide{right * turn.cos * half_m, -turn.sin * half_m, 0};
  const Vec3 centre{0, k_centre_m, z};
  kit.panel(centre - wide - way * 0.15, centre + wide - way * 0.15, centre + wide + way,
            centre - wide + way, {0, 0, sign}, surface);
}

}  // namespace

void build_street_clock(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                        std::uint64_t key) {
  const SideStrip strip(out, plan, segment, side);
  const double offset_m = std::max(strip.kerb_m().near, strip.kerb_m().far) + k_behind_kerb_m;
  if (offset_m + 1.0 > strip.shallowest_m()) return;
  SolidKit kit =
      SolidKit::on_ground(out, strip.at(0.5, offset_m), strip.along(), k_sidewalk_lift_m);
  const bool green = base::draw_chance(base::hash(key, 131), 0.5);
  const Surface iron =
      solid_surface(Material::Metal, green ? palette::k_leaf_dark : palette::k_metal_dark);
  const Surface gold = solid_surface(Material::Metal, palette::k_paint_yellow);
  const unsigned sides = out.full_detail() ? 8 : 4;
  kit.collide({-0.35, 0, -0.35}, {0.35, 3.6, 0.35});
  kit.box({-0.36, -0.2, -0.36}, {0.36, 0.35, 0.36}, iron);
  kit.drum({0, 0.35, 0}, 0.24, 0.15, 0.7, sides, iron);
  kit.drum({0, 1.05, 0}, 0.1, 0.085, k_centre_m - k_dial_m - 1.05, sides, iron);
  if (out.lod() == 2) {
    kit.box({-k_dial_m, k_centre_m - k_dial_m, -k_half_thick_m},
            {k_dial_m, k_centre_m + k_dial_m, k_half_thick_m}, iron, k_box_all);
    return;
  }
  if (out.full_detail()) {
    kit.drum({0, 1.02, 0}, 0.2, 0.2, 0.07, 8, gold);
    kit.drum({0, k_centre_m - k_dial_m - 0.22, 0}, 0.09, 0.22, 0.2, 8, iron);
  }
  // The case is a drum that lies along the street: a rim of faces, and a dial on either side.
  constexpr unsigned k_rim = 12;
  const double rim_m = k_dial_m + 0.07;
  for (unsigned part = 0; part < k_rim; ++part) {
    const base::SinCos a = base::sin_cos(2.0 * base::k_pi * part / k_rim);
    const base::SinCos b = base::sin_cos(2.0 * base::k_pi * ((part + 1) % k_rim) / k_rim);
    const Vec3 p{a.cos * rim_m, k_centre_m + a.sin * rim_m, 0};
    const Vec3 q{b.cos * rim_m, k_centre_m + b.sin * rim_m, 0};
    const Vec3 back{0, 0, -k_half_thick_m};
    const Vec3 front{0, 0, k_half_thick_m};
    kit.panel(p + back, q + back, q + front, p + front, {a.cos + b.cos, a.sin + b.sin, 0}, iron);
  }
  const Surface dial = solid_surface(Material::Lamp, palette::k_plaster_cream);
  const Surface black = solid_surface(Material::Metal, palette::k_roof_tar);
  const double hours = base::draw_between(base::hash(key, 132), 0.0, 12.0);
  const double hour_rad = hours * (base::k_pi / 6.0);
  const double minute_rad = (hours - std::floor(hours)) * 2.0 * base::k_pi;
  for (const double sign : {-1.0, 1.0}) {
    kit.disc({0, k_centre_m, sign * k_half_thick_m}, rim_m, sign, k_rim, iron);
    kit.disc({0, k_centre_m, sign * (k_half_thick_m + 0.02)}, k_dial_m, sign, k_rim, dial);
    hand(kit, sign, hour_rad, k_dial_m * 0.55, 0.035, black);
    hand(kit, sign, minute_rad, k_dial_m * 0.85, 0.022, black);
    if (!out.full_detail()) continue;
    for (unsigned mark = 0; mark < 12; ++mark) {
      const base::SinCos turn = base::sin_cos(2.0 * base::k_pi * mark / 12.0);
      const double half = mark % 3 == 0 ? 0.028 : 0.016;
      const double from = k_dial_m * 0.84;
      const Vec3 way{turn.sin, turn.cos, 0};
      const Vec3 wide{turn.cos * half, -turn.sin * half, 0};
      const Vec3 centre{0, k_centre_m, sign * (k_half_thick_m + 0.03)};
      kit.panel(centre + way * from - wide, centre + way * from + wide,
                centre + way * (k_dial_m * 0.96) + wide, centre + way * (k_dial_m * 0.96) - wide,
                {0, 0, sign}, black);
    }
  }
  kit.drum({0, k_centre_m + rim_m - 0.03, 0}, 0.16, 0.05, 0.2, sides, iron);
  kit.drum({0, k_centre_m + rim_m + 0.15, 0}, 0.07, 0.0, 0.3, sides, gold);
}

}  // namespace terrane::city
