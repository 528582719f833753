// A way in the native window: input in, pictures out, the HUD over them, until it is closed. Native
// only. Owner thread: the main thread.
#pragma once

#include <memory>
#include <string>

#include "terrane/base/result.h"
#include "terrane/gpu/window.h"
#include "terrane/play/settings.h"
#include "terrane/play/way.h"

namespace terrane::app {

struct WayWindowOptions {
  double seconds = 0;         // close after so long; 0: when asked to
  std::string frames_folder;  // each frame goes there as a numbered PNG; empty: none
};

// Unavailable without a display: names `terrane render`.
base::Result<std::unique_ptr<gpu::Window>> open_window(const std::string& title);

// What the person prefers: kept in terrane/settings.json in the platform's folder for settings
// ($XDG_CONFIG_HOME, else ~/.config). Without such a file the defaults; what is wrong in it is told
// on standard error and left out.
play::Settings load_settings();

// Returns when the window is closed, the player ends it, or the time is over. Settings that changed
// on the way are stored again.
base::Result<void> run_way(gpu::Window& window, play::Way& way, const WayWindowOptions& options,
                           play::Settings settings);

}  // namespace terrane::app
