// Beasts on four legs, ridden or wild: one body whose measures make a horse, a wolf or a deer of
// it.
#pragma once

#include "terrane/render/figure_looks.h"

namespace terrane::render {

// As it stands here it is a horse.
struct Beast {
  FigureLook coat;
  FigureLook mane;
  double back_m = 1.25;
  double length_m = 0.85;  // half of the trunk's
  double half_m = 0.27;
  double leg_m = 0.08;
  double neck_m = 0.75;
  double neck_lean_m = 0.45;
  double snout_m = 0.42;
};

void add_beast(FigureBuilder& to, const Beast& beast);
Beast wolf_of(double size);

}  // namespace terrane::render
