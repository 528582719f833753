#include "terrane/fetch/fetcher.h"

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

}  // namespace terrane::fetch
