#include "terrane/osm/build_furniture.h"

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"
#include "terrane/content/palette.h"

namespace terrane::osm {
namespace {

using content::InstanceKind;

constexpr std::int32_t k_label_height_mm = 120;

std::uint8_t tint_of(InstanceKind kind, std::uint64_t key) {
  namespace palette = content::palette;
  constexpr std::uint8_t k_leaves[] = {palette::k_leaf_green, palette::k_leaf_green,
                                       palette::k_leaf_yellow, palette::k_leaf_dark};
  switch (kind) {
    case InstanceKind::BroadleafTree:
    case InstanceKind::Bush:
      return k_leaves[base::draw_index(key, 4)];
    case InstanceKind::ConiferTree:
      return palette::k_leaf_dark;
    case InstanceKind::Hydrant:
      return palette::k_brick_red;
    case InstanceKind::Bench:
      return palette::k_bark;
    default:
      return palette::k_metal_dark;
  }
}

}  // namespace

void build_furniture(SectorWriter& writer) {
  for (const std::uint32_t at : writer.input.furniture) {
    const Furniture& thing = writer.map.furniture[at];
    if (!writer.input.bounds.contains(thing.position)) continue;
    const geo::Vec3 place = writer.projector.place(thing.position);
    const std::uint64_t key = base::hash(0x7472, thing.position.lat_e7, thing.position.lon_e7);
    const bool grows = thing.kind == InstanceKind::BroadleafTree ||
                       thing.kind == InstanceKind::ConiferTree || thing.kind == InstanceKind::Bush;
    content::Instance instance;
    instance.x_mm = base::to_mm32(place.x);
    instance.y_mm = base::to_mm32(place.y);
    instance.z_mm = base::to_mm32(place.z);
    instance.heading_turn16 =
        static_cast<std::uint16_t>(base::draw_index(base::hash(key, 1), 65536));
    instance.scale_256 =
        grows ? static_cast<std::uint16_t>(base::draw_integer(base::hash(key, 2), 190, 320))
              : std::uint16_t{256};
    instance.kind = thing.kind;
    instance.palette = tint_of(thing.kind, base::hash(key, 3));
    instance.variant = static_cast<std::uint16_t>(base::draw_index(base::hash(key, 4), 4));
    writer.content.instances.push_back(instance);
    writer.content.owned.push_back(
        {content::OwnedKind::Tree, static_cast<std::uint64_t>(thing.node_id)});
  }
}

void build_labels(SectorWriter& writer) {
  const RectE7 rect = padded_rect(writer.input.bounds, 0);
  for (const std::uint32_t at : writer.input.roads) {
    const Road& road = writer.map.roads[at];
    geo::PositionE7 middle;
    geo::PositionE7 ahead;
    if (!road.box.overlaps(rect) || !label_place(writer.map, road, middle, ahead)) continue;
    if (!writer.input.bounds.contains(middle)) continue;
    const geo::Vec3 place = writer.projector.place(middle);
    geo::Vec3 along = writer.projector.place(ahead) - place;
    if (along.x < 0 || (along.x == 0 && along.z > 0)) along = -along;  // reads from west to east
    content::Label label;
    label.x_mm = base::to_mm32(place.x);
    label.y_mm = base::to_mm32(place.y) + k_label_height_mm;
    label.z_mm = base::to_mm32(place.z);
    label.heading_turn16 = base::to_turn16(geo::heading_of(along));
    label.kind = content::LabelKind::Street;
    label.text = writer.map.names[road.name];
    writer.content.labels.push_back(std::move(label));
    writer.content.owned.push_back(
        {content::OwnedKind::Label, static_cast<std::uint64_t>(road.way_id)});
  }
}

}  // namespace terrane::osm
