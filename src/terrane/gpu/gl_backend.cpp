// The backend for OpenGL ES 3.0, desktop OpenGL 3.3 and WebGL 2: only what all three have.
// Multisampled targets are renderbuffers; framebuffers are made on first use and kept.
#include <map>
#include <string>
#include <utility>

#include "terrane/base/assert.h"
#include "terrane/gpu/backend.h"
#include "terrane/gpu/gl.h"
#include "terrane/gpu/gl_formats.h"

namespace terrane::gpu {
namespace {

using base::Error;
using base::ErrorCode;

struct GlTexture {
  GLuint texture = 0;
  GLuint renderbuffer = 0;
  TextureDesc desc;
  bool surface = false;
};

struct GlShader {
  ShaderModuleDesc desc;
  GLuint name = 0;  // 0 until it is needed
};

struct GlPipeline {
  GLuint program = 0;  // 0 until it is needed
  RenderPipelineDesc desc;
  bool is_complete = false;  // asked after, and its names bound
};

struct GlGroup {
  BindGroupDesc desc;
  BindGroupLayoutDesc layout;
};

const void* as_pointer(std::uint64_t offset_bytes) {
  return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(offset_bytes));
}

std::string text_of(const GLubyte* text) {
  return text == nullptr ? std::string("unknown") : reinterpret_cast<const char*>(text);
}

// Shader units and uniform slots: one for each (set, binding).
GLuint slot_of(std::size_t set, std::uint32_t binding) {
  return static_cast<GLuint>(set * k_max_bindings + binding);
}

class GlBackend final : public Backend {
 public:
  base::Result<void> open();
  ~GlBackend() override;

  const Capabilities& capabilities() const override { return capabilities_; }
  base::Result<void> make_buffer(Buffer id, const BufferDesc& desc) override;
  base::Result<void> make_texture(Texture id, const TextureDesc& desc) override;
  base::Result<void> make_sampler(Sampler id, const SamplerDesc& desc) override;
  base::Result<void> make_shader_module(ShaderModule id, const ShaderModuleDesc& desc) override;
  base::Result<void> make_bind_group_layout(BindGroupLayout id,
                                            const BindGroupLayoutDesc& desc) override;
  base::Result<void> make_bind_group(BindGroup id, const BindGroupDesc& desc) override;
  base::Result<void> make_render_pipeline(RenderPipeline id,
                                          const RenderPipelineDesc& desc) override;
  void destroy(Buffer id) override;
  void destroy(Texture id) override;
  void destroy(BindGroup id) override { groups_.erase(id.id); }
  void set_surface_size(Texture surface, std::uint32_t width, std::uint32_t height) override;
  void write_buffer(Buffer id, std::uint64_t offset_bytes,
                    std::span<const std::byte> bytes) override;
  void write_texture(Texture id, std::span<const std::byte> bytes) override;
  void execute(std::span<const Command> commands) override;
  std::string take_complaint() override;
  std::vector<std::uint8_t> read_rgba8(Texture id) override;

 private:
  struct GlBuffer {
    GLuint name = 0;
    BufferUsage usage = BufferUsage::Vertex;
  };

  GLuint framebuffer_of(Texture color, Texture depth);
  void attach(GLenum point, const GlTexture& texture);
  GLuint compiled(ShaderModule id);
  void begin(GlPipeline& pipeline);
  void begin_next();
  // Asks what became of it, and tells its program where each binding lies.
  base::Result<void> complete(GlPipeline& pipeline);
  void bind_names(GLuint program, const RenderPipelineDesc& desc);

  void run(const BeginPass& pass);
  void run(const EndPass& pass);
  void run(const SetPipeline& command);
  void run(const SetBindGroup& command);
  void run(const SetVertexBuffer& command);
  void run(const SetIndexBuffer& command);
  void run(const Draw& command);
  void run(const DrawIndexed& command);

  Capabilities capabilities_;
  bool es_ = false;
  GLuint vertex_array_ = 0;
  std::map<std::uint32_t, GlBuffer> buffers_;
  std::map<std::uint32_t, GlTexture> textures_;
  std::map<std::uint32_t, GLuint> samplers_;
  std::map<std::uint32_t, GlShader> shaders_;
  std::map<std::uint32_t, BindGroupLayoutDesc> layouts_;
  std::map<std::uint32_t, GlGroup> groups_;
  std::map<std::uint32_t, GlPipeline> pipelines_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, GLuint> framebuffers_;

  void point_attributes();
  void point_attributes(const VertexBufferLayout& layout, const SetVertexBuffer& command);

  std::string complaint_;
  unsigned submits_ = 0;
  const GlPipeline* pipeline_ = nullptr;
  BeginPass pass_;
  SetVertexBuffer vertex_buffers_[k_max_vertex_buffers];
  bool vertex_buffer_stale_[k_max_vertex_buffers] = {};
  std::uint64_t index_offset_bytes_ = 0;
  unsigned enabled_attributes_ = 0;  // bit a location
};

#ifdef __EMSCRIPTEN__
constexpr const char* k_es_name = "WebGL 2";
// An answer comes from another process, once it has carried out all that was asked for before.
constexpr bool k_answers_wait = true;
constexpr unsigned k_submits_a_question = 256;
constexpr unsigned k_submits_a_program = 16;
bool is_desktop() {
  return false;
}
int version_tens() {
  return 30;  // the page asks for WebGL 2 or has none
}
#else
constexpr const char* k_es_name = "OpenGL ES 3.0";
constexpr bool k_answers_wait = false;
constexpr unsigned k_submits_a_question = 1;
constexpr unsigned k_submits_a_program = 1;
bool is_desktop() {
  return epoxy_is_desktop_gl();
}
int version_tens() {
  return epoxy_gl_version();
}
#endif

base::Result<void> GlBackend::open() {
  const int version = version_tens();
  es_ = !is_desktop();
  if (version < (es_ ? 30 : 33)) {
    return Error{ErrorCode::Unavailable, "graphics driver is too old",
                 text_of(glGetString(GL_VERSION)), "OpenGL ES 3.0 or OpenGL 3.3"};
  }
  capabilities_.backend = es_ ? k_es_name : "OpenGL 3.3";
  capabilities_.renderer = text_of(glGetString(GL_RENDERER));
  for (const char* software : {"llvmpipe", "softpipe", "SwiftShader"}) {
    if (capabilities_.renderer.find(software) != std::string::npos) capabilities_.software = true;
  }
  GLint value = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &value);
  capabilities_.max_sample_count = value > 1 ? static_cast<std::uint32_t>(value) : 1;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &value);
  GLint renderbuffer = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &renderbuffer);
  capabilities_.max_texture_size =
      static_cast<std::uint32_t>(value < renderbuffer ? value : renderbuffer);
  glGenVertexArrays(1, &vertex_array_);
  glBindVertexArray(vertex_array_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  return {};
}

GlBackend::~GlBackend() {
  for (const auto& row : framebuffers_) {
    if (row.second != 0) glDeleteFramebuffers(1, &row.second);
  }
  for (const auto& row : textures_) {
    glDeleteTextures(1, &row.second.texture);
    glDeleteRenderbuffers(1, &row.second.renderbuffer);
  }
  for (const auto& row : buffers_) glDeleteBuffers(1, &row.second.name);
  for (const auto& row : samplers_) glDeleteSamplers(1, &row.second);
  for (const auto& row : shaders_) glDeleteShader(row.second.name);
  for (const auto& row : pipelines_) glDeleteProgram(row.second.program);
  glDeleteVertexArrays(1, &vertex_array_);
}

base::Result<void> GlBackend::make_buffer(Buffer id, const BufferDesc& desc) {
  GlBuffer& buffer = buffers_[id.id];
  buffer.usage = desc.usage;
  glGenBuffers(1, &buffer.name);
  glBindBuffer(gl_target(desc.usage), buffer.name);
  glBufferData(gl_target(desc.usage), static_cast<GLsizeiptr>(desc.size_bytes), nullptr,
               desc.dynamic ? GL_STREAM_DRAW : GL_STATIC_DRAW);
  if (!k_answers_wait && glGetError() == GL_OUT_OF_MEMORY) {
    return Error{ErrorCode::Unavailable, "out of graphics memory", desc.label,
                 std::to_string(desc.size_bytes) + " bytes"};
  }
  return {};
}

base::Result<void> GlBackend::make_texture(Texture id, const TextureDesc& desc) {
  GlTexture& texture = textures_[id.id];
  texture.desc = desc;
  const GlFormat format = gl_format(desc.format);
  const GLsizei width = static_cast<GLsizei>(desc.width);
  const GLsizei height = static_cast<GLsizei>(desc.height);
  if (desc.sample_count > 1) {
    glGenRenderbuffers(1, &texture.renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, texture.renderbuffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, static_cast<GLsizei>(desc.sample_count),
                                     format.internal, width, height);
  } else {
    glGenTextures(1, &texture.texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture.texture);
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format.internal), width, height, 0,
                 format.format, format.type, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  }
  if (!k_answers_wait && glGetError() == GL_OUT_OF_MEMORY) {
    return Error{ErrorCode::Unavailable, "out of graphics memory", desc.label,
                 std::to_string(desc.width) + " x " + std::to_string(desc.height) + " pixels"};
  }
  return {};
}

base::Result<void> GlBackend::make_sampler(Sampler id, const SamplerDesc& desc) {
  GLuint sampler = 0;
  glGenSamplers(1, &sampler);
  const GLint filter = desc.filter == Filter::Linear ? GL_LINEAR : GL_NEAREST;
  glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, filter);
  glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, filter);
  glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  if (desc.compare) {
    glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  }
  samplers_[id.id] = sampler;
  return {};
}

base::Result<void> GlBackend::make_shader_module(ShaderModule id, const ShaderModuleDesc& desc) {
  shaders_[id.id].desc = desc;
  return {};  // compiled with the first pipeline that has it
}

GLuint GlBackend::compiled(ShaderModule id) {
  GlShader& shader = shaders_.at(id.id);
  if (shader.name != 0) return shader.name;
  shader.name = glCreateShader(shader.desc.stage == ShaderStage::Vertex ? GL_VERTEX_SHADER
                                                                        : GL_FRAGMENT_SHADER);
  const std::string_view text = es_ ? shader.desc.glsl_es_300 : shader.desc.glsl_330;
  const GLchar* start = text.data();
  const GLint length = static_cast<GLint>(text.size());
  glShaderSource(shader.name, 1, &start, &length);
  glCompileShader(shader.name);
  return shader.name;
}

base::Result<void> GlBackend::make_bind_group_layout(BindGroupLayout id,
                                                     const BindGroupLayoutDesc& desc) {
  layouts_[id.id] = desc;
  return {};
}

base::Result<void> GlBackend::make_bind_group(BindGroup id, const BindGroupDesc& desc) {
  groups_[id.id] = GlGroup{desc, layouts_.at(desc.layout.id)};
  return {};
}

void GlBackend::bind_names(GLuint program, const RenderPipelineDesc& desc) {
  glUseProgram(program);
  for (std::size_t set = 0; set < desc.layouts.size(); ++set) {
    const BindGroupLayoutDesc& layout = layouts_.at(desc.layouts[set].id);
    for (const BindGroupLayoutEntry& entry : layout.entries) {
      const GLuint slot = slot_of(set, entry.binding);
      if (entry.type == BindingType::SampledTexture) {
        // spirv-cross names the pair so; a shader that does not read the texture has no such name.
        std::string name = "SPIRV_Cross_Combined" + entry.name;
        for (const BindGroupLayoutEntry& sampler : layout.entries) {
          if (sampler.binding == entry.sampler_binding) name += sampler.name;
        }
        const GLint location = glGetUniformLocation(program, name.c_str());
        if (location >= 0) glUniform1i(location, static_cast<GLint>(slot));
      } else if (entry.type != BindingType::TextureSampler) {
        const GLuint block = glGetUniformBlockIndex(program, entry.name.c_str());
        if (block != GL_INVALID_INDEX) glUniformBlockBinding(program, block, slot);
      }
    }
  }
}

base::Result<void> GlBackend::make_render_pipeline(RenderPipeline id,
                                                   const RenderPipelineDesc& desc) {
  GlPipeline& pipeline = pipelines_[id.id];
  pipeline.desc = desc;
  if (k_answers_wait) return {};
  return complete(pipeline);
}

// Asks nothing yet: the driver may go on with other things meanwhile.
void GlBackend::begin(GlPipeline& pipeline) {
  pipeline.program = glCreateProgram();
  glAttachShader(pipeline.program, compiled(pipeline.desc.vertex));
  glAttachShader(pipeline.program, compiled(pipeline.desc.fragment));
  glLinkProgram(pipeline.program);
}

base::Result<void> GlBackend::complete(GlPipeline& pipeline) {
  if (pipeline.program == 0) begin(pipeline);
  pipeline.is_complete = true;
  const RenderPipelineDesc& desc = pipeline.desc;
  GLint linked = GL_FALSE;
  glGetProgramiv(pipeline.program, GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) {
    bind_names(pipeline.program, desc);
    return {};
  }
  GLchar log[1024] = {};
  for (const ShaderModule module : {desc.vertex, desc.fragment}) {
    GLint compiled = GL_FALSE;
    glGetShaderiv(shaders_.at(module.id).name, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) continue;
    glGetShaderInfoLog(shaders_.at(module.id).name, sizeof(log) - 1, nullptr, log);
    return Error{ErrorCode::Unavailable, std::string("the driver refused a shader: ") + log,
                 desc.label, capabilities_.backend};
  }
  glGetProgramInfoLog(pipeline.program, sizeof(log) - 1, nullptr, log);
  return Error{ErrorCode::Unavailable, std::string("the driver refused to link: ") + log,
               desc.label, capabilities_.backend};
}

void GlBackend::destroy(Buffer id) {
  glDeleteBuffers(1, &buffers_[id.id].name);
  buffers_.erase(id.id);
}

void GlBackend::destroy(Texture id) {
  const GlTexture& texture = textures_[id.id];
  if (texture.texture != 0) glDeleteTextures(1, &texture.texture);
  if (texture.renderbuffer != 0) glDeleteRenderbuffers(1, &texture.renderbuffer);
  textures_.erase(id.id);
  for (auto row = framebuffers_.begin(); row != framebuffers_.end();) {
    if (row->first.first != id.id && row->first.second != id.id) {
      ++row;
      continue;
    }
    if (row->second != 0) glDeleteFramebuffers(1, &row->second);
    row = framebuffers_.erase(row);
  }
}

void GlBackend::set_surface_size(Texture surface, std::uint32_t width, std::uint32_t height) {
  GlTexture& texture = textures_[surface.id];
  texture.surface = true;
  texture.desc.width = width;
  texture.desc.height = height;
}

void GlBackend::write_buffer(Buffer id, std::uint64_t offset_bytes,
                             std::span<const std::byte> bytes) {
  const GlBuffer& buffer = buffers_.at(id.id);
  glBindBuffer(gl_target(buffer.usage), buffer.name);
  glBufferSubData(gl_target(buffer.usage), static_cast<GLintptr>(offset_bytes),
                  static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

void GlBackend::write_texture(Texture id, std::span<const std::byte> bytes) {
  const GlTexture& texture = textures_.at(id.id);
  const GlFormat format = gl_format(texture.desc.format);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.texture);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(texture.desc.width),
                  static_cast<GLsizei>(texture.desc.height), format.format, format.type,
                  bytes.data());
}

void GlBackend::attach(GLenum point, const GlTexture& texture) {
  if (texture.renderbuffer != 0) {
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, texture.renderbuffer);
  } else {
    glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, texture.texture, 0);
  }
}

GLuint GlBackend::framebuffer_of(Texture color, Texture depth) {
  if (color && textures_.at(color.id).surface) return 0;
  GLuint& framebuffer = framebuffers_[{color.id, depth.id}];
  if (framebuffer != 0) return framebuffer;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  if (color) {
    attach(GL_COLOR_ATTACHMENT0, textures_.at(color.id));
  } else {
    const GLenum none = GL_NONE;
    glDrawBuffers(1, &none);
    glReadBuffer(GL_NONE);
  }
  if (depth) attach(GL_DEPTH_ATTACHMENT, textures_.at(depth.id));
  return framebuffer;
}

// One that nobody has needed yet, so that it is there when it is.
void GlBackend::begin_next() {
  for (auto& row : pipelines_) {
    if (row.second.program != 0) continue;
    begin(row.second);
    return;
  }
}

void GlBackend::execute(std::span<const Command> commands) {
  glBindVertexArray(vertex_array_);
  for (const Command& command : commands) {
    std::visit([this](const auto& one) { run(one); }, command);
  }
}

void GlBackend::run(const BeginPass& pass) {
  pass_ = pass;
  pipeline_ = nullptr;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_of(pass.color, pass.depth));
  const TextureDesc& desc = textures_.at(pass.color ? pass.color.id : pass.depth.id).desc;
  glViewport(0, 0, static_cast<GLsizei>(desc.width), static_cast<GLsizei>(desc.height));
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  GLbitfield mask = 0;
  if (pass.color && pass.clear_color) {
    glClearColor(pass.clear_rgba[0], pass.clear_rgba[1], pass.clear_rgba[2], pass.clear_rgba[3]);
    mask |= GL_COLOR_BUFFER_BIT;
  }
  if (pass.depth && pass.clear_depth) mask |= GL_DEPTH_BUFFER_BIT;
  if (mask != 0) glClear(mask);
}

void GlBackend::run(const EndPass&) {
  if (!pass_.resolve) return;
  const TextureDesc& desc = textures_.at(pass_.color.id).desc;
  const GLint width = static_cast<GLint>(desc.width);
  const GLint height = static_cast<GLint>(desc.height);
  const GLuint source = framebuffer_of(pass_.color, pass_.depth);
  const GLuint target = framebuffer_of(pass_.resolve, Texture{});
  glBindFramebuffer(GL_READ_FRAMEBUFFER, source);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void GlBackend::run(const SetPipeline& command) {
  GlPipeline& pipeline = pipelines_.at(command.pipeline.id);
  if (!pipeline.is_complete) {
    const base::Result<void> completed = complete(pipeline);
    if (!completed.ok()) complaint_ = base::to_sentence(completed.error());
  }
  pipeline_ = &pipeline;
  const RenderPipelineDesc& desc = pipeline.desc;
  glUseProgram(pipeline_->program);
  const auto enable = [](GLenum what, bool on) { on ? glEnable(what) : glDisable(what); };
  enable(GL_CULL_FACE, desc.cull != Cull::None);
  glCullFace(desc.cull == Cull::Front ? GL_FRONT : GL_BACK);
  enable(GL_DEPTH_TEST, desc.depth_test);
  glDepthMask(desc.depth_write ? GL_TRUE : GL_FALSE);
  glDepthFunc(desc.depth_compare == Compare::Less        ? GL_LESS
              : desc.depth_compare == Compare::LessEqual ? GL_LEQUAL
                                                         : GL_ALWAYS);
  const bool biased = desc.depth_bias_constant < 0 || desc.depth_bias_constant > 0 ||
                      desc.depth_bias_slope < 0 || desc.depth_bias_slope > 0;
  enable(GL_POLYGON_OFFSET_FILL, biased);
  if (biased) glPolygonOffset(desc.depth_bias_slope, desc.depth_bias_constant);
  enable(GL_BLEND, desc.blend_alpha || desc.blend_add);
  if (desc.blend_add) glBlendFunc(GL_ONE, GL_ONE);
  if (desc.blend_alpha) {
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  }
  unsigned wanted = 0;
  for (const VertexBufferLayout& layout : desc.vertex_buffers) {
    for (const VertexAttribute& attribute : layout.attributes) wanted |= 1u << attribute.location;
  }
  for (GLuint location = 0; location < 16; ++location) {
    const unsigned bit = 1u << location;
    if ((wanted & bit) != 0 && (enabled_attributes_ & bit) == 0) {
      glEnableVertexAttribArray(location);
    }
    if ((wanted & bit) == 0 && (enabled_attributes_ & bit) != 0) {
      glDisableVertexAttribArray(location);
    }
  }
  enabled_attributes_ = wanted;
  for (bool& stale : vertex_buffer_stale_) stale = true;
}

void GlBackend::run(const SetBindGroup& command) {
  const GlGroup& group = groups_.at(command.group.id);
  std::uint32_t dynamic = 0;
  for (const BindGroupLayoutEntry& slot : group.layout.entries) {
    const BindGroupEntry* entry = nullptr;
    for (const BindGroupEntry& candidate : group.desc.entries) {
      if (candidate.binding == slot.binding) entry = &candidate;
    }
    const GLuint unit = slot_of(command.set, slot.binding);
    switch (slot.type) {
      case BindingType::UniformBuffer:
      case BindingType::DynamicUniformBuffer: {
        std::uint64_t offset = entry->offset_bytes;
        if (slot.type == BindingType::DynamicUniformBuffer) {
          offset += command.offsets_bytes[dynamic];
          dynamic += 1;
        }
        glBindBufferRange(GL_UNIFORM_BUFFER, unit, buffers_.at(entry->buffer.id).name,
                          static_cast<GLintptr>(offset),
                          static_cast<GLsizeiptr>(entry->size_bytes));
        break;
      }
      case BindingType::SampledTexture: {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, textures_.at(entry->texture.id).texture);
        for (const BindGroupEntry& candidate : group.desc.entries) {
          if (candidate.binding == slot.sampler_binding) {
            glBindSampler(unit, samplers_.at(candidate.sampler.id));
          }
        }
        break;
      }
      case BindingType::TextureSampler:
        break;  // bound with its texture
    }
  }
}

void GlBackend::run(const SetVertexBuffer& command) {
  vertex_buffers_[command.slot] = command;
  vertex_buffer_stale_[command.slot] = true;
}

// The attributes depend on both pipeline and buffer, which may be set in either order.
void GlBackend::point_attributes() {
  const std::vector<VertexBufferLayout>& layouts = pipeline_->desc.vertex_buffers;
  for (std::size_t slot = 0; slot < layouts.size(); ++slot) {
    if (!vertex_buffer_stale_[slot]) continue;
    vertex_buffer_stale_[slot] = false;
    point_attributes(layouts[slot], vertex_buffers_[slot]);
  }
}

void GlBackend::point_attributes(const VertexBufferLayout& layout, const SetVertexBuffer& command) {
  glBindBuffer(GL_ARRAY_BUFFER, buffers_.at(command.buffer.id).name);
  for (const VertexAttribute& attribute : layout.attributes) {
    const GlVertexFormat format = gl_vertex_format(attribute.format);
    const GLsizei stride = static_cast<GLsizei>(layout.stride_bytes);
    const void* offset = as_pointer(command.offset_bytes + attribute.offset_bytes);
    if (format.integer) {
      glVertexAttribIPointer(attribute.location, format.components, format.type, stride, offset);
    } else {
      glVertexAttribPointer(attribute.location, format.components, format.type, format.normalised,
                            stride, offset);
    }
    glVertexAttribDivisor(attribute.location, layout.per_instance ? 1 : 0);
  }
}

void GlBackend::run(const SetIndexBuffer& command) {
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers_.at(command.buffer.id).name);
  index_offset_bytes_ = command.offset_bytes;
}

void GlBackend::run(const Draw& command) {
  point_attributes();
  glDrawArraysInstanced(GL_TRIANGLES, 0, static_cast<GLsizei>(command.vertex_count),
                        static_cast<GLsizei>(command.instance_count));
}

void GlBackend::run(const DrawIndexed& command) {
  point_attributes();
  glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(command.index_count),
                          GL_UNSIGNED_SHORT, as_pointer(index_offset_bytes_),
                          static_cast<GLsizei>(command.instance_count));
}

std::string GlBackend::take_complaint() {
  std::string complaint = std::exchange(complaint_, {});
  ++submits_;
  if (k_answers_wait && submits_ % k_submits_a_program == 0) begin_next();
  if (submits_ % k_submits_a_question != 0) return complaint;
  for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError()) {
    if (!complaint.empty()) complaint += ", ";
    complaint += "OpenGL error " + std::to_string(error);
    if (complaint.size() > 200) break;
  }
  return complaint;
}

std::vector<std::uint8_t> GlBackend::read_rgba8(Texture id) {
  const TextureDesc& desc = textures_.at(id.id).desc;
  const std::size_t row_bytes = std::size_t{desc.width} * 4;
  std::vector<std::uint8_t> upward(row_bytes * desc.height);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_of(id, Texture{}));
  glReadPixels(0, 0, static_cast<GLsizei>(desc.width), static_cast<GLsizei>(desc.height), GL_RGBA,
               GL_UNSIGNED_BYTE, upward.data());
  std::vector<std::uint8_t> downward;
  downward.reserve(upward.size());
  for (std::size_t row = desc.height; row-- > 0;) {
    const auto first = upward.begin() + static_cast<std::ptrdiff_t>(row * row_bytes);
    downward.insert(downward.end(), first, first + static_cast<std::ptrdiff_t>(row_bytes));
  }
  return downward;
}

}  // namespace

base::Result<std::unique_ptr<Backend>> make_gl_backend() {
  auto backend = std::make_unique<GlBackend>();
  TERRANE_TRY(backend->open());
  return std::unique_ptr<Backend>(std::move(backend));
}

}  // namespace terrane::gpu
