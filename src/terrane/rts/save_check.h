// Whether the rows of a state can be: what every tick leaves behind and every tick relies on. For
// states that come from a file or a peer (save.h), and for tests. It changes nothing. Any thread.
#pragma once

#include "terrane/base/result.h"
#include "terrane/rts/state.h"

namespace terrane::rts {

// BadData naming part, row and field: the order of identities, numbers of types, players, upgrades
// and enumerators, places outside the field, side rows without their unit and units without their
// side rows. After it, no tick reads outside its arrays.
base::Result<void> check_state(const State& state, const Rules& rules, const Battlefield& field);

}  // namespace terrane::rts
