// Which fragment shader draws a material. A page's triangles are sorted by it when it is written,
// so that each shader runs only where its materials are: a software rasteriser pays for every
// branch.
#pragma once

#include <cstdint>

#include "terrane/content/vertex.h"

namespace terrane::render {

enum class SurfaceClass : std::uint8_t { Facade = 0, Road = 1, Land = 2, Water = 3, Plain = 4 };
inline constexpr unsigned k_surface_class_count = 5;

constexpr SurfaceClass surface_class_of(content::Material material) {
  switch (material) {
    case content::Material::Facade:
      return SurfaceClass::Facade;
    case content::Material::Asphalt:
    case content::Material::Paint:
      return SurfaceClass::Road;
    case content::Material::Paving:
    case content::Material::Grass:
    case content::Material::Soil:
      return SurfaceClass::Land;
    case content::Material::Water:
      return SurfaceClass::Water;
    case content::Material::Plain:
    case content::Material::Roof:
    case content::Material::Foliage:
    case content::Material::Bark:
    case content::Material::Metal:
    case content::Material::Stone:
    case content::Material::Lamp:
      break;
  }
  return SurfaceClass::Plain;
}

}  // namespace terrane::render
