#include "terrane/base/trig.h"

#include <cmath>
#include <cstdint>

namespace terrane::base {
namespace {

// pi/2 and ln 2 in pieces of 33 bits, so that a multiple below 2^20 of the leading pieces is exact.
constexpr double k_half_pi_1 = 0x1.921fb544p+0;
constexpr double k_half_pi_2 = 0x1.0b4611a6p-34;
constexpr double k_half_pi_3 = 0x1.3198a2e037073p-69;
constexpr double k_ln2_1 = 0x1.62e42fefp-1;
constexpr double k_ln2_2 = 0x1.473de6af278edp-34;

// atan(k / 8).
constexpr double k_atan_eighths[9] = {
    0.0,
    0x1.fd5ba9aac2f6ep-4,
    0x1.f5b75f92c80ddp-3,
    0x1.6f61941e4def1p-2,
    0x1.dac670561bb4fp-2,
    0x1.1e00babdefeb4p-1,
    0x1.4978fa3269ee1p-1,
    0x1.700a7c5784634p-1,
    0x1.921fb54442d18p-1,
};

// Taylor polynomials; on |x| <= pi/4 the first term left out is below 1e-19.
double sin_kernel(double x) {
  const double q = x * x;
  double sum = 1.0 / 355687428096000.0;
  sum = sum * q - 1.0 / 1307674368000.0;
  sum = sum * q + 1.0 / 6227020800.0;
  sum = sum * q - 1.0 / 39916800.0;
  sum = sum * q + 1.0 / 362880.0;
  sum = sum * q - 1.0 / 5040.0;
  sum = sum * q + 1.0 / 120.0;
  sum = sum * q - 1.0 / 6.0;
  return x + x * (q * sum);
}

double cos_kernel(double x) {
  const double q = x * x;
  double sum = 1.0 / 20922789888000.0;
  sum = sum * -q + 1.0 / 87178291200.0;
  sum = sum * -q + 1.0 / 479001600.0;
  sum = sum * -q + 1.0 / 3628800.0;
  sum = sum * -q + 1.0 / 40320.0;
  sum = sum * -q + 1.0 / 720.0;
  sum = sum * -q + 1.0 / 24.0;
  const double half = 0.5 * q;
  const double head = 1.0 - half;
  return head + ((1.0 - head) - half + q * q * sum);
}

// 0 <= slope <= 1.
double atan_unit(double slope) {
  const double eighth = std::floor(slope * 8.0 + 0.5);
  const double centre = eighth * 0.125;
  const double t = (slope - centre) / (1.0 + slope * centre);
  const double q = t * t;
  double sum = 1.0 / 13.0;
  sum = 1.0 / 11.0 - q * sum;
  sum = 1.0 / 9.0 - q * sum;
  sum = 1.0 / 7.0 - q * sum;
  sum = 1.0 / 5.0 - q * sum;
  sum = 1.0 / 3.0 - q * sum;
  return k_atan_eighths[static_cast<int>(eighth)] + (t - t * (q * sum));
}

}  // namespace

SinCos sin_cos(double angle) {
  if (!(angle >= -1e6 && angle <= 1e6)) return {};
  const double turns = std::floor(angle * (2.0 / k_pi) + 0.5);
  const double x = ((angle - turns * k_half_pi_1) - turns * k_half_pi_2) - turns * k_half_pi_3;
  const double s = sin_kernel(x);
  const double c = cos_kernel(x);
  switch (static_cast<std::int64_t>(turns) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

double sin(double angle) {
  return sin_cos(angle).sin;
}
double cos(double angle) {
  return sin_cos(angle).cos;
}

double atan(double slope) {
  if (slope != slope) return 0;
  const double magnitude = std::fabs(slope);
  const double angle =
      magnitude <= 1.0 ? atan_unit(magnitude) : (0.5 * k_pi) - atan_unit(1.0 / magnitude);
  return slope < 0 ? -angle : angle;
}

double atan2(double y, double x) {
  if (x == 0 && y == 0) return 0;
  const double across = std::fabs(x);
  const double up = std::fabs(y);
  const double first =
      up <= across ? atan_unit(up / across) : (0.5 * k_pi) - atan_unit(across / up);
  const double half = x < 0 ? k_pi - first : first;
  return y < 0 ? -half : half;
}

double log(double value) {
  if (!(value >= 2.2250738585072014e-308 && value <= 1.7976931348623157e308)) return 0;
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);  // exact
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2.0;
    exponent -= 1;
  }
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double q = s * s;
  double sum = 1.0 / 21.0;
  sum = sum * q + 1.0 / 19.0;
  sum = sum * q + 1.0 / 17.0;
  sum = sum * q + 1.0 / 15.0;
  sum = sum * q + 1.0 / 13.0;
  sum = sum * q + 1.0 / 11.0;
  sum = sum * q + 1.0 / 9.0;
  sum = sum * q + 1.0 / 7.0;
  sum = sum * q + 1.0 / 5.0;
  sum = sum * q + 1.0 / 3.0;
  const double small = 2.0 * s + 2.0 * s * (q * sum);
  return exponent * k_ln2_1 + (small + exponent * k_ln2_2);
}

double exp(double value) {
  if (value != value) return 1;
  if (value > 700) value = 700;
  if (value < -700) value = -700;
  const double power = std::floor(value * (1.0 / 0.69314718055994530942) + 0.5);
  const double x = (value - power * k_ln2_1) - power * k_ln2_2;
  double sum = 1.0 / 87178291200.0;
  constexpr double k_factorials[] = {6227020800.0, 479001600.0, 39916800.0, 3628800.0,
                                     362880.0,     40320.0,     5040.0,     720.0,
                                     120.0,        24.0,        6.0,        2.0};
  for (const double factorial : k_factorials) sum = sum * x + 1.0 / factorial;
  sum = sum * x + 1.0;
  sum = sum * x + 1.0;
  return std::ldexp(sum, static_cast<int>(power));  // exact
}

}  // namespace terrane::base
