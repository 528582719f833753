// What the streamer knows of a world. A provider says which pieces an observer needs, what each
// needs fetched, and builds one. `build_on_worker` is a pure function of (world, request, inputs):
// the same one runs in a worker, in the inline fallback, in `digest`, `verify` and the tests.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/base/result.h"
#include "terrane/content/content.h"
#include "terrane/content/plan.h"
#include "terrane/fetch/fetcher.h"
#include "terrane/geo/frame.h"
#include "terrane/stream/observer.h"

namespace terrane::stream {

// Stable and unique in its world.
struct PieceKey {
  std::uint64_t value = 0;
  friend constexpr bool operator==(PieceKey, PieceKey) = default;
  friend constexpr bool operator<(PieceKey a, PieceKey b) { return a.value < b.value; }
};

struct PieceKeyHash {
  std::size_t operator()(PieceKey key) const {
    return static_cast<std::size_t>(base::mix64(key.value));
  }
};

struct WantedPiece {
  PieceKey key;
  std::uint8_t lod = 0;  // 0 is full detail
  bool within_reach =
      true;         // inside the selector's stated reach; beyond it the piece is prefetched
  double cost = 0;  // metres of weighted way or distance; the selection is sorted by it
};

// Why a selector stopped; a report says which.
enum class SelectionEnd { ReachedCostLimit, ReachedPieceLimit, RanOutOfWorld };

struct Selection {
  std::vector<WantedPiece> pieces;  // cheapest first; ties by key
  SelectionEnd end = SelectionEnd::ReachedCostLimit;
  // Pieces within the stated reach that the piece limit left out (for missing_at_view_ratio).
  std::vector<WantedPiece> left_out;
  // Within this of every observer, in any direction, nothing is left out; 0 where the selector
  // cannot say so of a circle (a road walk), which then lists the first pieces past its end
  // instead.
  double complete_radius_m = 0;
  std::vector<PieceKey> beyond;
  // Growing stopped at limits.growth_limit: the same again selects more. Ask in the next frame.
  bool is_partial = false;
};

// Limits of the selectors; a provider uses those of the selector it has (ring or road walk).
struct SelectionLimits {
  double load_radius_m = 1000.0;    // ring: nearest point of the piece; too low shows empty land
  double unload_radius_m = 1300.0;  // ring: > load radius, or pieces on the border thrash
  double reach_m = 760.0;           // road walk: weighted metres ahead that must be resident
  // Road walk: fetches to reach_m x this by road, also to the side, so that a turn finds what it
  // turns to already there. Above k_fetch_weight_behind (road_walk.h), or turning right round, say
  // at a dead end, shows gaps.
  double prefetch_factor = 1.5;
  std::uint32_t piece_limit = 4000;  // road walk: stops here at the latest, and says so
  // Road walk: junctions that one selection may come to for the first time, which costs up to 0.2
  // ms each. No limit by default; the streamer sets one.
  std::uint32_t growth_limit = UINT32_MAX;
};

enum class InputScope : std::uint8_t {
  Padded,      // exactly the piece's own padded input: what a streamed build may see
  Everything,  // all the world holds: more data than the pad must never change a result (`verify`)
};

struct BuildRequest {
  PieceKey key;
  std::uint8_t lod = 0;
  InputScope scope = InputScope::Padded;
};

// Half-open rectangle of an area option: metres of the plane (x, z) or degrees (lon, lat).
struct Area {
  double min_x = 0;  // west
  double min_y = 0;  // south in degrees; north (smallest z) in metres
  double max_x = 0;
  double max_y = 0;
};

struct WorldInfo {
  std::string uri;          // repeats the world exactly
  bool geographic = false;  // positions are ECEF and areas degrees; else the plane and metres
  std::string attribution;  // must be shown with every picture; empty for the city
  std::uint64_t rules_digest = 0;  // changes with any rule that changes content
  geo::Frame start;                // local frame at the default place to stand
  double start_heading_rad = 0;
  std::uint8_t lod_count = 1;
  // What lies where no piece is: the renderer's backdrop out to the horizon. The one member that a
  // world may change while it is open, on the owner thread: a live one learns that it has a coast.
  content::Material surround = content::Material::Grass;
  double surround_height_m = 0;  // above the reference surface
};

// One stretch of road as a traveller sees it: used by `tour` and by road walks.
struct RoadPlace {
  geo::Vec3 position;  // world space, on the road's surface
  geo::Vec3 forward;   // unit
};

// What the road is called that somebody is on. UTF-8 as the source has it, never trusted as markup.
struct RoadName {
  std::string street;    // empty where it has no name
  std::string district;  // empty where the world has none
};
inline constexpr double k_on_road_m = 30;  // from its middle or, on a map, from its edge

// A camera or car that follows roads. Owner thread.
class RoadFollower {
 public:
  virtual ~RoadFollower() = default;
  virtual RoadPlace place() const = 0;
  // Moves on by `distance_m` >= 0: the most important way ahead first, turns by hash of `seed`,
  // turns round rather than leave the data.
  virtual void advance(double distance_m) = 0;
};

// What one worker with a world of its own was told of the state that builds ask for. Kept by
// whoever talks to the worker, read and written by Provider::changes_for() alone; a new worker
// knows nothing.
struct WorkerKnowledge {
  struct Record {
    std::uint64_t id = 0;       // the provider's own
    std::uint64_t version = 0;  // what of it the worker has
  };
  std::uint64_t signature = 0;  // change_signature() when it was told last
  std::vector<Record> records;  // sorted by id
};

class Provider {
 public:
  virtual ~Provider() = default;

  // Any thread; immutable after opening.
  virtual const WorldInfo& info() const = 0;
  virtual geo::Frame piece_frame(PieceKey key) const = 0;
  // The local east-up-south frame at a world position, at its own height.
  virtual geo::Frame frame_at(geo::Vec3 position) const = 0;
  // Height of the ground above the reference surface (plane y = 0, ellipsoid) at a world position.
  virtual double ground_height_m(geo::Vec3 position) const = 0;
  // Rough bounds of a piece in its own frame before it is built, for view tests and costs.
  virtual content::BoundsMm rough_bounds(PieceKey key) const = 0;

  // Owner thread. Pieces wanted by any observer. `resident` are the keys now held (resident or on
  // their way, so that no selection depends on how fast builds are), sorted, so that a ring can
  // keep what lies between its two radii. Positions that are not finite are refused by name.
  virtual base::Result<Selection> select(std::span<const Observer> observers,
                                         const SelectionLimits& limits,
                                         std::span<const PieceKey> resident) = 0;
  // Owner thread. Lets go of what is far from every observer in the provider's own state.
  virtual void evict_far(std::span<const Observer> observers) { static_cast<void>(observers); }
  // Owner thread. What must be fetched before the piece can be built, in the order of the inputs.
  virtual std::vector<fetch::Request> needs(PieceKey key) const {
    static_cast<void>(key);
    return {};
  }

  // Owner thread. Who brings what needs() names, for as long as the world is open; null where
  // nothing is needed, or this build has no network.
  virtual fetch::Fetcher* fetcher() const { return nullptr; }

  // Any thread; pure. `inputs` are the bodies of needs(key). An error means that the piece cannot
  // be had; faulty objects inside it are warnings of the content.
  virtual base::Result<content::Content> build_on_worker(
      const BuildRequest& request, std::span<const fetch::Bytes> inputs) const = 0;

  // Owner thread. Another number after anything changed that a build may ask for besides its
  // inputs; always 0 in a world that is a pure function of its name.
  virtual std::uint64_t change_signature() const { return 0; }
  // Owner thread. The difference between what a worker knows and what there is, for apply_changes()
  // of a provider of the same world; `knowledge` is as if it had been applied.
  virtual std::vector<std::uint8_t> changes_for(WorkerKnowledge& knowledge) const {
    knowledge.signature = change_signature();
    return {};
  }
  // Of a worker's own provider, while it does not build: from the first changes on it mirrors
  // another and no longer grows by itself. BadData, and nothing applied, for what changes_for() of
  // another state, or nobody, wrote.
  virtual base::Result<void> apply_changes(std::span<const std::uint8_t> changes) {
    if (changes.empty()) return {};
    return base::Error{base::ErrorCode::BadData, "changes for a world that never changes",
                       info().uri, "none"};
  }

  // Any thread. Every piece of an area, sorted by key; without an area all that the world holds
  // (the city: the 600 m around the origin).
  virtual base::Result<std::vector<PieceKey>> pieces_in(const Area* area) const = 0;
  // Any thread. The pieces that may share a border with `key`, sorted.
  virtual std::vector<PieceKey> neighbours(PieceKey key) const = 0;
  // Objects of the area that some piece must own, for `verify`; sorted by kind and id, none twice.
  virtual std::vector<content::OwnedObject> objects_in(std::span<const PieceKey> pieces) const = 0;

  // Any thread. The area as a map shows it; without one, what pieces_in() gives without one.
  // Unavailable where a world draws no map.
  virtual base::Result<content::Plan> plan_in(const Area* area) const {
    static_cast<void>(area);
    return base::Error{base::ErrorCode::Unavailable, "this world draws no map", info().uri,
                       "a city or a map world"};
  }

  // Owner thread. Of the road nearest to a position, within k_on_road_m, among those that stand:
  // asking changes nothing, in no world.
  virtual RoadName road_name_at(geo::Vec3 position) const {
    static_cast<void>(position);
    return {};
  }

  // Owner thread. Follows the road nearest to `start`; null where the world has no road.
  virtual std::unique_ptr<RoadFollower> follow_roads(geo::Vec3 start, double heading_rad,
                                                     std::uint64_t seed) const = 0;
};

}  // namespace terrane::stream
