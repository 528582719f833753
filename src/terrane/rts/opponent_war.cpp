#include "terrane/rts/opponent_war.h"

#include <algorithm>

#include "terrane/rts/opponent_eyes.h"
#include "terrane/rts/opponent_goals.h"
#include "terrane/rts/orders.h"
#include "terrane/rts/vector_mm.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

constexpr std::int32_t k_judge_mm = 25'000;    // strength is compared within so far of the fight
constexpr std::int32_t k_judge_more_mm = 900;  // and so much more for the root of its number
constexpr std::int32_t k_home_mm = 38'000;     // here there is nowhere to turn back to
constexpr std::int32_t k_assembly_far_mm = 70'000;  // nearer goals are attacked at once
constexpr Word k_no_progress_ticks = 500;
constexpr Word k_assembly_ticks = 300;  // without getting nearer to where it gathers
constexpr Word k_way_home_ticks = 2000;
constexpr std::int32_t k_raid_percent = 115;      // a raid fights nobody who is not weaker
constexpr std::int32_t k_rash_percent = 40;       // of retreat_percent: those attack at once
constexpr std::int32_t k_care_ticks = 55;         // later for each percent above it
constexpr Word k_first_attack_more_ticks = 2400;  // drawn from
constexpr Word k_rash_attack_more_ticks = 600;    // by those who attack at once
constexpr Word k_patience_ticks = 3000;           // then whoever there is has to do
constexpr std::size_t k_again_percent = 30;       // of an army: so many attack again
constexpr Word k_raid_ticks = 2200;
constexpr std::int32_t k_there_mm = 45'000;  // so near to its goal a squad razes what is there
constexpr std::size_t k_raiders_min = 4;
constexpr std::size_t k_raiders_max = 8;
constexpr std::int32_t k_together_mm = 45'000;  // attacks so near to one another fight together
constexpr std::int32_t k_join_mm = 22'000;      // attacks so near to one another become one
constexpr std::int32_t k_orders_a_squad = 4;
constexpr std::size_t k_rest = 4;
constexpr Word k_raids_before = 2;  // so many squads were sent out, then it raids no more

// How far from a place a group of so many still counts as being there.
std::int32_t room_mm(std::size_t count) {
  return 10'000 + 1'300 * static_cast<std::int32_t>(root_of(static_cast<std::uint32_t>(count)));
}

SquadPlan& plan_of(Thought& thought, const Squad& squad) {
  return thought.plan.squads[squad.number - 1];
}
bool is_state(const SquadPlan& plan, SquadState state) {
  return plan.state == static_cast<Word>(state);
}
PointMm goal_of(const SquadPlan& plan) {
  return {plan.goal_x_mm, plan.goal_z_mm};
}
PointMm assembly_of(const SquadPlan& plan) {
  return {plan.assembly_x_mm, plan.assembly_z_mm};
}

void muster_squads(Thought& thought) {
  for (auto& members : thought.room.members) members.clear();
  const auto& soldiers = thought.census().soldiers;
  for (std::uint32_t at = 0; at < soldiers.size(); ++at) {
    thought.room.members[soldiers[at].squad].push_back(at);
  }
}

Squad measure(Thought& thought, std::size_t number) {
  Squad squad;
  squad.number = number;
  squad.members = &thought.room.members[number];
  const auto& soldiers = thought.census().soldiers;
  std::int64_t x = 0;
  std::int64_t z = 0;
  std::int64_t front_x = 0;
  std::int64_t front_z = 0;
  std::int64_t fighters = 0;
  for (const std::uint32_t member : *squad.members) {
    const OwnSoldier& soldier = soldiers[member];
    x += soldier.place.x_mm;
    z += soldier.place.z_mm;
    squad.power += soldier.power;
    if (!soldier.is_fighting) continue;
    front_x += soldier.place.x_mm;
    front_z += soldier.place.z_mm;
    ++fighters;
  }
  const auto count = static_cast<std::int64_t>(squad.members->size());
  squad.middle = {static_cast<std::int32_t>(x / count), static_cast<std::int32_t>(z / count)};
  squad.is_fighting = fighters > 0;
  squad.fighters = static_cast<std::size_t>(fighters);
  squad.front = squad.middle;
  if (fighters > 0) {
    squad.front = {static_cast<std::int32_t>(front_x / fighters),
                   static_cast<std::int32_t>(front_z / fighters)};
  }
  return squad;
}

// Siege walks on its own: a formation is as slow as its slowest. `idle_beyond_mm` > 0: only those
// who stand about farther than that from the place.
void send_squad(Thought& thought, const Squad& squad, EventKind kind, PointMm place,
                std::int32_t idle_beyond_mm = 0) {
  const auto& soldiers = thought.census().soldiers;
  std::vector<Word>& list = thought.room.list;
  for (const bool is_siege : {false, true}) {
    list.clear();
    for (const std::uint32_t member : *squad.members) {
      const OwnSoldier& soldier = soldiers[member];
      if ((soldier.role == Role::Siege) != is_siege) continue;
      if (idle_beyond_mm > 0 &&
          (!soldier.is_idle || within(soldier.place, place, idle_beyond_mm))) {
        continue;
      }
      list.push_back(soldier.identity);
    }
    // Orders for one place that are given in one tick make one formation.
    give_place(thought, kind, {place.x_mm + (is_siege ? 1 : 0), place.z_mm}, list);
  }
}

std::size_t count_near(const Thought& thought, const Squad& squad, PointMm place,
                       std::int32_t radius_mm) {
  const auto& soldiers = thought.census().soldiers;
  return static_cast<std::size_t>(std::count_if(
      squad.members->begin(), squad.members->end(),
      [&](std::uint32_t member) { return within(soldiers[member].place, place, radius_mm); }));
}

// --- Squads that are out -------------------------------------------------------------------------

bool should_retreat(const Thought& thought, const Squad& squad, const SquadPlan& plan) {
  if (within(squad.middle, thought.home(), k_home_mm)) return false;
  const auto root =
      static_cast<std::int32_t>(root_of(static_cast<std::uint32_t>(squad.members->size())));
  const Odds odds = odds_at(thought, squad.front, k_judge_mm + k_judge_more_mm * root);
  if (odds.foe == 0) return false;
  std::int64_t percent = thought.level.retreat_percent;
  if (plan.kind == static_cast<Word>(SquadKind::Raid)) {
    percent = k_raid_percent;
  }
  // Those who are not there yet count as well, but not wholly.
  const std::int64_t own = std::max(odds.own, squad.power * 3 / 4);
  // Once most of it strikes, turning back costs more than it saves.
  if (squad.fighters * 3 > squad.members->size()) percent = percent * 2 / 3;
  return own * 100 < odds.foe * percent;
}

void retreat(Thought& thought, const Squad& squad, SquadPlan& plan) {
  send_squad(thought, squad, EventKind::OrderMove, thought.muster());
  ++thought.plan.deeds.retreats;
  plan.state = static_cast<Word>(SquadState::Retreat);
  plan.since_tick = thought.tick();
}

void disband(Thought& thought, const Squad& squad, SquadPlan& plan) {
  set_squad(thought, squad.number, {}, false);
  for (const std::uint32_t member : *squad.members) {
    thought.census().soldiers[member].squad = 0;
    thought.census().reserve_power += thought.census().soldiers[member].power;
  }
  auto& reserve = thought.room.members[0];
  reserve.insert(reserve.end(), squad.members->begin(), squad.members->end());
  squad.members->clear();
  plan = {};
}

// Whether the squad has come nearer to a place lately.
bool gets_on(const Thought& thought, const Squad& squad, SquadPlan& plan, PointMm place,
             Word patience_ticks) {
  constexpr Word k_step_mm = 2000;
  const auto distance = static_cast<Word>(distance_between(squad.middle, place));
  if (squad.is_fighting || plan.best_mm == k_none || distance + k_step_mm < plan.best_mm) {
    plan.best_mm = std::min(plan.best_mm, distance);
    plan.best_tick = thought.tick();
  }
  return thought.tick() - plan.best_tick < patience_ticks;
}

void begin_assault(Thought& thought, const Squad& squad, SquadPlan& plan) {
  plan.state = static_cast<Word>(SquadState::Assault);
  plan.since_tick = thought.tick();
  plan.best_mm = k_none;
  plan.best_tick = thought.tick();
  send_squad(thought, squad, EventKind::OrderAttackMove, goal_of(plan));
}

void assemble(Thought& thought, const Squad& squad, SquadPlan& plan) {
  const PointMm place = assembly_of(plan);
  const std::size_t count = squad.members->size();
  const auto& soldiers = thought.census().soldiers;
  std::size_t there = count_near(thought, squad, place, room_mm(count));
  for (const std::uint32_t member : *squad.members) {  // nobody waits for siege
    const OwnSoldier& soldier = soldiers[member];
    if (soldier.role == Role::Siege && !within(soldier.place, place, room_mm(count))) ++there;
  }
  const bool gets_nearer = gets_on(thought, squad, plan, place, k_assembly_ticks);
  if (there * 4 >= count * 3 || !gets_nearer) {
    begin_assault(thought, squad, plan);
    return;
  }
  send_squad(thought, squad, EventKind::OrderAttackMove, place, room_mm(count));
}

// Who finds nothing more goes different ways.
void split(Thought& thought, const Squad& squad) {
  if (squad.members->size() < 4) return;
  for (std::size_t other = 1; other <= k_squads; ++other) {
    SquadPlan& plan = thought.plan.squads[other - 1];
    if (!is_state(plan, SquadState::Free) || !thought.room.members[other].empty()) continue;
    const std::size_t kept = squad.members->size() / 2;
    std::vector<Word>& list = thought.room.list;
    list.clear();
    for (std::size_t at = kept; at < squad.members->size(); ++at) {
      list.push_back(thought.census().soldiers[(*squad.members)[at]].identity);
    }
    set_squad(thought, other, list, false);
    thought.room.members[other].assign(squad.members->begin() + static_cast<std::ptrdiff_t>(kept),
                                       squad.members->end());
    squad.members->resize(kept);
    // The old group is set anew without them.
    list.clear();
    for (const std::uint32_t member : *squad.members) {
      list.push_back(thought.census().soldiers[member].identity);
    }
    set_squad(thought, squad.number, list, false);
    plan = {};
    plan.state = static_cast<Word>(SquadState::Assault);
    plan.kind = static_cast<Word>(SquadKind::Hunt);
    plan.goal_x_mm = squad.middle.x_mm;
    plan.goal_z_mm = squad.middle.z_mm;
    plan.best_mm = k_none;
    plan.best_tick = plan.since_tick = thought.tick();
    return;
  }
}

void assault(Thought& thought, const Squad& squad, SquadPlan& plan) {
  const std::int32_t room = room_mm(squad.members->size());
  const PointMm goal = goal_of(plan);
  const bool is_there = plan.goal == 0 && within(squad.middle, goal, room);
  const bool is_stuck = !gets_on(thought, squad, plan, goal, k_no_progress_ticks);
  if (is_goal_good(thought, plan) && !is_there && !is_stuck) {
    if (plan.goal != 0 && within(squad.middle, goal, k_there_mm)) raze(thought, squad);
    send_squad(thought, squad, EventKind::OrderAttackMove, goal, 6'000);
    return;
  }
  if (is_stuck) give_up_goal(thought, plan);
  const Goal chosen = choose_goal(thought, squad);
  if (chosen == Goal::Ground) split(thought, squad);
  if (chosen == Goal::None) {
    plan.state = static_cast<Word>(SquadState::Retreat);
    plan.since_tick = thought.tick();
    return;
  }
  send_squad(thought, squad, EventKind::OrderAttackMove, goal_of(plan));
}

void walk_home(Thought& thought, const Squad& squad, SquadPlan& plan) {
  const std::size_t count = squad.members->size();
  const std::int32_t room = room_mm(count);
  const std::size_t there = count_near(thought, squad, thought.muster(), room);
  if (there * 2 >= count || thought.tick() - plan.since_tick > k_way_home_ticks) {
    disband(thought, squad, plan);
    return;
  }
  send_squad(thought, squad, EventKind::OrderMove, thought.muster(), room);
}

// At its goal, and two thirds of what is about there cannot stop it.
bool has_the_upper_hand(const Thought& thought, const Squad& squad) {
  const PointMm goal = goal_of(thought.plan.squads[squad.number - 1]);
  if (!within(squad.middle, goal, k_home_mm + k_judge_mm)) return false;
  const Odds odds = odds_at(thought, squad.middle, k_judge_mm + k_judge_mm / 2);
  return odds.own * 2 >= odds.foe * 3;
}

// What is left of an attack comes home to be part of the next.
bool is_rest(const Thought& thought, const Squad& squad, const SquadPlan& plan) {
  return plan.kind == static_cast<Word>(SquadKind::Main) && squad.members->size() < k_rest &&
         !squad.is_fighting && thought.room.members[0].size() > k_rest &&
         !has_the_upper_hand(thought, squad);
}

// Whether a squad is on an attack that others may join.
bool is_attack(const Thought& thought, std::size_t number) {
  const SquadPlan& plan = thought.plan.squads[number - 1];
  return !thought.room.members[number].empty() && plan.kind == static_cast<Word>(SquadKind::Main) &&
         (is_state(plan, SquadState::Assault) || is_state(plan, SquadState::Assemble));
}

// Who comes when the battle is lost does not go on alone: those about it and those who hold the
// upper hand at a goal are all that it can count on.
bool comes_too_late(Thought& thought, const Squad& squad, const SquadPlan& plan) {
  if (plan.kind != static_cast<Word>(SquadKind::Main) || squad.is_fighting) return false;
  if (plan.goal == 0 || within(squad.middle, goal_of(plan), k_home_mm + k_judge_mm)) return false;
  std::int64_t power = 0;
  for (std::size_t number = 1; number <= k_squads; ++number) {
    if (!is_attack(thought, number)) continue;
    const Squad other = measure(thought, number);
    if (within(other.middle, squad.middle, k_together_mm) || has_the_upper_hand(thought, other)) {
      power += other.power;
    }
  }
  return power * 100 < std::int64_t{thought.plan.foe_power} * thought.level.retreat_percent;
}

// The members of another squad become the squad's.
void take_over(Thought& thought, std::size_t number, std::size_t other) {
  auto& members = thought.room.members[number];
  auto& others = thought.room.members[other];
  std::vector<Word>& list = thought.room.list;
  list.clear();
  for (const std::uint32_t member : others) {
    list.push_back(thought.census().soldiers[member].identity);
    thought.census().soldiers[member].squad = static_cast<std::uint8_t>(number);
  }
  set_squad(thought, number, list, true);
  set_squad(thought, other, {}, false);
  members.insert(members.end(), others.begin(), others.end());
  std::sort(members.begin(), members.end());
  others.clear();
  thought.plan.squads[other - 1] = {};
}

// Attacks that meet go on as one, the smaller in the larger: each alone would be beaten alone.
void join_squads(Thought& thought) {
  for (std::size_t number = 1; number <= k_squads; ++number) {
    if (!is_attack(thought, number)) continue;
    const PointMm middle = measure(thought, number).middle;
    for (std::size_t other = 1; other <= k_squads; ++other) {
      if (other == number || !is_attack(thought, other)) continue;
      if (thought.room.members[other].size() > thought.room.members[number].size()) continue;
      if (within(middle, measure(thought, other).middle, k_join_mm)) {
        take_over(thought, number, other);
      }
    }
  }
}

void lead_squad(Thought& thought, std::size_t number) {
  SquadPlan& plan = thought.plan.squads[number - 1];
  if (thought.room.members[number].empty()) {
    plan = {};
    return;
  }
  const Squad squad = measure(thought, number);
  if (is_state(plan, SquadState::Retreat) || is_state(plan, SquadState::Free)) {
    walk_home(thought, squad, plan);
    return;
  }
  if (!thought.may_speak()) return;
  if (should_retreat(thought, squad, plan)) {
    retreat(thought, squad, plan);
    return;
  }
  if (is_rest(thought, squad, plan) || comes_too_late(thought, squad, plan)) {
    plan.state = static_cast<Word>(SquadState::Retreat);
    plan.since_tick = thought.tick();
    send_squad(thought, squad, EventKind::OrderMove, thought.muster());
    return;
  }
  if (squad.is_fighting) focus_fire(thought, squad);
  if (is_state(plan, SquadState::Assemble)) {
    assemble(thought, squad, plan);
  } else {
    assault(thought, squad, plan);
  }
}

// --- The reserve ---------------------------------------------------------------------------------

void defend(Thought& thought) {
  constexpr std::int32_t k_near_threat_mm = 14'000;
  const PointMm place = thought.census().threat_place;
  std::vector<Word>& list = thought.room.list;
  list.clear();
  for (const std::uint32_t member : thought.room.members[0]) {
    const OwnSoldier& soldier = thought.census().soldiers[member];
    if (soldier.is_fighting) continue;
    const snapshot::OrderRow* order = current_order(thought.board, soldier.identity);
    if (order != nullptr && order->kind == static_cast<Word>(EventKind::OrderAttackMove) &&
        within({order->x_mm, order->z_mm}, place, k_near_threat_mm)) {
      continue;
    }
    list.push_back(soldier.identity);
  }
  give_place(thought, EventKind::OrderAttackMove, place, list);
}

void lead_reserve(Thought& thought) {
  if (thought.room.members[0].empty()) return;
  if (thought.census().threat_power > 0) {
    defend(thought);
    return;
  }
  Squad reserve;
  reserve.members = &thought.room.members[0];
  send_squad(thought, reserve, EventKind::OrderAttackMove, thought.muster(),
             room_mm(reserve.members->size()) + 6'000);
}

// --- Sending out ---------------------------------------------------------------------------------

// The first squad that nobody is in; 0: all are out.
std::size_t free_squad(const Thought& thought) {
  for (std::size_t number = 1; number <= k_squads; ++number) {
    if (is_state(thought.plan.squads[number - 1], SquadState::Free) &&
        thought.room.members[number].empty()) {
      return number;
    }
  }
  return 0;
}

// `picks` leave the reserve for a new squad and go for a goal, at once or after they have gathered
// on the way. False when there is none.
bool send_out(Thought& thought, SquadKind kind, bool gathers) {
  const std::size_t number = free_squad(thought);
  std::vector<std::uint32_t>& picks = thought.room.picks;
  if (number == 0 || picks.empty() || !thought.may_speak()) return false;
  if (picks.size() > snapshot::k_event_list_max) picks.resize(snapshot::k_event_list_max);
  std::vector<std::uint32_t>& members = thought.room.members[number];
  members.assign(picks.begin(), picks.end());
  const Squad squad = measure(thought, number);
  SquadPlan& plan = plan_of(thought, squad);
  plan = {};
  plan.kind = static_cast<Word>(kind);
  plan.since_tick = thought.tick();
  if (choose_goal(thought, squad) == Goal::None) {
    members.clear();
    plan = {};
    return false;
  }
  std::vector<Word>& list = thought.room.list;
  list.clear();
  auto& reserve = thought.room.members[0];
  for (const std::uint32_t member : members) {
    list.push_back(thought.census().soldiers[member].identity);
    thought.census().soldiers[member].squad = static_cast<std::uint8_t>(number);
  }
  reserve.erase(std::remove_if(reserve.begin(), reserve.end(),
                               [&](std::uint32_t member) {
                                 return thought.census().soldiers[member].squad != 0;
                               }),
                reserve.end());
  set_squad(thought, number, list, false);
  ++thought.plan.deeds.attacks;
  const std::int32_t far_mm = distance_between(squad.middle, goal_of(plan));
  if (gathers && far_mm > k_assembly_far_mm) {
    const PointMm place = assembly_before(thought, goal_of(plan), far_mm / 2);
    plan.assembly_x_mm = place.x_mm;
    plan.assembly_z_mm = place.z_mm;
    plan.state = static_cast<Word>(SquadState::Assemble);
    send_squad(thought, squad, EventKind::OrderAttackMove, place);
  } else {
    begin_assault(thought, squad, plan);
  }
  return true;
}

// A few of the quickest, to see how strong the foe is and to burn what stands alone.
void raid(Thought& thought) {
  const auto& soldiers = thought.census().soldiers;
  const auto& reserve = thought.room.members[0];
  const Plan& plan = thought.plan;
  if (thought.tick() < plan.raid_tick || reserve.size() < k_raiders_min) return;
  if (plan.deeds.attacks >= k_raids_before) return;
  const std::size_t wanted = std::clamp(reserve.size() / 8, k_raiders_min, k_raiders_max);
  std::vector<std::uint32_t>& picks = thought.room.picks;
  picks.clear();
  for (const Role role : {Role::Cavalry, Role::Melee, Role::Ranged}) {
    for (const std::uint32_t member : reserve) {
      if (picks.size() < wanted && soldiers[member].role == role) picks.push_back(member);
    }
  }
  if (picks.size() < k_raiders_min) return;
  std::sort(picks.begin(), picks.end());
  if (!send_out(thought, SquadKind::Raid, false)) return;
  thought.plan.raid_tick = thought.tick() + k_raid_ticks + thought.draw(21, 600);
}

// Fresh soldiers follow an attack that goes well, as a squad of their own.
bool reinforce(Thought& thought) {
  const auto& reserve = thought.room.members[0];
  if (reserve.size() < k_raiders_min) return false;
  // A few at a time against many are lost one after another.
  if (thought.census().reserve_power * 2 < thought.plan.foe_power) return false;
  bool goes_well = false;
  for (std::size_t number = 1; number <= k_squads && !goes_well; ++number) {
    const SquadPlan& plan = thought.plan.squads[number - 1];
    if (!is_state(plan, SquadState::Assault) || thought.room.members[number].empty()) continue;
    if (plan.kind == static_cast<Word>(SquadKind::Raid)) continue;
    const Squad squad = measure(thought, number);
    goes_well = has_the_upper_hand(thought, squad);
  }
  if (!goes_well) return false;
  thought.room.picks.assign(reserve.begin(), reserve.end());
  return send_out(thought, SquadKind::Main, false);
}

bool should_attack(const Thought& thought) {
  const auto& reserve = thought.room.members[0];
  const Plan& plan = thought.plan;
  // The more careful, the later: who waits meets the foe's attack at home.
  const std::int32_t care = std::max(0, thought.level.retreat_percent - k_rash_percent);
  const Word first =
      static_cast<Word>(care * k_care_ticks) +
      base::draw_index(plan.seed, care > 0 ? k_first_attack_more_ticks : k_rash_attack_more_ticks);
  if (thought.tick() < first) return false;
  // The first attack is a whole army's. After it a part of one goes as soon as it is not hopeless:
  // who leaves a foe in peace lets it grow as fast as itself.
  const Word waited = thought.tick() - plan.attack_tick;
  const bool is_first = plan.attack_tick == 0;
  if (waited > k_patience_ticks * (is_first ? 2 : 1)) return !reserve.empty();
  const auto army = static_cast<std::size_t>(thought.level.army_attack);
  if (reserve.size() < (is_first ? army : army * k_again_percent / 100)) return false;
  return thought.census().reserve_power * 100 >=
         std::int64_t{plan.foe_power} * thought.level.retreat_percent;
}

// How many attacks it leads at once is a matter of how much it can say.
bool leads_enough(const Thought& thought) {
  const auto& squads = thought.plan.squads;
  const auto out = std::count_if(squads.begin(), squads.end(), [](const SquadPlan& plan) {
    return !is_state(plan, SquadState::Free) && !is_state(plan, SquadState::Retreat) &&
           plan.kind == static_cast<Word>(SquadKind::Main);
  });
  return out >= std::max(1, thought.level.orders_per_think / k_orders_a_squad);
}

void attack(Thought& thought) {
  if (leads_enough(thought) || !should_attack(thought)) return;
  std::vector<std::uint32_t>& picks = thought.room.picks;
  picks.assign(thought.room.members[0].begin(), thought.room.members[0].end());
  std::sort(picks.begin(), picks.end());
  if (!send_out(thought, SquadKind::Main, true)) return;
  thought.plan.attack_tick = thought.tick();
}

}  // namespace

void wage_war(Thought& thought) {
  muster_squads(thought);
  join_squads(thought);
  for (std::size_t number = 1; number <= k_squads; ++number) lead_squad(thought, number);
  lead_reserve(thought);
  if (thought.census().threat_power * 4 > thought.census().reserve_power) return;
  raid(thought);
  if (!reinforce(thought)) attack(thought);
}

}  // namespace terrane::rts
