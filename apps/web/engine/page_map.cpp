// The map inset of driving and walking: a square of the world from above at a time, as numbers that
// a worker of the page paints. A tile costs a few milliseconds at most; the page asks for one a
// frame. Only of worlds that asking does not change: a grown city would grow to cover its map.
#include <emscripten.h>

#include <cstdint>
#include <vector>

#include "page_way.h"
#include "terrane/stream/area.h"

namespace terrane::web {
namespace {

constexpr double k_tile_m = 128;
constexpr double k_plane_reach_m = 20000;  // farther out a plane lies too far below the ground
constexpr double k_margin_m = 4;           // beyond its edges, for lines that are wide

struct Inset {
  std::vector<float> tile;
  double here[3] = {};
  geo::Frame plane;  // of a map's tiles; a live place has no start that is near
};
Inset& inset() {
  static Inset the_inset;
  return the_inset;
}

// The plane of the map's tiles: a city's own, a map's around where somebody stood first.
geo::Vec3 to_plane(const stream::WorldInfo& info, geo::Vec3 position) {
  return info.geographic ? inset().plane.to_local(position) : position;
}
geo::Vec3 from_plane(const stream::WorldInfo& info, geo::Vec3 local) {
  return info.geographic ? inset().plane.to_world(local) : local;
}

class TileWriter {
 public:
  TileWriter(const stream::WorldInfo& info, const content::Plan& plan, double west_m,
             double north_m, std::vector<float>& out)
      : info_(info), plan_(plan), west_m_(west_m), north_m_(north_m), out_(out) {}

  // [water around], then areas, lines and junctions, the lowest first:
  // 0, kind, rings, (points, x, z, ...) a ring; 1, kind, width, points, x, z, ...; 2, radius, x, z.
  void write() {
    number(plan_.water_around ? 1 : 0);
    for (const content::PlanLine& line : plan_.lines) {
      if (line.kind == content::PlanLineKind::Land) add(line);
    }
    for (const content::PlanArea& area : plan_.areas) {
      number(0);
      number(static_cast<double>(area.kind));
      number(static_cast<double>(area.rings.size()));
      for (const auto& ring : area.rings) points(ring);
    }
    for (const content::PlanLine& line : plan_.lines) {
      if (line.kind != content::PlanLineKind::Land) add(line);
    }
    for (const content::PlanJunction& junction : plan_.junctions) {
      number(2);
      number(junction.radius_m);
      place(junction.middle);
    }
  }

 private:
  void number(double value) { out_.push_back(static_cast<float>(value)); }
  void place(content::PlanPoint point) {
    const geo::Vec3 local = to_plane(info_, plan_.frame.to_world({point.x_m, 0, point.z_m}));
    number(local.x - west_m_);
    number(local.z - north_m_);
  }
  void points(const std::vector<content::PlanPoint>& list) {
    number(static_cast<double>(list.size()));
    for (const content::PlanPoint& point : list) place(point);
  }
  void add(const content::PlanLine& line) {
    number(1);
    number(static_cast<double>(line.kind));
    number(line.width_m);
    points(line.points);
  }

  const stream::WorldInfo& info_;
  const content::Plan& plan_;
  double west_m_;
  double north_m_;
  std::vector<float>& out_;
};

}  // namespace
}  // namespace terrane::web

extern "C" {

using terrane::web::current_provider;
using terrane::web::inset;

EMSCRIPTEN_KEEPALIVE double terrane_map_tile_m() {
  return terrane::web::k_tile_m;
}

// Where the way stands on the map: metres to the east and to the south, and the compass heading in
// radians; three doubles.
EMSCRIPTEN_KEEPALIVE const double* terrane_map_here() {
  auto* way = terrane::web::current_way();
  double* here = inset().here;
  if (way == nullptr || current_provider() == nullptr) return here;
  const terrane::play::Standpoint stand = way->standpoint();
  terrane::geo::Frame& plane = inset().plane;
  if (terrane::geo::length(stand.position - plane.origin) > terrane::web::k_plane_reach_m) {
    plane = current_provider()->frame_at(stand.position);
  }
  const terrane::geo::Vec3 local =
      terrane::web::to_plane(current_provider()->info(), stand.position);
  here[0] = local.x;
  here[1] = local.z;
  here[2] = -stand.heading_rad;
  return here;
}

// How many floats the tile of that column (eastwards) and row (southwards) has; they are at
// terrane_map_floats() until the next call, and TileWriter says what they mean. 0: there is no map.
EMSCRIPTEN_KEEPALIVE unsigned terrane_map_tile(int column, int row) {
  const terrane::stream::Provider* provider = current_provider();
  if (provider == nullptr) return 0;
  using terrane::web::k_tile_m;
  const terrane::stream::WorldInfo& info = provider->info();
  const terrane::geo::Vec3 middle =
      terrane::web::from_plane(info, {(column + 0.5) * k_tile_m, 0, (row + 0.5) * k_tile_m});
  const terrane::stream::Area area =
      terrane::stream::area_around(info, middle, k_tile_m / 2 + terrane::web::k_margin_m);
  const auto plan = provider->plan_in(&area);
  std::vector<float>& tile = inset().tile;
  tile.clear();
  if (!plan.ok()) return 0;
  terrane::web::TileWriter(info, plan.value(), column * k_tile_m, row * k_tile_m, tile).write();
  return static_cast<unsigned>(tile.size());
}
EMSCRIPTEN_KEEPALIVE const float* terrane_map_floats() {
  return inset().tile.data();
}

}  // extern "C"
