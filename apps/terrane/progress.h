// A progress bar on standard error, shown only where that is a terminal and only for what takes
// longer than a second. Owner thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace terrane::app {

class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();  // wipes the bar
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done, std::size_t total);

 private:
  std::string what_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point shown_;
  bool on_terminal_;
  bool visible_ = false;
};

}  // namespace terrane::app
