// What somebody typed or pasted as a place: two numbers, a geo: address, or a link of a map.
import { placeEmpty, placeOutOfRange, placeTooFar, placeUnknown } from "./strings";

export interface Place {
  // A pair means what the open world means by it; a link is always a place on the earth.
  kind: "pair" | "earth";
  first: number;
  second: number;
}
export type ReadPlace = Place | { refused: string };

const n = String.raw`([+-]?\d+(?:\.\d+)?)`;
const patterns: readonly RegExp[] = [
  // openstreetmap.org/#map=17/52.5/13.4 and ?mlat=52.5&mlon=13.4, the marker before the view
  new RegExp(String.raw`[?&]mlat=${n}&mlon=${n}`),
  new RegExp(String.raw`#map=\d+(?:\.\d+)?/${n}/${n}`),
  // Google: the marker of a place, the view, a search
  new RegExp(String.raw`!3d${n}!4d${n}`),
  new RegExp(String.raw`/@${n},${n}`),
  new RegExp(String.raw`[?&](?:q|query|ll|center)=(?:loc:)?${n}(?:,|%2C)\s*${n}`, "i"),
  new RegExp(String.raw`^geo:${n},${n}`, "i"),
];
const pair = new RegExp(String.raw`^${n}\s*[,;\s]\s*${n}$`);
const compassPair = new RegExp(
  String.raw`^(\d+(?:\.\d+)?)\s*°?\s*([NS])[,;\s]+(\d+(?:\.\d+)?)\s*°?\s*([EW])$`,
  "i",
);

export function readPlace(typed: string, inCity: boolean): ReadPlace {
  const text = typed.trim();
  const shown = text.length > 60 ? text.slice(0, 59) + "…" : text;
  if (text === "") return { refused: placeEmpty };
  const place = find(text);
  if (place === null) return { refused: placeUnknown(shown) };
  const onEarth = place.kind === "earth" || !inCity;
  if (onEarth && (Math.abs(place.first) > 85 || Math.abs(place.second) > 180)) {
    return { refused: placeOutOfRange(shown) };
  }
  if (!onEarth && Math.hypot(place.first, place.second) > 1e5) return { refused: placeTooFar(shown) };
  return place;
}

function find(text: string): Place | null {
  const plain = pair.exec(text);
  if (plain) return { kind: "pair", first: Number(plain[1]), second: Number(plain[2]) };
  const compass = compassPair.exec(text);
  if (compass) {
    const south = compass[2]!.toUpperCase() === "S" ? -1 : 1;
    const west = compass[4]!.toUpperCase() === "W" ? -1 : 1;
    return { kind: "earth", first: south * Number(compass[1]), second: west * Number(compass[3]) };
  }
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found) return { kind: "earth", first: Number(found[1]), second: Number(found[2]) };
  }
  return null;
}

// The made-up town that comes with the engine (data/town.json), a little widened.
const town = { south: -30.004, north: -29.992, west: -10.005, east: -9.99 };
export function isInTown(latitude: number, longitude: number): boolean {
  return (
    latitude >= town.south &&
    latitude <= town.north &&
    longitude >= town.west &&
    longitude <= town.east
  );
}
