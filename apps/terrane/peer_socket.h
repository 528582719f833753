// One TCP connection to the other process of a match: bytes out and in, never waiting longer than
// asked. Loopback unless an address says otherwise. Not in WebAssembly. Owner thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "terrane/base/result.h"

namespace terrane::app {

class PeerSocket {
 public:
  // Listens on 127.0.0.1 and waits for one peer. Unavailable when the port is taken or nobody
  // comes in time.
  static base::Result<PeerSocket> host(std::uint16_t port, double patience_s);
  // `ADDR:PORT`. Tries again until the host is there or the time is over.
  static base::Result<PeerSocket> join(const std::string& address, double patience_s);

  PeerSocket(PeerSocket&& other) noexcept;
  PeerSocket& operator=(PeerSocket&& other) noexcept;
  ~PeerSocket();

  // Sends all of it. IoFailed when the peer is gone, or takes nothing for ten seconds.
  base::Result<void> send(std::span<const std::uint8_t> bytes);
  // Appends what has come, waiting at most so long for the first byte. IoFailed when the peer has
  // closed.
  base::Result<void> receive(std::vector<std::uint8_t>& bytes, double patience_s);

 private:
  explicit PeerSocket(int handle) : handle_(handle) {}
  int handle_ = -1;
};

}  // namespace terrane::app
