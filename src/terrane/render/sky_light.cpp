#include "terrane/render/sky_light.h"

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "terrane/base/trig.h"

namespace terrane::render {
namespace {

// A day of late spring at 45 degrees north: long, with a high sun and slow dusks.
constexpr double k_latitude_rad = 45.0 * base::k_radians_per_degree;
constexpr double k_declination_rad = 14.0 * base::k_radians_per_degree;

struct SkyRow {
  float elevation_deg;
  glm::vec3 zenith;
  glm::vec3 horizon;
  glm::vec3 sun;
  glm::vec3 ambient;  // from the sky above
  float exposure;
};

const SkyRow k_rows[] = {
    {-90, {.0016f, .0024f, .0065f}, {.006f, .0085f, .018f}, {}, {.0090f, .0110f, .0190f}, 3.2f},
    {-14, {.0018f, .0030f, .0090f}, {.010f, .013f, .027f}, {}, {.0110f, .0135f, .0220f}, 3.2f},
    {-6, {.020f, .040f, .125f}, {.190f, .130f, .150f}, {}, {.045f, .052f, .085f}, 2.0f},
    {-1, {.060f, .120f, .300f}, {.62f, .36f, .26f}, {.22f, .08f, .03f}, {.17f, .17f, .22f}, 1.35f},
    {4, {.095f, .190f, .440f}, {.82f, .60f, .44f}, {1.20f, .66f, .30f}, {.25f, .26f, .31f}, 1.1f},
    {12, {.100f, .230f, .560f}, {.72f, .72f, .74f}, {1.60f, 1.20f, .80f}, {.31f, .34f, .40f}, 1.0f},
    {30,
     {.085f, .220f, .600f},
     {.58f, .70f, .86f},
     {1.75f, 1.50f, 1.20f},
     {.34f, .39f, .47f},
     .95f},
    {90,
     {.070f, .200f, .590f},
     {.54f, .69f, .90f},
     {1.80f, 1.62f, 1.38f},
     {.36f, .41f, .50f},
     .92f},
};

SkyRow row_at(float elevation_deg) {
  const SkyRow* low = &k_rows[0];
  for (const SkyRow& row : k_rows) {
    if (row.elevation_deg >= elevation_deg) {
      const float span = row.elevation_deg - low->elevation_deg;
      const float part = span > 0 ? (elevation_deg - low->elevation_deg) / span : 0.0f;
      return {elevation_deg,
              glm::mix(low->zenith, row.zenith, part),
              glm::mix(low->horizon, row.horizon, part),
              glm::mix(low->sun, row.sun, part),
              glm::mix(low->ambient, row.ambient, part),
              glm::mix(low->exposure, row.exposure, part)};
    }
    low = &row;
  }
  return *low;
}

}  // namespace

SkyLight sky_light_at(double hour) {
  const double turn = (hour - 12.0) / 24.0;
  const base::SinCos angle = base::sin_cos((turn - std::floor(turn)) * 2.0 * base::k_pi);
  const base::SinCos lat = base::sin_cos(k_latitude_rad);
  const base::SinCos dec = base::sin_cos(k_declination_rad);
  const double up = lat.sin * dec.sin + lat.cos * dec.cos * angle.cos;
  const double north = lat.cos * dec.sin - lat.sin * dec.cos * angle.cos;
  const double east = -dec.cos * angle.sin;

  SkyLight light;
  light.true_sun = glm::normalize(
      glm::vec3(static_cast<float>(east), static_cast<float>(up), static_cast<float>(-north)));
  const float elevation_deg =
      static_cast<float>(base::atan2(up, std::sqrt(1.0 - up * up)) / base::k_radians_per_degree);
  const SkyRow row = row_at(elevation_deg);
  light.zenith = row.zenith;
  light.horizon = row.horizon;
  light.ambient_sky = row.ambient;
  light.exposure = row.exposure;
  light.sun_color = row.sun;
  light.light_direction = light.true_sun;
  light.glow = 1.0f;
  light.disc = glm::smoothstep(-1.0f, 3.0f, elevation_deg) * 30.0f;
  light.night = 1.0f - glm::smoothstep(-12.0f, -5.0f, elevation_deg);
  // Lamps keep their brightness in the picture, however long the night is exposed.
  light.lamps = (1.0f - glm::smoothstep(-3.0f, 3.5f, elevation_deg)) / row.exposure;
  if (elevation_deg < -1.0f) {
    // The afterglow keeps its colour in the sky; what casts shadows fades over to the moon.
    const float moon = 1.0f - glm::smoothstep(-9.0f, -3.0f, elevation_deg);
    light.light_direction = glm::normalize(glm::vec3(0.45f, 0.75f, 0.35f));
    light.sun_color = glm::vec3(.018f, .024f, .040f) * moon;
    light.glow = elevation_deg > -8.0f ? 1.0f : 0.0f;
  }
  const float sun_up = glm::max(light.light_direction.y, 0.0f);
  light.ambient_ground = row.ambient * 0.32f + light.sun_color * glm::vec3(.120f, .105f, .085f) *
                                                   (0.35f + 0.65f * sun_up);
  return light;
}

}  // namespace terrane::render
