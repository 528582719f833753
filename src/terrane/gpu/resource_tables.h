// A device's resources by handle, and the checks of everything that refers to them. The checks know
// no backend, so a list that passes with the null device is well formed for every device.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/command_list.h"
#include "terrane/gpu/types.h"

namespace terrane::gpu {

// Descriptors by id; ids begin at 1 and are never used again.
template <typename Desc>
class ResourceTable {
 public:
  template <typename Id>
  Id add(const Desc& desc) {
    rows_.push_back(desc);
    return Id{static_cast<std::uint32_t>(rows_.size())};
  }
  Desc* find(std::uint32_t id) {
    return id == 0 || id > rows_.size() || !rows_[id - 1] ? nullptr : &*rows_[id - 1];
  }
  const Desc* find(std::uint32_t id) const {
    return id == 0 || id > rows_.size() || !rows_[id - 1] ? nullptr : &*rows_[id - 1];
  }
  // False when there is nothing to remove.
  bool remove(std::uint32_t id) {
    if (find(id) == nullptr) return false;
    rows_[id - 1].reset();
    return true;
  }

 private:
  std::vector<std::optional<Desc>> rows_;
};

struct ResourceTables {
  ResourceTable<BufferDesc> buffers;
  ResourceTable<TextureDesc> textures;
  ResourceTable<SamplerDesc> samplers;
  ResourceTable<ShaderModuleDesc> shader_modules;
  ResourceTable<BindGroupLayoutDesc> layouts;
  ResourceTable<BindGroupDesc> groups;
  ResourceTable<RenderPipelineDesc> pipelines;
};

struct ListCounts {
  std::uint64_t passes = 0;
  std::uint64_t draws = 0;
  std::uint64_t triangles = 0;
};

base::Result<void> check_bind_group_layout(const BindGroupLayoutDesc& desc);
base::Result<void> check_bind_group(const ResourceTables& tables, const BindGroupDesc& desc);
base::Result<void> check_render_pipeline(const ResourceTables& tables,
                                         const RenderPipelineDesc& desc);
base::Result<ListCounts> check_commands(const ResourceTables& tables, const CommandList& list);

}  // namespace terrane::gpu
