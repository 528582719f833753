// A look at the built city that knows what the renderer would show of it and what of the backdrop:
// triangles seen from their front, sampled at the middles of pixels, nearest first. In plain
// arithmetic, so that it needs no graphics device. Instances are left out: a tree must not hide a
// hole. Not a picture. Owner thread.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "terrane/city/layout.h"
#include "terrane/content/content.h"
#include "terrane/geo/vec3.h"

namespace terrane::city {

struct Eye {
  PlanePoint place;
  double height_m = 0;  // world
  double heading_rad = 0;
  double pitch_rad = 0;
};

// A pixel where land must be and none is.
struct Hole {
  unsigned column = 0;
  unsigned row = 0;
  double away_m = 0;  // from the eye, where the ray comes below the ground
  PlanePoint place;   // there
};

class CityView {
 public:
  // The layout outlives the view and changes no more.
  CityView(const Layout& layout, unsigned width, unsigned height);

  // From now on, as if it were not built.
  void leave_out(stream::PieceKey piece) { left_out_.insert(piece.value); }
  // Draws the pieces round the eye: all at full detail, or each at a level of its own.
  void draw(const Eye& eye, bool mixed_levels);
  // Of the last draw: where the nearest road is less than `land_m` away.
  std::vector<Hole> holes(double land_m) const;

 private:
  struct Corner {
    double along_m = 0;  // the view's direction
    double right_m = 0;
    double up_m = 0;
  };

  geo::Vec3 ray(unsigned column, unsigned row) const;  // unit
  double distance_to_road_m(PlanePoint place) const;
  bool is_below_land(PlanePoint place, double above_m, double land_m) const;
  const content::Content& built(std::uint64_t key, std::uint8_t level);
  void draw_piece(std::uint64_t key, PlanePoint first_point, bool mixed_levels);
  void draw_content(const content::Content& content, PlanePoint origin);
  void clip_and_fill(const Corner* corners);
  void fill(const Corner& a, const Corner& b, const Corner& c);

  const Layout& layout_;
  unsigned width_;
  unsigned height_;
  double focal_;  // pixels
  std::map<std::pair<std::uint64_t, std::uint8_t>, content::Content> built_;
  Eye eye_;
  geo::Vec3 forward_;
  geo::Vec3 right_;
  geo::Vec3 up_;
  std::set<std::uint64_t> left_out_;
  std::vector<double> inverse_depths_;  // of each pixel; 0: the backdrop
  std::vector<PlaneVector> nodes_;      // of all roads near, from the eye's place
};

}  // namespace terrane::city
