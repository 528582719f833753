#include "terrane/city/building_styles.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

namespace palette = content::palette;

// A colour of the palette's cube, each part 0 to 5.
constexpr std::uint8_t cube(unsigned r, unsigned g, unsigned b) {
  return static_cast<std::uint8_t>(36 * r + 6 * g + b);
}

// clang-format off
// Storeys from and to, storey height, ground floor, setback, share of own walls; walls; trims.
constexpr std::array<StyleRanges, k_building_style_count> k_styles = {{
    // Brownstone
    {3, 5, 3.4, 1.2, 1.75, 0.7,
     {palette::k_brownstone, palette::k_brownstone, palette::k_brick_brown, palette::k_brick_red},
     {palette::k_brownstone, palette::k_sandstone, palette::k_brick_brown, palette::k_limestone}},
    // GeorgianTerrace
    {2, 3, 3.2, 0.7, 1.3, 0.8,
     {palette::k_brick_brown, palette::k_brick_red, palette::k_plaster_cream, palette::k_sandstone},
     {palette::k_plaster_white, palette::k_plaster_white, palette::k_limestone,
      palette::k_plaster_white}},
    // VictorianTerrace
    {2, 3, 3.4, 0.9, 2.3, 0.8,
     {palette::k_brick_red, palette::k_plaster_rose, palette::k_plaster_ochre, cube(2, 3, 3)},
     {palette::k_plaster_white, palette::k_plaster_cream, palette::k_limestone, cube(1, 2, 2)}},
    // PrewarApartment
    {8, 15, 3.2, 4.4, 0, 0.5,
     {palette::k_brick_red, palette::k_brick_brown, palette::k_sandstone, palette::k_plaster_cream},
     {palette::k_limestone, palette::k_limestone, palette::k_sandstone, palette::k_concrete}},
    // CastIronLoft
    {5, 7, 3.9, 4.6, 0, 0.6,
     {palette::k_plaster_white, palette::k_plaster_cream, cube(2, 3, 2), cube(4, 3, 2)},
     {palette::k_plaster_white, palette::k_limestone, palette::k_concrete, cube(2, 2, 2)}},
    // BrickWarehouse
    {3, 4, 4.0, 4.8, 0, 0.85,
     {palette::k_brick_red, palette::k_brick_brown, palette::k_brick_red, palette::k_brownstone},
     {palette::k_sandstone, palette::k_concrete, palette::k_brick_brown, palette::k_limestone}},
    // LimestoneSetback
    {14, 34, 3.6, 5.2, 0, 0.6,
     {palette::k_limestone, palette::k_sandstone, palette::k_plaster_cream, palette::k_concrete},
     {palette::k_limestone, palette::k_concrete_dark, palette::k_sandstone,
      palette::k_copper_green}},
    // TempleBank
    {1, 1, 9.5, 1.8, 0.6, 0.7,
     {palette::k_limestone, palette::k_plaster_cream, palette::k_sandstone,
      palette::k_plaster_white},
     {palette::k_limestone, palette::k_plaster_white, palette::k_limestone,
      palette::k_plaster_cream}},
    // ClockTower
    {3, 4, 4.0, 1.4, 0.4, 0.8,
     {palette::k_brick_red, palette::k_sandstone, palette::k_limestone, palette::k_brick_brown},
     {palette::k_limestone, palette::k_plaster_cream, palette::k_sandstone, palette::k_limestone}},
    // BronzeGlassTower
    {18, 36, 3.9, 7.8, 0, 1.0,
     {palette::k_glass_bronze, palette::k_glass_bronze, palette::k_bark, cube(2, 1, 1)},
     {palette::k_glass_bronze, palette::k_metal_dark, palette::k_bark, palette::k_glass_bronze}},
    // BrutalistTower
    {12, 24, 3.6, 4.6, 0, 0.9,
     {palette::k_concrete, palette::k_concrete_dark, palette::k_concrete, palette::k_roof_gravel},
     {palette::k_concrete_dark, palette::k_concrete, palette::k_concrete_dark,
      palette::k_concrete_dark}},
    // RibbonOffice
    {8, 16, 3.5, 4.4, 0, 0.7,
     {palette::k_plaster_white, palette::k_concrete, palette::k_metal_light, cube(3, 4, 4)},
     {palette::k_concrete_dark, palette::k_plaster_white, palette::k_concrete,
      palette::k_metal_dark}},
    // StorageWarehouse
    {2, 2, 3.6, 1.2, 1.6, 0.6,
     {palette::k_metal_light, cube(2, 3, 3), palette::k_concrete, cube(4, 3, 2)},
     {cube(4, 1, 0), cube(0, 2, 3), cube(4, 3, 0), palette::k_metal_dark}},
    // SuburbanHome
    {2, 2, 2.9, 0.6, 3.6, 0.6,
     {palette::k_plaster_white, cube(4, 4, 3), cube(2, 3, 4), cube(4, 3, 3)},
     {palette::k_plaster_white, palette::k_plaster_white, palette::k_plaster_cream,
      palette::k_plaster_white}},
    // ArtDecoSupertall
    {48, 66, 3.7, 8.0, 0, 0.8,
     {palette::k_limestone, palette::k_sandstone, palette::k_plaster_cream, palette::k_concrete},
     {palette::k_metal_light, cube(4, 3, 1), palette::k_metal_light, palette::k_copper_green}},
    // Colonnade
    {1, 1, 11.0, 1.6, 0.8, 0.7,
     {palette::k_limestone, palette::k_plaster_cream, palette::k_sandstone,
      palette::k_plaster_white},
     {palette::k_limestone, palette::k_plaster_white, palette::k_limestone, palette::k_limestone}},
    // FountainPlaza
    {2, 2, 3.8, 4.4, 0.4, 0.6,
     {palette::k_plaster_cream, palette::k_limestone, palette::k_plaster_ochre,
      palette::k_sandstone},
     {palette::k_limestone, palette::k_plaster_white, palette::k_sandstone, palette::k_limestone}},
}};
// clang-format on

unsigned draw_storeys(const Lot& lot, const StyleRanges& ranges, std::uint64_t key) {
  // Two draws favour the middle; density moves the whole range up.
  const double first = base::draw_unit(base::hash(key, 1));
  const double second = base::draw_unit(base::hash(key, 2));
  const double share = std::clamp((first + second) * 0.275 + lot.density * 0.45, 0.0, 1.0);
  const DistrictTraits& district = traits_of(lot.district);
  if (lot.backdrop && district.backdrop_high_m > 0) {
    const double height_m =
        district.backdrop_low_m + (district.backdrop_high_m - district.backdrop_low_m) * share;
    return static_cast<unsigned>(
        std::max(3.0, (height_m - ranges.lobby_m) / ranges.storey_m + 0.5));
  }
  const unsigned low = ranges.storeys_low;
  return low + static_cast<unsigned>(share * (ranges.storeys_high - low) + 0.5);
}

}  // namespace

const StyleRanges& ranges_of(BuildingStyle style) {
  return k_styles[static_cast<unsigned>(style)];
}

Design design_of(const Lot& lot) {
  Design design;
  design.key = lot.key;
  design.ranges = ranges_of(lot.style);
  design.storeys = draw_storeys(lot, design.ranges, base::hash(lot.key, 101));
  const bool own = base::draw_chance(base::hash(lot.key, 102), design.ranges.own_walls_share);
  const auto& walls = own ? design.ranges.walls : traits_of(lot.district).walls;
  design.wall = walls[base::draw_index(base::hash(lot.key, 103), 4)];
  design.trim = design.ranges.trims[base::draw_index(base::hash(lot.key, 104), 4)];
  return design;
}

void build_building(PieceWriter& out, const Lot& lot, const Ring& footprint) {
  BuildingKit kit(out, lot, footprint);
  Design design = design_of(lot);
  // No tower is slenderer than this, however small the corner that it stands on.
  const double most_m = narrowest_m(footprint) * (lot.wide ? 15.0 : 11.0);
  const double fits = std::max(3.0, (most_m - design.ranges.lobby_m) / design.ranges.storey_m);
  design.storeys = std::min(design.storeys, static_cast<unsigned>(fits));
  switch (lot.style) {
    case BuildingStyle::Brownstone:
      return build_brownstone(kit, footprint, design);
    case BuildingStyle::GeorgianTerrace:
      return build_georgian_terrace(kit, footprint, design);
    case BuildingStyle::VictorianTerrace:
      return build_victorian_terrace(kit, footprint, design);
    case BuildingStyle::PrewarApartment:
      return build_prewar_apartment(kit, footprint, design);
    case BuildingStyle::CastIronLoft:
      return build_cast_iron_loft(kit, footprint, design);
    case BuildingStyle::BrickWarehouse:
      return build_brick_warehouse(kit, footprint, design);
    case BuildingStyle::LimestoneSetback:
      return build_limestone_setback(kit, footprint, design);
    case BuildingStyle::TempleBank:
      return build_temple_bank(kit, footprint, design);
    case BuildingStyle::ClockTower:
      return build_clock_tower(kit, footprint, design);
    case BuildingStyle::BronzeGlassTower:
      return build_bronze_glass_tower(kit, footprint, design);
    case BuildingStyle::BrutalistTower:
      return build_brutalist_tower(kit, footprint, design);
    case BuildingStyle::RibbonOffice:
      return build_ribbon_office(kit, footprint, design);
    case BuildingStyle::StorageWarehouse:
      return build_storage_warehouse(kit, footprint, design);
    case BuildingStyle::SuburbanHome:
      return build_suburban_home(kit, footprint, design);
    case BuildingStyle::ArtDecoSupertall:
      return build_art_deco_supertall(kit, footprint, design);
    case BuildingStyle::Colonnade:
      return build_colonnade(kit, footprint, design);
    case BuildingStyle::FountainPlaza:
      return build_fountain_plaza(kit, footprint, design);
  }
}

}  // namespace terrane::city
