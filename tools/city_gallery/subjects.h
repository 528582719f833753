// What the gallery shows: one building of a style on an empty lot, one piece of a world alone, a
// piece with its neighbours, or a place that was looked for (places.h). Each is built by the same
// functions as in the world.
#pragma once

#include <cstdint>
#include <string>

#include "places.h"
#include "stage.h"
#include "terrane/base/result.h"
#include "terrane/city/building_style.h"
#include "terrane/city/districts.h"

namespace terrane::gallery {

struct BuildingChoice {
  city::BuildingStyle style = city::BuildingStyle::Brownstone;
  city::District district = city::District::CivicAvenue;
  std::uint64_t key = 7;
  std::uint8_t lod = 0;
  double density = 0.5;
  double depth_m = 16;
  bool backdrop = false;
  bool hilly = false;  // on the steepest ground of the seed instead of the flattest
};

// The building with a person of 1.75 m beside it; the ground is not counted.
Subject building_subject(const BuildingChoice& choice);

// NotFound when the name is no style; lists those that are.
base::Result<city::BuildingStyle> style_of_name(const std::string& name);

// One piece of a world, and its neighbours, and theirs, `rings` times.
base::Result<Subject> piece_subject(const std::string& world_uri, std::uint64_t key,
                                    std::uint8_t lod, unsigned rings);

// The pieces of a place, seen from its front. All levels are looked at from one point.
base::Result<Subject> place_subject(const std::string& world_uri, const Place& place,
                                    std::uint8_t lod);

}  // namespace terrane::gallery
