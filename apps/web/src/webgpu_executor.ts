// Carries out the engine's graphics requests on WebGPU: a whole frame's words from its memory in
// one call (docs/formats/gpu_words_v1.md). Holds what was made by the engine's ids; checks nothing,
// the engine has. Knows no shader and no scene. What the browser refuses becomes a sentence.

// From wgsl.mjs: WGSL by the name of the shader's file.
export type ShaderTexts = Record<string, string>;

// gpu::WordOp
const enum Op {
  MakeBuffer = 1,
  MakeTexture = 2,
  MakeSampler = 3,
  MakeShaderModule = 4,
  MakeBindGroupLayout = 5,
  MakeBindGroup = 6,
  MakeRenderPipeline = 7,
  DestroyBuffer = 8,
  DestroyTexture = 9,
  DestroyBindGroup = 10,
  SetSurfaceSize = 11,
  WriteBuffer = 12,
  WriteTexture = 13,
  BeginPass = 16,
  EndPass = 17,
  SetPipeline = 18,
  SetBindGroup = 19,
  SetVertexBuffer = 20,
  SetIndexBuffer = 21,
  Draw = 22,
  DrawIndexed = 23,
  EndList = 24,
}

// WebGPU's own flags: browsers without it have no names for them.
const copyTarget = { buffer: 0x8, texture: 0x2 };
const textureBinding = 0x4;
const renderAttachment = 0x10;
const bothStages = 0x3;

// Enumerations of gpu/types.h, by their numbers.
const bufferUsages = [0x20, 0x10, 0x40]; // vertex, index, uniform
const enum Format {
  Rgba8 = 0,
  R8 = 1,
  Depth = 2,
}
const filters: GPUFilterMode[] = ["nearest", "linear"];
const enum Binding {
  Uniform = 0,
  DynamicUniform = 1,
  Texture = 2,
  Sampler = 3,
}
const vertexFormats: GPUVertexFormat[] = [
  "sint32x3",
  "uint8x4",
  "sint16x2",
  "unorm8x4",
  "float32x2",
  "float32x3",
  "float32x4",
];
const cullModes: GPUCullMode[] = ["none", "back", "front"];
const compares: GPUCompareFunction[] = ["always", "less", "less-equal"];
const depthFormat: GPUTextureFormat = "depth24plus";

const over: GPUBlendState = {
  color: { srcFactor: "src-alpha", dstFactor: "one-minus-src-alpha" },
  alpha: { srcFactor: "one", dstFactor: "one-minus-src-alpha" },
};
const added: GPUBlendState = {
  color: { srcFactor: "one", dstFactor: "one" },
  alpha: { srcFactor: "one", dstFactor: "one" },
};

interface TextureRow {
  texture: GPUTexture;
  view: GPUTextureView;
  format: Format;
}

const utf8 = new TextDecoder();

export class WebGpuExecutor {
  // What the adapter calls itself, and whether the processor draws.
  readonly name: string;
  readonly software: boolean;
  readonly maxTextureSize: number;

  // Views of the engine's memory; shared where the engine has threads.
  private memory: ArrayBufferLike = new ArrayBuffer(0);
  private words: Uint32Array<ArrayBufferLike> = new Uint32Array(0);
  private floats: Float32Array<ArrayBufferLike> = new Float32Array(0);
  private at = 0;

  private surface = 0; // the id that stands for the canvas's picture
  private readonly buffers = new Map<number, GPUBuffer>();
  private readonly textures = new Map<number, TextureRow>();
  private readonly samplers = new Map<number, GPUSampler>();
  private readonly shaders = new Map<number, GPUShaderModule>();
  private readonly layouts = new Map<number, GPUBindGroupLayout>();
  private readonly groups = new Map<number, GPUBindGroup>();
  private readonly pipelines = new Map<number, GPURenderPipeline>();

  private encoder: GPUCommandEncoder | null = null;
  private pass: GPURenderPassEncoder | null = null;
  private readonly offsets = new Uint32Array(2); // k_max_dynamic_offsets
  private failed = false;

  private constructor(
    adapter: GPUAdapter,
    private readonly device: GPUDevice,
    private readonly context: GPUCanvasContext,
    // Of the canvas and of every colour texture that is drawn into: one pipeline suits all.
    private readonly colorFormat: GPUTextureFormat,
    private readonly shaderTexts: ShaderTexts,
    private readonly onTrouble: (sentence: string, lost: boolean) => void,
  ) {
    const { vendor, architecture, description } = adapter.info;
    this.name = description || [vendor, architecture].filter((part) => part !== "").join(" ");
    this.software = adapter.info.isFallbackAdapter || architecture === "swiftshader";
    this.maxTextureSize = device.limits.maxTextureDimension2D;
    device.addEventListener("uncapturederror", (event) => this.refuse(event.error.message));
    void device.lost.then((info) => {
      if (info.reason !== "destroyed") this.report(`WebGPU is lost: ${info.message}`, true);
    });
  }

  // Null where the browser has no WebGPU to give, rejects when the shaders do not come; the canvas
  // is then as it was, fit for WebGL. `onTrouble` is called once at most: the executor draws no
  // more then, and the next device needs a new canvas.
  static async open(
    canvas: HTMLCanvasElement,
    shaderTexts: () => Promise<ShaderTexts>,
    onTrouble: (sentence: string, lost: boolean) => void,
  ): Promise<WebGpuExecutor | null> {
    const gpu = (navigator as { gpu?: GPU }).gpu;
    const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" });
    if (gpu === undefined || adapter === null || adapter === undefined) return null;
    const texts = shaderTexts(); // arrives while the device is made
    texts.catch(() => {}); // it is awaited below, unless there is no device
    const device = await adapter.requestDevice().catch(() => null);
    if (device === null) return null;
    const shaders = await texts;
    const context = canvas.getContext("webgpu") as GPUCanvasContext | null;
    if (context === null) return null;
    const format = gpu.getPreferredCanvasFormat();
    context.configure({ device, format, alphaMode: "opaque" });
    return new WebGpuExecutor(adapter, device, context, format, shaders, onTrouble);
  }

  // Gives the device back; nothing is reported any more.
  close(): void {
    this.failed = true;
    this.context.unconfigure();
    this.device.destroy();
  }

  // `count` words from byte `pointer` of `memory` on. In the task whose picture is to be shown.
  run(memory: ArrayBufferLike, pointer: number, count: number): void {
    if (this.failed || count === 0) return;
    if (this.memory !== memory) {
      this.memory = memory;
      this.words = new Uint32Array(memory);
      this.floats = new Float32Array(memory);
    }
    this.at = pointer / 4;
    const end = this.at + count;
    while (this.at < end) {
      const op = this.word() as Op;
      const next = this.word() + this.at;
      this.carryOut(op);
      if (this.at !== next) throw new Error(`graphics request ${op} has operands left or too few`);
    }
  }

  private report(sentence: string, lost: boolean): void {
    if (this.failed) return;
    this.failed = true;
    this.onTrouble(sentence, lost);
  }
  private refuse(message: string): void {
    this.report(`WebGPU refuses what is to be drawn: ${message.split("\n")[0]}`, false);
  }

  // ---- operands ----

  private word(): number {
    return this.words[this.at++]!;
  }
  private float(): number {
    return this.floats[this.at++]!;
  }
  // Where the bytes lie in memory, and how many they are.
  private bytes(): { from: number; size: number } {
    const size = this.word();
    const from = this.at * 4;
    this.at += (size + 3) >> 2;
    return { from, size };
  }
  private text(): string {
    const { from, size } = this.bytes();
    // A copy, since no text is decoded out of memory that is shared.
    return utf8.decode(new Uint8Array(this.memory, from, size).slice());
  }
  private list<T>(read: () => T): T[] {
    const rows: T[] = [];
    for (let left = this.word(); left > 0; --left) rows.push(read());
    return rows;
  }

  private carryOut(op: Op): void {
    switch (op) {
      case Op.MakeBuffer:
        return this.makeBuffer();
      case Op.MakeTexture:
        return this.makeTexture();
      case Op.MakeSampler:
        return this.makeSampler();
      case Op.MakeShaderModule:
        return this.makeShaderModule();
      case Op.MakeBindGroupLayout:
        return this.makeBindGroupLayout();
      case Op.MakeBindGroup:
        return this.makeBindGroup();
      case Op.MakeRenderPipeline:
        return this.makeRenderPipeline();
      case Op.DestroyBuffer: {
        const id = this.word();
        this.buffers.get(id)!.destroy();
        this.buffers.delete(id);
        return;
      }
      case Op.DestroyTexture: {
        const id = this.word();
        this.textures.get(id)!.texture.destroy();
        this.textures.delete(id);
        return;
      }
      case Op.DestroyBindGroup:
        this.groups.delete(this.word());
        return;
      case Op.SetSurfaceSize:
        this.surface = this.word();
        this.at += 2; // the canvas is of that size already
        return;
      case Op.WriteBuffer:
        return this.writeBuffer();
      case Op.WriteTexture:
        return this.writeTexture();
      case Op.BeginPass:
        return this.beginPass();
      case Op.EndPass:
        this.pass!.end();
        this.pass = null;
        return;
      case Op.SetPipeline:
        return this.pass!.setPipeline(this.pipelines.get(this.word())!);
      case Op.SetBindGroup: {
        const set = this.word();
        const group = this.groups.get(this.word())!;
        const count = this.word();
        for (let index = 0; index < count; ++index) this.offsets[index] = this.word();
        return this.pass!.setBindGroup(set, group, this.offsets, 0, count);
      }
      case Op.SetVertexBuffer: {
        const slot = this.word();
        const buffer = this.buffers.get(this.word())!;
        return this.pass!.setVertexBuffer(slot, buffer, this.word());
      }
      case Op.SetIndexBuffer: {
        const buffer = this.buffers.get(this.word())!;
        return this.pass!.setIndexBuffer(buffer, "uint16", this.word());
      }
      case Op.Draw: {
        const vertices = this.word();
        return this.pass!.draw(vertices, this.word());
      }
      case Op.DrawIndexed: {
        const indices = this.word();
        return this.pass!.drawIndexed(indices, this.word());
      }
      case Op.EndList:
        if (this.encoder !== null) this.device.queue.submit([this.encoder.finish()]);
        this.encoder = null;
        return;
      default:
        throw new Error(`graphics request ${op as number} is unknown to this page`);
    }
  }

  // ---- what is made ----

  private makeBuffer(): void {
    const id = this.word();
    const size = (this.word() + 3) & ~3;
    const usage = bufferUsages[this.word()]! | copyTarget.buffer;
    this.at += 1; // dynamic or not is the browser's own affair
    this.buffers.set(id, this.device.createBuffer({ size, usage, label: this.text() }));
  }

  private makeTexture(): void {
    const id = this.word();
    const size = [this.word(), this.word()];
    const format = this.word() as Format;
    const sampleCount = this.word();
    const drawnInto = this.word() !== 0;
    let usage = drawnInto ? renderAttachment : 0;
    if (sampleCount === 1) usage |= textureBinding | copyTarget.texture;
    const texture = this.device.createTexture({
      size,
      format: this.formatOf(format, drawnInto),
      sampleCount,
      usage,
      label: this.text(),
    });
    this.textures.set(id, { texture, view: texture.createView(), format });
  }

  private formatOf(format: Format, drawnInto: boolean): GPUTextureFormat {
    if (format === Format.Depth) return depthFormat;
    if (format === Format.R8) return "r8unorm";
    return drawnInto ? this.colorFormat : "rgba8unorm";
  }

  private makeSampler(): void {
    const id = this.word();
    const filter = filters[this.word()]!;
    const compares = this.word() !== 0;
    const descriptor: GPUSamplerDescriptor = {
      minFilter: filter,
      magFilter: filter,
      label: this.text(),
    };
    if (compares) descriptor.compare = "less-equal";
    this.samplers.set(id, this.device.createSampler(descriptor));
  }

  private makeShaderModule(): void {
    const id = this.word();
    this.at += 1; // the text has its stage
    const label = this.text();
    const code = this.shaderTexts[label];
    if (code === undefined) throw new Error(`the shader ${label} is not among those of this page`);
    this.shaders.set(id, this.device.createShaderModule({ code, label }));
  }

  private makeBindGroupLayout(): void {
    const id = this.word();
    const entries = this.list(() => {
      const binding = this.word();
      const type = this.word() as Binding;
      this.at += 1; // which sampler reads it, the shader says
      const compares = this.word() !== 0;
      this.text(); // bound by number
      const entry: GPUBindGroupLayoutEntry = { binding, visibility: bothStages };
      if (type === Binding.Texture) entry.texture = { sampleType: compares ? "depth" : "float" };
      else if (type === Binding.Sampler) {
        entry.sampler = { type: compares ? "comparison" : "filtering" };
      } else entry.buffer = { hasDynamicOffset: type === Binding.DynamicUniform };
      return entry;
    });
    this.layouts.set(id, this.device.createBindGroupLayout({ entries, label: this.text() }));
  }

  private makeBindGroup(): void {
    const id = this.word();
    const layout = this.layouts.get(this.word())!;
    const entries = this.list((): GPUBindGroupEntry => {
      const binding = this.word();
      const buffer = this.buffers.get(this.word());
      const offset = this.word();
      const size = this.word();
      const texture = this.textures.get(this.word());
      const sampler = this.samplers.get(this.word());
      if (texture !== undefined) return { binding, resource: texture.view };
      if (sampler !== undefined) return { binding, resource: sampler };
      return { binding, resource: { buffer: buffer!, offset, size } };
    });
    this.groups.set(id, this.device.createBindGroup({ layout, entries, label: this.text() }));
  }

  private makeRenderPipeline(): void {
    const id = this.word();
    const vertex = this.shaders.get(this.word())!;
    const fragment = this.shaders.get(this.word())!;
    const bindGroupLayouts = this.list(() => this.layouts.get(this.word())!);
    const buffers = this.list((): GPUVertexBufferLayout => {
      const arrayStride = this.word();
      const stepMode = this.word() !== 0 ? "instance" : "vertex";
      const attributes = this.list((): GPUVertexAttribute => {
        const shaderLocation = this.word();
        const format = vertexFormats[this.word()]!;
        return { shaderLocation, format, offset: this.word() };
      });
      return { arrayStride, stepMode, attributes };
    });
    const flags = this.word();
    const [tested, written] = [(flags & 1) !== 0, (flags & 2) !== 0];
    const hasColor = (flags & 16) !== 0;
    const cullMode = cullModes[this.word()]!;
    const depthCompare = compares[this.word()]!;
    const depthBias = Math.round(this.float());
    const depthBiasSlopeScale = this.float();
    const count = this.word();

    const target: GPUColorTargetState = { format: this.colorFormat };
    if ((flags & 4) !== 0) target.blend = over;
    else if ((flags & 8) !== 0) target.blend = added;
    const descriptor: GPURenderPipelineDescriptor = {
      layout: this.device.createPipelineLayout({ bindGroupLayouts }),
      // A texture of depth is read as OpenGL lays it: its first row is the bottom.
      vertex: { module: vertex, buffers, constants: { row_direction: hasColor ? 1 : -1 } },
      fragment: { module: fragment, targets: hasColor ? [target] : [] },
      primitive: { topology: "triangle-list", cullMode, frontFace: hasColor ? "ccw" : "cw" },
      multisample: { count },
      label: this.text(),
    };
    if (tested || written) {
      descriptor.depthStencil = {
        format: depthFormat,
        depthWriteEnabled: written,
        depthCompare: tested ? depthCompare : "always",
        depthBias,
        depthBiasSlopeScale,
      };
    }
    this.pipelines.set(id, this.device.createRenderPipeline(descriptor));
  }

  // ---- what is written and drawn ----

  private writeBuffer(): void {
    const buffer = this.buffers.get(this.word())!;
    const offset = this.word();
    const { from, size } = this.bytes();
    this.device.queue.writeBuffer(buffer, offset, this.memory, from, (size + 3) & ~3);
  }

  private writeTexture(): void {
    const { texture, format } = this.textures.get(this.word())!;
    const { from, size } = this.bytes();
    let bytes: Uint8Array<ArrayBufferLike> = new Uint8Array(this.memory, from, size);
    if (texture.format === "bgra8unorm") {
      bytes = bytes.slice();
      for (let pixel = 0; pixel < size; pixel += 4) {
        [bytes[pixel], bytes[pixel + 2]] = [bytes[pixel + 2]!, bytes[pixel]!];
      }
    }
    const bytesPerRow = texture.width * (format === Format.R8 ? 1 : 4);
    this.device.queue.writeTexture({ texture }, bytes, { bytesPerRow }, [
      texture.width,
      texture.height,
    ]);
  }

  private viewOf(id: number): GPUTextureView {
    if (id === this.surface) return this.context.getCurrentTexture().createView();
    return this.textures.get(id)!.view;
  }

  private beginPass(): void {
    const color = this.word();
    const resolve = this.word();
    const depth = this.word();
    const flags = this.word();
    const clearValue = [this.float(), this.float(), this.float(), this.float()];
    const colorAttachments: GPURenderPassColorAttachment[] = [];
    if (color !== 0) {
      const attachment: GPURenderPassColorAttachment = {
        view: this.viewOf(color),
        loadOp: (flags & 1) !== 0 ? "clear" : "load",
        storeOp: "store",
        clearValue,
      };
      if (resolve !== 0) attachment.resolveTarget = this.viewOf(resolve);
      colorAttachments.push(attachment);
    }
    const descriptor: GPURenderPassDescriptor = { colorAttachments };
    if (depth !== 0) {
      descriptor.depthStencilAttachment = {
        view: this.viewOf(depth),
        depthLoadOp: (flags & 2) !== 0 ? "clear" : "load",
        depthStoreOp: "store",
        depthClearValue: 1,
      };
    }
    this.encoder ??= this.device.createCommandEncoder();
    this.pass = this.encoder.beginRenderPass(descriptor);
  }
}
