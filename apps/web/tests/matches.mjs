// Matches played through on the page by hand: what sounds, who wins, where it runs, and replays.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { accessible } from "./accessible.mjs";
import { check, drop, equal, listen, output, repository, Visit } from "./harness.mjs";

const arenaM = 192; // a side, of two sides and up to 120 units (play::make_arena_field)

async function openMatch(browser, { query = "", world = "arena:5", isolated = false, before } = {}) {
  const visit = await Visit.open(browser, {
    hash: `#way=command&world=${world}`,
    query: `quality=low${query}`,
    viewport: { width: 800, height: 500 },
    server: { isolated },
    before,
  });
  await visit.page.locator(".command").waitFor({ timeout: 120_000 });
  await visit.picture();
  await visit.focusView();
  return visit;
}

async function streamingRow(visit, label) {
  const { page } = visit;
  const panel = page.getByRole("button", { name: "Streaming" });
  if ((await panel.getAttribute("aria-expanded")) !== "true") await panel.click();
  const value = page.locator(`.streaming dt:text-is("${label}") + dd`);
  await visit.until(async () => (await value.textContent()) !== "", `the panel says: ${label}`);
  return value;
}

// All that moves and stands between the tools and the orders.
async function dragOverArmy({ page }) {
  await page.mouse.move(200, 75);
  await page.mouse.down();
  await page.mouse.move(500, 200, { steps: 4 });
  await page.mouse.move(790, 312, { steps: 4 });
  await page.mouse.up();
}

// Where the small map (Minimap::place_in) has a place of the arena, in CSS pixels.
async function onSmallMap({ page }, xM, zM) {
  const scale = await page.evaluate(() => {
    const canvas = document.querySelector("#view");
    return canvas.clientHeight / canvas.height;
  });
  const { width, height } = page.viewportSize();
  const side = Math.min(300, Math.max(96, Math.floor((Math.min(width, height) / scale) * 0.27))) * scale;
  const left = 12 * scale;
  const top = height - 12 * scale - side;
  return [left + (xM / arenaM + 0.5) * side, top + (zM / arenaM + 0.5) * side];
}

const selected = ({ page }) => page.locator(".selected").textContent();

export const tests = [
  {
    name: "a match sounds after an order, and is silent when it is told to be",
    async run(browser, report) {
      const visit = await openMatch(browser, { query: "&players=human,idle&units=24", before: listen });
      const { page } = visit;
      await dragOverArmy(visit);
      await visit.until(async () => !(await selected(visit)).includes("Nothing"), "an army is selected");
      const order = () => page.mouse.click(450, 120, { button: "right" });
      // The first may come before the browser has woken its loudspeaker.
      await visit.until(async () => {
        await order();
        await page.waitForTimeout(700);
        return await page.evaluate(() => globalThis.played.length > 0);
      }, "an order sounds");
      const played = await page.evaluate(() => globalThis.played);
      check(played.every(({ state }) => state === "running"), "the context runs");
      check(played[0].loudest > 0.05, `the sound is heard: ${played[0].loudest}`);

      await page.getByRole("button", { name: "Settings" }).click();
      await page.locator("#volume").fill("0");
      await visit.says("off");
      await accessible(visit, "the settings");
      await visit.shot("settings");
      await page.keyboard.press("Escape");
      const before = await page.evaluate(() => globalThis.played.length);
      for (let count = 0; count < 3; ++count) {
        await order();
        await page.waitForTimeout(700);
      }
      equal(await page.evaluate(() => globalThis.played.length), before, "sounds while it is off");
      report(`${before} sounds, the first ${played[0].loudest.toFixed(2)} of full`);
      equal(visit.errors.join("; "), "", "uncaught errors");
      await visit.close();
    },
  },
  {
    name: "a skirmish is won by hand, watched again and kept as a replay",
    async run(browser, report) {
      const visit = await openMatch(browser, { query: "&players=human,easy&units=120" });
      const { page } = visit;
      const { first, second } = await visit.link();
      // The arena turned by half, and what stands about there.
      const foe = (dx, dz) => onSmallMap(visit, dx - first, dz - second);
      const places = [[0, 0], [14, 0], [0, 14], [-14, 0], [0, -14], [22, 22], [-22, -22], [-22, 22], [22, -22]];
      await dragOverArmy(visit);
      await visit.until(async () => !(await selected(visit)).includes("Nothing"), "an army is selected");
      report(`selected by dragging: ${await selected(visit)}`);
      await visit.shot("skirmish-selected");
      await page.locator(".match-tools select").selectOption("8");
      await visit.focusView();
      // The easy opponent comes at once with all it has and is beaten at home; then it is its turn.
      const minutes = async () => {
        const time = await page.locator(".purse div:last-child dd").textContent();
        const [, minute, second] = /(\d+):(\d+)/.exec(time);
        return Number(minute) + Number(second) / 60;
      };
      await visit.until(async () => (await minutes()) > 1.2, "the match goes on at its speed", 120_000);
      await visit.shot("skirmish-defends");
      await visit.until(async () => (await minutes()) > 2, "the attack is over", 120_000);
      const outcome = page.locator(".outcome");
      const end = Date.now() + 300_000;
      for (let turn = 0; !(await outcome.isVisible()) && Date.now() < end; ++turn) {
        await page.keyboard.press("z");
        await page.keyboard.press("a");
        await page.waitForTimeout(300);
        await page.mouse.click(...(await foe(...places[turn % places.length])));
        if (turn === 4) await visit.shot("skirmish-razes");
        await page.waitForTimeout(5000);
      }
      await outcome.waitFor();
      report(`${await outcome.textContent()} at ${await page.locator(".purse div:last-child dd").textContent()}`);
      check((await outcome.textContent()).startsWith("Victory"), "the field is ours");
      await visit.shot("skirmish-won");
      await accessible(visit, "a won match");

      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save the replay" }).click();
      const file = join(output, "skirmish.trr");
      await (await saved).saveAs(file);
      verify(file, report);

      await page.getByRole("button", { name: "Watch this match" }).click();
      await visit.says("Watching the match you left");
      const timeline = page.locator(".timeline");
      await timeline.waitFor();
      const last = Number(await timeline.getAttribute("max"));
      await timeline.fill(String(last));
      await visit.until(async () => (await outcome.isVisible()), "its end shows who won");
      check((await outcome.textContent()).startsWith("Victory of side 1"), await outcome.textContent());
      await visit.shot("skirmish-again");
      equal(visit.errors.join("; "), "", "uncaught errors");
      await visit.close();
    },
  },
  {
    name: "a dropped replay is watched, paused and sought on its timeline",
    async run(browser, report) {
      const visit = await Visit.open(browser, {
        hash: "#way=walk&world=city:412",
        viewport: { width: 800, height: 500 },
        server: { isolated: false },
      });
      const { page } = visit;
      await visit.state("running");
      const golden = readFileSync(join(repository, "tests/golden/replay/arena_v1.trr"));
      const cut = Buffer.from(golden);
      cut[cut.length >> 1] ^= 4;
      await drop(page, "flipped.trr", cut);
      await visit.says("flipped.trr cannot be watched");
      await drop(page, "golden.trr", golden);
      await visit.says("Watching golden.trr");
      const timeline = page.locator(".timeline");
      await timeline.waitFor();
      const tick = async () => Number(await timeline.inputValue());
      const last = Number(await timeline.getAttribute("max"));
      equal(last, 900, "ticks of the replay");
      await visit.until(async () => (await tick()) > 3, "it plays");
      await timeline.fill("600");
      await visit.until(async () => (await tick()) >= 600, "it goes to the tick that was chosen");
      await page.getByRole("button", { name: "Pause" }).click();
      await visit.says("Paused");
      const paused = await tick();
      await page.waitForTimeout(1500);
      equal(await tick(), paused, "the tick while it is paused");
      await visit.shot("replay");
      await accessible(visit, "a replay");
      await timeline.focus();
      await page.keyboard.press("Home");
      await visit.until(async () => (await tick()) < 600, "it goes back");
      await page.getByRole("button", { name: "Go on" }).click();
      await page.locator(".match-tools select").selectOption("8");
      const began = await tick();
      await visit.until(async () => (await tick()) > began + 20, "it goes on");
      await page.getByRole("button", { name: /side 2/ }).click();
      await visit.until(
        async () => (await page.locator(".side").textContent()).includes("side 2"),
        "it shows what the other side sees",
      );
      report(`900 ticks; paused at ${paused}`);
      equal(visit.errors.join("; "), "", "uncaught errors");
      await visit.close();
    },
  },
  {
    name: "a match in a thread: what it costs the page's thread, and the way back when it does not start",
    async run(browser, report) {
      const visit = await openMatch(browser, {
        query: "&players=hard,normal&units=400",
        isolated: true,
      });
      const runs = await streamingRow(visit, "The match runs");
      equal(await runs.textContent(), "in a thread of its own", "where the match runs");
      const shown = await streamingRow(visit, "Taking it over");
      const tick = await streamingRow(visit, "Its last tick");
      const costs = [];
      let slowest = 0;
      while (costs.length < 100) {
        await visit.page.waitForTimeout(110);
        costs.push(parseFloat(await shown.textContent()));
        slowest = Math.max(slowest, parseFloat(await tick.textContent()));
      }
      costs.sort((a, b) => a - b);
      report(
        `decode and blend of 400 units: median ${costs[50]} ms, p90 ${costs[90]} ms, worst ${costs[99]} ms; slowest tick ${slowest} ms`,
      );
      await visit.shot("match-thread");
      equal(visit.errors.join("; "), "", "uncaught errors");
      await visit.close();

      // Its thread is asked for and never begins.
      const other = await openMatch(browser, {
        query: "&players=human,idle&units=24&workers=threads",
        isolated: true,
        before: (page) =>
          page.addInitScript(() => {
            const post = Worker.prototype.postMessage;
            let runs = 0;
            Worker.prototype.postMessage = function (message, ...rest) {
              const begins = message?.cmd === "run";
              runs += begins ? 1 : 0;
              globalThis.threadsBegun = runs;
              // After the builders comes the match, and then what else the picture needs.
              if (begins && runs === globalThis.threadsToBegin + 1) return;
              post.call(this, message, ...rest);
            };
            // As many builders as launch.ts starts.
            globalThis.threadsToBegin = Math.min(3, Math.max(2, (navigator.hardwareConcurrency || 2) - 1));
          }),
      });
      await other.says("The match runs on the page's thread", 20_000);
      equal(
        await (await streamingRow(other, "The match runs")).textContent(),
        "on the page's thread",
        "where the match runs then",
      );
      await other.until(
        async () => !(await other.page.locator(".purse").innerText()).includes("0:00"),
        "the match's clock goes on",
      );
      await other.shot("match-fallback");
      await other.close();
    },
  },
];

// By the native engine, where it has been built.
function verify(file, report) {
  const terrane = process.env.TERRANE ?? join(repository, "build/release/terrane");
  if (!existsSync(terrane)) return report("SKIPPED: a replay of the page under the native engine (not built)");
  const said = execFileSync(terrane, ["replay", file, "--verify"], { encoding: "utf8" });
  report(`the native engine: ${said.trim().split("\n").pop()}`);
}
