// Against sockets of its own on loopback: nothing outside is asked.
#if !defined(__EMSCRIPTEN__)
#include "terrane/fetch/curl_transport.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

namespace terrane::fetch {
namespace {

// Answers one connection with these bytes, and ends it; with none it holds the connection open
// until it is destroyed.
class OneAnswer {
 public:
  explicit OneAnswer(std::string bytes) : bytes_(std::move(bytes)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(listener_, 4) == 0);
    REQUIRE(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~OneAnswer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
    if (held_ >= 0) ::close(held_);
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/x"; }
  const std::string& asked() const { return asked_; }

 private:
  void serve() {
    const int connection = ::accept(listener_, nullptr, nullptr);
    if (connection < 0) return;
    char block[4096];
    const ssize_t count = ::recv(connection, block, sizeof(block), 0);
    if (count > 0) asked_.assign(block, static_cast<std::size_t>(count));
    if (bytes_.empty()) {
      held_ = connection;
      return;
    }
    ::send(connection, bytes_.data(), bytes_.size(), MSG_NOSIGNAL);
    ::close(connection);
  }

  const std::string bytes_;
  std::string asked_;
  int listener_ = -1;
  int held_ = -1;
  unsigned port_ = 0;
  std::thread thread_;
};

std::unique_ptr<Transport> open(CurlOptions options = {}) {
  auto transport = make_curl_transport(options);
  REQUIRE(transport.ok());
  return std::move(transport).value();
}

HttpReply reply_of(Transport& transport) {
  for (int wait = 0; wait < 5000; ++wait) {
    std::vector<HttpReply> replies = transport.take();
    if (!replies.empty()) return replies.front();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  FAIL("no reply within five seconds");
  return {};
}

std::string with_head(const std::string& status, const std::string& headers,
                      const std::string& body, std::size_t length) {
  return "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + std::to_string(length) +
         "\r\nConnection: close\r\n\r\n" + body;
}

}  // namespace

TEST_CASE("a reply comes back whole, and the query says who asks") {
  OneAnswer server(with_head("200 OK", "", "hello", 5));
  const auto transport = open();
  transport->send(17, server.url());
  const HttpReply reply = reply_of(*transport);
  CHECK(reply.id == 17);
  CHECK(reply.end == HttpEnd::Answered);
  CHECK(reply.status == 200);
  CHECK(reply.body == "hello");
  CHECK(reply.received == 5);
  CHECK(server.asked().find("User-Agent: terrane/") != std::string::npos);
  CHECK(server.asked().find(transport->user_agent()) != std::string::npos);
}

TEST_CASE("a refusal keeps its status and when to come back") {
  OneAnswer server(with_head("429 Too Many Requests", "Retry-After: 41\r\n", "no", 2));
  const auto transport = open();
  transport->send(1, server.url());
  const HttpReply reply = reply_of(*transport);
  CHECK(reply.end == HttpEnd::Answered);
  CHECK(reply.status == 429);
  CHECK(reply.retry_after_s == 41);
}

TEST_CASE("cut, silent, oversized, absent and redirected out of the web: each by its name") {
  {
    OneAnswer server(with_head("200 OK", "", "half", 100));
    const auto transport = open();
    transport->send(1, server.url());
    CHECK(reply_of(*transport).end == HttpEnd::Cut);
  }
  {
    OneAnswer server("");
    CurlOptions options;
    options.reply_limit_s = 0.2;
    const auto transport = open(options);
    transport->send(1, server.url());
    CHECK(reply_of(*transport).end == HttpEnd::TimedOut);
  }
  {
    OneAnswer server(with_head("200 OK", "", std::string(2000, 'x'), 2000));
    CurlOptions options;
    options.body_bytes_max = 1000;
    const auto transport = open(options);
    transport->send(1, server.url());
    CHECK(reply_of(*transport).end == HttpEnd::TooLarge);
  }
  {
    const auto transport = open();
    transport->send(1, "http://127.0.0.1:1/");
    const HttpReply reply = reply_of(*transport);
    CHECK(reply.end == HttpEnd::Unreachable);
    CHECK(!reply.why.empty());
  }
  {
    OneAnswer server(with_head("302 Found", "Location: file:///etc/passwd\r\n", "", 0));
    const auto transport = open();
    transport->send(1, server.url());
    CHECK(reply_of(*transport).end == HttpEnd::Unreachable);
  }
}

TEST_CASE("what is called off brings no reply, and ends with what still flies") {
  OneAnswer server("");
  const auto transport = open();
  transport->send(1, server.url());
  transport->send(2, "http://127.0.0.1:1/");
  transport->cancel(1);
  CHECK(reply_of(*transport).id == 2);
  CHECK(transport->take().empty());
  OneAnswer silent("");
  transport->send(3, silent.url());
}

}  // namespace terrane::fetch
#endif
