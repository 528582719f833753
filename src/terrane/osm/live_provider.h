// A live place: the map world without a file. Every sector of the Earth is a piece; what it needs
// are the query tiles that its padded rectangle touches, asked of an Overpass server and shared
// with its neighbours; it is then built as a sector of a file is (map_provider.h), to the same
// bytes. One rule of a file's has no like here: a file with a coast anywhere is sea where neither
// coast nor land is near, while a live world, which sees no whole, shows its backdrop there, water
// once any tile had a coast, and land where a sector owns something all the same.
// Source: article "Every sector builds alone".
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "terrane/base/result.h"
#include "terrane/fetch/transport.h"
#include "terrane/stream/provider.h"

namespace terrane::osm {

struct LiveOptions {
  std::string endpoint;  // empty: the public Overpass server
  // Null: this instance fetches nothing and only builds (a message worker).
  std::unique_ptr<fetch::Transport> transport;
  std::function<double()> now_s;  // with a transport: of pauses and retries
  std::uint64_t seed = 0;         // of their jitter
};

// BadUri where the endpoint is no address of a service. Asks nothing yet.
base::Result<std::unique_ptr<stream::Provider>> open_live_map(LiveOptions options);

}  // namespace terrane::osm
