// Units on foot, on horseback, on wheels. Bodies are stout and gear is large: they are looked at
// from far above.
#include <cmath>

#include "terrane/base/trig.h"
#include "terrane/render/figure_beast.h"
#include "terrane/render/figure_looks.h"
#include "terrane/render/figure_meshes.h"

namespace terrane::render {
namespace {

using namespace looks;
using geo::Vec3;

struct Body {
  FigureLook skin = k_skin;
  FigureLook torso = k_team;
  FigureLook sleeves = k_team_dark;
  FigureLook trousers = k_dark_cloth;
  FigureLook boots = k_leather;
  double hip_m = 0.86;
  double shoulder_m = 1.44;
  double chest_m = 0.30;  // half across the shoulders
  double stoop_m = 0;     // how far the chest hangs forward
  double head_m = 0.17;   // its radius
  double limb_m = 0.085;  // half a limb's thickness
  double arm_m = 0.62;
  bool aims = false;   // both arms are raised to shoot
  bool robed = false;  // no legs to be seen
};

Vec3 head_of(const Body& body) {
  return {0, body.shoulder_m + 0.9 * body.head_m + 0.04, -1.35 * body.stoop_m};
}
Vec3 hand_of(const Body& body, double side) {
  return {side * (body.chest_m + 0.9 * body.limb_m), body.shoulder_m - body.arm_m - 0.02,
          -body.stoop_m - 0.06};
}
Vec3 shoulder_of(const Body& body, double side) {
  return {side * (body.chest_m + 0.6 * body.limb_m), body.shoulder_m - 0.06, -body.stoop_m};
}

void begin_arm(FigureBuilder& to, const Body& body, double side) {
  const FigurePart part = body.aims  ? FigurePart::AimingArm
                          : side > 0 ? FigurePart::RightArm
                                     : FigurePart::LeftArm;
  to.begin_part(part, shoulder_of(body, side));
}

void add_leg(FigureBuilder& to, const Body& body, double side) {
  to.begin_part(side > 0 ? FigurePart::RightLeg : FigurePart::LeftLeg, {0, body.hip_m, 0});
  const double x = side * body.chest_m * 0.46;
  const double half = body.limb_m * 1.15;
  to.block(x, 0, 0.22, body.hip_m + 0.02, half * 0.9, half, half * 1.1, half * 1.2, body.trousers);
  to.block(x, -0.05, 0, 0.30, half * 1.1, half * 1.9, half * 1.05, half * 1.1, body.boots);
}

void add_body(FigureBuilder& to, const Body& body) {
  for (const double side : {-1.0, 1.0}) {
    if (!body.robed) add_leg(to, body, side);
    begin_arm(to, body, side);
    const Vec3 hand = hand_of(body, side);
    to.beam(shoulder_of(body, side) + Vec3{0, 0.04, 0}, hand, body.limb_m, body.limb_m,
            body.sleeves, {0, 0, 1});
    to.ball(hand, {body.limb_m * 1.15, body.limb_m * 1.25, body.limb_m * 1.15}, body.skin);
  }
  to.end_part();
  const double chest = body.chest_m;
  if (body.robed) {
    to.block(0, 0.02, 0.02, body.hip_m, chest * 1.25, 0.34, chest * 0.8, 0.20, body.torso);
  } else {
    to.block(0, 0, body.hip_m - 0.26, body.hip_m + 0.08, chest * 0.98, 0.22, chest * 0.74, 0.16,
             body.torso);
  }
  // The chest leans with the stoop.
  const double tilt = -0.5 * body.stoop_m;
  to.block(0, tilt, body.hip_m + 0.06, body.shoulder_m - 0.1, chest * 0.74, 0.17 - 0.3 * tilt,
           chest * 1.02, 0.19 - 0.4 * tilt, body.torso);
  to.block(0, 1.4 * tilt, body.shoulder_m - 0.1, body.shoulder_m + 0.02, chest * 1.02, 0.19,
           chest * 0.55, 0.12, body.torso);
  to.box({-chest * 0.8, body.hip_m + 0.03, -0.19 + tilt * 0.4},
         {chest * 0.8, body.hip_m + 0.12, 0.19}, k_leather);
  to.ball(head_of(body), {body.head_m, body.head_m * 1.12, body.head_m}, body.skin);
}

void add_goblin_head(FigureBuilder& to, const Body& body) {
  const Vec3 head = head_of(body);
  const double r = body.head_m;
  to.block(head.x, head.z - 0.6 * r, head.y - 0.9 * r, head.y - 0.2 * r, 0.75 * r, 0.6 * r, 0.9 * r,
           0.7 * r, body.skin);
  to.tube(head + Vec3{0, -0.1 * r, -0.9 * r}, head + Vec3{0, -0.45 * r, -1.75 * r}, 0.24 * r, 0, 5,
          body.skin);
  for (const double side : {-1.0, 1.0}) {
    const Vec3 root = head + Vec3{side * 0.8 * r, 0.1 * r, 0};
    const Vec3 tip = head + Vec3{side * 2.6 * r, 0.8 * r, 0.6 * r};
    const Vec3 low = root + Vec3{0, -0.55 * r, 0.1};
    to.triangle(root + Vec3{0, 0.4 * r, 0}, low, tip, body.skin);
    to.triangle(low, root + Vec3{0, 0.4 * r, 0}, tip, body.skin);
    if (to.is_near()) {
      to.ball(head + Vec3{side * 0.42 * r, 0.15 * r, -0.86 * r}, {0.2 * r, 0.2 * r, 0.15 * r},
              {Material::Lamp, cube(5, 4, 0), FigureTint::Own, 1.0});
    }
  }
}

// What a worker carries home: drawn only then.
void add_sack(FigureBuilder& to, double y, double size) {
  to.begin_part(FigurePart::Sack, {0, y, 0.2});
  to.ball({0, y, 0.32}, {0.26 * size, 0.3 * size, 0.22 * size}, k_linen);
  to.ball({0, y + 0.3 * size, 0.30}, {0.08, 0.1, 0.08}, k_gold);
  to.end_part();
}

void add_pick(FigureBuilder& to, Vec3 hand, double size) {
  const Vec3 top = hand + Vec3{0, 0.55 * size, -0.42 * size};
  to.beam(hand + Vec3{0, -0.25 * size, 0.18 * size}, top, 0.035, 0.035, k_wood);
  to.beam(top + Vec3{0, -0.22 * size, -0.28 * size}, top + Vec3{0, 0.06, 0.02}, 0.045, 0.05,
          k_steel);
  to.beam(top + Vec3{0, 0.06, 0.02}, top + Vec3{0, 0.02, 0.34 * size}, 0.045, 0.05, k_steel);
}

void add_sword(FigureBuilder& to, Vec3 hand, double length_m, double half,
               const FigureLook& blade) {
  const Vec3 way = geo::normalised({0, 0.62, -0.78});
  to.beam(hand - way * 0.14, hand + way * 0.1, 0.03, 0.03, k_leather, {1, 0, 0});
  to.beam(hand + way * 0.1 + Vec3{-0.15, 0, 0}, hand + way * 0.1 + Vec3{0.15, 0, 0}, 0.035, 0.035,
          k_gold);
  to.beam(hand + way * 0.1, hand + way * (length_m * 0.85), 0.018, half, blade, {0, 0.78, 0.62});
  to.beam(hand + way * (length_m * 0.85), hand + way * length_m, 0.012, half * 0.5, blade,
          {0, 0.78, 0.62});
}

// On the left arm, its face to the front and the left.
void add_shield(FigureBuilder& to, Vec3 hand, double size) {
  const Vec3 middle = hand + Vec3{-0.14, 0.2, -0.16};
  const double h = 0.46 * size;
  const double w = 0.34 * size;
  const auto at = [&](double x, double y, double out) {
    return middle + Vec3{x * w * 0.8 - out * 0.5, y * h, x * w * -0.55 - out};
  };
  const Vec3 rim[6] = {at(-1, 1, 0),   at(-1, -0.2, 0), at(0, -1.25, 0),
                       at(1, -0.2, 0), at(1, 1, 0),     at(0, 1.1, 0)};
  const Vec3 boss = at(0, 0.1, 0.13);
  for (int edge = 0; edge < 6; ++edge) {
    const Vec3 a = rim[edge];
    const Vec3 b = rim[(edge + 1) % 6];
    to.triangle(b, a, boss, k_team);
    to.triangle(a, b, middle, k_wood);
  }
  to.ball(boss, {0.08, 0.08, 0.06}, k_steel);
}

void add_people_worker(FigureBuilder& to) {
  Body body;
  body.torso = k_linen;
  body.sleeves = k_linen;
  body.trousers = k_leather;
  add_body(to, body);
  const Vec3 head = head_of(body);
  to.tube(head + Vec3{0, 0.06, 0}, head + Vec3{0, 0.13, 0}, 0.38, 0.30, 9, k_straw);
  to.tube(head + Vec3{0, 0.12, 0}, head + Vec3{0, 0.28, 0}, 0.19, 0.11, 8, k_straw);
  // A scarf and an apron say whose he is.
  to.block(0, 0, body.shoulder_m - 0.09, body.shoulder_m + 0.07, 0.34, 0.24, 0.15, 0.14, k_team);
  to.box({-0.2, 0.58, -0.26}, {0.2, 1.2, -0.18}, k_team);
  add_sack(to, 1.2, 1.0);
  begin_arm(to, body, 1);
  add_pick(to, hand_of(body, 1), 1.0);
  to.end_part();
}

void add_people_melee(FigureBuilder& to) {
  Body body;
  body.chest_m = 0.34;
  body.sleeves = k_steel;
  body.trousers = k_iron;
  body.boots = k_iron;
  add_body(to, body);
  const Vec3 head = head_of(body);
  to.ball(head + Vec3{0, 0.05, 0.01}, {0.21, 0.22, 0.22}, k_steel);
  to.box(head + Vec3{-0.2, -0.04, -0.23}, head + Vec3{0.2, 0.02, -0.1}, k_black);
  to.beam(head + Vec3{0, 0.2, -0.16}, head + Vec3{0, 0.24, 0.24}, 0.05, 0.07, k_team);
  for (const double side : {-1.0, 1.0}) {
    to.ball(shoulder_of(body, side) + Vec3{0, 0.06, 0}, {0.15, 0.12, 0.15}, k_steel);
  }
  begin_arm(to, body, 1);
  add_sword(to, hand_of(body, 1), 1.05, 0.075, k_steel);
  begin_arm(to, body, -1);
  add_shield(to, hand_of(body, -1), 1.15);
  to.end_part();
}

void add_people_ranged(FigureBuilder& to) {
  Body body;
  body.chest_m = 0.26;
  body.torso = k_leather;
  body.sleeves = k_team_dark;
  body.aims = true;
  add_body(to, body);
  const Vec3 head = head_of(body);
  // A hood with a short cape.
  to.tube(head + Vec3{0, -0.02, 0.03}, head + Vec3{0, 0.34, 0.14}, 0.215, 0.02, 8, k_team);
  to.block(0, 0.03, body.shoulder_m - 0.24, body.shoulder_m + 0.1, 0.38, 0.27, 0.15, 0.14, k_team);
  to.tube({0.13, 0.98, 0.24}, {0.23, 1.56, 0.24}, 0.09, 0.1, 6, k_leather);
  for (int arrow = 0; arrow < 3 && to.is_near(); ++arrow) {
    const double x = 0.18 + 0.04 * arrow;
    to.beam({x, 1.5, 0.24}, {x + 0.04, 1.78, 0.22 + 0.03 * arrow}, 0.025, 0.025, k_bone);
  }
  // The bow hangs upright in the left hand; it is level when the arm is raised.
  begin_arm(to, body, -1);
  const Vec3 hand = hand_of(body, -1);
  const double reach[5] = {-0.95, -0.55, 0.0, 0.55, 0.95};
  const double bend[5] = {0.20, 0.02, -0.08, 0.02, 0.20};
  const auto bow = [&](int place) {
    return hand + Vec3{-0.06, bend[place] * -0.4, 0} +
           Vec3{0, reach[place] * 0.5, bend[place] - 0.85 * reach[place]};
  };
  for (int place = 0; place < 4; ++place) to.beam(bow(place), bow(place + 1), 0.05, 0.05, k_wood);
  to.beam(bow(0), bow(4), 0.010, 0.010, k_bone);
  to.end_part();
}

void add_wheel(FigureBuilder& to, Vec3 hub, double radius, double half_width, double side) {
  to.begin_part(FigurePart::Wheel, {0, hub.y, hub.z});
  to.tube(hub + Vec3{-half_width, 0, 0}, hub + Vec3{half_width, 0, 0}, radius, radius, 10,
          k_dark_wood);
  const Vec3 face = hub + Vec3{side * (half_width + 0.01), 0, 0};
  to.beam(face + Vec3{0, -radius * 0.8, 0}, face + Vec3{0, radius * 0.8, 0}, 0.05, 0.02, k_wood,
          {1, 0, 0});
  to.beam(face + Vec3{0, 0, -radius * 0.8}, face + Vec3{0, 0, radius * 0.8}, 0.05, 0.02, k_wood,
          {1, 0, 0});
  to.end_part();
}

void add_people_siege(FigureBuilder& to) {
  for (const double side : {-1.0, 1.0}) {
    to.beam({side * 0.55, 0.55, -1.15}, {side * 0.55, 0.55, 1.15}, 0.1, 0.12, k_wood);
    to.beam({side * 0.55, 0.6, -0.75}, {side * 0.5, 1.55, -0.1}, 0.08, 0.08, k_dark_wood);
    to.beam({side * 0.55, 0.6, 0.55}, {side * 0.5, 1.55, -0.1}, 0.08, 0.08, k_dark_wood);
    for (const double z : {-0.8, 0.8}) add_wheel(to, {side * 0.76, 0.4, z}, 0.4, 0.09, side);
  }
  for (const double z : {-1.05, 0.1, 1.05}) {
    to.beam({-0.6, 0.55, z}, {0.6, 0.55, z}, 0.09, 0.09, k_dark_wood);
  }
  to.beam({-0.62, 1.52, -0.1}, {0.62, 1.52, -0.1}, 0.1, 0.1, k_iron);
  // The beam lies back, its bowl low; it is thrown forward over the crossbar.
  to.begin_part(FigurePart::Beam, {0, 1.2, -0.1});
  to.beam({0, 1.3, -0.5}, {0, 0.95, 1.3}, 0.09, 0.09, k_wood);
  to.tube({0, 0.94, 1.3}, {0, 1.1, 1.33}, 0.18, 0.3, 8, k_dark_wood);
  to.ball({0, 1.14, 1.33}, {0.22, 0.2, 0.22}, k_stone);
  to.end_part();
  to.tube({0, 0.55, -1.1}, {0, 2.1, -1.1}, 0.035, 0.03, 5, k_wood);
  to.cloth({0, 2.06, -1.1}, {0, 1.5, -1.1}, {0.05, 1.56, -0.35}, {0.05, 2.0, -0.35}, k_team);
  to.box({-0.45, 0.67, -0.95}, {0.45, 0.75, 0.0}, k_team);
}

void add_people_cavalry(FigureBuilder& to) {
  Beast horse{{Material::Plain, cube(2, 1, 1), FigureTint::Own, 1.0}, k_hair};
  add_beast(to, horse);
  // A caparison in the owner's colour, open where the rider sits.
  to.block(0, 0.55, 0.62, 1.28, 0.38, 0.36, 0.29, 0.34, k_team);
  to.block(0, -0.62, 0.62, 1.28, 0.38, 0.28, 0.29, 0.28, k_team);
  to.beam({0, 1.38, -0.92}, {0, 1.86, -1.2}, 0.19, 0.24, k_team, {0, 0, 1});
  to.block(0, 0.05, 1.22, 1.36, 0.3, 0.34, 0.26, 0.3, k_leather);
  Body rider;
  rider.hip_m = 1.36;
  rider.shoulder_m = 1.98;
  rider.torso = k_steel;
  rider.sleeves = k_steel;
  rider.robed = false;
  for (const double side : {-1.0, 1.0}) {
    to.block(side * 0.34, -0.06, 0.72, 1.42, 0.09, 0.13, 0.11, 0.16, k_iron);
    begin_arm(to, rider, side);
    to.beam(shoulder_of(rider, side), hand_of(rider, side), 0.09, 0.09, k_steel, {0, 0, 1});
  }
  to.end_part();
  to.block(0, 0, 1.3, 1.92, 0.22, 0.18, 0.34, 0.2, k_steel);
  to.block(0, -0.02, 1.34, 1.86, 0.2, 0.2, 0.28, 0.22, k_team);
  const Vec3 head = head_of(rider);
  to.ball(head, {0.2, 0.23, 0.21}, k_steel);
  to.box(head + Vec3{-0.15, -0.03, -0.23}, head + Vec3{0.15, 0.03, -0.1}, k_black);
  to.beam(head + Vec3{0, 0.2, -0.05}, head + Vec3{0, 0.36, 0.3}, 0.06, 0.1, k_team, {0, 1, 0});
  begin_arm(to, rider, 1);
  const Vec3 hand = hand_of(rider, 1);
  to.tube(hand + Vec3{0.02, -0.2, 0.75}, hand + Vec3{-0.1, 0.5, -1.7}, 0.05, 0.03, 6, k_wood);
  to.tube(hand + Vec3{-0.1, 0.5, -1.7}, hand + Vec3{-0.12, 0.58, -2.0}, 0.07, 0, 6, k_steel);
  to.cloth(hand + Vec3{-0.09, 0.46, -1.55}, hand + Vec3{-0.07, 0.36, -1.15},
           hand + Vec3{0.05, 0.02, -1.0}, hand + Vec3{0.05, 0.1, -1.5}, k_team);
  begin_arm(to, rider, -1);
  add_shield(to, hand_of(rider, -1), 1.0);
  to.end_part();
}

void add_people_hero(FigureBuilder& to) {
  to.stand({}, 0, 1.22);
  Body body;
  body.chest_m = 0.36;
  body.torso = k_gold;
  body.sleeves = k_gold;
  body.trousers = k_steel;
  body.boots = k_gold;
  add_body(to, body);
  to.box({-0.17, 0.5, -0.26}, {0.17, 1.32, -0.2}, k_team);
  const Vec3 head = head_of(body);
  to.ball(head + Vec3{0, 0.05, 0.04}, {0.2, 0.18, 0.2}, k_hair);
  for (int tooth = 0; tooth < 6; ++tooth) {
    const base::SinCos turn = base::sin_cos(base::k_pi * tooth / 3.0);
    const Vec3 at = head + Vec3{turn.cos * 0.18, 0.13, turn.sin * 0.18};
    to.tube(at, at + Vec3{0, 0.18, 0}, 0.075, 0, 4, k_gold);
  }
  for (const double side : {-1.0, 1.0}) {
    to.ball(shoulder_of(body, side) + Vec3{0, 0.08, 0}, {0.2, 0.16, 0.2}, k_gold);
  }
  // A cape to the ground, and a standard on the back.
  to.cloth({-0.36, 1.42, 0.21}, {0.36, 1.42, 0.21}, {0.56, 0.1, 0.62}, {-0.56, 0.1, 0.62}, k_team);
  to.tube({0.1, 0.9, 0.26}, {0.1, 2.35, 0.3}, 0.03, 0.03, 5, k_wood);
  to.beam({-0.28, 2.25, 0.3}, {0.48, 2.25, 0.3}, 0.025, 0.025, k_gold);
  to.cloth({-0.24, 2.24, 0.31}, {0.44, 2.24, 0.31}, {0.44, 1.6, 0.34}, {-0.24, 1.6, 0.34}, k_team);
  begin_arm(to, body, 1);
  add_sword(to, hand_of(body, 1), 1.5, 0.1, k_steel);
  begin_arm(to, body, -1);
  to.tube(hand_of(body, -1) + Vec3{0, -0.05, 0.05}, hand_of(body, -1) + Vec3{0, 0.05, -0.3}, 0.05,
          0.06, 5, k_gold);
  to.end_part();
  to.stand({});
}

Body goblin_body() {
  Body body;
  body.skin = k_goblin;
  body.torso = k_goblin;
  body.sleeves = k_goblin;
  body.trousers = k_goblin;
  body.boots = k_goblin;
  body.hip_m = 0.5;
  body.shoulder_m = 0.98;
  body.chest_m = 0.28;
  body.stoop_m = 0.14;
  body.head_m = 0.22;
  body.limb_m = 0.075;
  body.arm_m = 0.58;
  return body;
}

void add_goblin_body(FigureBuilder& to, const Body& body) {
  add_body(to, body);
  add_goblin_head(to, body);
  const double y = body.hip_m;
  to.block(0, 0, y - 0.2, y + 0.14, body.chest_m * 1.05, 0.26, body.chest_m * 0.85, 0.2, k_team);
}

void add_goblin_worker(FigureBuilder& to) {
  const Body body = goblin_body();
  add_goblin_body(to, body);
  const Vec3 head = head_of(body);
  // A pot for a helmet, and a candle on it.
  to.tube(head + Vec3{0, 0.08, 0}, head + Vec3{0, 0.28, 0.02}, 0.245, 0.2, 8, k_iron);
  to.tube(head + Vec3{0, 0.28, -0.06}, head + Vec3{0, 0.4, -0.06}, 0.04, 0.035, 5, k_bone);
  to.ball(head + Vec3{0, 0.44, -0.06}, {0.04, 0.06, 0.04}, k_fire);
  to.block(0, -0.1, 0.84, 1.02, 0.3, 0.24, 0.2, 0.16, k_team);
  add_sack(to, 0.92, 1.1);
  begin_arm(to, body, 1);
  const Vec3 hand = hand_of(body, 1);
  to.beam(hand + Vec3{0, -0.25, 0.3}, hand + Vec3{0, 0.4, -0.55}, 0.035, 0.035, k_dark_wood);
  to.beam(hand + Vec3{0, 0.36, -0.5}, hand + Vec3{0, 0.62, -0.85}, 0.16, 0.025, k_iron);
  to.end_part();
}

void add_goblin_melee(FigureBuilder& to) {
  Body body = goblin_body();
  body.chest_m = 0.31;
  add_goblin_body(to, body);
  const Vec3 head = head_of(body);
  to.ball(head + Vec3{0, 0.1, 0.03}, {0.23, 0.16, 0.23}, k_leather);
  to.tube(head + Vec3{0, 0.22, 0}, head + Vec3{0, 0.46, 0.02}, 0.07, 0, 5, k_bone);
  to.beam({-0.26, 1.0, -0.28}, {0.22, 0.56, -0.2}, 0.09, 0.06, k_team);
  for (const double side : {-1.0, 1.0}) {
    const Vec3 at = shoulder_of(body, side) + Vec3{0, 0.08, 0};
    to.ball(at, {0.15, 0.11, 0.15}, k_bone);
    to.tube(at + Vec3{side * 0.06, 0.04, 0}, at + Vec3{side * 0.24, 0.26, 0}, 0.06, 0, 5, k_bone);
    begin_arm(to, body, side);
    // A jagged cleaver in each hand.
    const Vec3 hand = hand_of(body, side);
    const Vec3 way = geo::normalised({side * 0.25, 0.45, -0.85});
    to.beam(hand - way * 0.12, hand + way * 0.18, 0.03, 0.03, k_leather);
    to.beam(hand + way * 0.18, hand + way * 0.62, 0.016, 0.12, k_iron, {0, 1, 0.5});
    to.beam(hand + way * 0.62, hand + way * 0.82, 0.012, 0.06, k_iron, {0, 1, 0.5});
    to.end_part();
  }
}

void add_goblin_ranged(FigureBuilder& to) {
  const Body body = goblin_body();
  add_goblin_body(to, body);
  const Vec3 head = head_of(body);
  // A scarf around the head, its ends behind.
  to.tube(head + Vec3{0, 0.02, 0}, head + Vec3{0, 0.17, 0.02}, 0.25, 0.2, 8, k_team);
  to.cloth(head + Vec3{-0.08, 0.12, 0.2}, head + Vec3{0.08, 0.12, 0.2},
           head + Vec3{0.16, -0.25, 0.45}, head + Vec3{-0.04, -0.25, 0.45}, k_team);
  to.tube({-0.1, 0.55, 0.24}, {-0.14, 0.95, 0.22}, 0.13, 0.15, 7, k_leather);
  to.ball({-0.14, 1.0, 0.22}, {0.11, 0.1, 0.11}, k_fire);
  begin_arm(to, body, 1);
  const Vec3 hand = hand_of(body, 1);
  const Vec3 tip = hand + Vec3{0.04, 1.05, -0.42};
  to.beam(hand + Vec3{0, -0.3, 0.14}, tip, 0.035, 0.035, k_dark_wood);
  to.beam(tip, tip + Vec3{0.02, -0.2, -0.24}, 0.015, 0.015, k_bone);
  to.ball(tip + Vec3{0.02, -0.3, -0.27}, {0.12, 0.13, 0.12}, k_iron);
  to.ball(tip + Vec3{0.02, -0.2, -0.27}, {0.09, 0.08, 0.09}, k_fire);
  to.end_part();
}

void add_goblin_siege(FigureBuilder& to) {
  for (const double side : {-1.0, 1.0}) {
    add_wheel(to, {side * 0.62, 0.45, 0.15}, 0.45, 0.09, side);
    to.beam({side * 0.4, 0.5, 1.0}, {side * 0.42, 0.7, -1.1}, 0.06, 0.07, k_dark_wood);
  }
  to.box({-0.46, 0.52, -0.65}, {0.46, 0.66, 0.8}, k_dark_wood);
  // A barrel with hoops lies on the cart, its fuse alight; spikes in front.
  to.tube({0, 1.02, 0.75}, {0, 1.02, -0.5}, 0.36, 0.36, 10, k_wood);
  for (const double z : {-0.4, 0.12, 0.62}) {
    to.tube({0, 1.02, z}, {0, 1.02, z + 0.1}, 0.385, 0.385, 10, k_iron);
  }
  to.begin_part(FigurePart::Beam, {0, 0.9, 0.0});
  to.tube({0, 1.3, 0.05}, {0, 1.5, 0.0}, 0.2, 0.22, 8, k_iron);
  to.ball({0, 1.56, 0}, {0.18, 0.18, 0.18}, k_black);
  to.ball({0, 1.76, 0.02}, {0.06, 0.09, 0.06}, k_fire);
  to.end_part();
  for (int spike = -2; spike <= 2; ++spike) {
    to.tube({0.18 * spike, 0.62, -0.6}, {0.24 * spike, 0.75, -1.2}, 0.06, 0, 5, k_bone);
  }
  to.box({-0.44, 0.66, -0.66}, {0.44, 0.98, -0.58}, k_team);
  to.tube({0.36, 0.6, 0.78}, {0.36, 1.6, 0.9}, 0.03, 0.03, 5, k_wood);
  to.cloth({0.36, 1.58, 0.9}, {0.36, 1.15, 0.85}, {0.0, 1.2, 1.15}, {0.0, 1.5, 1.15}, k_team);
}

void add_goblin_cavalry(FigureBuilder& to) {
  add_beast(to, wolf_of(1.12));
  to.block(0, 0.05, 0.7, 1.02, 0.32, 0.34, 0.24, 0.3, k_team);
  to.stand({0, 0.52, 0.08});
  Body rider = goblin_body();
  rider.robed = true;
  rider.torso = k_goblin;
  for (const double side : {-1.0, 1.0}) {
    to.block(side * 0.28, -0.05, 0.12, 0.6, 0.07, 0.1, 0.09, 0.14, k_goblin);
    begin_arm(to, rider, side);
    to.beam(shoulder_of(rider, side), hand_of(rider, side), 0.075, 0.075, k_goblin, {0, 0, 1});
  }
  to.end_part();
  to.block(0, -0.05, 0.44, 0.98, 0.2, 0.17, 0.3, 0.19, k_leather);
  to.block(0, -0.08, 0.8, 1.02, 0.33, 0.22, 0.18, 0.15, k_team);
  const Vec3 head = head_of(rider);
  to.ball(head, {0.22, 0.24, 0.22}, k_goblin);
  add_goblin_head(to, rider);
  to.ball(head + Vec3{0, 0.12, 0.04}, {0.23, 0.15, 0.23}, k_iron);
  begin_arm(to, rider, 1);
  const Vec3 hand = hand_of(rider, 1);
  to.beam(hand + Vec3{0, -0.1, 0.06}, hand + Vec3{0.05, 0.3, -0.3}, 0.03, 0.03, k_leather);
  to.beam(hand + Vec3{0.05, 0.3, -0.3}, hand + Vec3{0.1, 0.85, -0.5}, 0.02, 0.09, k_steel,
          {0, 0, 1});
  to.beam(hand + Vec3{0.1, 0.85, -0.5}, hand + Vec3{0.12, 1.1, -0.36}, 0.015, 0.05, k_steel,
          {0, 0, 1});
  to.end_part();
  to.stand({});
}

void add_goblin_hero(FigureBuilder& to) {
  to.stand({}, 0, 1.3);
  Body body = goblin_body();
  body.torso = k_team;
  body.sleeves = k_team_dark;
  body.robed = true;
  body.hip_m = 0.62;
  body.shoulder_m = 1.12;
  body.chest_m = 0.3;
  add_body(to, body);
  add_goblin_head(to, body);
  const Vec3 head = head_of(body);
  // A skull for a mask, with horns, and feathers behind it.
  to.ball(head + Vec3{0, 0.12, -0.04}, {0.24, 0.2, 0.25}, k_bone);
  for (const double side : {-1.0, 1.0}) {
    const Vec3 root = head + Vec3{side * 0.18, 0.2, 0};
    const Vec3 elbow = root + Vec3{side * 0.2, 0.14, 0.02};
    to.tube(root, elbow, 0.075, 0.055, 6, k_bone);
    to.tube(elbow, elbow + Vec3{side * 0.02, 0.28, -0.1}, 0.055, 0, 6, k_bone);
  }
  for (int feather = -2; feather <= 2; ++feather) {
    const Vec3 root = head + Vec3{0.06 * feather, 0.15, 0.2};
    const Vec3 tip = head + Vec3{0.22 * feather, 0.6, 0.34};
    to.cloth(root + Vec3{-0.05, 0, 0}, root + Vec3{0.05, 0, 0}, tip + Vec3{0.05, 0, 0},
             tip + Vec3{-0.05, 0, 0}, k_team);
  }
  to.cloth({-0.32, 1.08, 0.14}, {0.32, 1.08, 0.14}, {0.46, 0.06, 0.5}, {-0.46, 0.06, 0.5}, k_hide);
  begin_arm(to, body, 1);
  const Vec3 hand = hand_of(body, 1);
  to.beam(hand + Vec3{0, -0.5, 0.12}, hand + Vec3{0.02, 0.85, -0.22}, 0.04, 0.04, k_dark_wood);
  for (const double side : {-1.0, 1.0}) {
    to.beam(hand + Vec3{0.02, 0.82, -0.22}, hand + Vec3{0.02 + side * 0.17, 1.08, -0.26}, 0.035,
            0.035, k_dark_wood);
  }
  to.ball(hand + Vec3{0.02, 1.06, -0.27}, {0.14, 0.14, 0.14}, k_venom);
  to.end_part();
  to.stand({});
}

void add_walker(FigureBuilder& to) {
  Body body;
  body.torso = {Material::Plain, cube(5, 5, 4), FigureTint::Clothes, 1.0};
  body.sleeves = body.torso;
  body.trousers = {Material::Plain, cube(2, 2, 3), FigureTint::Clothes, 1.0};
  body.boots = k_black;
  body.chest_m = 0.24;
  body.limb_m = 0.065;
  body.head_m = 0.135;
  body.shoulder_m = 1.46;
  add_body(to, body);
  to.ball(head_of(body) + Vec3{0, 0.035, 0.02}, {0.145, 0.135, 0.145}, k_hair);
}

}  // namespace

void model_unit(FigureBuilder& to, FigureMesh mesh) {
  switch (mesh) {
    case FigureMesh::PeopleWorker:
      return add_people_worker(to);
    case FigureMesh::PeopleMelee:
      return add_people_melee(to);
    case FigureMesh::PeopleRanged:
      return add_people_ranged(to);
    case FigureMesh::PeopleSiege:
      return add_people_siege(to);
    case FigureMesh::PeopleCavalry:
      return add_people_cavalry(to);
    case FigureMesh::PeopleHero:
      return add_people_hero(to);
    case FigureMesh::GoblinWorker:
      return add_goblin_worker(to);
    case FigureMesh::GoblinMelee:
      return add_goblin_melee(to);
    case FigureMesh::GoblinRanged:
      return add_goblin_ranged(to);
    case FigureMesh::GoblinSiege:
      return add_goblin_siege(to);
    case FigureMesh::GoblinCavalry:
      return add_goblin_cavalry(to);
    case FigureMesh::GoblinHero:
      return add_goblin_hero(to);
    default:
      return add_walker(to);
  }
}

}  // namespace terrane::render
