// For tests of message workers: a channel in this process, with a real MessageWorker at its other
// end, whose silence, lies and death are the test's choice. Its messages are copied as a browser's
// are. Owner thread.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "terrane/stream/message_transport.h"
#include "terrane/stream/message_worker.h"

namespace terrane::stream::testing {

// Shared by a test and the port that the transport owns.
struct LoopbackScript {
  MessageWorker::OpenWorld open_world;
  bool loaded = true;                            // its code is
  bool hears = true;                             // else messages wait
  bool restartable = true;                       // with the same script
  std::string error;                             // why it died; set by a test, cleared by a restart
  unsigned messages_heard_at_once = UINT32_MAX;  // at each take()
  std::function<bool(Message&)> on_answer;       // may change it; false loses it
  std::function<void(const Message&)> on_received;  // before the worker sees it

  unsigned restarts = 0;
  bool ended = false;
  std::deque<Message> to_worker;
  std::deque<Message> to_owner;
  std::vector<MessageKind> posted;  // kinds, in order, since the last start
  std::size_t bytes_to_worker = 0;
  std::size_t bytes_to_owner = 0;
};

class LoopbackPort final : public MessagePort {
 public:
  LoopbackPort(LoopbackScript& script, Clock& clock) : script_(script), clock_(clock) { start(); }

  void post(MessageView message) override {
    script_.bytes_to_worker += message.size();
    script_.posted.push_back(kind_of(message).value());
    script_.to_worker.emplace_back(message.begin(), message.end());
  }
  bool take(Message& message) override {
    run(script_.messages_heard_at_once);
    if (script_.to_owner.empty()) return false;
    message = std::move(script_.to_owner.front());
    script_.to_owner.pop_front();
    return true;
  }
  bool code_loaded() const override { return script_.loaded; }
  std::string error() const override { return script_.error; }
  bool restart() override {
    if (!script_.restartable) return false;
    script_.restarts += 1;
    script_.error.clear();
    start();
    return true;
  }
  void end() override { script_.ended = true; }

 private:
  void start() {
    script_.to_worker.clear();
    script_.to_owner.clear();
    script_.posted.clear();
    worker_ = std::make_unique<MessageWorker>(
        script_.open_world, [this](MessageView message) { answer(message); }, clock_);
  }
  void run(unsigned most) {
    for (; most > 0 && script_.hears && script_.loaded && script_.error.empty() &&
           !script_.to_worker.empty();
         --most) {
      const Message message = std::move(script_.to_worker.front());
      script_.to_worker.pop_front();
      if (script_.on_received) script_.on_received(message);
      worker_->receive(message);
    }
  }
  void answer(MessageView message) {
    Message copy(message.begin(), message.end());
    if (script_.on_answer && !script_.on_answer(copy)) return;
    script_.bytes_to_owner += copy.size();
    script_.to_owner.push_back(std::move(copy));
  }

  LoopbackScript& script_;
  Clock& clock_;
  std::unique_ptr<MessageWorker> worker_;
};

// A transport over the scripts' workers, which must outlive it.
inline std::unique_ptr<BuildTransport> make_loopback_transport(const Provider& provider,
                                                               std::vector<LoopbackScript>& scripts,
                                                               const LoadMessage& load,
                                                               Clock& clock) {
  std::vector<std::unique_ptr<MessagePort>> ports;
  for (LoopbackScript& script : scripts) {
    ports.push_back(std::make_unique<LoopbackPort>(script, clock));
  }
  return make_message_transport(provider, std::move(ports), load);
}

}  // namespace terrane::stream::testing
