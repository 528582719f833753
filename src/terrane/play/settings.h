// What a person prefers, kept between visits: natively in the platform's usual folder, on the page
// by the browser. Never part of a world, a drive or a match. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "terrane/play/controls.h"

namespace terrane::play {

struct Settings {
  bool miles = false;            // units: kilometres or miles
  bool fullscreen = false;       // native window
  bool streaming_panel = false;  // shown from the start
  double hour = 10;              // of the local solar day, [0, 24)
  Bindings bindings;
};

// Of what was stored. What is missing keeps its default; what cannot be meant does as well and adds
// a sentence to `ignored`, so that a damaged file never keeps anybody out.
Settings read_settings(std::string_view json, std::vector<std::string>& ignored);
std::string write_settings(const Settings& settings);

}  // namespace terrane::play
