#include "terrane/world/open_world.h"

#include <filesystem>
#include <random>
#include <system_error>
#include <utility>
#include <vector>

#include "terrane/city/city_provider.h"
#include "terrane/osm/live_provider.h"
#include "terrane/osm/map_provider.h"
#include "terrane/stream/clock.h"
#if !defined(__EMSCRIPTEN__)
#include "terrane/fetch/curl_transport.h"
#endif

namespace terrane::world {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// The WebAssembly build reads maps as Overpass JSON alone.
#if defined(__EMSCRIPTEN__)
constexpr const char* k_town_file = "town.json";
#else
constexpr const char* k_town_file = "town.osm";
#endif

std::vector<std::filesystem::path> data_folders() {
  std::vector<std::filesystem::path> folders;
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    folders.push_back(program.parent_path() / ".." / "share" / "terrane");
    folders.push_back(program.parent_path() / "data");
  }
  folders.emplace_back(TERRANE_DATA_FOLDER);
  return folders;
}

Result<std::unique_ptr<stream::Provider>> open_live(const WorldName& name,
                                                    const MakeTransport& make_transport) {
  osm::LiveOptions options;
  options.endpoint = name.endpoint;
  if (make_transport) {
    options.transport = TERRANE_TRY(make_transport());
  } else {
#if !defined(__EMSCRIPTEN__)
    options.transport = TERRANE_TRY(fetch::make_curl_transport());
#endif
  }
  options.now_s = [clock = std::make_shared<stream::SteadyClock>()] { return clock->now_s(); };
  options.seed = std::random_device()();
  return osm::open_live_map(std::move(options));
}

}  // namespace

std::uint64_t draw_seed() {
  std::random_device device;
  return device() % 1000000;
}

Result<std::string> data_path(std::string_view file) {
  std::string tried;
  for (const std::filesystem::path& folder : data_folders()) {
    const std::filesystem::path path = folder / file;
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) return path.lexically_normal().string();
    tried += (tried.empty() ? "" : ", ") + path.lexically_normal().string();
  }
  return Error{ErrorCode::NotFound, "a file that comes with the engine is not there", tried,
               "the file in one of these places"};
}

Result<std::string> town_path() {
  return data_path(k_town_file);
}

Result<std::string> map_path(const WorldName& name) {
  if (name.scheme == Scheme::Live) {
    return Error{ErrorCode::BadUsage, "a live place is no file", "osm:overpass",
                 "a map file: osm:FILE"};
  }
  if (name.path.empty()) return town_path();
  return name.path;
}

Result<std::unique_ptr<stream::Provider>> open_world(const WorldName& name,
                                                     const MakeTransport& make_transport) {
  if (name.scheme == Scheme::City) {
    return city::open_city(name.seed,
                           name.grown ? city::LayoutKind::Grown : city::LayoutKind::Lattice);
  }
  if (name.scheme == Scheme::Live) return open_live(name, make_transport);
  return osm::open_map(TERRANE_TRY(map_path(name)));
}

Result<std::unique_ptr<stream::Provider>> open_world(std::string_view uri,
                                                     const MakeTransport& make_transport) {
  return open_world(TERRANE_TRY(parse_world_uri(uri, draw_seed())), make_transport);
}

}  // namespace terrane::world
