#include "terrane/gpu/resource_tables.h"

#include <string>
#include <utility>

namespace terrane::gpu {
namespace {

using base::Error;
using base::ErrorCode;

Error misuse(std::string what, const std::string& label, std::string expected) {
  return Error{ErrorCode::BadUsage, std::move(what), label.empty() ? "unnamed" : label,
               std::move(expected)};
}

const BindGroupLayoutEntry* find_entry(const BindGroupLayoutDesc& layout, std::uint32_t binding) {
  for (const BindGroupLayoutEntry& entry : layout.entries) {
    if (entry.binding == binding) return &entry;
  }
  return nullptr;
}

base::Result<void> check_bind_group_entry(const ResourceTables& tables, const BindGroupDesc& desc,
                                          const BindGroupLayoutEntry& slot,
                                          const BindGroupEntry& entry) {
  const std::string binding = "binding " + std::to_string(entry.binding);
  switch (slot.type) {
    case BindingType::UniformBuffer:
    case BindingType::DynamicUniformBuffer: {
      const BufferDesc* buffer = tables.buffers.find(entry.buffer.id);
      if (buffer == nullptr || buffer->usage != BufferUsage::Uniform) {
        return misuse(binding + " is no uniform buffer", desc.label, "a uniform buffer");
      }
      if (entry.offset_bytes % k_uniform_alignment_bytes != 0 || entry.size_bytes == 0 ||
          entry.offset_bytes + entry.size_bytes > buffer->size_bytes) {
        return misuse(binding + " names a range outside its buffer", desc.label,
                      "an aligned range within " + std::to_string(buffer->size_bytes) + " bytes");
      }
      return {};
    }
    case BindingType::SampledTexture: {
      const TextureDesc* texture = tables.textures.find(entry.texture.id);
      if (texture == nullptr || texture->sample_count != 1 || texture->width == 0) {
        return misuse(binding + " cannot be sampled", desc.label, "a texture of one sample");
      }
      if ((texture->format == TextureFormat::Depth24) != slot.compares) {
        return misuse(binding + " is of the wrong kind", desc.label,
                      slot.compares ? "a texture of depth" : "a texture of colour");
      }
      return {};
    }
    case BindingType::TextureSampler: {
      const SamplerDesc* sampler = tables.samplers.find(entry.sampler.id);
      if (sampler == nullptr || sampler->compare != slot.compares) {
        return misuse(
            binding + " is no such sampler", desc.label,
            slot.compares ? "a sampler that compares" : "a sampler that does not compare");
      }
      return {};
    }
  }
  return {};
}

// Walks a list with the state that the commands build up.
class ListChecker {
 public:
  explicit ListChecker(const ResourceTables& tables) : tables_(tables) {}

  base::Result<void> check(const BeginPass& pass);
  base::Result<void> check(const EndPass& pass);
  base::Result<void> check(const SetPipeline& command);
  base::Result<void> check(const SetBindGroup& command);
  base::Result<void> check(const SetVertexBuffer& command);
  base::Result<void> check(const SetIndexBuffer& command);
  base::Result<void> check(const Draw& command);
  base::Result<void> check(const DrawIndexed& command);

  bool in_pass() const { return in_pass_; }
  const ListCounts& counts() const { return counts_; }

 private:
  base::Result<void> check_draw_state() const;
  base::Result<void> check_vertex_range(std::uint64_t vertices, std::uint64_t instances) const;

  const ResourceTables& tables_;
  ListCounts counts_;
  bool in_pass_ = false;
  bool pass_has_color_ = false;
  bool pass_has_depth_ = false;
  std::uint32_t pass_samples_ = 1;
  const RenderPipelineDesc* pipeline_ = nullptr;
  BindGroupLayout bound_layouts_[k_max_bind_groups];
  SetVertexBuffer vertex_buffers_[k_max_vertex_buffers];
  SetIndexBuffer index_buffer_;
};

base::Result<void> ListChecker::check(const BeginPass& pass) {
  if (in_pass_) return misuse("pass within a pass", "begin_pass", "end_pass first");
  const TextureDesc* color = tables_.textures.find(pass.color.id);
  const TextureDesc* depth = tables_.textures.find(pass.depth.id);
  const TextureDesc* resolve = tables_.textures.find(pass.resolve.id);
  if ((pass.color && color == nullptr) || (pass.depth && depth == nullptr) ||
      (pass.resolve && resolve == nullptr) || (color == nullptr && depth == nullptr)) {
    return misuse("pass without a living target", "begin_pass", "a colour or depth target");
  }
  for (const TextureDesc* target : {color, depth, resolve}) {
    if (target == nullptr) continue;
    const TextureDesc& first = color != nullptr ? *color : *depth;
    if (!target->render_target || target->width == 0) {
      return misuse("pass into what is no render target", target->label, "a render target");
    }
    if (target->width != first.width || target->height != first.height) {
      return misuse("targets of different sizes", target->label, "the size of " + first.label);
    }
  }
  if (color != nullptr && depth != nullptr && color->sample_count != depth->sample_count) {
    return misuse("targets of different sample counts", depth->label, "those of " + color->label);
  }
  if ((color != nullptr && color->format == TextureFormat::Depth24) ||
      (depth != nullptr && depth->format != TextureFormat::Depth24)) {
    return misuse("target of the wrong kind", "begin_pass", "colour as colour, depth as depth");
  }
  if (resolve != nullptr &&
      (color == nullptr || color->sample_count == 1 || resolve->sample_count != 1)) {
    return misuse("resolve without samples", resolve->label, "from many samples to one");
  }
  in_pass_ = true;
  pass_has_color_ = color != nullptr;
  pass_has_depth_ = depth != nullptr;
  pass_samples_ = color != nullptr ? color->sample_count : depth->sample_count;
  pipeline_ = nullptr;
  for (BindGroupLayout& layout : bound_layouts_) layout = {};
  for (SetVertexBuffer& buffer : vertex_buffers_) buffer = {};
  index_buffer_ = {};
  counts_.passes += 1;
  return {};
}

base::Result<void> ListChecker::check(const EndPass&) {
  if (!in_pass_) return misuse("end without a pass", "end_pass", "begin_pass first");
  in_pass_ = false;
  return {};
}

base::Result<void> ListChecker::check(const SetPipeline& command) {
  pipeline_ = tables_.pipelines.find(command.pipeline.id);
  if (!in_pass_ || pipeline_ == nullptr) {
    return misuse("no such pipeline", "set_pipeline", "a pipeline, within a pass");
  }
  const bool wants_depth = pipeline_->depth_test || pipeline_->depth_write;
  if (pipeline_->sample_count != pass_samples_ || pipeline_->has_color != pass_has_color_ ||
      wants_depth != pass_has_depth_) {
    return misuse("pipeline for other targets", pipeline_->label, "the targets of the pass");
  }
  return {};
}

base::Result<void> ListChecker::check(const SetBindGroup& command) {
  const BindGroupDesc* group = tables_.groups.find(command.group.id);
  if (!in_pass_ || group == nullptr || command.set >= k_max_bind_groups) {
    return misuse("no such bind group", "set_bind_group", "a group, within a pass");
  }
  const BindGroupLayoutDesc* layout = tables_.layouts.find(group->layout.id);
  std::uint32_t dynamic = 0;
  for (const BindGroupLayoutEntry& slot : layout->entries) {
    if (slot.type != BindingType::DynamicUniformBuffer) continue;
    if (dynamic >= command.offset_count) break;
    const std::uint32_t offset = command.offsets_bytes[dynamic];
    dynamic += 1;
    for (const BindGroupEntry& entry : group->entries) {
      if (entry.binding != slot.binding) continue;
      const BufferDesc* buffer = tables_.buffers.find(entry.buffer.id);
      if (buffer == nullptr || offset % k_uniform_alignment_bytes != 0 ||
          entry.offset_bytes + offset + entry.size_bytes > buffer->size_bytes) {
        return misuse("dynamic offset " + std::to_string(offset), group->label,
                      "a multiple of 256 within the buffer");
      }
    }
  }
  std::uint32_t wanted = 0;
  for (const BindGroupLayoutEntry& slot : layout->entries) {
    if (slot.type == BindingType::DynamicUniformBuffer) wanted += 1;
  }
  if (wanted != command.offset_count) {
    return misuse(std::to_string(command.offset_count) + " dynamic offsets", group->label,
                  std::to_string(wanted));
  }
  bound_layouts_[command.set] = group->layout;
  return {};
}

base::Result<void> ListChecker::check(const SetVertexBuffer& command) {
  const BufferDesc* buffer = tables_.buffers.find(command.buffer.id);
  if (!in_pass_ || buffer == nullptr || buffer->usage != BufferUsage::Vertex ||
      command.slot >= k_max_vertex_buffers || command.offset_bytes % 4 != 0 ||
      command.offset_bytes >= buffer->size_bytes) {
    return misuse("no such vertex buffer", buffer == nullptr ? "set_vertex_buffer" : buffer->label,
                  "a vertex buffer and an offset within it, a multiple of 4");
  }
  vertex_buffers_[command.slot] = command;
  return {};
}

base::Result<void> ListChecker::check(const SetIndexBuffer& command) {
  const BufferDesc* buffer = tables_.buffers.find(command.buffer.id);
  if (!in_pass_ || buffer == nullptr || buffer->usage != BufferUsage::Index ||
      command.offset_bytes % 2 != 0 || command.offset_bytes >= buffer->size_bytes) {
    return misuse("no such index buffer", buffer == nullptr ? "set_index_buffer" : buffer->label,
                  "an index buffer and an even offset within it");
  }
  index_buffer_ = command;
  return {};
}

base::Result<void> ListChecker::check_draw_state() const {
  if (!in_pass_ || pipeline_ == nullptr) {
    return misuse("draw without a pipeline", "draw", "set_pipeline first");
  }
  for (std::size_t set = 0; set < pipeline_->layouts.size(); ++set) {
    if (bound_layouts_[set] != pipeline_->layouts[set]) {
      return misuse("set " + std::to_string(set) + " is not bound", pipeline_->label,
                    "a group of the pipeline's layout");
    }
  }
  return {};
}

base::Result<void> ListChecker::check_vertex_range(std::uint64_t vertices,
                                                   std::uint64_t instances) const {
  for (std::size_t slot = 0; slot < pipeline_->vertex_buffers.size(); ++slot) {
    const VertexBufferLayout& layout = pipeline_->vertex_buffers[slot];
    const BufferDesc* buffer = tables_.buffers.find(vertex_buffers_[slot].buffer.id);
    if (buffer == nullptr) {
      return misuse("vertex slot " + std::to_string(slot) + " is empty", pipeline_->label,
                    "set_vertex_buffer first");
    }
    const std::uint64_t rows = layout.per_instance ? instances : vertices;
    if (vertex_buffers_[slot].offset_bytes + rows * layout.stride_bytes > buffer->size_bytes) {
      return misuse("draw past the end of a vertex buffer", buffer->label,
                    "rows within " + std::to_string(buffer->size_bytes) + " bytes");
    }
  }
  return {};
}

base::Result<void> ListChecker::check(const Draw& command) {
  TERRANE_TRY(check_draw_state());
  TERRANE_TRY(check_vertex_range(command.vertex_count, command.instance_count));
  counts_.draws += 1;
  counts_.triangles += std::uint64_t{command.vertex_count} / 3 * command.instance_count;
  return {};
}

base::Result<void> ListChecker::check(const DrawIndexed& command) {
  TERRANE_TRY(check_draw_state());
  // What the indices name is known to the device only; one vertex must be there.
  TERRANE_TRY(check_vertex_range(1, command.instance_count));
  const BufferDesc* indices = tables_.buffers.find(index_buffer_.buffer.id);
  if (indices == nullptr ||
      index_buffer_.offset_bytes + std::uint64_t{command.index_count} * 2 > indices->size_bytes) {
    return misuse("draw past the end of the indices", pipeline_->label,
                  "set_index_buffer, and indices within it");
  }
  counts_.draws += 1;
  counts_.triangles += std::uint64_t{command.index_count} / 3 * command.instance_count;
  return {};
}

}  // namespace

base::Result<void> check_bind_group_layout(const BindGroupLayoutDesc& desc) {
  std::uint32_t seen = 0;
  std::uint32_t dynamic = 0;
  for (const BindGroupLayoutEntry& entry : desc.entries) {
    if (entry.binding >= k_max_bindings || ((seen >> entry.binding) & 1u) != 0) {
      return misuse("binding " + std::to_string(entry.binding), desc.label,
                    "each binding once, below " + std::to_string(k_max_bindings));
    }
    seen |= 1u << entry.binding;
    if (entry.name.empty()) {
      return misuse("binding " + std::to_string(entry.binding) + " without a name", desc.label,
                    "its name in the shader");
    }
    if (entry.type == BindingType::DynamicUniformBuffer) dynamic += 1;
    if (entry.type == BindingType::SampledTexture) {
      const BindGroupLayoutEntry* sampler = find_entry(desc, entry.sampler_binding);
      if (sampler == nullptr || sampler->type != BindingType::TextureSampler ||
          sampler->compares != entry.compares) {
        return misuse("texture " + entry.name + " without its sampler", desc.label,
                      "a sampler in the same group, comparing when the texture holds depth");
      }
    }
  }
  if (dynamic > k_max_dynamic_offsets) {
    return misuse(std::to_string(dynamic) + " dynamic buffers", desc.label,
                  "at most " + std::to_string(k_max_dynamic_offsets));
  }
  return {};
}

base::Result<void> check_bind_group(const ResourceTables& tables, const BindGroupDesc& desc) {
  const BindGroupLayoutDesc* layout = tables.layouts.find(desc.layout.id);
  if (layout == nullptr) return misuse("no such layout", desc.label, "a bind group layout");
  if (desc.entries.size() != layout->entries.size()) {
    return misuse(std::to_string(desc.entries.size()) + " entries", desc.label,
                  std::to_string(layout->entries.size()) + " as " + layout->label + " says");
  }
  for (const BindGroupEntry& entry : desc.entries) {
    const BindGroupLayoutEntry* slot = find_entry(*layout, entry.binding);
    if (slot == nullptr) {
      return misuse("binding " + std::to_string(entry.binding), desc.label,
                    "a binding of " + layout->label);
    }
    TERRANE_TRY(check_bind_group_entry(tables, desc, *slot, entry));
  }
  return {};
}

base::Result<void> check_render_pipeline(const ResourceTables& tables,
                                         const RenderPipelineDesc& desc) {
  const ShaderModuleDesc* vertex = tables.shader_modules.find(desc.vertex.id);
  const ShaderModuleDesc* fragment = tables.shader_modules.find(desc.fragment.id);
  if (vertex == nullptr || vertex->stage != ShaderStage::Vertex || fragment == nullptr ||
      fragment->stage != ShaderStage::Fragment) {
    return misuse("pipeline without its shaders", desc.label, "a vertex and a fragment shader");
  }
  if (desc.layouts.size() > k_max_bind_groups ||
      desc.vertex_buffers.size() > k_max_vertex_buffers) {
    return misuse("too many groups or vertex buffers", desc.label, "at most 4 and 2");
  }
  for (const BindGroupLayout layout : desc.layouts) {
    if (tables.layouts.find(layout.id) == nullptr) {
      return misuse("no such layout", desc.label, "bind group layouts");
    }
  }
  for (const VertexBufferLayout& layout : desc.vertex_buffers) {
    for (const VertexAttribute& attribute : layout.attributes) {
      if (attribute.offset_bytes % 4 != 0 || layout.stride_bytes % 4 != 0 ||
          attribute.offset_bytes + size_bytes_of(attribute.format) > layout.stride_bytes) {
        return misuse("attribute " + std::to_string(attribute.location) + " outside its vertex",
                      desc.label, "offsets of multiples of 4 within the stride");
      }
    }
  }
  return {};
}

base::Result<ListCounts> check_commands(const ResourceTables& tables, const CommandList& list) {
  ListChecker checker(tables);
  for (const Command& command : list.commands()) {
    TERRANE_TRY(std::visit([&checker](const auto& one) { return checker.check(one); }, command));
  }
  if (checker.in_pass()) return misuse("pass without an end", "submit", "end_pass");
  return checker.counts();
}

}  // namespace terrane::gpu
