#include "terrane/city/edge_curve.h"

#include <algorithm>

namespace terrane::city {

void measure_box(EdgeCurve& curve) {
  curve.low_m = {std::min(0.0, curve.end_junction_m.x), std::min(0.0, curve.end_junction_m.z)};
  curve.high_m = {std::max(0.0, curve.end_junction_m.x), std::max(0.0, curve.end_junction_m.z)};
  for (unsigned node = 0; node <= curve.segment_count; ++node) {
    const PlaneVector place = curve.node_m(node);
    curve.low_m = {std::min(curve.low_m.x, place.x), std::min(curve.low_m.z, place.z)};
    curve.high_m = {std::max(curve.high_m.x, place.x), std::max(curve.high_m.z, place.z)};
  }
}

stream::PieceKey piece_before(const EdgeCurve& curve, unsigned station) {
  return station == 0 ? junction_key(curve.from) : segment_key(curve.number, station - 1);
}

stream::PieceKey piece_behind(const EdgeCurve& curve, unsigned station) {
  return station == curve.segment_count ? junction_key(curve.to)
                                        : segment_key(curve.number, station);
}

}  // namespace terrane::city
