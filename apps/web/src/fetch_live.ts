// Live places: which world any place on the earth is, and the wait for its first map tile. The
// engine asks; the page only looks whether it has come.
import type { Engine } from "./engine";

const patienceMs = 8000;
const lookEveryMs = 30;

const service = String.raw`https?:\/\/[A-Za-z0-9._-]+(:\d{1,5})?(\/[A-Za-z0-9._~\/-]*)?`;
const livePattern = new RegExp(`^osm:overpass(\\?endpoint=${service})?$`);
const servicePattern = new RegExp(`^${service}$`);

export function isLive(world: string): boolean {
  return livePattern.test(world);
}

// Any place on the earth, asked of the public server, or of the one that the page's own address
// names: ?overpass=http://localhost:8080/api/interpreter.
export function liveWorld(): string {
  const own = new URLSearchParams(location.search).get("overpass") ?? "";
  return servicePattern.test(own) ? `osm:overpass?endpoint=${own}` : "osm:overpass";
}

// Until the map tile at a place has come, so that one starts on a road; empty then, or when it
// takes longer. Else why it does not come, as a sentence.
export async function waitForPlace(
  engine: Engine,
  place: readonly [number, number] | null,
): Promise<string> {
  engine.wantPlace(place);
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    const arrival = engine.arrival();
    if (arrival !== "waiting") return arrival;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  engine.stopWaiting();
  return "";
}
