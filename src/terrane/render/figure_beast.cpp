#include "terrane/render/figure_beast.h"

#include "terrane/render/figure_meshes.h"

namespace terrane::render {

using namespace looks;
using geo::Vec3;

void add_beast(FigureBuilder& to, const Beast& beast) {
  const double belly = beast.back_m - 2.0 * beast.half_m;
  to.block(0, 0, belly, beast.back_m, beast.half_m * 0.85, beast.length_m * 0.95,
           beast.half_m * 0.75, beast.length_m * 0.92, beast.coat);
  to.block(0, 0, belly + 0.12 * beast.back_m, beast.back_m - 0.08, beast.half_m * 1.08,
           beast.length_m, beast.half_m, beast.length_m * 0.97, beast.coat);
  for (int leg = 0; leg < 4; ++leg) {
    const double side = leg % 2 == 0 ? -1.0 : 1.0;
    const double z = leg < 2 ? -beast.length_m * 0.78 : beast.length_m * 0.78;
    to.begin_part((leg == 0 || leg == 3) ? FigurePart::LeftLeg : FigurePart::RightLeg,
                  {0, belly + 0.15, z});
    to.block(side * beast.half_m * 0.7, z, 0.1, belly + 0.2, beast.leg_m * 0.8, beast.leg_m * 0.8,
             beast.leg_m * 1.5, beast.leg_m * 2.0, beast.coat);
    to.block(side * beast.half_m * 0.7, z - 0.02, 0, 0.14, beast.leg_m * 1.1, beast.leg_m * 1.3,
             beast.leg_m * 0.85, beast.leg_m, k_black);
  }
  to.end_part();
  const Vec3 root{0, beast.back_m - beast.half_m * 0.7, -beast.length_m * 0.85};
  const Vec3 poll = root + Vec3{0, beast.neck_m, -beast.neck_lean_m};
  to.beam(root, poll, beast.half_m * 0.6, beast.half_m * 0.75, beast.coat, {0, 0, 1});
  to.beam(root + Vec3{0, 0.1, 0.1}, poll + Vec3{0, 0.06, 0.08}, 0.05, 0.1, beast.mane, {0, 0, 1});
  const Vec3 nose = poll + Vec3{0, -beast.snout_m * 0.55, -beast.snout_m};
  to.beam(poll + Vec3{0, 0.02, 0.1}, nose, beast.half_m * 0.5, beast.half_m * 0.48, beast.coat);
  for (const double side : {-1.0, 1.0}) {
    to.tube(poll + Vec3{side * 0.09, 0.06, 0.05}, poll + Vec3{side * 0.13, 0.24, 0.05}, 0.05, 0, 4,
            beast.coat);
  }
  to.beam({0, beast.back_m - 0.08, beast.length_m * 0.95},
          {0, beast.back_m - 0.55 * beast.neck_m - 0.1, beast.length_m * 1.35}, 0.07, 0.09,
          beast.mane);
}

Beast wolf_of(double size) {
  Beast wolf{{Material::Foliage, cube(2, 2, 2), FigureTint::Own, 1.0},
             {Material::Foliage, cube(1, 1, 1), FigureTint::Own, 1.0}};
  wolf.back_m = 0.86 * size;
  wolf.length_m = 0.66 * size;
  wolf.half_m = 0.22 * size;
  wolf.leg_m = 0.07 * size;
  wolf.neck_m = 0.26 * size;
  wolf.neck_lean_m = 0.3 * size;
  wolf.snout_m = 0.34 * size;
  return wolf;
}

void model_animal(FigureBuilder& to, FigureMesh mesh) {
  if (mesh == FigureMesh::Wolf) {
    add_beast(to, wolf_of(1.0));
    return;
  }
  Beast deer{{Material::Foliage, cube(4, 2, 1), FigureTint::Own, 1.0},
             {Material::Foliage, cube(5, 4, 3), FigureTint::Own, 1.0}};
  deer.back_m = 1.0;
  deer.length_m = 0.56;
  deer.half_m = 0.19;
  deer.leg_m = 0.05;
  deer.neck_m = 0.42;
  deer.neck_lean_m = 0.24;
  deer.snout_m = 0.26;
  add_beast(to, deer);
  for (const double side : {-1.0, 1.0}) {
    const Vec3 root{side * 0.06, 1.34, -0.66};
    const Vec3 fork = root + Vec3{side * 0.18, 0.24, 0.1};
    to.beam(root, fork, 0.025, 0.025, k_bone);
    to.beam(fork, fork + Vec3{side * 0.06, 0.22, -0.04}, 0.02, 0.02, k_bone);
    to.beam(fork, fork + Vec3{side * 0.16, 0.1, -0.16}, 0.02, 0.02, k_bone);
  }
}

}  // namespace terrane::render
