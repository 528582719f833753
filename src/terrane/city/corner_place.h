// What lies on a junction's corner that has no building, on the very plot that one would take: a
// lawn with a path, a small paved square, a garden behind a wall or a hedge. It is laid over the
// paving of the junction and of its arms' first segments, which know nothing of it. Not what grows
// on a wide corner without a plot (junction.cpp). Source: article "Building a procedural city in
// WebGPU" (pocket parks on 22 % of corners); the kinds are ours.
#pragma once

#include <cstdint>

#include "terrane/city/junction_corner.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

enum class CornerPlace : std::uint8_t { Lawn = 0, Square = 1, WalledGarden = 2, HedgeGarden = 3 };
inline constexpr unsigned k_corner_place_count = 4;
const char* corner_place_name(CornerPlace place);
// What the district likes.
CornerPlace draw_corner_place(District district, std::uint64_t key);

void build_corner_place(PieceWriter& out, const CornerLot& site, CornerPlace place,
                        std::uint64_t key);

}  // namespace terrane::city
