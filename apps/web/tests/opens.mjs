// The page comes up, each way that browsers allow, and is used as people use it.
import { accessible } from "./accessible.mjs";
import { check, colourCount, differingPart, drop, equal, limitMs, Visit } from "./harness.mjs";
import { readTown, wallOf } from "./town.mjs";

function moved(from, to) {
  return Math.hypot(to.first - from.first, to.second - from.second);
}

export const tests = [
  {
    name: "opens on the city with three ways in, and drives",
    async run(browser, report) {
      const visit = await Visit.open(browser);
      const { page } = visit;
      await page.locator(".loading progress").waitFor();
      await visit.picture();
      const picture = await visit.view("city");
      const colours = colourCount(picture);
      check(colours >= 12, `the city is a picture and not a plane: ${colours} colours`);
      await visit.shot("welcome");
      equal(await page.locator(".welcome .way").count(), 3, "ways in");
      await accessible(visit, "the welcome");
      report(`${colours} colours; ${await firstPicture(visit)}`);

      await page.locator(".welcome .way").first().click();
      await visit.focusView();
      const begin = await visit.link();
      await page.keyboard.down("w");
      await visit.until(async () => moved(begin, await visit.link()) > 40, "drives 40 m", 120_000);
      await page.getByRole("button", { name: "Streaming" }).click();
      await page.waitForTimeout(1000);
      await visit.shot("drive");
      report(`streaming ${await page.locator(".streaming dl").innerText()}`.replace(/\s+/g, " "));
      await accessible(visit, "driving");
      await page.keyboard.up("w");

      for (const name of ["Places", "Settings", "About"]) {
        await page.getByRole("button", { name }).click();
        await page.locator("dialog[open]").waitFor();
        await accessible(visit, name);
        await visit.shot(`dialog-${name.toLowerCase()}`);
        // The focus stays inside, round and round.
        for (let step = 0; step < 12; ++step) await page.keyboard.press("Tab");
        const inside = await page.evaluate(
          () => document.activeElement === document.body || !!document.activeElement?.closest("dialog"),
        );
        check(inside, `the focus stays inside ${name}`);
        await page.keyboard.press("Escape");
        await page.locator("dialog[open]").waitFor({ state: "detached" }).catch(() => {});
      }
      await visit.close();
    },
  },
  {
    name: "a shared link reloads to the same picture",
    async run(browser, report) {
      const hash = "#way=walk&world=city:412&at=30,230&heading=98.7&hour=15";
      const visit = await Visit.open(browser, { hash });
      await visit.picture();
      await settled(visit);
      const { hash: shared } = await visit.link();
      const before = await visit.view("shared-before");
      await visit.page.reload();
      await visit.picture();
      await settled(visit);
      const after = await visit.view("shared-after");
      equal((await visit.link()).hash, shared, "the link after reloading");
      // Edges may fall a pixel aside where the walker's feet settle.
      const part = differingPart(before, after, 16);
      report(`${(part * 100).toFixed(2)} % of the pixels differ by more than 16 of 255`);
      check(part < 0.02, `the same picture: ${part} of it differs`);
      await visit.close();
    },
  },
  {
    name: "walks into a wall of the town and stops there; the graphics device is lost and comes back",
    async run(browser, report) {
      const wall = wallOf("Saint Barbara", 5);
      const hash = `#way=walk&world=osm:&at=${wall.place}&heading=${wall.heading}`;
      const visit = await Visit.open(browser, { hash });
      const { page } = visit;
      await visit.picture();
      await visit.focusView();
      await page.keyboard.down("w");
      const distance = async () => {
        const { first, second } = await visit.link();
        return wall.distanceM(first, second);
      };
      let last = await distance();
      let still = 0;
      await visit.until(
        async () => {
          await page.waitForTimeout(1200); // the link is written once a second
          const now = await distance();
          still = now < 2 && Math.abs(now - last) < 0.02 ? still + 1 : 0;
          last = now;
          return still >= 3;
        },
        "stands still before the wall while W is held",
        90_000,
      );
      report(`stops ${last.toFixed(2)} m before the wall`);
      check(last > 0.1 && last < 1, `stops at the wall: ${last} m before it`);
      await page.keyboard.up("w");
      await visit.shot("wall");

      const lose = await page.evaluateHandle(() =>
        document.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context"),
      );
      await lose.evaluate((extension) => extension.loseContext());
      await visit.state("lost");
      await visit.says("took the graphics device away");
      await visit.shot("device-lost");
      await accessible(visit, "a lost device");
      await lose.evaluate((extension) => extension.restoreContext());
      await visit.picture(2);
      check(Math.abs((await distance()) - last) < 0.5, "the view is where it was");
      check(colourCount(await visit.view("device-back")) >= 3, "there is a picture again");
      equal(await page.locator("dialog[open]").count(), 0, "open problems");

      // And once more, by asking for a new one.
      const again = await page.evaluateHandle(() =>
        document.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context"),
      );
      await again.evaluate((extension) => extension.loseContext());
      await visit.state("lost");
      await page.getByRole("button", { name: "Try again" }).click();
      await visit.picture(3);
      await visit.close();
    },
  },
  {
    name: "a dropped Overpass file is walked, and its names stay text",
    async run(browser, report) {
      const visit = await Visit.open(browser, { hash: "#way=walk&world=osm:", server: { isolated: false } });
      const { page } = visit;
      await visit.state("running");
      const name = "<img src=x onerror=alert(1)>";
      const town = readTown();
      for (const each of town.elements) {
        if (each.tags?.highway && each.tags.name) each.tags.name = name;
      }
      await drop(page, "my town.json", JSON.stringify(town));
      await visit.says("Walking through my town.json");
      const isOpen = async () => (await visit.link()).world === "osm:/places/my-town.json";
      await visit.until(isOpen, "the link names the world that is walked");
      await visit.until(
        async () => (await page.locator(".street").textContent()) === name,
        "the street is shown as it is called",
      );
      await visit.shot("dropped");
      equal(await page.locator("img").count(), 0, "images on the page");
      equal(visit.dialogs, 0, "dialogs that a name opened");

      await drop(page, "broken.json", '{"elements": [');
      await visit.says("broken.json cannot be walked");
      const isDefault = async () => (await visit.link()).world === "city:412";
      await visit.until(isDefault, "after a refusal the link names the city");
      await drop(page, "notes.txt", "hello");
      await visit.says("notes.txt is not a .json file");
      await visit.shot("dropped-refused");
      report("a town, half a file and a text");
      await visit.close();
    },
  },
];

async function firstPicture(visit) {
  const [barMs, ms] = await visit.page.evaluate(() =>
    ["first-contentful-paint", "terrane-picture"].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime ?? NaN,
    ),
  );
  const bytes = visit.server.sent.reduce((sum, each) => sum + each.bytes, 0);
  return `the bar after ${(barMs / 1000).toFixed(1)} s, the first picture after ${(ms / 1000).toFixed(1)} s and ${(bytes / 1e6).toFixed(2)} MB`;
}

// Until nothing is on its way any more, so that two pictures show the same pieces.
async function settled(visit) {
  const { page } = visit;
  const panel = page.getByRole("button", { name: "Streaming" });
  if ((await panel.getAttribute("aria-expanded")) !== "true") await panel.click();
  const row = (label) => page.locator(`.streaming dt:text-is("${label}") + dd`);
  await visit.until(
    async () =>
      (await row("On the way").textContent()) === "0" &&
      Number((await row("Pieces here").textContent()).replace(/\D/g, "")) >=
        Number((await row("Wanted").textContent()).replace(/\D/g, "")),
    "all pieces are here",
    limitMs * 2,
  );
  await page.waitForTimeout(1500);
}
