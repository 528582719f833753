#include "terrane/fetch/service_fetcher.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace terrane::fetch {

// One query, or one of the parts of a request that was too much.
struct ServiceFetcher::Part {
  enum class State : std::uint8_t { Waiting, Flying, Looked, Done };
  Request request;
  State state = State::Waiting;
  std::uint64_t id = 0;  // while it flies
  std::string body;
  std::unique_ptr<BodyCheck> check;  // while it is looked at
  std::size_t looked_bytes = 0;
};

struct ServiceFetcher::Entry {
  Request request;
  std::vector<std::uint64_t> tickets;
  std::uint64_t turn = 0;  // of the first that wanted it
  std::vector<Part> parts;
  Bytes body;                              // once it is whole
  std::optional<double> unwanted_since_s;  // while it has no ticket
  unsigned attempts = 0;
  double retry_at_s = -1e300;  // after a failure
  std::string what;            // went wrong
};

struct ServiceFetcher::Fault {
  std::string what;
  double wait_s = 0;        // the first time
  bool of_service = false;  // everybody must wait, not only this request
  bool wants_parts = false;
  bool is_asked_for = false;  // the wait: by the server, so that nobody may hurry it
};

namespace {

constexpr double k_closer_s = 1e-6;  // a wait that is as good as over

std::string status_text(unsigned status) {
  return "HTTP " + std::to_string(status);
}

}  // namespace

ServiceFetcher::ServiceFetcher(std::unique_ptr<Transport> transport, ServiceRules rules,
                               ServiceHooks hooks)
    : transport_(std::move(transport)),
      rules_(rules),
      hooks_(std::move(hooks)),
      jitter_(hooks_.seed) {}

ServiceFetcher::~ServiceFetcher() = default;

// Whether a part of it is on its way, or here and not yet judged.
bool ServiceFetcher::is_flying(const Entry& entry) {
  return std::any_of(entry.parts.begin(), entry.parts.end(), [](const Part& part) {
    return part.state == Part::State::Flying || part.state == Part::State::Looked;
  });
}

void ServiceFetcher::start(std::uint64_t ticket, const Request& request) {
  Entry& entry = entries_[request.url];
  if (entry.tickets.empty()) entry.turn = ++next_turn_;
  entry.tickets.push_back(ticket);
  if (entry.body == nullptr && entry.parts.empty()) {
    entry.request = request;
    entry.parts.emplace_back();
    entry.parts.back().request = request;
  }
}

void ServiceFetcher::cancel(std::uint64_t ticket) {
  for (auto at = entries_.begin(); at != entries_.end(); ++at) {
    Entry& entry = at->second;
    const auto found = std::find(entry.tickets.begin(), entry.tickets.end(), ticket);
    if (found == entry.tickets.end()) continue;
    entry.tickets.erase(found);
    entry.unwanted_since_s.reset();
    return;
  }
}

void ServiceFetcher::call_off_unwanted() {
  const double now_s = hooks_.now_s();
  for (auto at = entries_.begin(); at != entries_.end();) {
    Entry& entry = at->second;
    const bool is_unwanted = entry.tickets.empty() && entry.body == nullptr;
    // Counted from here, since much may happen before the next that asks has its turn.
    if (is_unwanted && !entry.unwanted_since_s) entry.unwanted_since_s = now_s;
    const bool is_over = is_unwanted && now_s - *entry.unwanted_since_s >= rules_.calling_off_s;
    if (is_over) {
      for (Part& part : entry.parts) {
        if (part.state != Part::State::Flying) continue;
        transport_->cancel(part.id);
        part.state = Part::State::Waiting;
        flying_ -= 1;
      }
    }
    // What failed is remembered, so that asking again does not go round its wait.
    at = is_over && entry.attempts == 0 ? entries_.erase(at) : std::next(at);
  }
}

void ServiceFetcher::hurry() {
  const double now_s = hooks_.now_s();
  if (pause_is_asked_for_ && paused_until_s_ > now_s) return;
  paused_until_s_ = now_s;
  for (auto& [url, entry] : entries_) entry.retry_at_s = std::min(entry.retry_at_s, now_s);
}

std::vector<Delivery> ServiceFetcher::collect() {
  for (HttpReply& reply : transport_->take()) take_reply(reply);
  look_at_bodies();
  call_off_unwanted();
  send_next();
  std::vector<Delivery> deliveries;
  deliver(deliveries);
  return deliveries;
}

void ServiceFetcher::take_reply(HttpReply& reply) {
  traffic_.bytes += reply.received;
  for (auto& [url, entry] : entries_) {
    for (Part& part : entry.parts) {
      if (part.state != Part::State::Flying || part.id != reply.id) continue;
      flying_ -= 1;
      if (const std::optional<Fault> fault = fault_of(reply)) {
        take_fault(entry, part, *fault);
        return;
      }
      part.body = std::move(reply.body);
      part.looked_bytes = 0;
      part.check = hooks_.make_check ? hooks_.make_check() : nullptr;
      part.state = Part::State::Looked;
      return;
    }
  }
}

std::optional<ServiceFetcher::Fault> ServiceFetcher::fault_of(const HttpReply& reply) const {
  switch (reply.end) {
    case HttpEnd::Answered:
      break;
    case HttpEnd::TimedOut:
      return Fault{"the server took too long: " + reply.why, rules_.fault_wait_s, false, true};
    case HttpEnd::TooLarge:
      return Fault{"the reply is too large: " + reply.why, rules_.fault_wait_s, false, true};
    case HttpEnd::Cut:
      return Fault{"the reply was cut short: " + reply.why, rules_.fault_wait_s, false, false};
    case HttpEnd::Unreachable:
      return Fault{"the server cannot be reached: " + reply.why, rules_.fault_wait_s, true, false};
  }
  const std::string status = " (" + status_text(reply.status) + ")";
  switch (reply.status) {
    case 200:
      return std::nullopt;
    case 429:
      return Fault{"the server asks for a pause" + status,
                   std::max(rules_.busy_wait_s, reply.retry_after_s), true, false, true};
    case 403:
    case 406:
      return Fault{"the server refuses the User-Agent `" + transport_->user_agent() + "`" + status,
                   rules_.refused_wait_s, true, false, true};
    case 413:
      return Fault{"the query is too much for the server" + status, rules_.fault_wait_s, false,
                   true};
    case 504:
      return Fault{"the server ran out of time" + status,
                   std::max(rules_.fault_wait_s, reply.retry_after_s), false, true};
    case 502:
    case 503:
      return Fault{"the server is not at work" + status,
                   std::max(rules_.fault_wait_s, reply.retry_after_s), true, false};
    default:
      return Fault{"the server does not answer the query" + status, rules_.fault_wait_s, false,
                   false};
  }
}

void ServiceFetcher::take_fault(Entry& entry, Part& part, const Fault& fault) {
  part.state = Part::State::Waiting;
  part.body.clear();
  part.check.reset();
  const double now_s = hooks_.now_s();
  if (fault.wants_parts && hooks_.split) {
    std::vector<Part> smaller;
    for (Request& request : hooks_.split(part.request)) {
      smaller.emplace_back();
      smaller.back().request = std::move(request);
    }
    if (!smaller.empty()) {
      const auto index = &part - entry.parts.data();
      entry.parts.erase(entry.parts.begin() + index);
      entry.parts.insert(entry.parts.begin() + index, std::make_move_iterator(smaller.begin()),
                         std::make_move_iterator(smaller.end()));
      return;
    }
  }
  entry.attempts += 1;
  entry.what = fault.what;
  const unsigned times = fault.of_service ? ++busy_times_ : entry.attempts;
  entry.retry_at_s = now_s + wait_s(fault.wait_s, times);
  if (fault.of_service) {
    paused_until_s_ = entry.retry_at_s;
    pause_what_ = fault.what;
    pause_is_asked_for_ = fault.is_asked_for;
  }
}

double ServiceFetcher::wait_s(double first_s, unsigned times) {
  const int doublings = static_cast<int>(std::min(times, 20u)) - 1;
  const double wait_s =
      std::max(first_s, std::min(std::ldexp(first_s, doublings), rules_.wait_longest_s));
  const double unit = static_cast<double>(jitter_.next() >> 11) * 0x1.0p-53;
  return wait_s * (1 + rules_.jitter_share * unit);
}

void ServiceFetcher::look_at_bodies() {
  std::size_t left = rules_.slice_bytes;
  for (auto& [url, entry] : entries_) {
    for (std::size_t at = 0; at < entry.parts.size(); ++at) {
      Part& part = entry.parts[at];
      if (part.state != Part::State::Looked) continue;
      if (part.check != nullptr) {
        const std::size_t count = std::min(left, part.body.size() - part.looked_bytes);
        part.check->look(std::string_view(part.body).substr(part.looked_bytes, count));
        part.looked_bytes += count;
        left -= count;
        if (part.looked_bytes < part.body.size()) return;
      }
      finish(entry, part);
    }
    complete(entry);
  }
}

void ServiceFetcher::finish(Entry& entry, Part& part) {
  busy_times_ = 0;  // it answers
  if (part.check != nullptr) {
    const BodyCheck::Verdict verdict = part.check->verdict();
    if (!verdict.is_good) {
      take_fault(entry, part, {verdict.what, rules_.fault_wait_s, false, verdict.wants_parts});
      return;
    }
  }
  part.check.reset();
  part.state = Part::State::Done;
}

void ServiceFetcher::complete(Entry& entry) {
  const auto is_done = [](const Part& part) { return part.state == Part::State::Done; };
  if (entry.parts.empty() || !std::all_of(entry.parts.begin(), entry.parts.end(), is_done)) return;
  std::string body = std::move(entry.parts.front().body);
  for (std::size_t at = 1; at < entry.parts.size(); ++at) {
    body += k_body_separator;
    body += entry.parts[at].body;
  }
  entry.parts.clear();
  entry.body = std::make_shared<const std::string>(std::move(body));
  entry.attempts = 0;
  entry.what.clear();
  if (hooks_.arrived) hooks_.arrived(entry.request, entry.body);
}

void ServiceFetcher::send_next() {
  const double now_s = hooks_.now_s();
  while (flying_ < rules_.at_once && now_s + k_closer_s >= paused_until_s_ &&
         traffic_.queries < rules_.queries_max && traffic_.bytes < rules_.bytes_max) {
    Part* next = nullptr;
    std::uint64_t turn = UINT64_MAX;
    for (auto& [url, entry] : entries_) {
      const bool is_due = entry.attempts == 0 || now_s + k_closer_s >= entry.retry_at_s;
      if (entry.tickets.empty() || entry.turn >= turn || !is_due) continue;
      for (Part& part : entry.parts) {
        if (part.state != Part::State::Waiting) continue;
        next = &part;
        turn = entry.turn;
        break;
      }
    }
    if (next == nullptr) return;
    next->state = Part::State::Flying;
    next->id = ++next_id_;
    flying_ += 1;
    traffic_.queries += 1;
    transport_->send(next->id, next->request.url);
  }
}

base::Error ServiceFetcher::sentence(const Entry& entry, const std::string& what,
                                     double after_s) const {
  const std::string& where = entry.request.name.empty() ? entry.request.url : entry.request.name;
  const auto seconds = static_cast<long long>(std::ceil(std::max(after_s, 0.0)));
  return {base::ErrorCode::Unavailable, what, where,
          "a whole reply; it is asked for again in " + std::to_string(seconds) + " s"};
}

void ServiceFetcher::deliver(std::vector<Delivery>& deliveries) {
  const double now_s = hooks_.now_s();
  const bool is_used_up =
      traffic_.queries >= rules_.queries_max || traffic_.bytes >= rules_.bytes_max;
  for (auto& [url, entry] : entries_) {
    if (entry.tickets.empty()) continue;
    if (entry.body != nullptr) {
      for (const std::uint64_t ticket : entry.tickets)
        deliveries.push_back({ticket, entry.body, 0});
      entry.tickets.clear();
      continue;
    }
    if (is_flying(entry)) continue;
    double after_s = 0;
    std::string what;
    if (is_used_up) {
      after_s = rules_.wait_longest_s;
      what = "this run has asked the server as much as is fair";
    } else if (entry.attempts > 0 && entry.retry_at_s > now_s + k_closer_s) {
      after_s = entry.retry_at_s - now_s;
      what = entry.what;
    } else if (paused_until_s_ > now_s + k_closer_s) {
      after_s = paused_until_s_ - now_s;
      what = pause_what_;
    } else {
      continue;  // its turn comes
    }
    entry.unwanted_since_s.reset();
    for (const std::uint64_t ticket : entry.tickets) {
      deliveries.push_back({ticket, sentence(entry, what, after_s), after_s});
    }
    entry.tickets.clear();
  }
}

void ServiceFetcher::keep_only(const std::function<bool(const Request&)>& wanted) {
  for (auto at = entries_.begin(); at != entries_.end();) {
    const bool is_idle = at->second.tickets.empty() && !is_flying(at->second);
    at = is_idle && !wanted(at->second.request) ? entries_.erase(at) : std::next(at);
  }
}

}  // namespace terrane::fetch
