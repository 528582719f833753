// The page's graphics device, for files beside page_main.cpp that make one.
#pragma once

#include <memory>

#include "terrane/gpu/device.h"

namespace terrane::web {

// Takes the place of the device there was; its way and its WebGL context go with it.
void replace_device(std::unique_ptr<gpu::Device> device);

}  // namespace terrane::web
