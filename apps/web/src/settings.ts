// What somebody chose, kept in this browser. Each value is read by itself: one that is not
// understood is its default, and the others stay.
import { armies, matchPlaces, opponents, type MatchPlace, type Opponent } from "./match_options";

export type Quality = "auto" | "low" | "medium" | "high";
export type Units = "metric" | "imperial";

// Names of keys by action, as the engine stores them (src/terrane/play/settings.h).
export type Keys = Record<string, string[]>;

export interface Settings {
  quality: Quality;
  units: Units;
  hour: number;
  lessMotion: boolean | null; // null: as the system says
  streaming: boolean;
  volume: number; // 0 silent ... 1
  keys: Keys | null; // null: the engine's own
  opponent: Opponent;
  army: number; // units at the start of a match, both sides together
  matchPlace: MatchPlace;
}

const storageKey = "terrane.settings";
export const qualities: readonly Quality[] = ["auto", "low", "medium", "high"];
export const units: readonly Units[] = ["metric", "imperial"];
// What the native window's settings call the same things.
const storedUnits: Record<Units, string> = { metric: "kilometres", imperial: "miles" };

function oneOf<T>(allowed: readonly T[], value: unknown, fallback: T): T {
  return allowed.includes(value as T) ? (value as T) : fallback;
}

function within(low: number, high: number, value: unknown, fallback: number): number {
  return typeof value === "number" && value >= low && value <= high ? value : fallback;
}

// Only its shape: which names there are is the engine's affair.
function keysOf(value: unknown): Keys | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const rows = Object.entries(value).filter(
    ([, keys]) => Array.isArray(keys) && keys.every((key) => typeof key === "string"),
  );
  return Object.fromEntries(rows) as Keys;
}

export function readSettings(): Settings {
  let kept: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    if (typeof parsed === "object" && parsed !== null) kept = parsed as Record<string, unknown>;
  } catch {
    // No storage, or not what we wrote: the defaults.
  }
  const hour = within(0, 24, kept.hour, 10);
  // A link or a test may ask for a quality; it counts for this visit.
  const asked = new URLSearchParams(location.search).get("quality");
  return {
    quality: oneOf(qualities, asked, oneOf(qualities, kept.quality, "auto")),
    units: kept.units === storedUnits.imperial ? "imperial" : "metric",
    hour: hour < 24 ? hour : 10,
    lessMotion: oneOf([true, false, null], kept.lessMotion, null),
    streaming: kept.streaming_panel === true,
    volume: within(0, 1, kept.volume, 0.6),
    keys: keysOf(kept.keys),
    opponent: oneOf(opponents, kept.opponent, "normal"),
    army: oneOf<number>(armies, kept.army, 60),
    matchPlace: oneOf(matchPlaces, kept.match_place, "worker"),
  };
}

export function keepSettings(settings: Settings): void {
  const { units, streaming, matchPlace, keys, ...rest } = settings;
  const kept = {
    ...rest,
    units: storedUnits[units],
    streaming_panel: streaming,
    match_place: matchPlace,
    ...(keys === null ? {} : { keys }),
  };
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Without storage they last for this visit.
  }
}

export function wantsLessMotion(settings: Settings): boolean {
  return settings.lessMotion ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
}
