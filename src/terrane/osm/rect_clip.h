// Outlines cut to a rectangle and closed along its border: water, land cover, and the sea, which
// the map only has as lines. Lines keep the inside on their left. Where one leaves the rectangle,
// the border is walked counter-clockwise to the next place where one enters. Exact: coordinates are
// halves of 1e-7 degree, outlines lie on even and the rectangle on odd numbers, so that no corner
// of an outline ever lies on the border and every crossing is a real one. Source: article "Any
// place on Earth" (closing coastlines), Weiler and Atherton for the idea.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/osm/local_scale.h"

namespace terrane::osm {

struct PointHalves {
  std::int64_t x = 0;  // longitude in halves of 1e-7 degree
  std::int64_t y = 0;  // latitude
  friend constexpr bool operator==(const PointHalves&, const PointHalves&) = default;
  friend constexpr bool operator<(const PointHalves& a, const PointHalves& b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
  }
};

// Borders at odd halves.
struct ClipRect {
  std::int64_t south = 0;
  std::int64_t west = 0;
  std::int64_t north = 0;
  std::int64_t east = 0;

  bool contains(PointHalves p) const {
    return p.x > west && p.x < east && p.y > south && p.y < north;
  }
  bool on_border(PointHalves p) const {
    return p.x == west || p.x == east || p.y == south || p.y == north;
  }
};
ClipRect clip_rect(const RectE7& rect);

// A line inside the rectangle. It begins or ends on the border, or in mid-air where its line does.
struct Chain {
  std::vector<PointHalves> points;
  bool from_border = false;
  bool to_border = false;
  std::int64_t source = 0;  // the way it came from, for order and reports
};

// Rings of a polygon: one outer ring and its holes, each open.
struct ClippedPolygon {
  std::vector<std::vector<PointHalves>> rings;
};

// Appends the stretches of a line that lie inside. `closed`: the last position joins the first; a
// ring that lies wholly inside is one chain whose first and last points are equal.
void clip_line(std::span<const geo::PositionE7> line, bool closed, const ClipRect& rect,
               std::int64_t source, std::vector<Chain>& chains);

// Joins chains that end and begin at one position in mid-air; then two mutually nearest loose ends
// within `gap_m`. What still ends in mid-air is moved to `loose`.
void stitch_chains(std::vector<Chain>& chains, double gap_m, std::vector<Chain>& loose);

// Polygons from chains that all run border to border or are closed. `inside_if_no_chain` says what
// the rectangle is where no chain tells.
std::vector<ClippedPolygon> close_chains(const std::vector<Chain>& chains, const ClipRect& rect,
                                         bool inside_if_no_chain);

}  // namespace terrane::osm
