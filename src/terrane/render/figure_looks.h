// What figures are made of, named once for every file that models them.
#pragma once

#include "terrane/content/palette.h"
#include "terrane/render/figure_builder.h"

namespace terrane::render::looks {

using content::Material;
namespace palette = content::palette;

// An index of the palette's cube, in fifths.
constexpr std::uint8_t cube(unsigned r, unsigned g, unsigned b) {
  return static_cast<std::uint8_t>(r * 36 + g * 6 + b);
}

inline constexpr FigureLook k_team{Material::Plain, cube(5, 5, 5), FigureTint::Team, 1.0};
inline constexpr FigureLook k_team_dark{Material::Plain, cube(3, 3, 3), FigureTint::Team, 1.0};
inline constexpr FigureLook k_skin{Material::Plain, cube(4, 3, 2), FigureTint::Own, 1.0};
inline constexpr FigureLook k_hair{Material::Foliage, cube(1, 1, 0), FigureTint::Own, 1.0};
inline constexpr FigureLook k_goblin{Material::Plain, cube(1, 2, 1), FigureTint::Own, 1.0};
inline constexpr FigureLook k_leather{Material::Plain, cube(2, 1, 0), FigureTint::Own, 1.0};
inline constexpr FigureLook k_linen{Material::Plain, cube(4, 3, 2), FigureTint::Own, 0.9};
inline constexpr FigureLook k_dark_cloth{Material::Plain, cube(1, 1, 1), FigureTint::Own, 1.0};
inline constexpr FigureLook k_steel{Material::Metal, palette::k_metal_light, FigureTint::Own, 1.0};
inline constexpr FigureLook k_iron{Material::Metal, palette::k_metal_dark, FigureTint::Own, 1.0};
inline constexpr FigureLook k_gold{Material::Metal, cube(5, 4, 1), FigureTint::Own, 1.0};
inline constexpr FigureLook k_bone{Material::Plain, cube(5, 4, 3), FigureTint::Own, 1.0};
inline constexpr FigureLook k_wood{Material::Bark, cube(3, 2, 1), FigureTint::Own, 1.0};
inline constexpr FigureLook k_dark_wood{Material::Bark, cube(2, 1, 0), FigureTint::Own, 1.0};
inline constexpr FigureLook k_straw{Material::Foliage, cube(4, 3, 1), FigureTint::Own, 1.0};
inline constexpr FigureLook k_hide{Material::Foliage, cube(3, 2, 1), FigureTint::Own, 1.0};
inline constexpr FigureLook k_stone{Material::Stone, cube(3, 3, 3), FigureTint::Own, 1.0};
inline constexpr FigureLook k_pale_stone{Material::Stone, palette::k_limestone, FigureTint::Own,
                                         1.0};
inline constexpr FigureLook k_plaster{Material::Plain, palette::k_plaster_cream, FigureTint::Own,
                                      0.95};
inline constexpr FigureLook k_mud{Material::Foliage, cube(2, 2, 1), FigureTint::Own, 1.0};
inline constexpr FigureLook k_tiles{Material::Roof, palette::k_roof_tile, FigureTint::Own, 1.0};
inline constexpr FigureLook k_slate{Material::Roof, palette::k_roof_slate, FigureTint::Own, 1.0};
inline constexpr FigureLook k_team_tiles{Material::Roof, cube(4, 4, 4), FigureTint::Team, 1.0};
inline constexpr FigureLook k_glass{Material::Facade, cube(0, 0, 0), FigureTint::Own, 1.0};
inline constexpr FigureLook k_window{Material::Lamp, cube(4, 3, 1), FigureTint::Own, 1.0};
inline constexpr FigureLook k_fire{Material::Lamp, cube(5, 2, 0), FigureTint::Glow, 1.0};
inline constexpr FigureLook k_venom{Material::Lamp, cube(1, 5, 1), FigureTint::Glow, 1.0};
inline constexpr FigureLook k_frost{Material::Lamp, cube(1, 3, 5), FigureTint::Glow, 1.0};
inline constexpr FigureLook k_black{Material::Plain, cube(0, 0, 0), FigureTint::Own, 1.0};

}  // namespace terrane::render::looks
