#include "build_area.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "field_world.h"

namespace terrane::app {
namespace {

TEST_CASE("orders are read, and anything else is refused") {
  CHECK(parse_order("forward").value().kind == OrderKind::Forward);
  CHECK(parse_order("reverse").value().kind == OrderKind::Reverse);
  CHECK(parse_order("random:7").value().seed == 7);
  for (const char* text :
       {"", "random", "random:", "random:x", "random:7x", "random:-1", "backward"}) {
    CHECK_MESSAGE(!parse_order(text).ok(), text);
  }
}

TEST_CASE("every order names every piece once, and a random one depends on its seed alone") {
  for (const char* text : {"forward", "reverse", "random:7", "random:8"}) {
    std::vector<std::size_t> sequence = build_sequence(100, parse_order(text).value());
    CHECK(std::set<std::size_t>(sequence.begin(), sequence.end()).size() == 100);
  }
  const auto seven = build_sequence(100, {OrderKind::Random, 7});
  CHECK(seven == build_sequence(100, {OrderKind::Random, 7}));
  CHECK(seven != build_sequence(100, {OrderKind::Random, 8}));
  CHECK(build_sequence(3, {OrderKind::Reverse, 0}) == std::vector<std::size_t>{2, 1, 0});
  CHECK(build_sequence(0, {OrderKind::Random, 7}).empty());
}

TEST_CASE("each piece is built once on any number of threads, with equal results") {
  const tests::FieldWorld world;
  const auto keys = world.pieces_in(nullptr).value();
  std::vector<std::uint64_t> expected;
  for (const unsigned threads : {1U, 2U, 8U, 64U}) {
    std::vector<std::uint64_t> digests(keys.size());
    std::vector<unsigned> times(keys.size());
    BuildPlan plan;
    plan.threads = threads;
    plan.order = {OrderKind::Random, threads};
    build_pieces(world, keys, plan, [&](std::size_t index, base::Result<content::Content> result) {
      digests[index] = content::digest(result.value());
      times[index] += 1;
    });
    CHECK(std::count(times.begin(), times.end(), 1U) == static_cast<std::ptrdiff_t>(keys.size()));
    if (expected.empty()) expected = digests;
    CHECK(digests == expected);
  }
}

}  // namespace
}  // namespace terrane::app
