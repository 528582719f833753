// A recorded list of commands: plain structs in one vector, no virtual call per command. Recording
// touches no device; Device::submit checks the list against its resources and executes it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <variant>
#include <vector>

#include "terrane/gpu/types.h"

namespace terrane::gpu {

struct BeginPass {
  Texture color;    // none in a depth-only pass
  Texture resolve;  // where a multisampled `color` is averaged to at the end; none otherwise
  Texture depth;    // may be none
  bool clear_color = true;
  bool clear_depth = true;
  float clear_rgba[4] = {0, 0, 0, 1};
};
struct EndPass {};
struct SetPipeline {
  RenderPipeline pipeline;
};
struct SetBindGroup {
  std::uint32_t set = 0;
  BindGroup group;
  std::uint32_t offset_count = 0;  // one for each dynamic buffer of the group, in binding order
  std::uint32_t offsets_bytes[k_max_dynamic_offsets] = {0, 0};
};
struct SetVertexBuffer {
  std::uint32_t slot = 0;
  Buffer buffer;
  std::uint64_t offset_bytes = 0;
};
// Indices are 16 bits.
struct SetIndexBuffer {
  Buffer buffer;
  std::uint64_t offset_bytes = 0;
};
struct Draw {
  std::uint32_t vertex_count = 0;
  std::uint32_t instance_count = 1;
};
struct DrawIndexed {
  std::uint32_t index_count = 0;
  std::uint32_t instance_count = 1;
};

using Command = std::variant<BeginPass, EndPass, SetPipeline, SetBindGroup, SetVertexBuffer,
                             SetIndexBuffer, Draw, DrawIndexed>;

class CommandList {
 public:
  void clear() { commands_.clear(); }
  const std::vector<Command>& commands() const { return commands_; }

  void begin_pass(const BeginPass& pass) { commands_.push_back(pass); }
  void end_pass() { commands_.push_back(EndPass{}); }
  void set_pipeline(RenderPipeline pipeline) { commands_.push_back(SetPipeline{pipeline}); }
  void set_bind_group(std::uint32_t set, BindGroup group,
                      std::initializer_list<std::uint32_t> dynamic_offsets_bytes = {});
  void set_vertex_buffer(std::uint32_t slot, Buffer buffer, std::uint64_t offset_bytes = 0) {
    commands_.push_back(SetVertexBuffer{slot, buffer, offset_bytes});
  }
  void set_index_buffer(Buffer buffer, std::uint64_t offset_bytes = 0) {
    commands_.push_back(SetIndexBuffer{buffer, offset_bytes});
  }
  void draw(std::uint32_t vertex_count, std::uint32_t instance_count = 1) {
    commands_.push_back(Draw{vertex_count, instance_count});
  }
  void draw_indexed(std::uint32_t index_count, std::uint32_t instance_count = 1) {
    commands_.push_back(DrawIndexed{index_count, instance_count});
  }

 private:
  std::vector<Command> commands_;
};

}  // namespace terrane::gpu
