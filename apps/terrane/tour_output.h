// Where a tour's pages go and what is made of its frames: memory of the pool's size, or a graphics
// device that draws them. Owner thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "terrane/base/result.h"
#include "terrane/play/tour.h"
#include "terrane/stream/pages.h"

namespace terrane::app {

class TourOutput {
 public:
  virtual ~TourOutput() = default;
  virtual stream::PageSink& sink() = 0;
  virtual base::Result<void> after_frame(const play::TourFrame& frame) = 0;
  // Writes what is to be kept, once the tour is over.
  virtual base::Result<void> finish() = 0;
};

// Copies every byte, draws nothing.
std::unique_ptr<TourOutput> make_memory_output(std::uint32_t pool_pages);

struct DrawnTourOptions {
  std::uint32_t pool_pages = 0;
  std::uint64_t frames = 0;  // of the whole tour
  bool draw_every_frame = false;
  std::string sheet_path;  // a contact sheet of pictures spread over the tour; empty for none
};
// Native only. Unavailable without a graphics driver. The provider is borrowed.
base::Result<std::unique_ptr<TourOutput>> make_drawn_output(const stream::Provider& provider,
                                                            const DrawnTourOptions& options);

}  // namespace terrane::app
