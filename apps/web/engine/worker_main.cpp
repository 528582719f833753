// The module's second instance, in a message worker: what its script calls with each message of the
// page.
#include <emscripten.h>

#include <filesystem>
#include <memory>

#include "page_ports.h"
#include "terrane/fetch/file.h"
#include "terrane/stream/message_worker.h"
#include "terrane/world/open_world.h"

namespace terrane::web {
namespace {

// A map's file is put where its URI looks for it, in this instance's own file system.
base::Result<std::unique_ptr<stream::Provider>> open_sent_world(const stream::LoadMessage& load) {
  if (load.file != nullptr) {
    std::error_code error;
    const std::filesystem::path path = load.file_name;
    std::filesystem::create_directories(path.parent_path(), error);
    TERRANE_TRY(fetch::write_file(load.file_name, *load.file));
  }
  return world::open_world(load.uri);
}

stream::MessageWorker& worker() {
  static stream::SteadyClock clock;
  static stream::MessageWorker the_worker(open_sent_world, post_to_owner, clock);
  return the_worker;
}

}  // namespace
}  // namespace terrane::web

extern "C" EMSCRIPTEN_KEEPALIVE void terrane_worker_receive(const unsigned char* bytes,
                                                            unsigned size) {
  terrane::web::worker().receive({bytes, size});
}
