// The API's formats in OpenGL's words. For gl_backend.cpp alone.
#pragma once

#include "terrane/gpu/gl.h"
#include "terrane/gpu/types.h"

namespace terrane::gpu {

struct GlFormat {
  GLenum internal;
  GLenum format;
  GLenum type;
};

inline GlFormat gl_format(TextureFormat format) {
  switch (format) {
    case TextureFormat::R8Unorm:
      return {GL_R8, GL_RED, GL_UNSIGNED_BYTE};
    case TextureFormat::Depth24:
      return {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT};
    case TextureFormat::Rgba8Unorm:
      break;
  }
  return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
}

inline GLenum gl_target(BufferUsage usage) {
  switch (usage) {
    case BufferUsage::Index:
      return GL_ELEMENT_ARRAY_BUFFER;
    case BufferUsage::Uniform:
      return GL_UNIFORM_BUFFER;
    case BufferUsage::Vertex:
      break;
  }
  return GL_ARRAY_BUFFER;
}

struct GlVertexFormat {
  GLint components;
  GLenum type;
  bool integer;
  GLboolean normalised;
};

inline GlVertexFormat gl_vertex_format(VertexFormat format) {
  switch (format) {
    case VertexFormat::Sint32x3:
      return {3, GL_INT, true, GL_FALSE};
    case VertexFormat::Uint8x4:
      return {4, GL_UNSIGNED_BYTE, true, GL_FALSE};
    case VertexFormat::Sint16x2:
      return {2, GL_SHORT, true, GL_FALSE};
    case VertexFormat::Unorm8x4:
      return {4, GL_UNSIGNED_BYTE, false, GL_TRUE};
    case VertexFormat::Float32x2:
      return {2, GL_FLOAT, false, GL_FALSE};
    case VertexFormat::Float32x3:
      return {3, GL_FLOAT, false, GL_FALSE};
    case VertexFormat::Float32x4:
      break;
  }
  return {4, GL_FLOAT, false, GL_FALSE};
}

}  // namespace terrane::gpu
