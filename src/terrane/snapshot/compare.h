// Whether two worlds are the same, and where they are not: a checksum of each table (a subsystem of
// the match), and the first difference with table, identity and field by name. Shadow mode, desync
// reports and deltas use it. The deep hash is the habit of Box2D's determinism tests. Immutable
// input, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "terrane/snapshot/view.h"

namespace terrane::snapshot {

// Digests of numbers, never of memory; equal on every platform. A table's depends on its rows'
// count, its stride and every word.
struct Checksums {
  std::uint64_t core = 0;
  std::array<std::uint64_t, k_table_count> tables{};
  std::uint64_t total = 0;  // version, tick and all of the above
  friend bool operator==(const Checksums&, const Checksums&) = default;
};
Checksums checksums(const View& view);

// Name of the first subsystem whose checksums differ: a table, k_core_name, or "tick" when only the
// totals do; empty when equal. For peers that exchanged nothing but checksums.
std::string_view first_differing(const Checksums& a, const Checksums& b);

struct Difference {
  std::string_view table;  // "header", k_core_name or a table's name
  Word row = 0;            // place in the table
  Word identity = 0;       // of that row, 0 in the header
  std::string field;       // "health_256", "cells[12]", "word 30", "row", "tick", "stride"
  std::int64_t a = 0;      // as the field's sign says
  std::int64_t b = 0;
};

// The first difference: header, then core rows, then side tables, each by identity. Where one side
// lacks a row, field is "row" and the value is the number of rows with that identity (0 or 1).
// None when the two are the same word for word.
std::optional<Difference> first_difference(const View& a, const View& b);

// "core: unit 17, health_256: 2560, not 2561"
std::string to_sentence(const Difference& difference);

}  // namespace terrane::snapshot
