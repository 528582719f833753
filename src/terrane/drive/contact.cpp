#include "terrane/drive/contact.h"

#include <algorithm>
#include <cmath>

namespace terrane::drive {
namespace {

struct Axis {
  double x = 0;
  double z = 0;
};

// To the right of a heading.
Axis across(double along_x, double along_z) {
  return {-along_z, along_x};
}

double dot(Axis axis, double x, double z) {
  return axis.x * x + axis.z * z;
}

double sign_of(double value) {
  return value < 0 ? -1.0 : 1.0;
}

// The corner of the rectangle that lies deepest against the normal. Where a whole side does, its
// middle.
Point deepest(const Rectangle& shape, double normal_x, double normal_z) {
  constexpr double k_side_on = 1e-3;  // below it a side lies flat against the box
  const Axis right = across(shape.along_x, shape.along_z);
  const double ahead = shape.along_x * normal_x + shape.along_z * normal_z;
  const double aside = dot(right, normal_x, normal_z);
  const double along = std::abs(ahead) < k_side_on ? 0 : -sign_of(ahead) * shape.half_along;
  const double side = std::abs(aside) < k_side_on ? 0 : -sign_of(aside) * shape.half_across;
  return {shape.middle.x + shape.along_x * along + right.x * side,
          shape.middle.z + shape.along_z * along + right.z * side};
}

}  // namespace

std::optional<Contact> touch_circle(Point middle, double radius_m, const Box& box) {
  const Axis along{box.along_x, box.along_z};
  const Axis right = across(box.along_x, box.along_z);
  const double dx = middle.x - box.x;
  const double dz = middle.z - box.z;
  const double u = dot(along, dx, dz);
  const double v = dot(right, dx, dz);
  const double nearest_u = std::clamp(u, -box.half_along, box.half_along);
  const double nearest_v = std::clamp(v, -box.half_across, box.half_across);
  const double out_u = u - nearest_u;
  const double out_v = v - nearest_v;
  const double distance2 = out_u * out_u + out_v * out_v;
  if (distance2 >= radius_m * radius_m) return std::nullopt;
  double normal_u = 0;
  double normal_v = 0;
  double depth = 0;
  if (distance2 > 0) {
    const double distance = std::sqrt(distance2);
    normal_u = out_u / distance;
    normal_v = out_v / distance;
    depth = radius_m - distance;
  } else if (box.half_along - std::abs(u) < box.half_across - std::abs(v)) {
    normal_u = sign_of(u);  // inside: out by the nearest side
    depth = box.half_along - std::abs(u) + radius_m;
  } else {
    normal_v = sign_of(v);
    depth = box.half_across - std::abs(v) + radius_m;
  }
  Contact contact;
  contact.depth_m = depth;
  contact.normal_x = along.x * normal_u + right.x * normal_v;
  contact.normal_z = along.z * normal_u + right.z * normal_v;
  contact.at = {box.x + along.x * nearest_u + right.x * nearest_v,
                box.z + along.z * nearest_u + right.z * nearest_v};
  return contact;
}

std::optional<Contact> touch_rectangle(const Rectangle& shape, const Box& box) {
  const Axis shape_along{shape.along_x, shape.along_z};
  const Axis shape_right = across(shape.along_x, shape.along_z);
  const Axis box_along{box.along_x, box.along_z};
  const Axis box_right = across(box.along_x, box.along_z);
  const double dx = shape.middle.x - box.x;
  const double dz = shape.middle.z - box.z;
  Contact best;
  bool found = false;
  // The box's own sides first: among equals they are the natural way out.
  for (const Axis axis : {box_along, box_right, shape_along, shape_right}) {
    const double reach = box.half_along * std::abs(dot(axis, box_along.x, box_along.z)) +
                         box.half_across * std::abs(dot(axis, box_right.x, box_right.z)) +
                         shape.half_along * std::abs(dot(axis, shape_along.x, shape_along.z)) +
                         shape.half_across * std::abs(dot(axis, shape_right.x, shape_right.z));
    const double distance = dot(axis, dx, dz);
    const double depth = reach - std::abs(distance);
    if (depth <= 0) return std::nullopt;
    if (found && depth >= best.depth_m) continue;
    found = true;
    best.depth_m = depth;
    best.normal_x = axis.x * sign_of(distance);
    best.normal_z = axis.z * sign_of(distance);
  }
  best.at = deepest(shape, best.normal_x, best.normal_z);
  return best;
}

}  // namespace terrane::drive
