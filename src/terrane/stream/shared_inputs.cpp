#include "terrane/stream/shared_inputs.h"

#include <utility>

namespace terrane::stream {

SentInputs::Named SentInputs::name(const fetch::Bytes& input) {
  Sent& sent = sent_[input.get()];
  if (sent.number != 0 && !sent.input.expired()) return {sent.number, false};
  if (sent.number != 0) forgotten_.push_back(sent.number);
  sent = {input, ++last_number_};
  return {sent.number, true};
}

std::vector<std::uint32_t> SentInputs::take_forgotten() {
  for (auto at = sent_.begin(); at != sent_.end();) {
    if (!at->second.input.expired()) {
      ++at;
      continue;
    }
    forgotten_.push_back(at->second.number);
    at = sent_.erase(at);
  }
  return std::exchange(forgotten_, {});
}

fetch::Bytes HeldInputs::find(std::uint32_t number) const {
  const auto found = held_.find(number);
  return found == held_.end() ? nullptr : found->second;
}

}  // namespace terrane::stream
