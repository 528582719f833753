#include "terrane/fetch/fetcher.h"

#include <algorithm>

#include "terrane/fetch/file.h"

namespace terrane::fetch {

void FileFetcher::start(std::uint64_t ticket, const Request& request) {
  waiting_.emplace_back(ticket, request);
}

std::vector<Delivery> FileFetcher::collect() {
  std::vector<Delivery> arrived;
  for (auto& [ticket, request] : waiting_) {
    auto bytes = read_file(request.url);
    if (bytes.ok()) {
      arrived.push_back({ticket, std::make_shared<const std::string>(std::move(bytes).value())});
    } else {
      arrived.push_back({ticket, std::move(bytes).error()});
    }
  }
  waiting_.clear();
  return arrived;
}

void FileFetcher::cancel(std::uint64_t ticket) {
  const auto is_it = [ticket](const auto& waiting) { return waiting.first == ticket; };
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), is_it), waiting_.end());
}

}  // namespace terrane::fetch
