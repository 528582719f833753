// How a query reaches a server and its reply comes back: plain HTTP GET, one number a query. Not
// who asks, when, or what a reply means (service_fetcher.h). Two implementations: libcurl
// (curl_transport.h) and the browser's fetch() (apps/web/engine/page_fetch.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "terrane/base/result.h"

namespace terrane::fetch {

enum class HttpEnd : std::uint8_t {
  Answered,     // with any status
  TimedOut,     // no answer, or not all of it, in time
  TooLarge,     // more bytes than the limit
  Cut,          // the connection ended in the middle of the body
  Unreachable,  // no such host, refused, no TLS, offline: nobody answers
};
inline constexpr unsigned k_http_end_count = 5;

struct HttpReply {
  std::uint64_t id = 0;
  HttpEnd end = HttpEnd::Answered;
  unsigned status = 0;         // of HTTP
  double retry_after_s = 0;    // the header Retry-After in seconds; 0 without
  std::string body;            // unpacked
  std::string why;             // for the ends that are not Answered, as a part of a sentence
  std::uint64_t received = 0;  // bytes over the network, or of the body where nobody can say
};

// Owner thread for every call; none of them waits.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual void send(std::uint64_t id, const std::string& url) = 0;
  // No reply comes of it any more.
  virtual void cancel(std::uint64_t id) = 0;
  // What has come back since the last call, in the order in which it came.
  virtual std::vector<HttpReply> take() = 0;
  // Who it says it is, for sentences: the User-Agent.
  virtual std::string user_agent() const = 0;
};

// Of http or https with a host and nothing that a name in a list could hide: no user, blank,
// control character, quote, backslash, query or fragment. `where` names it in the error.
base::Result<void> check_service_url(std::string_view url, const std::string& where);
// "overpass-api.de" of "https://overpass-api.de/api/interpreter"; with its port where it has one.
std::string host_of(std::string_view url);
// Everything but letters, digits and -._~ as %XX.
std::string percent_encoded(std::string_view text);

}  // namespace terrane::fetch
