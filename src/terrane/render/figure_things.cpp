// Of nobody: the gold mine, shots, what the dead leave, scaffolds, rally banners.
#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/render/figure_looks.h"
#include "terrane/render/figure_meshes.h"

namespace terrane::render {
namespace {

using namespace looks;
using geo::Vec3;

constexpr FigureLook k_rock{Material::Plain, cube(2, 2, 2), FigureTint::Own, 0.95};

void add_gold_mine(FigureBuilder& to) {
  for (int rock = 0; rock < 9; ++rock) {
    const std::uint64_t key = base::hash(0x901dULL, rock);
    const base::SinCos turn = base::sin_cos(0.2 + 0.36 * rock);
    const double out = base::draw_between(base::hash(key, 1), 0.6, 1.0);
    const double size = base::draw_between(base::hash(key, 2), 0.5, 0.8);
    to.ball({turn.cos * out, size * 0.55, 0.15 + turn.sin * out}, {size, size * 1.05, size * 0.9},
            rock % 2 == 0 ? k_rock : k_stone);
  }
  to.ball({0.05, 1.2, 0.55}, {0.95, 1.15, 0.8}, k_rock);
  // The entry: a frame of timber, dark within, lit by a lantern; gold in the rock.
  to.box({-0.62, 0, -1.2}, {0.62, 1.35, -0.2}, k_rock);
  to.box({-0.45, 0, -1.24}, {0.45, 1.15, -1.18}, k_black);
  for (const double side : {-1.0, 1.0}) {
    to.beam({side * 0.55, 0, -1.25}, {side * 0.48, 1.3, -1.25}, 0.1, 0.1, k_dark_wood);
    to.beam({side * 0.22, 0.04, -0.4}, {side * 0.22, 0.04, -1.5}, 0.04, 0.04, k_iron);
  }
  to.beam({-0.75, 1.32, -1.25}, {0.75, 1.32, -1.25}, 0.11, 0.12, k_dark_wood);
  to.ball({0.62, 1.02, -1.36}, {0.09, 0.12, 0.09}, k_fire);
  for (int nugget = 0; nugget < 16; ++nugget) {
    const std::uint64_t key = base::hash(0x907dULL, nugget);
    const base::SinCos turn = base::sin_cos(base::draw_between(base::hash(key, 1), -0.4, 3.5));
    const double up = base::draw_between(base::hash(key, 2), 0.2, 2.0);
    const double out = 1.5 - 0.42 * up;
    const double size = base::draw_between(base::hash(key, 3), 0.12, 0.26);
    to.ball({turn.cos * out, up, 0.25 + turn.sin * out * 0.9}, {size, size * 0.8, size}, k_gold);
  }
  for (int nugget = 0; nugget < 4; ++nugget) {
    to.ball({-1.15 + 0.16 * nugget, 0.1, -1.0 - 0.1 * (nugget % 2)}, {0.15, 0.12, 0.14}, k_gold);
  }
}

void add_arrow(FigureBuilder& to) {
  to.beam({0, 0, 0.4}, {0, 0, -0.36}, 0.018, 0.018, k_wood);
  to.tube({0, 0, -0.34}, {0, 0, -0.48}, 0.045, 0, 4, k_steel);
  to.cloth({-0.07, 0, 0.42}, {0.07, 0, 0.42}, {0.05, 0, 0.22}, {-0.05, 0, 0.22}, k_bone);
  to.cloth({0, -0.07, 0.42}, {0, 0.07, 0.42}, {0, 0.05, 0.22}, {0, -0.05, 0.22}, k_team);
}

void add_corpse(FigureBuilder& to) {
  const FigureLook pale{Material::Plain, cube(3, 3, 2), FigureTint::Own, 0.8};
  to.block(0, 0.05, 0.02, 0.24, 0.3, 0.36, 0.24, 0.3, k_team_dark);
  to.ball({0.04, 0.14, -0.55}, {0.17, 0.14, 0.18}, pale);
  to.beam({-0.28, 0.1, -0.25}, {-0.62, 0.08, -0.5}, 0.08, 0.07, k_leather);
  to.beam({0.28, 0.1, -0.2}, {0.5, 0.08, 0.2}, 0.08, 0.07, k_leather);
  to.beam({-0.13, 0.1, 0.4}, {-0.26, 0.08, 1.0}, 0.1, 0.08, k_dark_cloth);
  to.beam({0.13, 0.1, 0.4}, {0.2, 0.08, 1.05}, 0.1, 0.08, k_dark_cloth);
  to.beam({0.75, 0.05, -0.6}, {0.7, 0.05, 0.3}, 0.06, 0.02, k_iron);
}

void add_rubble(FigureBuilder& to) {
  for (int piece = 0; piece < 22; ++piece) {
    const std::uint64_t key = base::hash(0x2bb1eULL, piece);
    const double x = base::draw_between(base::hash(key, 1), -1.25, 1.25);
    const double z = base::draw_between(base::hash(key, 2), -1.25, 1.25);
    const double size = base::draw_between(base::hash(key, 3), 0.14, 0.4);
    to.stand({x, 0, z}, base::draw_between(base::hash(key, 4), 0, 3.1));
    if (piece % 4 == 0) {
      to.beam({-0.7, 0.05, 0}, {0.7, 0.2 + size, 0.2}, 0.09, 0.09, k_dark_wood);
    } else {
      to.block(0, 0, 0, size, size, size * 0.8, size * 0.7, size * 0.5,
               piece % 2 == 0 ? k_stone : k_rock);
    }
  }
  to.stand({});
  to.tube({0, 0, 0}, {0, 0.14, 0}, 1.4, 0.9, 11, {Material::Plain, palette::k_soil});
  to.cloth({-0.3, 0.5, -0.8}, {-0.4, 0.1, -1.1}, {0.3, 0.12, -1.2}, {0.3, 0.45, -0.8}, k_team_dark);
}

void add_rally_banner(FigureBuilder& to) {
  to.tube({0, 0, 0}, {0, 0.12, 0}, 0.2, 0.14, 8, k_stone);
  to.tube({0, 0.1, 0}, {0, 2.3, 0}, 0.045, 0.035, 6, k_wood);
  to.cloth({0, 2.25, 0}, {0, 1.5, 0}, {0.75, 1.62, 0.1}, {0.75, 2.12, 0.1}, k_team);
  to.ball({0, 2.34, 0}, {0.07, 0.08, 0.07}, k_gold);
}

void add_scaffold(FigureBuilder& to) {
  for (const double sx : {-1.0, 1.0}) {
    for (const double sz : {-1.0, 1.0}) {
      to.beam({sx * 1.45, 0, sz * 1.45}, {sx * 1.45, 3.0, sz * 1.45}, 0.06, 0.06, k_wood);
    }
    for (const double y : {1.0, 2.2}) {
      to.beam({sx * 1.45, y, -1.5}, {sx * 1.45, y, 1.5}, 0.05, 0.06, k_wood);
      to.beam({-1.5, y + 0.05, sx * 1.45}, {1.5, y + 0.05, sx * 1.45}, 0.05, 0.06, k_wood);
    }
    to.beam({sx * 1.45, 0.1, -1.4}, {sx * 1.45, 2.2, 1.4}, 0.045, 0.045, k_wood);
    to.beam({-1.4, 0.1, sx * 1.45}, {1.4, 2.2, sx * 1.45}, 0.045, 0.045, k_wood);
  }
  to.box({-1.6, 2.22, -1.62}, {1.6, 2.28, -1.3}, k_wood);
}

}  // namespace

void model_thing(FigureBuilder& to, FigureMesh mesh) {
  switch (mesh) {
    case FigureMesh::GoldMine:
      return add_gold_mine(to);
    case FigureMesh::Arrow:
      return add_arrow(to);
    case FigureMesh::Boulder:
      return to.ball({}, {0.25, 0.24, 0.25}, k_rock);
    case FigureMesh::Firepot:
      to.ball({}, {0.13, 0.13, 0.13}, k_iron);
      return to.tube({0, 0.02, 0}, {0, 0.26, 0.1}, 0.14, 0, 6, k_fire);
    case FigureMesh::HexBolt:
      to.ball({}, {0.16, 0.16, 0.16}, k_venom);
      return to.tube({0, 0, 0.05}, {0, 0, 0.5}, 0.12, 0, 6, k_venom);
    case FigureMesh::Corpse:
      return add_corpse(to);
    case FigureMesh::Rubble:
      return add_rubble(to);
    case FigureMesh::Banner:
      return add_rally_banner(to);
    case FigureMesh::Scaffold:
      return add_scaffold(to);
    default:
      return;  // a tree is drawn from the world's own
  }
}

}  // namespace terrane::render
