// Options of every command that streams: how far, how much, on how many workers.
#pragma once

#include <cstdint>
#include <string>

#include "command.h"
#include "terrane/base/result.h"
#include "terrane/stream/streamer.h"

namespace terrane::app {

struct StreamingArguments {
  stream::StreamerOptions streaming;
  std::uint32_t pool_pages = 8192;
  std::string workers;  // empty: by default cores minus one
};

void add_streaming_options(CLI::App& command, StreamingArguments& arguments);
base::Result<void> check_streaming(const StreamingArguments& arguments);
// `inline` is 0.
base::Result<unsigned> parse_workers(const std::string& text);

}  // namespace terrane::app
