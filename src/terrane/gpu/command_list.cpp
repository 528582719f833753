#include "terrane/gpu/command_list.h"

#include "terrane/base/assert.h"

namespace terrane::gpu {

std::uint32_t size_bytes_of(VertexFormat format) {
  switch (format) {
    case VertexFormat::Sint32x3:
    case VertexFormat::Float32x3:
      return 12;
    case VertexFormat::Float32x4:
      return 16;
    case VertexFormat::Float32x2:
      return 8;
    case VertexFormat::Uint8x4:
    case VertexFormat::Sint16x2:
    case VertexFormat::Unorm8x4:
      break;
  }
  return 4;
}

bool is_integer(VertexFormat format) {
  return format == VertexFormat::Sint32x3 || format == VertexFormat::Uint8x4 ||
         format == VertexFormat::Sint16x2;
}

void CommandList::set_bind_group(std::uint32_t set, BindGroup group,
                                 std::initializer_list<std::uint32_t> dynamic_offsets_bytes) {
  TERRANE_ASSERT(dynamic_offsets_bytes.size() <= k_max_dynamic_offsets,
                 "a group has at most k_max_dynamic_offsets dynamic buffers");
  SetBindGroup command{set, group, 0, {0, 0}};
  for (const std::uint32_t offset : dynamic_offsets_bytes) {
    command.offsets_bytes[command.offset_count] = offset;
    command.offset_count += 1;
  }
  commands_.push_back(command);
}

}  // namespace terrane::gpu
