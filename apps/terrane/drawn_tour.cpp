#include <cstdio>
#include <utility>
#include <vector>

#include "headless_scene.h"
#include "tour_output.h"

namespace terrane::app {
namespace {

using base::Result;

// Small, since a software renderer may have to draw every frame of it.
constexpr std::uint32_t k_width = 640;
constexpr std::uint32_t k_height = 360;
constexpr unsigned k_sheet_columns = 3;
constexpr std::uint64_t k_sheet_pictures = 9;

class DrawnOutput final : public TourOutput {
 public:
  DrawnOutput(const stream::Provider& provider, const DrawnTourOptions& options,
              std::unique_ptr<HeadlessScene> scene)
      : provider_(provider), options_(options), scene_(std::move(scene)) {}

  stream::PageSink& sink() override { return scene_->page_sink(); }

  Result<void> after_frame(const play::TourFrame& frame) override {
    const bool kept = is_kept(frame.number);
    if (!kept && !options_.draw_every_frame) return {};
    TERRANE_TRY(
        scene_->draw(provider_, *frame.streamer, play::view_along(provider_, frame.observer)));
    if (!kept) return {};
    pictures_.push_back(TERRANE_TRY(scene_->picture()));
    char caption[64];
    std::snprintf(caption, sizeof(caption), "after %.1f s, %zu pieces", frame.time_s,
                  frame.streamer->report().resident);
    captions_.emplace_back(caption);
    return {};
  }

  Result<void> finish() override {
    if (options_.sheet_path.empty()) return {};
    std::vector<render::CaptionedPicture> captioned;
    for (std::size_t index = 0; index < pictures_.size(); ++index) {
      captioned.push_back({&pictures_[index], captions_[index]});
    }
    const render::Picture sheet = render::contact_sheet(captioned, k_sheet_columns, k_width);
    return write_png(sheet, options_.sheet_path);
  }

 private:
  // The last frame of each of k_sheet_pictures equal parts of the tour.
  bool is_kept(std::uint64_t number) const {
    if (options_.sheet_path.empty()) return false;
    const auto part = [this](std::uint64_t n) { return n * k_sheet_pictures / options_.frames; };
    return part(number) != part(number + 1);
  }

  const stream::Provider& provider_;
  DrawnTourOptions options_;
  std::unique_ptr<HeadlessScene> scene_;
  std::vector<render::Picture> pictures_;
  std::vector<std::string> captions_;
};

}  // namespace

Result<std::unique_ptr<TourOutput>> make_drawn_output(const stream::Provider& provider,
                                                      const DrawnTourOptions& options) {
  auto scene = TERRANE_TRY(HeadlessScene::open(k_width, k_height, options.pool_pages));
  return std::unique_ptr<TourOutput>(
      std::make_unique<DrawnOutput>(provider, options, std::move(scene)));
}

}  // namespace terrane::app
