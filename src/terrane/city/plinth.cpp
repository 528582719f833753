#include "terrane/city/plinth.h"

#include <array>

#include "terrane/base/hash.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

namespace palette = content::palette;

struct PavingLook {
  std::uint8_t palette;
  double weight;
};
constexpr std::array<PavingLook, k_paving_look_count> k_looks{{
    {palette::k_paving_cool, 4.0},  // grey slabs
    {palette::k_paving_warm, 3.0},  // buff slabs
    {palette::k_concrete, 2.0},     // cast concrete
    {palette::k_limestone, 1.2},    // pale stone
    {palette::k_brick_brown, 0.8},  // clinker
    {palette::k_kerb, 1.0},         // granite
}};

}  // namespace

Surface paving_surface(std::uint64_t key) {
  double total = 0;
  for (const PavingLook& look : k_looks) total += look.weight;
  double roll = base::draw_unit(base::hash(key, 121)) * total;
  std::uint8_t colour = k_looks[0].palette;
  for (const PavingLook& look : k_looks) {
    roll -= look.weight;
    if (roll < 0) {
      colour = look.palette;
      break;
    }
  }
  return ground_surface(content::Material::Paving, colour, content::k_ground_layer_base);
}

Surface sidewalk_surface(const EdgePlan& plan, unsigned segment) {
  return paving_surface(base::hash(plan.block_of(segment).key, 4));
}

}  // namespace terrane::city
