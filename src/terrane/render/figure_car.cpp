// A saloon car: seen from outside, and from its seats. Panes are dark glass from outside and not
// there from within, since faces are drawn from their front only; so what is to be seen from within
// (dashboard, lining, pillars, seats) is modelled for itself.
#include "terrane/base/trig.h"
#include "terrane/render/figure_looks.h"
#include "terrane/render/figure_meshes.h"

namespace terrane::render {
namespace {

using namespace looks;
using geo::Vec3;

constexpr FigureLook k_paint{Material::Metal, cube(5, 5, 5), FigureTint::Team, 1.0};
constexpr FigureLook k_trim{Material::Plain, cube(0, 0, 0), FigureTint::Own, 0.9};
constexpr FigureLook k_lining{Material::Plain, cube(2, 2, 2), FigureTint::Own, 0.8};
constexpr FigureLook k_dash{Material::Plain, cube(1, 1, 1), FigureTint::Own, 0.7};
constexpr FigureLook k_headlight{Material::Lamp, cube(5, 5, 5), FigureTint::Own, 1.0};
constexpr FigureLook k_tail{Material::Lamp, cube(5, 0, 0), FigureTint::Own, 1.0};
constexpr FigureLook k_blinker{Material::Plain, cube(5, 3, 0), FigureTint::Own, 1.0};

constexpr double k_half_base_m = 1.3;
constexpr double k_half_track_m = 0.78;
constexpr double k_wheel_m = 0.32;

// A section of the body across the car: places from front to back.
struct Section {
  double z;
  double low;    // the sill's height
  double belt;   // where panes begin
  double half;   // half width at the belt
  double under;  // half width at the sill
};
constexpr Section k_sections[] = {{-2.12, 0.34, 0.58, 0.62, 0.60}, {-2.02, 0.25, 0.68, 0.80, 0.78},
                                  {-1.70, 0.23, 0.76, 0.88, 0.86}, {-0.92, 0.22, 0.88, 0.91, 0.88},
                                  {0.30, 0.22, 0.92, 0.92, 0.88},  {1.35, 0.23, 0.93, 0.90, 0.87},
                                  {1.95, 0.27, 0.92, 0.83, 0.80},  {2.12, 0.36, 0.84, 0.74, 0.70}};

// Half a wheel's arch is cut by nothing: wheels stand out of the flanks by a finger and a dark arch
// lies around them.
void add_hull(FigureBuilder& to) {
  constexpr unsigned count = sizeof(k_sections) / sizeof(k_sections[0]);
  for (unsigned at = 0; at + 1 < count; ++at) {
    const Section& a = k_sections[at];
    const Section& b = k_sections[at + 1];
    for (const double side : {-1.0, 1.0}) {
      const Vec3 corners[6] = {{side * a.under, a.low, a.z},
                               {side * b.under, b.low, b.z},
                               {side * b.half, b.belt, b.z},
                               {side * a.half, a.belt, a.z},
                               {side * (b.half + 0.02), 0.62 * b.belt + 0.1, b.z},
                               {side * (a.half + 0.02), 0.62 * a.belt + 0.1, a.z}};
      const auto face = [&](Vec3 p, Vec3 q, Vec3 r, Vec3 s, const FigureLook& look) {
        side > 0 ? to.quad(q, p, s, r, look) : to.quad(p, q, r, s, look);
      };
      face(corners[0], corners[1], corners[4], corners[5], k_paint);
      face(corners[5], corners[4], corners[2], corners[3], k_paint);
    }
    // Bonnet and boot lid with a crown; the underside.
    const bool cabin = a.z > -0.95 && b.z < 1.4;
    const Vec3 la{-a.half, a.belt, a.z};
    const Vec3 ra{a.half, a.belt, a.z};
    const Vec3 lb{-b.half, b.belt, b.z};
    const Vec3 rb{b.half, b.belt, b.z};
    const Vec3 ca{0, a.belt + 0.05, a.z};
    const Vec3 cb{0, b.belt + 0.05, b.z};
    if (!cabin) {
      to.quad(la, lb, cb, ca, k_paint);
      to.quad(ca, cb, rb, ra, k_paint);
    }
    to.quad({a.under, a.low, a.z}, {b.under, b.low, b.z}, {-b.under, b.low, b.z},
            {-a.under, a.low, a.z}, k_trim);
  }
  // Both ends, with the crown of what lies above.
  for (const bool is_nose : {true, false}) {
    const Section& end = k_sections[is_nose ? 0 : count - 1];
    const double side = is_nose ? 1.0 : -1.0;
    const double middle_y = 0.62 * end.belt + 0.1;
    const double middle = end.half + 0.02;
    to.quad({side * end.under, end.low, end.z}, {-side * end.under, end.low, end.z},
            {-side * middle, middle_y, end.z}, {side * middle, middle_y, end.z}, k_paint);
    to.quad({side * middle, middle_y, end.z}, {-side * middle, middle_y, end.z},
            {-side * end.half, end.belt, end.z}, {side * end.half, end.belt, end.z}, k_paint);
    to.triangle({side * end.half, end.belt, end.z}, {-side * end.half, end.belt, end.z},
                {0, end.belt + 0.05, end.z}, k_paint);
  }
}

// Panes and roof: belt points, then roof points, from the windscreen to the rear window.
struct Rib {
  double belt_z;
  double roof_z;
};
constexpr Rib k_ribs[] = {{-0.92, -0.28}, {0.18, 0.24}, {1.62, 1.02}};
constexpr double k_belt_m = 0.91;
constexpr double k_roof_m = 1.40;
constexpr double k_belt_half = 0.90;
constexpr double k_roof_half = 0.62;

void add_cabin(FigureBuilder& to) {
  const auto belt = [](double side, double z) { return Vec3{side * k_belt_half, k_belt_m, z}; };
  const auto roof = [](double side, double z) { return Vec3{side * k_roof_half, k_roof_m, z}; };
  const double front = k_ribs[0].belt_z;
  const double front_roof = k_ribs[0].roof_z;
  const double back = k_ribs[2].belt_z;
  const double back_roof = k_ribs[2].roof_z;
  to.quad(belt(1, front), belt(-1, front), roof(-1, front_roof), roof(1, front_roof), k_glass);
  to.quad(belt(-1, back), belt(1, back), roof(1, back_roof), roof(-1, back_roof), k_glass);
  for (const double side : {-1.0, 1.0}) {
    for (int pane = 0; pane < 2; ++pane) {
      const Rib& a = k_ribs[pane];
      const Rib& b = k_ribs[pane + 1];
      const Vec3 p = belt(side, a.belt_z);
      const Vec3 q = belt(side, b.belt_z);
      const Vec3 r = roof(side, b.roof_z);
      const Vec3 s = roof(side, a.roof_z);
      side > 0 ? to.quad(q, p, s, r, k_glass) : to.quad(p, q, r, s, k_glass);
    }
    // Pillars, seen from both sides; the roof's rails.
    const auto pillar = [&](double belt_z, double roof_z, double half) {
      const Vec3 out{side * 0.008, 0.008, 0};
      const Vec3 foot = belt(side, belt_z);
      const Vec3 head = foot + (roof(side, roof_z) - foot) * 0.97;
      to.beam(foot + out, head + out, half, 0.012, k_paint, {side, 0.4, 0});
      to.beam(foot - out * 2.8, head - out * 2.8, half + 0.004, 0.012, k_lining, {side, 0.4, 0});
    };
    pillar(front + 0.03, front_roof + 0.02, 0.03);
    pillar(0.18, 0.24, 0.04);
    pillar(back - 0.04, back_roof - 0.03, 0.075);
    to.beam(roof(side, front_roof - 0.02), roof(side, back_roof + 0.02), 0.035, 0.02, k_paint,
            {side, 1, 0});
    const Vec3 inward{side * -0.03, -0.03, 0};
    to.beam(roof(side, front_roof) + inward, roof(side, back_roof) + inward, 0.045, 0.012, k_lining,
            {side, 1, 0});
    to.beam(belt(side, front), belt(side, back), 0.02, 0.018, k_trim, {0, 1, 0});
  }
  // A crowned roof above, its lining below.
  const double middle = 0.5 * (front_roof + back_roof);
  const Vec3 top{0, k_roof_m + 0.05, middle};
  const Vec3 corners[4] = {roof(-1, back_roof), roof(1, back_roof), roof(1, front_roof),
                           roof(-1, front_roof)};
  for (int edge = 0; edge < 4; ++edge) {
    to.triangle(corners[edge], corners[(edge + 1) % 4], top, k_paint);
  }
  to.quad(corners[3], corners[2], corners[1], corners[0], k_lining);
}

void add_inside(FigureBuilder& to) {
  // Low behind the panes, so that nothing of it shows from outside.
  to.block(0, -0.78, 0.55, 0.93, 0.84, 0.26, 0.80, 0.17, k_dash);
  to.box({-0.58, 0.90, -0.72}, {-0.16, 0.99, -0.56}, k_dash);
  to.box({-0.52, 0.91, -0.562}, {-0.22, 0.975, -0.555},
         {Material::Lamp, cube(1, 2, 3), FigureTint::Own, 1.0});
  to.box({-0.08, 0.74, -0.53}, {0.2, 0.9, -0.52},
         {Material::Lamp, cube(1, 1, 2), FigureTint::Own, 1.0});
  for (const double side : {-1.0, 1.0}) {
    // Doors' inner sides.
    const Vec3 a{side * 0.84, 0.3, -0.6};
    const Vec3 b{side * 0.84, 0.3, 1.5};
    const Vec3 c{side * 0.87, 0.9, 1.5};
    const Vec3 d{side * 0.87, 0.9, -0.9};
    side > 0 ? to.quad(a, b, c, d, k_lining) : to.quad(b, a, d, c, k_lining);
    for (const double z : {0.32, 1.2}) {
      to.block(side * 0.37, z - 0.2, 0.28, 0.52, 0.25, 0.24, 0.25, 0.24, k_dash);
      to.block(side * 0.37, z + 0.16, 0.45, 0.94, 0.25, 0.08, 0.20, 0.05, k_dash);
      if (z < 1) to.block(side * 0.37, z + 0.17, 0.96, 1.12, 0.12, 0.05, 0.11, 0.04, k_dash);
    }
  }
  to.quad({-0.84, 0.28, 1.5}, {0.84, 0.28, 1.5}, {0.84, 0.28, -0.8}, {-0.84, 0.28, -0.8}, k_trim);
  to.box({-0.1, 1.29, -0.3}, {0.1, 1.335, -0.28}, k_trim);
  // The steering wheel: a ring of bars in its own leaning plane.
  const Vec3 hub{-0.37, 0.93, -0.42};
  to.begin_part(FigurePart::SteeringWheel, hub);
  const double lean = 0.45;
  const base::SinCos tilt = base::sin_cos(lean);
  const auto rim = [&](int place) {
    const base::SinCos turn = base::sin_cos(base::k_pi * place / 6.0);
    const double y = 0.17 * turn.sin;
    return hub + Vec3{0.18 * turn.cos, y * tilt.cos, -y * tilt.sin};
  };
  for (int place = 0; place < 12; ++place) {
    const Vec3 over = (rim(place + 1) - rim(place)) * 0.08;
    to.beam(rim(place) - over, rim(place + 1) + over, 0.014, 0.014, k_dash,
            {0, tilt.sin, tilt.cos});
  }
  for (const int place : {0, 6, 9}) to.beam(hub, rim(place), 0.02, 0.01, k_dash);
  to.end_part();
  to.beam(hub, hub + Vec3{0, -0.1, -0.2}, 0.03, 0.03, k_trim);
}

void add_wheels(FigureBuilder& to) {
  const FigureLook rubber{Material::Plain, cube(0, 0, 0), FigureTint::Own, 1.0};
  for (const double z : {-k_half_base_m, k_half_base_m}) {
    for (const double side : {-1.0, 1.0}) {
      const Vec3 hub{side * k_half_track_m, k_wheel_m, z};
      // The arch: a dark half disc on the flank.
      to.end_part();
      const double flank = side * 0.935;
      const Vec3 middle{flank, k_wheel_m + 0.02, z};
      for (int step = 0; step < 8; ++step) {
        const base::SinCos a = base::sin_cos(base::k_pi * (step - 0.6) / 6.8);
        const base::SinCos b = base::sin_cos(base::k_pi * (step + 0.4) / 6.8);
        const Vec3 p = middle + Vec3{0, 0.385 * a.sin, -0.385 * a.cos};
        const Vec3 q = middle + Vec3{0, 0.385 * b.sin, -0.385 * b.cos};
        side > 0 ? to.triangle(middle, p, q, k_trim) : to.triangle(middle, q, p, k_trim);
      }
      // The pivot's x makes steered wheels turn about their own hub.
      to.begin_part(z < 0 ? FigurePart::SteeredWheel : FigurePart::Wheel, hub);
      to.tube(hub + Vec3{side * -0.12, 0, 0}, hub + Vec3{side * 0.165, 0, 0}, k_wheel_m, k_wheel_m,
              16, rubber);
      const Vec3 face = hub + Vec3{side * 0.168, 0, 0};
      to.tube(face, face + Vec3{side * 0.006, 0, 0}, 0.22, 0.21, 12, k_steel);
      for (int spoke = 0; spoke < 5 && to.is_near(); ++spoke) {
        const base::SinCos turn = base::sin_cos(2 * base::k_pi * spoke / 5.0);
        const Vec3 way{0, turn.cos, turn.sin};
        to.beam(face + way * 0.07 + Vec3{side * 0.006, 0, 0},
                face + way * 0.19 + Vec3{side * 0.006, 0, 0}, 0.035, 0.004, k_trim, {side, 0, 0});
      }
    }
  }
  to.end_part();
}

void add_fittings(FigureBuilder& to) {
  for (const double side : {-1.0, 1.0}) {
    const auto lamp = [&](double inner, double outer, double low, double high, double from,
                          double to_z, const FigureLook& look) {
      to.box({side > 0 ? inner : -outer, low, from}, {side > 0 ? outer : -inner, high, to_z}, look);
    };
    lamp(0.38, 0.61, 0.47, 0.575, -2.145, -2.06, k_headlight);
    to.begin_part(FigurePart::BrakeLamp);
    lamp(0.44, 0.72, 0.66, 0.79, 2.05, 2.14, k_tail);
    to.end_part();
    lamp(0.56, 0.72, 0.60, 0.655, 2.05, 2.135, k_blinker);
    to.block(side * 1.0, -0.62, 0.93, 1.05, 0.09, 0.05, 0.09, 0.05, k_paint);
    to.beam({side * 0.88, 0.95, -0.62}, {side * 0.95, 0.98, -0.62}, 0.03, 0.02, k_trim);
    if (!to.is_near()) continue;
    for (const double z : {0.05, 1.02}) {
      to.box({side > 0 ? 0.92 : -0.95, 0.80, z}, {side > 0 ? 0.95 : -0.92, 0.83, z + 0.18}, k_trim);
    }
    // The doors' gaps.
    for (const double z : {-0.82, 0.22, 1.28}) {
      to.box({side > 0 ? 0.915 : -0.937, 0.32, z}, {side > 0 ? 0.937 : -0.915, 0.9, z + 0.015},
             k_trim);
    }
  }
  to.box({-0.36, 0.45, -2.135}, {0.36, 0.57, -2.1}, k_trim);
  to.box({-0.55, 0.30, -2.10}, {0.55, 0.40, -2.03}, k_trim);
  to.box({-0.26, 0.60, 2.10}, {0.26, 0.72, 2.135}, {Material::Plain, cube(5, 5, 4)});
  to.box({-0.66, 0.34, 2.03}, {0.66, 0.46, 2.135}, k_trim);
  to.box({-0.26, 0.45, -2.15}, {0.26, 0.55, -2.13}, {Material::Plain, cube(5, 5, 4)});
  to.tube({0.5, 0.3, 1.95}, {0.5, 0.3, 2.16}, 0.045, 0.045, 8, k_steel);
}

}  // namespace

void model_car(FigureBuilder& to) {
  add_hull(to);
  add_cabin(to);
  if (to.is_near()) add_inside(to);
  add_wheels(to);
  add_fittings(to);
}

}  // namespace terrane::render
