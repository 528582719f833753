#include "terrane/stream/pages.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace terrane::stream {

TEST_CASE("the pool hands out each page once, all that are asked for or none") {
  PagePool pool(5);
  std::vector<PageId> first = pool.take(3);
  CHECK(first.size() == 3);
  CHECK(pool.free_count() == 2);
  CHECK_MESSAGE(pool.take(3).empty(), "a short pool gave pages, or gave some of them");
  CHECK_MESSAGE(pool.free_count() == 2, "a refused request took pages");
  std::vector<PageId> second = pool.take(2);
  std::vector<std::uint32_t> all;
  for (const PageId page : first) all.push_back(page.index);
  for (const PageId page : second) all.push_back(page.index);
  std::sort(all.begin(), all.end());
  const std::vector<std::uint32_t> each_once = {0, 1, 2, 3, 4};
  CHECK_MESSAGE(all == each_once, "a page was handed out twice");
  pool.give_back(first);
  pool.give_back(second);
  CHECK(pool.free_count() == pool.page_count());
  CHECK_MESSAGE(pool.take(5).size() == 5, "returned pages cannot be taken again");
  CHECK(pool.take(0).empty());
}

TEST_CASE("the memory sink keeps every vertex and index of each page where the page is") {
  MemoryPageSink sink(2);
  content::MeshPage full;
  full.vertices.resize(content::k_page_vertices);
  full.indices.resize(content::k_page_indices);
  for (std::size_t place = 0; place < full.vertices.size(); ++place) {
    full.vertices[place].x_mm = static_cast<std::int32_t>(place);
  }
  for (std::size_t place = 0; place < full.indices.size(); ++place) {
    full.indices[place] = static_cast<std::uint16_t>(place / 2);
  }
  content::MeshPage small;
  small.vertices.resize(3);
  small.vertices[2].y_mm = 7;
  small.indices = {0, 1, 2};
  sink.write({1}, full);
  sink.write({0}, small);
  const auto vertices = sink.vertices({1});
  const auto indices = sink.indices({1});
  CHECK_MESSAGE(std::equal(vertices.begin(), vertices.end(), full.vertices.begin()),
                "a write to another page changed this one");
  CHECK(std::equal(indices.begin(), indices.end(), full.indices.begin()));
  CHECK(sink.vertices({0})[2].y_mm == 7);
  CHECK(sink.indices({0})[2] == 2);
}

}  // namespace terrane::stream
