// Which way a walker goes at a building of the made-up town, worked out from the map's own data.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./harness.mjs";

const metresADegree = 111_320;

export function readTown() {
  return JSON.parse(readFileSync(join(repository, "data", "town.json"), "utf8"));
}

// The longest wall of the way called `name`: a place `metres` in front of its middle, the compass
// heading that faces it, and distanceM(latitude, longitude), positive outside.
export function wallOf(name, metres) {
  const { elements } = readTown();
  const nodes = new Map();
  for (const each of elements) if (each.type === "node") nodes.set(each.id, each);
  const way = elements.find((each) => each.type === "way" && each.tags?.name === name);
  const corners = way.nodes.map((id) => nodes.get(id));
  const middleLat = corners.reduce((sum, node) => sum + node.lat, 0) / corners.length;
  const middleLon = corners.reduce((sum, node) => sum + node.lon, 0) / corners.length;
  const east = metresADegree * Math.cos((middleLat * Math.PI) / 180);
  const flat = (lat, lon) => ({ e: (lon - middleLon) * east, n: (lat - middleLat) * metresADegree });

  let best = null;
  for (let at = 0; at + 1 < corners.length; ++at) {
    const a = flat(corners[at].lat, corners[at].lon);
    const b = flat(corners[at + 1].lat, corners[at + 1].lon);
    const long = Math.hypot(b.e - a.e, b.n - a.n);
    if (best === null || long > best.long) best = { a, b, long };
  }
  const middle = { e: (best.a.e + best.b.e) / 2, n: (best.a.n + best.b.n) / 2 };
  let out = { e: (best.b.n - best.a.n) / best.long, n: -(best.b.e - best.a.e) / best.long };
  // The footprint's middle lies inside.
  if (out.e * middle.e + out.n * middle.n < 0) out = { e: -out.e, n: -out.n };
  const lat = middleLat + (middle.n + out.n * metres) / metresADegree;
  const lon = middleLon + (middle.e + out.e * metres) / east;
  const heading = ((Math.atan2(-out.e, -out.n) * 180) / Math.PI + 360) % 360;
  const distanceM = (latitude, longitude) => {
    const at = flat(latitude, longitude);
    return (at.e - middle.e) * out.e + (at.n - middle.n) * out.n;
  };
  return { place: `${lat.toFixed(7)},${lon.toFixed(7)}`, heading: heading.toFixed(1), distanceM };
}
