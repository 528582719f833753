// Gold and wood, sites and queues: workers that gather, build and repair; buildings that train and
// research; rally points; what is paid and given back. Owner thread of the match.
#pragma once

#include "terrane/rts/board.h"

namespace terrane::rts {

inline constexpr Word k_gold_kind = 0;  // of ResourceRow::kind and Mind::load_kind
inline constexpr Word k_wood_kind = 1;
inline constexpr Word k_mine_gatherers_max = 5;  // inside a mine at once; the others wait beside it
inline constexpr Word k_tree_gatherers_max = 3;  // at one tree; the others take another

// Gold and wood; supply is another matter (Refusal::NoSupply).
bool can_pay(const Board& board, Word player, const Cost& cost);
// Its ResourceSpent event has the player as `owner`, gold as `value` and wood as `by`.
void pay(Board& board, Word player, const Cost& cost);
void give_back(Board& board, Word player, const Cost& cost, std::int32_t percent);
// Counts supply anew from what stands: after a building was finished or lost.
void count_supply(Board& board);

// The node of that kind (0 gold, 1 wood) nearest to a place that the player has seen, has stock and
// can be reached, within `radius_mm`; 0 when none.
Word find_node(Board& board, Word player, Word kind, PointMm near, std::int32_t radius_mm);
// The player's finished hall nearest to a place by way; 0 when none.
Word find_hall(Board& board, Word player, PointMm near);

// What a worker does next with its Mind::site, load and activity (called by behaviour.h for
// ToResource, Gathering, ToHall, ToSite, Working). A node that ran dry is replaced by another near
// it; no hall: it waits with its load. True while its order goes on, false when it is done.
bool step_worker(Board& board, std::size_t index);

// Puts a building of the type on its cells under construction; it is paid already. Its identity.
Word begin_site(Board& board, Word player, Word type, PointMm place);
void cancel_site(Board& board, std::size_t building);

// Adds to a building's queue; paid already. `is_upgrade` as in ProductionRow.
void enqueue(Board& board, std::size_t building, bool is_upgrade, Word product);
// Takes one place off the queue and gives back what it cost.
void cancel_queue(Board& board, std::size_t building, Word place);

// Construction that has all its work becomes a building; queues run, units come out beside it and
// go to its rally point; upgrades take effect; who works where is counted. Who was called out of a
// mine comes out of it.
void step_economy(Board& board);

// The free cell nearest to a building's rim on the side of `towards`, for who comes out of it; the
// building's own middle when nobody can stand within four cells of it.
PointMm way_out(Board& board, std::size_t building, Word type, PointMm towards);

}  // namespace terrane::rts
