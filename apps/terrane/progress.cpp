#include "progress.h"

#include <unistd.h>

#include <cstdio>

namespace terrane::app {
namespace {

constexpr std::size_t k_bar_width = 40;

}  // namespace

Progress::Progress(std::string what)
    : what_(std::move(what)),
      started_(std::chrono::steady_clock::now()),
      shown_(started_),
      on_terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (visible_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::size_t done, std::size_t total) {
  if (!on_terminal_ || total == 0) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - started_ < std::chrono::seconds(1)) return;
  if (now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  visible_ = true;
  const std::size_t filled = done >= total ? k_bar_width : done * k_bar_width / total;
  const std::string bar = std::string(filled, '#') + std::string(k_bar_width - filled, '.');
  std::fprintf(stderr, "\r\033[K%s [%s] %zu of %zu", what_.c_str(), bar.c_str(), done, total);
}

}  // namespace terrane::app
