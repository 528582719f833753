# What a snapshot of version 3 holds (src/terrane/snapshot/layout.h), field by field, a struct a
# row. For `terrane bench match`.
@0xd7d1c4d35c2e8a31;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("terrane::rivals::capn");

struct CoreRow {
  identity @0 :UInt32;
  worldXMm @1 :Int32;
  worldYMm @2 :Int32;
  worldZMm @3 :Int32;
  gridX @4 :Int32;
  gridZ @5 :Int32;
  facingTurn16 @6 :UInt32;
  health256 @7 :Int32;
  healthMax256 @8 :Int32;
  animation @9 :UInt32;
  animationTick @10 :UInt32;
  owner @11 :UInt32;
  type @12 :UInt32;
  flags @13 :UInt32;
  velocityXMm @14 :Int32;
  velocityZMm @15 :Int32;
  target @16 :UInt32;
  order @17 :UInt32;
  readyTick @18 :UInt32;
  waypointXMm @19 :Int32;
  waypointZMm @20 :Int32;
  radiusMm @21 :UInt32;
  group @22 :UInt32;
  actionTick @23 :UInt32;
  status @24 :UInt32;
  statusEnd @25 :UInt32;
  rank @26 :UInt32;
}

struct ConstructionRow {
  identity @0 :UInt32;
  workDone @1 :UInt32;
  workTotal @2 :UInt32;
  builders @3 :UInt32;
}

struct ProductionRow {
  identity @0 :UInt32;
  place @1 :UInt32;
  isUpgrade @2 :UInt32;
  product @3 :UInt32;
  startTick @4 :UInt32;
  endTick @5 :UInt32;
}

struct ProjectileRow {
  identity @0 :UInt32;
  serial @1 :UInt32;
  kind @2 :UInt32;
  target @3 :UInt32;
  startTick @4 :UInt32;
  endTick @5 :UInt32;
  fromXMm @6 :Int32;
  fromYMm @7 :Int32;
  fromZMm @8 :Int32;
  toXMm @9 :Int32;
  toYMm @10 :Int32;
  toZMm @11 :Int32;
}

struct ResourceRow {
  identity @0 :UInt32;
  kind @1 :UInt32;
  amount @2 :UInt32;
  amountMax @3 :UInt32;
  gatherers @4 :UInt32;
}

struct EffectRow {
  identity @0 :UInt32;
  status @1 :UInt32;
  source @2 :UInt32;
  endTick @3 :UInt32;
  strength256 @4 :UInt32;
}

struct OrderRow {
  identity @0 :UInt32;
  place @1 :UInt32;
  kind @2 :UInt32;
  target @3 :UInt32;
  xMm @4 :Int32;
  zMm @5 :Int32;
  argument @6 :UInt32;
  givenTick @7 :UInt32;
}

struct VisionRow {
  identity @0 :UInt32;
  widthCells @1 :UInt32;
  heightCells @2 :UInt32;
  cellMm @3 :UInt32;
  originXMm @4 :Int32;
  originZMm @5 :Int32;
  cellsAt @6 :UInt32;
  cellsWords @7 :UInt32;
  cells @8 :List(UInt32);
}

struct PlayerRow {
  identity @0 :UInt32;
  faction @1 :UInt32;
  controller @2 :UInt32;
  state @3 :UInt32;
  gold @4 :UInt32;
  wood @5 :UInt32;
  supplyUsed @6 :UInt32;
  supplyMax @7 :UInt32;
  colourRgb @8 :UInt32;
}

struct WildlifeRow {
  identity @0 :UInt32;
  mood @1 :UInt32;
  homeXMm @2 :Int32;
  homeZMm @3 :Int32;
  calmTick @4 :UInt32;
}

struct RallyRow {
  identity @0 :UInt32;
  target @1 :UInt32;
  xMm @2 :Int32;
  zMm @3 :Int32;
}

struct UpgradeRow {
  identity @0 :UInt32;
  upgrade @1 :UInt32;
  level @2 :UInt32;
}

struct CorpseRow {
  identity @0 :UInt32;
  type @1 :UInt32;
  owner @2 :UInt32;
  xMm @3 :Int32;
  yMm @4 :Int32;
  zMm @5 :Int32;
  facingTurn16 @6 :UInt32;
  diedTick @7 :UInt32;
}

struct RememberedRow {
  identity @0 :UInt32;
  viewer @1 :UInt32;
  type @2 :UInt32;
  owner @3 :UInt32;
  xMm @4 :Int32;
  yMm @5 :Int32;
  zMm @6 :Int32;
  facingTurn16 @7 :UInt32;
  health256 @8 :Int32;
  seenTick @9 :UInt32;
}

struct ScoreRow {
  identity @0 :UInt32;
  unitsMade @1 :UInt32;
  unitsLost @2 :UInt32;
  unitsKilled @3 :UInt32;
  buildingsMade @4 :UInt32;
  buildingsLost @5 :UInt32;
  buildingsRazed @6 :UInt32;
  goldGathered @7 :UInt32;
  woodGathered @8 :UInt32;
}

struct Snapshot {
  tick @0 :UInt32;
  core @1 :List(CoreRow);
  construction @2 :List(ConstructionRow);
  production @3 :List(ProductionRow);
  projectiles @4 :List(ProjectileRow);
  resources @5 :List(ResourceRow);
  effects @6 :List(EffectRow);
  orders @7 :List(OrderRow);
  vision @8 :List(VisionRow);
  players @9 :List(PlayerRow);
  wildlife @10 :List(WildlifeRow);
  rallyPoints @11 :List(RallyRow);
  upgrades @12 :List(UpgradeRow);
  corpses @13 :List(CorpseRow);
  remembered @14 :List(RememberedRow);
  scores @15 :List(ScoreRow);
}
