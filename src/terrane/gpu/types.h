// What the graphics API is described with: handles, formats and descriptors. Shaped like WebGPU,
// with nothing that OpenGL ES 3.0 cannot do: no base vertex, no storage buffers, no compute. Plain
// data; a descriptor is copied by whoever receives it. Depth runs from 0 (near) to 1 (far),
// textures and pictures read back have their first row at the top.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace terrane::gpu {

// Names a resource of one device. 0 is none.
template <typename Tag>
struct Handle {
  std::uint32_t id = 0;
  explicit operator bool() const { return id != 0; }
  friend constexpr bool operator==(Handle, Handle) = default;
};
using Buffer = Handle<struct BufferTag>;
using Texture = Handle<struct TextureTag>;
using Sampler = Handle<struct SamplerTag>;
using ShaderModule = Handle<struct ShaderModuleTag>;
using BindGroupLayout = Handle<struct BindGroupLayoutTag>;
using BindGroup = Handle<struct BindGroupTag>;
using RenderPipeline = Handle<struct RenderPipelineTag>;

enum class BufferUsage : std::uint8_t { Vertex, Index, Uniform };

struct BufferDesc {
  std::string label;
  std::uint64_t size_bytes = 0;
  BufferUsage usage = BufferUsage::Vertex;
  bool dynamic = false;  // rewritten each frame
};

enum class TextureFormat : std::uint8_t { Rgba8Unorm, R8Unorm, Depth24 };

struct TextureDesc {
  std::string label;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  TextureFormat format = TextureFormat::Rgba8Unorm;
  std::uint32_t sample_count = 1;  // above 1 the texture can only be drawn into and resolved
  bool render_target = false;
};

enum class Filter : std::uint8_t { Nearest, Linear };

struct SamplerDesc {
  std::string label;
  Filter filter = Filter::Linear;
  bool compare = false;  // a depth comparison sampler: 1 where the reference is less or equal
};

enum class ShaderStage : std::uint8_t { Vertex, Fragment };

// One shader in the dialects that the backend may ask for; the text is borrowed for the call.
struct ShaderModuleDesc {
  std::string label;
  ShaderStage stage = ShaderStage::Vertex;
  std::string_view glsl_es_300;  // both must live as long as the device
  std::string_view glsl_330;
};

enum class BindingType : std::uint8_t {
  UniformBuffer,
  DynamicUniformBuffer,
  SampledTexture,
  TextureSampler
};

struct BindGroupLayoutEntry {
  std::uint32_t binding = 0;
  BindingType type = BindingType::UniformBuffer;
  // Of the uniform block, texture or sampler in the shader: ES 3.0 binds by name after linking.
  std::string name;
  // SampledTexture: the binding, in the same group, of the sampler that reads it.
  std::uint32_t sampler_binding = 0;
  // SampledTexture: it holds depth. TextureSampler: it compares. Both or neither of a pair.
  bool compares = false;
};

inline constexpr std::uint32_t k_max_bind_groups = 4;
inline constexpr std::uint32_t k_max_bindings = 4;  // a group's bindings are below this
inline constexpr std::uint32_t k_max_dynamic_offsets = 2;
inline constexpr std::uint32_t k_max_vertex_buffers = 2;
inline constexpr std::uint32_t k_uniform_alignment_bytes = 256;

struct BindGroupLayoutDesc {
  std::string label;
  std::vector<BindGroupLayoutEntry> entries;
};

struct BindGroupEntry {
  std::uint32_t binding = 0;
  Buffer buffer;  // uniform buffers: `size_bytes` from `offset_bytes`
  std::uint64_t offset_bytes = 0;
  std::uint64_t size_bytes = 0;
  Texture texture;
  Sampler sampler;
};

struct BindGroupDesc {
  std::string label;
  BindGroupLayout layout;
  std::vector<BindGroupEntry> entries;  // one for each entry of the layout
};

enum class VertexFormat : std::uint8_t {
  Sint32x3,
  Uint8x4,
  Sint16x2,
  Unorm8x4,
  Float32x2,
  Float32x3,
  Float32x4,
};
std::uint32_t size_bytes_of(VertexFormat format);
bool is_integer(VertexFormat format);  // read as ivec or uvec in the shader

struct VertexAttribute {
  std::uint32_t location = 0;
  VertexFormat format = VertexFormat::Float32x3;
  std::uint32_t offset_bytes = 0;  // a multiple of 4
};

struct VertexBufferLayout {
  std::uint32_t stride_bytes = 0;  // a multiple of 4
  bool per_instance = false;
  std::vector<VertexAttribute> attributes;
};

enum class Compare : std::uint8_t { Always, Less, LessEqual };
enum class Cull : std::uint8_t { None, Back, Front };

struct RenderPipelineDesc {
  std::string label;
  ShaderModule vertex;
  ShaderModule fragment;
  std::vector<BindGroupLayout> layouts;            // by set
  std::vector<VertexBufferLayout> vertex_buffers;  // by slot
  Cull cull = Cull::Back;                          // front faces run counter-clockwise
  bool depth_test = true;  // tested or written: only for passes with a depth target; else without
  bool depth_write = true;
  Compare depth_compare = Compare::Less;
  float depth_bias_constant = 0;  // as polygon offset
  float depth_bias_slope = 0;
  bool blend_alpha = false;  // straight alpha over
  bool blend_add = false;    // colour added
  bool has_color = true;     // false: a depth-only pass
  std::uint32_t sample_count = 1;
};

// What the device is and can do.
struct Capabilities {
  std::string backend;    // "null", "OpenGL 3.3", "OpenGL ES 3.0", "WebGL 2", "WebGPU"
  std::string renderer;   // the driver's name for itself
  bool software = false;  // drawn by the CPU
  std::uint32_t max_sample_count = 1;
  std::uint32_t max_texture_size = 2048;
};

}  // namespace terrane::gpu
