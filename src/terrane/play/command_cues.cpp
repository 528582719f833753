#include "terrane/play/command_cues.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/rts/telling.h"

namespace terrane::play {
namespace {

using snapshot::EventKind;
using snapshot::Word;

// A sound is a sum of these.
struct Voice {
  double from_hz = 440;  // glides to `to_hz` over its length
  double to_hz = 440;
  double begin_s = 0;
  double length_s = 0.2;
  double gain = 0.5;
  double attack_s = 0.004;
  double noise = 0;     // 0 a tone, 1 noise through a low pass at the frequency
  double overtone = 0;  // of a second tone, 2.76 times as high: struck metal
};

double envelope(const Voice& voice, double at_s) {
  const double rise = std::min(at_s / voice.attack_s, 1.0);
  const double left = 1 - at_s / voice.length_s;
  return rise * left * left;
}

void add_voice(const Voice& voice, std::uint64_t seed, std::vector<double>& sum) {
  base::RandomStream random(seed);
  const auto first = static_cast<std::size_t>(voice.begin_s * k_cue_rate_hz);
  const auto count = static_cast<std::size_t>(voice.length_s * k_cue_rate_hz);
  if (sum.size() < first + count) sum.resize(first + count, 0.0);
  double turns = 0;
  double low = 0;
  for (std::size_t at = 0; at < count; ++at) {
    const double at_s = static_cast<double>(at) / k_cue_rate_hz;
    const double share = at_s / voice.length_s;
    const double hz = voice.from_hz + (voice.to_hz - voice.from_hz) * share;
    turns += hz / k_cue_rate_hz;
    turns -= std::floor(turns);
    const double tone = base::sin(turns * 2 * base::k_pi) +
                        voice.overtone * base::sin(turns * 2.76 * 2 * base::k_pi);
    const double white = static_cast<double>(random.next() >> 40) / 8388608.0 - 1.0;
    const double reach = std::min(1.0, 2 * base::k_pi * hz / k_cue_rate_hz);
    low += (white - low) * reach;
    sum[first + at] +=
        (tone * (1 - voice.noise) + low * voice.noise) * voice.gain * envelope(voice, at_s);
  }
}

void list_voices(CueKind kind, double tune, std::vector<Voice>& voices) {
  const auto add = [&](Voice voice) {
    voice.from_hz *= tune;
    voice.to_hz *= tune;
    voices.push_back(voice);
  };
  switch (kind) {
    case CueKind::Swords:
      add({2100, 1900, 0, 0.22, 0.35, 0.001, 0, 0.8});
      add({5000, 3000, 0, 0.05, 0.6, 0.001, 1, 0});
      break;
    case CueKind::Arrow:
      add({900, 2600, 0, 0.16, 0.5, 0.02, 1, 0});
      add({180, 120, 0, 0.08, 0.35, 0.002, 0, 0});
      break;
    case CueKind::Stone:
      add({400, 90, 0, 0.45, 1.1, 0.002, 1, 0});
      add({90, 45, 0, 0.35, 0.6, 0.002, 0, 0});
      break;
    case CueKind::Acknowledge:
      add({520, 540, 0, 0.07, 0.3, 0.006, 0, 0});
      add({700, 720, 0.07, 0.09, 0.3, 0.006, 0, 0});
      break;
    case CueKind::Refused:
      add({240, 200, 0, 0.12, 0.4, 0.006, 0, 0.3});
      add({200, 160, 0.13, 0.16, 0.4, 0.006, 0, 0.3});
      break;
    case CueKind::Alert:
      for (const double begin_s : {0.0, 0.22, 0.44}) {
        add({880, 860, begin_s, 0.18, 0.4, 0.01, 0, 0.15});
      }
      break;
    case CueKind::BuildingDone:
      add({392, 392, 0, 0.3, 0.3, 0.01, 0, 0.1});
      add({523, 523, 0.15, 0.5, 0.3, 0.01, 0, 0.1});
      add({1500, 900, 0, 0.05, 0.4, 0.001, 1, 0});
      break;
    case CueKind::Horn:
      add({196, 198, 0, 0.7, 0.4, 0.08, 0, 0.25});
      add({294, 296, 0.45, 1.1, 0.4, 0.1, 0, 0.25});
      break;
    case CueKind::Ready:
      add({440, 440, 0, 0.12, 0.3, 0.01, 0, 0.1});
      add({587, 587, 0.1, 0.22, 0.3, 0.01, 0, 0.1});
      break;
    case CueKind::Research:
      add({523, 523, 0, 0.15, 0.25, 0.01, 0, 0.2});
      add({659, 659, 0.12, 0.15, 0.25, 0.01, 0, 0.2});
      add({784, 784, 0.24, 0.4, 0.25, 0.01, 0, 0.2});
      break;
    case CueKind::Collapse:
      add({700, 80, 0, 1.3, 1.2, 0.02, 1, 0});
      add({70, 35, 0.05, 0.8, 0.6, 0.01, 0, 0});
      break;
    case CueKind::Tree:
      add({1200, 300, 0, 0.5, 0.8, 0.2, 1, 0});
      add({110, 60, 0.4, 0.3, 0.6, 0.002, 0, 0});
      break;
    case CueKind::Coins:
      add({3200, 3200, 0, 0.12, 0.22, 0.001, 0, 0.5});
      add({3700, 3700, 0.05, 0.14, 0.22, 0.001, 0, 0.5});
      break;
    case CueKind::Growl:
      add({95, 70, 0, 0.7, 0.5, 0.06, 0, 0.5});
      add({300, 180, 0, 0.7, 0.7, 0.06, 1, 0});
      break;
    case CueKind::Gate:
      add({240, 140, 0, 0.6, 0.8, 0.1, 1, 0});
      add({65, 55, 0.5, 0.3, 0.5, 0.003, 0, 0.3});
      break;
    case CueKind::Hammer:
      add({1300, 1250, 0, 0.1, 0.3, 0.001, 0, 0.6});
      add({1300, 1250, 0.2, 0.1, 0.3, 0.001, 0, 0.6});
      break;
  }
}

CueKind kind_of(rts::Noise noise) {
  switch (noise) {
    case rts::Noise::TreeFalls:
      return CueKind::Tree;
    case rts::Noise::MineEmpty:
    case rts::Noise::BuildingFalls:
      return CueKind::Collapse;
    case rts::Noise::LoadBrought:
      return CueKind::Coins;
    case rts::Noise::SiteBegun:
      return CueKind::Hammer;
    case rts::Noise::BuildingDone:
      return CueKind::BuildingDone;
    case rts::Noise::HeroReady:
      return CueKind::Horn;
    case rts::Noise::UpgradeDone:
      return CueKind::Research;
    case rts::Noise::UnitReady:
    case rts::Noise::RankRises:
      return CueKind::Ready;
    case rts::Noise::BeastGrowls:
    case rts::Noise::HerdFlees:
      return CueKind::Growl;
    case rts::Noise::GateMoves:
      return CueKind::Gate;
  }
  return CueKind::Ready;
}

geo::Vec3 plane_m(std::int32_t x_mm, std::int32_t z_mm) {
  return {x_mm / 1000.0, 0, z_mm / 1000.0};
}

bool is_for(Word player, Word wanted) {
  return player == rts::k_none || player == wanted || wanted == snapshot::k_owner_nature;
}

}  // namespace

std::vector<std::int16_t> synthesise(CueKind kind, unsigned variant) {
  const std::uint64_t seed =
      base::hash(std::uint64_t{17}, static_cast<unsigned>(kind), variant % k_cue_variants);
  std::vector<Voice> voices;
  list_voices(kind, 0.94 + 0.04 * (variant % k_cue_variants), voices);
  std::vector<double> sum;
  for (std::size_t at = 0; at < voices.size(); ++at) {
    add_voice(voices[at], base::hash(seed, at), sum);
  }
  std::vector<std::int16_t> samples;
  samples.reserve(sum.size());
  for (const double value : sum) {
    // Bends instead of clipping.
    const double bent = value / (1 + (value < 0 ? -value : value));
    samples.push_back(static_cast<std::int16_t>(std::floor(bent * 30000.0 + 0.5)));
  }
  if (!samples.empty()) samples.back() = 0;
  return samples;
}

bool cue_of(const snapshot::Event& event, const rts::Rules& rules, Word player, CueSource& source) {
  source = {};
  source.variant =
      static_cast<unsigned>(
          base::hash(std::uint64_t{event.tick}, event.payload.size() > 1 ? event.payload[1] : 0u)) %
      k_cue_variants;
  snapshot::HitPayload hit;
  snapshot::SoundPayload sound;
  snapshot::AlertPayload alert;
  snapshot::RefusedPayload refused;
  const Word type = event.get(hit) ? hit.kind & 0xffffu : 0;
  const bool siege = type < rules.types.size() && rules.types[type].role == rts::Role::Siege;
  switch (event.info->kind) {
    case EventKind::Blow:
      source.kind = siege ? CueKind::Stone : CueKind::Swords;
      source.gain = 0.6f;
      break;
    case EventKind::ProjectileShot:
      source.kind = CueKind::Arrow;
      source.gain = 0.5f;
      break;
    case EventKind::ProjectileHit:
      if (!siege) return false;  // arrows land softly
      source.kind = CueKind::Stone;
      break;
    case EventKind::Sound:
      if (!event.get(sound) || !is_for(player, sound.player)) return false;
      source.kind = kind_of(static_cast<rts::Noise>(sound.sound));
      source.gain = static_cast<float>(std::min<Word>(sound.volume_256, 256)) / 256.0f;
      source.has_place = true;
      source.place = plane_m(sound.x_mm, sound.z_mm);
      return true;
    case EventKind::AlertAttacked:
      source.kind = CueKind::Alert;
      return event.get(alert) && alert.player == player;
    case EventKind::OrderRefused:
      source.kind = CueKind::Refused;
      return event.get(refused) && refused.player == player;
    case EventKind::Victory:
    case EventKind::Draw:
      source.kind = CueKind::Horn;
      return true;
    default:
      return false;
  }
  source.has_place = true;
  source.place = plane_m(hit.x_mm, hit.z_mm);
  return true;
}

Cue heard_from(const CueSource& source, double x_m, double z_m, double height_m,
               double heading_rad) {
  Cue cue;
  cue.kind = source.kind;
  cue.variant = source.variant;
  cue.gain = source.gain;
  if (!source.has_place) return cue;
  constexpr double k_near_m = 40;  // half as loud there
  const double dx = source.place.x - x_m;
  const double dz = source.place.z - z_m;
  const double away_m = std::sqrt(dx * dx + dz * dz + height_m * height_m / 4);
  cue.gain *= static_cast<float>(1 / (1 + away_m * away_m / (k_near_m * k_near_m)));
  const base::SinCos turned = base::sin_cos(heading_rad);
  const double right_m = turned.cos * dx - turned.sin * dz;
  cue.pan = static_cast<float>(right_m / (away_m + 20));
  return cue;
}

}  // namespace terrane::play
