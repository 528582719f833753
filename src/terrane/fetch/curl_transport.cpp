#include "terrane/fetch/curl_transport.h"

#include <curl/curl.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace terrane::fetch {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr char k_user_agent[] =
    "terrane/" TERRANE_VERSION " (walks OpenStreetMap; +https://www.openstreetmap.org/copyright)";
constexpr long k_redirects_max = 3;
constexpr int k_poll_ms = 1000;  // a wake-up ends it sooner

bool start_curl() {
  static const bool started = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return started;
}

struct CleanEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct CleanMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};
using Easy = std::unique_ptr<CURL, CleanEasy>;
using Multi = std::unique_ptr<CURLM, CleanMulti>;

// One query on its way. Lives on the thread alone.
struct Flight {
  Easy easy;
  HttpReply reply;
  std::uint64_t body_bytes_max = 0;
  bool is_too_large = false;
};

std::size_t take_bytes(char* bytes, std::size_t size, std::size_t count, void* to) {
  Flight& flight = *static_cast<Flight*>(to);
  if (flight.reply.body.size() + size * count > flight.body_bytes_max) {
    flight.is_too_large = true;
    return 0;  // ends the transfer
  }
  flight.reply.body.append(bytes, size * count);
  return size * count;
}

void allow_web_only(CURL* easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
}

long milliseconds(double seconds) {
  return static_cast<long>(seconds * 1000 + 0.5);
}

void set_up(Flight& flight, const std::string& url, const CurlOptions& options) {
  CURL* easy = flight.easy.get();
  curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
  curl_easy_setopt(easy, CURLOPT_PRIVATE, &flight);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, k_user_agent);
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");  // all that libcurl unpacks
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_MAXREDIRS, k_redirects_max);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(options.connect_limit_s));
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, milliseconds(options.reply_limit_s));
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_bytes);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &flight);
  allow_web_only(easy);
}

HttpEnd end_of(CURLcode code, bool is_too_large) {
  if (is_too_large) return HttpEnd::TooLarge;
  switch (code) {
    case CURLE_OK:
      return HttpEnd::Answered;
    case CURLE_OPERATION_TIMEDOUT:
      return HttpEnd::TimedOut;
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_WRITE_ERROR:
    case CURLE_HTTP2_STREAM:
      return HttpEnd::Cut;
    default:
      return HttpEnd::Unreachable;
  }
}

void read_outcome(Flight& flight, CURLcode code) {
  CURL* easy = flight.easy.get();
  HttpReply& reply = flight.reply;
  reply.end = end_of(code, flight.is_too_large);
  if (reply.end != HttpEnd::Answered) {
    reply.why = flight.is_too_large
                    ? "more than " + std::to_string(flight.body_bytes_max) + " bytes"
                    : curl_easy_strerror(code);
    reply.body.clear();
  }
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  reply.status = static_cast<unsigned>(std::clamp(status, 0L, 999L));
  curl_off_t number = 0;
  if (curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &number) == CURLE_OK && number > 0) {
    reply.retry_after_s = static_cast<double>(number);
  }
  if (curl_easy_getinfo(easy, CURLINFO_SIZE_DOWNLOAD_T, &number) == CURLE_OK && number > 0) {
    reply.received = static_cast<std::uint64_t>(number);
  }
}

class CurlTransport final : public Transport {
 public:
  CurlTransport(Multi multi, CurlOptions options) : options_(options), multi_(std::move(multi)) {}

  ~CurlTransport() override {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    curl_multi_wakeup(multi_.get());
    if (thread_.joinable()) thread_.join();
    for (auto& [id, flight] : flights_) curl_multi_remove_handle(multi_.get(), flight->easy.get());
  }

  Result<void> start_thread() {
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error& failure) {
      return Error{ErrorCode::Unavailable, std::string("no thread: ") + failure.what(),
                   "the network's thread", "a system that gives one more thread"};
    }
    return {};
  }

  void send(std::uint64_t id, const std::string& url) override {
    {
      const std::lock_guard lock(mutex_);
      to_send_.emplace_back(id, url);
    }
    curl_multi_wakeup(multi_.get());
  }

  void cancel(std::uint64_t id) override {
    {
      const std::lock_guard lock(mutex_);
      to_cancel_.insert(id);
      const auto is_it = [id](const HttpReply& reply) { return reply.id == id; };
      arrived_.erase(std::remove_if(arrived_.begin(), arrived_.end(), is_it), arrived_.end());
    }
    curl_multi_wakeup(multi_.get());
  }

  std::vector<HttpReply> take() override {
    const std::lock_guard lock(mutex_);
    return std::exchange(arrived_, {});
  }

  std::string user_agent() const override { return k_user_agent; }

 private:
  // Everything below runs on the thread.
  void run() {
    while (obey()) {
      int running = 0;
      curl_multi_perform(multi_.get(), &running);
      collect_finished();
      curl_multi_poll(multi_.get(), nullptr, 0, k_poll_ms, nullptr);
    }
  }

  // False at the end.
  bool obey() {
    std::vector<std::pair<std::uint64_t, std::string>> to_send;
    std::set<std::uint64_t> to_cancel;
    {
      const std::lock_guard lock(mutex_);
      if (is_over_) return false;
      to_send.swap(to_send_);
      to_cancel.swap(to_cancel_);
    }
    for (const auto& [id, url] : to_send) {
      if (to_cancel.count(id) == 0) begin(id, url);
    }
    for (const std::uint64_t id : to_cancel) {
      const auto found = flights_.find(id);
      if (found == flights_.end()) continue;
      curl_multi_remove_handle(multi_.get(), found->second->easy.get());
      flights_.erase(found);
    }
    return true;
  }

  void begin(std::uint64_t id, const std::string& url) {
    auto flight = std::make_unique<Flight>();
    flight->easy.reset(curl_easy_init());
    flight->reply.id = id;
    flight->body_bytes_max = options_.body_bytes_max;
    if (flight->easy == nullptr) {
      flight->reply.end = HttpEnd::Unreachable;
      flight->reply.why = "libcurl gives no handle";
      hand_over(std::move(flight->reply));
      return;
    }
    set_up(*flight, url, options_);
    curl_multi_add_handle(multi_.get(), flight->easy.get());
    flights_.emplace(id, std::move(flight));
  }

  void collect_finished() {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      Flight* flight = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &flight);
      read_outcome(*flight, code);
      curl_multi_remove_handle(multi_.get(), flight->easy.get());
      const std::uint64_t id = flight->reply.id;
      hand_over(std::move(flight->reply));
      flights_.erase(id);
    }
  }

  void hand_over(HttpReply reply) {
    const std::lock_guard lock(mutex_);
    if (to_cancel_.count(reply.id) == 0) arrived_.push_back(std::move(reply));
  }

  const CurlOptions options_;
  std::mutex mutex_;  // guards the next four
  std::vector<std::pair<std::uint64_t, std::string>> to_send_;
  std::set<std::uint64_t> to_cancel_;
  std::vector<HttpReply> arrived_;
  bool is_over_ = false;
  Multi multi_;  // the thread's, but for wake-ups
  std::map<std::uint64_t, std::unique_ptr<Flight>> flights_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Transport>> make_curl_transport(CurlOptions options) {
  Multi multi(start_curl() ? curl_multi_init() : nullptr);
  if (multi == nullptr) {
    return Error{ErrorCode::Unavailable, "libcurl does not start", "the network",
                 "a libcurl that does"};
  }
  auto transport = std::make_unique<CurlTransport>(std::move(multi), options);
  TERRANE_TRY(transport->start_thread());
  return std::unique_ptr<Transport>(std::move(transport));
}

}  // namespace terrane::fetch
