#include "terrane/base/trig.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "terrane/base/hash.h"

namespace terrane::base {
namespace {

// The greatest error seen, in units in the last place of the true value; errors below 4e-16 in
// magnitude count as none, because near a zero of sine the unit is far smaller than the angle's
// own.
class ErrorMeter {
 public:
  void add(double value, long double truth) {
    const long double error = std::fabs(static_cast<long double>(value) - truth);
    if (error <= 4e-16L) return;
    const double magnitude = static_cast<double>(std::fabs(truth));
    const double unit =
        std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude;
    const auto units = static_cast<double>(error / static_cast<long double>(unit));
    if (units > worst_ulp_) worst_ulp_ = units;
  }
  double worst_ulp() const { return worst_ulp_; }

 private:
  double worst_ulp_ = 0;
};

double draw(std::uint64_t place, double low, double high) {
  return draw_between(hash(77, place), low, high);
}

std::uint64_t bits(double value) {
  return __builtin_bit_cast(std::uint64_t, value);
}

}  // namespace

TEST_CASE("sine and cosine agree with the long double library to 2 ulp") {
  for (const double range : {0.7854, 7.0, 1000.0, 1e6}) {
    CAPTURE(range);
    ErrorMeter sine;
    ErrorMeter cosine;
    for (std::uint64_t place = 0; place < 100'000; ++place) {
      const double angle = draw(place, -range, range);
      sine.add(sin(angle), std::sin(static_cast<long double>(angle)));
      cosine.add(cos(angle), std::cos(static_cast<long double>(angle)));
    }
    CHECK(sine.worst_ulp() <= 2.0);
    CHECK(cosine.worst_ulp() <= 2.0);
  }
}

TEST_CASE("sine and cosine near multiples of a quarter turn") {
  ErrorMeter meter;
  for (int quarter = -600'000; quarter <= 600'000; quarter += 37) {
    const double angle = quarter * (k_pi / 2.0);
    const SinCos pair = sin_cos(angle);
    meter.add(pair.sin, std::sin(static_cast<long double>(angle)));
    meter.add(pair.cos, std::cos(static_cast<long double>(angle)));
  }
  CHECK(meter.worst_ulp() <= 2.0);
}

TEST_CASE("sine and cosine lie on the unit circle and stay within 1") {
  for (std::uint64_t place = 0; place < 20'000; ++place) {
    const SinCos pair = sin_cos(draw(place, -10, 10));
    CHECK(std::fabs(pair.sin * pair.sin + pair.cos * pair.cos - 1.0) < 1e-15);
    CHECK(std::fabs(pair.sin) <= 1.0);
    CHECK(std::fabs(pair.cos) <= 1.0);
  }
}

TEST_CASE("arc tangents agree with the long double library to 2 ulp") {
  ErrorMeter single;
  ErrorMeter pair;
  for (std::uint64_t place = 0; place < 200'000; ++place) {
    const double slope = std::ldexp(draw(place, -1, 1), static_cast<int>(place % 60) - 30);
    single.add(atan(slope), std::atan(static_cast<long double>(slope)));
    const double y = draw(place + 1'000'000, -1e7, 1e7);
    const double x = draw(place + 2'000'000, -1e7, 1e7);
    pair.add(atan2(y, x), std::atan2(static_cast<long double>(y), static_cast<long double>(x)));
  }
  CHECK(single.worst_ulp() <= 2.0);
  CHECK(pair.worst_ulp() <= 2.0);
}

TEST_CASE("atan2 on the axes") {
  CHECK(atan2(0, 1) == 0);
  CHECK(atan2(1, 0) == k_pi / 2);
  CHECK(atan2(0, -1) == k_pi);
  CHECK(atan2(-1, 0) == -k_pi / 2);
  CHECK(atan2(1, 1) == k_pi / 4);
  CHECK(atan2(0, 0) == 0);
  CHECK(atan2(-0.0, 0.0) == 0);
}

TEST_CASE("logarithm and exponential agree with the long double library to 2 ulp") {
  ErrorMeter logarithm;
  ErrorMeter exponential;
  for (std::uint64_t place = 0; place < 200'000; ++place) {
    const double value = std::ldexp(draw(place, 0.5, 1), static_cast<int>(place % 2000) - 1000);
    logarithm.add(log(value), std::log(static_cast<long double>(value)));
    const double near_one = draw(place, 0.9, 1.1);
    logarithm.add(log(near_one), std::log(static_cast<long double>(near_one)));
    const double power = draw(place, -36, 700);
    exponential.add(exp(power), std::exp(static_cast<long double>(power)));
  }
  CHECK(logarithm.worst_ulp() <= 2.0);
  CHECK(exponential.worst_ulp() <= 2.0);
}

TEST_CASE("outside their range they give the stated value, and never a NaN") {
  const double infinite = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double angle : {infinite, -infinite, nan, 1.1e6, -1e300}) {
    CHECK(sin(angle) == 0);
    CHECK(cos(angle) == 1);
  }
  CHECK(atan(nan) == 0);
  CHECK(atan(infinite) == k_pi / 2);
  CHECK(atan(-infinite) == -k_pi / 2);
  for (const double value : {0.0, -1.0, infinite, nan, 1e-310}) CHECK(log(value) == 0);
  CHECK(exp(nan) == 1);
  CHECK(exp(infinite) == exp(700));
  CHECK(exp(-infinite) == exp(-700));
  CHECK(std::isfinite(exp(700)));
}

TEST_CASE("the bits are the same on every compiler and platform") {
  CHECK(bits(sin(0.5)) == 0x3fdeaee8744b05f0ULL);
  CHECK(bits(sin(-2.0)) == 0xbfed18f6ead1b446ULL);
  CHECK(bits(sin(412.0)) == 0xbfdbea9159de6673ULL);
  CHECK(bits(sin(999999.0)) == 0xbfef4677c48458b4ULL);
  CHECK(bits(cos(0.5)) == 0x3fec1528065b7d50ULL);
  CHECK(bits(cos(3.0)) == 0xbfefae04be85e5d2ULL);
  CHECK(bits(cos(-123456.789)) == 0x3faa74d27c41b22aULL);
  CHECK(bits(atan(0.3)) == 0x3fd2a73a661eaf06ULL);
  CHECK(bits(atan(-7.0)) == 0xbff6dcc57bb565fcULL);
  CHECK(bits(atan2(1.0, 3.0)) == 0x3fd4978fa3269ee1ULL);
  CHECK(bits(atan2(-2.0, -0.7)) == 0xbffe850076ee9e8eULL);
  CHECK(bits(log(2.0)) == 0x3fe62e42fefa39efULL);
  CHECK(bits(log(0.3)) == 0xbff34378fcbda721ULL);
  CHECK(bits(log(1e9)) == 0x4034b927f32bffb8ULL);
  CHECK(bits(exp(1.0)) == 0x4005bf0a8b14576aULL);
  CHECK(bits(exp(-3.7)) == 0x3f99511fc6871044ULL);
  CHECK(bits(exp(100.0)) == 0x48f3494a9b171bf5ULL);
}

TEST_CASE("a digest of many values is the same on every compiler and platform") {
  std::uint64_t key = 0;
  for (std::uint64_t place = 0; place < 20'000; ++place) {
    const SinCos pair = sin_cos(draw(place, -1e6, 1e6));
    key = hash_combine(key, bits(pair.sin));
    key = hash_combine(key, bits(pair.cos));
    key = hash_combine(key, bits(atan2(draw(place, -1, 1), draw(place + 50'000, -1, 1))));
    key = hash_combine(key, bits(atan(draw(place, -50, 50))));
    key = hash_combine(key, bits(log(draw(place, 1e-3, 1e6))));
    key = hash_combine(key, bits(exp(draw(place, -30, 30))));
  }
  CHECK(key == 0x686c44f8dd53d33eULL);
}

}  // namespace terrane::base
