// Where names stand on a map: along their street, never upside down, none over another. Greedy, the
// most important first. Pure geometry in pixels (x right, y down): knows no font and draws nothing,
// so that it can be tested alone. Not which names there are (content/plan.h).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace terrane::app {

// Text of valid UTF-8 without control characters: what cannot be read becomes U+FFFD.
std::string printable(const std::string& text);

struct Pixel {
  double x = 0;
  double y = 0;
  friend constexpr bool operator==(const Pixel&, const Pixel&) = default;
};

// A rectangle of any turn.
struct LabelBox {
  Pixel middle;
  Pixel along{1, 0};  // unit, the reading direction
  double half_width = 0;
  double half_height = 0;
};
bool overlap(const LabelBox& a, const LabelBox& b);

// A street's course with its name. Streets of one name whose ends meet become one.
struct NamedCourse {
  std::string name;
  std::vector<Pixel> points;
  double importance = 0;  // higher first
  std::size_t group = 0;
};
// Joins courses of equal name and group end to end. The result is in the order of the first
// courses.
std::vector<NamedCourse> join_courses(std::vector<NamedCourse> courses);

struct PlacedLabel {
  std::string text;
  LabelBox box;
  std::size_t group = 0;
};

struct LabelRules {
  Pixel low;  // names stand within these corners
  Pixel high;
  double gap = 4;           // between labels at least
  double repeat = 520;      // along a long street a name stands again this far on
  double same_apart = 200;  // two labels of one text are at least this far apart
  double bend_most = 0.30;  // of the text's height: how far the street may leave the text's line
  std::size_t most = 400;   // labels
  std::vector<LabelBox> taken;  // where nothing may stand: the legend and its like
};

struct TextSize {
  double width = 0;
  double height = 0;
};
using MeasureText = std::function<TextSize(const NamedCourse& course)>;

std::vector<PlacedLabel> place_labels(const std::vector<NamedCourse>& courses,
                                      const LabelRules& rules, const MeasureText& measure);

}  // namespace terrane::app
