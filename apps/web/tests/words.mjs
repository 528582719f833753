// Links and places as text, without a browser: the page's own modules, loaded by Vite.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { check, equal } from "./harness.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

export const tests = [
  {
    name: "places and links are read as they are meant",
    async run(_browser, report) {
      const vite = await createServer({
        root,
        configFile: false,
        logLevel: "error",
        server: { middlewareMode: true, hmr: false, ws: false },
        optimizeDeps: { noDiscovery: true },
      });
      try {
        const { readPlace } = await vite.ssrLoadModule("/src/place.ts");
        const { readLink, writeLink, viewOf } = await vite.ssrLoadModule("/src/link.ts");
        const count = readPlaces(readPlace) + readLinks(readLink, writeLink, viewOf);
        report(`${count} cases`);
      } finally {
        await vite.close();
      }
    },
  },
];

function readPlaces(readPlace) {
  const meant = [
    ["500,-250", true, "pair 500 -250"],
    ["52.5, 13.4", false, "pair 52.5 13.4"],
    ["52.5 13.4", false, "pair 52.5 13.4"],
    ["29.997°S 9.998°W", true, "earth -29.997 -9.998"],
    ["geo:52.5,13.4;u=10", true, "earth 52.5 13.4"],
    ["https://www.openstreetmap.org/#map=17/52.51628/13.37771", true, "earth 52.51628 13.37771"],
    ["https://www.openstreetmap.org/?mlat=1.5&mlon=-2.5#map=3/9/9", true, "earth 1.5 -2.5"],
    ["https://www.google.com/maps/@48.8583,2.2945,17z", true, "earth 48.8583 2.2945"],
    ["https://www.google.com/maps/place/X/@1,2,17z/data=!3d48.85!4d2.29", true, "earth 48.85 2.29"],
    ["https://maps.google.com/?q=48.85,2.29", true, "earth 48.85 2.29"],
    ["95, 13", false, "refused"],
    ["95, 13", true, "pair 95 13"],
    ["1e9, 2", true, "refused"],
    ["999999, 0", true, "refused"],
    ["", true, "refused"],
    ["<img src=x onerror=alert(1)>", false, "refused"],
    ["NaN, Infinity", true, "refused"],
  ];
  for (const [text, inCity, wanted] of meant) {
    const read = readPlace(text, inCity);
    const found = "refused" in read ? "refused" : `${read.kind} ${read.first} ${read.second}`;
    equal(found, wanted, `the place ${JSON.stringify(text)}`);
  }
  return meant.length;
}

function readLinks(readLink, writeLink, viewOf) {
  const whole = "#way=walk&world=city:my-town?layout=grown&at=1.5,-2&heading=90&hour=13.5";
  const read = readLink(whole);
  equal(read.ignored.length, 0, "what is ignored of a whole link");
  equal(
    JSON.stringify(read.view),
    JSON.stringify({
      way: "walk",
      world: "city:my-town?layout=grown",
      place: [1.5, -2],
      headingDeg: 90,
      hour: 13.5,
    }),
    "a whole link",
  );
  const written = writeLink("walk", "city:my-town?layout=grown", "1.5,-2.0,90.0,13.50");
  equal(JSON.stringify(readLink(written).view), JSON.stringify(read.view), "a written link, read");
  const view = viewOf("walk", "city:my-town?layout=grown", "1.5,-2.0,90.0,13.50");
  equal(JSON.stringify(view), JSON.stringify(read.view), "the view of a standpoint");

  const nonsense = [
    "#way=fly",
    "#world=city:",
    "#world=osm:/etc/passwd.json",
    "#world=osm:/places/../x.json",
    "#at=1",
    "#at=1,2,3",
    "#at=1e3,0x10",
    "#at=NaN,1",
    "#heading=-1",
    "#hour=25",
    "#hour=",
    "#__proto__=1",
    "#constructor=1",
    "#world=osm:&at=95,0",
    "#nothing",
    "#way=%",
  ];
  for (const hash of nonsense) {
    const { ignored, view: instead } = readLink(hash);
    equal(ignored.length, 1, `sentences about ${hash}`);
    check(instead.way === "drive" && instead.place === null, `the default instead of ${hash}`);
  }
  equal(readLink("").ignored.length, 0, "sentences about no link");
  equal(readLink("#world=moon:&at=1,2").view.place, null, "the place of a refused world");
  return nonsense.length + 5;
}
