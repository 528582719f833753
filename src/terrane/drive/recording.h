// A recorded drive or walk: where it began and the input of every step, so that it can be gone
// again to the same bits at any number of frames a second. Checksums of the state tell where it
// went another way. docs/formats/drive_v1.md. Bytes in and out, never files. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/drive/car.h"
#include "terrane/drive/input.h"
#include "terrane/drive/walker.h"

namespace terrane::drive {

enum class Mover : std::uint8_t { Car = 0, Walker = 1 };

inline constexpr std::uint32_t k_checksum_steps = 120;  // a second

struct Recording {
  std::uint64_t world_digest = 0;  // of the world's name and rules: other ground, another drive
  std::string world_uri;
  Mover mover = Mover::Car;
  double start[4] = {0, 0, 0, 0};        // world x, y, z of the local frame's origin; heading
  std::vector<Input> inputs;             // one a step
  std::vector<std::uint64_t> checksums;  // of the state after every k_checksum_steps
  friend bool operator==(const Recording&, const Recording&) = default;
};

// Of every bit of the state.
std::uint64_t checksum(const CarState& state);
std::uint64_t checksum(const WalkerState& state);

// Whether they begin like one.
bool is_recording(std::span<const std::uint8_t> bytes);
std::vector<std::uint8_t> write_recording(const Recording& recording);
// Bytes from anywhere: BadData or Incomplete for what is no recording, was cut or changed, or is of
// a later version.
base::Result<Recording> read_recording(std::span<const std::uint8_t> bytes);

}  // namespace terrane::drive
