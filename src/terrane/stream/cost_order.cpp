#include "terrane/stream/cost_order.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/assert.h"

namespace terrane::stream {
namespace {

constexpr std::size_t k_buckets = 2048;
constexpr std::size_t k_few_pieces = 128;  // not worth the buckets

bool cheaper(const WantedPiece& a, const WantedPiece& b) {
  return a.cost != b.cost ? a.cost < b.cost : a.key < b.key;
}

}  // namespace

void CostOrder::sort(std::vector<WantedPiece>& pieces) {
  double dearest = 0;
  for (const WantedPiece& piece : pieces) {
    TERRANE_ASSERT(piece.cost >= 0 && std::isfinite(piece.cost), "a piece costs a number");
    dearest = std::max(dearest, piece.cost);
  }
  if (pieces.size() <= k_few_pieces || dearest <= 0) {
    std::sort(pieces.begin(), pieces.end(), cheaper);
    return;
  }
  // Rounding keeps order, so a cheaper piece never goes to a later bucket.
  const double buckets_per_metre = (k_buckets - 1) / dearest;
  const auto bucket_of = [=](const WantedPiece& piece) {
    return std::min(static_cast<std::size_t>(piece.cost * buckets_per_metre), k_buckets - 1);
  };
  bucket_ends_.assign(k_buckets, 0);
  for (const WantedPiece& piece : pieces) bucket_ends_[bucket_of(piece)] += 1;
  std::uint32_t end = 0;
  for (std::uint32_t& bucket_end : bucket_ends_) {
    end += bucket_end;
    bucket_end = end;
  }
  std::swap(unsorted_, pieces);
  pieces.resize(unsorted_.size());
  // Filled from its end, a bucket's end becomes its begin.
  for (const WantedPiece& piece : unsorted_) pieces[--bucket_ends_[bucket_of(piece)]] = piece;
  for (std::size_t bucket = 0; bucket < k_buckets; ++bucket) {
    const std::size_t begin = bucket_ends_[bucket];
    const std::size_t next = bucket + 1 < k_buckets ? bucket_ends_[bucket + 1] : pieces.size();
    if (next - begin < 2) continue;
    std::sort(pieces.begin() + static_cast<std::ptrdiff_t>(begin),
              pieces.begin() + static_cast<std::ptrdiff_t>(next), cheaper);
  }
}

}  // namespace terrane::stream
