// The city from above, as a map shows it: roads with their street's name and district, junctions,
// water, parks, fields, buildings, bridges overhead. Read from the same plans that pieces are built
// from; builds no geometry. Any thread.
#pragma once

#include "terrane/base/result.h"
#include "terrane/city/layout.h"
#include "terrane/content/plan.h"
#include "terrane/stream/provider.h"

namespace terrane::city {

// `area` in metres of the plane, at most 40 km a side; null: `k_plan_radius_m` around the origin.
// The plan's frame lies at the area's middle. Buildings are left out where the area is so large
// that they would be dots. Refuses what is no area by name.
inline constexpr double k_plan_radius_m = 600.0;
base::Result<content::Plan> plan_of_city(const Layout& layout, const stream::Area* area);

}  // namespace terrane::city
