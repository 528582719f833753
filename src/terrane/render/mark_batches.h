// Marks on the ground and bars over heads: each is one instanced quad whose shape the fragment
// shader draws, so that its edges are smooth at every distance. Buffers of a fixed size. Owner
// thread: the device's.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/geo/frame.h"
#include "terrane/gpu/device.h"
#include "terrane/render/figures.h"
#include "terrane/render/pipelines.h"

namespace terrane::render {

class MarkBatches {
 public:
  static base::Result<std::unique_ptr<MarkBatches>> create(gpu::Device& device);

  // Replaces what is drawn and uploads it. `scene`: the scene's axes, the eye as origin; `local`:
  // what headings are meant in.
  base::Result<void> set(std::span<const GroundMark> marks, std::span<const Bar> bars,
                         const geo::Frame& scene, const geo::Frame& local);
  // Within the scene's pass, after the sky.
  void record(gpu::CommandList& list, const Pipelines& pipelines, gpu::BindGroup frame) const;

  std::size_t marks_left_out() const { return marks_left_out_; }
  std::size_t bars_left_out() const { return bars_left_out_; }

 private:
  // The nearest of those given, by their places.
  struct Near {
    float distance_m = 0;
    std::uint32_t index = 0;
  };
  template <typename Thing>
  std::size_t choose(std::span<const Thing> things, std::size_t limit, const geo::Frame& scene);

  explicit MarkBatches(gpu::Device& device) : device_(device) {}

  gpu::Device& device_;
  gpu::Buffer mark_buffer_;
  gpu::Buffer bar_buffer_;
  std::vector<Near> near_;
  std::vector<MarkRow> mark_rows_;
  std::vector<BarRow> bar_rows_;
  std::size_t marks_left_out_ = 0;
  std::size_t bars_left_out_ = 0;
};

}  // namespace terrane::render
