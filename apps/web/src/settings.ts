// What somebody chose, kept in this browser. Each value is read by itself: one that is not
// understood is its default, and the others stay.

export type Quality = "auto" | "low" | "medium" | "high";
export type Units = "metric" | "imperial";

export interface Settings {
  quality: Quality;
  units: Units;
  hour: number;
  lessMotion: boolean | null; // null: as the system says
  streaming: boolean;
}

const storageKey = "terrane.settings";
export const qualities: readonly Quality[] = ["auto", "low", "medium", "high"];
export const units: readonly Units[] = ["metric", "imperial"];

function oneOf<T>(allowed: readonly T[], value: unknown, fallback: T): T {
  return allowed.includes(value as T) ? (value as T) : fallback;
}

export function readSettings(): Settings {
  let kept: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    if (typeof parsed === "object" && parsed !== null) kept = parsed as Record<string, unknown>;
  } catch {
    // No storage, or not what we wrote: the defaults.
  }
  const hour = typeof kept.hour === "number" && kept.hour >= 0 && kept.hour < 24 ? kept.hour : 10;
  // A link or a test may ask for a quality; it counts for this visit.
  const asked = new URLSearchParams(location.search).get("quality");
  return {
    quality: oneOf(qualities, asked, oneOf(qualities, kept.quality, "auto")),
    units: oneOf(units, kept.units, "metric"),
    hour,
    lessMotion: oneOf([true, false, null], kept.lessMotion, null),
    streaming: kept.streaming === true,
  };
}

export function keepSettings(settings: Settings): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Without storage they last for this visit.
  }
}

export function wantsLessMotion(settings: Settings): boolean {
  return settings.lessMotion ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
}
