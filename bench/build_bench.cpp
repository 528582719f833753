// What a piece costs: to build, to digest and to copy into the pool, side by side in one run. Run
// it by `./dev bench`; compare the rows with each other, not with another day's.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "terrane/stream/pages.h"
#include "terrane/world/open_world.h"

namespace {

using namespace terrane;

std::unique_ptr<stream::Provider> open_or_say_why(const std::string& uri) {
  auto opened = world::open_world(uri);
  if (opened.ok()) return std::move(opened).value();
  std::fprintf(stderr, "%s\n", base::to_sentence(opened.error()).c_str());
  return nullptr;
}

// Every piece of the world's default area, built in turn.
void build_pieces(benchmark::State& state, const std::string& uri, std::uint8_t lod) {
  const auto provider = open_or_say_why(uri);
  if (provider == nullptr) return state.SkipWithError("the world does not open");
  const auto keys = provider->pieces_in(nullptr);
  if (!keys.ok() || keys.value().empty()) return state.SkipWithError("the world has no piece");
  std::size_t next = 0;
  std::size_t vertices = 0;
  for (auto _ : state) {
    stream::BuildRequest request;
    request.key = keys.value()[next++ % keys.value().size()];
    request.lod = lod;
    const auto content = provider->build_on_worker(request, {});
    if (!content.ok()) return state.SkipWithError("a piece cannot be built");
    vertices += content.value().vertex_count();
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["vertices_per_piece"] =
      benchmark::Counter(static_cast<double>(vertices) / static_cast<double>(state.iterations()));
}

std::vector<content::Content> built_pieces(const std::string& uri, std::size_t count) {
  std::vector<content::Content> built;
  const auto provider = open_or_say_why(uri);
  if (provider == nullptr) return built;
  const auto keys = provider->pieces_in(nullptr);
  if (!keys.ok()) return built;
  for (const stream::PieceKey key : keys.value()) {
    if (built.size() == count) break;
    stream::BuildRequest request;
    request.key = key;
    auto content = provider->build_on_worker(request, {});
    if (content.ok()) built.push_back(std::move(content).value());
  }
  return built;
}

void digest_pieces(benchmark::State& state, const std::string& uri) {
  const auto built = built_pieces(uri, 256);
  if (built.empty()) return state.SkipWithError("the world has no piece");
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(content::digest(built[next++ % built.size()]));
  state.SetItemsProcessed(state.iterations());
}

void copy_pieces(benchmark::State& state, const std::string& uri) {
  const auto built = built_pieces(uri, 256);
  if (built.empty()) return state.SkipWithError("the world has no piece");
  constexpr std::uint32_t k_pages = 1024;
  stream::MemoryPageSink sink(k_pages);
  std::size_t next = 0;
  std::uint32_t page = 0;
  for (auto _ : state) {
    for (const content::MeshPage& mesh : built[next++ % built.size()].mesh_pages) {
      sink.write({page++ % k_pages}, mesh);
    }
  }
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string town = std::string("osm:") + TERRANE_SOURCE_DIR + "/data/town.osm";
  for (const std::string& uri : {std::string("city:412"), town}) {
    benchmark::RegisterBenchmark(("build " + uri).c_str(), build_pieces, uri, std::uint8_t{0});
    benchmark::RegisterBenchmark(("digest " + uri).c_str(), digest_pieces, uri);
    benchmark::RegisterBenchmark(("copy " + uri).c_str(), copy_pieces, uri);
  }
  benchmark::RegisterBenchmark("build city:412 at level 1", build_pieces, std::string("city:412"),
                               std::uint8_t{1});
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
