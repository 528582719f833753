#include "terrane/stream/message_transport.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "terrane/base/assert.h"

namespace terrane::stream {
namespace {

// What was asked of a worker and not answered.
struct Asked {
  std::uint64_t request_id = 0;
  PieceKey key;
};

struct Worker {
  std::unique_ptr<MessagePort> port;
  std::optional<WorkerHello> hello;
  std::string trouble;        // of its own, or what we made of its words; empty while it is well
  WorkerKnowledge knowledge;  // of what changed in the world
  SentInputs sent;
  std::vector<Asked> asked;
};

class MessageTransport final : public BuildTransport {
 public:
  MessageTransport(const Provider& provider, std::vector<std::unique_ptr<MessagePort>> ports,
                   const LoadMessage& load)
      : provider_(provider), load_(load) {
    for (std::unique_ptr<MessagePort>& port : ports) {
      Worker& worker = workers_.emplace_back();
      worker.port = std::move(port);
      post_load(worker);
    }
  }

  unsigned worker_count() const override { return static_cast<unsigned>(workers_.size()); }
  bool ready(unsigned worker) const override { return workers_[worker].hello.has_value(); }
  std::optional<WorkerHello> hello(unsigned worker) const override {
    return workers_[worker].hello;
  }
  bool code_loaded(unsigned worker) const override { return workers_[worker].port->code_loaded(); }
  bool alive(unsigned worker) const override { return why_dead(worker).empty(); }
  std::string why_dead(unsigned worker) const override {
    const Worker& of = workers_[worker];
    return of.trouble.empty() ? of.port->error() : of.trouble;
  }

  void submit(unsigned worker, std::vector<BuildJob> bundle) override;
  std::vector<Finished> collect() override {
    return collect_while([] { return true; });
  }
  std::vector<Finished> collect_by(Clock& clock, double deadline_s) override {
    // Half of the time is for what is done with the pieces.
    const double now_s = clock.now_s();
    const double end_s = now_s + (deadline_s - now_s) * 0.5;
    return collect_while([&] { return clock.now_s() < end_s; });
  }
  bool replace(unsigned worker) override;
  void dismiss(unsigned worker) override {
    Worker& of = workers_[worker];
    if (of.trouble.empty()) of.trouble = "was dismissed";
    of.asked.clear();
    of.port->end();
  }
  const char* name() const override { return "message workers"; }

 private:
  void post_load(Worker& worker) {
    write_load(load_, out_);
    worker.port->post(out_);
  }
  template <typename MayGoOn>
  std::vector<Finished> collect_while(MayGoOn&& may_go_on);
  void hear(unsigned index, std::vector<Finished>& finished);
  void take_finished(unsigned index, std::vector<Finished>& finished);

  const Provider& provider_;
  const LoadMessage load_;
  std::vector<Worker> workers_;
  unsigned next_ = 0;  // whose messages are looked at first, so that none waits for ever
  // Kept for their capacity.
  Message in_;
  Message out_;
};

void MessageTransport::submit(unsigned index, std::vector<BuildJob> bundle) {
  Worker& worker = workers_[index];
  if (provider_.change_signature() != worker.knowledge.signature) {
    write_changes(provider_.changes_for(worker.knowledge), out_);
    worker.port->post(out_);
  }
  for (const BuildJob& job : bundle) worker.asked.push_back({job.request_id, job.request.key});
  write_build(bundle, worker.sent, out_);
  worker.port->post(out_);
}

bool MessageTransport::replace(unsigned index) {
  Worker& worker = workers_[index];
  if (!worker.port->restart()) return false;
  worker.hello.reset();
  worker.trouble.clear();
  worker.knowledge = {};
  worker.sent = {};
  worker.asked.clear();
  post_load(worker);
  return true;
}

// One message a worker in turn, so that a busy one does not keep the others waiting.
template <typename MayGoOn>
std::vector<BuildTransport::Finished> MessageTransport::collect_while(MayGoOn&& may_go_on) {
  std::vector<Finished> finished;
  unsigned silent = 0;  // in a row
  while (silent < workers_.size()) {
    if (!finished.empty() && !may_go_on()) break;
    const unsigned index = next_;
    next_ = (next_ + 1) % worker_count();
    if (alive(index) && workers_[index].port->take(in_)) {
      silent = 0;
      hear(index, finished);
    } else {
      silent += 1;
    }
  }
  return finished;
}

void MessageTransport::hear(unsigned index, std::vector<Finished>& finished) {
  Worker& worker = workers_[index];
  const auto refuse = [&](const base::Error& error) {
    worker.trouble = "said what cannot be: " + base::to_sentence(error);
  };
  const base::Result<MessageKind> kind = kind_of(in_);
  if (!kind.ok()) return refuse(kind.error());
  switch (kind.value()) {
    case MessageKind::Hello: {
      base::Result<WorkerHello> hello = read_hello(in_);
      if (!hello.ok()) return refuse(hello.error());
      if (worker.hello.has_value()) break;
      worker.hello = std::move(hello).value();
      return;
    }
    case MessageKind::Trouble: {
      const base::Result<TroubleMessage> trouble = read_trouble(in_);
      if (!trouble.ok()) return refuse(trouble.error());
      worker.trouble = base::to_sentence(trouble.value().error);
      return;
    }
    case MessageKind::Finished: {
      if (!worker.hello.has_value()) break;
      return take_finished(index, finished);
    }
    case MessageKind::Load:
    case MessageKind::Changes:
    case MessageKind::Build:
      break;
  }
  refuse({base::ErrorCode::BadData, "a message out of turn",
          "kind " + std::to_string(static_cast<unsigned>(kind.value())),
          "one hello, then finished builds"});
}

void MessageTransport::take_finished(unsigned index, std::vector<Finished>& finished) {
  Worker& worker = workers_[index];
  base::Result<BuildOutcome> outcome = read_finished(in_);
  if (!outcome.ok()) {
    worker.trouble = "said what cannot be: " + base::to_sentence(outcome.error());
    return;
  }
  const BuildOutcome& said = outcome.value();
  const auto asked =
      std::find_if(worker.asked.begin(), worker.asked.end(), [&](const Asked& candidate) {
        return candidate.request_id == said.request_id && candidate.key == said.key;
      });
  if (asked == worker.asked.end()) {
    worker.trouble = "answered what nobody asked: request " + std::to_string(said.request_id);
    return;
  }
  *asked = worker.asked.back();
  worker.asked.pop_back();
  finished.push_back({index, std::move(outcome).value()});
}

}  // namespace

std::unique_ptr<BuildTransport> make_message_transport(
    const Provider& provider, std::vector<std::unique_ptr<MessagePort>> ports,
    const LoadMessage& load) {
  TERRANE_ASSERT(!ports.empty() && ports.size() <= 8, "1 to 8 message workers");
  return std::make_unique<MessageTransport>(provider, std::move(ports), load);
}

}  // namespace terrane::stream
