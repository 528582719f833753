// Feeds the files of a folder to a fuzz target, whole and cut short, without libFuzzer.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "terrane/fetch/file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void feed(const std::string& bytes, std::size_t size) {
  // A copy of exactly that size, so that a sanitizer sees a read past the end.
  const std::vector<std::uint8_t> input(bytes.begin(),
                                        bytes.begin() + static_cast<std::ptrdiff_t>(size));
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !std::filesystem::is_directory(argv[1])) {
    std::fputs("usage: replay FOLDER\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths) {
    const auto bytes = terrane::fetch::read_file(path.string());
    if (!bytes.ok()) {
      std::fprintf(stderr, "%s\n", terrane::base::to_sentence(bytes.error()).c_str());
      return 1;
    }
    const std::size_t size = bytes.value().size();
    feed(bytes.value(), size);
    const std::size_t step = std::max<std::size_t>(1, size / 64);
    for (std::size_t cut = 0; cut < size; cut += step) feed(bytes.value(), cut);
  }
  std::printf("%zu files replayed\n", paths.size());
  return paths.empty() ? 1 : 0;
}
