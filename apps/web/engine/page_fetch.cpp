#include "page_fetch.h"

#include <emscripten.h>

#include <cstdlib>

// The functions below are JavaScript; `Module` is the instance of this very module.
// clang-format off
EM_JS(void, terrane_net_send, (double id, const char* url), {
  Module["terraneNet"].send(id, UTF8ToString(url));
});
EM_JS(void, terrane_net_cancel, (double id), {
  Module["terraneNet"].cancel(id);
});
// Whether a reply has come; it is then the one that the next four speak of.
EM_JS(int, terrane_net_next, (), {
  return Module["terraneNet"].next() ? 1 : 0;
});
// 0 id, 1 end, 2 status, 3 seconds of Retry-After, 4 bytes of the body.
EM_JS(double, terrane_net_number, (int which), {
  const reply = Module["terraneNet"].reply;
  return [reply.id, reply.end, reply.status, reply.retryAfterS, reply.body.byteLength][which];
});
EM_JS(void, terrane_net_body, (char* bytes), {
  HEAPU8.set(Module["terraneNet"].reply.body, bytes);
});
EM_JS(char*, terrane_net_why, (), {
  const text = Module["terraneNet"].reply.why;
  const size = lengthBytesUTF8(text) + 1;
  const at = _malloc(size);
  stringToUTF8(text, at, size);
  return at;
});
EM_JS(char*, terrane_net_agent, (), {
  const text = navigator.userAgent;
  const size = lengthBytesUTF8(text) + 1;
  const at = _malloc(size);
  stringToUTF8(text, at, size);
  return at;
});
// clang-format on

namespace terrane::web {
namespace {

std::string taken(char* text) {
  std::string copy = text;
  std::free(text);
  return copy;
}

fetch::HttpReply read_reply() {
  fetch::HttpReply reply;
  reply.id = static_cast<std::uint64_t>(terrane_net_number(0));
  const auto end = static_cast<unsigned>(terrane_net_number(1));
  reply.end = end < fetch::k_http_end_count ? static_cast<fetch::HttpEnd>(end)
                                            : fetch::HttpEnd::Unreachable;
  reply.status = static_cast<unsigned>(terrane_net_number(2));
  reply.retry_after_s = terrane_net_number(3);
  reply.body.resize(static_cast<std::size_t>(terrane_net_number(4)));
  if (!reply.body.empty()) terrane_net_body(reply.body.data());
  reply.received = reply.body.size();
  reply.why = taken(terrane_net_why());
  return reply;
}

class PageTransport final : public fetch::Transport {
 public:
  // A page's numbers are exact up to 2^53, and nobody asks so often.
  void send(std::uint64_t id, const std::string& url) override {
    terrane_net_send(static_cast<double>(id), url.c_str());
  }
  void cancel(std::uint64_t id) override { terrane_net_cancel(static_cast<double>(id)); }
  std::vector<fetch::HttpReply> take() override {
    std::vector<fetch::HttpReply> replies;
    // One a frame: copying a body takes a while.
    if (terrane_net_next() != 0) replies.push_back(read_reply());
    return replies;
  }
  std::string user_agent() const override { return taken(terrane_net_agent()); }
};

}  // namespace

std::unique_ptr<fetch::Transport> make_page_transport() {
  return std::make_unique<PageTransport>();
}

}  // namespace terrane::web
