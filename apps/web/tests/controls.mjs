// Other hands than a mouse's and a keyboard's: fingers, a gamepad, and keys that somebody chose.
import { accessible } from "./accessible.mjs";
import { check, equal, listen, Visit } from "./harness.mjs";

function moved(from, to) {
  return Math.hypot(to.first - from.first, to.second - from.second);
}

// Until the view has moved so far from where it began.
async function goes(visit, from, metres, what) {
  let far = 0;
  await visit.until(async () => {
    await visit.page.waitForTimeout(500);
    far = moved(from, await visit.link());
    return far > metres;
  }, what);
  return far;
}

class Fingers {
  static async of({ context, page }) {
    const fingers = new Fingers();
    fingers.session = await context.newCDPSession(page);
    return fingers;
  }
  async send(type, ...places) {
    const touchPoints = places.map(([x, y], id) => ({ x, y, id }));
    await this.session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
  // From one place to another, in steps as a finger has them: it does not wait for a slow page.
  async drag([x0, y0], [x1, y1], steps = 6) {
    const sent = [this.send("touchStart", [x0, y0])];
    for (let step = 1; step <= steps; ++step) {
      const part = step / steps;
      sent.push(this.send("touchMove", [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part]));
    }
    await Promise.all(sent);
  }
  async lift() {
    await this.send("touchEnd");
  }
}

export const tests = [
  {
    name: "fingers walk a few steps, drive by a pedal, and command an army",
    async run(browser, report) {
      const visit = await Visit.open(browser, {
        hash: "#way=walk&world=city:412",
        viewport: { width: 800, height: 500 },
        context: { hasTouch: true },
        server: { isolated: false },
        before: listen,
      });
      const { page } = visit;
      await visit.picture();
      const fingers = await Fingers.of(visit);
      let begin = await visit.link();
      await fingers.drag([160, 320], [160, 265]); // the stick, ahead
      check(await page.locator(".stick").isVisible(), "the stick is where the finger is");
      const walked = await goes(visit, begin, 0.7, "the walker goes while the finger holds the stick");
      await visit.shot("touch-walk");
      await fingers.lift();
      check(await page.locator(".stick").isHidden(), "the stick goes with the finger");

      await page.getByRole("button", { name: "Drive" }).tap();
      await visit.picture(2);
      begin = await visit.link();
      await page.touchscreen.tap(600, 200); // shows the pedals, which only fingers need
      const pedal = page.getByRole("button", { name: "Go", exact: true });
      await pedal.waitFor();
      const box = await pedal.boundingBox();
      await fingers.send("touchStart", [box.x + box.width / 2, box.y + box.height / 2]);
      const driven = await goes(visit, begin, 3, "the car goes while the pedal is held");
      await visit.shot("touch-drive");
      await fingers.lift();
      await visit.close();

      const match = await Visit.open(browser, {
        hash: "#way=command&world=arena:5",
        query: "quality=low&players=human,idle&units=120",
        viewport: { width: 800, height: 500 },
        context: { hasTouch: true },
        server: { isolated: false },
        before: listen,
      });
      await match.picture();
      const hand = await Fingers.of(match);
      const selected = match.page.locator(".selected");
      await hand.drag([215, 80], [790, 270]);
      await hand.lift();
      await match.until(async () => !(await selected.textContent()).includes("Nothing"), "a drag selects");
      const army = await selected.textContent();
      await match.shot("touch-command");
      // One that rests is the right button, and selects nothing else. The first order may come before
      // the browser has woken its loudspeaker.
      await match.until(async () => {
        await hand.send("touchStart", [480, 130]);
        await match.page.waitForTimeout(1200);
        await hand.lift();
        return await match.page.evaluate(() => globalThis.played.length > 0);
      }, "a finger that rests gives an order, which sounds");
      await match.shot("touch-rests");
      await match.page.waitForTimeout(800);
      check(!(await selected.textContent()).includes("Nothing"), "the army stays selected");
      report(`walked ${walked.toFixed(1)} m, drove ${driven.toFixed(1)} m, selected ${army}`);
      equal([...visit.errors, ...match.errors].join("; "), "", "uncaught errors");
      await match.close();
    },
  },
  {
    name: "a gamepad drives, and holds nothing once it is pulled out",
    async run(browser, report) {
      const visit = await Visit.open(browser, {
        hash: "#way=drive&world=city:412",
        server: { isolated: false },
        before: (page) =>
          page.addInitScript(() => {
            globalThis.pad = null;
            navigator.getGamepads = () => [null, globalThis.pad];
            globalThis.holdPad = (axes, buttons) => {
              const held = (part) => ({ pressed: part > 0.5, touched: part > 0, value: part });
              globalThis.pad = {
                connected: true,
                mapping: "standard",
                axes: [0, 1, 2, 3].map((axis) => axes[axis] ?? 0),
                buttons: Array.from({ length: 17 }, (_, button) => held(buttons[button] ?? 0)),
              };
            };
          }),
      });
      const { page } = visit;
      await visit.picture();
      const begin = await visit.link();
      await page.evaluate(() => globalThis.holdPad({}, { 7: 1 }));
      const far = await goes(visit, begin, 5, "the right trigger drives");
      await visit.shot("gamepad-drive");
      const heading = (await visit.link()).heading;
      await page.evaluate(() => globalThis.holdPad({ 0: 1 }, { 7: 0.6 }));
      await visit.until(async () => (await visit.link()).heading !== heading, "the left stick steers");
      await page.evaluate(() => (globalThis.pad = null));
      const speed = async () => Number((await page.locator(".speed-number").textContent()) || NaN);
      await visit.until(async () => (await speed()) === 0, "without a pad the car comes to rest", 90_000);
      report(`${far.toFixed(1)} m by the trigger`);
      equal(visit.errors.join("; "), "", "uncaught errors");
      await visit.close();
    },
  },
  {
    name: "keys are chosen, told where they were, kept, and put back",
    async run(browser, report) {
      const visit = await Visit.open(browser, {
        hash: "#way=walk&world=city:412",
        viewport: { width: 800, height: 500 },
        server: { isolated: false },
      });
      const { page } = visit;
      await visit.picture();
      const settings = page.getByRole("button", { name: "Settings" });
      const binding = (name) => page.locator(`[data-binding="${name}"]`);
      const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("terrane.settings")).keys);
      await settings.click();
      equal(await binding("ahead-0").textContent(), "W", "the first key of going ahead");
      await binding("ahead-0").focus();
      await page.keyboard.press("Enter");
      await visit.says("press a key");
      await page.keyboard.press("F5");
      await visit.says("cannot use the key F5");
      await page.keyboard.press("i");
      await visit.says("I means “Ahead” now.");
      await visit.shot("keys");
      await accessible(visit, "the keys");
      equal((await kept()).ahead.join(), "I,Up", "what is kept");
      await page.keyboard.press("Escape");

      const begin = await visit.link();
      await visit.focusView();
      await page.keyboard.down("i");
      const far = await goes(visit, begin, 0.7, "the chosen key goes ahead");
      await page.keyboard.up("i");

      await settings.click();
      await binding("jump-1").click();
      await page.keyboard.press("i");
      await visit.says("I was the key of “Ahead”, which is without it now");
      equal((await kept()).ahead.join(), "Up", "what is left of going ahead");
      await binding("back-0").click();
      await page.keyboard.press("Escape");
      check(await page.locator("dialog.settings").isVisible(), "Escape leaves the key, not the settings");
      await binding("back-0").click();
      await page.keyboard.press("Delete");
      equal((await kept()).back.join(), "Down", "a key that was taken away");

      await page.reload();
      await visit.picture();
      await settings.click();
      equal(await binding("jump-1").textContent(), "I", "a kept key in another visit");
      await page.getByRole("button", { name: "Keys as they were at first" }).click();
      equal(await binding("ahead-0").textContent(), "W", "the key that was there at first");
      equal(await kept(), undefined, "what is kept of the keys");
      report(`${far.toFixed(1)} m by the chosen key`);
      equal(visit.errors.join("; "), "", "uncaught errors");
      await visit.close();
    },
  },
];
