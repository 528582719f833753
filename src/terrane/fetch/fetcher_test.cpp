#include "terrane/fetch/fetcher.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "terrane/fetch/file.h"

namespace terrane::fetch {

TEST_CASE(
    "each request is delivered once, under its ticket, and a failure is a value like any other") {
  const std::string path =
      (std::filesystem::temp_directory_path() / "terrane_fetcher_test").string();
  REQUIRE(write_file(path, "the body").ok());
  FileFetcher fetcher;
  CHECK(fetcher.collect().empty());
  fetcher.start(7, {path});
  fetcher.start(8, {path + ".missing"});
  const std::vector<Delivery> arrived = fetcher.collect();
  REQUIRE(arrived.size() == 2);
  CHECK(arrived[0].ticket == 7);
  REQUIRE(arrived[0].body.ok());
  CHECK(*arrived[0].body.value() == "the body");
  CHECK(arrived[1].ticket == 8);
  REQUIRE_FALSE(arrived[1].body.ok());
  CHECK(arrived[1].body.error().code == base::ErrorCode::NotFound);
  CHECK_MESSAGE(fetcher.collect().empty(), "a delivery came twice");
  std::filesystem::remove(path);
}

}  // namespace terrane::fetch
