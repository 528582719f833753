#include "terrane/city/building_style.h"

namespace terrane::city {

const char* style_name(BuildingStyle style) {
  switch (style) {
    case BuildingStyle::Brownstone:
      return "brownstone";
    case BuildingStyle::GeorgianTerrace:
      return "georgian_terrace";
    case BuildingStyle::VictorianTerrace:
      return "victorian_terrace";
    case BuildingStyle::PrewarApartment:
      return "prewar_apartment";
    case BuildingStyle::CastIronLoft:
      return "cast_iron_loft";
    case BuildingStyle::BrickWarehouse:
      return "brick_warehouse";
    case BuildingStyle::LimestoneSetback:
      return "limestone_setback";
    case BuildingStyle::TempleBank:
      return "temple_bank";
    case BuildingStyle::ClockTower:
      return "clock_tower";
    case BuildingStyle::BronzeGlassTower:
      return "bronze_glass_tower";
    case BuildingStyle::BrutalistTower:
      return "brutalist_tower";
    case BuildingStyle::RibbonOffice:
      return "ribbon_office";
    case BuildingStyle::StorageWarehouse:
      return "storage_warehouse";
    case BuildingStyle::SuburbanHome:
      return "suburban_home";
    case BuildingStyle::ArtDecoSupertall:
      return "art_deco_supertall";
    case BuildingStyle::Colonnade:
      return "colonnade";
    case BuildingStyle::FountainPlaza:
      return "fountain_plaza";
  }
  return "unknown";
}

}  // namespace terrane::city
