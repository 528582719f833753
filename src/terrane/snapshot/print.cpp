#include "terrane/snapshot/print.h"

namespace terrane::snapshot {
namespace {

void add_row(std::string& text, std::string_view table, std::span<const Field> fields,
             std::span<const Word> row) {
  text += table;
  text += ' ';
  text += std::to_string(row[0]);
  for (std::size_t at = 1; at < row.size() && at < fields.size(); ++at) {
    if (row[at] == 0) continue;
    text += ' ';
    text += fields[at].name;
    text += '=';
    text += fields[at].is_signed ? std::to_string(static_cast<std::int32_t>(row[at]))
                                 : std::to_string(row[at]);
  }
}

void add_cells(std::string& text, const View& view, Word row) {
  const auto sight = view.vision_row(row);
  if (!sight.ok()) {
    text += " (cells do not fit)";
    return;
  }
  std::uint64_t remembered = 0;
  std::uint64_t visible = 0;
  const VisionRow& head = sight.value().head();
  for (const Word cells : sight.value().cells()) {
    for (unsigned cell = 0; cell < 16; ++cell) {
      const Word bits = cells >> (2 * cell) & 3;
      remembered += bits == static_cast<Word>(CellSight::Remembered);
      visible += bits >= static_cast<Word>(CellSight::Visible);
    }
  }
  text += " visible_cells=" + std::to_string(visible) +
          " remembered_cells=" + std::to_string(remembered) + " of " +
          std::to_string(std::uint64_t{head.width_cells} * head.height_cells);
}

void add_table(std::string& text, const View& view, std::string_view name,
               std::span<const Field> fields, const Rows& rows, bool is_vision, Word rows_max) {
  text += std::string(name) + ": " + std::to_string(rows.count()) + " rows of " +
          std::to_string(rows.stride()) + " words\n";
  for (Word row = 0; row < rows.count() && row < rows_max; ++row) {
    text += "  ";
    add_row(text, name, fields, rows.row(row));
    if (is_vision) add_cells(text, view, row);
    text += '\n';
  }
  if (rows.count() > rows_max) {
    text += "  and " + std::to_string(rows.count() - rows_max) + " more\n";
  }
}

}  // namespace

std::string to_text(const View& view, Word rows_max) {
  std::string text = "snapshot version " + std::to_string(view.version()) + ", tick " +
                     std::to_string(view.tick()) + ", " + std::to_string(view.words().size()) +
                     " words\n";
  add_table(text, view, k_core_name, core_fields(), view.core(), false, rows_max);
  for (Word number = 0; number < k_table_count; ++number) {
    const auto table = static_cast<Table>(number);
    add_table(text, view, table_name(table), table_fields(table), view.table(table),
              table == Table::Vision, rows_max);
  }
  if (view.unknown_words() > 0) {
    text += "unknown: " + std::to_string(view.unknown_words()) + " words\n";
  }
  return text;
}

}  // namespace terrane::snapshot
