#include "terrane/city/block_frontage.h"

#include "terrane/base/hash.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_span = 1;
constexpr std::uint64_t k_salt_style = 2;

}  // namespace

std::array<FrontageLot, k_frontage_lots> plan_block_frontage(std::uint64_t block_side_key,
                                                             District district) {
  std::array<FrontageLot, k_frontage_lots> lots{};
  const double chance = traits_of(district).double_lot_chance;
  unsigned place = 0;
  while (place < k_frontage_lots) {
    const bool may_double = place % 2 == 0;
    const bool doubled =
        may_double && base::draw_chance(base::hash(block_side_key, k_salt_span, place), chance);
    const double roll = base::draw_unit(base::hash(block_side_key, k_salt_style, place));
    lots[place].style = draw_style(district, doubled, roll);
    lots[place].span = doubled ? 2 : 1;
    if (doubled) {
      lots[place + 1].style = lots[place].style;
      lots[place + 1].span = 0;
    }
    place += doubled ? 2 : 1;
  }
  return lots;
}

}  // namespace terrane::city
