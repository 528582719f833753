// Roads and junctions of the grown city as bytes and back: what a worker that shares no memory
// needs to build from the same plans. What can be drawn or worked out again is not sent: a course
// comes again from where and how it was drawn, blocks and widths from the plan's key, the built
// side's depth from the land's, an arm's plan from the edge's number. Not what is sent to whom
// (grown_layout.h, changes_for), nor who keeps it (grown_mirror.h). Readers take bytes from
// anywhere: whatever they accept can be built from.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "terrane/base/bytes.h"
#include "terrane/city/grown_draws.h"
#include "terrane/city/layout.h"

namespace terrane::city {

// Where and how a road's course was drawn: what draw_course() needs.
struct GrownOrigin {
  std::uint64_t from_key = 0;  // GrownPlace::key of the place it leaves
  PlaneVector direction;       // unit
  double radius_m = 0;
  Way way = Way::Straight;
  unsigned attempt = 0;
};

// Appends. The plan is one of the grown layout's.
void write_edge_record(const EdgePlan& plan, const GrownOrigin& origin, base::ByteWriter& writer);
void write_junction_record(const JunctionPlan& plan, base::ByteWriter& writer);

// Null, and the reader has failed, for bytes that are no record of a city of this seed.
std::shared_ptr<const EdgePlan> read_edge_record(std::uint64_t seed, const Ground& ground,
                                                 base::ByteReader& reader);
// `edge_of` gives the plan of an arm by the edge's number; null where it is not known, which fails.
using EdgeOf = std::function<std::shared_ptr<const EdgePlan>(EdgeNumber edge)>;
std::shared_ptr<const JunctionPlan> read_junction_record(std::uint64_t seed, const EdgeOf& edge_of,
                                                         base::ByteReader& reader);

}  // namespace terrane::city
