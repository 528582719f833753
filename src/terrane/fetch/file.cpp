#include "terrane/fetch/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace terrane::fetch {
namespace {

using base::Error;
using base::ErrorCode;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

}  // namespace

base::Result<std::string> read_file(const std::string& path, std::uint64_t limit_bytes) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (!std::filesystem::exists(status)) {
    return Error{ErrorCode::NotFound, "no such file", path, "an existing file was expected"};
  }
  if (std::filesystem::is_directory(status)) {
    return Error{ErrorCode::BadUsage, "this is a folder", path, "a file was expected"};
  }
  if (!std::filesystem::is_regular_file(status)) {
    return Error{ErrorCode::BadUsage, "this is no regular file", path,
                 "a file with an end was expected, no device or pipe"};
  }
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    return Error{ErrorCode::IoFailed, std::string("cannot be read: ") + std::strerror(errno), path,
                 "a readable file was expected"};
  }
  std::string bytes;
  char block[65536];
  for (;;) {
    const std::size_t count = std::fread(block, 1, sizeof(block), file.get());
    bytes.append(block, count);
    if (bytes.size() > limit_bytes) {
      return Error{ErrorCode::OutOfRange, "file is too large", path,
                   "at most " + std::to_string(limit_bytes) + " bytes were expected"};
    }
    if (count < sizeof(block)) break;
  }
  if (std::ferror(file.get()) != 0) {
    return Error{ErrorCode::IoFailed, "reading failed", path, "a readable file was expected"};
  }
  return bytes;
}

base::Result<void> write_file(const std::string& path, std::span<const std::uint8_t> bytes) {
  const auto failed = [&path](const char* step) {
    return Error{ErrorCode::IoFailed, std::string(step) + " failed: " + std::strerror(errno), path,
                 "a path that can be written was expected"};
  };
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) {
    return Error{ErrorCode::BadUsage, "this is a folder", path, "a path for a file was expected"};
  }
  // A device or pipe (/dev/stdout, /dev/null) is written to as it is: it cannot be renamed over.
  const bool in_place =
      std::filesystem::exists(path, failure) && !std::filesystem::is_regular_file(path, failure);
  const std::string target = in_place ? path : path + ".partial";
  std::FILE* file = std::fopen(target.c_str(), "wb");
  if (file == nullptr) return failed("opening for writing");
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) {
    if (!in_place) std::remove(target.c_str());
    return failed("writing");
  }
  if (!in_place && std::rename(target.c_str(), path.c_str()) != 0) {
    std::remove(target.c_str());
    return failed("renaming the finished file");
  }
  return {};
}

base::Result<void> write_file(const std::string& path, const std::string& text) {
  return write_file(path,
                    std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

}  // namespace terrane::fetch
