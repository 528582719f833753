// A snapshot as text, for people and for golden files: header, rows, side tables, each field by
// name. Not a format that is read back.
#pragma once

#include <string>

#include "terrane/snapshot/view.h"

namespace terrane::snapshot {

// One line a row, "TABLE IDENTITY name=value …"; fields that are 0 are left out, vision cells are
// counted. `rows_max` rows a table, then a line that says how many more.
std::string to_text(const View& view, Word rows_max = 0xffffffffu);

}  // namespace terrane::snapshot
