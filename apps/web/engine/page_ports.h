// Message workers of a page: each a Worker object that the page holds in Module.terranePorts, seen
// from the module as a stream::MessagePort. The page's half is apps/web/src/ports.ts. Owner thread:
// the page's main thread.
#pragma once

#include <memory>
#include <vector>

#include "terrane/stream/message_transport.h"

namespace terrane::web {

// One port for each of the first `count` workers that the page started.
std::vector<std::unique_ptr<stream::MessagePort>> page_ports(unsigned count);

// Of the worker's own instance: posts a message to the page, which takes its bytes over.
void post_to_owner(stream::MessageView message);

}  // namespace terrane::web
