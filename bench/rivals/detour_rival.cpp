#include "detour_rival.h"

#include <DetourCrowd.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "terrane/rts/rules.h"

namespace terrane::rivals {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

template <typename T, void (*Free)(T*)>
struct FreedBy {
  void operator()(T* thing) const { Free(thing); }
};
template <typename T, void (*Free)(T*)>
using Held = std::unique_ptr<T, FreedBy<T, Free>>;

using HeldMesh = Held<rcPolyMesh, rcFreePolyMesh>;
using HeldNavMesh = Held<dtNavMesh, dtFreeNavMesh>;
using HeldCrowd = Held<dtCrowd, dtFreeCrowd>;

// As the demo of the library has them, but for the voxels: half a cell, so that the mesh has the
// cells' own corners.
constexpr float k_voxel_m = 0.5f;
constexpr float k_voxel_height_m = 0.2f;
constexpr float k_agent_height_m = 2.0f;
constexpr float k_agent_climb_m = 0.9f;
constexpr int k_edge_voxels_max = 24;  // 12 m
constexpr float k_outline_error_voxels = 1.3f;
constexpr int k_region_voxels_merge = 20 * 20;
constexpr float k_agent_acceleration_m = 8.0f;
constexpr float k_agent_separation = 2.0f;

float metres(std::int32_t mm) {
  return static_cast<float>(mm) / 1000.0f;
}

Error no_mesh(const char* step) {
  return Error{ErrorCode::BadData, std::string("Recast fails at ") + step, "the battlefield",
               "ground that a mesh can be made of"};
}

// Rasterises each run of open cells of a row as one rectangle.
bool rasterise_cells(rcContext& context, const rts::Battlefield& field,
                     std::span<const std::uint8_t> open, rcHeightfield& heights) {
  constexpr int k_corners[6] = {0, 2, 1, 0, 3, 2};  // two triangles whose normals point up
  constexpr unsigned char k_areas[2] = {RC_WALKABLE_AREA, RC_WALKABLE_AREA};
  for (std::int32_t z = 0; z < field.height_cells; ++z) {
    for (std::int32_t x = 0; x < field.width_cells;) {
      if (open[field.index({x, z})] == 0) {
        ++x;
        continue;
      }
      const std::int32_t first = x;
      while (x < field.width_cells && open[field.index({x, z})] != 0) ++x;
      const float west = metres(field.origin_x_mm + first * rts::k_cell_mm);
      const float east = metres(field.origin_x_mm + x * rts::k_cell_mm);
      const float north = metres(field.origin_z_mm + z * rts::k_cell_mm);
      const float south = metres(field.origin_z_mm + (z + 1) * rts::k_cell_mm);
      const float vertices[12] = {west, 0, north, east, 0, north, east, 0, south, west, 0, south};
      if (!rcRasterizeTriangles(&context, vertices, 4, k_corners, k_areas, 2, heights, 1)) {
        return false;
      }
    }
  }
  return true;
}

Result<HeldMesh> make_mesh(const rts::Battlefield& field, std::span<const std::uint8_t> open) {
  rcContext context(false);
  const float low[3] = {metres(field.origin_x_mm), -1, metres(field.origin_z_mm)};
  const float high[3] = {low[0] + static_cast<float>(field.width_cells), 3,
                         low[2] + static_cast<float>(field.height_cells)};
  int width = 0;
  int depth = 0;
  rcCalcGridSize(low, high, k_voxel_m, &width, &depth);
  const Held<rcHeightfield, rcFreeHeightField> heights(rcAllocHeightfield());
  if (!rcCreateHeightfield(&context, *heights, width, depth, low, high, k_voxel_m,
                           k_voxel_height_m) ||
      !rasterise_cells(context, field, open, *heights)) {
    return no_mesh("the height field");
  }
  const int agent_voxels = static_cast<int>(k_agent_height_m / k_voxel_height_m);
  const int climb_voxels = static_cast<int>(k_agent_climb_m / k_voxel_height_m);
  const Held<rcCompactHeightfield, rcFreeCompactHeightfield> compact(rcAllocCompactHeightfield());
  if (!rcBuildCompactHeightfield(&context, agent_voxels, climb_voxels, *heights, *compact) ||
      !rcBuildDistanceField(&context, *compact) ||
      !rcBuildRegions(&context, *compact, 0, 0, k_region_voxels_merge)) {
    return no_mesh("the regions");
  }
  const Held<rcContourSet, rcFreeContourSet> contours(rcAllocContourSet());
  if (!rcBuildContours(&context, *compact, k_outline_error_voxels, k_edge_voxels_max, *contours)) {
    return no_mesh("the outlines");
  }
  HeldMesh mesh(rcAllocPolyMesh());
  if (!rcBuildPolyMesh(&context, *contours, DT_VERTS_PER_POLYGON, *mesh) || mesh->npolys == 0) {
    return no_mesh("the polygons");
  }
  std::fill_n(mesh->flags, mesh->npolys, static_cast<unsigned short>(1));
  return mesh;
}

Result<HeldNavMesh> make_nav_mesh(const rcPolyMesh& mesh) {
  dtNavMeshCreateParams params = {};
  params.verts = mesh.verts;
  params.vertCount = mesh.nverts;
  params.polys = mesh.polys;
  params.polyAreas = mesh.areas;
  params.polyFlags = mesh.flags;
  params.polyCount = mesh.npolys;
  params.nvp = mesh.nvp;
  params.walkableHeight = k_agent_height_m;
  params.walkableClimb = k_agent_climb_m;
  params.cs = mesh.cs;
  params.ch = mesh.ch;
  params.buildBvTree = true;
  std::copy_n(mesh.bmin, 3, params.bmin);
  std::copy_n(mesh.bmax, 3, params.bmax);
  unsigned char* data = nullptr;
  int size = 0;
  if (!dtCreateNavMeshData(&params, &data, &size)) return no_mesh("the navigation mesh");
  HeldNavMesh nav_mesh(dtAllocNavMesh());
  if (dtStatusFailed(nav_mesh->init(data, size, DT_TILE_FREE_DATA))) {
    dtFree(data);
    return no_mesh("the navigation mesh");
  }
  return nav_mesh;
}

dtCrowdAgentParams agent_of(const Walker& walker) {
  dtCrowdAgentParams agent = {};
  agent.radius = metres(walker.radius_mm);
  agent.height = k_agent_height_m;
  agent.maxAcceleration = k_agent_acceleration_m;
  agent.maxSpeed = metres(walker.speed_mm_per_tick * rts::k_ticks_per_second);
  agent.collisionQueryRange = agent.radius * 12.0f;
  agent.pathOptimizationRange = agent.radius * 30.0f;
  agent.separationWeight = k_agent_separation;
  agent.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO |
                      DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_SEPARATION;
  agent.obstacleAvoidanceType = 1;
  return agent;
}

// The demo's "medium" of its four.
void set_avoidance(dtCrowd& crowd) {
  dtObstacleAvoidanceParams params = *crowd.getObstacleAvoidanceParams(0);
  params.velBias = 0.5f;
  params.adaptiveDivs = 5;
  params.adaptiveRings = 2;
  params.adaptiveDepth = 2;
  crowd.setObstacleAvoidanceParams(1, &params);
}

}  // namespace

struct DetourWalk::Detail {
  HeldNavMesh mesh;
  HeldCrowd crowd;  // ends before its mesh

  Result<void> add(const Walker& walker);
};

Result<void> DetourWalk::Detail::add(const Walker& walker) {
  const dtCrowdAgentParams params = agent_of(walker);
  const float from[3] = {metres(walker.from.x_mm), 0, metres(walker.from.z_mm)};
  const float to[3] = {metres(walker.to.x_mm), 0, metres(walker.to.z_mm)};
  constexpr float k_near_m[3] = {8, 2, 8};
  dtPolyRef goal = 0;
  float goal_place[3] = {};
  crowd->getNavMeshQuery()->findNearestPoly(to, k_near_m, crowd->getFilter(0), &goal, goal_place);
  const int index = crowd->addAgent(from, &params);
  if (index < 0 || goal == 0 || crowd->getAgent(index)->state != DT_CROWDAGENT_STATE_WALKING ||
      !crowd->requestMoveTarget(index, goal, goal_place)) {
    return Error{ErrorCode::BadData, "a walker begins or ends off the mesh", "Detour's crowd",
                 "open ground within 8 m"};
  }
  return {};
}

DetourWalk::DetourWalk(std::unique_ptr<Detail> detail) : detail_(std::move(detail)) {}
DetourWalk::DetourWalk(DetourWalk&&) noexcept = default;
DetourWalk& DetourWalk::operator=(DetourWalk&&) noexcept = default;
DetourWalk::~DetourWalk() = default;

bool DetourWalk::is_in_build() {
  return true;
}

Result<DetourWalk> DetourWalk::make(const rts::Battlefield& field,
                                    std::span<const std::uint8_t> open,
                                    std::span<const Walker> walkers) {
  const HeldMesh mesh = TERRANE_TRY(make_mesh(field, open));
  auto detail = std::make_unique<Detail>();
  detail->mesh = TERRANE_TRY(make_nav_mesh(*mesh));
  detail->crowd.reset(dtAllocCrowd());
  std::int32_t radius_mm_max = 1;
  for (const Walker& walker : walkers) radius_mm_max = std::max(radius_mm_max, walker.radius_mm);
  if (!detail->crowd->init(static_cast<int>(walkers.size()), metres(radius_mm_max),
                           detail->mesh.get())) {
    return no_mesh("the crowd");
  }
  set_avoidance(*detail->crowd);
  for (const Walker& walker : walkers) TERRANE_TRY(detail->add(walker));
  return DetourWalk(std::move(detail));
}

void DetourWalk::step() {
  detail_->crowd->update(1.0f / static_cast<float>(rts::k_ticks_per_second), nullptr);
}

rts::PointMm DetourWalk::place(std::size_t walker) const {
  const float* place = detail_->crowd->getAgent(static_cast<int>(walker))->npos;
  return {static_cast<std::int32_t>(std::lround(place[0] * 1000.0f)),
          static_cast<std::int32_t>(std::lround(place[2] * 1000.0f))};
}

}  // namespace terrane::rivals
