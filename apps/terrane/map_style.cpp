#include "map_style.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace terrane::app {
namespace {

using content::PlanAreaKind;

// Okabe and Ito's seven beside black.
constexpr std::array<RoadStyle, 7> k_districts{{{rgb(0xd55e00), CentreLine::Solid},
                                                {rgb(0x0072b2), CentreLine::Dots},
                                                {rgb(0xe69f00), CentreLine::LongDashes},
                                                {rgb(0xf0e442), CentreLine::None},
                                                {rgb(0x56b4e9), CentreLine::DashDot},
                                                {rgb(0x009e73), CentreLine::ShortDashes},
                                                {rgb(0xcc79a7), CentreLine::Ladder}}};
constexpr std::array<RoadStyle, 6> k_road_classes{{{rgb(0xd55e00), CentreLine::Solid, 4.5},
                                                   {rgb(0xe69f00), CentreLine::LongDashes, 3.6},
                                                   {rgb(0xf0e442), CentreLine::None, 3.0},
                                                   {rgb(0xffffff), CentreLine::None, 2.4},
                                                   {rgb(0xdddddd), CentreLine::None, 1.4},
                                                   {rgb(0x7a5c3e), CentreLine::None, 1.0, false}}};

// Small repeated marks over an area's colour.
enum class Hatch { None, Waves, Dots, Trees, Diagonals };

struct AreaStyle {
  const char* name;
  MapColour colour;
  Hatch hatch = Hatch::None;
  MapColour marks;
  bool outlined = false;
};
constexpr std::array<AreaStyle, content::k_plan_area_kind_count> k_areas{
    {{"Field, bare land", rgb(0xefe2bf), Hatch::Diagonals, rgb(0xc9b47c)},
     {"Wood", rgb(0xbcd8b0), Hatch::Trees, rgb(0x5f8f55)},
     {"Park, green", rgb(0xd3e9cb), Hatch::Dots, rgb(0x6fa566)},
     {"Sand", rgb(0xf7edc9), Hatch::None, {}},
     {"Paved", rgb(0xe6e2da), Hatch::None, {}},
     {"Water", k_water, Hatch::Waves, rgb(0x86b3d3)},
     {"Building", rgb(0xc6beb2), Hatch::None, {}, true}}};

void paint_mark(cairo_t* cairo, Hatch hatch, double size) {
  switch (hatch) {
    case Hatch::Waves:
      for (const double row : {0.25, 0.75}) {
        const double left = row < 0.5 ? 0.1 : 0.55;
        cairo_move_to(cairo, left * size, row * size);
        cairo_rel_curve_to(cairo, 1, -1.6, 2, -1.6, 3, 0);
      }
      break;
    case Hatch::Dots:
      cairo_arc(cairo, size * 0.25, size * 0.25, 0.6, 0, 6.2831853);
      cairo_new_sub_path(cairo);
      cairo_arc(cairo, size * 0.75, size * 0.75, 0.6, 0, 6.2831853);
      break;
    case Hatch::Trees:
      cairo_move_to(cairo, size * 0.3, size * 0.7);
      cairo_rel_line_to(cairo, 1.5, -4);
      cairo_rel_line_to(cairo, 1.5, 4);
      cairo_close_path(cairo);
      break;
    case Hatch::Diagonals:
      cairo_move_to(cairo, -1, size + 1);
      cairo_line_to(cairo, size + 1, -1);
      break;
    case Hatch::None:
      break;
  }
  cairo_stroke(cairo);
}

// A tile of the pattern, repeated. The caller destroys it.
cairo_pattern_t* make_hatch(Hatch hatch, MapColour colour) {
  const int size = hatch == Hatch::Diagonals ? 7 : hatch == Hatch::Waves ? 14 : 10;
  cairo_surface_t* tile = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size, size);
  cairo_t* cairo = cairo_create(tile);
  set_colour(cairo, colour);
  cairo_set_line_width(cairo, 0.8);
  paint_mark(cairo, hatch, size);
  cairo_destroy(cairo);
  cairo_pattern_t* pattern = cairo_pattern_create_for_surface(tile);
  cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT);
  cairo_surface_destroy(tile);
  return pattern;
}

void trace(cairo_t* cairo, const std::vector<Pixel>& points) {
  cairo_new_path(cairo);
  for (const Pixel& point : points) cairo_line_to(cairo, point.x, point.y);
}

void set_dashes(cairo_t* cairo, CentreLine centre, double unit) {
  std::vector<double> dashes;
  switch (centre) {
    case CentreLine::Dots:
      dashes = {0.01, 4 * unit};
      break;
    case CentreLine::ShortDashes:
      dashes = {3 * unit, 3 * unit};
      break;
    case CentreLine::LongDashes:
      dashes = {9 * unit, 5 * unit};
      break;
    case CentreLine::DashDot:
      dashes = {8 * unit, 3.5 * unit, 0.01, 3.5 * unit};
      break;
    case CentreLine::Ladder:
      dashes = {unit, 4 * unit};
      break;
    case CentreLine::None:
    case CentreLine::Solid:
      break;
  }
  cairo_set_dash(cairo, dashes.data(), static_cast<int>(dashes.size()), 0);
}

}  // namespace

RoadStyle road_style(content::PlanGrouping grouping, std::size_t group) {
  if (grouping == content::PlanGrouping::District) return k_districts[group % k_districts.size()];
  return k_road_classes[std::min(group, k_road_classes.size() - 1)];
}

std::string group_letter(content::PlanGrouping grouping, std::size_t group) {
  if (grouping != content::PlanGrouping::District) return {};
  return std::string(1, static_cast<char>('A' + group % k_districts.size()));
}

const char* area_name(PlanAreaKind kind) {
  return k_areas[static_cast<std::size_t>(kind)].name;
}

void set_colour(cairo_t* cairo, MapColour colour, double alpha) {
  cairo_set_source_rgba(cairo, colour.r, colour.g, colour.b, alpha);
}

void stroke_casing(cairo_t* cairo, const std::vector<Pixel>& points, const RoadStyle& style,
                   double line_px) {
  if (!style.cased) return;
  set_colour(cairo, k_casing);
  cairo_set_line_width(cairo, line_px + 1.4);
  trace(cairo, points);
  cairo_stroke(cairo);
}

void stroke_road(cairo_t* cairo, const std::vector<Pixel>& points, const RoadStyle& style,
                 double line_px) {
  set_colour(cairo, style.colour);
  cairo_set_line_width(cairo, style.cased ? line_px : std::min(line_px, 1.6));
  trace(cairo, points);
  if (!style.cased) {
    const double dashes[] = {3.5, 3.0};
    cairo_set_dash(cairo, dashes, 2, 0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, nullptr, 0, 0);
    return;
  }
  cairo_stroke(cairo);
  if (style.centre == CentreLine::None) return;
  const bool ladder = style.centre == CentreLine::Ladder;
  const double width = ladder ? line_px * 0.7 : std::clamp(line_px * 0.22, 0.8, 3.0);
  // Dark on light roads, light on dark ones.
  const double lightness = style.colour.r * 0.3 + style.colour.g * 0.59 + style.colour.b * 0.11;
  set_colour(cairo, lightness > 0.5 ? k_ink : k_paper);
  cairo_set_line_width(cairo, width);
  cairo_set_line_cap(cairo, ladder ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  set_dashes(cairo, style.centre, std::max(1.0, std::min(width, 2.0)));
  trace(cairo, points);
  cairo_stroke(cairo);
  cairo_set_dash(cairo, nullptr, 0, 0);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
}

void fill_area(cairo_t* cairo, PlanAreaKind kind) {
  const AreaStyle& style = k_areas[static_cast<std::size_t>(kind)];
  set_colour(cairo, style.colour);
  cairo_fill_preserve(cairo);
  if (style.hatch != Hatch::None) {
    cairo_pattern_t* pattern = make_hatch(style.hatch, style.marks);
    cairo_set_source(cairo, pattern);
    cairo_fill_preserve(cairo);
    cairo_pattern_destroy(pattern);
  }
  if (style.outlined) {
    set_colour(cairo, rgb(0x978d80));
    cairo_set_line_width(cairo, 0.5);
    cairo_stroke_preserve(cairo);
  }
  cairo_new_path(cairo);
}

void fill_water(cairo_t* cairo) {
  fill_area(cairo, PlanAreaKind::Water);
}

void stroke_bridge(cairo_t* cairo, Pixel from, Pixel to, double line_px) {
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
  set_colour(cairo, k_paper);
  cairo_set_line_width(cairo, line_px + 2.4);
  trace(cairo, {from, to});
  cairo_stroke(cairo);
  set_colour(cairo, k_ink);
  cairo_set_line_width(cairo, line_px);
  trace(cairo, {from, to});
  cairo_stroke(cairo);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
}

void draw_junction(cairo_t* cairo, Pixel middle, double radius_px) {
  cairo_new_path(cairo);
  cairo_arc(cairo, middle.x, middle.y, radius_px, 0, 6.2831853);
  set_colour(cairo, k_paper);
  cairo_fill_preserve(cairo);
  set_colour(cairo, k_casing);
  cairo_set_line_width(cairo, 1.0);
  cairo_stroke(cairo);
}

void choose_font(cairo_t* cairo, double size_px, bool bold) {
  cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, size_px);
}

double text_width(cairo_t* cairo, const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, text.c_str(), &extents);
  return extents.x_advance;
}

}  // namespace terrane::app
