// An opponent's town: workers to mines and woods, sites and their builders, what to train, build
// and research with what it has, rally points, repairs. Owner thread of the match.
#pragma once

#include "terrane/rts/opponent_thought.h"

namespace terrane::rts {

// Where it lives and where its reserve stands; after a lost hall another one. Asks nothing.
void settle(Thought& thought);

// Spends: what it wants, the most urgent first; what it cannot pay yet but should, it saves for.
void shop(Thought& thought);  // opponent_shop.cpp

// Workers who stand about, sites without builders, rally points, repairs, too few at one resource.
void employ(Thought& thought);

// Mines that are not empty yet and have a finished hall of its own beside them.
std::size_t count_camps(const Thought& thought);

// The worker nearest to a place who can be called away. 0: none.
Word nearest_worker(const Thought& thought, PointMm place);

}  // namespace terrane::rts
