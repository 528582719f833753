#include "terrane/stream/flat_index.h"

#include <doctest/doctest.h>

#include <map>

namespace terrane::stream {

TEST_CASE("an index that adds, finds, removes and forgets as a map does") {
  FlatIndex index;
  std::map<std::uint64_t, std::uint32_t> expected;
  base::RandomStream random(7);
  for (std::uint32_t step = 0; step < 20000; ++step) {
    const std::uint64_t id = base::draw_index(random.next(), 300);
    const double choice = base::draw_unit(random.next());
    if (choice < 0.45) {
      const std::uint32_t stored = expected.emplace(id, step).first->second;
      REQUIRE(index.find_or_add(id, step) == stored);
    } else if (choice < 0.55) {
      index.set(id, step);
      expected[id] = step;
    } else {
      index.remove(id);
      expected.erase(id);
    }
    REQUIRE(index.size() == expected.size());
    if (step % 997 == 996) {
      index.clear();
      expected.clear();
    }
    if (step % 50 != 0) continue;
    for (std::uint64_t each = 0; each < 300; ++each) {
      const auto known = expected.find(each);
      const std::uint32_t number = known == expected.end() ? FlatIndex::k_absent : known->second;
      REQUIRE_MESSAGE(index.find(each) == number, "an id was lost or came back after a removal");
    }
  }
}

}  // namespace terrane::stream
