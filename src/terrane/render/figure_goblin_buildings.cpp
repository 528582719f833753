// What goblins build: mud domes, hides over crooked poles, tusks and stakes, fires.
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/render/figure_looks.h"
#include "terrane/render/figure_meshes.h"

namespace terrane::render {
namespace {

using namespace looks;
using geo::Vec3;

constexpr FigureLook k_earth{Material::Plain, palette::k_soil, FigureTint::Own, 0.9};

void add_pennant(FigureBuilder& to, Vec3 foot, double height, double size) {
  const Vec3 top = foot + Vec3{0.08, height, 0};
  to.beam(foot, top, 0.045, 0.045, k_dark_wood);
  const Vec3 low = top + Vec3{0, -0.6 * size, 0};
  const Vec3 tip = top + Vec3{0.95 * size, -0.3 * size, 0.15};
  to.triangle(top, low, tip, k_team);
  to.triangle(low, top, tip, k_team);
  to.ball(top + Vec3{0, 0.08, 0}, {0.1, 0.11, 0.1}, k_bone);
}

// A tusk out of the ground that bends inwards.
void add_tusk(FigureBuilder& to, Vec3 foot, Vec3 out, double height) {
  const Vec3 elbow = foot + out * (0.28 * height) + Vec3{0, 0.5 * height, 0};
  to.tube(foot + Vec3{0, -0.1, 0}, elbow, 0.11 * height, 0.085 * height, 6, k_bone);
  to.tube(elbow, elbow + Vec3{0, 0.5 * height, 0} - out * (0.16 * height), 0.085 * height, 0, 6,
          k_bone);
}

void add_stake(FigureBuilder& to, Vec3 foot, double height, double radius, std::uint64_t key) {
  const double lean_x = base::draw_between(base::hash(key, 1), -0.07, 0.07);
  const double lean_z = base::draw_between(base::hash(key, 2), -0.07, 0.07);
  const double tall = height * base::draw_between(base::hash(key, 3), 0.88, 1.06);
  const Vec3 neck = foot + Vec3{lean_x * tall, tall - 2.2 * radius, lean_z * tall};
  to.tube(foot, neck, radius, radius * 0.9, 6, k_wood);
  to.tube(neck, neck + Vec3{lean_x, 2.4 * radius, lean_z}, radius * 0.9, 0, 6,
          {Material::Bark, cube(4, 3, 2)});
}

// A dome of mud on a ring, open on top by `smoke`.
void add_dome(FigureBuilder& to, Vec3 foot, double radius, double height, const FigureLook& look) {
  to.tube(foot, foot + Vec3{0, 0.45 * height, 0}, radius, 0.93 * radius, 12, look);
  to.tube(foot + Vec3{0, 0.45 * height, 0}, foot + Vec3{0, 0.8 * height, 0}, 0.93 * radius,
          0.58 * radius, 12, look);
  to.tube(foot + Vec3{0, 0.8 * height, 0}, foot + Vec3{0, height, 0}, 0.58 * radius, 0.14 * radius,
          12, look);
}

// A tent of hides over poles that cross above it.
void add_tent(FigureBuilder& to, Vec3 middle, double half_x, double half_z, double height) {
  const Vec3 front{middle.x, height, middle.z - half_z};
  const Vec3 back{middle.x, height, middle.z + half_z};
  for (const double side : {-1.0, 1.0}) {
    const Vec3 low_front{middle.x + side * half_x, 0, middle.z - half_z};
    const Vec3 low_back{middle.x + side * half_x, 0, middle.z + half_z};
    side > 0 ? to.cloth(low_back, low_front, front, back, k_hide)
             : to.cloth(low_front, low_back, back, front, k_hide);
    for (const double end : {-1.0, 1.0}) {
      const Vec3 foot{middle.x + side * (half_x + 0.05), 0, middle.z + end * half_z};
      const Vec3 top{middle.x - side * 0.2, height + 0.4, middle.z + end * half_z};
      to.beam(foot, top, 0.05, 0.05, k_dark_wood);
    }
    // A stripe says whose it is.
    const Vec3 lift{side * 0.012, 0.012, 0};
    const auto on = [&](double share, double end) {
      return Vec3{middle.x + side * half_x * (1 - share), height * share,
                  middle.z + end * half_z * 1.002} +
             lift;
    };
    side > 0 ? to.quad(on(0.42, 1), on(0.42, -1), on(0.7, -1), on(0.7, 1), k_team)
             : to.quad(on(0.42, -1), on(0.42, 1), on(0.7, 1), on(0.7, -1), k_team);
  }
  to.cloth({middle.x - half_x, 0, middle.z + half_z * 0.94},
           {middle.x + half_x, 0, middle.z + half_z * 0.94}, back, back, k_mud);
  to.cloth({middle.x + half_x, 0, middle.z - half_z * 0.8},
           {middle.x - half_x, 0, middle.z - half_z * 0.8}, front + Vec3{0, -0.02, 0.2 * half_z},
           front + Vec3{0, -0.02, 0.2 * half_z}, k_black);
}

void add_campfire(FigureBuilder& to, Vec3 foot, double size) {
  for (int stone = 0; stone < 6; ++stone) {
    const base::SinCos turn = base::sin_cos(base::k_pi * stone / 3.0);
    to.ball(foot + Vec3{turn.cos * 0.36 * size, 0.06, turn.sin * 0.36 * size},
            {0.13 * size, 0.11 * size, 0.13 * size}, k_stone);
  }
  to.tube(foot, foot + Vec3{0, 0.6 * size, 0}, 0.22 * size, 0, 6, k_fire);
  to.tube(foot + Vec3{0.1 * size, 0, 0.06}, foot + Vec3{0.16 * size, 0.42 * size, 0.08},
          0.13 * size, 0, 5, {Material::Lamp, cube(5, 4, 1), FigureTint::Glow});
}

void add_skull(FigureBuilder& to, Vec3 middle, double size) {
  to.ball(middle, {0.2 * size, 0.2 * size, 0.19 * size}, k_bone);
  to.box(middle + Vec3{-0.11, -0.3, -0.2} * size, middle + Vec3{0.11, -0.1, 0} * size, k_bone);
  for (const double side : {-1.0, 1.0}) {
    to.ball(middle + Vec3{side * 0.085, 0.0, -0.16} * size,
            {0.055 * size, 0.06 * size, 0.05 * size}, k_black);
    to.tube(middle + Vec3{side * 0.16, 0.08, 0} * size, middle + Vec3{side * 0.46, 0.34, 0} * size,
            0.07 * size, 0, 5, k_bone);
  }
}

void add_hovel(FigureBuilder& to) {
  add_dome(to, {0, 0, 0.1}, 1.25, 1.75, k_mud);
  to.tube({0, 1.4, 0.1}, {0, 2.0, 0.1}, 0.75, 0.1, 10, k_straw);
  // A mouth of a door under a hide.
  to.block(0, -1.05, 0, 1.25, 0.55, 0.35, 0.42, 0.28, k_mud);
  to.box({-0.32, 0, -1.42}, {0.32, 0.95, -1.32}, k_black);
  to.cloth({-0.5, 1.2, -1.42}, {-0.4, 0.35, -1.46}, {-0.08, 0.5, -1.46}, {0.5, 1.2, -1.42}, k_team);
  add_skull(to, {0, 1.42, -1.32}, 0.9);
  add_pennant(to, {0.5, 1.4, 0.5}, 1.2, 0.6);
  to.tube({0, 1.16, 0.1}, {0, 1.3, 0.1}, 0.96, 0.9, 12, k_team);
  for (int stone = 0; stone < 5; ++stone) {
    const base::SinCos turn = base::sin_cos(0.5 + 0.62 * stone);
    to.ball({turn.cos * 1.3, 0.08, turn.sin * 1.3}, {0.17, 0.13, 0.17}, k_stone);
  }
}

void add_great_pit(FigureBuilder& to) {
  to.tube({0, 0, 0}, {0, 0.35, 0}, 2.45, 2.15, 14, k_earth);
  add_dome(to, {0, 0.3, 0.5}, 1.75, 2.3, k_mud);
  to.tube({0, 1.9, 0.5}, {0, 2.95, 0.5}, 1.25, 0.25, 10, k_hide);
  to.tube({0, 1.78, 0.5}, {0, 1.98, 0.5}, 1.34, 1.22, 12, k_team);
  // The pit before the door glows; tusks stand around it all.
  to.tube({0, 0.3, -1.45}, {0, 0.42, -1.45}, 0.72, 0.68, 10, k_stone);
  to.tube({0, 0.42, -1.45}, {0, 0.45, -1.45}, 0.52, 0.5, 10, k_fire);
  to.block(0, -0.95, 0.3, 1.7, 0.75, 0.4, 0.55, 0.3, k_mud);
  to.box({-0.42, 0.35, -1.37}, {0.42, 1.3, -1.26}, k_black);
  add_skull(to, {0, 1.95, -1.2}, 1.7);
  for (int at = 0; at < 9; ++at) {
    const double angle = -0.5 * base::k_pi + 0.66 + at * (2 * base::k_pi - 1.32) / 8.0;
    const base::SinCos turn = base::sin_cos(angle);
    const Vec3 out{turn.cos, 0, turn.sin};
    add_tusk(to, out * 2.05, out, at % 2 == 0 ? 1.9 : 1.5);
  }
  add_pennant(to, {0, 2.9, 0.5}, 1.5, 1.0);
  add_pennant(to, {-1.5, 0.3, -1.5}, 2.3, 0.8);
  add_pennant(to, {1.4, 0.3, -1.5}, 2.3, 0.8);
}

void add_war_camp(FigureBuilder& to) {
  to.tube({0, 0, 0}, {0, 0.06, 0}, 1.95, 1.9, 12, k_earth);
  add_tent(to, {-0.9, 0, 0.75}, 0.85, 0.95, 1.9);
  add_tent(to, {0.95, 0, 0.85}, 0.8, 0.85, 1.7);
  add_campfire(to, {0.15, 0.06, -1.05}, 1.0);
  // Weapons lean on a frame; skulls on stakes.
  to.beam({-1.7, 0.9, -0.75}, {-0.8, 0.9, -0.75}, 0.05, 0.05, k_dark_wood);
  for (int blade = 0; blade < 3; ++blade) {
    const double x = -1.6 + 0.32 * blade;
    to.beam({x, 0, -0.95}, {x, 1.05, -0.7}, 0.03, 0.03, k_dark_wood);
    to.beam({x, 1.05, -0.7}, {x, 1.5, -0.6}, 0.12, 0.02, k_iron, {0, 0, 1});
  }
  for (const double side : {-1.0, 1.0}) {
    to.beam({side * 1.55, 0, -1.6}, {side * 1.55, 1.5, -1.6}, 0.06, 0.06, k_dark_wood);
    add_skull(to, {side * 1.55, 1.65, -1.6}, 0.9);
  }
  add_pennant(to, {0.05, 0, 0.3}, 3.3, 1.1);
}

void add_forge_pit(FigureBuilder& to) {
  to.tube({0, 0, 0}, {0, 0.06, 0}, 1.95, 1.9, 12, k_earth);
  to.block(0.2, 0.7, 0, 1.6, 1.5, 1.05, 1.2, 0.8, k_mud);
  to.block(0.2, 0.7, 1.55, 1.75, 1.35, 0.95, 1.1, 0.7, k_hide);
  // A crooked chimney with fire in its throat, a mouth of embers below.
  to.tube({0.9, 1.4, 0.9}, {1.05, 2.8, 0.95}, 0.5, 0.36, 8, k_stone);
  to.tube({1.05, 2.75, 0.95}, {0.9, 3.9, 1.0}, 0.36, 0.3, 8, k_stone);
  to.tube({0.9, 3.86, 1.0}, {0.9, 4.2, 1.0}, 0.22, 0, 6, k_fire);
  to.box({-0.75, 0.1, -0.42}, {0.75, 1.05, -0.28}, k_stone);
  to.box({-0.55, 0.12, -0.5}, {0.55, 0.85, -0.36}, k_fire);
  to.beam({-0.85, 1.15, -0.45}, {0.85, 1.15, -0.45}, 0.12, 0.1, k_iron);
  // Barrels, an anvil of scrap, a great wheel.
  for (int barrel = 0; barrel < 3; ++barrel) {
    const double x = -1.55 + 0.2 * (barrel % 2);
    const double z = -0.9 + 0.55 * barrel;
    to.tube({x, 0, z}, {x, 0.68, z}, 0.25, 0.25, 8, k_wood);
    to.tube({x, 0.26, z}, {x, 0.4, z}, 0.275, 0.275, 8, k_iron);
  }
  to.block(0.9, -1.2, 0, 0.45, 0.24, 0.2, 0.18, 0.16, k_stone);
  to.block(0.9, -1.2, 0.45, 0.62, 0.2, 0.13, 0.36, 0.17, k_iron);
  to.tube({-0.6, 0.62, -1.5}, {-0.42, 0.62, -1.5}, 0.6, 0.6, 10, k_dark_wood);
  to.box({-1.2, 1.2, -0.33}, {1.35, 1.45, -0.24}, k_team);
  add_pennant(to, {-0.9, 1.5, 0.9}, 1.8, 0.9);
}

void add_venom_post(FigureBuilder& to) {
  for (const double sx : {-1.0, 1.0}) {
    for (const double sz : {-1.0, 1.0}) {
      to.beam({sx * 0.85, 0, sz * 0.85}, {sx * 0.5, 3.0, sz * 0.5}, 0.11, 0.11, k_dark_wood);
    }
    to.beam({sx * 0.8, 0.5, -0.8}, {sx * 0.6, 2.3, 0.6}, 0.06, 0.06, k_wood);
    to.beam({-0.8, 0.5, sx * 0.8}, {0.6, 2.3, sx * 0.6}, 0.06, 0.06, k_wood);
  }
  to.box({-0.95, 2.9, -0.95}, {0.95, 3.08, 0.95}, k_wood);
  for (int at = 0; at < 12; ++at) {
    const double along = -0.9 + 0.6 * (at % 4);
    const int edge = at / 4;
    const Vec3 foot = edge == 0   ? Vec3{along, 3.05, -0.9}
                      : edge == 1 ? Vec3{along, 3.05, 0.9}
                                  : Vec3{at % 2 == 0 ? -0.9 : 0.9, 3.05, at % 4 < 2 ? -0.3 : 0.3};
    to.tube(foot, foot + Vec3{0, 0.75, 0}, 0.1, 0, 5, k_wood);
  }
  // The brew in its kettle.
  to.tube({0, 3.08, 0}, {0, 3.65, 0}, 0.32, 0.5, 8, k_iron);
  to.tube({0, 3.65, 0}, {0, 3.72, 0}, 0.42, 0.4, 8, k_venom);
  to.ball({0.1, 3.85, 0.05}, {0.18, 0.18, 0.18}, k_venom);
  to.box({-0.96, 2.55, -0.99}, {0.96, 2.95, -0.9}, k_team);
  to.box({-0.96, 2.55, 0.9}, {0.96, 2.95, 0.99}, k_team);
  add_pennant(to, {0.75, 3.0, 0.75}, 1.8, 0.8);
  add_skull(to, {0, 2.6, -1.02}, 1.0);
}

void add_palisade(FigureBuilder& to) {
  to.block(0, 0, 0, 0.35, 1.0, 0.75, 0.98, 0.5, k_earth);
  for (int stake = 0; stake < 6; ++stake) {
    const double x = -0.85 + 0.34 * stake;
    add_stake(to, {x, 0, -0.18}, 2.25, 0.17, base::hash(0x57a6eULL, stake));
    if (stake < 5) {
      add_stake(to, {x + 0.17, 0, 0.16}, 1.95, 0.17, base::hash(0x57a6fULL, stake));
    }
  }
  to.beam({-1.0, 1.35, -0.38}, {1.0, 1.3, -0.38}, 0.08, 0.06, k_dark_wood);
  to.cloth({-0.3, 1.45, -0.46}, {-0.3, 0.75, -0.5}, {0.3, 0.7, -0.5}, {0.3, 1.45, -0.46}, k_team);
  to.cloth({0.3, 1.45, 0.38}, {0.3, 0.75, 0.42}, {-0.3, 0.7, 0.42}, {-0.3, 1.45, 0.38}, k_team);
  to.tube({-0.6, 0.5, -0.5}, {-0.6, 0.85, -1.0}, 0.1, 0, 5, k_wood);
  to.tube({0.6, 0.5, -0.5}, {0.6, 0.85, -1.0}, 0.1, 0, 5, k_wood);
}

void add_palisade_gate(FigureBuilder& to) {
  for (const double side : {-1.0, 1.0}) {
    for (int stake = 0; stake < 6; ++stake) {
      const double x = side * (1.28 + 0.3 * (stake % 3));
      add_stake(to, {x, 0, stake < 3 ? -0.55 : 0.55}, 2.9, 0.19,
                base::hash(0x6a7eULL, stake, side > 0 ? 1 : 0));
    }
    to.box({side > 0 ? 1.1 : -1.95, 0, -0.5}, {side > 0 ? 1.95 : -1.1, 1.6, 0.5}, k_earth);
    add_pennant(to, {side * 1.5, 2.2, 0}, 1.2, 0.7);
  }
  to.beam({-1.4, 2.6, 0}, {1.4, 2.5, 0}, 0.16, 0.18, k_dark_wood);
  to.cloth({-0.7, 2.45, -0.2}, {-0.7, 1.95, -0.22}, {0.7, 1.95, -0.22}, {0.7, 2.45, -0.2}, k_team);
  to.cloth({0.7, 2.45, 0.2}, {0.7, 1.95, 0.22}, {-0.7, 1.95, 0.22}, {-0.7, 2.45, 0.2}, k_team);
  add_skull(to, {0, 2.85, -0.05}, 1.5);
  to.begin_part(FigurePart::Leaf);
  for (int plank = -3; plank <= 3; ++plank) {
    const double top = 2.0 + 0.08 * (plank % 2);
    to.box({0.3 * plank - 0.14, 0.05, -0.08}, {0.3 * plank + 0.14, top, 0.08}, k_wood);
  }
  to.box({-1.04, 0.5, -0.13}, {1.04, 0.68, 0.13}, k_iron);
  to.box({-1.04, 1.35, -0.13}, {1.04, 1.53, 0.13}, k_iron);
  to.end_part();
}

}  // namespace

void model_goblin_building(FigureBuilder& to, FigureMesh mesh) {
  switch (mesh) {
    case FigureMesh::GoblinTownHall:
      return add_great_pit(to);
    case FigureMesh::GoblinBarracks:
      return add_war_camp(to);
    case FigureMesh::GoblinWorkshop:
      return add_forge_pit(to);
    case FigureMesh::GoblinTower:
      return add_venom_post(to);
    case FigureMesh::GoblinWall:
      return add_palisade(to);
    case FigureMesh::GoblinGate:
      return add_palisade_gate(to);
    default:
      return add_hovel(to);
  }
}

}  // namespace terrane::render
