// Sine, cosine, arc tangent, logarithm and exponential that give the same bits on every compiler
// and platform, because they use only + - * / and integer operations in a fixed order. Content
// never calls libm for these (agreement rule 8). Accuracy is within 2 units in the last place over
// the stated ranges; std::sqrt and std::floor are exact everywhere and need no stand-in.
#pragma once

namespace terrane::base {

inline constexpr double k_pi = 3.141592653589793238463;
inline constexpr double k_radians_per_degree = k_pi / 180.0;

struct SinCos {
  double sin = 0;
  double cos = 1;
};

// Radians; |angle| <= 1e6. Beyond it, and for values that are not finite, (0, 1).
SinCos sin_cos(double angle);
double sin(double angle);
double cos(double angle);
// The angle of (x, y) in (-pi, pi], from the positive x axis towards positive y; 0 for the origin.
double atan2(double y, double x);
// In (-pi/2, pi/2).
double atan(double slope);
// Natural logarithm; value > 0 and finite and normal, otherwise 0.
double log(double value);
// |value| <= 700; clamped to it.
double exp(double value);

}  // namespace terrane::base
