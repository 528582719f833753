// A view as the part of an address behind "#": #way=drive&world=city:412&at=12.5,-40&heading=90
// &hour=10. Reading never fails: what is not understood is left out, with a sentence about it.
import { isLive } from "./fetch_live";
import { ignored } from "./strings";

export type WayName = "drive" | "walk" | "command";
export const wayNamesInOrder: readonly WayName[] = ["drive", "walk", "command"];
export const defaultWorld = "city:412";
export const droppedFolder = "/places";

export interface View {
  way: WayName;
  world: string;
  place: readonly [number, number] | null; // null: the world's start
  headingDeg: number;
  hour: number | null; // null: as the settings say
  isReplay?: boolean; // of the match that the page was given; no link holds it
}

export const defaultView: View = {
  way: "drive",
  world: defaultWorld,
  place: null,
  headingDeg: 0,
  hour: null,
};

export interface ReadLink {
  view: View;
  names: boolean; // whether it names a way or a world at all
  ignored: string[];
}

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)$/;
function numberOf(text: string): number {
  return numberPattern.test(text.trim()) ? Number(text) : NaN;
}

export function isSeed(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,40}$/.test(text);
}
export function isWorld(text: string): boolean {
  const city = /^city:([^?]*)(\?layout=(grown|grid))?$/.exec(text);
  if (city) return isSeed(city[1]!);
  return text === "osm:" || isDropped(text) || isArena(text) || isLive(text);
}
// The world of a file that was dropped in this browser's tab.
export function isDropped(text: string): boolean {
  return /^osm:\/places\/[A-Za-z0-9._-]+\.json$/.test(text);
}
// Generated ground for a match; nobody drives there.
export function isArena(text: string): boolean {
  return /^arena:\d{1,18}$/.test(text);
}
export function isCity(world: string): boolean {
  return world.startsWith("city:");
}
// Places are metres there, and not latitudes.
function isFlat(world: string): boolean {
  return isCity(world) || isArena(world);
}

// A sentence shows at most this much of what somebody typed.
function shown(text: string): string {
  return text.length > 60 ? text.slice(0, 59) + "…" : text;
}

type Reader = (view: View, text: string) => boolean;
const readers: Record<string, Reader> = {
  way: (view, text) => {
    const way = wayNamesInOrder.find((name) => name === text);
    if (way !== undefined) view.way = way;
    return way !== undefined;
  },
  world: (view, text) => {
    if (isWorld(text)) view.world = text;
    return isWorld(text);
  },
  at: (view, text) => {
    const parts = text.split(",").map(numberOf);
    const [first, second] = parts;
    if (parts.length !== 2 || !isFinite(first!) || !isFinite(second!)) return false;
    if (Math.abs(first!) > 1e6 || Math.abs(second!) > 1e6) return false;
    view.place = [first!, second!];
    return true;
  },
  heading: (view, text) => {
    const degrees = numberOf(text);
    if (!(degrees >= 0 && degrees <= 360)) return false;
    view.headingDeg = degrees % 360;
    return true;
  },
  hour: (view, text) => {
    const hour = numberOf(text);
    if (!(hour >= 0 && hour <= 24)) return false;
    view.hour = hour % 24;
    return true;
  },
};
const sentences: Record<string, (text: string) => string> = {
  way: ignored.way,
  world: ignored.world,
  at: ignored.place,
  heading: ignored.heading,
  hour: ignored.hour,
};

export function readLink(hash: string): ReadLink {
  const read: ReadLink = { view: { ...defaultView }, names: false, ignored: [] };
  let worldRefused = false;
  for (const pair of hash.replace(/^#/, "").split("&")) {
    if (pair === "") continue;
    const cut = pair.indexOf("=");
    const key = cut < 0 ? pair : pair.slice(0, cut);
    let text: string;
    try {
      text = decodeURIComponent(cut < 0 ? "" : pair.slice(cut + 1));
    } catch {
      read.ignored.push(ignored.pair(shown(pair)));
      continue;
    }
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (reader === undefined) {
      read.ignored.push(ignored.pair(shown(text === "" ? key : `${key}=${text}`)));
    } else if (reader(read.view, text)) {
      if (key === "way" || key === "world") read.names = true;
    } else {
      read.ignored.push(sentences[key]!(shown(text)));
      worldRefused ||= key === "world";
    }
  }
  if (isArena(read.view.world) && read.view.way !== "command") {
    read.ignored.push(ignored.arena(read.view.world));
    read.view.world = defaultWorld;
    worldRefused = true;
  }
  // A place of a world that is not opened means nothing in the one that is.
  if (worldRefused) read.view.place = null;
  if (!isFlat(read.view.world) && read.view.place !== null) {
    const [latitude, longitude] = read.view.place;
    if (Math.abs(latitude) > 85 || Math.abs(longitude) > 180) {
      read.ignored.push(ignored.place(`${latitude},${longitude}`));
      read.view.place = null;
    }
  }
  return read;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%2F/g, "/");
}

// `standpoint`: the engine's terrane_place(), "FIRST,SECOND,HEADING,HOUR".
export function writeLink(way: WayName, world: string, standpoint: string): string {
  const [first, second, heading, hour] = standpoint.split(",");
  const at = `${first},${second}`;
  return `#way=${way}&world=${encoded(world)}&at=${at}&heading=${heading}&hour=${hour}`;
}

export function viewOf(way: WayName, world: string, standpoint: string): View {
  const [first, second, heading, hour] = standpoint.split(",").map(Number);
  return {
    way,
    world,
    place: [first ?? 0, second ?? 0],
    headingDeg: heading ?? 0,
    hour: hour ?? null,
  };
}
