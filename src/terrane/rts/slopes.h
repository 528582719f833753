// What a slope does to the ground: over 40 % is rough, over 80 % is blocked. Any thread.
#pragma once

#include "terrane/rts/battlefield.h"

namespace terrane::rts {

// Changes free and rough cells only, by the heights of the four cells around each.
void apply_slopes(Battlefield& field);

}  // namespace terrane::rts
