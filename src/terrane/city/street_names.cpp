#include "terrane/city/street_names.h"

#include <array>

#include "terrane/base/quantise.h"

namespace terrane::city {
namespace {

// Streets of Manhattan that run along the island.
constexpr std::array<const char*, 40> k_avenues{
    "BROADWAY",     "MADISON AVE",  "PARK AVE",    "LEXINGTON AVE", "FIFTH AVE",     "SIXTH AVE",
    "SEVENTH AVE",  "EIGHTH AVE",   "NINTH AVE",   "TENTH AVE",     "AMSTERDAM AVE", "COLUMBUS AVE",
    "RIVERSIDE DR", "WEST END AVE", "YORK AVE",    "FIRST AVE",     "SECOND AVE",    "THIRD AVE",
    "BOWERY",       "LAFAYETTE ST", "MERCER ST",   "GREENE ST",     "WOOSTER ST",    "VARICK ST",
    "HUDSON ST",    "GREENWICH ST", "CHURCH ST",   "BROAD ST",      "NASSAU ST",     "PEARL ST",
    "WATER ST",     "WILLIAM ST",   "MULBERRY ST", "MOTT ST",       "ELIZABETH ST",  "ESSEX ST",
    "CLINTON ST",   "CONVENT AVE",  "LENOX AVE",   "MANHATTAN AVE"};

const char* ordinal_ending(unsigned number) {
  const unsigned tens = number / 10 % 10;
  if (tens == 1) return "TH";
  switch (number % 10) {
    case 1:
      return "ST";
    case 2:
      return "ND";
    case 3:
      return "RD";
    default:
      return "TH";
  }
}

}  // namespace

std::string numbered_street(unsigned number, bool west) {
  return std::string(west ? "W " : "E ") + std::to_string(number) + ordinal_ending(number) + " ST";
}

std::string named_avenue(std::int64_t number) {
  const auto count = static_cast<std::int64_t>(k_avenues.size());
  return k_avenues[static_cast<std::size_t>(number - base::floor_divide(number, count) * count)];
}

}  // namespace terrane::city
