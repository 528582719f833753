#include "terrane/snapshot/compare.h"

#include "terrane/base/digest.h"

namespace terrane::snapshot {
namespace {

std::uint64_t checksum(const Rows& rows) {
  base::Digester digest;
  digest.add(std::uint64_t{rows.count()} << 32 | rows.stride());
  const std::size_t words = std::size_t{rows.count()} * rows.stride();
  const Word* word = words == 0 ? nullptr : rows.row(0).data();
  std::size_t at = 0;
  for (; at + 2 <= words; at += 2) {
    digest.add(std::uint64_t{word[at]} << 32 | word[at + 1]);
  }
  if (at < words) digest.add(word[at]);
  return digest.value();
}

std::string field_name(std::span<const Field> fields, const Rows& rows, Word row, Word word,
                       bool is_vision) {
  if (word < fields.size()) return std::string(fields[word].name);
  if (is_vision) {
    const auto head = rows.get<VisionRow>(row);
    if (word >= head.cells_at && word - head.cells_at < head.cells_words) {
      return "cells[" + std::to_string(word - head.cells_at) + "]";
    }
  }
  return "word " + std::to_string(word);
}

std::int64_t value(std::span<const Field> fields, Word field, Word word) {
  const bool is_signed = field < fields.size() && fields[field].is_signed;
  return is_signed ? std::int64_t{static_cast<std::int32_t>(word)} : std::int64_t{word};
}

std::optional<Difference> compare_rows(std::string_view table, std::span<const Field> fields,
                                       bool is_vision, const Rows& a, const Rows& b) {
  if (a.stride() != b.stride()) {
    return Difference{table, 0, 0, "stride", std::int64_t{a.stride()}, std::int64_t{b.stride()}};
  }
  for (Word row = 0; row < a.count() || row < b.count(); ++row) {
    const bool in_a = row < a.count();
    const bool in_b = row < b.count();
    const Word left = in_a ? a.identity(row) : 0;
    const Word right = in_b ? b.identity(row) : 0;
    if (!in_a || !in_b || left != right) {
      const bool only_a = in_a && (!in_b || left < right);
      return Difference{table, row, only_a ? left : right, "row", only_a ? 1 : 0, only_a ? 0 : 1};
    }
    const std::span<const Word> words_a = a.row(row);
    const std::span<const Word> words_b = b.row(row);
    for (Word word = 0; word < a.stride(); ++word) {
      if (words_a[word] == words_b[word]) continue;
      return Difference{table,
                        row,
                        left,
                        field_name(fields, a, row, word, is_vision),
                        value(fields, word, words_a[word]),
                        value(fields, word, words_b[word])};
    }
  }
  return std::nullopt;
}

}  // namespace

Checksums checksums(const View& view) {
  Checksums result;
  base::Digester total;
  total.add(std::uint64_t{view.version()} << 32 | view.tick());
  result.core = checksum(view.core());
  total.add(result.core);
  for (Word table = 0; table < k_table_count; ++table) {
    result.tables[table] = checksum(view.table(static_cast<Table>(table)));
    total.add(result.tables[table]);
  }
  result.total = total.value();
  return result;
}

std::string_view first_differing(const Checksums& a, const Checksums& b) {
  if (a.core != b.core) return k_core_name;
  for (Word table = 0; table < k_table_count; ++table) {
    if (a.tables[table] != b.tables[table]) return table_name(static_cast<Table>(table));
  }
  return a.total != b.total ? "tick" : "";
}

std::optional<Difference> first_difference(const View& a, const View& b) {
  if (a.version() != b.version()) {
    return Difference{
        "header", 0, 0, "version", std::int64_t{a.version()}, std::int64_t{b.version()}};
  }
  if (a.tick() != b.tick()) {
    return Difference{"header", 0, 0, "tick", std::int64_t{a.tick()}, std::int64_t{b.tick()}};
  }
  if (auto found = compare_rows(k_core_name, core_fields(), false, a.core(), b.core())) {
    return found;
  }
  for (Word number = 0; number < k_table_count; ++number) {
    const auto table = static_cast<Table>(number);
    auto found = compare_rows(table_name(table), table_fields(table), table == Table::Vision,
                              a.table(table), b.table(table));
    if (found) return found;
  }
  if (a.unknown_words() != b.unknown_words()) {
    return Difference{"header",
                      0,
                      0,
                      "words after the last table",
                      static_cast<std::int64_t>(a.unknown_words()),
                      static_cast<std::int64_t>(b.unknown_words())};
  }
  const std::size_t known = a.words().size() - a.unknown_words();
  for (std::size_t word = 0; word < a.unknown_words(); ++word) {
    const Word left = a.words()[known + word];
    const Word right = b.words()[known + word];
    if (left != right) {
      return Difference{
          "header",           0, 0, "word " + std::to_string(known + word), std::int64_t{left},
          std::int64_t{right}};
    }
  }
  return std::nullopt;
}

std::string to_sentence(const Difference& difference) {
  std::string sentence(difference.table);
  if (difference.identity != 0) sentence += ": unit " + std::to_string(difference.identity);
  return sentence + ", " + difference.field + ": " + std::to_string(difference.a) + ", not " +
         std::to_string(difference.b);
}

}  // namespace terrane::snapshot
