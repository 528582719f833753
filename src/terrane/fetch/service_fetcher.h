// Asks a public service politely, and for many at once: one query a request however many tickets
// want it, at most two at a time, in the order in which they were wanted (a streamer wants the
// nearest first), with the pauses that the service asks for. A reply that is not what was asked for
// is a failure, whatever its status says; a query that is too much is asked in parts. A ticket that
// must wait for a pause fails at once and says when to ask again, so that nobody waits unheard.
// Knows neither the network (transport.h), the clock, nor what is asked. Source: the map rules'
// service rules, https://dev.overpass-api.de/overpass-doc/en/preface/commons.html.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "terrane/base/hash.h"
#include "terrane/fetch/fetcher.h"
#include "terrane/fetch/transport.h"

namespace terrane::fetch {

// Looks at a reply slice by slice, so that no frame pays for a whole one.
class BodyCheck {
 public:
  virtual ~BodyCheck() = default;
  virtual void look(std::string_view slice) = 0;
  struct Verdict {
    bool is_good = false;
    bool wants_parts = false;  // it was too much to ask for at once
    std::string what;          // why it is not good, as a part of a sentence
  };
  virtual Verdict verdict() const = 0;
};

struct ServiceRules {
  std::size_t at_once = 2;
  double busy_wait_s = 30;     // after 429, at least; doubles while it goes on
  double refused_wait_s = 60;  // after 406 and 403: somebody must change something first
  double fault_wait_s = 5;     // after any other failure; doubles with each
  double wait_longest_s = 600;
  // A query that nobody wants any more flies on for so long, since often somebody does again.
  double calling_off_s = 3;
  double jitter_share = 0.25;  // of a wait, added by chance, so that many do not come back at once
  // A day's fair use is 10,000 queries and 1 GB: one run stays well below.
  std::uint64_t queries_max = 5000;
  std::uint64_t bytes_max = 500'000'000;
  std::size_t slice_bytes = 64 * 1024;  // looked at in one collect()
};

struct ServiceHooks {
  std::function<double()> now_s;
  std::uint64_t seed = 0;  // of the jitter
  // Null: every whole reply is good.
  std::function<std::unique_ptr<BodyCheck>()> make_check;
  // The parts of a request, or none where it cannot be cut further. May be null. The parts' bodies
  // are joined in order with k_body_separator between them.
  std::function<std::vector<Request>(const Request&)> split;
  // Told of each body once, before any ticket gets it. May be null.
  std::function<void(const Request&, const Bytes&)> arrived;
};
// An ASCII record separator, which no JSON text holds (RFC 7464).
inline constexpr char k_body_separator = '\x1e';

// Owner thread.
class ServiceFetcher final : public Fetcher {
 public:
  ServiceFetcher(std::unique_ptr<Transport> transport, ServiceRules rules, ServiceHooks hooks);
  ~ServiceFetcher() override;

  void start(std::uint64_t ticket, const Request& request) override;
  std::vector<Delivery> collect() override;
  void cancel(std::uint64_t ticket) override;
  void hurry() override;
  std::optional<Traffic> traffic() const override { return traffic_; }

  // Lets go of what is held, or was given up, and `wanted` is false for. What is not let go of is
  // held for whoever asks next: the bound is the caller's.
  void keep_only(const std::function<bool(const Request&)>& wanted);

 private:
  struct Part;
  struct Entry;
  struct Fault;
  using Entries = std::map<std::string, Entry>;  // by URL

  static bool is_flying(const Entry& entry);
  void take_reply(HttpReply& reply);
  std::optional<Fault> fault_of(const HttpReply& reply) const;
  void look_at_bodies();
  void finish(Entry& entry, Part& part);
  void take_fault(Entry& entry, Part& part, const Fault& fault);
  void complete(Entry& entry);
  void call_off_unwanted();
  void send_next();
  void deliver(std::vector<Delivery>& deliveries);
  double wait_s(double first_s, unsigned times);
  base::Error sentence(const Entry& entry, const std::string& what, double after_s) const;

  std::unique_ptr<Transport> transport_;
  const ServiceRules rules_;
  const ServiceHooks hooks_;
  base::RandomStream jitter_;
  Entries entries_;
  Traffic traffic_;
  std::uint64_t next_id_ = 0;
  std::uint64_t next_turn_ = 0;
  std::size_t flying_ = 0;
  double paused_until_s_ = -1e300;
  std::string pause_what_;
  bool pause_is_asked_for_ = false;  // by the server
  unsigned busy_times_ = 0;          // in a row
};

}  // namespace terrane::fetch
