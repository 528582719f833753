// Where a visit to the city begins: the street near the origin with the most to look at.
// A pure function of the layout: the same for everybody who opens the same seed. Says nothing of
// who looks or how high; the frame at the place is the provider's.
#pragma once

#include "terrane/city/layout.h"

namespace terrane::city {

struct StartPlace {
  PlanePoint point;
  PlaneVector forward{0, -1};  // unit, along the street
};

StartPlace start_place(const Layout& layout);

}  // namespace terrane::city
