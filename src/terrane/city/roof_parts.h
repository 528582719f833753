// What covers a building and stands on it: parapets, pitched roofs, saw teeth, chimneys, tanks,
// plant, crowns, masts, signs. Knows parts, not styles. Small parts are built at full detail only,
// what shapes the silhouette at every level that has parts.
#pragma once

#include <cstdint>

#include "terrane/city/building_kit.h"

namespace terrane::city {

// The roof sheet at `y` behind a parapet; level with the parapet's top where there are parts but no
// full detail, without a parapet below that.
void parapet_roof(BuildingKit& kit, const Ring& ring, double y, double parapet_m,
                  const Surface& roof, const Surface& parapet);
// Two slopes with gables; the ridge runs along the street or away from it. Walls of the plot end
// at `y`. `overhang_m` at the eaves and, a little less, at the gables.
void gable_roof(BuildingKit& kit, const Plot& plot, double y, double rise_m, bool ridge_along,
                double overhang_m, const Surface& roof, const Surface& gable);
// Four slopes to a ridge along the longer side.
void hip_roof(BuildingKit& kit, const Plot& plot, double y, double rise_m, double overhang_m,
              const Surface& roof, const Surface& eaves);
// Steep on the left, glass on the right, `teeth` times across the front.
void saw_roof(BuildingKit& kit, const Plot& plot, double y, double rise_m, unsigned teeth,
              const Surface& roof, const Surface& glass, const Surface& wall);

void chimney(BuildingKit& kit, const Plot& plot, double y0, double y1, std::uint8_t brick,
             unsigned pots);
// A window in a roof with its own small gable; `y` its sill, `face` the wall below it.
void dormer(BuildingKit& kit, const Face& face, double x, double y, double width_m, double height_m,
            double depth_m, std::uint8_t wall, const Surface& roof);
void water_tank(BuildingKit& kit, LotPoint place, double y, std::uint64_t key);
// Tanks, plant and stair heads on a roof; nothing at lower detail.
void furnish_roof(BuildingKit& kit, const Ring& roof, double y, std::uint64_t key, bool tank);
// A tapering pole with cross arms.
void mast(BuildingKit& kit, LotPoint place, double y0, double y1, double radius_m);
// A board on posts `gap_m` above the front of a roof.
void roof_sign(BuildingKit& kit, const Face& face, Span x, double y0, double gap_m, double height_m,
               std::uint8_t board, std::uint8_t letters, std::uint64_t key);
// Posts under a rail along the street sides of a roof.
void balustrade(BuildingKit& kit, const Face& face, double y, double height_m,
                const Surface& surface);

}  // namespace terrane::city
