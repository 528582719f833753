#include "terrane/city/street_signal.h"

#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"

namespace terrane::city {

namespace palette = content::palette;
using content::Material;

void build_street_signal(PieceWriter& out, PlanePoint pole, PlaneVector travel, double reach_m) {
  SolidKit kit = SolidKit::on_ground(out, pole, travel, k_sidewalk_lift_m);
  kit.collide({-0.15, 0, -0.15}, {0.15, 3.0, 0.15});
  if (out.lod() == 2) return;
  const Surface metal = solid_surface(Material::Metal, palette::k_metal_dark);
  kit.box({-0.09, -0.2, -0.09}, {0.09, 5.95, 0.09}, metal, k_box_ends | k_box_sides | k_box_top);
  kit.box({-reach_m, 5.7, -0.06}, {0.09, 5.84, 0.06}, metal, k_box_all);
  if (!out.full_detail()) return;
  kit.box({-0.16, -0.1, -0.16}, {0.16, 0.5, 0.16}, metal);
  constexpr std::uint8_t k_lamps[] = {palette::k_leaf_green, palette::k_paint_yellow,
                                      palette::k_brick_red};
  // A large head over the lanes and a small one on the pole.
  const double heads[2][3] = {{-reach_m + 0.35, 4.75, 1.0}, {0.0, 2.7, 0.8}};
  for (const auto& head : heads) {
    const double x = head[0];
    const double y = head[1];
    const double size = head[2];
    const double back = x == 0.0 ? -0.09 : 0.1;
    kit.box({x - 0.2 * size, y, back - 0.3 * size}, {x + 0.2 * size, y + 1.03 * size, back}, metal,
            k_box_all);
    const double front = back - 0.3 * size - 0.01;
    for (unsigned lamp = 0; lamp < 3; ++lamp) {
      const Surface light = solid_surface(Material::Lamp, k_lamps[lamp]);
      kit.disc({x, y + (0.2 + lamp * 0.31) * size, front}, 0.12 * size, -1.0, 6, light);
    }
  }
}

}  // namespace terrane::city
