#include "terrane/play/command_cues.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "terrane/play/command_testing.h"

namespace terrane::play {

TEST_CASE("every cue is short, heard, unclipped, and silent at its ends") {
  for (unsigned kind = 0; kind < k_cue_kinds; ++kind) {
    for (unsigned variant = 0; variant < k_cue_variants; ++variant) {
      const auto samples = synthesise(static_cast<CueKind>(kind), variant);
      INFO("cue " << kind << ", variant " << variant);
      REQUIRE(samples.size() > k_cue_rate_hz / 20);
      CHECK(samples.size() <= 2 * k_cue_rate_hz);
      int peak = 0;
      for (const std::int16_t sample : samples) peak = std::max(peak, std::abs(int{sample}));
      CHECK_MESSAGE(peak > 2000, "it cannot be heard");
      CHECK(peak <= 30000);
      CHECK(std::abs(int{samples.front()}) < 600);
      CHECK(samples.back() == 0);
    }
  }
  CHECK(synthesise(CueKind::Horn, 1) == synthesise(CueKind::Horn, 1));
  CHECK(synthesise(CueKind::Swords, 0) != synthesise(CueKind::Swords, 1));
}

TEST_CASE("a cue comes from where it happened, weaker from afar") {
  CueSource source;
  source.has_place = true;
  source.place = {20, 0, 0};
  const Cue near = heard_from(source, 0, 0, 20, 0);
  CHECK_MESSAGE(near.pan > 0.1f,
                "what is in the east is not heard on the right when north is ahead");
  const Cue turned = heard_from(source, 0, 0, 20, 3.14159);
  CHECK(turned.pan < -0.1f);
  source.place = {200, 0, 0};
  CHECK(heard_from(source, 0, 0, 20, 0).gain < near.gain / 4);
}

TEST_CASE("events become cues for those who may hear them") {
  const rts::Rules rules = rts::load_rules(testing::real_rules()).value();
  const auto cue = [&](snapshot::EventKind kind, const auto& payload, snapshot::Word player,
                       CueSource& source) {
    std::vector<snapshot::Word> record;
    REQUIRE(snapshot::append_event(record, kind, 3, payload).ok());
    std::size_t at = 0;
    const auto event = snapshot::read_event(record, at);
    REQUIRE(event.ok());
    return cue_of(event.value(), rules, player, source);
  };
  CueSource source;
  snapshot::HitPayload hit;
  hit.kind = rts::find_type(rules, "footman");
  hit.x_mm = 5000;
  CHECK(cue(snapshot::EventKind::Blow, hit, 0, source));
  CHECK(source.kind == CueKind::Swords);
  CHECK(source.place.x == 5);
  hit.kind = rts::find_type(rules, "catapult");
  CHECK(cue(snapshot::EventKind::ProjectileHit, hit, 0, source));
  CHECK(source.kind == CueKind::Stone);
  snapshot::AlertPayload alert;
  alert.player = 1;
  CHECK_FALSE(cue(snapshot::EventKind::AlertAttacked, alert, 0, source));
  CHECK(cue(snapshot::EventKind::AlertAttacked, alert, 1, source));
  snapshot::SoundPayload sound;
  sound.player = 1;
  sound.volume_256 = 256;
  CHECK_FALSE(cue(snapshot::EventKind::Sound, sound, 0, source));
  CHECK(cue(snapshot::EventKind::Sound, sound, 1, source));
  CHECK_FALSE(cue(snapshot::EventKind::Heartbeat, snapshot::TickPayload{}, 0, source));
}

}  // namespace terrane::play
