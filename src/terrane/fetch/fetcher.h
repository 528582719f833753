// What a piece needs from elsewhere, and who brings it. The streamer starts fetches and collects
// them; it never waits. A failure is a value like any other.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "terrane/base/result.h"

namespace terrane::fetch {

using Bytes = std::shared_ptr<const std::string>;  // immutable once delivered

struct Request {
  std::string url;  // a path for files
  friend bool operator==(const Request&, const Request&) = default;
};

struct Delivery {
  std::uint64_t ticket = 0;
  base::Result<Bytes> body;
};

class Fetcher {
 public:
  virtual ~Fetcher() = default;
  // Owner thread. `ticket` comes back with the delivery; returns at once.
  virtual void start(std::uint64_t ticket, const Request& request) = 0;
  // Owner thread. What has arrived since the last call.
  virtual std::vector<Delivery> collect() = 0;
};

// Reads files when collected; for worlds whose parts lie in a folder.
class FileFetcher final : public Fetcher {
 public:
  void start(std::uint64_t ticket, const Request& request) override;
  std::vector<Delivery> collect() override;

 private:
  std::vector<std::pair<std::uint64_t, Request>> waiting_;
};

}  // namespace terrane::fetch
