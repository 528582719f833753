#include "terrane/play/command_alerts.h"

#include <doctest/doctest.h>

#include "terrane/play/command_testing.h"

namespace terrane::play {

TEST_CASE("a side that has nothing left that makes units is told how long it has") {
  const rts::Rules rules = rts::load_rules(testing::real_rules()).value();
  snapshot::AlertPayload alert;
  alert.player = 1;
  alert.value = static_cast<snapshot::Word>(20 * rts::k_ticks_per_second);
  std::vector<snapshot::Word> record;
  REQUIRE(snapshot::append_event(record, snapshot::EventKind::AlertHomeless, 3, alert).ok());
  std::size_t at = 0;
  const auto event = snapshot::read_event(record, at);
  REQUIRE(event.ok());
  CommandAlerts theirs(rules, 0);
  theirs.hear(event.value(), 0, 0, 1);
  CHECK(theirs.all().empty());
  CommandAlerts ours(rules, 1);
  ours.hear(event.value(), 0, 0, 1);
  REQUIRE(ours.all().size() == 1);
  CHECK(ours.all().front().text ==
        "Nothing of ours makes units: finish a hall or a barracks within 20 s, or we are beaten.");
  CHECK(ours.all().front().hostile);
  CHECK_FALSE(ours.all().front().has_place);
}

}  // namespace terrane::play
