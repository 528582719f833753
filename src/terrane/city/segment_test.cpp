#include "terrane/city/segment.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <thread>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"
#include "terrane/city/city_provider.h"
#include "terrane/city/lattice_layout.h"
#include "terrane/city/street_profile.h"

using namespace terrane;
using namespace terrane::city;

namespace {

using Place = std::array<std::int64_t, 3>;

// World positions of all mesh vertices, millimetres.
std::set<Place> places_of(const content::Content& content, const geo::Frame& frame) {
  std::set<Place> places;
  const std::int64_t x_mm = base::to_mm(frame.origin.x);
  const std::int64_t z_mm = base::to_mm(frame.origin.z);
  for (const content::MeshPage& page : content.mesh_pages) {
    for (const content::Vertex& vertex : page.vertices) {
      places.insert({x_mm + vertex.x_mm, vertex.y_mm, z_mm + vertex.z_mm});
    }
  }
  return places;
}

std::map<std::uint64_t, std::uint64_t> digests_of(const stream::Provider& world,
                                                  const std::vector<stream::PieceKey>& keys) {
  std::map<std::uint64_t, std::uint64_t> digests;
  for (const stream::PieceKey key : keys) {
    digests[key.value] = content::digest(world.build_on_worker({key, 0, {}}, {}).value());
  }
  return digests;
}

std::vector<stream::PieceKey> keys_in(const stream::Provider& world, stream::Area area) {
  return world.pieces_in(&area).value();
}

}  // namespace

TEST_CASE("pieces that meet draw the same shared points, bit for bit") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  const std::vector<stream::PieceKey> keys = keys_in(*world, {-260, -260, 260, 260});
  REQUIRE(keys.size() > 150);
  std::size_t compared = 0;
  for (const stream::PieceKey key : keys) {
    const content::Content content = world->build_on_worker({key, 0, {}}, {}).value();
    const std::set<Place> places = places_of(content, world->piece_frame(key));
    for (const content::BorderPoint& point : content.border_points) {
      if (places.count({point.values[0], point.values[1], point.values[2]}) == 0) {
        FAIL("piece " << key.value << " does not draw its border point " << point.identity);
      }
      const stream::PieceKey other{point.other_piece};
      // At another level of detail the border is the same.
      const content::Content theirs = world->build_on_worker({other, 1, {}}, {}).value();
      const auto same = std::find_if(
          theirs.border_points.begin(), theirs.border_points.end(), [&](const auto& their) {
            return their.kind == point.kind && their.identity == point.identity &&
                   their.other_piece == key.value;
          });
      REQUIRE(same != theirs.border_points.end());
      for (unsigned value = 0; value < 4; ++value) {
        REQUIRE(same->values[value] == point.values[value]);
      }
      compared += 1;
    }
  }
  // Two stations of four points a segment; a junction has its arms' and its cell's sides besides.
  CHECK(compared > keys.size() * 8);
}

TEST_CASE("a piece is the same in any order and on any thread") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  std::vector<stream::PieceKey> keys = keys_in(*world, {-300, -300, 300, 300});
  const std::map<std::uint64_t, std::uint64_t> forward = digests_of(*world, keys);
  std::reverse(keys.begin(), keys.end());
  std::map<std::uint64_t, std::uint64_t> reverse;
  std::thread other([&] { reverse = digests_of(*world, keys); });
  other.join();
  CHECK(forward == reverse);
  std::sort(keys.begin(), keys.end(), [](stream::PieceKey a, stream::PieceKey b) {
    return base::mix64(a.value) < base::mix64(b.value);
  });
  const auto again = open_city(412, LayoutKind::Lattice).value();
  CHECK(forward == digests_of(*again, keys));
}

TEST_CASE("two seeds share under one in a hundred piece digests") {
  const auto a = open_city(412, LayoutKind::Lattice).value();
  const auto b = open_city(413, LayoutKind::Lattice).value();
  std::set<std::uint64_t> of_a;
  for (const auto& [key, digest] : digests_of(*a, keys_in(*a, {-400, -400, 400, 400}))) {
    of_a.insert(digest);
  }
  const std::map<std::uint64_t, std::uint64_t> of_b =
      digests_of(*b, keys_in(*b, {-400, -400, 400, 400}));
  std::size_t shared = 0;
  for (const auto& [key, digest] : of_b) shared += of_a.count(digest);
  CHECK(shared * 100 < of_b.size());
}

TEST_CASE("a piece 13,500 km out is as sharp as one at the origin") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  const double x_m = 40000 * 240.0;
  std::vector<stream::PieceKey> keys =
      keys_in(*world, {x_m - 300, -x_m - 300, x_m + 300, -x_m + 300});
  CHECK(keys.size() > 100);
  for (const stream::PieceKey key : keys) {
    const content::Content content = world->build_on_worker({key, 0, {}}, {}).value();
    const content::BoundsMm bounds = content.bounds();
    for (int axis = 0; axis < 3; ++axis) {
      CHECK(bounds.min_mm[axis] > -200000);
      CHECK(bounds.max_mm[axis] < 720000);
    }
  }
}

TEST_CASE("no vertex is absurd, every triangle faces up or out, nothing leaves the rough bounds") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  for (const stream::PieceKey key : keys_in(*world, {-500, -500, 500, 500})) {
    const content::BoundsMm rough = world->rough_bounds(key);
    for (const std::uint8_t lod : {std::uint8_t{0}, std::uint8_t{1}}) {
      const content::Content content = world->build_on_worker({key, lod, {}}, {}).value();
      const content::BoundsMm bounds = content.bounds();
      REQUIRE_FALSE(bounds.empty());
      for (int axis = 0; axis < 3; ++axis) {
        REQUIRE(bounds.min_mm[axis] >= rough.min_mm[axis]);
        REQUIRE(bounds.max_mm[axis] <= rough.max_mm[axis]);
      }
      for (const content::MeshPage& page : content.mesh_pages) {
        for (const content::Vertex& vertex : page.vertices) {
          REQUIRE(vertex.occlusion >= 100);
          REQUIRE(static_cast<unsigned>(vertex.material) < content::k_material_count);
        }
        for (std::size_t at = 0; at < page.indices.size(); at += 3) {
          const content::Vertex& a = page.vertices[page.indices[at]];
          const content::Vertex& b = page.vertices[page.indices[at + 1]];
          const content::Vertex& c = page.vertices[page.indices[at + 2]];
          const bool ground =
              a.material == content::Material::Asphalt || a.material == content::Material::Paving ||
              a.material == content::Material::Grass || a.material == content::Material::Soil ||
              a.material == content::Material::Paint;
          if (!ground) continue;
          const std::int64_t abx = b.x_mm - a.x_mm, abz = b.z_mm - a.z_mm;
          const std::int64_t acx = c.x_mm - a.x_mm, acz = c.z_mm - a.z_mm;
          // The triangle's normal points up: never a hole seen from above. Slivers may round over.
          if (abz * acx - abx * acz < -40000) {
            FAIL("ground faces down in piece " << key.value << " area " << (abz * acx - abx * acz));
          }
        }
      }
    }
  }
}

TEST_CASE("what a piece owns is what the world says it must own, each thing once") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  const std::vector<stream::PieceKey> keys = keys_in(*world, {-400, -400, 400, 400});
  std::vector<content::OwnedObject> owned;
  for (const stream::PieceKey key : keys) {
    const content::Content content = world->build_on_worker({key, 1, {}}, {}).value();
    owned.insert(owned.end(), content.owned.begin(), content.owned.end());
  }
  std::sort(owned.begin(), owned.end(), [](const auto& a, const auto& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.id < b.id;
  });
  CHECK(std::adjacent_find(owned.begin(), owned.end()) == owned.end());
  CHECK(owned == world->objects_in(keys));
  std::size_t lots = 0;
  for (const content::OwnedObject& object : owned) lots += object.kind == content::OwnedKind::Lot;
  CHECK(lots > 60);
}

TEST_CASE("lower detail is the same place with small parts left out") {
  const auto world = open_city(412, LayoutKind::Lattice).value();
  std::size_t full = 0;
  std::size_t low = 0;
  for (const stream::PieceKey key : keys_in(*world, {-400, -400, 400, 400})) {
    const content::Content near = world->build_on_worker({key, 0, {}}, {}).value();
    const content::Content far = world->build_on_worker({key, 1, {}}, {}).value();
    CHECK(near.colliders.size() == far.colliders.size());
    CHECK(near.vertex_count() >= far.vertex_count());
    full += near.vertex_count();
    low += far.vertex_count();
  }
  CHECK(low * 10 < full * 7);
}

TEST_CASE("sides end at the bisector: depths of two roads never overlap") {
  const LatticeLayout layout(412);
  for (const EdgeNumber edge : layout.edges_near({0, 0}, {1, 1})) {
    const std::shared_ptr<const EdgePlan> plan = layout.edge(edge);
    Obstacles others;
    gather_obstacles(layout, plan->curve.start, plan->curve.low_m, plan->curve.high_m,
                     2.0 * k_land_reach_m, nullptr, others);
    for (unsigned station = 0; station <= plan->curve.segment_count; ++station) {
      for (const Side side : {Side::Left, Side::Right}) {
        const double land_m = plan->land_m[static_cast<unsigned>(side)][station];
        CHECK(land_m <= k_land_reach_m);
        CHECK(plan->depth_m[static_cast<unsigned>(side)][station] <= k_side_depth_m);
        CHECK(plan->depth_m[static_cast<unsigned>(side)][station] <= land_m);
        CHECK(land_m > plan->half_width_m[station]);
        const PlaneVector end = plan->curve.node_m(station) + plan->outward(station, side) * land_m;
        for (const PlaneVector other : others.points()) {
          CHECK(length(other - end) > land_m - 0.002);
        }
      }
    }
  }
}
