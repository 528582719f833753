// What moves or is made in a frame and belongs to no piece: the units, buildings and shots of a
// match, a car, a walker; marks on the ground under them, bars over them. Plain values that whoever
// draws a simulation fills anew each frame; the renderer knows no simulation. Colours are sRGB,
// red green blue alpha.
#pragma once

#include <cstdint>

#include "terrane/geo/vec3.h"

namespace terrane::render {

// The two factions' come in the same order, which is that of a match's roles: see faction_figure().
enum class FigureMesh : std::uint8_t {
  Car,
  Walker,

  PeopleWorker,
  PeopleMelee,
  PeopleRanged,
  PeopleSiege,
  PeopleCavalry,
  PeopleHero,
  PeopleTownHall,
  PeopleHouse,
  PeopleBarracks,
  PeopleWorkshop,
  PeopleTower,
  PeopleWall,
  PeopleGate,

  GoblinWorker,
  GoblinMelee,
  GoblinRanged,
  GoblinSiege,
  GoblinCavalry,
  GoblinHero,
  GoblinTownHall,
  GoblinHouse,
  GoblinBarracks,
  GoblinWorkshop,
  GoblinTower,
  GoblinWall,
  GoblinGate,

  GoldMine,
  Tree,  // drawn as the world's broadleaf trees are: heading and scale alone count
  Deer,
  Wolf,
  Arrow,    // its position is its middle; pitch it along its way
  Boulder,  // so are these three
  Firepot,
  HexBolt,
  Corpse,    // of a unit
  Rubble,    // of a building or a siege engine
  Banner,    // a rally point's
  Scaffold,  // drawn by the renderer around buildings with built < 1
};
inline constexpr unsigned k_figure_mesh_count = static_cast<unsigned>(FigureMesh::Scaffold) + 1;
inline constexpr unsigned k_faction_mesh_count = 13;

// `faction` 0 people, 1 goblins; `role` 0 worker, melee, ranged, siege, cavalry, hero, town hall,
// house, barracks, workshop, tower, wall, 12 gate.
constexpr FigureMesh faction_figure(unsigned faction, unsigned role) {
  return static_cast<FigureMesh>(static_cast<unsigned>(FigureMesh::PeopleWorker) +
                                 faction * k_faction_mesh_count + role);
}

struct FigureSize {
  float width_m = 0;   // across its heading
  float depth_m = 0;   // along it
  float height_m = 0;  // above the ground
};
// As modelled, heads and poles included; of buildings width and depth are the footprint's.
FigureSize figure_size(FigureMesh mesh);

// Directions are those of Camera::frame: heading 0 north, growing to the left.
struct Figure {
  geo::Vec3 position;      // world space, metres: on the ground below its middle
  double heading_rad = 0;  // where its front looks
  double pitch_rad = 0;    // nose up
  double roll_rad = 0;     // left side up, as a car leans
  float scale = 1;
  // Fitted to a footprint when above 0; its height grows by the mean of both.
  float width_m = 0;
  float depth_m = 0;
  FigureMesh mesh = FigureMesh::Walker;
  std::uint8_t team_rgba[4] = {200, 200, 200, 255};  // cloth, banners, a car's paint; alpha unused
  float built = 1;  // buildings below 1 rise out of the ground within a scaffold
  // What it does. Legs and wheels turn by `stride_rad`: 2 pi is a pair of steps, or a turn of the
  // wheels. `pace` is how far legs swing: 0 standing, 1 at a run.
  float stride_rad = 0;
  float pace = 0;
  // 0 … 1 through a blow, a shot or a stroke of work; 0 at rest. Of a gate: how far it is open. Of
  // a car: brake lights, 1 on.
  float action = 0;
  float steer_rad = 0;       // of a car's front wheels, to the left
  float flash = 0;           // 0 … 1: towards white, as when struck
  bool remembered = false;   // grey: seen once, not now
  bool carries = false;      // workers: a sack on the back
  std::uint8_t variant = 0;  // of a walker or tree: varies its clothes, its shape
};

enum class GroundMarkKind : std::uint8_t {
  Ring,        // a circle's line; half_width_m is its radius
  DashedRing,  // the same, broken: ranges
  Disc,        // filled, fading towards the middle
  Square,      // a rectangle's line with corners, and a thin fill: a building's ghost
  Arrows,      // four arrows that point at the middle: an order. `phase` 0 … 1 draws them in
  Line,        // a bar of 2 half_width_m by 2 half_depth_m: the way to a queued order
};

// Drawn on a plane through `position`, drawn towards the eye so far that ground which rises up to
// 20 degrees more does not hide it.
struct GroundMark {
  geo::Vec3 position;  // world space, on the ground
  GroundMarkKind kind = GroundMarkKind::Ring;
  float half_width_m = 0.5f;  // across the heading
  float half_depth_m = 0;     // along it; 0: as half_width_m
  double heading_rad = 0;
  float line_m = 0.08f;  // how thick lines are; at least two pixels are drawn
  // The ground's slope there: metres up a metre to the east and to the south. With it a mark fits
  // closely; without it (0) it is drawn level.
  float rise_east = 0;
  float rise_south = 0;
  std::uint8_t rgba[4] = {80, 255, 80, 255};
  float phase = 0;
};

// Faces the screen at a place of the world, at a size in pixels. Hidden by what stands before it.
struct Bar {
  geo::Vec3 position;  // world space: the bar's middle
  float value = 1;     // 0 … 1, filled from the left
  std::uint8_t rgba[4] = {80, 220, 80, 255};
  float width_px = 32;
  float height_px = 5;  // with a border of one
  float lift_px = 0;    // moved up on the screen: a second bar over the first
};

// What one frame holds. Of figures, marks and bars beyond it the farthest are left out.
inline constexpr std::uint32_t k_figure_limit = 8192;
inline constexpr std::uint32_t k_ground_mark_limit = 4096;
inline constexpr std::uint32_t k_bar_limit = 4096;

}  // namespace terrane::render
