// Inputs of builds that several jobs share, such as the map tiles of neighbouring sectors: each
// crosses to a message worker once and is then called by its number, until its owner lets go of it.
// One of each a worker; no thread of its own.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "terrane/fetch/fetcher.h"

namespace terrane::stream {

// The owner's side: what a worker was sent. It holds no input itself.
class SentInputs {
 public:
  struct Named {
    std::uint32_t number = 0;  // from one
    bool is_new = false;       // its bytes must go along
  };
  Named name(const fetch::Bytes& input);
  // Numbers of inputs that nobody here holds any more, each told once.
  std::vector<std::uint32_t> take_forgotten();

 private:
  struct Sent {
    std::weak_ptr<const std::string> input;
    std::uint32_t number = 0;
  };
  std::map<const std::string*, Sent> sent_;  // an address may be given out again
  std::vector<std::uint32_t> forgotten_;
  std::uint32_t last_number_ = 0;
};

// The worker's side.
class HeldInputs {
 public:
  void keep(std::uint32_t number, fetch::Bytes input) { held_[number] = std::move(input); }
  // Null where it has no such number.
  fetch::Bytes find(std::uint32_t number) const;
  void forget(std::uint32_t number) { held_.erase(number); }
  std::size_t size() const { return held_.size(); }

 private:
  std::map<std::uint32_t, fetch::Bytes> held_;
};

}  // namespace terrane::stream
