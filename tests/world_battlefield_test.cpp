// A battlefield rasterised from real worlds: the city and the town.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "terrane/base/quantise.h"
#include "terrane/rts/arena.h"
#include "terrane/rts/rasterise.h"
#include "terrane/world/open_world.h"

namespace terrane {
namespace {

struct Built {
  std::vector<content::Content> contents;
  std::vector<rts::PlacedContent> pieces;
};

// All pieces that reach into the square around the world's start.
Built build_around(const stream::Provider& provider, const geo::Frame& frame, double half_m,
                   const stream::Area& area) {
  auto keys = provider.pieces_in(&area);
  REQUIRE_MESSAGE(keys.ok(), base::to_sentence(keys.error()));
  Built built;
  std::vector<geo::Vec3> offsets;
  for (const stream::PieceKey key : keys.value()) {
    const geo::Vec3 offset = frame.to_local(provider.piece_frame(key).origin);
    const content::BoundsMm rough = provider.rough_bounds(key);
    const auto apart = [&](double at, int axis) {
      return at + rough.min_mm[axis] * 0.001 > half_m || at + rough.max_mm[axis] * 0.001 < -half_m;
    };
    if (apart(offset.x, 0) || apart(offset.z, 2)) continue;
    REQUIRE(provider.needs(key).empty());
    auto content = provider.build_on_worker({key, 0, stream::InputScope::Padded}, {});
    REQUIRE_MESSAGE(content.ok(), base::to_sentence(content.error()));
    built.contents.push_back(std::move(content).value());
    offsets.push_back(offset);
  }
  for (std::size_t at = 0; at < offsets.size(); ++at) {
    built.pieces.push_back({&built.contents[at], base::to_mm(offsets[at].x),
                            base::to_mm(offsets[at].y), base::to_mm(offsets[at].z)});
  }
  return built;
}

rts::Battlefield battlefield(const stream::Provider& provider, std::int32_t cells,
                             const stream::Area& area) {
  const geo::Frame& frame = provider.info().start;
  const Built built = build_around(provider, frame, cells * 0.5, area);
  // The frame's origin lies on the ground; heights count from there, as the pieces' do.
  const double origin_height_m = provider.ground_height_m(frame.origin);
  REQUIRE(!built.pieces.empty());
  auto field = rts::rasterise(
      built.pieces, {cells, cells, -cells * 500, -cells * 500},
      provider.info().surround == content::Material::Water, [&](rts::PointMm point) {
        const geo::Vec3 place =
            frame.to_world({base::from_mm(point.x_mm), 0, base::from_mm(point.z_mm)});
        return base::to_mm32(provider.ground_height_m(place) - origin_height_m);
      });
  REQUIRE_MESSAGE(field.ok(), base::to_sentence(field.error()));
  return std::move(field).value();
}

std::array<std::size_t, 4> shares_percent(const rts::Battlefield& field) {
  std::array<std::size_t, 4> counts{};
  for (const rts::Ground ground : field.ground) counts[static_cast<std::size_t>(ground)] += 1;
  for (std::size_t& count : counts) count = count * 100 / field.ground.size();
  return counts;
}

// For looking at: the field as a picture any viewer opens, when the variable names a folder.
void draw(const rts::Battlefield& field, const std::string& name) {
  const char* folder = std::getenv("TERRANE_PICTURES");
  if (folder == nullptr) return;
  std::ofstream file(std::string(folder) + "/" + name + ".ppm", std::ios::binary);
  file << "P6\n" << field.width_cells << ' ' << field.height_cells << "\n255\n";
  std::string pixels;
  for (const rts::Ground ground : field.ground) {
    constexpr const char* k_colours[] = {"\xc8\xd8\xa8", "\xa8\x98\x60", "\x60\x58\x58",
                                         "\x40\x70\xc0"};
    pixels += k_colours[static_cast<std::size_t>(ground)];
  }
  const auto dot = [&](rts::PointMm place, std::int32_t half, const char* colour) {
    const rts::Cell middle = field.cell_of(place);
    for (std::int32_t z = middle.z - half; z <= middle.z + half; ++z) {
      for (std::int32_t x = middle.x - half; x <= middle.x + half; ++x) {
        if (field.contains({x, z})) pixels.replace(field.index({x, z}) * 3, 3, colour);
      }
    }
  };
  for (const rts::Spot& spot : field.resources) {
    dot(spot.place, spot.kind == 0 ? 1 : 0, spot.kind == 0 ? "\xf0\xd0\x20" : "\x20\x80\x30");
  }
  for (const rts::Spot& spot : field.animals) dot(spot.place, 0, "\xc0\x40\xc0");
  for (const rts::PointMm& start : field.starts) dot(start, 2, "\xe0\x30\x30");
  file << pixels;
}

}  // namespace

TEST_CASE("the city makes battlefields for two and four sides") {
  for (const char* uri : {"city:412", "city:7", "city:412?layout=grown"}) {
    CAPTURE(std::string(uri));
    auto provider = world::open_world(uri);
    REQUIRE(provider.ok());
    const geo::Vec3 start = provider.value()->info().start.origin;
    const rts::Battlefield ground = battlefield(
        *provider.value(), 400, {start.x - 300, start.z - 300, start.x + 300, start.z + 300});
    const auto shares = shares_percent(ground);
    CHECK(shares[0] > 25);  // streets, squares and parks
    CHECK(shares[2] > 5);   // houses
    for (const std::uint32_t sides : {2u, 4u}) {
      rts::Battlefield field = ground;
      const auto furnished = rts::furnish(field, 7, sides);
      REQUIRE_MESSAGE(furnished.ok(), base::to_sentence(furnished.error()));
      CHECK(rts::check_battlefield(field, sides).ok());
      std::string name = std::string(uri).substr(5) + "_" + std::to_string(sides);
      std::replace(name.begin(), name.end(), '?', '_');
      draw(field, "city_" + name);
    }
  }
}

TEST_CASE("the town makes a battlefield") {
  const auto town = world::town_path();
  REQUIRE(town.ok());
  auto provider = world::open_world("osm:" + town.value());
  REQUIRE(provider.ok());
  // In degrees, generously: what does not reach into the square is left out.
  auto keys = provider.value()->pieces_in(nullptr);
  REQUIRE(keys.ok());
  rts::Battlefield field = battlefield(*provider.value(), 400, {-180, -85, 180, 85});
  const auto shares = shares_percent(field);
  CHECK(shares[0] > 40);
  CHECK(shares[2] > 3);
  const auto furnished = rts::furnish(field, 7, 2);
  REQUIRE_MESSAGE(furnished.ok(), base::to_sentence(furnished.error()));
  draw(field, "town");
}

}  // namespace terrane
