#include "terrane/city/field_side.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/park_features.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
namespace palette = content::palette;

constexpr unsigned k_gate_place = 9;  // in the block
constexpr double k_margin_m = 2.6;    // from the frontage line to what grows
constexpr double k_row_pitch_m = 1.6;
constexpr unsigned k_wheat_strips = 4;
constexpr double k_wheat_m = 0.85;

struct Field {
  PieceWriter& out;
  const SideStrip& strip;
  const SideBlock& block;
  std::uint64_t key;  // of this segment
};

// Dark leaves, or pale stalks.
bool has_leafy_crops(const Field& field) {
  return base::draw_chance(base::hash(field.block.key, 91), 0.6);
}

Surface ground_of(const Field& field, FieldKind kind) {
  switch (kind) {
    case FieldKind::Crops:
      // From afar the rows close, in one another's shade; there are fewer of them, or none.
      if (!field.out.full_detail()) {
        const bool dark = field.out.lod() == 1 || has_leafy_crops(field);
        return ground_surface(Material::Grass, dark ? palette::k_leaf_dark : palette::k_leaf_green,
                              content::k_ground_layer_base);
      }
      return ground_surface(Material::Soil, palette::k_soil, content::k_ground_layer_base);
    case FieldKind::Wheat:
      return ground_surface(Material::Soil, palette::k_soil, content::k_ground_layer_base);
    case FieldKind::Stubble:
      return ground_surface(Material::Grass, palette::k_grass_dry, content::k_ground_layer_base);
    case FieldKind::Meadow:
      break;
  }
  return ground_surface(Material::Grass, palette::k_grass, content::k_ground_layer_base);
}

// Hedges bound what is sown, wooden fences what is grazed or mown.
void build_bounds(const Field& field, FieldKind kind) {
  const SideStrip& strip = field.strip;
  const bool hedge = kind == FieldKind::Crops || kind == FieldKind::Meadow;
  const bool gate = field.block.in_block == k_gate_place;
  if (hedge) {
    const Surface leaf = solid_surface(Material::Foliage, palette::k_leaf_dark);
    if (!gate) {
      strip.bar(strip.frontage_m() + 0.35, 0.9, -0.1, k_sidewalk_lift_m + 1.05, leaf);
      strip.collide(strip.at(0, strip.frontage_m().near + 0.8),
                    strip.at(1, strip.frontage_m().far + 0.8), 0.45, 1.1);
    }
    for (unsigned end = 0; end < 2; ++end) {
      if (end == 0 ? field.block.first : field.block.last) {
        strip.cross_bar(end, strip.frontage_m().at(end) + 0.35, strip.depth_m().at(end), 0.9, -0.5,
                        k_sidewalk_lift_m + 1.05, leaf);
      }
    }
    return;
  }
  const Surface wood = solid_surface(Material::Bark, palette::k_bark);
  const bool ends = field.block.last || field.block.in_block + 1 == k_gate_place;
  if (!gate) build_fence(strip, strip.frontage_m() + 0.4, 1.15, ends, wood);
  const Surface stone = solid_surface(Material::Stone, palette::k_kerb);
  for (unsigned end = 0; end < 2; ++end) {
    if (end == 0 ? field.block.first : field.block.last) {
      strip.cross_bar(end, strip.frontage_m().at(end) + 0.4, strip.depth_m().at(end), 0.4, -0.5,
                      k_sidewalk_lift_m + 0.6, stone);
    }
  }
}

void build_crops(const Field& field) {
  if (field.out.lod() == 2) return;
  const SideStrip& strip = field.strip;
  const bool leafy = has_leafy_crops(field);
  const Surface leaf =
      solid_surface(Material::Foliage, leafy ? palette::k_leaf_green : palette::k_grass);
  const double high_m = leafy ? 0.55 : 0.8;
  // Fewer, wider rows at the second level.
  const unsigned step = field.out.full_detail() ? 1 : 3;
  const double last_m = std::max(strip.depth_m().near, strip.depth_m().far);
  for (unsigned row = 0;; row += step) {
    const double from_m = k_margin_m + row * k_row_pitch_m;
    if (strip.widest_frontage_m() + from_m > last_m - k_bank_width_m) break;
    strip.bar(strip.frontage_m() + from_m, 0.6 * step, -0.1, k_sidewalk_lift_m + high_m, leaf);
  }
}

// Standing corn as a body with two tracks through it.
void build_wheat(const Field& field) {
  const SideStrip& strip = field.strip;
  const Surface wheat =
      solid_surface(Material::Foliage, base::draw_chance(base::hash(field.block.key, 92), 0.7)
                                           ? palette::k_plaster_ochre
                                           : palette::k_leaf_yellow);
  const double lift_m = k_sidewalk_lift_m + k_wheat_m;
  const auto line = [&](double share, double shift_m) {
    const auto offset = [&](unsigned end) {
      const double from_m = strip.frontage_m().at(end) + k_margin_m;
      const double to_m = std::max(from_m, strip.depth_m().at(end) - k_bank_width_m - 0.4);
      return std::clamp(from_m + (to_m - from_m) * share + shift_m, from_m, to_m);
    };
    return Pair{offset(0), offset(1)};
  };
  for (unsigned part = 0; part < k_wheat_strips; ++part) {
    // Each strip is a body of its own where a track runs before it.
    const double from_share = static_cast<double>(part) / k_wheat_strips;
    const double to_share = static_cast<double>(part + 1) / k_wheat_strips;
    const bool track_before = part == 1 || part == 3;
    const bool track_behind = part + 1 == 1 || part + 1 == 3;
    const Pair from = line(from_share, track_before ? 0.5 : 0.0);
    const Pair to = line(to_share, track_behind ? -0.5 : 0.0);
    const Rail top_in = strip.on_ground(from, lift_m);
    const Rail top_out = strip.on_ground(to, lift_m);
    strip.face(top_in, top_out, wheat, 246, 246);
    if (part == 0 || track_before) {
      strip.face(strip.on_ground(from, 0.0), top_in, wheat, 165, 240);
    }
    if (part + 1 == k_wheat_strips || track_behind) {
      strip.face(top_out, strip.on_ground(to, 0.0), wheat, 240, 165);
    }
    for (unsigned end = 0; end < 2; ++end) {
      if (!(end == 0 ? field.block.first : field.block.last)) continue;
      strip.end_face(end, from.at(end), to.at(end), 0.0, lift_m, wheat);
    }
  }
}

void build_haystack(PieceWriter& out, PlanePoint place, std::uint64_t key) {
  SolidKit kit = SolidKit::on_ground(out, place, {0, -1}, k_sidewalk_lift_m);
  const Surface hay = solid_surface(Material::Foliage, palette::k_plaster_ochre);
  const double size = base::draw_between(key, 0.85, 1.25);
  const unsigned sides = out.full_detail() ? 9 : 6;
  kit.drum({0, -0.35, 0}, 1.5 * size, 1.7 * size, 0.35 + 1.1 * size, sides, hay);
  kit.drum({0, 1.1 * size, 0}, 1.7 * size, 0.0, 1.9 * size, sides, hay);
  if (out.full_detail()) {
    kit.box({-0.04, 2.6 * size, -0.04}, {0.04, 3.4 * size, 0.04},
            solid_surface(Material::Bark, palette::k_bark));
  }
  kit.collide({-1.4 * size, -0.3, -1.4 * size}, {1.4 * size, 2.2 * size, 1.4 * size});
}

void build_bale(PieceWriter& out, PlanePoint place, std::uint64_t key) {
  const double angle = base::draw_between(base::hash(key, 1), 0.0, 6.28);
  const PlaneVector forward = heading_vector(angle);
  SolidKit kit = SolidKit::on_ground(out, place, forward, k_sidewalk_lift_m);
  const Surface hay = solid_surface(Material::Foliage, palette::k_sandstone);
  kit.box({-0.6, -0.25, -1.1}, {0.6, 0.8, 1.1}, hay);
  kit.collide({-0.6, -0.2, -1.1}, {0.6, 0.8, 1.1});
}

void scatter(const Field& field, double tree_chance, double stack_chance) {
  const SideStrip& strip = field.strip;
  const double from_m = strip.widest_frontage_m() + 4.0;
  const double to_m = strip.shallowest_m() - k_bank_width_m - 2.2;
  if (to_m < from_m) return;
  const double offset = base::draw_between(base::hash(field.key, 2), from_m, to_m);
  const PlanePoint place = strip.at(0.5, offset);
  const double roll = base::draw_unit(base::hash(field.key, 1));
  if (roll < stack_chance) {
    if (base::draw_chance(base::hash(field.key, 3), 0.5)) {
      build_haystack(field.out, place, base::hash(field.key, 4));
    } else {
      build_bale(field.out, place, base::hash(field.key, 5));
    }
  } else if (roll < stack_chance + tree_chance) {
    if (base::draw_chance(base::hash(field.key, 6), 0.7)) {
      strip.tree(place, 0.7, 1.3, field.key);
    } else {
      strip.bush(place, 0.6, 1.3, field.key);
    }
  }
}

}  // namespace

const char* field_kind_name(FieldKind kind) {
  constexpr const char* k_names[] = {"crops", "wheat", "stubble", "meadow"};
  return k_names[static_cast<unsigned>(kind)];
}

FieldKind draw_field_kind(std::uint64_t block_side_key) {
  return static_cast<FieldKind>(
      base::draw_index(base::hash(block_side_key, 90), k_field_kind_count));
}

void build_field_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                      const SideBlock& block, FieldKind kind) {
  const SideStrip strip(out, plan, segment, side);
  const Field field{out, strip, block, base::hash(block.key, 93, block.in_block)};
  const Surface ground = ground_of(field, kind);
  strip.whole_ground(ground, 240);
  if (block.first) strip.skirt(0, ground);
  if (block.last) strip.skirt(1, ground);
  build_bounds(field, kind);
  switch (kind) {
    case FieldKind::Crops:
      return build_crops(field);
    case FieldKind::Wheat:
      return build_wheat(field);
    case FieldKind::Stubble:
      return scatter(field, 0.1, 0.4);
    case FieldKind::Meadow:
      return scatter(field, 0.45, 0.05);
  }
}

}  // namespace terrane::city
