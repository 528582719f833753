// Tables of rows that ascend by identity: find one's rows, merge new ones in, take some out. What
// the systems of a tick do to the side tables of a State. Costs nothing but the moves: no
// allocation beyond a table's growth. Any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "terrane/snapshot/layout.h"

namespace terrane::rts {

// Half-open range of places in the table of rows with that identity; empty where it would stand.
struct RowRange {
  std::size_t first = 0;
  std::size_t past = 0;
  bool empty() const { return first == past; }
  std::size_t size() const { return past - first; }
};

template <typename Row>
RowRange rows_of(const std::vector<Row>& rows, snapshot::Word identity) {
  const auto first =
      std::lower_bound(rows.begin(), rows.end(), identity,
                       [](const Row& row, snapshot::Word wanted) { return row.identity < wanted; });
  auto past = first;
  while (past != rows.end() && past->identity == identity) ++past;
  return {static_cast<std::size_t>(first - rows.begin()),
          static_cast<std::size_t>(past - rows.begin())};
}

// The row of that identity, the first when it has several; null when it has none.
template <typename Row>
Row* find_row(std::vector<Row>& rows, snapshot::Word identity) {
  const RowRange range = rows_of(rows, identity);
  return range.empty() ? nullptr : &rows[range.first];
}
template <typename Row>
const Row* find_row(const std::vector<Row>& rows, snapshot::Word identity) {
  const RowRange range = rows_of(rows, identity);
  return range.empty() ? nullptr : &rows[range.first];
}

// Puts `added` (ascending by identity) among the rows, each behind those of the same identity.
// Moves only what stands behind the first of them.
template <typename Row>
void merge_rows(std::vector<Row>& rows, std::span<const Row> added) {
  std::size_t from = rows.size();
  std::size_t left = added.size();
  rows.resize(from + left);
  std::size_t to = rows.size();
  while (left > 0) {
    if (from > 0 && rows[from - 1].identity > added[left - 1].identity) {
      rows[--to] = rows[--from];
    } else {
      rows[--to] = added[--left];
    }
  }
}

template <typename Row, typename Goes>
void drop_rows(std::vector<Row>& rows, Goes&& goes) {
  rows.erase(std::remove_if(rows.begin(), rows.end(), std::forward<Goes>(goes)), rows.end());
}

}  // namespace terrane::rts
