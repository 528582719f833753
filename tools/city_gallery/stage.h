// A stage for things without a world: holds built contents as a streamer would and draws them with
// the real renderer, from a camera that is fitted to what it should show or stands where it is put.
// Owner thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/content/content.h"
#include "terrane/geo/frame.h"
#include "terrane/gpu/headless_context.h"
#include "terrane/render/picture.h"
#include "terrane/render/renderer.h"

namespace terrane::gallery {

// From where a subject is looked at. Compass headings are as the subject's front has them.
struct View {
  double turn_rad = 0;   // away from straight at the front, to the left
  double pitch_rad = 0;  // positive up
  double hour = 10;      // of the local solar day
  double zoom = 1;       // so many times nearer than where all is in the picture
};

struct Part {
  content::Content content;  // drawn as one piece
  geo::Frame frame;
};

struct Subject {
  std::vector<Part> parts;
  geo::Frame frame;                                       // of what follows
  content::BoundsMm focus;                                // what the camera is fitted to
  double heading_rad = 0;                                 // straight at the front
  std::optional<geo::Vec3> eye;                           // looks from here, not at the focus
  double ground_m = 0;                                    // height of the ground at the middle
  content::Material surround = content::Material::Grass;  // of the land around
  std::size_t vertices = 0;                               // of what is looked at, for the caption
  std::size_t triangles = 0;
  std::size_t instances = 0;
};

class Stage {
 public:
  static base::Result<std::unique_ptr<Stage>> open(std::uint32_t width, std::uint32_t height);
  // Takes the subject's pages into the pool, draws, lets go of them.
  base::Result<render::Picture> draw(const Subject& subject, const View& view);

 private:
  Stage() = default;

  std::unique_ptr<gpu::HeadlessContext> context_;  // before what lives on its device
  std::unique_ptr<render::Renderer> renderer_;
  gpu::Texture target_;
  double aspect_ = 1;
};

}  // namespace terrane::gallery
