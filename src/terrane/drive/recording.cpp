#include "terrane/drive/recording.h"

#include <cstring>

#include "terrane/base/digest.h"
#include "terrane/snapshot/varint.h"

namespace terrane::drive {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Bytes = std::vector<std::uint8_t>;
using snapshot::VarintReader;
using snapshot::write_long_word;
using snapshot::write_text;
using snapshot::write_varint;
using snapshot::write_word;

constexpr std::uint32_t k_magic = 0x44525254;  // "TRRD" as little-end bytes
constexpr std::uint32_t k_version = 1;
constexpr std::size_t k_text_max = 4096;
constexpr std::uint32_t k_steps_max = 120u * 3600 * 24;  // a day
constexpr std::size_t k_check_bytes = 8;

std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

double value_of(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

Error bad(std::string what, std::string expected) {
  return {ErrorCode::BadData, std::move(what), "the recording", std::move(expected)};
}

// Inputs stay the same for many steps: each with how often it comes.
void write_inputs(Bytes& out, const std::vector<Input>& inputs) {
  for (std::size_t at = 0; at < inputs.size();) {
    std::size_t end = at + 1;
    while (end < inputs.size() && inputs[end] == inputs[at]) end += 1;
    write_varint(out, static_cast<std::uint32_t>(end - at));
    out.push_back(static_cast<std::uint8_t>(inputs[at].ahead));
    out.push_back(static_cast<std::uint8_t>(inputs[at].right));
    out.push_back(inputs[at].flags);
    out.push_back(static_cast<std::uint8_t>(inputs[at].heading));
    out.push_back(static_cast<std::uint8_t>(inputs[at].heading >> 8));
    at = end;
  }
}

Result<void> read_inputs(VarintReader& reader, std::uint32_t steps, std::vector<Input>& inputs) {
  while (inputs.size() < steps) {
    const std::uint32_t times = reader.varint();
    Input input;
    input.ahead = static_cast<std::int8_t>(reader.byte());
    input.right = static_cast<std::int8_t>(reader.byte());
    input.flags = reader.byte();
    const std::uint16_t low = reader.byte();
    input.heading = static_cast<std::uint16_t>(low | reader.byte() << 8);
    if (reader.failed() || times == 0 || times > steps - inputs.size()) {
      return bad("its inputs are not as many as it says", std::to_string(steps) + " steps");
    }
    inputs.insert(inputs.end(), times, input);
  }
  return {};
}

}  // namespace

std::uint64_t checksum(const CarState& state) {
  base::Digester digester;
  for (const double value :
       {state.x, state.y, state.z, state.heading_rad, state.pitch_rad, state.roll_rad,
        state.ahead_m_s, state.right_m_s, state.up_m_s, state.turn_rad_s, state.pitch_rad_s,
        state.roll_rad_s, state.steer_rad}) {
    digester.add(bits_of(value));
  }
  for (const double value : state.spring_m) digester.add(bits_of(value));
  return digester.value();
}

std::uint64_t checksum(const WalkerState& state) {
  base::Digester digester;
  for (const double value :
       {state.x, state.y, state.z, state.speed_x, state.speed_y, state.speed_z}) {
    digester.add(bits_of(value));
  }
  digester.add(std::uint64_t{state.stands ? 1u : 0u});
  return digester.value();
}

Bytes write_recording(const Recording& recording) {
  Bytes out;
  write_word(out, k_magic);
  write_word(out, k_version);
  write_long_word(out, recording.world_digest);
  write_text(out, recording.world_uri);
  out.push_back(static_cast<std::uint8_t>(recording.mover));
  for (const double value : recording.start) write_long_word(out, bits_of(value));
  write_word(out, static_cast<std::uint32_t>(recording.inputs.size()));
  write_inputs(out, recording.inputs);
  write_word(out, static_cast<std::uint32_t>(recording.checksums.size()));
  for (const std::uint64_t sum : recording.checksums) write_long_word(out, sum);
  write_long_word(out, base::digest_of_bytes(out));
  return out;
}

bool is_recording(std::span<const std::uint8_t> bytes) {
  VarintReader reader(bytes);
  return reader.word() == k_magic && !reader.failed();
}

Result<Recording> read_recording(std::span<const std::uint8_t> bytes) {
  VarintReader reader(bytes);
  static_cast<void>(reader.word());
  if (!is_recording(bytes)) {
    return bad("the file is no recording", "a file that `terrane ride --record` wrote");
  }
  const std::uint32_t version = reader.word();
  if (reader.failed() || version != k_version) {
    return bad("it is of format " + std::to_string(version), "format " + std::to_string(k_version));
  }
  if (reader.remaining() < k_check_bytes) {
    return Error{ErrorCode::Incomplete, "it was cut", "the recording", "a whole file"};
  }
  VarintReader check(bytes.subspan(bytes.size() - k_check_bytes));
  if (check.long_word() != base::digest_of_bytes(bytes.first(bytes.size() - k_check_bytes))) {
    return bad("it was cut or changed", "bytes with the checksum they were written with");
  }
  Recording recording;
  recording.world_digest = reader.long_word();
  recording.world_uri = reader.text(k_text_max);
  const std::uint8_t mover = reader.byte();
  for (double& value : recording.start) value = value_of(reader.long_word());
  const std::uint32_t steps = reader.word();
  if (reader.failed() || mover > static_cast<std::uint8_t>(Mover::Walker) || steps > k_steps_max) {
    return bad("its head cannot be read", "a world, a place and a day of steps at most");
  }
  recording.mover = static_cast<Mover>(mover);
  for (const double value : recording.start) {
    if (!(value > -1e9 && value < 1e9)) return bad("its start is nowhere", "a place in the world");
  }
  TERRANE_TRY(read_inputs(reader, steps, recording.inputs));
  const std::uint32_t sums = reader.word();
  if (reader.failed() || sums != steps / k_checksum_steps) {
    return bad("its checksums are not as many as it says", "one a second");
  }
  for (std::uint32_t at = 0; at < sums; ++at) recording.checksums.push_back(reader.long_word());
  if (reader.failed() || reader.remaining() != k_check_bytes) {
    return bad("something else follows it", "nothing");
  }
  return recording;
}

}  // namespace terrane::drive
