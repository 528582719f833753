// What every test of the page needs: one Chromium, a server, a page that has come up, and words to
// ask it. Clocks are limits here and never what is judged.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { chromium } from "playwright-core";
import { startServer } from "../serve.mjs";

const here = dirname(fileURLToPath(import.meta.url));
export const repository = join(here, "..", "..", "..");
export const output = join(here, "..", "test-output");
mkdirSync(output, { recursive: true });

// Software WebGL on a shared machine: slow, and never in a hurry.
export const limitMs = 60_000;

export function launchBrowser() {
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
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
    ],
  });
}

export class Failure extends Error {}
export function check(holds, what) {
  if (!holds) throw new Failure(what);
}
export function equal(found, wanted, what) {
  if (found !== wanted) {
    throw new Failure(`${what}: wanted ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
  }
}

// A page of its own context, with its server; both end with close().
export class Visit {
  static async open(browser, options = {}) {
    const visit = new Visit();
    visit.server = await startServer(options.server ?? {});
    visit.context = await browser.newContext({
      viewport: options.viewport ?? { width: 640, height: 360 },
      deviceScaleFactor: 1,
      reducedMotion: "reduce",
      acceptDownloads: true,
      ...options.context,
    });
    visit.context.setDefaultTimeout(limitMs);
    visit.page = await visit.context.newPage();
    visit.dialogs = 0;
    visit.errors = [];
    visit.page.on("dialog", (dialog) => {
      visit.dialogs += 1;
      void dialog.dismiss();
    });
    visit.page.on("pageerror", (error) => visit.errors.push(String(error)));
    if (process.env.TERRANE_TEST_LOG) {
      visit.page.on("console", (line) => console.log(`    ${line.type()}: ${line.text()}`));
      visit.page.on("pageerror", (error) => console.log(`    pageerror: ${error}`));
    }
    if (options.before) await options.before(visit.page);
    await visit.go(options.hash ?? "", options.query ?? "quality=low", options.path);
    return visit;
  }

  async go(hash, query = "quality=low", path = "") {
    await this.page.goto(`${this.server.url}${path}?${query}${hash}`);
  }

  async close() {
    await this.context.close();
    await this.server.close();
  }

  // Until the world around the viewer has been built and drawn; the `count`th time in this document.
  async picture(count = 1) {
    await this.page.waitForFunction(
      (wanted) => Number(document.documentElement.dataset.pictures ?? 0) >= wanted,
      count,
      { timeout: limitMs },
    );
  }

  async state(wanted) {
    await this.page.waitForFunction(
      (state) => document.documentElement.dataset.state === state,
      wanted,
      { timeout: limitMs },
    );
  }

  // The view as the address has it, once it has one.
  async link() {
    await this.page.waitForFunction(() => location.hash.includes("at="), null, { timeout: limitMs });
    const hash = await this.page.evaluate(() => location.hash);
    const fields = Object.fromEntries(
      hash.slice(1).split("&").map((pair) => pair.split("=").map(decodeURIComponent)),
    );
    const [first, second] = fields.at.split(",").map(Number);
    return { hash, ...fields, first, second };
  }

  // Rejects when it does not come to hold; looks several times a second.
  async until(holds, what, withinMs = limitMs) {
    const end = Date.now() + withinMs;
    for (;;) {
      if (await holds()) return;
      if (Date.now() > end) throw new Failure(`${what}: not within ${withinMs / 1000} s`);
      await this.page.waitForTimeout(250);
    }
  }

  async says(text, withinMs = limitMs) {
    const found = this.page.getByText(text).first();
    await found.waitFor({ timeout: withinMs });
  }

  async shot(name) {
    await this.page.screenshot({ path: join(output, `${name}.png`) });
  }

  // The picture alone, without what lies over it, as { width, height, pixels } of RGBA.
  async view(name) {
    // The page's policy takes no style element.
    await this.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("main > *:not(#stage), header, dialog { visibility: hidden !important }");
      document.adoptedStyleSheets = [sheet];
    });
    const png = await this.page.screenshot(name ? { path: join(output, `${name}.png`) } : {});
    await this.page.evaluate(() => (document.adoptedStyleSheets = []));
    return decodePng(png);
  }

  async focusView() {
    await this.page.locator("#stage").focus();
  }
}

// Keeps what an AudioContext is told to play, and how loud it is at most.
export function listen(page) {
  return page.addInitScript(() => {
    globalThis.played = [];
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...words) {
      const samples = this.buffer.getChannelData(0);
      const loudest = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
      globalThis.played.push({ state: this.context.state, loudest });
      return start.apply(this, words);
    };
  });
}

// As a file that somebody lets fall on the page; `content` is text or a Buffer.
export async function drop(page, name, content) {
  await page.evaluate(
    ([fileName, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName));
      dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
    },
    [name, Buffer.from(content).toString("base64")],
  );
}

// 8-bit RGB or RGBA without interlace, which is what browsers write.
export function decodePng(bytes) {
  let at = 8;
  let width = 0;
  let height = 0;
  let channels = 0;
  const parts = [];
  while (at < bytes.length) {
    const size = bytes.readUInt32BE(at);
    const kind = bytes.toString("latin1", at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + size);
    if (kind === "IHDR") {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = { 2: 3, 6: 4 }[body[9]];
    } else if (kind === "IDAT") {
      parts.push(body);
    }
    at += size + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; ++x) {
      const left = x >= channels ? rows[y * stride + x - channels] : 0;
      const up = y > 0 ? rows[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? rows[(y - 1) * stride + x - channels] : 0;
      const value = raw[y * (stride + 1) + 1 + x];
      rows[y * stride + x] = (value + predicted(filter, left, up, corner)) & 255;
    }
  }
  const pixels = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; ++pixel) {
    for (let c = 0; c < 4; ++c) pixels[pixel * 4 + c] = c < channels ? rows[pixel * channels + c] : 255;
  }
  return { width, height, pixels };
}

function predicted(filter, left, up, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

// How many colours, of 4096, at least a thousandth of the picture has: a flat picture has one or two.
export function colourCount({ width, height, pixels }) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = ((pixels[at] >> 4) << 8) | ((pixels[at + 1] >> 4) << 4) | (pixels[at + 2] >> 4);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count * 1000 >= width * height).length;
}

// The part of the pixels whose channels differ by more than `tolerance` of 255.
export function differingPart(a, b, tolerance) {
  check(a.width === b.width && a.height === b.height, "two pictures have the same size");
  let differing = 0;
  for (let at = 0; at < a.pixels.length; at += 4) {
    const differs = [0, 1, 2].some((c) => Math.abs(a.pixels[at + c] - b.pixels[at + c]) > tolerance);
    if (differs) differing += 1;
  }
  return differing / (a.width * a.height);
}
