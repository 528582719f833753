#include "map_drawing.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "map_labels.h"
#include "map_style.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using content::PlanLine;
using content::PlanLineKind;
using content::PlanPoint;

constexpr double k_label_px = 10.5;
constexpr double k_side_street_px = 1.8;  // narrower ones would hide the map
constexpr double k_margin_px =
    220;  // a margin this wide is left for the legend, where there is one

struct FreeSurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct FreeCairo {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};

// From the plan's metres to the picture's pixels: the box as large as it fits.
struct Projection {
  double scale = 1;  // pixels a metre
  double left = 0;   // of the box in the picture
  double top = 0;
  PlanPoint low;

  Pixel at(PlanPoint point) const {
    return {left + (point.x_m - low.x_m) * scale, top + (point.z_m - low.z_m) * scale};
  }
};

Projection project(const content::Plan& plan, double width, double height) {
  const double wide_m = std::max(plan.high.x_m - plan.low.x_m, 1e-3);
  const double deep_m = std::max(plan.high.z_m - plan.low.z_m, 1e-3);
  Projection projection;
  projection.scale = std::min(width / wide_m, height / deep_m);
  projection.low = plan.low;
  const double spare = width - wide_m * projection.scale;
  // The legend stands on the left; a narrow margin is split.
  projection.left = spare > k_margin_px ? spare : spare * 0.5;
  projection.top = (height - deep_m * projection.scale) * 0.5;
  return projection;
}

class MapPainter {
 public:
  MapPainter(cairo_t* cairo, const content::Plan& plan, const Projection& projection)
      : cairo_(cairo), plan_(plan), projection_(projection) {
    for (const PlanLine& line : plan.lines) courses_.push_back(to_pixels(line.points));
  }

  void paint_ground() {
    set_colour(cairo_, k_margin);
    cairo_paint(cairo_);
    const Pixel low = projection_.at(plan_.low);
    const Pixel high = projection_.at(plan_.high);
    cairo_rectangle(cairo_, low.x, low.y, high.x - low.x, high.y - low.y);
    cairo_clip(cairo_);
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
    set_colour(cairo_, k_land);
    cairo_paint(cairo_);
    if (!plan_.water_around) return;
    cairo_rectangle(cairo_, low.x, low.y, high.x - low.x, high.y - low.y);
    fill_water(cairo_);
    set_colour(cairo_, k_land);
    for (std::size_t index = 0; index < courses_.size(); ++index) {
      if (plan_.lines[index].kind != PlanLineKind::Land) continue;
      cairo_new_path(cairo_);
      for (const Pixel& point : courses_[index]) cairo_line_to(cairo_, point.x, point.y);
      cairo_set_line_width(cairo_, plan_.lines[index].width_m * projection_.scale);
      cairo_stroke(cairo_);
    }
  }

  // All areas of a kind in one path, so that neighbours of one kind show no border.
  void paint_areas(MapReport& report) {
    cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_WINDING);
    for (unsigned kind = 0; kind < content::k_plan_area_kind_count; ++kind) {
      const auto wanted = static_cast<content::PlanAreaKind>(kind);
      for (const content::PlanArea& area : plan_.areas) {
        if (area.kind != wanted) continue;
        cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_EVEN_ODD);
        for (const std::vector<PlanPoint>& ring : area.rings) {
          cairo_new_sub_path(cairo_);
          for (const Pixel& point : to_pixels(ring)) cairo_line_to(cairo_, point.x, point.y);
          cairo_close_path(cairo_);
        }
        fill_area(cairo_, wanted);
        report.areas += 1;
      }
    }
  }

  void paint_roads(MapReport& report) {
    const std::vector<std::size_t> order = road_order();
    const bool classes = plan_.grouping == content::PlanGrouping::RoadClass;
    if (!classes) {
      for (const std::size_t index : order) paint_side_street(index, report);
    }
    for (const std::size_t index : order) {
      if (!is_drawn_as_road(index)) continue;
      stroke_casing(cairo_, courses_[index], style_of(index), line_px(index));
    }
    for (const std::size_t index : order) {
      if (!is_drawn_as_road(index)) continue;
      stroke_road(cairo_, courses_[index], style_of(index), line_px(index));
      report.lines += 1;
    }
    for (const content::PlanJunction& junction : plan_.junctions) {
      draw_junction(cairo_, projection_.at(junction.middle),
                    std::max(2.4, junction.radius_m * projection_.scale * 0.8));
    }
  }

  // An overhead bridge is a bar across; a bridge that is a road itself, its two parapets.
  void paint_bridges() {
    for (std::size_t index = 0; index < courses_.size(); ++index) {
      const PlanLine& line = plan_.lines[index];
      if (line.kind != PlanLineKind::Bridge) continue;
      if (plan_.grouping == content::PlanGrouping::District) {
        stroke_bridge(cairo_, courses_[index].front(), courses_[index].back(),
                      std::max(1.6, line.width_m * projection_.scale * 0.6));
        continue;
      }
      const RoadStyle style = style_of(index);
      const double width = std::max(style.least_px, line.width_m * projection_.scale);
      cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_BUTT);
      set_colour(cairo_, k_ink);
      cairo_set_line_width(cairo_, width + 3.4);
      trace(courses_[index]);
      cairo_stroke(cairo_);
      cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
      stroke_road(cairo_, courses_[index], style, width);
    }
  }

  void paint_names(const LabelRules& rules, MapReport& report) {
    std::vector<NamedCourse> named;
    for (std::size_t index = 0; index < courses_.size(); ++index) {
      const PlanLine& line = plan_.lines[index];
      const bool way = line.kind == PlanLineKind::Road || line.kind == PlanLineKind::Path;
      if (way && !line.name.empty()) {
        named.push_back({printable(line.name), courses_[index], 0, line.group});
      }
    }
    named = join_courses(std::move(named));
    for (NamedCourse& course : named) {
      course.importance = importance_of(course);
    }
    choose_font(cairo_, k_label_px);
    const MeasureText measure = [this](const NamedCourse& course) {
      return TextSize{text_width(cairo_, text_of(course.name, course.group)), k_label_px * 1.15};
    };
    for (const PlacedLabel& label : place_labels(named, rules, measure)) {
      draw_label(label);
      report.labels += 1;
    }
  }

 private:
  std::vector<Pixel> to_pixels(const std::vector<PlanPoint>& points) const {
    std::vector<Pixel> pixels;
    for (const PlanPoint& point : points) pixels.push_back(projection_.at(point));
    return pixels;
  }

  void trace(const std::vector<Pixel>& points) {
    cairo_new_path(cairo_);
    for (const Pixel& point : points) cairo_line_to(cairo_, point.x, point.y);
  }

  RoadStyle style_of(std::size_t index) const {
    return road_style(plan_.grouping, plan_.lines[index].group);
  }

  double line_px(std::size_t index) const {
    return std::max(style_of(index).least_px, plan_.lines[index].width_m * projection_.scale);
  }

  bool is_drawn_as_road(std::size_t index) const {
    const PlanLineKind kind = plan_.lines[index].kind;
    return kind == PlanLineKind::Road ||
           (kind == PlanLineKind::Path && plan_.grouping == content::PlanGrouping::RoadClass);
  }

  // The least important first, so that the greater road lies on top.
  std::vector<std::size_t> road_order() const {
    std::vector<std::size_t> order;
    for (std::size_t index = 0; index < plan_.lines.size(); ++index) order.push_back(index);
    const bool classes = plan_.grouping == content::PlanGrouping::RoadClass;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const PlanLine& first = plan_.lines[a];
      const PlanLine& second = plan_.lines[b];
      if (classes && first.group != second.group) return first.group > second.group;
      return first.width_m < second.width_m;
    });
    return order;
  }

  void paint_side_street(std::size_t index, MapReport& report) {
    const PlanLine& line = plan_.lines[index];
    const double width = line.width_m * projection_.scale;
    if (line.kind != PlanLineKind::Path || width < k_side_street_px) return;
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_BUTT);
    set_colour(cairo_, k_casing);
    cairo_set_line_width(cairo_, width + 1);
    trace(courses_[index]);
    cairo_stroke_preserve(cairo_);
    set_colour(cairo_, k_paper);
    cairo_set_line_width(cairo_, width);
    cairo_stroke(cairo_);
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
    report.lines += 1;
  }

  // By class first, then by length on the map.
  double importance_of(const NamedCourse& course) const {
    double length = 0;
    for (std::size_t point = 1; point < course.points.size(); ++point) {
      length += std::hypot(course.points[point].x - course.points[point - 1].x,
                           course.points[point].y - course.points[point - 1].y);
    }
    const bool classes = plan_.grouping == content::PlanGrouping::RoadClass;
    return (classes ? -1e6 * static_cast<double>(course.group) : 0) + length;
  }

  std::string text_of(const std::string& name, std::size_t group) const {
    const std::string letter = group_letter(plan_.grouping, group);
    return letter.empty() ? name : name + " \xc2\xb7 " + letter;
  }

  void draw_label(const PlacedLabel& label) {
    const std::string text = text_of(label.text, label.group);
    cairo_save(cairo_);
    cairo_translate(cairo_, label.box.middle.x, label.box.middle.y);
    cairo_rotate(cairo_, std::atan2(label.box.along.y, label.box.along.x));
    cairo_move_to(cairo_, -label.box.half_width, k_label_px * 0.36);
    cairo_text_path(cairo_, text.c_str());
    set_colour(cairo_, k_paper, 0.92);
    cairo_set_line_width(cairo_, 3.4);
    cairo_stroke_preserve(cairo_);
    set_colour(cairo_, k_ink);
    cairo_fill(cairo_);
    cairo_restore(cairo_);
  }

  cairo_t* cairo_;
  const content::Plan& plan_;
  Projection projection_;
  std::vector<std::vector<Pixel>> courses_;  // of each line
};

// Cairo's pixels are premultiplied words; the map has no transparent ones.
render::Picture picture_of(cairo_surface_t* surface) {
  cairo_surface_flush(surface);
  const auto width = static_cast<std::uint32_t>(cairo_image_surface_get_width(surface));
  const auto height = static_cast<std::uint32_t>(cairo_image_surface_get_height(surface));
  const unsigned char* bytes = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  render::Picture picture(width, height, {});
  for (std::uint32_t y = 0; y < height; ++y) {
    const auto* row =
        reinterpret_cast<const std::uint32_t*>(bytes + static_cast<std::ptrdiff_t>(y) * stride);
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t word = row[x];
      picture.set(x, y,
                  {static_cast<std::uint8_t>(word >> 16), static_cast<std::uint8_t>(word >> 8),
                   static_cast<std::uint8_t>(word)});
    }
  }
  return picture;
}

}  // namespace

Result<render::Picture> draw_plan(const content::Plan& plan, const MapTexts& texts,
                                  std::uint32_t width, std::uint32_t height, MapReport& report) {
  const std::unique_ptr<cairo_surface_t, FreeSurface> surface(cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)));
  const std::unique_ptr<cairo_t, FreeCairo> cairo(cairo_create(surface.get()));
  const Projection projection = project(plan, width, height);
  MapPainter painter(cairo.get(), plan, projection);
  cairo_save(cairo.get());
  painter.paint_ground();
  painter.paint_areas(report);
  painter.paint_roads(report);
  painter.paint_bridges();
  const MapLegend legend(cairo.get(), plan, texts, projection.scale, width, height);
  LabelRules rules;
  rules.low = projection.at(plan.low);
  rules.high = projection.at(plan.high);
  rules.taken = legend.taken();
  painter.paint_names(rules, report);
  cairo_restore(cairo.get());
  legend.draw();
  const cairo_status_t status = cairo_status(cairo.get());
  if (status != CAIRO_STATUS_SUCCESS) {
    return Error{ErrorCode::Unavailable, "the map could not be drawn",
                 cairo_status_to_string(status), "memory and a font for it"};
  }
  return picture_of(surface.get());
}

}  // namespace terrane::app
