#include "terrane/city/bridge_builder.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"

namespace terrane::city {

using content::Material;
using geo::Vec3;
namespace palette = content::palette;

namespace {

constexpr double k_foot_m = 0.6;  // walls go on this far below the ground

}  // namespace

double BridgeBuilder::foot_below(double x0, double x1, double z0, double z1) const {
  double low = 0;
  bool first = true;
  for (const double x : {x0, x1}) {
    for (const double z : {z0, z1}) {
      const double ground = kit_.ground_above_floor_m(x, z);
      low = first ? ground : std::min(low, ground);
      first = false;
    }
  }
  return low - k_foot_m;
}

void BridgeBuilder::piers(double x0, double x1, double z0, double z1, double top_m,
                          const Surface& surface) {
  for (const double sign : {-1.0, 1.0}) {
    const double za = std::min(sign * z0, sign * z1);
    const double zb = std::max(sign * z0, sign * z1);
    const double foot = foot_below(x0, x1, za, zb);
    kit_.box({x0, foot, za}, {x1, top_m, zb}, surface);
    kit_.collide({x0, foot, za}, {x1, top_m, zb});
  }
}

void BridgeBuilder::towers(double top_m, const Surface& wall, const Surface& roof, bool slits) {
  const double x = w_ + 0.25;
  piers(-x, x, half_ + k_tower_from_m, end_m() - 0.02, top_m, wall);
  if (out_.lod() == 2) return;
  const Surface dark = solid_surface(Material::Metal, palette::k_glass_blue);
  for (const double sign : {-1.0, 1.0}) {
    const double face = sign * (half_ + k_tower_from_m);
    kit_.box({-x - 0.15, top_m, std::min(face - sign * 0.15, sign * end_m())},
             {x + 0.15, top_m + 0.18, std::max(face - sign * 0.15, sign * end_m())}, roof,
             k_box_all);
    if (!full()) continue;
    const double ground =
        std::max(kit_.ground_above_floor_m(-0.6, face), kit_.ground_above_floor_m(0.6, face)) +
        k_sidewalk_lift_m;
    const double z = face - sign * 0.03;
    kit_.panel({-0.55, ground, z}, {0.55, ground, z}, {0.55, ground + 2.15, z},
               {-0.55, ground + 2.15, z}, {0, 0, -sign}, dark);
    if (!slits) continue;
    for (const double side : {-1.0, 1.0}) {
      const double at = side * (x + 0.03);
      for (double y = ground + 1.2; y + 1.2 < top_m; y += 2.0) {
        const double z0 = sign * (half_ + k_tower_from_m + 0.6);
        const double z1 = z0 + sign * 0.5;
        kit_.panel({at, y, z0}, {at, y, z1}, {at, y + 1.1, z1}, {at, y + 1.1, z0}, {side, 0, 0},
                   dark);
      }
    }
  }
}

void BridgeBuilder::deck(double half_width, double low_m, double high_m, double end,
                         const Surface& surface) {
  kit_.box({-half_width, low_m, -end}, {half_width, high_m, end}, surface,
           k_box_top | k_box_bottom | k_box_sides | k_box_ends);
}

void BridgeBuilder::railings(double x, double floor_m, double end, double spacing_m,
                             const Surface& surface) {
  for (const double side : {-1.0, 1.0}) {
    const double at = side * x;
    if (!full()) {
      kit_.box({at - 0.03, floor_m, -end}, {at + 0.03, floor_m + 1.1, end}, surface,
               k_box_top | k_box_sides);
      continue;
    }
    kit_.box({at - 0.05, floor_m + 1.02, -end}, {at + 0.05, floor_m + 1.1, end}, surface,
             k_box_all);
    for (const double y : {0.3, 0.65}) {
      kit_.box({at - 0.02, floor_m + y, -end}, {at + 0.02, floor_m + y + 0.04, end}, surface,
               k_box_all & ~k_box_ends);
    }
    const unsigned posts = 1 + static_cast<unsigned>(2.0 * end / spacing_m);
    for (unsigned post = 0; post <= posts; ++post) {
      const double z = -end + 2.0 * end * post / posts;
      const double inside = std::clamp(z, -end + 0.04, end - 0.04);
      kit_.box({at - 0.04, floor_m, inside - 0.04}, {at + 0.04, floor_m + 1.02, inside + 0.04},
               surface, k_box_ends | k_box_sides);
    }
  }
}

void BridgeBuilder::arch(double z0, double z1, double sure_m, double spring_m, double rise_m,
                         double top_m, unsigned parts, const Surface& wall,
                         const Surface& underside) {
  const double middle = (z0 + z1) * 0.5;
  const double reach = (z1 - z0) * 0.5;
  const auto curve = [&](double z) {
    const double t = (z - middle) / reach;
    return spring_m + rise_m * std::sqrt(std::max(0.0, 1.0 - t * t));
  };
  for (unsigned part = 0; part < parts; ++part) {
    // Even steps of the angle would need sines; steps that shorten towards the springing do.
    const auto place = [&](unsigned step) {
      if (step == 0 || step == parts) return middle + (step == 0 ? -reach : reach);
      const double t = -1.0 + 2.0 * (step - 1) / (parts - 2);
      return middle + sure_m * t * (1.5 - 0.5 * t * t);
    };
    const double a = place(part);
    const double b = place(part + 1);
    for (const double side : {-1.0, 1.0}) {
      const double x = side * w_;
      kit_.panel({x, curve(a), a}, {x, curve(b), b}, {x, top_m, b}, {x, top_m, a}, {side, 0, 0},
                 wall);
      if (full()) {
        // The ring of voussoirs stands out a little.
        const double out = x + side * 0.06;
        kit_.panel({out, curve(a), a}, {out, curve(b), b}, {out, curve(b) + 0.42, b},
                   {out, curve(a) + 0.42, a}, {side, 0, 0}, underside);
        kit_.panel({x, curve(a) + 0.42, a}, {x, curve(b) + 0.42, b}, {out, curve(b) + 0.42, b},
                   {out, curve(a) + 0.42, a}, {0, 1, 0}, underside);
      }
    }
    const double out = full() ? w_ + 0.06 : w_;
    kit_.panel({-out, curve(a), a}, {out, curve(a), a}, {out, curve(b), b}, {-out, curve(b), b},
               {0, -1, (a + b) * 0.5 > middle ? -1.0 : 1.0}, underside);
  }
}

void BridgeBuilder::masonry(double rise_m, double deck_m, const Surface& wall,
                            const Surface& trim) {
  const double pier_in = half_ + 0.35;
  const double pier_out = half_ + 1.35;
  const double back_in = half_ + 3.55;
  const unsigned parts = out_.lod() == 0 ? 14 : out_.lod() == 1 ? 8 : 6;
  // At the kerb the arch is already clear of the traffic.
  const double t = half_ / pier_in;
  const double spring = k_underside_m - rise_m * std::sqrt(1.0 - t * t) * 0.98;
  arch(-pier_in, pier_in, half_, spring, rise_m, deck_m, parts, wall, trim);
  piers(-w_, w_, pier_in, pier_out, deck_m, wall);
  piers(-w_, w_, back_in, end_m(), deck_m, wall);
  for (const double sign : {-1.0, 1.0}) {
    const double a = std::min(sign * pier_out, sign * back_in);
    const double b = std::max(sign * pier_out, sign * back_in);
    const double ground =
        std::max(kit_.ground_above_floor_m(0, a), kit_.ground_above_floor_m(0, b));
    if (out_.lod() == 2) {
      kit_.box({-w_, ground + 2.9, a}, {w_, deck_m, b}, wall, k_box_sides | k_box_bottom);
    } else {
      arch(a, b, (b - a) * 0.45, ground + 2.3, 0.9, deck_m, full() ? 8 : 4, wall, trim);
    }
  }
  kit_.panel({-w_, deck_m, -end_m()}, {w_, deck_m, -end_m()}, {w_, deck_m, end_m()},
             {-w_, deck_m, end_m()}, {0, 1, 0}, trim);
  // Parapets, and a wall that closes the way at either end.
  for (const double side : {-1.0, 1.0}) {
    const double a = side * (w_ - 0.3);
    const double b = side * (w_ + 0.02);
    kit_.box({std::min(a, b), deck_m - 0.02, -end_m()}, {std::max(a, b), deck_m + 1.05, end_m()},
             wall);
    if (out_.lod() == 2) continue;
    const double c = side * (w_ + 0.14);
    kit_.box({std::min(a, c), deck_m - 0.3, -end_m()}, {std::max(b, c), deck_m - 0.02, end_m()},
             trim, k_box_all);
    kit_.box({std::min(a, c) - (side < 0 ? 0 : 0.1), deck_m + 1.05, -end_m()},
             {std::max(a, c) + (side < 0 ? 0.1 : 0), deck_m + 1.2, end_m()}, trim, k_box_all);
  }
}

void BridgeBuilder::lamps(double floor_m) {
  if (!full()) return;
  const Surface metal = solid_surface(Material::Metal, palette::k_metal_dark);
  const Surface light = solid_surface(Material::Lamp, palette::k_lamp_warm);
  for (const double x : {-w_ + 0.14, w_ - 0.14}) {
    for (const double z : {-half_ * 0.5, half_ * 0.5}) {
      kit_.box({x - 0.05, floor_m, z - 0.05}, {x + 0.05, floor_m + 1.7, z + 0.05}, metal);
      kit_.drum({x, floor_m + 1.7, z}, 0.14, 0.2, 0.36, 6, light);
      kit_.drum({x, floor_m + 2.06, z}, 0.24, 0.0, 0.2, 6, metal);
    }
  }
}

void BridgeBuilder::cable(Vec3 from, Vec3 to, double sag_m, unsigned parts,
                          const Surface& surface) {
  Vec3 before = from;
  for (unsigned part = 1; part <= parts; ++part) {
    const double t = static_cast<double>(part) / parts;
    Vec3 next = from + (to - from) * t;
    next.y -= 4.0 * sag_m * t * (1.0 - t);
    kit_.strut(before, next, 0.055, surface);
    before = next;
  }
}

void BridgeBuilder::tracks(double floor_m, double end) {
  const Surface rail = solid_surface(Material::Metal, palette::k_metal_light);
  const Surface sleeper = solid_surface(Material::Bark, palette::k_bark);
  for (const double x : {-0.75, 0.75}) {
    kit_.box({x - 0.05, floor_m, -end}, {x + 0.05, floor_m + 0.24, end}, rail,
             k_box_top | k_box_sides);
  }
  if (!full()) return;
  const unsigned sleepers = static_cast<unsigned>(2.0 * end / 0.9);
  for (unsigned index = 0; index < sleepers; ++index) {
    const double z = -end + (index + 0.5) * 2.0 * end / sleepers;
    kit_.box({-1.15, floor_m, z - 0.12}, {1.15, floor_m + 0.1, z + 0.12}, sleeper,
             k_box_top | k_box_ends);
  }
}

void BridgeBuilder::carriage(double floor_m) {
  const double z = half_ + 0.6;
  const Surface body = solid_surface(Material::Metal, base::draw_chance(base::hash(key_, 4), 0.5)
                                                          ? palette::k_metal_light
                                                          : palette::k_brick_red);
  const Surface glass = solid_surface(Material::Metal, palette::k_glass_blue);
  const Surface dark = solid_surface(Material::Metal, palette::k_metal_dark);
  kit_.box({-1.3, floor_m + 0.75, -z}, {1.3, floor_m + 3.2, z}, body, k_box_all);
  kit_.box({-1.0, floor_m + 3.2, -z + 0.3}, {1.0, floor_m + 3.4, z - 0.3}, dark);
  kit_.box({-1.1, floor_m + 0.25, -z + 0.8}, {1.1, floor_m + 0.75, z - 0.8}, dark,
           k_box_sides | k_box_ends);
  if (!full()) return;
  const unsigned windows = static_cast<unsigned>(2.0 * z / 1.5);
  for (unsigned window = 0; window < windows; ++window) {
    const double a = -z + 0.35 + (2.0 * z - 0.7) * window / windows;
    const double b = a + (2.0 * z - 0.7) / windows * 0.72;
    for (const double side : {-1.0, 1.0}) {
      const double x = side * 1.33;
      kit_.panel({x, floor_m + 1.7, a}, {x, floor_m + 1.7, b}, {x, floor_m + 2.7, b},
                 {x, floor_m + 2.7, a}, {side, 0, 0}, glass);
    }
  }
}

}  // namespace terrane::city
