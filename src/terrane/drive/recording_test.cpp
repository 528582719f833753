#include "terrane/drive/recording.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"

namespace terrane::drive {
namespace {

Recording made() {
  Recording recording;
  recording.world_digest = 0x1234567890abcdefull;
  recording.world_uri = "city:412";
  recording.mover = Mover::Walker;
  recording.start[0] = -1234.5;
  recording.start[3] = 0.1;
  for (std::uint32_t step = 0; step < 500; ++step) {
    const std::uint64_t draw = base::hash(3, step / 17);
    recording.inputs.push_back({static_cast<std::int8_t>(draw), static_cast<std::int8_t>(draw >> 8),
                                static_cast<std::uint8_t>(draw >> 16 & 15),
                                static_cast<std::uint16_t>(draw >> 24)});
    if ((step + 1) % k_checksum_steps == 0) recording.checksums.push_back(base::hash(step, 1));
  }
  return recording;
}

}  // namespace

TEST_CASE("a recording is read back as it was, and is small") {
  const Recording recording = made();
  const auto bytes = write_recording(recording);
  CHECK(bytes.size() < 400);
  const auto read = read_recording(bytes);
  REQUIRE_MESSAGE(read.ok(), (read.ok() ? "" : to_sentence(read.error())));
  CHECK(read.value() == recording);
  Recording empty;
  const auto read_empty = read_recording(write_recording(empty));
  REQUIRE(read_empty.ok());
  CHECK(read_empty.value() == empty);
}

TEST_CASE("a recording that was cut or flipped anywhere is refused with a sentence") {
  const auto bytes = write_recording(made());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto read = read_recording(std::span(bytes).first(size));
    REQUIRE_MESSAGE(!read.ok(), "taken though cut to " << size << " bytes");
    CHECK(to_sentence(read.error()).find('\n') == std::string::npos);
  }
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    auto flipped = bytes;
    flipped[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
    REQUIRE_MESSAGE(!read_recording(flipped).ok(), "taken with bit " << bit << " flipped");
  }
}

TEST_CASE("a checksum sees every number of a state") {
  const CarState car;
  CarState turned = car;
  turned.spring_m[2] = 1e-9;
  CHECK(checksum(car) != checksum(turned));
  turned = car;
  turned.steer_rad = -0.0;  // another bit, though an equal number
  CHECK(checksum(car) != checksum(turned));
  const WalkerState walker;
  WalkerState falling = walker;
  falling.stands = false;
  CHECK(checksum(walker) != checksum(falling));
}

}  // namespace terrane::drive
