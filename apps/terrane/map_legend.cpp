#include "map_legend.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "map_style.h"

namespace terrane::app {
namespace {

constexpr double k_edge = 10;  // from the picture's edge, and inside a panel
constexpr double k_row = 18;
constexpr double k_sign = 34;  // width of a sign
constexpr double k_text_px = 11;
constexpr double k_title_px = 14;
constexpr double k_title_most = 300;  // a longer title is in the small letters
constexpr double k_arrow = 26;
constexpr double k_scale_row = 36;
constexpr double k_scale_px_most = 140;

// The longest of 1, 2, 5, 10, … metres that fits.
double round_length_m(double most_m) {
  double length_m = 0.001;
  for (double decade = 0.001; decade < 1e8; decade *= 10) {
    for (const double step : {1.0, 2.0, 5.0}) {
      if (decade * step <= most_m) length_m = decade * step;
    }
  }
  return length_m;
}

std::string length_text(double metres) {
  char text[40];
  if (metres >= 1000) {
    std::snprintf(text, sizeof(text), "%.4g km", metres / 1000);
  } else {
    std::snprintf(text, sizeof(text), "%.4g m", metres);
  }
  return text;
}

}  // namespace

MapLegend::MapLegend(cairo_t* cairo, const content::Plan& plan, const MapTexts& texts,
                     double px_per_m, double width, double height)
    : cairo_(cairo),
      plan_(plan),
      texts_{printable(texts.uri), printable(texts.attribution)},
      px_per_m_(px_per_m),
      width_(width),
      height_(height),
      title_px_(k_title_px) {
  scale_m_ = round_length_m(k_scale_px_most / px_per_m);
  size_text_ = length_text(plan.high.x_m - plan.low.x_m) + " east, " +
               length_text(plan.high.z_m - plan.low.z_m) + " south";
  collect_rows();
  lay_out();
}

// Only what lies in the box is drawn.
bool MapLegend::is_shown(const std::vector<content::PlanPoint>& points) const {
  return std::any_of(points.begin(), points.end(), [this](content::PlanPoint p) {
    return p.x_m >= plan_.low.x_m && p.x_m <= plan_.high.x_m && p.z_m >= plan_.low.z_m &&
           p.z_m <= plan_.high.z_m;
  });
}

void MapLegend::collect_rows() {
  std::vector<bool> groups(plan_.groups.size(), false);
  bool paths = false;
  bool bridges = false;
  for (const content::PlanLine& line : plan_.lines) {
    if (!is_shown(line.points)) continue;
    if (line.kind == content::PlanLineKind::Bridge) bridges = true;
    const bool road = line.kind == content::PlanLineKind::Road;
    const bool path = line.kind == content::PlanLineKind::Path;
    if (path && plan_.grouping == content::PlanGrouping::District) paths = true;
    if (line.group < groups.size() &&
        (road || (path && plan_.grouping == content::PlanGrouping::RoadClass))) {
      groups[line.group] = true;
    }
  }
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (groups[group]) rows_.push_back({Sign::Group, group, printable(plan_.groups[group])});
  }
  if (paths) rows_.push_back({Sign::Path, 0, "Side street"});
  if (bridges) rows_.push_back({Sign::Bridge, 0, "Bridge"});
  if (!plan_.junctions.empty()) rows_.push_back({Sign::Junction, 0, "Junction"});
  bool areas[content::k_plan_area_kind_count] = {};
  for (const content::PlanArea& area : plan_.areas)
    areas[static_cast<std::size_t>(area.kind)] = true;
  if (plan_.water_around) areas[static_cast<std::size_t>(content::PlanAreaKind::Water)] = true;
  for (std::size_t kind = 0; kind < content::k_plan_area_kind_count; ++kind) {
    if (!areas[kind]) continue;
    rows_.push_back({Sign::Area, kind, area_name(static_cast<content::PlanAreaKind>(kind))});
  }
}

void MapLegend::lay_out() {
  choose_font(cairo_, title_px_, true);
  double title = text_width(cairo_, texts_.uri);
  if (title > k_title_most) {
    title_px_ = k_text_px;
    choose_font(cairo_, title_px_, true);
    title = text_width(cairo_, texts_.uri);
  }
  choose_font(cairo_, k_text_px);
  title = std::max(title, text_width(cairo_, size_text_));
  title_ = {k_edge, k_edge, title + k_arrow + 3 * k_edge, k_title_px + k_text_px + 2.4 * k_edge};
  double text = k_scale_px_most - k_sign;
  for (const Row& row : rows_) text = std::max(text, text_width(cairo_, row.text));
  legend_.width = text + k_sign + 3 * k_edge;
  legend_.height = static_cast<double>(rows_.size()) * k_row + k_scale_row + k_edge;
  legend_.left = k_edge;
  legend_.top = height_ - legend_.height - k_edge;
  has_room_ = legend_.top > title_.top + title_.height + k_edge &&
              std::max(title_.width, legend_.width) < width_ * 0.6;
  if (!has_room_) return;
  take(title_);
  take(legend_);
  if (!texts_.attribution.empty()) {
    const double wide = text_width(cairo_, texts_.attribution) + k_edge;
    take({width_ - wide, height_ - k_row, wide, k_row});
  }
}

void MapLegend::take(const Panel& panel) {
  taken_.push_back({{panel.left + panel.width * 0.5, panel.top + panel.height * 0.5},
                    {1, 0},
                    panel.width * 0.5,
                    panel.height * 0.5});
}

void MapLegend::show(double x, double y, const std::string& text) const {
  cairo_move_to(cairo_, x, y);
  cairo_show_text(cairo_, text.c_str());
}

void MapLegend::fill_panel(const Panel& panel) const {
  cairo_rectangle(cairo_, panel.left, panel.top, panel.width, panel.height);
  set_colour(cairo_, k_paper, 0.94);
  cairo_fill_preserve(cairo_);
  set_colour(cairo_, k_casing);
  cairo_set_line_width(cairo_, 1);
  cairo_stroke(cairo_);
}

void MapLegend::draw() const {
  cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
  if (has_room_) {
    draw_title();
    draw_rows();
  }
  // Owed wherever there is room for a letter.
  draw_attribution();
}

void MapLegend::draw_title() const {
  fill_panel(title_);
  set_colour(cairo_, k_ink);
  choose_font(cairo_, title_px_, true);
  show(title_.left + k_edge, title_.top + k_edge + k_title_px * 0.8, texts_.uri);
  choose_font(cairo_, k_text_px);
  show(title_.left + k_edge, title_.top + title_.height - k_edge, size_text_);
  // North is up: a half-dark needle over its letter.
  const double x = title_.left + title_.width - k_edge - k_arrow * 0.5;
  const double top = title_.top + 5;
  const double foot = title_.top + title_.height - 17;
  for (const double side : {-1.0, 1.0}) {
    cairo_move_to(cairo_, x, top);
    cairo_line_to(cairo_, x + side * 7, foot);
    cairo_line_to(cairo_, x, foot - 6);
    cairo_close_path(cairo_);
    set_colour(cairo_, side < 0 ? k_ink : k_paper);
    cairo_fill_preserve(cairo_);
    set_colour(cairo_, k_ink);
    cairo_set_line_width(cairo_, 1);
    cairo_stroke(cairo_);
  }
  choose_font(cairo_, k_text_px, true);
  show(x - text_width(cairo_, "N") * 0.5, title_.top + title_.height - 5, "N");
}

void MapLegend::draw_rows() const {
  fill_panel(legend_);
  double middle = legend_.top + k_edge * 0.7 + k_row * 0.5;
  for (const Row& row : rows_) {
    draw_sign(row, legend_.left + k_edge, middle);
    choose_font(cairo_, k_text_px);
    set_colour(cairo_, k_ink);
    show(legend_.left + 2 * k_edge + k_sign, middle + k_text_px * 0.36, row.text);
    middle += k_row;
  }
  draw_scale(legend_.left + k_edge, legend_.top + legend_.height - k_scale_row);
}

void MapLegend::draw_sign(const Row& row, double left, double middle) const {
  const std::vector<Pixel> line{{left + 3, middle}, {left + k_sign - 3, middle}};
  switch (row.sign) {
    case Sign::Group: {
      const RoadStyle style = road_style(plan_.grouping, row.index);
      const std::string letter = group_letter(plan_.grouping, row.index);
      std::vector<Pixel> course = line;
      if (!letter.empty()) course[0].x += 12;
      const double width = letter.empty() ? style.least_px + 2 : 6;
      stroke_casing(cairo_, course, style, width);
      stroke_road(cairo_, course, style, width);
      choose_font(cairo_, k_text_px, true);
      set_colour(cairo_, k_ink);
      show(left, middle + k_text_px * 0.36, letter);
      break;
    }
    case Sign::Path:
      set_colour(cairo_, k_casing);
      cairo_set_line_width(cairo_, 3);
      cairo_move_to(cairo_, line[0].x, middle);
      cairo_line_to(cairo_, line[1].x, middle);
      cairo_stroke_preserve(cairo_);
      set_colour(cairo_, k_paper);
      cairo_set_line_width(cairo_, 1.6);
      cairo_stroke(cairo_);
      break;
    case Sign::Area:
      cairo_rectangle(cairo_, left + 2, middle - 6, k_sign - 4, 12);
      fill_area(cairo_, static_cast<content::PlanAreaKind>(row.index));
      break;
    case Sign::Bridge:
      if (plan_.grouping == content::PlanGrouping::RoadClass) {
        stroke_bridge(cairo_, line[0], line[1], 7);
        stroke_road(cairo_, line, road_style(plan_.grouping, 3), 4);
        break;
      }
      stroke_bridge(cairo_, {left + k_sign * 0.5, middle - 7}, {left + k_sign * 0.5, middle + 7},
                    3);
      break;
    case Sign::Junction:
      draw_junction(cairo_, {left + k_sign * 0.5, middle}, 4);
      break;
  }
}

void MapLegend::draw_scale(double left, double top) const {
  const double width = scale_m_ * px_per_m_;
  const double y = top + 10;
  for (int part = 0; part < 4; ++part) {
    cairo_rectangle(cairo_, left + width * part / 4, y, width / 4, 5);
    set_colour(cairo_, part % 2 == 0 ? k_ink : k_paper);
    cairo_fill_preserve(cairo_);
    set_colour(cairo_, k_ink);
    cairo_set_line_width(cairo_, 1);
    cairo_stroke(cairo_);
  }
  choose_font(cairo_, k_text_px - 1);
  show(left, y + 17, "0");
  const std::string text = length_text(scale_m_);
  show(left + width - text_width(cairo_, text) * 0.5, y + 17, text);
}

void MapLegend::draw_attribution() const {
  if (texts_.attribution.empty()) return;
  choose_font(cairo_, k_text_px);
  const double wide = text_width(cairo_, texts_.attribution);
  const double left = std::max(0.0, width_ - wide - 5);
  cairo_rectangle(cairo_, left - 4, height_ - k_row, wide + 9, k_row);
  set_colour(cairo_, k_paper, 0.85);
  cairo_fill(cairo_);
  set_colour(cairo_, k_ink);
  show(left, height_ - 5, texts_.attribution);
}

}  // namespace terrane::app
