// A tour frame by frame, for a spreadsheet (CSV) or for a browser's trace viewer (Chrome trace
// JSON). Collects in memory; the app writes the file. Owner thread.
#pragma once

#include <string>

#include "terrane/play/tour.h"

namespace terrane::play {

enum class TraceFormat { Csv, ChromeJson };

class TourTrace {
 public:
  explicit TourTrace(TraceFormat format);
  void add(const TourFrame& frame);
  // The whole file.
  std::string text() const;

 private:
  TraceFormat format_;
  std::string rows_;
};

}  // namespace terrane::play
