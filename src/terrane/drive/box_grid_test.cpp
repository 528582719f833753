#include "terrane/drive/box_grid.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/drive/contact.h"

namespace terrane::drive {
namespace {

std::vector<content::Collider> colliders_of(std::uint64_t piece) {
  std::vector<content::Collider> made;
  for (std::uint64_t at = 0; at < 1 + piece % 7; ++at) {
    content::Collider collider;
    const auto drawn = [&](std::uint64_t which, std::uint32_t below) {
      return static_cast<std::int32_t>(base::draw_index(base::hash(piece, at, which), below));
    };
    collider.x_mm = drawn(1, 40'000) - 20'000;
    collider.z_mm = drawn(2, 40'000) - 20'000;
    collider.y_mm = 1'500;
    collider.height_mm = 2'000;
    collider.half_along_mm = 200 + drawn(3, 12'000);
    collider.half_across_mm = 200 + drawn(4, 6'000);
    collider.heading_turn16 = static_cast<std::uint16_t>(drawn(5, 65'536));
    made.push_back(collider);
  }
  return made;
}

geo::Frame frame_of(std::uint64_t piece) {
  geo::Frame frame;
  frame.origin = {static_cast<double>(piece % 5) * 40, 2, static_cast<double>(piece / 5) * 40};
  return frame;
}

bool equal(const std::vector<Box>& a, const std::vector<Box>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t at = 0; at < a.size(); ++at) {
    if (a[at].x != b[at].x || a[at].z != b[at].z || a[at].half_along != b[at].half_along) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("what is found depends only on which pieces are there, and everything near is found") {
  const geo::Frame local;
  BoxGrid forwards(local);
  BoxGrid backwards(local);
  for (std::uint64_t piece = 0; piece < 25; ++piece) {
    forwards.put(piece, frame_of(piece), colliders_of(piece));
    const std::uint64_t other = 24 - piece;
    backwards.put(other, frame_of(other), colliders_of(other));
    backwards.put(100 + other, frame_of(other), colliders_of(other));  // and goes again
  }
  for (std::uint64_t piece = 0; piece < 25; ++piece) backwards.remove(100 + piece);
  backwards.put(3, frame_of(3), colliders_of(3));  // a second time changes nothing
  CHECK(backwards.pieces() == 25);
  std::size_t most = 0;
  for (std::uint64_t place = 0; place < 200; ++place) {
    const Point middle{static_cast<double>(base::draw_index(base::hash(place, 1), 200)) - 20,
                       static_cast<double>(base::draw_index(base::hash(place, 2), 200)) - 20};
    std::vector<Box> a;
    std::vector<Box> b;
    forwards.boxes_near(middle, 6, a);
    backwards.boxes_near(middle, 6, b);
    CHECK_MESSAGE(equal(a, b), "the order in which pieces came shows");
    most = std::max(most, a.size());
    // Every box of a grid that is looked through whole and touches is among them.
    std::vector<Box> all;
    forwards.boxes_near({80, 80}, 500, all);
    std::size_t touching = 0;
    for (const Box& box : all) touching += touch_circle(middle, 6, box) ? 1 : 0;
    std::size_t found = 0;
    for (const Box& box : a) found += touch_circle(middle, 6, box) ? 1 : 0;
    CHECK_MESSAGE(touching == found, "a box near the place is not found");
  }
  CHECK(most > 3);
}

TEST_CASE("a box stands where its piece says, in its frame's height and heading") {
  BoxGrid grid{geo::Frame{}};
  geo::Frame turned;  // a quarter turn to the left: its north is our west
  turned.origin = {100, 5, 200};
  turned.east = {0, 0, -1};
  turned.south = {1, 0, 0};
  content::Collider collider;
  collider.x_mm = 1'000;
  collider.y_mm = 500;
  collider.half_along_mm = 3'000;
  collider.half_across_mm = 1'000;
  collider.height_mm = 2'500;
  grid.put(1, turned, {&collider, 1});
  std::vector<Box> found;
  grid.boxes_near({100, 199}, 1, found);
  REQUIRE(found.size() == 1);
  CHECK(found[0].x == doctest::Approx(100));
  CHECK(found[0].z == doctest::Approx(199));
  CHECK(found[0].bottom == doctest::Approx(5.5));
  CHECK(found[0].top == doctest::Approx(8.0));
  CHECK(found[0].along_x == doctest::Approx(-1));
  CHECK(found[0].along_z == doctest::Approx(0));
  grid.remove(1);
  found.clear();
  grid.boxes_near({100, 199}, 1, found);
  CHECK(found.empty());
}

}  // namespace terrane::drive
