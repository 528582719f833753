#include "terrane/play/command_ground.h"

#include <doctest/doctest.h>

#include "terrane/world/open_world.h"

namespace terrane::play {

TEST_CASE("ground that is built a little a frame is the ground that is built at once") {
  const auto provider = world::open_world("city:412");
  REQUIRE(provider.ok());
  const stream::Area area{-150, -150, 150, 150};
  const auto plan = plan_field(*provider.value(), area);
  REQUIRE(plan.ok());
  REQUIRE(!plan.value().keys.empty());
  FieldBuilder builder(*provider.value(), plan.value());
  int frames = 0;
  double before = -1;
  while (!builder.done()) {
    REQUIRE(builder.step(4).ok());
    CHECK_MESSAGE(builder.progress() > before, "a frame built nothing");
    before = builder.progress();
    frames += 1;
  }
  CHECK(frames > 1);
  CHECK(builder.progress() == 1);
  const auto slow = builder.finish(7, 2);
  REQUIRE_MESSAGE(slow.ok(), (slow.ok() ? "" : base::to_sentence(slow.error())));
  std::vector<content::Content> contents;
  for (const stream::PieceKey key : plan.value().keys) {
    auto built = provider.value()->build_on_worker({key, 0, stream::InputScope::Padded}, {});
    REQUIRE(built.ok());
    contents.push_back(std::move(built).value());
  }
  const auto once = make_field(*provider.value(), plan.value(), contents, 7, 2);
  REQUIRE(once.ok());
  CHECK(rts::digest(slow.value()) == rts::digest(once.value()));
  CHECK(once.value().width_cells == 300);

  const stream::Area large{-2000, -2000, 2000, 2000};
  CHECK_FALSE(plan_field(*provider.value(), large).ok());
}

}  // namespace terrane::play
