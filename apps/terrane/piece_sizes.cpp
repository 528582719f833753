#include "piece_sizes.h"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "build_area.h"
#include "progress.h"
#include "terrane/base/digest.h"
#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"
#include "terrane/play/percentile.h"

namespace terrane::app {
namespace {

using base::Result;

constexpr unsigned k_bar_most = 40;  // characters

PieceSize size_of(const content::Content& content, const geo::Frame& frame) {
  PieceSize size;
  size.vertices = static_cast<std::uint32_t>(content.vertex_count());
  size.pages = static_cast<std::uint32_t>(content.mesh_pages.size());
  size.mesh_bytes = content.mesh_bytes();
  for (const content::OwnedObject& owned : content.owned) {
    size.lots += owned.kind == content::OwnedKind::Lot ? 1 : 0;
  }
  const content::BoundsMm bounds = content.bounds();
  size.middle = frame.origin;
  if (bounds.empty()) return size;
  const auto middle_m = [&](int axis) {
    return (base::from_mm(bounds.min_mm[axis]) + base::from_mm(bounds.max_mm[axis])) * 0.5;
  };
  size.middle = frame.to_world({middle_m(0), middle_m(1), middle_m(2)});
  return size;
}

std::string place_text(const stream::Provider& provider, geo::Vec3 place) {
  char text[80];
  if (provider.info().geographic) {
    const geo::Geodetic at = geo::to_geodetic(place);
    std::snprintf(text, sizeof(text), "%.6f,%.6f", at.lat_rad / base::k_radians_per_degree,
                  at.lon_rad / base::k_radians_per_degree);
  } else {
    std::snprintf(text, sizeof(text), "%.1f,%.1f", place.x, place.z);
  }
  return text;
}

std::string summary_row(const std::string& kind, std::size_t level,
                        const std::vector<double>& vertices) {
  const auto at = [&](double share) { return play::percentile(vertices, share); };
  char text[200];
  std::snprintf(text, sizeof(text),
                "%s at level %zu: %zu pieces, vertices min %.0f, p10 %.0f, p50 %.0f, p90 %.0f, "
                "p99 %.0f, max %.0f",
                kind.c_str(), level, vertices.size(), at(0), at(0.1), at(0.5), at(0.9), at(0.99),
                at(1));
  return text;
}

// One bar for each doubling.
void add_bars(const std::string& kind, std::size_t level, const std::vector<double>& vertices,
              std::vector<std::string>& rows) {
  std::map<unsigned, std::size_t> counts;
  std::size_t most = 0;
  for (const double value : vertices) {
    unsigned doubling = 0;
    while ((1u << (doubling + 1)) <= static_cast<unsigned>(value)) ++doubling;
    most = std::max(most, ++counts[doubling]);
  }
  for (const auto& [doubling, count] : counts) {
    const std::size_t bar = (count * k_bar_most + most - 1) / most;
    char text[160];
    std::snprintf(text, sizeof(text), "%s level %zu %7u to %7u %-*s %zu", kind.c_str(), level,
                  doubling == 0 ? 0 : 1u << doubling, (1u << (doubling + 1)) - 1,
                  static_cast<int>(k_bar_most), std::string(bar, '#').c_str(), count);
    rows.push_back(text);
  }
}

}  // namespace

BuiltArea build_all_levels(const stream::Provider& provider, std::vector<stream::PieceKey> keys) {
  BuiltArea area;
  area.keys = std::move(keys);
  struct Remarks {
    std::size_t buildings = 0;
    std::vector<std::string> warnings;
  };
  std::vector<Remarks> remarks(area.keys.size());
  BuildPlan plan;
  plan.threads = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t level_count = std::max<std::size_t>(provider.info().lod_count, 1);
  Progress progress("building pieces");
  for (std::size_t level = 0; level < level_count; ++level) {
    area.levels.emplace_back(area.keys.size());
    std::vector<PieceSize>& sizes = area.levels.back();
    plan.lod = static_cast<std::uint8_t>(level);
    const auto take = [&](std::size_t index, Result<content::Content> built) {
      Remarks& remark = remarks[index];
      if (!built.ok()) {
        if (level == 0) remark.warnings.push_back("piece_failed");
        return;
      }
      const content::Content& content = built.value();
      sizes[index] = size_of(content, provider.piece_frame(area.keys[index]));
      if (level != 0) return;
      for (const content::OwnedObject& owned : content.owned) {
        remark.buildings += owned.kind == content::OwnedKind::Building ? 1 : 0;
      }
      for (const content::Warning& warning : content.warnings) {
        remark.warnings.push_back(warning.code);
      }
    };
    build_pieces(provider, area.keys, plan, take, [&](std::size_t done) {
      progress.show(level * area.keys.size() + done, level_count * area.keys.size());
    });
  }
  for (const Remarks& remark : remarks) {
    area.buildings += remark.buildings;
    for (const std::string& code : remark.warnings) area.warnings[code] += 1;
  }
  for (const PieceSize& size : area.levels.front()) area.lots += size.lots;
  return area;
}

SizeReport report_sizes(const stream::Provider& provider, const BuiltArea& area, NameKind by_kind) {
  SizeReport report;
  if (area.keys.empty()) return report;
  std::map<std::string, std::vector<std::size_t>> kinds;
  for (std::size_t index = 0; index < area.keys.size(); ++index) {
    kinds[by_kind(area.keys[index])].push_back(index);
  }
  for (const auto& kind : kinds) {
    for (std::size_t level = 0; level < area.levels.size(); ++level) {
      std::vector<double> vertices;
      for (const std::size_t index : kind.second) {
        vertices.push_back(area.levels[level][index].vertices);
      }
      report.summaries.push_back(summary_row(kind.first, level, vertices));
      add_bars(kind.first, level, vertices, report.histogram);
    }
  }
  const std::vector<PieceSize>& full = area.levels.front();
  std::vector<double> vertices;
  std::vector<double> building_segments;
  std::size_t fullest = 0;
  for (std::size_t index = 0; index < full.size(); ++index) {
    vertices.push_back(full[index].vertices);
    if (full[index].lots > 0 && by_kind(area.keys[index]) == "segment")
      building_segments.push_back(full[index].vertices);
    if (full[index].vertices > full[fullest].vertices) fullest = index;
  }
  report.p50 = play::percentile(vertices, 0.5);
  report.p90 = play::percentile(vertices, 0.9);
  report.p99 = play::percentile(vertices, 0.99);
  report.building_segment_p50 = play::percentile(building_segments, 0.5);
  report.most = full[fullest].vertices;
  report.fullest = by_kind(area.keys[fullest]) + " " + base::digest_text(area.keys[fullest].value) +
                   " at " + place_text(provider, full[fullest].middle) + ": " +
                   std::to_string(report.most) + " vertices in " +
                   std::to_string(full[fullest].pages) + " pages";
  return report;
}

Result<NearestBytes> measure_nearest(stream::Provider& provider, geo::Vec3 place,
                                     std::size_t count) {
  stream::Observer observer;
  observer.position = place;
  observer.forward = provider.frame_at(place).direction_to_world({0, 0, -1});
  const stream::Selection selection =
      TERRANE_TRY(provider.select(std::span(&observer, 1), stream::SelectionLimits{}, {}));
  NearestBytes nearest;
  for (const stream::WantedPiece& piece : selection.pieces) {
    if (nearest.pieces == count) break;
    const content::Content full = TERRANE_TRY(provider.build_on_worker({piece.key, 0}, {}));
    nearest.pieces += 1;
    nearest.full_bytes += full.mesh_bytes();
    if (piece.lod == 0) {
      nearest.levels_bytes += full.mesh_bytes();
      continue;
    }
    const content::Content less = TERRANE_TRY(provider.build_on_worker({piece.key, piece.lod}, {}));
    nearest.levels_bytes += less.mesh_bytes();
  }
  return nearest;
}

}  // namespace terrane::app
