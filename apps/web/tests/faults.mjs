// What fails around the page, and how it goes on.
import { check, colourCount, equal, Visit } from "./harness.mjs";

async function transport(visit) {
  const panel = visit.page.getByRole("button", { name: "Streaming" });
  if ((await panel.getAttribute("aria-expanded")) !== "true") await panel.click();
  const value = visit.page.locator('.streaming dt:text-is("Built by") + dd');
  await visit.until(async () => (await value.textContent()) !== "", "the panel says who builds");
  return value.textContent();
}

export const tests = [
  {
    name: "without isolation it uses messages; a lost worker, a cut network, nonsense in the link",
    async run(browser, report) {
      const visit = await Visit.open(browser, {
        server: { isolated: false },
        hash: "#way=drive&world=city:412",
        before: (page) =>
          page.addInitScript(() => {
            const Plain = globalThis.Worker;
            globalThis.startedWorkers = [];
            globalThis.Worker = class extends Plain {
              constructor(...words) {
                super(...words);
                globalThis.startedWorkers.push(this);
              }
            };
          }),
      });
      const { page } = visit;
      await visit.says("not cross-origin isolated");
      equal(await transport(visit), "message workers", "who builds");
      await visit.picture();
      await visit.shot("messages");

      await page.context().setOffline(true);
      await page.evaluate(() => (location.hash = "#way=drive&world=city:412&at=600,-300"));
      await visit.picture(2);
      const colours = colourCount(await visit.view("offline"));
      check(colours >= 12, `a place is built without a network: ${colours} colours`);

      const nonsense = "#way=fly&world=moon:1&at=here&heading=east&hour=99&x=%E0%A4%A&y=<b>";
      await page.evaluate((hash) => (location.hash = hash), nonsense);
      for (const said of ["“fly”", "“moon:1”", "“here”", "“east”", "“99”", "“x=%E0%A4%A”", "“y=<b>”"]) {
        await visit.says(said);
      }
      await visit.shot("nonsense");
      await visit.picture(3);
      equal((await visit.link()).world, "city:412", "the world instead of nonsense");

      const living = await page.evaluate(() => {
        for (const worker of globalThis.startedWorkers) worker.terminate();
        return globalThis.startedWorkers.length;
      });
      // Nobody tells the page: it asks those that are silent.
      await visit.says(/Building has moved/, 90_000);
      await visit.shot("worker-lost");
      await page.waitForTimeout(1000);
      equal(await page.evaluate(() => document.documentElement.dataset.state), "running", "the page");
      report(`${colours} colours offline; ${living} workers ended`);
      equal(visit.errors.join("; "), "", "uncaught errors");
      await visit.close();
    },
  },
  {
    name: "workers that are not there: builds inline, with the reason on screen",
    async run(browser, report) {
      const visit = await Visit.open(browser, {
        server: { isolated: false, missing: /build_worker/ },
        hash: "#way=drive&world=city:7",
      });
      await visit.says(/its script could not be loaded/);
      await visit.picture();
      check(/inline/.test(await transport(visit)), "the panel says inline");
      await visit.shot("workers-404");
      report(await visit.page.locator(".streaming .trouble").textContent());
      await visit.close();
    },
  },
  {
    name: "threads that are not there: messages, with the reason on screen",
    async run(browser, report) {
      const visit = await Visit.open(browser, {
        server: { missing: /terrane-threads\.worker\.js/ },
        hash: "#way=walk&world=city:412",
      });
      const list = await (await fetch(`${visit.server.url}engine/engine.json`)).json();
      if (list.threads === undefined) {
        report("SKIPPED: the build with threads is absent");
      } else {
        await visit.says(/Threads did not start/);
        equal(await transport(visit), "message workers", "who builds");
        await visit.shot("threads-404");
      }
      await visit.close();
    },
  },
];
