#include "tour_output.h"

namespace terrane::app {
namespace {

class MemoryOutput final : public TourOutput {
 public:
  explicit MemoryOutput(std::uint32_t pool_pages) : sink_(pool_pages) {}
  stream::PageSink& sink() override { return sink_; }
  base::Result<void> after_frame(const play::TourFrame&) override { return {}; }
  base::Result<void> finish() override { return {}; }

 private:
  stream::MemoryPageSink sink_;
};

}  // namespace

std::unique_ptr<TourOutput> make_memory_output(std::uint32_t pool_pages) {
  return std::make_unique<MemoryOutput>(pool_pages);
}

}  // namespace terrane::app
