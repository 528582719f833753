#include "terrane/base/hash.h"

#include <doctest/doctest.h>

#include <set>
#include <vector>

namespace terrane::base {

TEST_CASE("the mixer is SplitMix64's, by its published first outputs for seed 0") {
  CHECK(mix64(0x9e3779b97f4a7c15ULL) == 0xe220a8397b1dcdafULL);
  CHECK(mix64(2 * 0x9e3779b97f4a7c15ULL) == 0x6e789e6aa1b965f4ULL);
  CHECK(mix64(3 * 0x9e3779b97f4a7c15ULL) == 0x06c45d188009454fULL);
}

TEST_CASE("hashes and draws never change: every world made from them would") {
  CHECK(hash(412) == 0xb8725b37cd171fcdULL);
  CHECK(hash(412, 1, 2) == 0x3d589fd650295c5eULL);
  CHECK(hash(412, -1) == 0x37288fdcab34baedULL);
  CHECK(hash_text("terrane") == 0xe4123806b6f7f96fULL);
  CHECK(RandomStream(412).next() == 0x037d780848948822ULL);
  CHECK(draw_unit(412) == 0x1.a378d90f55d9p-2);
  CHECK(draw_index(412, 1000) == 409);
  CHECK(draw_integer(412, -50, 50) == -9);
}

TEST_CASE("order and number of values matter") {
  CHECK(hash(1, 2, 3) != hash(1, 3, 2));
  CHECK(hash(1, 2) != hash(1, 2, 0));
  CHECK(hash(1, 2) != hash(2, 1));
  CHECK(hash_text("ab") != hash_text("ba"));
  CHECK(hash_text("") != hash_text(std::string_view("\0", 1)));
}

TEST_CASE("each input bit moves about half of the output bits") {
  for (unsigned bit = 0; bit < 64; ++bit) {
    CAPTURE(bit);
    int moved = 0;
    for (std::uint64_t key = 0; key < 1000; ++key) {
      const std::uint64_t value = hash(9, key);
      moved += __builtin_popcountll(hash(9, value) ^ hash(9, value ^ (std::uint64_t{1} << bit)));
    }
    CHECK(moved > 31'000);
    CHECK(moved < 33'000);
  }
}

TEST_CASE("neighbouring keys do not collide") {
  std::set<std::uint64_t> seen;
  for (int x = -100; x < 100; ++x) {
    for (int z = -100; z < 100; ++z) seen.insert(hash(412, x, z));
  }
  CHECK(seen.size() == 200 * 200);
}

TEST_CASE("draws stay in their range and fill it evenly") {
  std::vector<int> buckets(10);
  std::vector<int> faces(6);
  double sum = 0;
  int chances = 0;
  constexpr int k_draws = 60'000;
  for (int key = 0; key < k_draws; ++key) {
    const double unit = draw_unit(hash(1, key));
    CHECK_MESSAGE((unit >= 0.0 && unit < 1.0), "draw_unit left [0, 1)");
    buckets[static_cast<std::size_t>(unit * 10.0)] += 1;
    sum += unit;
    const std::int64_t face = draw_integer(hash(2, key), -2, 3);
    CHECK_MESSAGE((face >= -2 && face <= 3), "draw_integer left its range");
    faces[static_cast<std::size_t>(face + 2)] += 1;
    if (draw_chance(hash(3, key), 0.25)) chances += 1;
    const double between = draw_between(hash(4, key), -5.0, 7.0);
    CHECK_MESSAGE((between >= -5.0 && between < 7.0), "draw_between left its range");
  }
  // Five standard deviations about the mean.
  for (const int count : buckets) CHECK(count == doctest::Approx(k_draws / 10).epsilon(0.061));
  for (const int count : faces) CHECK(count == doctest::Approx(k_draws / 6).epsilon(0.046));
  CHECK(sum / k_draws == doctest::Approx(0.5).epsilon(0.012));
  CHECK(chances == doctest::Approx(k_draws / 4).epsilon(0.035));
}

TEST_CASE("certain and impossible chances, single values") {
  for (std::uint64_t key = 0; key < 1000; ++key) {
    CHECK(draw_chance(key, 1.0));
    CHECK(!draw_chance(key, 0.0));
    CHECK(draw_index(key, 1) == 0);
    CHECK(draw_integer(key, 5, 5) == 5);
  }
}

TEST_CASE("a stream repeats with its seed and differs with another") {
  RandomStream first(1);
  RandomStream again(1);
  RandomStream other(2);
  int same = 0;
  for (int place = 0; place < 1000; ++place) {
    const std::uint64_t value = first.next();
    CHECK(value == again.next());
    if (value == other.next()) same += 1;
  }
  CHECK(same == 0);
}

}  // namespace terrane::base
