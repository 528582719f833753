// Somebody in a streamed world: a car or a walker (drive/) on the provider's ground among the boxes
// of resident pieces, in a local frame that follows it. Nobody moves where what stands around has
// not arrived. What is asked of it step by step is kept as a recording. Knows no keys and no
// window. Owner thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "terrane/drive/box_grid.h"
#include "terrane/drive/car.h"
#include "terrane/drive/recording.h"
#include "terrane/drive/steps.h"
#include "terrane/drive/walker.h"
#include "terrane/geo/frame.h"
#include "terrane/stream/observer.h"
#include "terrane/stream/provider.h"
#include "terrane/stream/streamer.h"

namespace terrane::play {

// What happened in a frame's steps.
struct RideReport {
  int steps = 0;
  bool waits = false;  // for pieces that have not arrived
  bool bumped = false;
  double bump_m_s = 0;
  bool slides = false;
  bool turned_back = false;  // by water or a cliff
};

class Ride {
 public:
  // Borrows the provider. Stands on the ground at `position` (world space).
  Ride(const stream::Provider& provider, drive::Mover mover, geo::Vec3 position,
       double heading_rad);

  // Takes over what stands around from resident pieces; after each Streamer::update. Before the
  // first call, and while something near is missing, steps wait. A piece near that cannot be had
  // (a failure the streamer lists) holds nobody up.
  void meet(const stream::Streamer& streamer);
  // The same where all pieces are at hand, without a streamer: a replay, a test.
  void put_piece(stream::PieceKey key, const geo::Frame& frame,
                 std::span<const content::Collider> colliders);
  void set_ground_is_here(bool here) { ground_is_here_ = here; }
  bool ground_is_here() const { return ground_is_here_; }

  // A frame that took so long. The input's Waits is set here.
  RideReport advance(drive::Input wish, std::int64_t frame_us);
  // One step exactly as recorded.
  RideReport step(const drive::Input& input);

  drive::Mover mover() const { return recording_.mover; }
  geo::Vec3 position() const;  // of the feet or the wheels, world space
  geo::Frame frame() const { return local_; }
  double heading_rad() const;  // of the car's body; of the walker's last look
  double speed_m_s() const;
  // Where it is and which way it goes, for streaming.
  stream::Observer observer() const;
  // The driver's or the walker's, between two steps as far as the frame is.
  struct Eye {
    geo::Vec3 position;  // world space
    double heading_rad = 0;
    double pitch_rad = 0;  // of the car: the walker's look up and down is nobody's but the view's
  };
  Eye eye() const;
  // The car's body or the walker's feet, likewise.
  struct Body {
    geo::Vec3 position;  // world space, on the ground
    double heading_rad = 0;
    double pitch_rad = 0;  // nose up
    double roll_rad = 0;   // left side up
  };
  Body body() const;
  // How far one comes from a world point along a unit direction before a box, at most `length_m`.
  double clear_way_m(geo::Vec3 from, geo::Vec3 direction, double length_m) const;
  const drive::CarState& car() const { return car_.state(); }
  const drive::WalkerState& walker() const { return walker_.state(); }
  std::uint64_t checksum() const;
  // So far; complete at any moment.
  const drive::Recording& recording() const { return recording_; }

 private:
  class Around;
  void reanchor_when_far();
  drive::Point place() const;
  double height_m() const;

  const stream::Provider& provider_;
  geo::Frame local_;
  drive::Car car_;
  drive::Walker walker_;
  double look_rad_ = 0;
  drive::FixedSteps steps_;
  drive::Recording recording_;

  struct Near {  // what a piece brought, to be put into another frame when that moves on
    stream::PieceKey key;
    geo::Frame frame;
    std::vector<content::Collider> colliders;
  };
  drive::BoxGrid boxes_;
  std::vector<Near> near_;  // by key
  geo::Vec3 met_at_;        // where the pieces around were last looked through
  std::uint64_t met_bytes_ = UINT64_MAX;
  bool ground_is_here_ = false;
};

}  // namespace terrane::play
