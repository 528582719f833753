// Draws frames from resident pieces: what is in view, near to far, under a sun and a sky, in fog
// that closes before the nearest place that is not resident. Holds the GPU pool that pieces are
// streamed into. Knows no world and no window; every pipeline is made and drawn once before the
// first picture. Owner thread: the device's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "terrane/base/result.h"
#include "terrane/content/content.h"
#include "terrane/geo/frame.h"
#include "terrane/gpu/device.h"
#include "terrane/render/figures.h"
#include "terrane/render/screen_quads.h"
#include "terrane/render/sight_grid.h"
#include "terrane/stream/pages.h"
#include "terrane/stream/streamer.h"

namespace terrane::render {

struct RendererOptions {
  std::uint32_t pool_pages = 8192;   // 7 KiB each; give the streamer's pool the same number
  std::uint32_t piece_limit = 8192;  // pieces drawn in one frame at most; further ones are left out
  unsigned samples = 4;              // multisampling; lowered to what the device has
  unsigned ssaa = 1;             // drawn that many times wider and higher, then averaged (1 to 4)
  double fog_distance_m = 4000;  // fog is full here at the latest
  double instance_distance_m = 600;  // trees are drawn up to here, small things nearer
  bool shadows = true;
  std::uint32_t shadow_texels = 2048;
  // Draws with each pipeline once, so that drivers which compile late do it while the renderer is
  // made; else each is compiled when it is first needed, or before, as the backend finds time.
  bool warm_up = true;
};

struct Camera {
  geo::Vec3 position;      // world space, metres
  geo::Frame frame;        // local east-up-south frame there; only its axes are used
  double heading_rad = 0;  // 0 north, growing to the left
  double pitch_rad = 0;    // positive up
  double vertical_fov_rad = 1.0;
  // Of the eye above the ground or water below it: haze and backdrop hang on it.
  double height_above_ground_m = 1.7;
};

inline constexpr double k_lowered_m = 7;

struct FrameInput {
  Camera camera;
  std::span<const stream::ResidentPiece* const> pieces;  // borrowed for the call
  double clear_distance_m = 1000;  // Streamer::clear_distance_m(): fog is full before it
  double hour = 10;                // of the local solar day, [0, 24)
  content::Material surround = content::Material::Grass;  // what lies where no piece is
  double height_above_surround_m = 3.2;                   // of the eye
  // What moves, what is marked on the ground and over heads, and what lies over the picture; each
  // borrowed for the call.
  std::span<const Figure> figures;
  std::span<const GroundMark> marks;
  std::span<const Bar> bars;
  std::span<const OverlayQuad> quads;  // drawn in this order
  // A commander looks at this place of the ground (world space): buildings there and on the way to
  // the eye are drawn no higher than k_lowered_m above it. Only with an eye well above that.
  std::optional<geo::Vec3> lowered_at;
  std::string attribution;  // bottom right, always shown when not empty; UTF-8
  std::string caption;      // top left, may have several lines; UTF-8
};

struct FrameReport {
  std::size_t pieces_drawn = 0;
  std::size_t pieces_culled = 0;
  std::size_t pages_drawn = 0;
  std::size_t pages_culled = 0;
  std::size_t pieces_left_out = 0;  // beyond RendererOptions::piece_limit, the farthest
  std::size_t instances_drawn = 0;
  std::size_t instances_left_out = 0;  // beyond what one frame can hold
  std::size_t figures_drawn = 0;       // in view or casting a shadow into it
  std::size_t figures_left_out = 0;    // beyond k_figure_limit, the farthest
  std::size_t marks_left_out = 0;      // beyond k_ground_mark_limit and k_bar_limit
  std::size_t bars_left_out = 0;
  std::size_t quads_left_out = 0;
  std::uint64_t triangles = 0;       // all passes
  std::uint64_t draw_calls = 0;      // all passes
  std::uint64_t pipelines_made = 0;  // since the warm-up: 0
  double fog_end_m = 0;
};

class Renderer {
 public:
  // Makes the pool, every pipeline, and draws each once. The device is borrowed for the renderer's
  // life.
  static base::Result<std::unique_ptr<Renderer>> create(gpu::Device& device,
                                                        const RendererOptions& options = {});
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  // Where the streamer writes pages; the pool holds options.pool_pages of them.
  stream::PageSink& page_sink();

  // What is seen of a battlefield from now on: darkens ground, buildings and figures alike. Costs
  // an upload of the grid; call it when something changed. BadUsage when the grid is empty, wider
  // than the device's textures or not as long as its sides say; the former grid then stays.
  base::Result<void> set_fog_of_war(const SightGrid& grid);
  // Everything is seen.
  void clear_fog_of_war();

  // The picture that quads of OverlayTexture::Minimap show: width * height * 4 bytes, rows from the
  // top. Costs an upload; call it when something changed. BadUsage for a size that does not fit.
  base::Result<void> set_minimap(std::span<const std::uint8_t> rgba, std::uint32_t width,
                                 std::uint32_t height);

  // Draws one frame into `target` (Device::surface(), or an Rgba8Unorm render target), of its size.
  base::Result<FrameReport> draw_frame(const FrameInput& input, gpu::Texture target);

 private:
  Renderer();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace terrane::render
