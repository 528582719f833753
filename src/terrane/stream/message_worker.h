// The worker's side of the messages: opens the world that it is told to, applies what changed in
// the owner's, builds what it is asked for and answers piece by piece. Not the channel
// (message_transport.h says which order it must keep), and not the opening of worlds, which the
// caller passes in. In a browser this is all that the module's second instance runs.
#pragma once

#include <functional>
#include <memory>

#include "terrane/stream/clock.h"
#include "terrane/stream/provider.h"
#include "terrane/stream/worker_messages.h"

namespace terrane::stream {

// One thread: the worker's.
class MessageWorker {
 public:
  using OpenWorld = std::function<base::Result<std::unique_ptr<Provider>>(const LoadMessage& load)>;
  // Sends a message to the owner; the bytes are good until it returns.
  using Post = std::function<void(MessageView message)>;

  // `clock` is borrowed and measures builds.
  MessageWorker(OpenWorld open_world, Post post, Clock& clock);
  ~MessageWorker();

  // One message of the owner's, from first to last. Posts the answers before it returns: hello to
  // load, one finished a job to build. What it cannot make sense of, or a world that does not open,
  // it answers with trouble, once, and from then on with nothing: its owner gives it up.
  void receive(MessageView message);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace terrane::stream
