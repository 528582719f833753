// What the owner and a message worker say to each other, one flat buffer a message: two letters,
// the version, the kind, then the fields (base/bytes.h). Not how they travel (message_transport.h).
// The order, which each side keeps and the channel must:
//
//   owner -> worker   load; then any number of: changes, build
//   worker -> owner   hello or trouble; then finished, one a job, in any order
//
// Trouble is the last that a worker says. Every reader takes bytes from anywhere.
// Source: article "Streaming an open world with Web Workers".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/stream/build_service.h"
#include "terrane/stream/shared_inputs.h"

namespace terrane::stream {

using Message = std::vector<std::uint8_t>;
using MessageView = std::span<const std::uint8_t>;

inline constexpr std::uint8_t k_message_version = 2;

enum class MessageKind : std::uint8_t { Load = 0, Hello, Trouble, Changes, Build, Finished };
inline constexpr unsigned k_message_kind_count = 6;

// The world that a worker opens for itself.
struct LoadMessage {
  std::string uri;
  // A map world opened from bytes: the file's name, which tells its format, and what it holds. Null
  // for a world that needs none.
  std::string file_name;
  fetch::Bytes file;
};

// Why a worker cannot go on.
struct TroubleMessage {
  base::Error error;
};

// Each replaces `out`, whose capacity is kept.
void write_load(const LoadMessage& load, Message& out);
void write_hello(const WorkerHello& hello, Message& out);
void write_trouble(const TroubleMessage& trouble, Message& out);
void write_changes(std::span<const std::uint8_t> changes, Message& out);
// `sent` is that worker's: an input that it has already goes by its number.
void write_build(std::span<const BuildJob> bundle, SentInputs& sent, Message& out);
void write_finished(const BuildOutcome& outcome, Message& out);

// BadData for what is no message, or one of another version.
base::Result<MessageKind> kind_of(MessageView message);
// Of a message of that kind; BadData or Incomplete for any other bytes.
base::Result<LoadMessage> read_load(MessageView message);
base::Result<WorkerHello> read_hello(MessageView message);
base::Result<TroubleMessage> read_trouble(MessageView message);
// Where they lie in the message; the provider's own reader judges them.
base::Result<std::span<const std::uint8_t>> read_changes(MessageView message);
// What is new of the inputs is kept in `held`, and what the owner let go of is let go of there.
base::Result<std::vector<BuildJob>> read_build(MessageView message, HeldInputs& held);
base::Result<BuildOutcome> read_finished(MessageView message);

}  // namespace terrane::stream
