// A place as a map shows it from above: typed lines, areas and marks with their names, in metres of
// a local plane (x east, z south). Plain data, made by a provider on request (Provider::plan_in)
// and drawn by the app. It is no part of a piece's content: it is in no digest and in no frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terrane/geo/frame.h"

namespace terrane::content {

struct PlanPoint {
  double x_m = 0;
  double z_m = 0;
  friend constexpr bool operator==(const PlanPoint&, const PlanPoint&) = default;
};

// In drawing order, the lowest first.
enum class PlanAreaKind : std::uint8_t { Field, Wood, Park, Sand, Paved, Water, Building };
inline constexpr unsigned k_plan_area_kind_count = 7;

// What the even-odd rule says is inside the rings; each is open.
struct PlanArea {
  PlanAreaKind kind = PlanAreaKind::Building;
  std::vector<std::vector<PlanPoint>> rings;
};

enum class PlanLineKind : std::uint8_t {
  Land,    // what is land, in a world that is water elsewhere: a band as wide as width_m
  Road,    // open to cars
  Path,    // a lesser way: for those on foot, or one that soon ends
  Bridge,  // passes over the roads it crosses
};

struct PlanLine {
  PlanLineKind kind = PlanLineKind::Road;
  std::vector<PlanPoint> points;  // two or more
  double width_m = 0;
  std::uint8_t group = 0;  // index into Plan::groups
  std::string name;        // UTF-8, never trusted as markup; may be empty
};

// A junction's middle and its size.
struct PlanJunction {
  PlanPoint middle;
  double radius_m = 0;
};

// What a line's group says of it; the drawing gives each of them its colour and pattern.
enum class PlanGrouping : std::uint8_t { District, RoadClass };

struct Plan {
  geo::Frame frame;  // of the local plane: world space at x = z = 0
  PlanPoint low;     // the box that was asked for
  PlanPoint high;
  bool water_around = false;  // what no area or Land line covers is water, not land
  PlanGrouping grouping = PlanGrouping::District;
  std::vector<std::string> groups;  // names, for the legend
  std::vector<PlanArea> areas;
  std::vector<PlanLine> lines;
  std::vector<PlanJunction> junctions;
};

}  // namespace terrane::content
