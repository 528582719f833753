// The boxes of many pieces, found by place. Pieces come and go in any order; what is found, and in
// which order, depends only on which are there. Owner thread.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "terrane/content/content.h"
#include "terrane/drive/surroundings.h"
#include "terrane/geo/frame.h"

namespace terrane::drive {

class BoxGrid {
 public:
  // Boxes are kept in the coordinates of `local`; pieces' frames may differ from it by little more
  // than a heading (their upright stays upright).
  explicit BoxGrid(const geo::Frame& local) : local_(local) {}

  // Replaces what the piece had. An empty list is a piece without boxes.
  void put(std::uint64_t piece, const geo::Frame& frame,
           std::span<const content::Collider> colliders);
  void remove(std::uint64_t piece);
  bool has(std::uint64_t piece) const { return pieces_.count(piece) > 0; }
  std::size_t pieces() const { return pieces_.size(); }

  // See Surroundings::boxes_near: by piece, then by place in its list.
  void boxes_near(Point middle, double radius_m, std::vector<Box>& out) const;

 private:
  struct Entry {
    std::uint64_t piece = 0;
    std::uint32_t at = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
    friend bool operator<(const Entry& a, const Entry& b) {
      return a.piece != b.piece ? a.piece < b.piece : a.at < b.at;
    }
  };
  using Cell = std::vector<Entry>;

  template <typename Visit>
  void for_each_cell(Point middle, double radius_m, Visit visit) const;

  geo::Frame local_;
  std::map<std::uint64_t, std::vector<Box>> pieces_;
  std::unordered_map<std::uint64_t, Cell> cells_;  // looked up, never walked through
};

}  // namespace terrane::drive
