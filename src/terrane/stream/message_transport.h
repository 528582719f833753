// Workers that share no memory: each a second instance of the module with a world of its own,
// builds as messages (worker_messages.h). What changes in the owner's world while workers live (the
// grown city's road graph) is sent to each as differences before the builds that may need it; since
// a channel keeps its order, that is all the synchronisation there is. Not the channel: a
// MessagePort is the page's Worker object in a browser and a queue in tests. Everything a worker
// says is judged; one that says what cannot be is treated as dead, with the reason. Owner thread.
// Source: article "Streaming an open world with Web Workers".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "terrane/stream/build_service.h"
#include "terrane/stream/worker_messages.h"

namespace terrane::stream {

// One worker, as its owner reaches it. Owner thread for every call; none of them waits.
class MessagePort {
 public:
  virtual ~MessagePort() = default;
  // Sends a message, copying it. Messages arrive in order, whole and once. What is posted before
  // the worker's code is loaded waits there; what a dead worker gets is lost.
  virtual void post(MessageView message) = 0;
  // Replaces `message` by the oldest that has arrived and was not taken; false where there is none.
  // A browser's port copies from the page's memory only now, so whoever takes a few a frame pays
  // for a few.
  virtual bool take(Message& message) = 0;
  // True once the worker's code runs and can answer; the two seconds for its hello begin.
  virtual bool code_loaded() const = 0;
  // Why the worker is gone (its script was not there, an error at import, an exception), as a part
  // of a sentence: "its script answered 404". Empty while it lives.
  virtual std::string error() const = 0;
  // Ends the worker and starts a new one. Neither what the old one posted and nobody took nor what
  // it was sent is left over. False when none can be started.
  virtual bool restart() = 0;
  // Ends the worker for good: it was refused or lost. Nothing is posted or taken after it.
  virtual void end() = 0;
};

// 1 to 8 ports, each of a worker that was just started, and what each is told to load. `provider`
// is borrowed: its changes are mirrored in the workers. collect_by() bounds itself: it takes at
// least one finished piece, and further ones until half of the time to its deadline is over, the
// other half being for what is done with them; the rest waits in the ports, undecoded.
std::unique_ptr<BuildTransport> make_message_transport(
    const Provider& provider, std::vector<std::unique_ptr<MessagePort>> ports,
    const LoadMessage& load);

}  // namespace terrane::stream
