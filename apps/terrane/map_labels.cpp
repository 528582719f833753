#include "map_labels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace terrane::app {
namespace {

Pixel minus(Pixel a, Pixel b) {
  return {a.x - b.x, a.y - b.y};
}

double dot(Pixel a, Pixel b) {
  return a.x * b.x + a.y * b.y;
}

double length(Pixel a) {
  return std::sqrt(dot(a, a));
}

// Half the box's extent along an axis.
double reach(const LabelBox& box, Pixel axis) {
  const Pixel across{-box.along.y, box.along.x};
  return std::fabs(dot(box.along, axis)) * box.half_width +
         std::fabs(dot(across, axis)) * box.half_height;
}

// Half a pixel: ends that meet on the map.
bool meet(Pixel a, Pixel b) {
  return length(minus(a, b)) < 0.5;
}

// A course measured along itself.
class Course {
 public:
  explicit Course(const std::vector<Pixel>& points) : points_(points) {
    at_.push_back(0);
    for (std::size_t point = 1; point < points.size(); ++point) {
      at_.push_back(at_.back() + length(minus(points[point], points[point - 1])));
    }
  }

  double total() const { return at_.back(); }

  Pixel point(double distance) const {
    const auto next = std::upper_bound(at_.begin() + 1, at_.end() - 1, distance);
    const auto index = static_cast<std::size_t>(next - at_.begin());
    const double step = at_[index] - at_[index - 1];
    const double share = step > 0 ? std::clamp((distance - at_[index - 1]) / step, 0.0, 1.0) : 0;
    const Pixel way = minus(points_[index], points_[index - 1]);
    return {points_[index - 1].x + way.x * share, points_[index - 1].y + way.y * share};
  }

  // How far the course between two distances leaves the straight line through `middle` along
  // `along`.
  double bend(double from, double to, Pixel middle, Pixel along) const {
    const Pixel across{-along.y, along.x};
    double most = 0;
    for (std::size_t point = 0; point < points_.size(); ++point) {
      if (at_[point] <= from || at_[point] >= to) continue;
      most = std::max(most, std::fabs(dot(minus(points_[point], middle), across)));
    }
    return most;
  }

 private:
  const std::vector<Pixel>& points_;
  std::vector<double> at_;
};

class Placer {
 public:
  Placer(const LabelRules& rules, const MeasureText& measure) : rules_(rules), measure_(measure) {}

  void place(const NamedCourse& named) {
    if (named.points.size() < 2 || named.name.empty()) return;
    const Course course(named.points);
    const TextSize size = measure_(named);
    if (course.total() < size.width * 1.1) return;
    // From the middle outwards, in steps finer than the repeat: what is taken is passed over.
    const double middle = course.total() * 0.5;
    const double step = std::max(8.0, size.width * 0.25);
    std::vector<double> placed;
    for (double away = 0; away + size.width * 0.5 < middle; away += step) {
      for (const double at : {middle + away, middle - away}) {
        if (away == 0 && at != middle) continue;
        const bool near = std::any_of(placed.begin(), placed.end(), [&](double other) {
          return std::fabs(other - at) < rules_.repeat;
        });
        if (!near && try_at(named, course, size, at)) placed.push_back(at);
      }
    }
  }

  std::vector<PlacedLabel> take() { return std::move(labels_); }

 private:
  bool try_at(const NamedCourse& named, const Course& course, TextSize size, double at) {
    if (labels_.size() >= rules_.most) return false;
    const double from = at - size.width * 0.5;
    const double to = at + size.width * 0.5;
    const Pixel start = course.point(from);
    const Pixel end = course.point(to);
    const Pixel chord = minus(end, start);
    const double chord_length = length(chord);
    if (chord_length < size.width * 0.9) return false;
    LabelBox box;
    box.along = {chord.x / chord_length, chord.y / chord_length};
    box.middle = {(start.x + end.x) * 0.5, (start.y + end.y) * 0.5};
    box.half_width = size.width * 0.5;
    box.half_height = size.height * 0.5;
    if (course.bend(from, to, box.middle, box.along) > size.height * rules_.bend_most) return false;
    // Read from left to right; what runs straight up and down is read upwards.
    const bool upright = std::fabs(box.along.x) < 1e-6;
    if (upright ? box.along.y > 0 : box.along.x < 0) box.along = {-box.along.x, -box.along.y};
    if (!is_free(box, named.name)) return false;
    labels_.push_back({named.name, box, named.group});
    return true;
  }

  bool is_free(const LabelBox& box, const std::string& text) const {
    const double half_x = reach(box, {1, 0});
    const double half_y = reach(box, {0, 1});
    if (box.middle.x - half_x < rules_.low.x || box.middle.x + half_x > rules_.high.x ||
        box.middle.y - half_y < rules_.low.y || box.middle.y + half_y > rules_.high.y) {
      return false;
    }
    LabelBox roomy = box;
    roomy.half_width += rules_.gap;
    roomy.half_height += rules_.gap;
    for (const LabelBox& taken : rules_.taken) {
      if (overlap(roomy, taken)) return false;
    }
    for (const PlacedLabel& label : labels_) {
      if (overlap(roomy, label.box)) return false;
      if (label.text == text && length(minus(label.box.middle, box.middle)) < rules_.same_apart) {
        return false;
      }
    }
    return true;
  }

  const LabelRules& rules_;
  const MeasureText& measure_;
  std::vector<PlacedLabel> labels_;
};

// Appends `other` to `course` where their ends meet; turns either as needed.
bool append(NamedCourse& course, const NamedCourse& other) {
  if (course.name != other.name || course.group != other.group) return false;
  if (course.points.empty() || other.points.empty()) return false;
  std::vector<Pixel> more = other.points;
  std::vector<Pixel>& points = course.points;
  if (meet(points.front(), more.front()) || meet(points.front(), more.back())) {
    std::reverse(points.begin(), points.end());
  }
  if (meet(points.back(), more.back())) std::reverse(more.begin(), more.end());
  if (!meet(points.back(), more.front())) return false;
  points.insert(points.end(), more.begin() + 1, more.end());
  course.importance = std::max(course.importance, other.importance);
  return true;
}

}  // namespace

std::string printable(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = [&](std::size_t index) {
      return index < text.size() ? static_cast<unsigned char>(text[index]) : 0u;
    };
    const unsigned lead = byte(at);
    const std::size_t size = lead < 0x80                   ? 1
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
    bool whole = size > 0;
    for (std::size_t index = 1; index < size; ++index) {
      whole = whole && (byte(at + index) & 0xc0u) == 0x80u;
    }
    // Neither too long a form, nor half a surrogate pair, nor beyond the last character.
    const unsigned second = byte(at + 1);
    if (lead == 0xe0 && second < 0xa0) whole = false;
    if (lead == 0xed && second >= 0xa0) whole = false;
    if (lead == 0xf0 && second < 0x90) whole = false;
    if (lead == 0xf4 && second >= 0x90) whole = false;
    if (!whole) {
      out += "\xef\xbf\xbd";
      at += 1;
      continue;
    }
    if (size == 1 && (lead < 0x20 || lead == 0x7f)) {
      out += ' ';
    } else {
      out.append(text, at, size);
    }
    at += size;
  }
  return out;
}

bool overlap(const LabelBox& a, const LabelBox& b) {
  const Pixel between = minus(b.middle, a.middle);
  for (const LabelBox* box : {&a, &b}) {
    for (const Pixel axis : {box->along, Pixel{-box->along.y, box->along.x}}) {
      if (std::fabs(dot(between, axis)) >= reach(a, axis) + reach(b, axis)) return false;
    }
  }
  return true;
}

std::vector<NamedCourse> join_courses(std::vector<NamedCourse> courses) {
  std::map<std::pair<std::string, std::size_t>, std::vector<std::size_t>> by_name;
  for (std::size_t index = 0; index < courses.size(); ++index) {
    by_name[{courses[index].name, courses[index].group}].push_back(index);
  }
  std::vector<bool> used(courses.size(), false);
  std::vector<NamedCourse> joined;
  for (std::size_t index = 0; index < courses.size(); ++index) {
    if (used[index]) continue;
    used[index] = true;
    const std::vector<std::size_t>& others = by_name[{courses[index].name, courses[index].group}];
    NamedCourse whole = std::move(courses[index]);
    for (bool grew = !whole.name.empty(); grew;) {
      grew = false;
      for (const std::size_t other : others) {
        if (used[other] || !append(whole, courses[other])) continue;
        used[other] = true;
        grew = true;
      }
    }
    joined.push_back(std::move(whole));
  }
  return joined;
}

std::vector<PlacedLabel> place_labels(const std::vector<NamedCourse>& courses,
                                      const LabelRules& rules, const MeasureText& measure) {
  std::vector<std::size_t> order(courses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (courses[a].importance != courses[b].importance) {
      return courses[a].importance > courses[b].importance;
    }
    return a < b;
  });
  Placer placer(rules, measure);
  for (const std::size_t index : order) placer.place(courses[index]);
  return placer.take();
}

}  // namespace terrane::app
