// What the tools do: places, photos, films, settings; by keyboard where a keyboard will do.
import { accessible } from "./accessible.mjs";
import { check, equal, Visit } from "./harness.mjs";

export const tests = [
  {
    name: "goes to a pasted place, takes a photo and a film, keeps settings",
    async run(browser, report) {
      const visit = await Visit.open(browser, {
        hash: "#way=walk&world=city:412",
        server: { isolated: false },
      });
      const { page } = visit;
      await visit.state("running");
      const places = page.getByRole("button", { name: "Places" });
      await places.focus();
      await page.keyboard.press("Enter");
      await page.locator("#place").waitFor();
      await page.keyboard.type("somewhere nice");
      await page.keyboard.press("Enter");
      await visit.says("“somewhere nice” is not understood as a place");
      await page.locator("#place").fill("https://www.openstreetmap.org/#map=17/89.5/13.4");
      await page.keyboard.press("Enter");
      await visit.says("is not on the earth");
      await visit.shot("place-box");
      await page.locator("#place").fill("https://www.openstreetmap.org/#map=18/-29.99748/-9.99763");
      await page.keyboard.press("Enter");
      await visit.until(async () => (await visit.link()).world === "osm:", "the town is opened");
      const there = await visit.link();
      const offM = Math.hypot(there.first + 29.99748, there.second + 9.99763) * 111_320;
      check(offM < 20, `stands at the pasted place: ${offM.toFixed(1)} m off`);
      await visit.picture();
      check((await page.title()).includes("Terrane"), "the page has its title");

      const photo = page.waitForEvent("download");
      await visit.focusView();
      await page.keyboard.press("F2");
      check(/^terrane-.*\.png$/.test((await photo).suggestedFilename()), "F2 saves a PNG");

      const film = page.waitForEvent("download");
      await page.getByRole("button", { name: "Record" }).click();
      await page.waitForTimeout(3000);
      await page.getByRole("button", { name: "Stop recording" }).click();
      const saved = await film;
      check(/\.webm$/.test(saved.suggestedFilename()), "a recording is a webm");

      await page.getByRole("button", { name: "Settings" }).click();
      await page.locator("#units").selectOption("imperial");
      await page.locator("#hour").fill("19");
      await page.keyboard.press("Escape");
      await visit.says("mph");
      await visit.until(async () => (await visit.link()).hour === "19.00", "the hour is in the link");
      await visit.shot("evening");
      const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("terrane.settings")));
      equal(`${kept.units} ${kept.hour}`, "miles 19", "what is kept");
      report(`${offM.toFixed(1)} m from the pasted place`);
      equal(visit.errors.join("; "), "", "uncaught errors");
      await visit.close();
    },
  },
  {
    name: "commands a match: purse, selection and orders of the panel",
    async run(browser, report) {
      const visit = await Visit.open(browser, {
        hash: "#way=command&world=city:412",
        server: { isolated: false },
      });
      const { page } = visit;
      await page.locator(".command").waitFor({ timeout: 120_000 });
      await visit.picture();
      check((await page.locator(".purse").innerText()).includes("Gold"), "the purse is shown");
      await visit.shot("command");
      await accessible(visit, "commanding");
      const order = page.locator(".order:visible").first();
      await order.focus();
      report(`${await page.locator(".order:visible").count()} orders; ${await page.locator(".hint").innerText()}`);
      await page.keyboard.press("Enter");
      await visit.until(
        async () => !(await page.locator(".purse").innerText()).includes("0:00"),
        "the match's clock goes on",
      );
      equal(await page.evaluate(() => document.documentElement.dataset.state), "running", "the page");
      equal(visit.errors.join("; "), "", "uncaught errors");
      await visit.close();
    },
  },
];
