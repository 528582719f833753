// What a mirror of the grown layout is told (grown_mirror.h reads it): the seed, ids that are gone,
// ids that stand no more, edges, junctions; each list behind its count.
#include <algorithm>
#include <mutex>
#include <utility>

#include "terrane/city/grown_layout.h"

namespace terrane::city {
namespace {

using Record = stream::WorkerKnowledge::Record;

// An id is the key of the junction, or of the edge's first segment. Whether it stands is the lowest
// bit of its version, so that a fall alone can be told from a new plan.
std::uint64_t version_of(std::uint64_t given_out, bool stands) {
  return given_out << 1 | (stands ? 1u : 0u);
}

// What of `now` a worker that knows `before` has to hear; both are sorted by id.
struct Difference {
  std::vector<std::uint64_t> gone;
  std::vector<std::uint64_t> fallen;
  std::vector<std::uint64_t> edges;
  std::vector<std::uint64_t> junctions;
};

Difference difference(const std::vector<Record>& before, const std::vector<Record>& now) {
  Difference found;
  auto known = before.begin();
  for (const Record& record : now) {
    for (; known != before.end() && known->id < record.id; ++known) found.gone.push_back(known->id);
    if (known != before.end() && known->id == record.id) {
      const Record& had = *known++;
      if (had.version == record.version) continue;
      if (had.version >> 1 == record.version >> 1) {
        found.fallen.push_back(record.id);
        continue;
      }
    }
    const bool is_edge = piece_of_key({record.id}).kind == PieceKind::Segment;
    (is_edge ? found.edges : found.junctions).push_back(record.id);
  }
  for (; known != before.end(); ++known) found.gone.push_back(known->id);
  return found;
}

void put_ids(base::ByteWriter& writer, const std::vector<std::uint64_t>& ids) {
  writer.put(static_cast<std::uint32_t>(ids.size()));
  writer.put_block(ids.data(), ids.size());
}

}  // namespace

std::uint64_t GrownLayout::change_count() const {
  const std::shared_lock lock(mutex_);
  return change_count_;
}

std::vector<Record> GrownLayout::kept_records() const {
  std::vector<Record> records;
  records.reserve(kept_edges_.size() + kept_junctions_.size());
  for (const auto& [number, kept] : kept_edges_) {
    records.push_back({segment_key({number}, 0).value, version_of(kept.version, kept.stands)});
  }
  for (const auto& [number, kept] : kept_junctions_) {
    records.push_back({junction_key({number}).value, version_of(kept.version, kept.stands)});
  }
  std::sort(records.begin(), records.end(),
            [](const Record& a, const Record& b) { return a.id < b.id; });
  return records;
}

std::vector<std::uint8_t> GrownLayout::changes_for(stream::WorkerKnowledge& knowledge) const {
  const std::shared_lock lock(mutex_);
  std::vector<Record> now = kept_records();
  const Difference found = difference(knowledge.records, now);
  std::vector<std::uint8_t> bytes;
  base::ByteWriter writer(bytes);
  writer.put(seed());
  put_ids(writer, found.gone);
  put_ids(writer, found.fallen);
  writer.put(static_cast<std::uint32_t>(found.edges.size()));
  for (const std::uint64_t id : found.edges) {
    const KeptEdge& kept = kept_edges_.at(piece_of_key({id}).number);
    writer.put(static_cast<std::uint8_t>(kept.stands ? 1 : 0));
    write_edge_record(*kept.plan, kept.origin, writer);
  }
  writer.put(static_cast<std::uint32_t>(found.junctions.size()));
  for (const std::uint64_t id : found.junctions) {
    const KeptJunction& kept = kept_junctions_.at(piece_of_key({id}).number);
    writer.put(static_cast<std::uint8_t>(kept.stands ? 1 : 0));
    write_junction_record(*kept.plan, writer);
  }
  knowledge.records = std::move(now);
  knowledge.signature = change_count_;
  return bytes;
}

}  // namespace terrane::city
