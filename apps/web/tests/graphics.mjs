// One view drawn by WebGL 2, by WebGPU, and natively by OpenGL ES from the requests that WebGPU was
// given: the three pictures agree. Each draws on the processor here, by two programs.
//
// What differs, and why: edges, since the rows of a WebGPU picture begin at the top, which mirrors
// where the four samples of a pixel lie; the noise that hides banding, for the same reason, by one
// of 255; and derivatives, which the OpenGL ES program (Mesa's) takes otherwise than the other two.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { transformWithEsbuild } from "vite";
import { startServer } from "../serve.mjs";
import { check, decodePng, colourCount, differingPart, output, repository } from "./harness.mjs";

// Of the pixels, the part in per cent that may differ by more than so much of 255.
const tolerances = {
  "WebGL 2 and WebGPU": { 8: 2.5, 32: 0.5 },
  "OpenGL ES and WebGPU": { 8: 2.5, 32: 0.5 },
};
const view = { way: "walk", x: 30, z: 230, headingDeg: 98.7, hour: 10, width: 640, height: 360 };

// A canvas of WebGPU needs ANGLE on the same software Vulkan: with WebGPU's switches alone the GPU
// process of a headless Chromium ends at the first one.
const webGpuArguments = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--use-vulkan=swiftshader",
  "--enable-features=Vulkan",
];

function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-gpu-watchdog", // drawing on a busy processor looks like a hang to it
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      ...webGpuArguments,
    ],
  });
}

// Everything below runs in a bare page with the engine and nothing of the app, so that both draw
// the same frames: none until the world stands, then still ones.
async function drawView([graphics, wanted]) {
  const { WebGpuExecutor } = await import("./webgpu_executor.js");
  const module = await globalThis.createTerrane({
    locateFile: (name) => `engine/${name}`,
    terranePorts: [],
  });
  const call = (name, ...values) =>
    module.ccall(name, "number", values.map((value) => typeof value), values);
  const attempt = (name, ...values) => {
    if (call(name, ...values) === 1) return;
    throw new Error(module.ccall("terrane_error", "string", [], []));
  };
  const canvas = document.body.appendChild(document.createElement("canvas"));
  canvas.id = "view";
  let executor = null;
  let trouble = "";
  attempt("terrane_open_world", "city:412");
  if (graphics === "webgpu") {
    const texts = async () => (await fetch("shaders.json")).json();
    executor = await WebGpuExecutor.open(canvas, texts, (sentence) => (trouble = sentence));
    if (executor === null) throw new Error("this browser has no WebGPU");
    // Said to be no software, which is drawn with fewer samples.
    attempt("terrane_open_word_device", executor.name, 0, executor.maxTextureSize);
  } else {
    attempt("terrane_open_device", "#view");
  }
  attempt("terrane_start_workers", "inline", 0);
  const { way, x, z, headingDeg, hour } = wanted;
  attempt("terrane_open_way", way, "medium", 1, x, z, headingDeg, hour, 0);

  // For the replay: all that was made and written, and the last list of commands.
  const made = [];
  let list = [];
  const record = (words) => {
    let open = [];
    for (let at = 0; at < words.length; ) {
      const next = at + 2 + words[at + 1];
      const one = words.slice(at, next);
      (words[at] < 16 ? made : open).push(one);
      if (words[at] === 24) [list, open] = [open, []];
      at = next;
    }
  };
  const frame = (width, height, elapsedS) => {
    if (width > 0 && canvas.width !== width) canvas.width = width;
    if (height > 0 && canvas.height !== height) canvas.height = height;
    attempt("terrane_frame", elapsedS, width, height);
    if (executor === null) return;
    const count = call("terrane_take_gpu_words");
    const pointer = call("terrane_gpu_words");
    const { buffer } = module.HEAPU8;
    record(new Uint32Array(buffer, pointer, count));
    const began = performance.now();
    executor.run(buffer, pointer, count);
    executorMs.push(performance.now() - began);
    wordCounts.push(count);
  };
  const executorMs = [];
  const wordCounts = [];
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let still = 0, frames = 1; still < 3; ++frames) {
    frame(0, 0, 1 / 60);
    if (frames % 10 === 0) await nextFrame();
    const { streaming } = JSON.parse(module.ccall("terrane_hud", "string", [], []));
    still = streaming.queued === 0 && streaming.first_world_ready ? still + 1 : 0;
  }
  for (let last = 0; last < 5; ++last) {
    await nextFrame();
    frame(wanted.width, wanted.height, 0);
  }
  const picture = canvas.toDataURL("image/png");
  if (trouble !== "") throw new Error(trouble);
  const records = [...made, ...list];
  const words = new Uint32Array(records.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of records) {
    words.set(one, at);
    at += one.length;
  }
  globalThis.recorded = new Uint8Array(words.buffer);
  const last = executorMs.slice(-5).sort((a, b) => a - b);
  return {
    picture: picture.slice(picture.indexOf(",") + 1),
    bytes: words.byteLength,
    frameWords: wordCounts.at(-1) ?? 0,
    frameMs: last[2] ?? 0,
  };
}

// In pieces, since a browser hands out no text of tens of megabytes at once.
async function recordedWords(page, bytes) {
  const parts = [];
  const step = 1 << 20;
  for (let from = 0; from < bytes; from += step) {
    const text = await page.evaluate(
      ([begin, end]) => {
        let latin = "";
        const part = globalThis.recorded.subarray(begin, end);
        for (let at = 0; at < part.length; at += 4096) {
          latin += String.fromCharCode(...part.subarray(at, at + 4096));
        }
        return btoa(latin);
      },
      [from, from + step],
    );
    parts.push(Buffer.from(text, "base64"));
  }
  return Buffer.concat(parts);
}

async function openBarePage(browser, url) {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  context.setDefaultTimeout(0); // the test's own limit is CI's
  const source = readFileSync(join(repository, "apps/web/src/webgpu_executor.ts"), "utf8");
  const { code } = await transformWithEsbuild(source, "webgpu_executor.ts");
  await context.route(`${url}webgpu_executor.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: code }),
  );
  await context.route(`${url}bare.html`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><script src="engine/terrane-messages.js"></script>',
    }),
  );
  const page = await context.newPage();
  if (process.env.TERRANE_TEST_LOG) {
    page.on("console", (line) => console.log(`    ${line.type()}: ${line.text()}`));
  }
  await page.goto(`${url}bare.html`);
  return page;
}

async function drawn(browser, url, graphics, report) {
  const page = await openBarePage(browser, url);
  const result = await page.evaluate(drawView, [graphics, view]);
  const png = Buffer.from(result.picture, "base64");
  writeFileSync(join(output, `graphics-${graphics}.png`), png);
  if (graphics === "webgpu") {
    writeFileSync(join(output, "graphics.words"), await recordedWords(page, result.bytes));
    const kib = ((result.frameWords * 4) / 1024).toFixed(0);
    const ms = result.frameMs.toFixed(1);
    report(`WebGPU: a frame is ${kib} KiB of words, carried out in ${ms} ms`);
  }
  await page.context().close();
  return decodePng(png);
}

// Null where no native build stands, with a note.
function drawnNatively(report) {
  const names = ["release", "dev", "asan", "clang"].map((name) => `build/${name}/render_tests`);
  const program = [process.env.TERRANE_RENDER_TESTS ?? "", ...names.map((n) => join(repository, n))]
    .filter((path) => path !== "" && existsSync(path))
    .at(0);
  if (program === undefined) {
    report("SKIPPED: OpenGL ES (no native render_tests)");
    return null;
  }
  const picture = join(output, "graphics-es.png");
  rmSync(picture, { force: true });
  const told = execFileSync(
    program,
    ["--no-skip", "--test-case=words that a page recorded become a picture"],
    {
      encoding: "utf8",
      env: {
        ...process.env,
        TERRANE_GPU_WORDS: join(output, "graphics.words"),
        TERRANE_GPU_WORDS_PNG: picture,
      },
    },
  );
  const skipped = told.split("\n").find((line) => line.startsWith("SKIPPED"));
  if (skipped !== undefined) {
    report(skipped);
    return null;
  }
  check(existsSync(picture), `${program} draws what was recorded; is it of this source?`);
  return decodePng(readFileSync(picture));
}

function agree(what, a, b, report) {
  const told = [];
  for (const [difference, percent] of Object.entries(tolerances[what])) {
    const part = differingPart(a, b, Number(difference)) * 100;
    told.push(`${part.toFixed(2)} % by more than ${difference}`);
    check(part <= percent, `${what} agree: ${told.at(-1)} of 255, at most ${percent} % may`);
  }
  report(`${what} differ: ${told.join(", ")}`);
}

export const tests = [
  {
    name: "WebGL 2, WebGPU and OpenGL ES draw the same picture",
    async run(_browser, report) {
      const server = await startServer();
      const browser = await launch();
      try {
        const webgpu = await drawn(browser, server.url, "webgpu", report);
        check(colourCount(webgpu) >= 12, "WebGPU draws a picture and no plane");
        const es = drawnNatively(report);
        if (es !== null) agree("OpenGL ES and WebGPU", es, webgpu, report);
        const webgl = await drawn(browser, server.url, "webgl2", report);
        agree("WebGL 2 and WebGPU", webgl, webgpu, report);
      } finally {
        await browser.close();
        await server.close();
      }
    },
  },
  {
    name: "what WebGPU refuses becomes a sentence",
    async run(_browser, report) {
      const server = await startServer();
      const browser = await launch();
      try {
        const page = await openBarePage(browser, server.url);
        const sentence = await page.evaluate(async () => {
          const { WebGpuExecutor } = await import("./webgpu_executor.js");
          const canvas = document.body.appendChild(document.createElement("canvas"));
          return new Promise((resolve, reject) => {
            const texts = async () => ({ bad: "no shader" });
            WebGpuExecutor.open(canvas, texts, resolve)
              .then((executor) => {
                const words = Uint32Array.of(
                  ...[4, 4, 1, 0, 3, 0x646162], // make shader module 1, vertex, "bad"
                  ...[11, 3, 1, 8, 8], // the surface is texture 1
                  ...[16, 8, 1, 0, 0, 1, 0, 0, 0, 0, 17, 0, 24, 0], // cleared; shown
                );
                executor.run(words.buffer, 0, words.length);
              })
              .catch(reject);
          });
        });
        report(sentence);
        check(/^WebGPU refuses .*WGSL/.test(sentence), `says what was refused: ${sentence}`);
      } finally {
        await browser.close();
        await server.close();
      }
    },
  },
];
