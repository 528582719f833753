#include "terrane/city/water_section.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

using namespace water_line;

constexpr double k_room_least_m = 9.0;   // from frontage to end: less holds no water
constexpr double k_width_least_m = 1.5;  // of the bed
constexpr double k_bank_brink_m = 0.06;  // of a natural shore's edge above the water
constexpr double k_near_shelf_m = 1.4;   // of a natural shore, from its edge to the bed
constexpr double k_far_shelf_m = 3.0;

struct Shape {
  double promenade_m;   // from the frontage line to the edge
  double lower_quay_m;  // a towpath or beach, 0: none
  double lower_lift_m;  // its height above the water at the wall
  double far_lift_m;    // of the far brink
  double slope;         // of the near bank: metres out a metre of height
  double far_slope;
  double far_flat_m;
};
constexpr Shape k_shapes[k_water_style_count] = {{1.2, 3.4, 0.9, 0.5, 0.06, 0.9, 3.0},
                                                 {2.2, 1.6, 0.35, 0.35, 1.7, 1.7, 3.0},
                                                 {4.6, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0}};

// A pond narrows towards its ends, by the stations from there. The rim of its hollow begins at the
// end itself and the water two stations on, so that the hollow's floor comes up between them no
// steeper than its sides.
struct PondEnd {
  double rim;    // share of the full width
  double water;  // the same
};
constexpr std::array<PondEnd, 5> k_pond_ends{
    {{0.0, 0.0}, {0.55, 0.0}, {0.8, 0.0}, {0.92, 0.64}, {0.98, 0.88}}};
constexpr unsigned k_pond_tip = 2;      // where the water begins
constexpr double k_hollow_floor = 0.4;  // halfway to the tip: of the way from the water to the rim
constexpr double k_tip_beach_m = 0.9;   // to each side of the tip

// A bank's line wavers from station to station; a wall's does not.
double waver_m(std::uint64_t block_key, unsigned in_block, WaterStyle style, unsigned salt) {
  if (style != WaterStyle::Bank || in_block == 0 || in_block == k_block_segments) return 0;
  return base::draw_between(base::hash(base::hash(block_key, 17, in_block), salt), -0.9, 0.9);
}

// One station of a stretch, as if it went on like that to both sides.
class Station {
 public:
  Station(const PieceWriter& out, const EdgePlan& plan, unsigned station, Side side,
          WaterStyle style, double level_m)
      : out_(out),
        plan_(plan),
        station_(station),
        side_(side),
        style_(style),
        level_m_(level_m),
        shape_(k_shapes[static_cast<unsigned>(style)]) {}

  void lay_lines(std::uint64_t block_key, unsigned in_block) {
    const double depth_m = plan_.depth_m[static_cast<unsigned>(side_)][station_];
    const double front_m = std::min(depth_m, plan_.half_width_m[station_] + k_building_line_m);
    const double room_m = depth_m - front_m;
    const double shoulder_m = std::max(front_m, depth_m - k_bank_width_m);
    // A shallow side has less of everything.
    const double scale = std::clamp((room_m - 5.0) / 22.0, 0.3, 1.0);
    const double most_slope_m = room_m * 0.22;
    const bool bank = style_ == WaterStyle::Bank;
    const auto slope_m = [&](double rise_m, double slope, unsigned salt) {
      return std::min(most_slope_m,
                      rise_m * slope + waver_m(block_key, in_block, style_, salt) * scale);
    };
    offset_m(Front) = front_m;
    offset_m(Edge) = front_m + shape_.promenade_m * scale;
    offset_m(Foot) = offset_m(Edge) + slope_m(ground_m(Edge) - level_m_, shape_.slope, 1);
    offset_m(Brink) = offset_m(Foot) + shape_.lower_quay_m * scale;
    offset_m(NearBed) = offset_m(Brink) + (bank ? k_near_shelf_m * scale : 0.0);
    offset_m(FarEdge) = shoulder_m - shape_.far_flat_m * scale;
    const double far_rise_m = std::max(0.8, ground_m(FarEdge) - level_m_);
    offset_m(FarBrink) = offset_m(FarEdge) - slope_m(far_rise_m, shape_.far_slope, 2);
    offset_m(FarBed) = offset_m(FarBrink) - (bank ? k_far_shelf_m * scale : 0.0);
    offset_m(Shoulder) = shoulder_m;
    offset_m(End) = depth_m;
    section_.open =
        room_m >= k_room_least_m && offset_m(FarBed) - offset_m(NearBed) > k_width_least_m;
  }

  // Where there is no room, all between promenade and far bank lies in one line.
  void close() {
    const double front_m = offset_m(Front);
    const double middle_m = front_m + std::max(0.0, offset_m(Shoulder) - front_m) * 0.6;
    for (unsigned line = Edge; line <= FarEdge; ++line) offset_m(line) = middle_m;
  }

  void narrow_pond(unsigned from_end) {
    const PondEnd& end = k_pond_ends[from_end];
    const double centre_m = (offset_m(NearBed) + offset_m(FarBed)) * 0.5;
    for (unsigned line = Edge; line <= FarEdge; ++line) {
      const double share = line == Edge || line == FarEdge ? end.rim : end.water;
      offset_m(line) = centre_m + (offset_m(line) - centre_m) * share;
    }
    if (from_end == k_pond_tip) {
      offset_m(Foot) = centre_m - k_tip_beach_m;
      offset_m(FarBrink) = centre_m + k_tip_beach_m;
    }
    section_.open = from_end > k_pond_tip;
    section_.hollow = from_end > 0 && !section_.open;
  }

  void lay_heights() {
    const bool basin = style_ == WaterStyle::Basin;
    const double bed_m = level_m_ - k_water_bed_m;
    const double lower_m = std::min(level_m_ + shape_.lower_lift_m, ground_m(Edge));
    const double brink_m = style_ == WaterStyle::Bank ? level_m_ + k_bank_brink_m : lower_m;
    height_m(Front) = ground_m(Front);
    height_m(Edge) = ground_m(Edge);
    height_m(Foot) = basin ? bed_m : lower_m;
    height_m(Brink) = basin ? bed_m : brink_m;
    height_m(NearBed) = bed_m;
    height_m(FarBed) = bed_m;
    height_m(FarBrink) = basin ? bed_m : level_m_ + shape_.far_lift_m;
    height_m(FarEdge) = std::max(ground_m(FarEdge), level_m_ + 0.6);
    height_m(Shoulder) = ground_m(Shoulder);
  }

  // The floor comes up from the water's tip to the ground where the pond ends.
  void lay_floor(unsigned from_end) {
    if (from_end == k_pond_tip) {
      for (const Line line : {Brink, NearBed, FarBed}) height_m(line) = level_m_;
      return;
    }
    const double share = from_end == 0 ? 1.0 : k_hollow_floor;
    const double floor_m = level_m_ + (ground_m(Brink) - level_m_) * share;
    for (unsigned line = Foot; line <= FarBrink; ++line) height_m(line) = floor_m;
    if (from_end == 0) height_m(FarEdge) = floor_m;
  }

  const WaterSection& section() const { return section_; }

 private:
  double& offset_m(unsigned line) { return section_.offset_m[line]; }
  double& height_m(unsigned line) { return section_.height_m[line]; }
  double ground_m(unsigned line) {
    return out_.ground_m(plan_.beside(station_, side_, offset_m(line))) + k_sidewalk_lift_m;
  }

  const PieceWriter& out_;
  const EdgePlan& plan_;
  unsigned station_;
  Side side_;
  WaterStyle style_;
  double level_m_;
  const Shape& shape_;
  WaterSection section_;
};

}  // namespace

WaterSection water_section(const PieceWriter& out, const EdgePlan& plan, unsigned station,
                           Side side, std::uint64_t block_key, unsigned in_block, WaterStyle style,
                           double level_m) {
  const auto laid_at = [&](unsigned place) {
    Station laid(out, plan, station + place - in_block, side, style, level_m);
    laid.lay_lines(block_key, place);
    return laid;
  };
  Station here = laid_at(in_block);
  if (style != WaterStyle::Bank) {
    if (!here.section().open) here.close();
    here.lay_heights();
    return here.section();
  }
  // How many stations on the stretch or its room ends.
  const unsigned to_end = std::min(in_block, k_block_segments - in_block);
  unsigned from_end = 0;
  while (from_end < to_end && from_end < k_pond_ends.size() &&
         laid_at(in_block - from_end).section().open &&
         laid_at(in_block + from_end).section().open) {
    from_end += 1;
  }
  const bool has_room = here.section().open;
  if (!has_room) {
    here.close();
  } else if (from_end < k_pond_ends.size()) {
    here.narrow_pond(from_end);
  }
  here.lay_heights();
  if (from_end <= k_pond_tip) here.lay_floor(from_end);
  return here.section();
}

}  // namespace terrane::city
