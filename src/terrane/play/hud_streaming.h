// The streaming panel of every way's HUD, from what streams. Owner thread.
#pragma once

#include "terrane/play/frame_times.h"
#include "terrane/play/hud.h"
#include "terrane/play/live_world.h"
#include "terrane/render/renderer.h"

namespace terrane::play {

// Fills `hud.streaming` and, until the first world stands, `hud.caption`.
void describe_streaming(const LiveWorld& live, const FrameTimes& times,
                        const render::FrameReport& frame, Hud& hud);

}  // namespace terrane::play
