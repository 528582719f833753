#include "terrane/stream/worker_messages.h"

#include <utility>

#include "terrane/base/bytes.h"
#include "terrane/content/wire.h"

namespace terrane::stream {
namespace {

using base::ByteReader;
using base::ByteWriter;
using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::uint8_t k_first_letter = 'T';
constexpr std::uint8_t k_second_letter = 'W';
constexpr std::size_t k_head_bytes = 4;
constexpr std::uint32_t k_no_file = UINT32_MAX;  // a length
constexpr unsigned k_error_code_count = 8;
constexpr std::size_t k_job_bytes = 2 * 8 + 2 + 4;
constexpr std::size_t k_input_bytes = 4 + 1;
constexpr std::uint32_t k_no_input = 0;  // a number

ByteWriter begin(MessageKind kind, Message& out) {
  out.clear();
  out.insert(out.end(),
             {k_first_letter, k_second_letter, k_message_version, static_cast<std::uint8_t>(kind)});
  return ByteWriter(out);
}

Error not_a_message(const char* what, MessageView message) {
  return {ErrorCode::BadData, what, std::to_string(message.size()) + " bytes",
          "a message as the other side of this version writes it"};
}

// Behind the head of a message of that kind; failed for any other.
ByteReader fields_of(MessageView message, MessageKind kind) {
  const Result<MessageKind> found = kind_of(message);
  if (found.ok() && found.value() == kind) return ByteReader(message.subspan(k_head_bytes));
  ByteReader nothing({});
  nothing.fail();
  return nothing;
}

bool is_whole(const ByteReader& reader) {
  return !reader.failed() && reader.remaining() == 0;
}

void put_file(ByteWriter& writer, const fetch::Bytes& file) {
  if (file == nullptr) return writer.put(k_no_file);
  writer.put_text(*file);
}

fetch::Bytes get_file(ByteReader& reader) {
  ByteReader ahead = reader;
  if (ahead.get<std::uint32_t>() == k_no_file) {
    reader = ahead;
    return nullptr;
  }
  return std::make_shared<const std::string>(reader.get_text());
}

void put_error(ByteWriter& writer, const Error& error) {
  writer.put(static_cast<std::uint8_t>(error.code));
  writer.put_text(error.what);
  writer.put_text(error.where);
  writer.put_text(error.expected);
}

Error get_error(ByteReader& reader) {
  Error error;
  error.code = reader.get_enum<ErrorCode>(k_error_code_count);
  error.what = reader.get_text();
  error.where = reader.get_text();
  error.expected = reader.get_text();
  return error;
}

void put_input(ByteWriter& writer, const fetch::Bytes& input, SentInputs& sent) {
  const SentInputs::Named named = input != nullptr ? sent.name(input) : SentInputs::Named{};
  writer.put(named.number);
  writer.put(static_cast<std::uint8_t>(named.is_new ? 1 : 0));
  if (named.is_new) writer.put_text(*input);
}

fetch::Bytes get_input(ByteReader& reader, HeldInputs& held) {
  const auto number = reader.get<std::uint32_t>();
  if (reader.get_bool()) {
    auto input = std::make_shared<const std::string>(reader.get_text());
    if (number == k_no_input) reader.fail();
    if (!reader.failed()) held.keep(number, input);
    return input;
  }
  if (number == k_no_input) return nullptr;
  fetch::Bytes input = held.find(number);
  if (input == nullptr) reader.fail();
  return input;
}

}  // namespace

void write_load(const LoadMessage& load, Message& out) {
  ByteWriter writer = begin(MessageKind::Load, out);
  writer.put_text(load.uri);
  writer.put_text(load.file_name);
  put_file(writer, load.file);
}

void write_hello(const WorkerHello& hello, Message& out) {
  ByteWriter writer = begin(MessageKind::Hello, out);
  writer.put_text(hello.uri);
  writer.put(hello.rules_digest);
}

void write_trouble(const TroubleMessage& trouble, Message& out) {
  ByteWriter writer = begin(MessageKind::Trouble, out);
  put_error(writer, trouble.error);
}

void write_changes(std::span<const std::uint8_t> changes, Message& out) {
  ByteWriter writer = begin(MessageKind::Changes, out);
  writer.put_bytes(changes);
}

void write_build(std::span<const BuildJob> bundle, SentInputs& sent, Message& out) {
  ByteWriter writer = begin(MessageKind::Build, out);
  const std::vector<std::uint32_t> forgotten = sent.take_forgotten();
  writer.put(static_cast<std::uint32_t>(bundle.size()));
  for (const BuildJob& job : bundle) {
    writer.put(job.request_id);
    writer.put(job.request.key.value);
    writer.put(job.request.lod);
    writer.put(job.request.scope);
    writer.put(static_cast<std::uint32_t>(job.inputs.size()));
    for (const fetch::Bytes& input : job.inputs) put_input(writer, input, sent);
  }
  writer.put(static_cast<std::uint32_t>(forgotten.size()));
  for (const std::uint32_t number : forgotten) writer.put(number);
}

void write_finished(const BuildOutcome& outcome, Message& out) {
  ByteWriter writer = begin(MessageKind::Finished, out);
  writer.put(outcome.request_id);
  writer.put(outcome.key.value);
  writer.put(outcome.build_ms);
  writer.put(static_cast<std::uint8_t>(outcome.content.ok() ? 1 : 0));
  if (outcome.content.ok()) {
    content::append_wire(outcome.content.value(), out);
  } else {
    put_error(writer, outcome.content.error());
  }
}

Result<MessageKind> kind_of(MessageView message) {
  if (message.size() < k_head_bytes || message[0] != k_first_letter ||
      message[1] != k_second_letter || message[3] >= k_message_kind_count) {
    return not_a_message("no message of a build worker", message);
  }
  if (message[2] != k_message_version) {
    return Error{ErrorCode::BadData, "a message of another version",
                 "version " + std::to_string(message[2]),
                 "version " + std::to_string(k_message_version)};
  }
  return static_cast<MessageKind>(message[3]);
}

Result<LoadMessage> read_load(MessageView message) {
  ByteReader reader = fields_of(message, MessageKind::Load);
  LoadMessage load;
  load.uri = reader.get_text();
  load.file_name = reader.get_text();
  load.file = get_file(reader);
  if (!is_whole(reader)) return not_a_message("a load message does not add up", message);
  return load;
}

Result<WorkerHello> read_hello(MessageView message) {
  ByteReader reader = fields_of(message, MessageKind::Hello);
  WorkerHello hello;
  hello.uri = reader.get_text();
  hello.rules_digest = reader.get<std::uint64_t>();
  if (!is_whole(reader)) return not_a_message("a worker's hello does not add up", message);
  return hello;
}

Result<TroubleMessage> read_trouble(MessageView message) {
  ByteReader reader = fields_of(message, MessageKind::Trouble);
  TroubleMessage trouble{get_error(reader)};
  if (!is_whole(reader)) return not_a_message("a worker's trouble does not add up", message);
  return trouble;
}

Result<std::span<const std::uint8_t>> read_changes(MessageView message) {
  const ByteReader reader = fields_of(message, MessageKind::Changes);
  if (reader.failed()) return not_a_message("no message of changes", message);
  return reader.rest();
}

Result<std::vector<BuildJob>> read_build(MessageView message, HeldInputs& held) {
  ByteReader reader = fields_of(message, MessageKind::Build);
  std::vector<BuildJob> bundle(reader.get_count(k_job_bytes));
  for (BuildJob& job : bundle) {
    job.request_id = reader.get<std::uint64_t>();
    job.request.key.value = reader.get<std::uint64_t>();
    job.request.lod = reader.get<std::uint8_t>();
    job.request.scope = reader.get_enum<InputScope>(2);
    job.inputs.resize(reader.get_count(k_input_bytes));
    for (fetch::Bytes& input : job.inputs) input = get_input(reader, held);
    if (reader.failed()) break;
  }
  for (std::uint32_t left = reader.get_count(4); left > 0; --left) {
    held.forget(reader.get<std::uint32_t>());
  }
  if (!is_whole(reader)) return not_a_message("a bundle of builds does not add up", message);
  return bundle;
}

Result<BuildOutcome> read_finished(MessageView message) {
  ByteReader reader = fields_of(message, MessageKind::Finished);
  BuildOutcome outcome{reader.get<std::uint64_t>(), {}, content::Content{}, 0, true};
  outcome.key.value = reader.get<std::uint64_t>();
  outcome.build_ms = reader.get<double>();
  const bool is_built = reader.get_bool();
  // Written so that a number that is not one fails too.
  if (reader.failed() || !(outcome.build_ms >= 0 && outcome.build_ms < 1e9)) {
    return not_a_message("a finished build does not add up", message);
  }
  if (is_built) {
    outcome.content = content::read_wire(reader.rest());
    if (!outcome.content.ok()) return std::move(outcome.content).error();
    return outcome;
  }
  outcome.content = get_error(reader);
  if (!is_whole(reader)) return not_a_message("a build's error does not add up", message);
  return outcome;
}

}  // namespace terrane::stream
