// Makes the page's shaders for WebGPU: the SPIR-V that cmake/shaders.cmake made of the one source,
// as WGSL, in one file that the page fetches only where it draws with WebGPU.
// Usage: node wgsl.mjs [BUILD_FOLDER]
import { brotliCompressSync, gzipSync } from "node:zlib";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSpirv, validate, writeWgsl } from "naga-wasm";

// naga ends every vertex shader of SPIR-V by turning y over, as Vulkan has it. Ours is y up, as
// WebGPU has it; the executor turns it over only where it draws depth that is read as OpenGL lays
// it (docs/formats/gpu_words_v1.md).
const turnedOver = /^( +unnamed\.gl_Position\.y = )-\((\w+)\);$/m;
const direction = "override row_direction: f32 = 1f;\n";

// OpenGL allows derivatives in branches, where they are undefined at edges alone; the shadow map
// has one level, so what is read of it in a branch hangs on none.
const allowed = "diagnostic(off, derivative_uniformity);\n";

function wgslOf(name, spirv) {
  const module = parseSpirv(spirv);
  const info = validate(module);
  let text = writeWgsl(module, info, {});
  info.free();
  module.free();
  if (name.endsWith(".vert")) {
    if (!turnedOver.test(text)) throw new Error(`${name}: its y is not where it was`);
    text = direction + text.replace(turnedOver, "$1(row_direction * $2);");
  }
  return allowed + text;
}

function main() {
  const here = dirname(fileURLToPath(import.meta.url));
  const build = process.argv[2] ?? join(here, "..", "..", "build");
  const folder = ["web", "web-threads"]
    .map((preset) => join(build, preset, "shaders"))
    .find((candidate) => existsSync(candidate));
  if (folder === undefined) {
    console.error("shaders: nothing to translate; build the engine first");
    process.exit(1);
  }
  const texts = {};
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".spv")) continue;
    const name = file.slice(0, -".spv".length);
    texts[name] = wgslOf(name, readFileSync(join(folder, file)));
  }
  const bytes = Buffer.from(JSON.stringify(texts) + "\n");
  const target = join(here, "dist"); // copy-engine.mjs empties the engine's own folder
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "shaders.json"), bytes);
  const brotli = brotliCompressSync(bytes);
  writeFileSync(join(target, "shaders.json.br"), brotli);
  writeFileSync(join(target, "shaders.json.gz"), gzipSync(bytes, { level: 9 }));
  const count = Object.keys(texts).length;
  console.log(`shaders: ${count}, ${bytes.length} bytes, ${brotli.length} as brotli`);
}

main();
