// Where one may stand in a city and look: on its streets and beside them, in gardens, at junctions,
// by water, at dead ends. Places are drawn by hash, so that each run looks from the same ones.
#pragma once

#include <cstdint>
#include <optional>

#include "city_view.h"

namespace terrane::city {

enum class Stand : std::uint8_t {
  Street,
  Sidewalk,
  High,
  Garden,
  Land,
  Junction,
  Park,
  Water,
  Field,
  CrossStreet,
  DeadEnd,
  BlockEnd,  // where two blocks meet, of which one has an open side
};
inline constexpr unsigned k_stand_count = 12;
const char* stand_name(Stand stand);

// Within `reach_m` of the middle. Nothing where no such place was found.
std::optional<Eye> find_eye(const Layout& layout, PlanePoint middle, double reach_m, Stand stand,
                            std::uint64_t key);

}  // namespace terrane::city
