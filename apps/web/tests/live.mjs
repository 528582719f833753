// Live places on the page, against a map server on loopback (tests/cli/overpass_mock.py) that holds
// the made-up town: it is asked, it refuses, it is asked again.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { check, colourCount, repository, Visit } from "./harness.mjs";

// As tests/cli/overpass_mock.py serves it, with words to ask it.
class MapServer {
  static async start(fault = "none") {
    const server = new MapServer();
    const script = join(repository, "tests", "cli", "overpass_mock.py");
    const town = join(repository, "data", "town.json");
    server.process = spawn("python3", ["-B", script, town, "0", fault], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: server.process.stdout });
    server.url = await new Promise((resolve, reject) => {
      lines.once("line", resolve);
      server.process.once("exit", () => reject(new Error("the map server does not start")));
    });
    return server;
  }
  async ask(path) {
    const response = await fetch(new URL(path, this.url));
    return response.json();
  }
  close() {
    this.process.kill();
  }
}

const square = "-29.99748,-9.99763";
// Nowhere near the town: nothing is drawn there.
const atSea = "-29.97,-9.97";

async function withServer(fault, act) {
  const server = await MapServer.start(fault);
  try {
    await act(server);
  } finally {
    server.close();
  }
}

function hashOf(server, place) {
  const world = encodeURIComponent(`osm:overpass?endpoint=${server.url}`);
  return `#way=walk&world=${world}&at=${place}&heading=200`;
}

async function walksFromPlaceBox(browser, options) {
  await withServer("none", async (server) => {
    const query = `quality=low&overpass=${encodeURIComponent(server.url)}`;
    const visit = await Visit.open(browser, { hash: "#way=walk&world=city:412", query, ...options });
    await visit.picture();
    await visit.page.getByRole("button", { name: "Places" }).click();
    await visit.page.getByLabel("Coordinates or a map link").fill(
      "https://www.openstreetmap.org/#map=17/-29.97/-9.97",
    );
    await visit.page.getByRole("button", { name: "Go", exact: true }).click();
    await visit.picture(2);
    const link = await visit.link();
    check(link.world.startsWith("osm:overpass?endpoint="), `a live world is open: ${link.world}`);
    await visit.go(hashOf(server, square), query);
    await visit.says("North Quay");
    await visit.page.getByText("Building what is near").waitFor({ state: "hidden" });
    await visit.until(async () => (await server.ask("/stats")).queries >= 9, "the tiles are asked for");
    const stats = await server.ask("/stats");
    check(stats.at_once_most <= 2, `${stats.at_once_most} queries at once`);
    const boxes = new Set(stats.boxes.map(String));
    check(boxes.size >= 9, "each tile is another");
    await visit.until(
      async () => colourCount(await visit.view("live-town")) >= 6,
      "the town of the map server is seen",
    );
    check(visit.errors.length === 0, visit.errors.join());
    await visit.shot("live");
    await visit.close();
  });
}

export const tests = [
  {
    name: "live: a pasted map link is asked of a map server, and its town is walked",
    run: (browser) => walksFromPlaceBox(browser, {}),
  },
  {
    name: "live: without shared memory the map's tiles reach the message workers",
    run: (browser) => walksFromPlaceBox(browser, { server: { isolated: false } }),
  },
  {
    name: "live: a server that refuses is told in a sentence, and asked again by Retry",
    async run(browser) {
      await withServer("html", async (server) => {
        const visit = await Visit.open(browser, { hash: hashOf(server, square) });
        await visit.says(/The map of this place has not come/);
        await visit.says(/a page instead of map data/);
        await visit.shot("live-refused");
        await server.ask("/heal");
        await visit.page.getByRole("button", { name: "Try again" }).first().click();
        await visit.picture();
        await visit.until(
          async () => colourCount(await visit.view("live-healed")) >= 6,
          "after Retry the town is seen",
        );
        await visit.close();
      });
    },
  },
];
