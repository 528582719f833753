#include "terrane/city/grown_mirror.h"

#include <algorithm>
#include <string>
#include <utility>

#include "terrane/base/bytes.h"
#include "terrane/city/grown_records.h"

namespace terrane::city {
namespace {

// The least that one takes; what is less cannot hold as many as it says.
constexpr std::size_t k_id_bytes = 8;
constexpr std::size_t k_edge_bytes = 160;
constexpr std::size_t k_junction_bytes = 32;

std::vector<std::uint64_t> read_ids(base::ByteReader& reader) {
  std::vector<std::uint64_t> ids(reader.get_count(k_id_bytes));
  reader.get_block(ids.data(), ids.size());
  return ids;
}

}  // namespace

// What a difference says, read whole before anything of it is applied.
struct GrownMirror::Changes {
  std::vector<std::uint64_t> gone;
  std::vector<std::uint64_t> fallen;  // stand no more, but can be asked for
  std::map<std::uint64_t, Kept<EdgePlan>> edges;
  std::map<std::uint64_t, Kept<JunctionPlan>> junctions;
};

std::shared_ptr<const EdgePlan> GrownMirror::edge(EdgeNumber edge) const {
  const auto found = edges_.find(edge.value);
  return found == edges_.end() ? nullptr : found->second.plan;
}

std::shared_ptr<const EdgeCurve> GrownMirror::curve(EdgeNumber edge) const {
  std::shared_ptr<const EdgePlan> plan = this->edge(edge);
  if (!plan) return nullptr;
  const EdgeCurve* course = &plan->curve;
  return {std::move(plan), course};
}

std::shared_ptr<const JunctionPlan> GrownMirror::junction(JunctionNumber junction) const {
  const auto found = junctions_.find(junction.value);
  return found == junctions_.end() ? nullptr : found->second.plan;
}

std::optional<JunctionShape> GrownMirror::shape(JunctionNumber junction) const {
  const auto found = junctions_.find(junction.value);
  if (found == junctions_.end()) return {};
  return found->second.plan->shape;
}

std::vector<EdgeNumber> GrownMirror::edges_near(PlanePoint low, PlanePoint high) const {
  std::vector<EdgeNumber> found;
  for (const auto& [number, kept] : edges_) {
    const EdgeCurve& curve = kept.plan->curve;
    const PlanePoint own_low = moved(curve.start, curve.low_m);
    const PlanePoint own_high = moved(curve.start, curve.high_m);
    const bool meets = own_low.x_mm <= high.x_mm && own_high.x_mm >= low.x_mm &&
                       own_low.z_mm <= high.z_mm && own_high.z_mm >= low.z_mm;
    if (kept.stands && meets) found.push_back({number});
  }
  return found;
}

std::vector<JunctionNumber> GrownMirror::junctions_in(PlanePoint low, PlanePoint high) const {
  std::vector<JunctionNumber> found;
  for (const auto& [number, kept] : junctions_) {
    const PlanePoint centre = kept.plan->shape.centre;
    const bool inside = centre.x_mm >= low.x_mm && centre.x_mm < high.x_mm &&
                        centre.z_mm >= low.z_mm && centre.z_mm < high.z_mm;
    if (kept.stands && inside) found.push_back({number});
  }
  return found;
}

bool GrownMirror::has(std::uint64_t id) const {
  const PieceId piece = piece_of_key({id});
  if (!is_piece_key({id}) || piece.index != 0) return false;
  return piece.kind == PieceKind::Segment ? edges_.count(piece.number) != 0
                                          : junctions_.count(piece.number) != 0;
}

bool GrownMirror::read(std::span<const std::uint8_t> bytes, Changes& changes) const {
  base::ByteReader reader(bytes);
  if (reader.get<std::uint64_t>() != seed()) return false;
  changes.gone = read_ids(reader);
  changes.fallen = read_ids(reader);
  for (std::uint32_t left = reader.get_count(k_edge_bytes); left > 0; --left) {
    const bool stands = reader.get_bool();
    auto plan = read_edge_record(seed(), ground(), reader);
    if (!plan) return false;
    const std::uint64_t number = plan->curve.number.value;
    changes.edges[number] = {std::move(plan), stands};
  }
  const auto edge_of = [&](EdgeNumber number) {
    const auto found = changes.edges.find(number.value);
    return found == changes.edges.end() ? edge(number) : found->second.plan;
  };
  for (std::uint32_t left = reader.get_count(k_junction_bytes); left > 0; --left) {
    const bool stands = reader.get_bool();
    auto plan = read_junction_record(seed(), edge_of, reader);
    if (!plan) return false;
    const std::uint64_t number = plan->shape.number.value;
    changes.junctions[number] = {std::move(plan), stands};
  }
  const auto is_known = [this](std::uint64_t id) { return has(id); };
  return !reader.failed() && reader.remaining() == 0 &&
         std::all_of(changes.gone.begin(), changes.gone.end(), is_known) &&
         std::all_of(changes.fallen.begin(), changes.fallen.end(), is_known);
}

base::Result<void> GrownMirror::apply(std::span<const std::uint8_t> bytes) {
  Changes changes;
  if (!read(bytes, changes)) {
    return base::Error{base::ErrorCode::BadData, "changes of the grown city do not add up",
                       std::to_string(bytes.size()) + " bytes",
                       "the difference to what this worker knows"};
  }
  for (const std::uint64_t id : changes.fallen) {
    const PieceId piece = piece_of_key({id});
    if (piece.kind == PieceKind::Segment) {
      edges_.at(piece.number).stands = false;
    } else {
      junctions_.at(piece.number).stands = false;
    }
  }
  for (const std::uint64_t id : changes.gone) {
    const PieceId piece = piece_of_key({id});
    if (piece.kind == PieceKind::Segment) {
      edges_.erase(piece.number);
    } else {
      junctions_.erase(piece.number);
    }
  }
  for (auto& [number, kept] : changes.edges) edges_[number] = std::move(kept);
  for (auto& [number, kept] : changes.junctions) junctions_[number] = std::move(kept);
  return {};
}

}  // namespace terrane::city
