// How a map looks: colours and patterns of each kind of line and area. One table, read by the map
// and by its legend. Colours that must be told apart are Okabe and Ito's, which most colour-blind
// readers can; every district has a letter and a centre line of its own as well, every road class a
// width, every area a pattern. Source: Okabe and Ito, "Color Universal Design" (2008).
#pragma once

#include <cairo.h>

#include <string>
#include <vector>

#include "map_labels.h"
#include "terrane/content/plan.h"

namespace terrane::app {

struct MapColour {
  double r = 0;
  double g = 0;
  double b = 0;
};
constexpr MapColour rgb(unsigned value) {
  return {((value >> 16) & 255u) / 255.0, ((value >> 8) & 255u) / 255.0, (value & 255u) / 255.0};
}

inline constexpr MapColour k_ink = rgb(0x222222);
inline constexpr MapColour k_paper = rgb(0xffffff);
inline constexpr MapColour k_margin = rgb(0xe4e4e4);
inline constexpr MapColour k_land = rgb(0xf6f3ec);
inline constexpr MapColour k_water = rgb(0xcfe3f0);
inline constexpr MapColour k_casing = rgb(0x4a4a4a);

// The centre line of a road.
enum class CentreLine { None, Solid, Dots, ShortDashes, LongDashes, DashDot, Ladder };

struct RoadStyle {
  MapColour colour;
  CentreLine centre = CentreLine::None;
  double least_px = 2.5;  // drawn at least this wide
  bool cased = true;      // with a dark edge; else one thin line, dashed
};
RoadStyle road_style(content::PlanGrouping grouping, std::size_t group);
// Beside the names of a district's streets and in the legend; empty where groups have none.
std::string group_letter(content::PlanGrouping grouping, std::size_t group);

const char* area_name(content::PlanAreaKind kind);

// Drawing with them. `line_px` is the road's width on the map.
void set_colour(cairo_t* cairo, MapColour colour, double alpha = 1);
void stroke_road(cairo_t* cairo, const std::vector<Pixel>& points, const RoadStyle& style,
                 double line_px);
// The casings come first, so that roads join where they meet.
void stroke_casing(cairo_t* cairo, const std::vector<Pixel>& points, const RoadStyle& style,
                   double line_px);
// Fills the current path and forgets it.
void fill_area(cairo_t* cairo, content::PlanAreaKind kind);
void fill_water(cairo_t* cairo);
void stroke_bridge(cairo_t* cairo, Pixel from, Pixel to, double line_px);
void draw_junction(cairo_t* cairo, Pixel middle, double radius_px);

void choose_font(cairo_t* cairo, double size_px, bool bold = false);
double text_width(cairo_t* cairo, const std::string& text);

}  // namespace terrane::app
