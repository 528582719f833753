// What a piece needs from elsewhere, and who brings it. The streamer starts fetches and collects
// them; it never waits. A failure is a value like any other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terrane/base/result.h"

namespace terrane::fetch {

using Bytes = std::shared_ptr<const std::string>;  // immutable once delivered

struct Request {
  std::string url;     // a path for files
  std::string name{};  // what it is, for sentences: "map tile 15/17058/11948"; may be empty
  friend bool operator==(const Request&, const Request&) = default;
};

struct Delivery {
  std::uint64_t ticket = 0;
  base::Result<Bytes> body;
  // After a failure: asking again sooner only brings the same failure. 0: whenever one likes.
  double retry_after_s = 0;
};

// What really went over the network, however many asked for it.
struct Traffic {
  std::uint64_t queries = 0;
  std::uint64_t bytes = 0;
};

class Fetcher {
 public:
  virtual ~Fetcher() = default;
  // Owner thread. `ticket` comes back with the delivery; returns at once.
  virtual void start(std::uint64_t ticket, const Request& request) = 0;
  // Owner thread. What has arrived since the last call.
  virtual std::vector<Delivery> collect() = 0;
  // Owner thread. Nobody wants it any more: no delivery comes of it.
  virtual void cancel(std::uint64_t ticket) = 0;
  // Owner thread. Somebody asks by hand: what failed may be asked for again at once, but for pauses
  // that a server asked for.
  virtual void hurry() {}
  // Nothing where every start is a query of its own.
  virtual std::optional<Traffic> traffic() const { return std::nullopt; }
};

// Reads files when collected; for worlds whose parts lie in a folder.
class FileFetcher final : public Fetcher {
 public:
  void start(std::uint64_t ticket, const Request& request) override;
  std::vector<Delivery> collect() override;
  void cancel(std::uint64_t ticket) override;

 private:
  std::vector<std::pair<std::uint64_t, Request>> waiting_;
};

}  // namespace terrane::fetch
