#include "peer_socket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Clock = std::chrono::steady_clock;

constexpr double k_send_patience_s = 10;

Error failed(ErrorCode code, const std::string& what, const std::string& where) {
  return {code, what + ": " + std::strerror(errno), where, "a connection to the other process"};
}

int to_ms(double seconds) {
  return static_cast<int>(seconds * 1000.0);
}

void prepare(int handle) {
  const int on = 1;
  setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  fcntl(handle, F_SETFL, fcntl(handle, F_GETFL, 0) | O_NONBLOCK);
}

int connect_to(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return -1;
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(found, freeaddrinfo);
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    const int handle = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (handle < 0) continue;
    if (connect(handle, at->ai_addr, at->ai_addrlen) == 0) return handle;
    close(handle);
  }
  return -1;
}

}  // namespace

PeerSocket::PeerSocket(PeerSocket&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

PeerSocket& PeerSocket::operator=(PeerSocket&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

PeerSocket::~PeerSocket() {
  if (handle_ >= 0) close(handle_);
}

Result<PeerSocket> PeerSocket::host(std::uint16_t port, double patience_s) {
  const std::string where = "127.0.0.1:" + std::to_string(port);
  PeerSocket listener(socket(AF_INET, SOCK_STREAM, 0));
  if (listener.handle_ < 0) return failed(ErrorCode::Unavailable, "no socket can be had", where);
  const int on = 1;
  setsockopt(listener.handle_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  if (bind(listener.handle_, generic, sizeof(address)) != 0 || listen(listener.handle_, 1) != 0) {
    return failed(ErrorCode::Unavailable, "the port cannot be had", where);
  }
  pollfd waiting{listener.handle_, POLLIN, 0};
  if (poll(&waiting, 1, to_ms(patience_s)) <= 0) {
    return Error{ErrorCode::Unavailable, "nobody joined the match", where,
                 "`terrane match … --join " + where + "` within " +
                     std::to_string(static_cast<int>(patience_s)) + " s"};
  }
  const int handle = accept(listener.handle_, nullptr, nullptr);
  if (handle < 0) return failed(ErrorCode::Unavailable, "the peer was gone at once", where);
  prepare(handle);
  return PeerSocket(handle);
}

Result<PeerSocket> PeerSocket::join(const std::string& address, double patience_s) {
  const std::size_t colon = address.rfind(':');
  const std::string port = colon == std::string::npos ? "" : address.substr(colon + 1);
  if (colon == 0 || port.empty() || port.find_first_not_of("0123456789") != std::string::npos) {
    return Error{ErrorCode::BadUsage, "no address and port", "--join " + address,
                 "ADDR:PORT, as in --join 127.0.0.1:7777"};
  }
  const auto until = Clock::now() + std::chrono::duration<double>(patience_s);
  do {
    const int handle = connect_to(address.substr(0, colon), port);
    if (handle >= 0) {
      prepare(handle);
      return PeerSocket(handle);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  } while (Clock::now() < until);
  return failed(ErrorCode::Unavailable, "the match's host is not there", "--join " + address);
}

Result<void> PeerSocket::send(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(handle_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      continue;
    }
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK) {
      return failed(ErrorCode::IoFailed, "the peer is gone", "the peer");
    }
    pollfd waiting{handle_, POLLOUT, 0};
    if (poll(&waiting, 1, to_ms(k_send_patience_s)) == 0) {
      return Error{ErrorCode::IoFailed, "the peer takes nothing any more", "the peer",
                   "a peer that reads"};
    }
  }
  return {};
}

Result<void> PeerSocket::receive(std::vector<std::uint8_t>& bytes, double patience_s) {
  pollfd waiting{handle_, POLLIN, 0};
  const int ready = poll(&waiting, 1, to_ms(patience_s));
  if (ready == 0 || (ready < 0 && errno == EINTR)) return {};
  std::uint8_t chunk[65536];
  while (true) {
    const auto got = recv(handle_, chunk, sizeof(chunk), 0);
    if (got > 0) {
      bytes.insert(bytes.end(), chunk, chunk + got);
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return {};
    if (got == 0 && !bytes.empty()) return {};  // told by the next call
    return Error{ErrorCode::IoFailed, "the peer has left", "the peer", "a peer that plays on"};
  }
}

}  // namespace terrane::app
