// The named colours of CSS (https://www.w3.org/TR/css-color-4/#named-colors), which is what colour
// tags may say beside hexadecimal.
#pragma once

#include <optional>
#include <string_view>

#include "terrane/content/palette.h"

namespace terrane::osm {

// `name` in lower case.
std::optional<content::Rgb8> css_colour(std::string_view name);

}  // namespace terrane::osm
