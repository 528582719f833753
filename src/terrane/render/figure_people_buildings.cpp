// What people build: stone feet, timber frames, steep tiled roofs, banners.
#include <cmath>

#include "terrane/base/trig.h"
#include "terrane/render/figure_looks.h"
#include "terrane/render/figure_meshes.h"

namespace terrane::render {
namespace {

using namespace looks;
using geo::Vec3;

void add_flag(FigureBuilder& to, Vec3 foot, double height, double size) {
  const Vec3 top = foot + Vec3{0, height, 0};
  to.tube(foot, top, 0.05, 0.04, 5, k_wood);
  to.cloth(top + Vec3{0, -0.04, 0}, top + Vec3{0, -0.5 * size, 0},
           top + Vec3{0.8 * size, -0.42 * size, 0.12}, top + Vec3{0.8 * size, -0.1 * size, 0.12},
           k_team);
  to.ball(top, {0.07, 0.07, 0.07}, k_gold);
}

// Hangs on a wall that looks along `out`.
void add_banner(FigureBuilder& to, Vec3 top, Vec3 out, double half, double drop) {
  const Vec3 across = Vec3{-out.z, 0, out.x} * half;
  const Vec3 at = top + out * 0.04;
  const Vec3 down{0, -drop, 0};
  to.cloth(at - across, at - across + down, at + across + down, at + across, k_team);
  to.triangle(at - across + down, at + down + Vec3{0, -0.3 * drop, 0}, at + across + down, k_team);
  to.beam(at - across * 1.15, at + across * 1.15, 0.035, 0.035, k_wood);
}

void add_door(FigureBuilder& to, Vec3 foot, double half, double height) {
  to.box(foot + Vec3{-half - 0.09, 0, -0.07}, foot + Vec3{half + 0.09, height + 0.12, 0.02},
         k_dark_wood);
  to.box(foot + Vec3{-half, 0, -0.1}, foot + Vec3{half, height, 0.02}, k_wood);
  to.box(foot + Vec3{half - 0.16, height * 0.45, -0.13}, foot + Vec3{half - 0.08, height * 0.52, 0},
         k_iron);
}

void add_window(FigureBuilder& to, Vec3 middle, Vec3 out, double half, double height) {
  const Vec3 across = Vec3{-out.z, 0, out.x};
  to.beam(middle + Vec3{0, -height - 0.07, 0}, middle + Vec3{0, height + 0.07, 0}, half + 0.07,
          0.05, k_dark_wood, out);
  to.beam(middle + out * 0.03 + Vec3{0, -height, 0}, middle + out * 0.03 + Vec3{0, height, 0}, half,
          0.045, k_window, out);
  to.beam(middle + out * 0.07 - across * half, middle + out * 0.07 + across * half, 0.022, 0.022,
          k_dark_wood);
}

// Plaster between beams on a stone foot.
void add_timber_walls(FigureBuilder& to, Vec3 half, double foot_m, double top_m) {
  to.box({-half.x - 0.06, 0, -half.z - 0.06}, {half.x + 0.06, foot_m, half.z + 0.06}, k_stone);
  to.box({-half.x, foot_m, -half.z}, {half.x, top_m, half.z}, k_plaster);
  for (const double sx : {-1.0, 1.0}) {
    for (const double sz : {-1.0, 1.0}) {
      to.box({sx * half.x - 0.09, foot_m, sz * half.z - 0.09},
             {sx * half.x + 0.09, top_m, sz * half.z + 0.09}, k_dark_wood);
    }
    to.box({sx * half.x - 0.05, top_m - 0.16, -half.z}, {sx * half.x + 0.05, top_m, half.z},
           k_dark_wood);
    to.box({-half.x, top_m - 0.16, sx * half.z - 0.05}, {half.x, top_m, sx * half.z + 0.05},
           k_dark_wood);
    to.beam({sx * half.x, foot_m, -half.z * 0.9}, {sx * half.x, top_m, -half.z * 0.2}, 0.07, 0.045,
            k_dark_wood, {1, 0, 0});
    to.beam({sx * half.x, foot_m, half.z * 0.9}, {sx * half.x, top_m, half.z * 0.2}, 0.07, 0.045,
            k_dark_wood, {1, 0, 0});
  }
}

void add_merlons(FigureBuilder& to, double half, double y, double z, unsigned count) {
  for (unsigned at = 0; at < count; ++at) {
    const double x = -half + 2.0 * half * at / (count - 1);
    to.box({x - 0.16, y, z - 0.14}, {x + 0.16, y + 0.36, z + 0.14}, k_stone);
  }
}

void add_house(FigureBuilder& to) {
  add_timber_walls(to, {1.18, 0, 1.1}, 0.35, 1.75);
  to.gable({-1.5, 1.55, -1.45}, {1.5, 3.1, 1.45}, false, k_tiles, k_dark_wood, 0.34);
  to.beam({0, 3.12, -1.47}, {0, 3.12, 1.47}, 0.1, 0.05, k_team);
  to.box({0.55, 1.8, 0.35}, {0.95, 3.35, 0.75}, k_stone);
  add_door(to, {-0.35, 0, -1.14}, 0.36, 1.3);
  add_window(to, {0.6, 1.05, -1.12}, {0, 0, -1}, 0.22, 0.25);
  add_window(to, {1.2, 1.05, 0.0}, {1, 0, 0}, 0.22, 0.25);
  add_window(to, {-1.2, 1.05, 0.3}, {-1, 0, 0}, 0.22, 0.25);
  add_banner(to, {0.12, 1.5, -1.2}, {0, 0, -1}, 0.14, 0.55);
}

void add_town_hall(FigureBuilder& to) {
  to.box({-2.4, 0, -2.4}, {2.4, 0.3, 2.4}, k_stone);
  to.box({-2.0, 0.3, -1.5}, {2.0, 2.7, 2.1}, k_pale_stone);
  to.gable({-2.35, 2.5, -1.85}, {2.35, 4.7, 2.45}, true, k_slate, k_pale_stone, 0.36);
  to.beam({-2.36, 4.72, 0.3}, {2.36, 4.72, 0.3}, 0.14, 0.07, k_team);
  // A porch in front, a tower at its corner, buttresses along the sides.
  to.box({-0.95, 0.3, -2.25}, {0.95, 2.3, -1.4}, k_pale_stone);
  to.gable({-1.2, 2.15, -2.45}, {1.2, 3.3, -1.0}, false, k_team_tiles, k_pale_stone, 0.2);
  add_door(to, {0, 0.3, -2.28}, 0.5, 1.55);
  const Vec3 tower{-1.75, 0, -1.65};
  to.block(tower.x, tower.z, 0.2, 4.4, 0.72, 0.72, 0.62, 0.62, k_pale_stone);
  to.block(tower.x, tower.z, 4.3, 4.6, 0.62, 0.62, 0.8, 0.8, k_stone);
  to.pyramid(tower + Vec3{-0.85, 4.6, -0.85}, tower + Vec3{0.85, 6.2, 0.85}, k_team_tiles);
  add_flag(to, tower + Vec3{0, 6.0, 0}, 0.62, 0.85);
  add_window(to, tower + Vec3{0, 3.5, -0.65}, {0, 0, -1}, 0.16, 0.3);
  for (const double side : {-1.0, 1.0}) {
    for (const double z : {-0.6, 0.5, 1.6}) {
      to.block(side * 2.1, z, 0.3, 2.2, 0.26, 0.16, 0.12, 0.14, k_stone);
    }
    add_window(to, {side * 2.01, 1.6, 0.0}, {side, 0, 0}, 0.2, 0.45);
    add_window(to, {side * 2.01, 1.6, 1.1}, {side, 0, 0}, 0.2, 0.45);
  }
  add_banner(to, {1.5, 2.4, -1.5}, {0, 0, -1}, 0.26, 1.1);
  add_banner(to, {2.0, 2.35, -1.1}, {1, 0, 0}, 0.22, 1.0);
}

void add_barracks(FigureBuilder& to) {
  to.box({-1.85, 0, -0.3}, {1.85, 2.2, 1.85}, k_stone);
  to.gable({-2.0, 2.05, -0.55}, {2.0, 3.75, 2.0}, true, k_tiles, k_stone, 0.3);
  to.beam({-2.0, 3.77, 0.73}, {2.0, 3.77, 0.73}, 0.12, 0.06, k_team);
  // Two squat towers before it, a yard between them.
  for (const double side : {-1.0, 1.0}) {
    to.block(side * 1.45, -1.2, 0, 2.75, 0.5, 0.55, 0.46, 0.5, k_stone);
    for (const double x : {-0.32, 0.32}) {
      for (const double z : {-0.36, 0.36}) {
        to.box({side * 1.45 + x - 0.15, 2.7, -1.2 + z - 0.15},
               {side * 1.45 + x + 0.15, 3.1, -1.2 + z + 0.15}, k_stone);
      }
    }
    add_banner(to, {side * 1.45, 2.4, -1.74}, {0, 0, -1}, 0.28, 1.1);
    add_flag(to, {side * 1.45, 2.7, -1.2}, 1.6, 0.75);
  }
  add_door(to, {0, 0, -0.33}, 0.5, 1.6);
  // A rack of spears, and a straw man to strike at.
  to.beam({-0.85, 0.75, -0.6}, {-0.45, 0.75, -0.6}, 0.04, 0.04, k_wood);
  for (int spear = 0; spear < 3; ++spear) {
    const double x = -0.82 + 0.17 * spear;
    to.beam({x, 0, -0.75}, {x, 1.7, -0.5}, 0.025, 0.025, k_wood);
    to.tube({x, 1.7, -0.5}, {x, 1.95, -0.46}, 0.06, 0, 4, k_steel);
  }
  to.beam({0.55, 0, -1.5}, {0.55, 1.35, -1.5}, 0.05, 0.05, k_wood);
  to.ball({0.55, 0.95, -1.5}, {0.2, 0.32, 0.18}, k_straw);
  to.ball({0.55, 1.42, -1.5}, {0.13, 0.14, 0.13}, k_straw);
  to.beam({0.15, 1.1, -1.5}, {0.95, 1.1, -1.5}, 0.05, 0.05, k_straw);
}

void add_workshop(FigureBuilder& to) {
  // A hall that is open in front, on posts.
  to.box({-1.9, 0, -1.9}, {1.9, 0.08, 1.9}, {Material::Plain, palette::k_soil});
  to.box({-1.85, 0, 0.9}, {1.85, 1.9, 1.8}, k_wood);
  for (const double side : {-1.0, 1.0}) {
    for (const double z : {-1.5, -0.3}) {
      to.box({side * 1.75 - 0.1, 0, z - 0.1}, {side * 1.75 + 0.1, 1.95, z + 0.1}, k_dark_wood);
    }
    to.box({side > 0 ? 1.68 : -1.8, 0, -0.3}, {side > 0 ? 1.8 : -1.68, 1.9, 1.0}, k_wood);
  }
  to.gable({-2.0, 1.8, -1.75}, {2.0, 3.3, 1.95}, true, k_slate, k_dark_wood, 0.25);
  to.beam({-2.0, 3.32, 0.1}, {2.0, 3.32, 0.1}, 0.12, 0.06, k_team);
  // Chimney, a great cog on the roof's side, an anvil, half a catapult and its stones.
  to.block(-1.25, 1.25, 1.8, 3.85, 0.36, 0.36, 0.28, 0.28, k_stone);
  to.tube({1.05, 2.55, -1.78}, {1.05, 2.55, -1.6}, 0.52, 0.52, 12, k_iron);
  for (int tooth = 0; tooth < 8; ++tooth) {
    const base::SinCos turn = base::sin_cos(base::k_pi * tooth / 4.0);
    const Vec3 way{turn.cos, turn.sin, 0};
    to.beam(Vec3{1.05, 2.55, -1.69} + way * 0.48, Vec3{1.05, 2.55, -1.69} + way * 0.68, 0.1, 0.09,
            k_iron, {0, 0, 1});
  }
  to.tube({1.05, 2.55, -1.86}, {1.05, 2.55, -1.6}, 0.16, 0.16, 8, k_gold);
  to.block(-0.9, -1.3, 0.08, 0.5, 0.18, 0.18, 0.12, 0.12, k_dark_wood);
  to.block(-0.9, -1.3, 0.5, 0.66, 0.16, 0.12, 0.34, 0.14, k_iron);
  to.beam({0.2, 0.3, -1.7}, {0.9, 0.3, -0.5}, 0.1, 0.1, k_wood);
  to.beam({1.2, 0.3, -1.7}, {0.5, 1.2, -0.9}, 0.07, 0.07, k_wood);
  for (int stone = 0; stone < 3; ++stone) {
    to.ball({-0.3 + 0.34 * stone, 0.22, -0.5}, {0.2, 0.18, 0.2}, k_stone);
  }
  add_banner(to, {-1.3, 1.85, -1.78}, {0, 0, -1}, 0.24, 0.85);
}

void add_tower(FigureBuilder& to) {
  to.tube({0, 0, 0}, {0, 0.6, 0}, 0.98, 0.86, 10, k_stone);
  to.tube({0, 0.55, 0}, {0, 3.7, 0}, 0.80, 0.66, 10, k_pale_stone);
  to.tube({0, 3.6, 0}, {0, 4.0, 0}, 0.68, 0.95, 10, k_stone);
  to.tube({0, 4.0, 0}, {0, 4.12, 0}, 0.95, 0.95, 10, k_stone);
  for (int at = 0; at < 8; ++at) {
    const base::SinCos turn = base::sin_cos(base::k_pi * at / 4.0);
    const Vec3 foot{turn.cos * 0.8, 4.1, turn.sin * 0.8};
    to.block(foot.x, foot.z, 4.1, 4.45, 0.16, 0.16, 0.15, 0.15, k_stone);
  }
  // The frost in its head.
  to.tube({0, 4.1, 0}, {0, 4.75, 0}, 0.12, 0.3, 6, k_frost);
  to.tube({0, 4.75, 0}, {0, 5.6, 0}, 0.3, 0, 6, k_frost);
  add_door(to, {0, 0, -0.92}, 0.3, 1.15);
  add_window(to, {0, 2.5, -0.74}, {0, 0, -1}, 0.1, 0.26);
  for (const double side : {-1.0, 1.0}) {
    add_banner(to, {side * 0.72, 3.4, 0}, {side, 0, 0}, 0.28, 1.3);
  }
  add_banner(to, {0, 3.5, 0.72}, {0, 0, 1}, 0.28, 1.3);
}

void add_wall(FigureBuilder& to) {
  to.block(0, 0, 0, 1.75, 1.0, 0.82, 1.0, 0.68, k_stone);
  to.box({-1.0, 1.72, -0.8}, {1.0, 1.9, 0.8}, k_pale_stone);
  add_merlons(to, 0.8, 1.88, -0.66, 3);
  add_merlons(to, 0.8, 1.88, 0.66, 3);
  to.box({-0.98, 1.2, -0.79}, {0.98, 1.36, -0.7}, k_team);
  to.box({-0.98, 1.2, 0.7}, {0.98, 1.36, 0.79}, k_team);
}

void add_gate(FigureBuilder& to) {
  for (const double side : {-1.0, 1.0}) {
    to.block(side * 1.5, 0, 0, 3.1, 0.5, 1.0, 0.46, 0.92, k_stone);
    to.box({side * 1.5 - 0.52, 3.05, -1.0}, {side * 1.5 + 0.52, 3.25, 1.0}, k_pale_stone);
    for (const double z : {-0.8, 0.0, 0.8}) {
      to.box({side * 1.5 - 0.5, 3.2, z - 0.18}, {side * 1.5 - 0.2, 3.6, z + 0.18}, k_stone);
      to.box({side * 1.5 + 0.2, 3.2, z - 0.18}, {side * 1.5 + 0.5, 3.6, z + 0.18}, k_stone);
    }
    add_banner(to, {side * 1.5, 2.7, -1.0}, {0, 0, -1}, 0.26, 1.2);
    add_banner(to, {side * 1.5, 2.7, 1.0}, {0, 0, 1}, 0.26, 1.2);
  }
  to.box({-1.1, 2.25, -0.7}, {1.1, 2.95, 0.7}, k_stone);
  add_merlons(to, 0.8, 2.93, -0.56, 3);
  add_merlons(to, 0.8, 2.93, 0.56, 3);
  to.box({-0.4, 2.4, -0.78}, {0.4, 2.85, -0.68}, k_team);
  to.box({-0.4, 2.4, 0.68}, {0.4, 2.85, 0.78}, k_team);
  to.begin_part(FigurePart::Leaf);
  for (int bar = -3; bar <= 3; ++bar) {
    to.box({0.28 * bar - 0.05, 0.05, -0.05}, {0.28 * bar + 0.05, 2.3, 0.05}, k_iron);
  }
  for (const double y : {0.5, 1.1, 1.7})
    to.box({-1.0, y, -0.07}, {1.0, y + 0.1, 0.07}, k_dark_wood);
  to.end_part();
}

}  // namespace

void model_people_building(FigureBuilder& to, FigureMesh mesh) {
  switch (mesh) {
    case FigureMesh::PeopleTownHall:
      return add_town_hall(to);
    case FigureMesh::PeopleBarracks:
      return add_barracks(to);
    case FigureMesh::PeopleWorkshop:
      return add_workshop(to);
    case FigureMesh::PeopleTower:
      return add_tower(to);
    case FigureMesh::PeopleWall:
      return add_wall(to);
    case FigureMesh::PeopleGate:
      return add_gate(to);
    default:
      return add_house(to);
  }
}

}  // namespace terrane::render
