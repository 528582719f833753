// Queries by libcurl on a thread of its own, so that no frame waits for a name, a handshake or an
// unpacking. http and https alone, also where a server sends one on; at most three times. Native
// only: a page asks by the browser's fetch().
#pragma once

#include <memory>

#include "terrane/fetch/transport.h"

namespace terrane::fetch {

struct CurlOptions {
  double connect_limit_s = 10;
  double reply_limit_s = 90;  // for the whole; above what a query allows the server itself
  std::uint64_t body_bytes_max = std::uint64_t{64} << 20;  // unpacked
};

// Unavailable when libcurl or a thread cannot be had. The thread ends with the object, whatever
// still flies.
base::Result<std::unique_ptr<Transport>> make_curl_transport(CurlOptions options = {});

}  // namespace terrane::fetch
