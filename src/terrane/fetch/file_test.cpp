#include "terrane/fetch/file.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace terrane::fetch {
namespace {

// A folder of its own for each test, gone afterwards.
class Folder {
 public:
  explicit Folder(const char* name)
      : path_(std::filesystem::temp_directory_path() / (std::string("terrane_") + name)) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const char* name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }
  std::size_t entry_count() const {
    const std::filesystem::directory_iterator entries(path_);
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("what is written is read back, byte for byte, also over an older file") {
  const Folder folder("file_round_trip");
  std::string bytes("a\0b\r\n\xff", 6);
  bytes.append(200000, 'x');  // more than one block
  REQUIRE(write_file(folder.file("f"), "older and shorter").ok());
  REQUIRE(write_file(folder.file("f"), bytes).ok());
  const auto read = read_file(folder.file("f"));
  REQUIRE(read.ok());
  CHECK(read.value() == bytes);
  CHECK_MESSAGE(folder.entry_count() == 1, "a temporary file was left behind");
}

TEST_CASE("an empty file is a file") {
  const Folder folder("file_empty");
  REQUIRE(write_file(folder.file("f"), "").ok());
  const auto read = read_file(folder.file("f"));
  REQUIRE(read.ok());
  CHECK(read.value().empty());
}

TEST_CASE("a missing file and a folder are refused by name") {
  const Folder folder("file_missing");
  const auto missing = read_file(folder.file("nothing"));
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().code == base::ErrorCode::NotFound);
  CHECK(missing.error().where == folder.file("nothing"));
  const auto not_a_file = read_file(folder.path());
  REQUIRE_FALSE(not_a_file.ok());
  CHECK(not_a_file.error().code == base::ErrorCode::BadUsage);
  CHECK(not_a_file.error().where == folder.path());
  CHECK_FALSE(read_file("").ok());
}

TEST_CASE("a file larger than the limit is refused, one of exactly the limit is not") {
  const Folder folder("file_large");
  REQUIRE(write_file(folder.file("f"), std::string(1000, 'x')).ok());
  CHECK(read_file(folder.file("f"), 1000).ok());
  const auto large = read_file(folder.file("f"), 999);
  REQUIRE_FALSE(large.ok());
  CHECK(large.error().code == base::ErrorCode::OutOfRange);
  CHECK(large.error().expected.find("999") != std::string::npos);
}

TEST_CASE("a path that cannot be written gives one sentence and leaves nothing half-written") {
  const Folder folder("file_unwritable");
  const auto no_folder = write_file(folder.file("missing/f"), "bytes");
  REQUIRE_FALSE(no_folder.ok());
  CHECK(no_folder.error().code == base::ErrorCode::IoFailed);
  CHECK(no_folder.error().where == folder.file("missing/f"));
  CHECK_FALSE(write_file(folder.path(), "bytes").ok());
  CHECK_FALSE(write_file("", "bytes").ok());
  CHECK(folder.entry_count() == 0);
}

#if defined(__linux__)
TEST_CASE("a full disk fails, and the older file stays whole") {
  const auto full = write_file("/dev/full", std::string(100000, 'x'));
  REQUIRE_FALSE(full.ok());
  CHECK(full.error().code == base::ErrorCode::IoFailed);
  CHECK(std::filesystem::exists("/dev/full"));
  CHECK_MESSAGE(write_file("/dev/null", "bytes").ok(), "a device is written to as it is");
  CHECK_FALSE(std::filesystem::is_regular_file("/dev/null"));

  // A folder in the place of the temporary file: the write cannot even begin.
  const Folder folder("file_older");
  REQUIRE(write_file(folder.file("f"), "older").ok());
  std::filesystem::create_directory(folder.file("f.partial"));
  CHECK_FALSE(write_file(folder.file("f"), "newer").ok());
  CHECK(read_file(folder.file("f")).value() == "older");
}
#endif

}  // namespace terrane::fetch
