#include "terrane/play/command_camera.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/trig.h"
#include "terrane/geo/frame.h"

namespace terrane::play {
namespace {

using gpu::key_of;

constexpr double k_ray_m_max = 2000;
constexpr double k_corner_m_max = 400;
constexpr double k_zoom_per_s = 14;      // of what is left of the way to the height that is wanted
constexpr double k_elapsed_s_max = 0.1;  // a frame that took longer moves no further
constexpr double k_stick_dead = 0.15;

double stick_of(double value) {
  return value > -k_stick_dead && value < k_stick_dead ? 0.0 : value;
}

}  // namespace

CommandCamera::CommandCamera(const rts::Battlefield& field, double x_m, double z_m,
                             double heading_rad, CommandCameraRules rules)
    : field_(field), rules_(rules), x_m_(x_m), z_m_(z_m), heading_rad_(heading_rad) {
  look_at(x_m, z_m);
}

double CommandCamera::ground_m(double x_m, double z_m) const {
  const double reach_m = 1e6;
  const auto mm = [&](double metres) {
    return static_cast<std::int32_t>(std::clamp(metres, -reach_m, reach_m) * 1000.0);
  };
  return field_.height_at_mm({mm(x_m), mm(z_m)}) / 1000.0;
}

double CommandCamera::held(gpu::Key positive, gpu::Key negative) const {
  return static_cast<double>(held_.count(positive)) - static_cast<double>(held_.count(negative));
}

void CommandCamera::take(const gpu::InputRecord& record) {
  switch (record.kind) {
    case gpu::InputKind::Key:
      if (record.pressed) {
        held_.insert(record.key);
      } else {
        held_.erase(record.key);
      }
      break;
    case gpu::InputKind::MouseButton:
      if (record.button == 2) drags_ = record.pressed;
      break;
    case gpu::InputKind::MouseMove:
      if (drags_) drag(record);
      pointer_in_ = true;
      pointer_x_px_ = record.x;
      pointer_y_px_ = record.y;
      break;
    case gpu::InputKind::Wheel:
      height_wanted_m_ =
          std::clamp(height_wanted_m_ * base::exp(base::log(rules_.zoom_a_notch) * record.dy),
                     rules_.height_min_m, rules_.height_max_m);
      break;
    case gpu::InputKind::Axis:
      sticks_[static_cast<std::size_t>(record.axis)] = stick_of(record.value);
      break;
    case gpu::InputKind::MouseLeave:
      pointer_in_ = false;
      break;
    case gpu::InputKind::FocusLost:
      held_.clear();
      sticks_ = {};
      drags_ = false;
      pointer_in_ = false;
      break;
    default:
      break;
  }
}

// The ground that was grasped stays under the pointer.
void CommandCamera::drag(const gpu::InputRecord& record) {
  geo::Vec3 from;
  geo::Vec3 to;
  if (!ground_under(record.x - record.dx, record.y - record.dy, from) ||
      !ground_under(record.x, record.y, to)) {
    return;
  }
  look_at(x_m_ + from.x - to.x, z_m_ + from.z - to.z);
}

void CommandCamera::step(double elapsed_s, std::uint32_t width, std::uint32_t height,
                         bool letters_pan, bool edges_pan) {
  width_px_ = std::max(width, 1u);
  height_px_ = std::max(height, 1u);
  elapsed_s = std::clamp(elapsed_s, 0.0, k_elapsed_s_max);
  const auto stick = [&](gpu::PadAxis axis) { return sticks_[static_cast<std::size_t>(axis)]; };

  const double turn = held(key_of('Q'), key_of('E')) - stick(gpu::PadAxis::RightX);
  heading_rad_ += turn * rules_.turn_rad_per_s * elapsed_s;
  heading_rad_ -= 2 * base::k_pi * std::floor((heading_rad_ + base::k_pi) / (2 * base::k_pi));

  const double zoom = held(gpu::Key::PageUp, gpu::Key::PageDown) + stick(gpu::PadAxis::RightY);
  height_wanted_m_ = std::clamp(height_wanted_m_ * base::exp(zoom * 1.5 * elapsed_s),
                                rules_.height_min_m, rules_.height_max_m);
  height_m_ += (height_wanted_m_ - height_m_) * (1 - base::exp(-k_zoom_per_s * elapsed_s));

  double right = held(gpu::Key::Right, gpu::Key::Left) + stick(gpu::PadAxis::LeftX);
  double ahead = held(gpu::Key::Up, gpu::Key::Down) - stick(gpu::PadAxis::LeftY);
  if (letters_pan) {
    right += held(key_of('D'), key_of('A'));
    ahead += held(key_of('W'), key_of('S'));
  }
  if (edges_pan && pointer_in_ && !drags_ && rules_.edge_px > 0) {
    right += pointer_x_px_ >= width_px_ - rules_.edge_px ? 1 : 0;
    right -= pointer_x_px_ < rules_.edge_px ? 1 : 0;
    ahead += pointer_y_px_ < rules_.edge_px ? 1 : 0;
    ahead -= pointer_y_px_ >= height_px_ - rules_.edge_px ? 1 : 0;
  }
  right = std::clamp(right, -1.0, 1.0);
  ahead = std::clamp(ahead, -1.0, 1.0);
  const base::SinCos turned = base::sin_cos(heading_rad_);
  const double way_m = (height_m_ + 8) * rules_.pan_per_s * elapsed_s;
  look_at(x_m_ + (turned.cos * right - turned.sin * ahead) * way_m,
          z_m_ - (turned.sin * right + turned.cos * ahead) * way_m);
}

void CommandCamera::look_at(double x_m, double z_m) {
  const double west_m = field_.origin_x_mm / 1000.0;
  const double north_m = field_.origin_z_mm / 1000.0;
  x_m_ = std::clamp(x_m, west_m, west_m + field_.width_cells);
  z_m_ = std::clamp(z_m, north_m, north_m + field_.height_cells);
  place();
}

void CommandCamera::set_height(double height_m) {
  height_wanted_m_ = std::clamp(height_m, rules_.height_min_m, rules_.height_max_m);
  height_m_ = height_wanted_m_;
  place();
}

void CommandCamera::set_heading(double heading_rad) {
  heading_rad_ = heading_rad;
  place();
}

void CommandCamera::place() {
  // By the logarithm, so that each notch of the wheel turns it alike.
  const double share = base::log(height_m_ / rules_.height_min_m) /
                       base::log(rules_.height_max_m / rules_.height_min_m);
  pitch_rad_ = rules_.pitch_low_rad + (rules_.pitch_high_rad - rules_.pitch_low_rad) * share;
  forward_ = geo::direction_of(heading_rad_, pitch_rad_);
  const base::SinCos turned = base::sin_cos(heading_rad_);
  right_ = {turned.cos, 0, -turned.sin};
  up_ = geo::cross(right_, forward_);
  const geo::Vec3 middle{x_m_, ground_m(x_m_, z_m_), z_m_};
  eye_ = middle - forward_ * (height_m_ / -forward_.y);
  // A hill between the eye and what it looks at lifts it.
  eye_.y = std::max(eye_.y, ground_m(eye_.x, eye_.z) + rules_.height_min_m / 2);
  const base::SinCos half = base::sin_cos(rules_.vertical_fov_rad / 2);
  focal_px_ = height_px_ / 2 * half.cos / half.sin;
}

geo::Vec3 CommandCamera::ray(double x_px, double y_px) const {
  return geo::normalised(forward_ + right_ * ((x_px - width_px_ / 2) / focal_px_) +
                         up_ * ((height_px_ / 2 - y_px) / focal_px_));
}

bool CommandCamera::ground_under(double x_px, double y_px, geo::Vec3& ground) const {
  const geo::Vec3 along = ray(x_px, y_px);
  double above_m = 0;
  double at_m = 0;
  const auto clearance_m = [&](double distance_m) {
    const geo::Vec3 point = eye_ + along * distance_m;
    return point.y - ground_m(point.x, point.z);
  };
  // No step is longer than the clearance, so that a slope of one in one is never stepped through.
  for (double clear_m = clearance_m(0); clear_m > 0; clear_m = clearance_m(at_m)) {
    if (at_m > k_ray_m_max || (along.y >= 0 && eye_.y + along.y * at_m > 9000)) return false;
    above_m = at_m;
    at_m += std::max(0.25, clear_m * 0.6);
  }
  double below_m = at_m;
  for (int halving = 0; halving < 16; ++halving) {
    const double middle_m = (above_m + below_m) / 2;
    (clearance_m(middle_m) > 0 ? above_m : below_m) = middle_m;
  }
  ground = eye_ + along * below_m;
  ground.y = ground_m(ground.x, ground.z);
  return true;
}

bool CommandCamera::pixel_of(geo::Vec3 point, double& x_px, double& y_px, double& px_a_m) const {
  const geo::Vec3 from_eye = point - eye_;
  const double depth_m = geo::dot(from_eye, forward_);
  if (depth_m < 0.5) return false;
  px_a_m = focal_px_ / depth_m;
  x_px = width_px_ / 2 + geo::dot(from_eye, right_) * px_a_m;
  y_px = height_px_ / 2 - geo::dot(from_eye, up_) * px_a_m;
  return true;
}

std::array<geo::Vec3, 4> CommandCamera::corners() const {
  const double xs[] = {0, width_px_, width_px_, 0};
  const double ys[] = {0, 0, height_px_, height_px_};
  std::array<geo::Vec3, 4> result;
  for (std::size_t corner = 0; corner < 4; ++corner) {
    const geo::Vec3 along = ray(xs[corner], ys[corner]);
    const double drop_m = eye_.y - ground_m(x_m_, z_m_);
    const double way_m = along.y < 0 ? drop_m / -along.y : k_corner_m_max;
    result[corner] = eye_ + along * std::min(way_m, k_corner_m_max);
  }
  return result;
}

}  // namespace terrane::play
