// What must have come over the network before somebody stands at a place of a live world, or builds
// an area of it: asked for once, and whatever fails is said. For worlds that need nothing it is
// over at once. Owner thread; nothing in here waits.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/stream/provider.h"

namespace terrane::world {

class Arrival {
 public:
  // `provider` is borrowed.
  explicit Arrival(const stream::Provider& provider);
  ~Arrival();  // what has not come by then is no longer wanted
  Arrival(const Arrival&) = delete;
  Arrival& operator=(const Arrival&) = delete;

  // The first need of the piece at a position: enough to find a road there.
  void want_place(geo::Vec3 position);
  // All that the pieces need.
  void want(std::span<const stream::PieceKey> pieces);

  // Moves things on; call it often.
  void poll();
  bool is_over() const { return waiting_.empty(); }  // everything has come, or failed
  std::size_t asked() const { return asked_; }
  std::size_t came() const { return bodies_.size(); }
  const std::vector<base::Error>& failures() const { return failures_; }
  // When the first that failed may be asked for again, in seconds from then; 0 when none failed.
  double retry_after_s() const { return retry_after_s_; }
  // The bodies that have come, by URL.
  const std::map<std::string, fetch::Bytes>& bodies() const { return bodies_; }

 private:
  void want(const fetch::Request& request);

  const stream::Provider& provider_;
  fetch::Fetcher* fetcher_;
  std::map<std::uint64_t, std::string> waiting_;  // URL by ticket
  std::map<std::string, fetch::Bytes> bodies_;
  std::vector<base::Error> failures_;
  std::size_t asked_ = 0;
  double retry_after_s_ = 0;
};

}  // namespace terrane::world
