// Lays the built engine beside the built page, with a list of what is there, and compresses it for
// hosts that serve compressed files. Usage: node copy-engine.mjs [BUILD_FOLDER]
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const build = process.argv[2] ?? join(here, "..", "..", "build");
const target = join(here, "dist", "engine");

// The preset whose build folder holds it, and its files.
const variants = {
  messages: ["web", ["terrane-messages.js", "terrane-messages.wasm"]],
  threads: ["web-threads", ["terrane-threads.js", "terrane-threads.wasm", "terrane-threads.worker.js"]],
};

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const list = {};
for (const [name, [preset, files]] of Object.entries(variants)) {
  const folder = join(build, preset, "page");
  if (!files.every((file) => existsSync(join(folder, file)))) {
    console.log(`engine: no ${name} build under ${folder}; the page does without`);
    continue;
  }
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    writeFileSync(join(target, file), bytes);
    // 9 is within a few per cent of the best and takes a tenth of its time.
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    writeFileSync(join(target, file + ".br"), brotli);
    writeFileSync(join(target, file + ".gz"), gzipSync(bytes, { level: 9 }));
    console.log(`engine: ${file} ${bytes.length} bytes, ${brotli.length} as brotli`);
  }
  const wasm = files.find((file) => file.endsWith(".wasm"));
  list[name] = { wasm_bytes: statSync(join(folder, wasm)).size };
}
if (Object.keys(list).length === 0) {
  console.error("engine: nothing to copy; build it first (cmake --workflow --preset web)");
  process.exit(1);
}
writeFileSync(join(target, "engine.json"), JSON.stringify(list) + "\n");
