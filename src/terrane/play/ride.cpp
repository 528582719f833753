#include "terrane/play/ride.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "terrane/base/digest.h"
#include "terrane/base/trig.h"
#include "terrane/play/follower.h"

namespace terrane::play {
namespace {

// Pieces nearer than this give their boxes; at 70 m/s it is a second ahead.
constexpr double k_boxes_within_m = 90;
constexpr double k_look_again_m = 4;  // after so much way the pieces around are looked through
constexpr double k_reach_m = 16;      // must have arrived about somebody who stands
constexpr double k_reach_s = 0.3;     // and so much of the way ahead
constexpr double k_anchor_m = 1000;   // the local frame follows: 8 cm of the Earth's curve

std::uint64_t digest_of(const stream::WorldInfo& info) {
  base::Digester digester;
  digester.add_text(info.uri);
  digester.add(info.rules_digest);
  return digester.value();
}

double radius_of(const content::BoundsMm& bounds) {
  if (bounds.empty()) return 0;
  double sum = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const double half = 0.5e-3 * (static_cast<double>(bounds.max_mm[axis]) - bounds.min_mm[axis]);
    sum += half * half;
  }
  return std::sqrt(sum);
}

geo::Vec3 middle_of(const content::BoundsMm& bounds) {
  if (bounds.empty()) return {};
  const auto middle = [&](unsigned axis) {
    return 0.5e-3 * (static_cast<double>(bounds.max_mm[axis]) + bounds.min_mm[axis]);
  };
  return {middle(0), middle(1), middle(2)};
}

// Whether one of the pieces that cannot be had is what is missing there.
bool is_failed_near(const stream::Provider& provider, const std::vector<stream::Failure>& failures,
                    geo::Vec3 here, double reach_m) {
  return std::any_of(failures.begin(), failures.end(), [&](const stream::Failure& failure) {
    const content::BoundsMm bounds = provider.rough_bounds(failure.key);
    const geo::Vec3 middle = provider.piece_frame(failure.key).to_world(middle_of(bounds));
    return geo::length(middle - here) <= reach_m + radius_of(bounds);
  });
}

}  // namespace

// The provider's ground and the ride's boxes in its local frame.
class Ride::Around final : public drive::Surroundings {
 public:
  explicit Around(const Ride& ride) : ride_(ride) {
    const stream::WorldInfo& info = ride.provider_.info();
    // A map's water has its own height: not yet known here (the ground under it is not carved).
    if (!info.geographic && info.surround == content::Material::Water) {
      water_m_ = info.surround_height_m - ride.local_.origin.y;
    }
  }
  double ground_m(drive::Point point) const override {
    const geo::Vec3 world = ride_.local_.to_world({point.x, 0, point.z});
    return ride_.local_.to_local(above_ground(ride_.provider_, world, 0)).y;
  }
  double water_m() const override { return water_m_; }
  void boxes_near(drive::Point middle, double radius_m,
                  std::vector<drive::Box>& out) const override {
    ride_.boxes_.boxes_near(middle, radius_m, out);
  }

 private:
  const Ride& ride_;
  double water_m_ = drive::k_no_water;
};

Ride::Ride(const stream::Provider& provider, drive::Mover mover, geo::Vec3 position,
           double heading_rad)
    : provider_(provider),
      local_(provider.frame_at(above_ground(provider, position, 0))),
      look_rad_(heading_rad),
      boxes_(local_) {
  recording_.world_digest = digest_of(provider.info());
  recording_.world_uri = provider.info().uri;
  recording_.mover = mover;
  recording_.start[0] = position.x;
  recording_.start[1] = position.y;
  recording_.start[2] = position.z;
  recording_.start[3] = heading_rad;
  const Around around(*this);
  if (mover == drive::Mover::Car) {
    car_.stand_at({0, 0}, heading_rad, around);
  } else {
    walker_.stand_at({0, 0}, around);
  }
}

drive::Point Ride::place() const {
  if (mover() == drive::Mover::Car) return {car_.state().x, car_.state().z};
  return {walker_.state().x, walker_.state().z};
}

double Ride::height_m() const {
  return mover() == drive::Mover::Car ? car_.state().y : walker_.state().y;
}

geo::Vec3 Ride::position() const {
  return local_.to_world({place().x, height_m(), place().z});
}

double Ride::heading_rad() const {
  return mover() == drive::Mover::Car ? car_.state().heading_rad : look_rad_;
}

double Ride::speed_m_s() const {
  if (mover() == drive::Mover::Car) return car_.speed_m_s();
  const drive::WalkerState& state = walker_.state();
  return std::sqrt(state.speed_x * state.speed_x + state.speed_z * state.speed_z);
}

stream::Observer Ride::observer() const {
  const geo::Vec3 ahead = geo::direction_of(heading_rad(), 0);
  geo::Vec3 velocity{walker_.state().speed_x, 0, walker_.state().speed_z};
  if (mover() == drive::Mover::Car) {
    const geo::Vec3 right = geo::direction_of(heading_rad() - base::k_pi / 2, 0);
    velocity = ahead * car_.state().ahead_m_s + right * car_.state().right_m_s;
  }
  return {eye().position, local_.direction_to_world(velocity), local_.direction_to_world(ahead)};
}

Ride::Eye Ride::eye() const {
  const double ahead_s = steps_.between() * drive::k_step_s;
  if (mover() == drive::Mover::Walker) {
    const drive::WalkerState& state = walker_.state();
    const geo::Vec3 local{state.x + state.speed_x * ahead_s, walker_.eye_y(),
                          state.z + state.speed_z * ahead_s};
    return {local_.to_world(local), look_rad_, 0};
  }
  const drive::CarState& car = car_.state();
  const geo::Vec3 ahead = geo::direction_of(car.heading_rad, 0);
  const geo::Vec3 right = geo::direction_of(car.heading_rad - base::k_pi / 2, 0);
  const geo::Vec3 local = geo::Vec3{car.x, car_.eye_y(), car.z} +
                          ahead * (car.ahead_m_s * ahead_s) + right * (car.right_m_s * ahead_s);
  return {local_.to_world(local), car.heading_rad + car.turn_rad_s * ahead_s, car.pitch_rad};
}

Ride::Body Ride::body() const {
  const double ahead_s = steps_.between() * drive::k_step_s;
  if (mover() == drive::Mover::Walker) {
    const drive::WalkerState& state = walker_.state();
    const geo::Vec3 local{state.x + state.speed_x * ahead_s, state.y,
                          state.z + state.speed_z * ahead_s};
    return {local_.to_world(local), look_rad_, 0, 0};
  }
  const drive::CarState& car = car_.state();
  const geo::Vec3 ahead = geo::direction_of(car.heading_rad, 0);
  const geo::Vec3 right = geo::direction_of(car.heading_rad - base::k_pi / 2, 0);
  const geo::Vec3 local = geo::Vec3{car.x, car.y, car.z} + ahead * (car.ahead_m_s * ahead_s) +
                          right * (car.right_m_s * ahead_s);
  return {local_.to_world(local), car.heading_rad + car.turn_rad_s * ahead_s, car.pitch_rad,
          car.roll_rad};
}

namespace {

// Where the line enters the box, as a share of its length; 1 where it does not.
double entry_share(geo::Vec3 from, geo::Vec3 way, const drive::Box& box) {
  const double x = from.x - box.x;
  const double z = from.z - box.z;
  // In the box's own directions: along, across (to its right) and up, each from -half to half.
  const double start[3] = {x * box.along_x + z * box.along_z, z * box.along_x - x * box.along_z,
                           from.y - (box.bottom + box.top) / 2};
  const double step[3] = {way.x * box.along_x + way.z * box.along_z,
                          way.z * box.along_x - way.x * box.along_z, way.y};
  const double half[3] = {box.half_along, box.half_across, (box.top - box.bottom) / 2};
  double enter = 0;
  double leave = 1;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::fabs(step[axis]) < 1e-12) {
      if (std::fabs(start[axis]) > half[axis]) return 1;
      continue;
    }
    double first = (-half[axis] - start[axis]) / step[axis];
    double second = (half[axis] - start[axis]) / step[axis];
    if (first > second) std::swap(first, second);
    enter = std::fmax(enter, first);
    leave = std::fmin(leave, second);
  }
  return enter <= leave ? enter : 1;
}

}  // namespace

double Ride::clear_way_m(geo::Vec3 from, geo::Vec3 direction, double length_m) const {
  const geo::Vec3 start = local_.to_local(from);
  const geo::Vec3 way = local_.direction_to_local(direction) * length_m;
  std::vector<drive::Box> boxes;
  boxes_.boxes_near({start.x + way.x / 2, start.z + way.z / 2}, length_m / 2, boxes);
  double share = 1;
  for (const drive::Box& box : boxes) share = std::fmin(share, entry_share(start, way, box));
  return share * length_m;
}

std::uint64_t Ride::checksum() const {
  return mover() == drive::Mover::Car ? drive::checksum(car_.state())
                                      : drive::checksum(walker_.state());
}

void Ride::meet(const stream::Streamer& streamer) {
  const stream::StreamerReport& report = streamer.report();
  const geo::Vec3 here = position();
  const double reach_m = k_reach_m + k_reach_s * speed_m_s();
  ground_is_here_ =
      report.first_world_ready && (streamer.clear_distance_m() >= reach_m ||
                                   is_failed_near(provider_, streamer.failures(), here, reach_m));
  if (report.bytes_committed == met_bytes_ && geo::length(here - met_at_) < k_look_again_m) return;
  met_bytes_ = report.bytes_committed;
  met_at_ = here;
  std::vector<const stream::ResidentPiece*> around;
  for (const stream::ResidentPiece* piece : streamer.resident()) {
    if (piece->content->colliders.empty()) continue;
    const geo::Vec3 middle = piece->frame.to_world(middle_of(piece->bounds));
    if (geo::length(middle - here) <= k_boxes_within_m + radius_of(piece->bounds)) {
      around.push_back(piece);
    }
  }
  std::sort(around.begin(), around.end(),
            [](const auto* a, const auto* b) { return a->key < b->key; });
  // Both lists are by key: what is in one only came or went.
  std::size_t next = 0;
  std::vector<Near> kept;
  for (Near& near : near_) {
    while (next < around.size() && around[next]->key < near.key) next += 1;
    if (next < around.size() && around[next]->key == near.key) {
      kept.push_back(std::move(near));
    } else {
      boxes_.remove(near.key.value);
    }
  }
  near_ = std::move(kept);
  for (const stream::ResidentPiece* piece : around) {
    if (!boxes_.has(piece->key.value))
      put_piece(piece->key, piece->frame, piece->content->colliders);
  }
}

void Ride::put_piece(stream::PieceKey key, const geo::Frame& frame,
                     std::span<const content::Collider> colliders) {
  boxes_.put(key.value, frame, colliders);
  Near near{key, frame, {colliders.begin(), colliders.end()}};
  const auto at = std::lower_bound(near_.begin(), near_.end(), key,
                                   [](const Near& a, stream::PieceKey b) { return a.key < b; });
  if (at != near_.end() && at->key == key) {
    *at = std::move(near);
  } else {
    near_.insert(at, std::move(near));
  }
}

// Far from its origin the local frame is tilted against the ground: it follows. A function of the
// state alone, so a replay does the same in the same step.
void Ride::reanchor_when_far() {
  const drive::Point at = place();
  if (at.x * at.x + at.z * at.z < k_anchor_m * k_anchor_m) return;
  const geo::Frame next = provider_.frame_at(above_ground(provider_, position(), 0));
  const geo::Vec3 moved = next.to_local(position());
  const auto turned = [&](geo::Vec3 direction) {
    return next.direction_to_local(local_.direction_to_world(direction));
  };
  if (mover() == drive::Mover::Car) {
    drive::CarState state = car_.state();
    state.x = moved.x;
    state.y = moved.y;
    state.z = moved.z;
    state.heading_rad = geo::heading_of(turned(geo::direction_of(state.heading_rad, 0)));
    car_.set_state(state);
  } else {
    drive::WalkerState state = walker_.state();
    const geo::Vec3 speed = turned({state.speed_x, state.speed_y, state.speed_z});
    state.x = moved.x;
    state.y = moved.y;
    state.z = moved.z;
    state.speed_x = speed.x;
    state.speed_z = speed.z;
    walker_.set_state(state);
  }
  local_ = next;
  boxes_ = drive::BoxGrid(local_);
  for (const Near& near : near_) boxes_.put(near.key.value, near.frame, near.colliders);
}

RideReport Ride::advance(drive::Input wish, std::int64_t frame_us) {
  wish.flags = static_cast<std::uint8_t>(wish.flags & ~drive::InputFlag::Waits);
  if (!ground_is_here_) wish.flags |= drive::InputFlag::Waits;
  RideReport all;
  const int steps = steps_.advance(frame_us);
  for (int at = 0; at < steps; ++at) {
    const RideReport one = step(wish);
    all.waits = all.waits || one.waits;
    all.bumped = all.bumped || one.bumped;
    all.bump_m_s = std::max(all.bump_m_s, one.bump_m_s);
    all.slides = all.slides || one.slides;
    all.turned_back = all.turned_back || one.turned_back;
    // A jump is asked for once, however many steps the frame has.
    wish.flags = static_cast<std::uint8_t>(wish.flags & ~drive::InputFlag::Jumps);
  }
  all.steps = steps;
  all.waits = all.waits || !ground_is_here_;
  return all;
}

RideReport Ride::step(const drive::Input& input) {
  const Around around(*this);
  RideReport report;
  report.steps = 1;
  if (mover() == drive::Mover::Car) {
    const drive::CarReport car = car_.step(input, around);
    report.waits = car.waits;
    report.bumped = car.bumped;
    report.bump_m_s = car.bump_m_s;
    report.slides = car.slides;
    report.turned_back = car.afloat;
  } else {
    const drive::WalkerReport walker = walker_.step(input, around);
    look_rad_ = input.heading * (2 * base::k_pi / 65536);
    report.waits = walker.waits;
    report.bumped = walker.touched;
    report.turned_back = walker.turned_back;
  }
  reanchor_when_far();
  recording_.inputs.push_back(input);
  if (recording_.inputs.size() % drive::k_checksum_steps == 0) {
    recording_.checksums.push_back(checksum());
  }
  return report;
}

}  // namespace terrane::play
