// What stands beside a map: its title with the world's URI and the north arrow, the legend of what
// the map shows with the scale bar, and whom the data is owed to. Native only.
#pragma once

#include <cairo.h>

#include <string>
#include <vector>

#include "map_labels.h"
#include "terrane/content/plan.h"

namespace terrane::app {

struct MapTexts {
  std::string uri;
  std::string attribution;  // may be empty
};

class MapLegend {
 public:
  MapLegend(cairo_t* cairo, const content::Plan& plan, const MapTexts& texts, double px_per_m,
            double width, double height);

  // Where no name of the map may stand. Empty where the picture is too small for a legend.
  const std::vector<LabelBox>& taken() const { return taken_; }
  void draw() const;

 private:
  enum class Sign { Group, Area, Bridge, Junction, Path };
  struct Row {
    Sign sign = Sign::Group;
    std::size_t index = 0;
    std::string text;
  };
  struct Panel {
    double left = 0;
    double top = 0;
    double width = 0;
    double height = 0;
  };

  bool is_shown(const std::vector<content::PlanPoint>& points) const;
  void collect_rows();
  void lay_out();
  void take(const Panel& panel);
  void draw_title() const;
  void draw_rows() const;
  void draw_sign(const Row& row, double left, double middle) const;
  void draw_scale(double left, double top) const;
  void draw_attribution() const;
  void show(double x, double y, const std::string& text) const;
  void fill_panel(const Panel& panel) const;

  cairo_t* cairo_;
  const content::Plan& plan_;
  MapTexts texts_;
  double px_per_m_;
  double width_;
  double height_;
  double scale_m_ = 100;  // of the scale bar
  std::string size_text_;
  std::vector<Row> rows_;
  Panel title_;
  Panel legend_;
  bool has_room_ = false;
  double title_px_ = 0;  // letter size
  std::vector<LabelBox> taken_;
};

}  // namespace terrane::app
