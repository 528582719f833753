// Opens a world by its URI: the only part that knows every provider. Reading the file happens here,
// so this may take as long as the file is large.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "terrane/base/result.h"
#include "terrane/fetch/transport.h"
#include "terrane/stream/provider.h"
#include "terrane/world/world_uri.h"

namespace terrane::world {

// A seed for `city:` from the system's randomness, small enough to be typed again.
std::uint64_t draw_seed();

// Where a file that comes with the engine lies, by its path under data/: in the installed share
// folder beside the executable, or in the source tree it was built from. NotFound names each place.
base::Result<std::string> data_path(std::string_view file);
// The town's.
base::Result<std::string> town_path();

// The file of a map world: its own, or the town's. For whoever reads the file beside the provider
// (`extract`, `info`).
base::Result<std::string> map_path(const WorldName& name);

// How a live place reaches its server. By default libcurl natively, and nothing in WebAssembly: a
// page gives the browser's, and a message worker needs none, since it only builds.
using MakeTransport = std::function<base::Result<std::unique_ptr<fetch::Transport>>()>;

// `info().uri` of the provider repeats the world exactly. A live place asks nothing yet.
base::Result<std::unique_ptr<stream::Provider>> open_world(
    const WorldName& name, const MakeTransport& make_transport = {});
base::Result<std::unique_ptr<stream::Provider>> open_world(
    std::string_view uri, const MakeTransport& make_transport = {});

}  // namespace terrane::world
