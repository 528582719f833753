#include "terrane/play/command_arena.h"

#include <doctest/doctest.h>

#include <limits>
#include <map>
#include <set>
#include <utility>

#include "terrane/rts/arena.h"

namespace terrane::play {
namespace {

rts::Battlefield arena() {
  auto field = rts::make_arena(9, 2, 128);
  REQUIRE(field.ok());
  return std::move(field).value();
}

}  // namespace

TEST_CASE("an arena's pieces cover the field and meet at every corner") {
  const ArenaProvider provider(arena());
  const auto keys = provider.pieces_in(nullptr);
  REQUIRE(keys.ok());
  CHECK(keys.value().size() == 16);
  // Heights of the corners on lines between pieces, by place: all pieces must agree.
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<std::int64_t>> heights;
  for (const stream::PieceKey key : keys.value()) {
    const auto content = provider.build_on_worker({key, 0, stream::InputScope::Padded}, {});
    REQUIRE(content.ok());
    CHECK(content.value().triangle_count() >= 2 * 32 * 32);
    const auto again = provider.build_on_worker({key, 0, stream::InputScope::Everything}, {});
    REQUIRE(again.ok());
    CHECK(content::digest(content.value()) == content::digest(again.value()));
    const content::BoundsMm rough = provider.rough_bounds(key);
    const geo::Vec3 origin = provider.piece_frame(key).origin;
    for (const content::MeshPage& page : content.value().mesh_pages) {
      for (const content::Vertex& vertex : page.vertices) {
        CHECK_FALSE(vertex.y_mm > rough.max_mm[1]);
        CHECK_FALSE(vertex.y_mm < rough.min_mm[1]);
        if (vertex.x_mm % 32000 != 0 && vertex.z_mm % 32000 != 0) continue;
        heights[{vertex.x_mm + static_cast<std::int64_t>(origin.x * 1000),
                 vertex.z_mm + static_cast<std::int64_t>(origin.z * 1000)}]
            .insert(vertex.y_mm);
      }
    }
  }
  std::size_t apart = 0;
  for (const auto& [place, found] : heights) apart += found.size() == 1 ? 0 : 1;
  CHECK_MESSAGE(apart == 0, apart << " corners have two heights: pieces do not meet");
}

TEST_CASE("an arena is selected near first, and refuses a piece that it has not") {
  ArenaProvider provider(arena());
  stream::Observer observer;
  const auto selection = provider.select({&observer, 1}, {}, {});
  REQUIRE(selection.ok());
  CHECK(selection.value().pieces.size() == 16);
  for (std::size_t at = 1; at < selection.value().pieces.size(); ++at) {
    CHECK(selection.value().pieces[at - 1].cost <= selection.value().pieces[at].cost);
  }
  CHECK_FALSE(provider.build_on_worker({{std::uint64_t{1} << 40}, 0, {}}, {}).ok());
  CHECK(provider.neighbours({0}).size() == 3);
  observer.position.x = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(provider.select({&observer, 1}, {}, {}).ok());
}

}  // namespace terrane::play
