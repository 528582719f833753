#include "terrane/stream/message_worker.h"

#include <utility>
#include <vector>

namespace terrane::stream {

using base::Error;
using base::ErrorCode;
using base::Result;

struct MessageWorker::State {
  Result<void> obey(MessageView message);
  Result<void> load(MessageView message);
  Result<void> change(MessageView message);
  Result<void> build(MessageView message);
  void answer() { post(out); }

  OpenWorld open_world;
  Post post;
  Clock& clock;
  std::unique_ptr<Provider> provider;
  HeldInputs held;
  bool gave_up = false;
  Message out;  // kept for its capacity
};

namespace {

Error out_of_turn(const char* what) {
  return {ErrorCode::BadData, what, "a message to a build worker",
          "load first and once, then changes and builds"};
}

}  // namespace

Result<void> MessageWorker::State::load(MessageView message) {
  if (provider != nullptr) return out_of_turn("a second world");
  const LoadMessage asked = TERRANE_TRY(read_load(message));
  provider = TERRANE_TRY(open_world(asked));
  write_hello({provider->info().uri, provider->info().rules_digest}, out);
  answer();
  return {};
}

Result<void> MessageWorker::State::change(MessageView message) {
  if (provider == nullptr) return out_of_turn("changes before a world");
  return provider->apply_changes(TERRANE_TRY(read_changes(message)));
}

Result<void> MessageWorker::State::build(MessageView message) {
  if (provider == nullptr) return out_of_turn("builds before a world");
  const std::vector<BuildJob> bundle = TERRANE_TRY(read_build(message, held));
  for (const BuildJob& job : bundle) {
    const double start_s = clock.now_s();
    BuildOutcome outcome{job.request_id, job.request.key,
                         provider->build_on_worker(job.request, job.inputs), 0, true};
    outcome.build_ms = (clock.now_s() - start_s) * 1e3;
    write_finished(outcome, out);
    answer();
  }
  return {};
}

Result<void> MessageWorker::State::obey(MessageView message) {
  switch (TERRANE_TRY(kind_of(message))) {
    case MessageKind::Load:
      return load(message);
    case MessageKind::Changes:
      return change(message);
    case MessageKind::Build:
      return build(message);
    case MessageKind::Hello:
    case MessageKind::Trouble:
    case MessageKind::Finished:
      break;
  }
  return out_of_turn("a message that only workers send");
}

MessageWorker::MessageWorker(OpenWorld open_world, Post post, Clock& clock)
    : state_(new State{std::move(open_world), std::move(post), clock, nullptr, {}, false, {}}) {}

MessageWorker::~MessageWorker() = default;

void MessageWorker::receive(MessageView message) {
  State& state = *state_;
  if (state.gave_up) return;
  const Result<void> obeyed = state.obey(message);
  if (obeyed.ok()) return;
  state.gave_up = true;
  write_trouble({obeyed.error()}, state.out);
  state.answer();
}

}  // namespace terrane::stream
