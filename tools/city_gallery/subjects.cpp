#include "subjects.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"
#include "terrane/city/building_kit.h"
#include "terrane/content/palette.h"
#include "terrane/world/open_world.h"

namespace terrane::gallery {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using city::PlanePoint;
using city::PlaneVector;

constexpr std::uint64_t k_ground_seed = 412;
constexpr double k_search_reach_m = 900;
constexpr double k_search_step_m = 30;
constexpr int k_plain_tiles = 24;  // each way from the middle
constexpr double k_plain_tile_m = 10;
constexpr double k_eye_m = 3.2;  // on a street: a little above a driver's

// Where the ground of the seed is flattest, or steepest.
PlanePoint find_place(const city::Ground& ground, bool steepest) {
  PlanePoint best;
  double best_slope = -1;
  for (double x = -k_search_reach_m; x <= k_search_reach_m; x += k_search_step_m) {
    for (double z = -k_search_reach_m; z <= k_search_reach_m; z += k_search_step_m) {
      const PlanePoint point{base::to_mm(x), base::to_mm(z)};
      const city::GroundSample sample = ground.at(point);
      const double slope =
          std::sqrt(sample.slope_x * sample.slope_x + sample.slope_z * sample.slope_z);
      if (best_slope < 0 || (steepest ? slope > best_slope : slope < best_slope)) {
        best = point;
        best_slope = slope;
      }
    }
  }
  return best;
}

void add_plain(city::PieceWriter& out, PlanePoint middle) {
  const city::Surface grass = city::ground_surface(
      content::Material::Grass, content::palette::k_grass, content::k_ground_layer_base);
  const city::Surface paving = city::ground_surface(
      content::Material::Paving, content::palette::k_paving_cool, content::k_ground_layer_base);
  const auto corner = [&](int i, int j) {
    city::GroundCorner at;
    at.point = city::moved(middle, {i * k_plain_tile_m, j * k_plain_tile_m});
    return at;
  };
  for (int i = -k_plain_tiles; i < k_plain_tiles; ++i) {
    for (int j = -k_plain_tiles; j < k_plain_tiles; ++j) {
      // South of the lot's front lies the street's pavement.
      out.ground_quad(corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j), corner(i, j),
                      j == 0 ? paving : grass);
    }
  }
}

// A box of a person's size on the pavement, to read sizes by.
void add_person(city::PieceWriter& out, PlanePoint place) {
  content::Vertex look;
  look.palette = content::palette::k_brick_red;
  const PlaneVector at = out.local(place);
  const double y0 = out.ground_m(place);
  const double y1 = y0 + 1.75;
  const double xs[4] = {at.x - 0.25, at.x + 0.25, at.x + 0.25, at.x - 0.25};
  const double zs[4] = {at.z + 0.15, at.z + 0.15, at.z - 0.15, at.z - 0.15};
  const auto corner = [&](int side, double y, geo::Vec3 normal) {
    return content::make_vertex({xs[side % 4], y, zs[side % 4]}, normal, look);
  };
  const geo::Vec3 normals[4] = {{0, 0, 1}, {1, 0, 0}, {0, 0, -1}, {-1, 0, 0}};
  for (int side = 0; side < 4; ++side) {
    out.mesh().quad(corner(side, y0, normals[side]), corner(side + 1, y0, normals[side]),
                    corner(side + 1, y1, normals[side]), corner(side, y1, normals[side]));
  }
  const geo::Vec3 up{0, 1, 0};
  out.mesh().quad(corner(0, y1, up), corner(1, y1, up), corner(2, y1, up), corner(3, y1, up));
}

void count(Subject& subject, const content::Content& content) {
  subject.vertices += content.vertex_count();
  subject.triangles += content.triangle_count();
  subject.instances += content.instances.size();
}

// The box of a part's bounds in another frame.
void include_bounds(content::BoundsMm& box, const Part& part, const geo::Frame& frame) {
  const content::BoundsMm bounds = part.content.bounds();
  if (bounds.empty()) return;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const auto pick = [&](unsigned axis) {
      const bool high = ((corner >> axis) & 1u) != 0;
      return base::from_mm(high ? bounds.max_mm[axis] : bounds.min_mm[axis]);
    };
    const geo::Vec3 at = frame.to_local(part.frame.to_world({pick(0), pick(1), pick(2)}));
    box.include(base::to_mm32(at.x), base::to_mm32(at.y), base::to_mm32(at.z));
  }
}

Result<void> add_piece(stream::Provider& provider, stream::PieceKey key, std::uint8_t lod,
                       Subject& subject) {
  Part part;
  part.frame = provider.piece_frame(key);
  part.content = TERRANE_TRY(provider.build_on_worker({key, lod, {}}, {}));
  count(subject, part.content);
  include_bounds(subject.focus, part, subject.frame);
  subject.parts.push_back(std::move(part));
  return {};
}

// As one sees it who stands there: the nearest pieces at the level, the next at the one after it.
Result<Subject> street_subject(const std::string& world_uri, const Place& place, std::uint8_t lod) {
  constexpr std::size_t k_pieces_at_level = 180;
  constexpr std::size_t k_pieces_at_next = 900;
  const auto provider = TERRANE_TRY(world::open_world(world_uri));
  Subject subject;
  subject.frame = provider->piece_frame(place.key);
  subject.surround = content::Material::Soil;
  subject.heading_rad = place.street_turn_rad;
  for (std::size_t index = 0; index < place.around.size(); ++index) {
    const unsigned coarser = index < k_pieces_at_level ? 0u : index < k_pieces_at_next ? 1u : 2u;
    const auto level = static_cast<std::uint8_t>(std::min(2u, lod + coarser));
    TERRANE_TRY(add_piece(*provider, place.around[index], level, subject));
  }
  const geo::Vec3 world{base::from_mm(place.street.x_mm), 0, base::from_mm(place.street.z_mm)};
  subject.ground_m = provider->ground_height_m(world);
  geo::Vec3 eye = subject.frame.to_local(world);
  eye.y = subject.ground_m + k_eye_m;
  subject.eye = eye;
  return subject;
}

}  // namespace

Subject building_subject(const BuildingChoice& choice) {
  const city::Ground ground(k_ground_seed);
  const PlanePoint place = find_place(ground, choice.hilly);
  const PlanePoint origin = city::frame_corner(place);
  city::Lot lot;
  lot.style = choice.style;
  lot.district = choice.district;
  lot.key = choice.key;
  lot.front = place;
  lot.inward = {0, -1};
  lot.wide = city::is_double_lot_style(choice.style);
  lot.half_width_m = lot.wide ? city::k_lot_width_m : city::k_lot_width_m * 0.5;
  lot.depth_m = choice.depth_m;
  lot.density = choice.density;
  lot.backdrop = choice.backdrop;

  Subject subject;
  subject.frame.origin = {base::from_mm(origin.x_mm), 0, base::from_mm(origin.z_mm)};
  subject.parts.resize(2);
  for (Part& part : subject.parts) part.frame = subject.frame;
  content::Content& content = subject.parts[0].content;
  city::PieceWriter building(content, origin, ground, choice.lod);
  city::build_building(building, lot, city::footprint_of(lot));
  building.finish();
  count(subject, content);
  // All levels are looked at from one place, so that pictures of them compare.
  content::Content full;
  city::PieceWriter full_building(full, origin, ground, 0);
  city::build_building(full_building, lot, city::footprint_of(lot));
  subject.focus = full.bounds();
  const PlaneVector front = building.local(place);
  subject.ground_m = building.ground_m(place);
  // A style that builds nothing still gives a picture: of its empty lot.
  subject.focus.include(base::to_mm32(front.x), base::to_mm32(subject.ground_m + 3),
                        base::to_mm32(front.z + 3));

  city::PieceWriter plain(subject.parts[1].content, origin, ground, 0);
  add_plain(plain, place);
  add_person(plain, city::moved(place, {lot.half_width_m * 0.8, 4}));
  plain.finish();
  return subject;
}

Result<city::BuildingStyle> style_of_name(const std::string& name) {
  std::string all;
  for (unsigned index = 0; index < city::k_building_style_count; ++index) {
    const auto style = static_cast<city::BuildingStyle>(index);
    if (name == city::style_name(style)) return style;
    all += (index == 0 ? "" : ", ") + std::string(city::style_name(style));
  }
  return Error{ErrorCode::NotFound, "no such style", name, "one of " + all};
}

Result<Subject> piece_subject(const std::string& world_uri, std::uint64_t key, std::uint8_t lod,
                              unsigned rings) {
  const auto provider = TERRANE_TRY(world::open_world(world_uri));
  std::vector<stream::PieceKey> keys{{key}};
  std::size_t done = 0;
  for (unsigned ring = 0; ring < rings; ++ring) {
    const std::size_t end = keys.size();
    for (; done < end; ++done) {
      for (const stream::PieceKey other : provider->neighbours(keys[done])) {
        if (std::find(keys.begin(), keys.end(), other) == keys.end()) keys.push_back(other);
      }
    }
  }
  Subject subject;
  subject.frame = provider->piece_frame({key});
  subject.surround = content::Material::Soil;  // most of the city stands out against it
  for (const stream::PieceKey one : keys) {
    if (!provider->needs(one).empty()) {
      return Error{ErrorCode::Unavailable, "the piece must be fetched first", world_uri,
                   "a world whose pieces need nothing fetched"};
    }
    TERRANE_TRY(add_piece(*provider, one, lod, subject));
  }
  if (subject.focus.empty()) {
    return Error{ErrorCode::NotFound, "nothing to see", std::to_string(key),
                 "a piece with something in it"};
  }
  const geo::Vec3 middle{base::from_mm(subject.focus.min_mm[0] / 2 + subject.focus.max_mm[0] / 2),
                         0,
                         base::from_mm(subject.focus.min_mm[2] / 2 + subject.focus.max_mm[2] / 2)};
  const geo::Vec3 place = subject.frame.to_world(middle);
  subject.ground_m =
      provider->ground_height_m(place) -
      (provider->info().geographic ? provider->ground_height_m(subject.frame.origin) : 0);
  return subject;
}

Result<Subject> place_subject(const std::string& world_uri, const Place& place, std::uint8_t lod) {
  if (!place.around.empty()) return street_subject(world_uri, place, lod);
  Subject subject = TERRANE_TRY(piece_subject(world_uri, place.key.value, lod, place.rings));
  const auto provider = TERRANE_TRY(world::open_world(world_uri));
  const geo::Vec3 world{base::from_mm(place.middle.x_mm), 0, base::from_mm(place.middle.z_mm)};
  subject.ground_m = provider->ground_height_m(world);
  subject.heading_rad = place.heading_rad;
  const geo::Vec3 middle = subject.frame.to_local(world);
  subject.focus = {};
  for (const double sign : {-1.0, 1.0}) {
    subject.focus.include(base::to_mm32(middle.x + sign * place.reach_m),
                          base::to_mm32(subject.ground_m + (sign < 0 ? place.low_m : place.high_m)),
                          base::to_mm32(middle.z + sign * place.reach_m));
  }
  return subject;
}

}  // namespace terrane::gallery
