#include "stage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "terrane/base/quantise.h"

namespace terrane::gallery {
namespace {

using base::Result;

constexpr std::uint32_t k_pool_pages = 8192;
constexpr double k_vertical_fov_rad = 0.6;
constexpr double k_eye_fov_rad = 0.95;  // of one who stands there
constexpr double k_margin = 1.06;       // room around the subject in the picture
constexpr double k_eye_least_m = 1.6;   // above the ground
constexpr double k_clear_m = 4000;

struct Fit {
  geo::Vec3 middle;  // in the subject's frame
  double distance_m = 0;
};

// The distance from which all eight corners of the box are in the picture.
Fit fit_camera(const content::BoundsMm& box, double heading_rad, double pitch_rad, double aspect) {
  double low[3];
  double high[3];
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = base::from_mm(box.min_mm[axis]);
    high[axis] = base::from_mm(box.max_mm[axis]);
  }
  Fit fit;
  fit.middle = {(low[0] + high[0]) * 0.5, (low[1] + high[1]) * 0.5, (low[2] + high[2]) * 0.5};
  const geo::Vec3 forward = geo::direction_of(heading_rad, pitch_rad);
  const geo::Vec3 up = geo::direction_of(heading_rad, pitch_rad + 1.5707963267948966);
  const geo::Vec3 right = geo::cross(forward, up);
  const double tangent_up = std::tan(k_vertical_fov_rad * 0.5);
  const double tangent_right = tangent_up * aspect;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const geo::Vec3 point{(corner & 1) != 0 ? high[0] : low[0],
                          (corner & 2) != 0 ? high[1] : low[1],
                          (corner & 4) != 0 ? high[2] : low[2]};
    const geo::Vec3 p = point - fit.middle;
    const double ahead_m = geo::dot(p, forward);
    const double needed_m = std::max(std::fabs(geo::dot(p, right)) / tangent_right,
                                     std::fabs(geo::dot(p, up)) / tangent_up) *
                            k_margin;
    fit.distance_m = std::max(fit.distance_m, needed_m - ahead_m);
  }
  return fit;
}

// What the streamer would hold of a content, its pages numbered from `next_page` on.
stream::ResidentPiece resident_of(const content::Content& content, const geo::Frame& frame,
                                  std::uint64_t number, std::uint32_t& next_page) {
  stream::ResidentPiece piece;
  piece.key = {number};
  piece.frame = frame;
  piece.bounds = content.bounds();
  for (const content::MeshPage& page : content.mesh_pages) {
    piece.pages.push_back({next_page++});
    piece.page_bounds.push_back(page.bounds);
    piece.page_index_counts.push_back(static_cast<std::uint16_t>(page.indices.size()));
  }
  auto rest = std::make_shared<content::Content>();
  rest->instances = content.instances;
  piece.content = std::move(rest);
  return piece;
}

}  // namespace

Result<std::unique_ptr<Stage>> Stage::open(std::uint32_t width, std::uint32_t height) {
  std::unique_ptr<Stage> stage(new Stage());
  stage->context_ = TERRANE_TRY(gpu::HeadlessContext::open());
  render::RendererOptions options;
  options.pool_pages = k_pool_pages;
  stage->renderer_ = TERRANE_TRY(render::Renderer::create(stage->context_->device(), options));
  gpu::TextureDesc desc;
  desc.label = "picture";
  desc.width = width;
  desc.height = height;
  desc.render_target = true;
  stage->target_ = TERRANE_TRY(stage->context_->device().make_texture(desc));
  stage->aspect_ = static_cast<double>(width) / height;
  return stage;
}

Result<render::Picture> Stage::draw(const Subject& subject, const View& view) {
  std::uint32_t page_count = 0;
  std::vector<stream::ResidentPiece> pieces;
  for (const Part& part : subject.parts) {
    const content::Content& content = part.content;
    pieces.push_back(resident_of(content, part.frame, pieces.size(), page_count));
    if (page_count > k_pool_pages) {
      return base::Error{base::ErrorCode::OutOfRange, "too much to draw",
                         std::to_string(page_count) + " pages",
                         "at most " + std::to_string(k_pool_pages)};
    }
    for (std::size_t page = 0; page < content.mesh_pages.size(); ++page) {
      renderer_->page_sink().write(pieces.back().pages[page], content.mesh_pages[page]);
    }
  }
  std::vector<const stream::ResidentPiece*> drawn;
  for (const stream::ResidentPiece& piece : pieces) drawn.push_back(&piece);

  const double heading_rad = subject.heading_rad + view.turn_rad;
  const Fit fit = fit_camera(subject.focus, heading_rad, view.pitch_rad, aspect_);
  geo::Vec3 eye =
      fit.middle - geo::direction_of(heading_rad, view.pitch_rad) * (fit.distance_m / view.zoom);
  if (subject.eye) eye = *subject.eye;
  eye.y = std::max(eye.y, subject.ground_m + k_eye_least_m);
  render::FrameInput input;
  input.camera.position = subject.frame.to_world(eye);
  input.camera.frame = subject.frame;
  input.camera.heading_rad = heading_rad;
  input.camera.pitch_rad = view.pitch_rad;
  input.camera.vertical_fov_rad = subject.eye ? k_eye_fov_rad : k_vertical_fov_rad;
  input.camera.height_above_ground_m = std::max(k_eye_least_m, eye.y - subject.ground_m);
  input.height_above_surround_m = input.camera.height_above_ground_m;
  input.pieces = drawn;
  input.clear_distance_m = k_clear_m;
  input.hour = view.hour;
  input.surround = subject.surround;
  TERRANE_TRY(renderer_->draw_frame(input, target_));
  return render::read_picture(context_->device(), target_);
}

}  // namespace terrane::gallery
