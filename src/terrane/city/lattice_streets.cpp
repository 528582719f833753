#include "terrane/city/lattice_streets.h"

#include <array>
#include <utility>

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"
#include "terrane/city/street_names.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_street = 51;
constexpr std::uint64_t k_salt_halves = 52;
constexpr unsigned k_row_districts = 4;  // the other three are the columns'
// A run is followed back this far; what is longer changes its name here. Runs of a hundred edges
// are already one in ten thousand.
constexpr unsigned k_longest_run = 1024;

EdgeId run_start(const Lattice& lattice, EdgeId edge) {
  for (unsigned step = 0; step < k_longest_run; ++step) {
    EdgeId before = edge;
    (edge.axis == Axis::East ? before.from.i : before.from.j) -= 1;
    if (!lattice.has_edge(before)) return edge;
    edge = before;
  }
  return edge;
}

// The seven districts in an order drawn for the seed.
std::array<District, k_district_count> shuffled_districts(std::uint64_t seed) {
  std::array<District, k_district_count> order{};
  for (unsigned index = 0; index < k_district_count; ++index) {
    order[index] = static_cast<District>(index);
  }
  for (unsigned index = k_district_count - 1; index > 0; --index) {
    const unsigned other = base::draw_index(base::hash(seed, k_salt_halves, index), index + 1);
    std::swap(order[index], order[other]);
  }
  return order;
}

}  // namespace

StreetIdentity lattice_street(const Lattice& lattice, EdgeId edge) {
  const EdgeId start = run_start(lattice, edge);
  StreetIdentity identity;
  identity.street = base::hash(lattice.seed(), k_salt_street, edge_number(start).value);
  const std::array<District, k_district_count> order = shuffled_districts(lattice.seed());
  const bool row = edge.axis == Axis::East;
  const unsigned count = row ? k_row_districts : k_district_count - k_row_districts;
  const unsigned drawn = base::draw_index(base::hash(identity.street, 1), count);
  identity.district = order[row ? drawn : k_row_districts + drawn];
  if (row) {
    // Numbers count up from row to row, as they do from street to street.
    const auto shift = static_cast<std::int64_t>(
        base::draw_index(base::hash(lattice.seed(), k_salt_street, 1), k_street_numbers));
    const std::int64_t counted = start.from.j + shift;
    const std::int64_t wrapped =
        counted - base::floor_divide(counted, k_street_numbers) * k_street_numbers;
    identity.name = numbered_street(static_cast<unsigned>(wrapped) + 1, start.from.i < 0);
  } else {
    // Avenues follow one another in the list's order, so that no name comes again for kilometres.
    identity.name =
        named_avenue(start.from.i + static_cast<std::int64_t>(base::draw_index(
                                        base::hash(lattice.seed(), k_salt_street, 2), 1000)));
  }
  return identity;
}

}  // namespace terrane::city
