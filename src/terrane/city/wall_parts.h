// What stands on a wall: window grids with depth, mullions and ribbons, doors, columns, cornices,
// stoops, awnings, fire escapes, clocks. Knows parts, not styles. Everything small is built at full
// detail only; the caller draws the plain wall at other levels. Source: article "Building a
// procedural city in WebGPU" (architecture_kit.js: column, window grid, cornice, stoop, awning).
#pragma once

#include <cstdint>

#include "terrane/city/building_kit.h"

namespace terrane::city {

// The low bits of a facade's hash choose its windows; see opening.glsl.
// Bits 0 and 1: how wide an opening is, 0 to 3.
inline constexpr std::uint8_t k_windows_light_frames = 4;
inline constexpr std::uint8_t k_windows_dense = 8;  // one in 1.5 m instead of one in 3 m

// How the openings of a masonry wall are dressed.
struct WindowLook {
  std::uint8_t wall = 0;   // palette
  std::uint8_t trim = 0;   // palette
  double recess_m = 0.18;  // of the panes behind the wall
  double sill_m = 0.07;    // how far sills stand out; 0: none
  double lintel_m = 0;     // how far lintels stand out; 0: none
  bool arched = false;     // heads with cut corners
  bool courses = false;    // a ledge between storeys
};

// Real openings before a recessed facade of upright windows (FacadeStyle::Masonry): the whole face
// for `storeys` storeys from y0. Full detail only.
void window_wall(BuildingKit& kit, const Face& face, double y0, unsigned storeys,
                 const Surface& facade, const WindowLook& look);

// A masonry storey block on a ring: real windows on the lower `real_storeys` of sides that face a
// street, drawn ones elsewhere. At other levels one wall a side.
void masonry_walls(BuildingKit& kit, const Ring& ring, double y0, unsigned storeys,
                   unsigned real_storeys, const Surface& facade, const WindowLook& look);
bool faces_street(const Face& face);

// A storey of tall glass between piers, closed by a fascia.
void shopfront(BuildingKit& kit, const Face& face, Span y, const Surface& glass, std::uint8_t pier,
               std::uint8_t fascia);
// Upright fins at every `bays`-th part of a bay.
void fins(BuildingKit& kit, const Face& face, Span y, double spacing_m, double width_m,
          double relief_m, const Surface& surface, unsigned faces = k_slab_on_wall);
// Spandrels between bands of windows: `sill_m` of each storey is wall that stands out.
void ribbons(BuildingKit& kit, const Face& face, double y0, unsigned storeys, double storey_m,
             double relief_m, const Surface& surface);

// A door with its frame; `hood_m` deep cover above, 0 for none.
void door(BuildingKit& kit, const Face& face, double x, double y, double width_m, double height_m,
          std::uint8_t leaf, std::uint8_t frame, double hood_m);
// A half-round light, or the head of an arch, of radius `radius_m` on its springing line.
void half_disc(BuildingKit& kit, const Face& face, double x, double y, double radius_m, double out,
               const Surface& surface);
// A round arch that stands out from a wall: a ring of stones around an opening.
void archivolt(BuildingKit& kit, const Face& face, double x, double y, double radius_m,
               double width_m, Span out, const Surface& surface);
// A small gable on brackets.
void pediment(BuildingKit& kit, const Face& face, Span x, double y, double rise_m, Span out,
              const Surface& surface, const Surface& field);

// A ledge in two steps with brackets on street sides.
void cornice(BuildingKit& kit, const Ring& ring, double y, double projection_m,
             const Surface& surface, double bracket_spacing_m);
// Base, shaft and capital.
void column(BuildingKit& kit, LotPoint place, double radius_m, double y0, double y1,
            const Surface& surface);
// Steps from the street up to `y1`, with cheeks and rails.
void stoop(BuildingKit& kit, const Face& face, double x, double y1, double width_m, double run_m,
           const Surface& stone, bool rails);
// Broad steps along a stretch of a face, standing out `run_m` at the lowest.
void stairs(BuildingKit& kit, const Face& face, Span x, double y1, double run_m, unsigned steps,
            const Surface& stone);
// A sloping cloth with a valance.
void awning(BuildingKit& kit, const Face& face, Span x, double y, double depth_m,
            std::uint8_t cloth);
// Landings, ladders and rails on `storeys` floors.
void fire_escape(BuildingKit& kit, const Face& face, Span x, double y0, unsigned storeys,
                 double storey_m);
// A slatted shutter in a frame.
void roller_door(BuildingKit& kit, const Face& face, Span x, Span y, std::uint8_t leaf,
                 std::uint8_t frame);
// A dial with a rim and hands; the time by hash.
void clock_face(BuildingKit& kit, const Face& face, double x, double y, double radius_m,
                std::uint64_t key);
// Posts and bars along a face at a distance from it.
void railing(BuildingKit& kit, const Face& face, Span x, double y, double height_m, double out,
             double post_spacing_m, const Surface& surface);

}  // namespace terrane::city
