// Queries of a live place by the browser's fetch(), which the page holds in Module.terraneNet, seen
// from the module as a fetch::Transport. The page's half is apps/web/src/fetch_net.ts. Owner
// thread: the page's main thread.
#pragma once

#include <memory>

#include "terrane/fetch/transport.h"

namespace terrane::web {

std::unique_ptr<fetch::Transport> make_page_transport();

}  // namespace terrane::web
