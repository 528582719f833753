// Where tests find shared map data, and how they say that it is absent. For this folder's tests
// alone.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace terrane::osm {

// The path of a file or folder of the shared data; nothing, and one line said, where it is absent.
inline std::optional<std::string> shared_data(const std::string& name, const char* what) {
  const char* root = std::getenv("TERRANE_SHARED_DATA");
  const std::string path =
      (root != nullptr ? std::string(root) : std::string(TERRANE_SOURCE_DIR) + "/../shared/data") +
      "/" + name;
  if (std::filesystem::exists(path)) return path;
  std::printf("SKIPPED: %s (shared data absent)\n", what);
  return std::nullopt;
}

// A path for a file that a test writes.
inline std::string scratch_path(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("terrane_osm_test_" + name)).string();
}

}  // namespace terrane::osm
