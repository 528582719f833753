// The fields of every row of a snapshot (terrane/snapshot/layout.h) as lists for the preprocessor,
// each with its name in camel case as Cap'n Proto's code has it, so that a rival writes and checks
// a table in one line instead of in thirty. For .cpp files of this folder only.
// Laid out by hand: clang-format would indent each X further than the last.
#pragma once

// clang-format off
#define TERRANE_FIELDS_OF_CoreRow(X) \
  X(identity, Identity) X(world_x_mm, WorldXMm) X(world_y_mm, WorldYMm) X(world_z_mm, WorldZMm) \
  X(grid_x, GridX) X(grid_z, GridZ) X(facing_turn16, FacingTurn16) X(health_256, Health256) \
  X(health_max_256, HealthMax256) X(animation, Animation) X(animation_tick, AnimationTick) \
  X(owner, Owner) X(type, Type) X(flags, Flags) X(velocity_x_mm, VelocityXMm) \
  X(velocity_z_mm, VelocityZMm) X(target, Target) X(order, Order) X(ready_tick, ReadyTick) \
  X(waypoint_x_mm, WaypointXMm) X(waypoint_z_mm, WaypointZMm) X(radius_mm, RadiusMm) \
  X(group, Group) X(action_tick, ActionTick) X(status, Status) X(status_end, StatusEnd) \
  X(rank, Rank)

#define TERRANE_FIELDS_OF_ConstructionRow(X) \
  X(identity, Identity) X(work_done, WorkDone) X(work_total, WorkTotal) X(builders, Builders)

#define TERRANE_FIELDS_OF_ProductionRow(X) \
  X(identity, Identity) X(place, Place) X(is_upgrade, IsUpgrade) X(product, Product) \
  X(start_tick, StartTick) X(end_tick, EndTick)

#define TERRANE_FIELDS_OF_ProjectileRow(X) \
  X(identity, Identity) X(serial, Serial) X(kind, Kind) X(target, Target) \
  X(start_tick, StartTick) X(end_tick, EndTick) X(from_x_mm, FromXMm) X(from_y_mm, FromYMm) \
  X(from_z_mm, FromZMm) X(to_x_mm, ToXMm) X(to_y_mm, ToYMm) X(to_z_mm, ToZMm)

#define TERRANE_FIELDS_OF_ResourceRow(X) \
  X(identity, Identity) X(kind, Kind) X(amount, Amount) X(amount_max, AmountMax) \
  X(gatherers, Gatherers)

#define TERRANE_FIELDS_OF_EffectRow(X) \
  X(identity, Identity) X(status, Status) X(source, Source) X(end_tick, EndTick) \
  X(strength_256, Strength256)

#define TERRANE_FIELDS_OF_OrderRow(X) \
  X(identity, Identity) X(place, Place) X(kind, Kind) X(target, Target) X(x_mm, XMm) \
  X(z_mm, ZMm) X(argument, Argument) X(given_tick, GivenTick)

#define TERRANE_FIELDS_OF_VisionRow(X) \
  X(identity, Identity) X(width_cells, WidthCells) X(height_cells, HeightCells) \
  X(cell_mm, CellMm) X(origin_x_mm, OriginXMm) X(origin_z_mm, OriginZMm) X(cells_at, CellsAt) \
  X(cells_words, CellsWords)

#define TERRANE_FIELDS_OF_PlayerRow(X) \
  X(identity, Identity) X(faction, Faction) X(controller, Controller) X(state, State) \
  X(gold, Gold) X(wood, Wood) X(supply_used, SupplyUsed) X(supply_max, SupplyMax) \
  X(colour_rgb, ColourRgb)

#define TERRANE_FIELDS_OF_WildlifeRow(X) \
  X(identity, Identity) X(mood, Mood) X(home_x_mm, HomeXMm) X(home_z_mm, HomeZMm) \
  X(calm_tick, CalmTick)

#define TERRANE_FIELDS_OF_RallyRow(X) \
  X(identity, Identity) X(target, Target) X(x_mm, XMm) X(z_mm, ZMm)

#define TERRANE_FIELDS_OF_UpgradeRow(X) \
  X(identity, Identity) X(upgrade, Upgrade) X(level, Level)

#define TERRANE_FIELDS_OF_CorpseRow(X) \
  X(identity, Identity) X(type, Type) X(owner, Owner) X(x_mm, XMm) X(y_mm, YMm) X(z_mm, ZMm) \
  X(facing_turn16, FacingTurn16) X(died_tick, DiedTick)

#define TERRANE_FIELDS_OF_RememberedRow(X) \
  X(identity, Identity) X(viewer, Viewer) X(type, Type) X(owner, Owner) X(x_mm, XMm) \
  X(y_mm, YMm) X(z_mm, ZMm) X(facing_turn16, FacingTurn16) X(health_256, Health256) \
  X(seen_tick, SeenTick)

#define TERRANE_FIELDS_OF_ScoreRow(X) \
  X(identity, Identity) X(units_made, UnitsMade) X(units_lost, UnitsLost) \
  X(units_killed, UnitsKilled) X(buildings_made, BuildingsMade) \
  X(buildings_lost, BuildingsLost) X(buildings_razed, BuildingsRazed) \
  X(gold_gathered, GoldGathered) X(wood_gathered, WoodGathered)

// Calls TABLE(Row, member of snapshot::Source, its name in camel case) for each table but vision.
#define TERRANE_TABLES(TABLE) \
  TABLE(CoreRow, core, Core) \
  TABLE(ConstructionRow, construction, Construction) \
  TABLE(ProductionRow, production, Production) \
  TABLE(ProjectileRow, projectiles, Projectiles) \
  TABLE(ResourceRow, resources, Resources) \
  TABLE(EffectRow, effects, Effects) \
  TABLE(OrderRow, orders, Orders) \
  TABLE(PlayerRow, players, Players) \
  TABLE(WildlifeRow, wildlife, Wildlife) \
  TABLE(RallyRow, rally_points, RallyPoints) \
  TABLE(UpgradeRow, upgrades, Upgrades) \
  TABLE(CorpseRow, corpses, Corpses) \
  TABLE(RememberedRow, remembered, Remembered) \
  TABLE(ScoreRow, scores, Scores)
