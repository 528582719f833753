#include "terrane/osm/facade_looks.h"

#include "terrane/base/hash.h"
#include "terrane/content/palette.h"

namespace terrane::osm {
namespace {

namespace palette = content::palette;
using content::FacadeStyle;

template <std::size_t Count>
std::uint8_t draw(const std::uint8_t (&colours)[Count], std::uint64_t key) {
  return colours[base::draw_index(key, static_cast<std::uint32_t>(Count))];
}

FacadeStyle style_by_height(double height_m, std::uint64_t key) {
  const bool coin = base::draw_chance(key, 0.5);
  if (height_m > 60) return coin ? FacadeStyle::Curtain : FacadeStyle::Ribbon;
  if (height_m > 24) return coin ? FacadeStyle::Residential : FacadeStyle::Ribbon;
  return coin ? FacadeStyle::Masonry : FacadeStyle::Residential;
}

FacadeStyle style_of(const BuildingTags& tags, double height_m, std::uint64_t key) {
  switch (tags.use) {
    case BuildingUse::Small:
    case BuildingUse::Slab:
      return FacadeStyle::Blank;
    case BuildingUse::Industrial:
      return FacadeStyle::Industrial;
    case BuildingUse::Retail:
      return FacadeStyle::Shopfront;
    case BuildingUse::Office:
      if (height_m > 30) return FacadeStyle::Curtain;
      return base::draw_chance(key, 0.5) ? FacadeStyle::Ribbon : FacadeStyle::Masonry;
    case BuildingUse::House:
    case BuildingUse::Religious:
      return FacadeStyle::Masonry;
    case BuildingUse::Apartments:
      return FacadeStyle::Residential;
    default:
      return style_by_height(height_m, key);
  }
}

std::uint8_t wall_colour(FacadeStyle style, std::uint64_t key) {
  constexpr std::uint8_t k_plaster[] = {palette::k_plaster_white, palette::k_plaster_cream,
                                        palette::k_plaster_ochre, palette::k_plaster_rose,
                                        palette::k_limestone,     palette::k_sandstone,
                                        palette::k_plaster_cream, palette::k_brick_red};
  constexpr std::uint8_t k_glass[] = {palette::k_glass_blue, palette::k_glass_green,
                                      palette::k_glass_bronze, palette::k_concrete};
  constexpr std::uint8_t k_plain[] = {palette::k_concrete, palette::k_concrete_dark,
                                      palette::k_metal_light, palette::k_brick_brown};
  switch (style) {
    case FacadeStyle::Curtain:
      return draw(k_glass, key);
    case FacadeStyle::Ribbon:
    case FacadeStyle::Industrial:
    case FacadeStyle::Blank:
      return draw(k_plain, key);
    default:
      return draw(k_plaster, key);
  }
}

std::uint8_t roof_colour(const BuildingTags& tags, double height_m, std::uint64_t key) {
  constexpr std::uint8_t k_pitched[] = {palette::k_roof_tile, palette::k_roof_tile,
                                        palette::k_roof_slate, palette::k_copper_green};
  constexpr std::uint8_t k_flat[] = {palette::k_roof_gravel, palette::k_roof_tar,
                                     palette::k_concrete, palette::k_roof_gravel};
  const bool tiled = !tags.roof_is_flat || tags.use == BuildingUse::House ||
                     (height_m < 14 && base::draw_chance(base::hash(key, 1), 0.6));
  return tiled ? draw(k_pitched, key) : draw(k_flat, key);
}

}  // namespace

FacadeLook facade_look(const BuildingTags& tags, double height_m, std::uint64_t hash) {
  FacadeLook look;
  look.style = style_of(tags, height_m, base::hash(hash, 11));
  look.wall_palette = tags.wall_palette >= 0 ? static_cast<std::uint8_t>(tags.wall_palette)
                                             : wall_colour(look.style, base::hash(hash, 12));
  look.roof_palette = tags.roof_palette >= 0 ? static_cast<std::uint8_t>(tags.roof_palette)
                                             : roof_colour(tags, height_m, base::hash(hash, 13));
  return look;
}

}  // namespace terrane::osm
