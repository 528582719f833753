// A device's requests as plain 32-bit words, for an executor that shares no types with the engine:
// opcodes and the order of their operands. docs/formats/gpu_words_v1.md says each in full;
// word_backend.h writes them, apps/web/src/webgpu_executor.ts carries them out.
//
// A record is its opcode, the number of operand words, the operands. A text or a run of bytes is
// its length in bytes and then its bytes, the last word filled up with zeros. Floats are their
// bits. Handles are the device's ids, 0 is none; enumerations are the numbers of types.h.
#pragma once

#include <cstdint>

namespace terrane::gpu {

inline constexpr std::uint32_t k_gpu_words_version = 1;

enum class WordOp : std::uint32_t {
  MakeBuffer = 1,           // id, size in bytes, usage, dynamic, label
  MakeTexture = 2,          // id, width, height, format, samples, render target, label
  MakeSampler = 3,          // id, filter, compare, label
  MakeShaderModule = 4,     // id, stage, label: the shader's name
  MakeBindGroupLayout = 5,  // id, count, count x (binding, type, sampler binding, compares, name),
                            // label
  MakeBindGroup = 6,        // id, layout, count, count x (binding, buffer, offset, size, texture,
                            // sampler), label
  MakeRenderPipeline = 7,   // id, vertex, fragment, count, layouts, count, vertex buffers, state,
                            // label; see the page
  DestroyBuffer = 8,        // id
  DestroyTexture = 9,       // id
  DestroyBindGroup = 10,    // id
  SetSurfaceSize = 11,      // id, width, height
  WriteBuffer = 12,         // id, offset in bytes, bytes
  WriteTexture = 13,        // id, bytes
  BeginPass = 16,           // color, resolve, depth, flags, red, green, blue, alpha
  EndPass = 17,             //
  SetPipeline = 18,         // pipeline
  SetBindGroup = 19,        // set, group, count, count x offset in bytes
  SetVertexBuffer = 20,     // slot, buffer, offset in bytes
  SetIndexBuffer = 21,      // buffer, offset in bytes
  Draw = 22,                // vertices, instances
  DrawIndexed = 23,         // indices, instances
  EndList = 24,             // what was recorded since the last one is to be drawn
};

// Flags of BeginPass.
inline constexpr std::uint32_t k_word_clear_color = 1;
inline constexpr std::uint32_t k_word_clear_depth = 2;

// Flags of MakeRenderPipeline's state.
inline constexpr std::uint32_t k_word_depth_test = 1;
inline constexpr std::uint32_t k_word_depth_write = 2;
inline constexpr std::uint32_t k_word_blend_alpha = 4;
inline constexpr std::uint32_t k_word_blend_add = 8;
inline constexpr std::uint32_t k_word_has_color = 16;

}  // namespace terrane::gpu
